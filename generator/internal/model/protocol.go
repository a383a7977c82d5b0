package model

import "github.com/bindery-go/bindery/generator/internal/document"

// Protocol is what the sections that hold operations and states become. A
// package whose schema has none of them has no Protocol.
type Protocol struct {
	Operations []*Operation // those with steps, in the order of the schema
	Outcomes   []*Outcome   // of all operations, each once
	Triggers   []*Trigger
	Table      string // Go name of the function that returns Triggers
	Policies   []*PolicyTable
	Directives []*DirectiveList
	Facts      []*Fact
	Machines   []*Machine
}

// Operation is an operation with steps. It becomes an interface that the user
// implements, generic in the data that the user owns, and a driver; or, where
// Choice is set, a driver for each way to do it and one that chooses.
type Operation struct {
	Name      string // as in the schema, behind its section where that is no protocol; paths begin with it
	Section   string
	Doc       string // raw text of the schema
	Comment   string // of the driver
	Interface string // Go name: XSteps
	About     string // doc comment of the interface
	Run       string // Go name: RunX
	Steps     string // Go name of the user's type that a skeleton declares: X
	Data      string // Go name of the user's data, kept free for it: XData
	Methods   []*Method
	Events    []*Constant // of the handlers
	Items     []*Item
	Choice    *Choice
}

// Choice is the ways to do an operation of alternatives.
type Choice struct {
	// Type is the enum that chooses: one of the schema's, or Declared.
	Type string
	// Declared are the constants of a type that stands for no enum of the
	// schema; nil where it does.
	Declared     []*Constant
	Alternatives []*Alternative
}

// Alternative is one way to do an operation, with a driver of its own.
type Alternative struct {
	Key     string
	Name    string // of the operation in paths: operation.key
	Comment string
	Run     string // Go name
	Value   string // Go name of the constant that chooses it
	Items   []*Item
}

// Constant is a Go constant of a string.
type Constant struct {
	Name, Value string
	Doc         string // raw text
}

// Outcome is a step that ends an operation, as a value of protocol.Outcome.
type Outcome struct {
	Constant
	Operations []string
}

// Form is the form of a method that the user writes.
type Form string

// The forms of methods, by the function types of runtime/protocol.
const (
	StepForm      Form = "step"      // error
	ConditionForm Form = "condition" // (bool, error)
	ItemsForm     Form = "items"     // (protocol.Items, error)
	CountForm     Form = "count"     // (int, error)
	StepsForm     Form = "steps"     // no arguments: the steps of the operation Sub
)

// Method is one method of an operation's interface, however many items use it.
type Method struct {
	Name string // Go name
	Key  string // of the schema
	Form Form
	Doc  string
	// Param and Arg describe a further parameter: what the schema writes
	// beside the step's name. Param is "" where there is none.
	Param string
	Arg   ValueForm
	Sub   *Operation `json:"-"` // StepsForm
}

// ItemKind is the kind of an item of a step list.
type ItemKind string

// The kinds of items: the methods of protocol.Run, and what is no item there.
const (
	StepItem    ItemKind = "step"
	SubItem     ItemKind = "sub" // a step that runs another operation
	ReturnItem  ItemKind = "return"
	IfItem      ItemKind = "if"
	ElseIfItem  ItemKind = "else if"
	ElseItem    ItemKind = "else"
	ForEachItem ItemKind = "for each"
	ForItem     ItemKind = "for"
	GroupItem   ItemKind = "group"
	OnItem      ItemKind = "on"
	NoteItem    ItemKind = "note" // a comment: data that does nothing
)

// Item is one item of a step list.
type Item struct {
	Kind   ItemKind
	Key    string // in paths
	Method *Method
	Arg    *document.Node `json:",omitempty"` // of a step whose method has a Param; nil for none
	Event  string         `json:",omitempty"` // OnItem: Go name of the constant
	Note   string         `json:",omitempty"` // raw text of the schema
	Body   []*Item        `json:",omitempty"`
}

// ValueForm is the Go type of a value that a schema gives as data.
type ValueForm string

// The forms of values; every JSON value has one.
const (
	TextValue  ValueForm = "string"
	BoolValue  ValueForm = "bool"
	IntValue   ValueForm = "int64"
	FloatValue ValueForm = "float64"
	TextList   ValueForm = "[]string"
	TextMap    ValueForm = "map[string]string"
	JSONValue  ValueForm = "jsonvalue.Value"
)

// Fact is a value that a schema gives as data: a constant where Go has
// constants of its type, a function that returns it elsewhere.
type Fact struct {
	Name  string
	Doc   string
	Form  ValueForm
	Value *document.Node
}

// Trigger is one row of the table of triggers.
type Trigger struct {
	Constant
	Note       string
	Operations []string
}

// PolicyTable says what to do in the cases of an operation.
type PolicyTable struct {
	Operation string
	Doc       string
	Type      string // Go name of the cases' type
	Func      string // Go name of the function from case to policy
	Cases     []*PolicyCase
}

// PolicyCase is one row of a policy table.
type PolicyCase struct {
	Constant
	Action  string
	Options []document.Member
}

// DirectiveList is a list of directives.
type DirectiveList struct {
	Operation string
	Doc       string
	Func      string // Go name of the function that returns it
	List      []*Directive
}

// Directive is a name with its argument; a record has no name.
type Directive struct {
	Name string
	Arg  *document.Node
}

// Machine is a table of the states that may follow each other.
type Machine struct {
	Section  string
	Type     string      // Go name: an enum of the schema, or Declared
	Declared []*Constant // nil where Type is the schema's
	Table    string      // Go name of the table
	States   []*State
}

// State is one state, by the Go names of constants.
type State struct {
	Name string
	Next []string
}
