// Package jen has what the emitters use of jennifer, whose functions are variables
// here, so that the compiler calls them. Each is a few lines that allocate and append,
// emitters are thousands of such calls, and machine code for copies of them all was most
// of what compiling Bindery itself took. Methods are called as well: the compiler has the
// bodies to inline only in packages that import jennifer themselves.
package jen

import "github.com/dave/jennifer/jen"

// The trees that functions make, and their options.
type (
	Code      = jen.Code
	Dict      = jen.Dict
	File      = jen.File
	Group     = jen.Group
	Options   = jen.Options
	Statement = jen.Statement
)

// Names, literals and operators.
var (
	Add     = jen.Add
	Id      = jen.Id
	Lit     = jen.Lit
	LitRune = jen.LitRune
	Op      = jen.Op
	Qual    = jen.Qual

	Err   = jen.Err
	False = jen.False
	Nil   = jen.Nil
	True  = jen.True
)

// Types.
var (
	Any     = jen.Any
	Bool    = jen.Bool
	Error   = jen.Error
	Float64 = jen.Float64
	Int     = jen.Int
	Int64   = jen.Int64
	Map     = jen.Map
	String  = jen.String
	Struct  = jen.Struct
	Tag     = jen.Tag
	Uint32  = jen.Uint32
	Uint64  = jen.Uint64
)

// Functions of the language.
var (
	Append = jen.Append
	Len    = jen.Len
	Max    = jen.Max
	Min    = jen.Min
	New    = jen.New
)

// Statements and declarations.
var (
	Break   = jen.Break
	Case    = jen.Case
	Default = jen.Default
	Defer   = jen.Defer
	For     = jen.For
	Const   = jen.Const
	Func    = jen.Func
	If      = jen.If
	Return  = jen.Return
	Switch  = jen.Switch
	Type    = jen.Type
	Var     = jen.Var
)

// Lists, brackets and what surrounds code.
var (
	Block           = jen.Block
	Comment         = jen.Comment
	Custom          = jen.Custom
	DictFunc        = jen.DictFunc
	Empty           = jen.Empty
	Index           = jen.Index
	Line            = jen.Line
	List            = jen.List
	NewFile         = jen.NewFile
	NewFilePathName = jen.NewFilePathName
	Null            = jen.Null
	Params          = jen.Params
	Parens          = jen.Parens
	Values          = jen.Values
)
