package model

// PathKind is the form of a storage path.
type PathKind string

// The forms of storage paths.
const (
	FilePath  PathKind = "file"
	DirPath   PathKind = "dir"
	QueryPath PathKind = "query" // a glob
)

// Path is a storage path: a builder, and but for queries a parser.
type Path struct {
	Key     string // of the schema: storage_paths.state_file
	Kind    PathKind
	Text    string // as package storage of the runtime reads it
	Comment string // of the builder
	Var     string // Go name of the template or query
	Builder string // Go name
	Parser  string // Go name
	Args    []*PathArg
	From    *PathSource `json:",omitempty"` // nil where no document says all arguments
	Lines   *PathLines  `json:",omitempty"` // JSONL
}

// PathArg is an argument of a path.
type PathArg struct {
	Name    string // of the placeholder
	Param   string // Go name
	Int     bool   // a number; otherwise text
	Enum    *Decl  `json:"-"` // the enum of the schema that it is one of; nil for none
	Values  []string
	Pattern *Pattern `json:",omitempty"` // nil for none, or one that matches everything
	Text    string   // of the pattern; "" for none
}

// PathSource makes a path from a document.
type PathSource struct {
	Func    string // Go name
	Root    *Decl  `json:"-"`
	Members []*Access
}

// PathLines reads and appends lines.
type PathLines struct {
	Append, Read string // Go names
	Type         *Type  // of a line; nil for what the caller likes
}
