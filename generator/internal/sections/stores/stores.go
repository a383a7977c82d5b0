// Package stores makes stores of documents of the storage paths that hold some:
// x-bindery says under stores which do, and what stands in step with a document.
// Where it says nothing, the one path whose arguments the document says is one; where it
// names none, there are none.
package stores

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/limits"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/sections/storage"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Section is the stores of one schema.
type Section struct {
	section.Base
	paths  *storage.Section
	limits *limits.Section

	written []*Store // that x-bindery names; nil where it says nothing of stores
	stores  []*Store // once they are lowered
	title   string   // of the schema, see section.Index
	ids     []string // that a store may have and none is said to
	hasYAML bool     // documents are read and written as YAML too
}

// New makes the section of a schema with paths and limits.
func New(paths *storage.Section, bounds *limits.Section) *Section {
	return &Section{paths: paths, limits: bounds}
}

// Store is a store of documents. Here and below it the fields with small letters are what
// x-bindery says, the others are what that leads to once the store is lowered. Words that
// are none where some are needed are of the wrong form, or lead nowhere: Read says so.
type Store struct {
	label     string // its name in x-bindery
	pos       source.Pos
	path      section.Word   // of the storage sections
	of        section.Word   // reference to the schema of the documents
	find      []section.Word // members that documents are found by
	ids       []section.Word // members that hold IDs of an array's elements: /history/mutations/*/mutation_id
	hasBadIDs bool           // something under ids is of the wrong form, which has been reported
	retention section.Amount // limit of the schema: for how many days documents are kept
	by        []section.Word // members that say when a document is from; the first that is there

	Name, New  string // Go names
	Key        string // Go name of the struct of several arguments; "" for others
	Root       *model.Root
	Path       *storage.Path
	Parts      []*storage.Path
	Members    []*model.Access // of the arguments; nil where the document says nothing
	Dates      []*model.Access
	Find       []*Found
	IDs        []*ID
	Days       *limits.Limit // of retention; nil for none
	NewKey     string        // Go name of the function that draws a key; "" for none, or another's
	drawn      *Store        // whose function this store uses; nil for its own
	KeyForm    *Hex
	Log        *Log
	Spill      *Spill
	Index      *Index
	Releases   []*Release
	SetsFunc   string // Go name of the function that sets
	sameSets   *Store // that sets the same; nil for none before
	Sets       []*Set
	Variables  *Variables
	Held       []*Held
	isDocument bool // the limits speak of these documents
}

// Hex is the form of IDs that end in hexadecimal digits.
type Hex struct {
	Prefix string
	Digits int
}

// Found is a member that documents are found by.
type Found struct {
	Method string
	Access *model.Access
}

// ID makes the next ID of an array's elements.
type ID struct {
	Func    string // Go name
	Entries *model.Access
	Key     *model.Access
	Form    *Hex
}

// Log keeps the elements of an array in a JSONL file too.
type Log struct {
	path    section.Word
	entries section.Word   // member
	key     section.Word   // member of an entry
	limit   section.Amount // of the schema: how many entries the document may have

	Path    *storage.Path
	Entries *model.Access
	Entry   *model.Decl
	Key     *model.Access
	Most    *limits.Limit
	Keep    int64 // how many stay when there are more
}

// Spill moves large values to files.
type Spill struct {
	limit   section.Amount  // of the schema, whose effect is spill
	path    section.Word    // a directory of the storage sections
	of      section.Word    // reference to the schema of what has the value
	in      section.Word    // member of the document whose members or elements have the values
	was     section.Word    // member of what has the value
	members section.Members // of what has the value

	Var       string // Go name of what describes the files
	Limit     *limits.Limit
	Path      *storage.Path
	From      []string // texts of other directories
	Owner     *model.Decl
	Value     *model.Access
	In        *Held
	Type      *model.Access // that is As where the value is in a file; nil for none
	As        string
	Was       *model.Access // that keeps what the type was; nil for none
	Prefix    string
	Out, Back string // Go names of the methods
}

// Index is a file with an entry for each document.
type Index struct {
	path    section.Word
	members section.Members // of the document

	Path    *storage.Path
	Head    string // the file without its entries
	Entries string
	Key     string
	When    string // member; "" for all
	Members []IndexMember
}

// IndexMember is a member of an entry: that of a document, or its path.
type IndexMember struct{ Name, Pointer string }

// Release drops the oldest elements of an array that has more than a limit allows.
type Release struct {
	entries section.Word
	limit   section.Amount
	Entries *model.Access
	Most    *limits.Limit
}

// Set is a member that each write sets.
type Set struct {
	setting
	members           section.Members // of the document
	Member, Of, Until *model.Access
}

// setting is a set as it is written.
type setting struct {
	member string
	To     string    // now, created, size; length, total, elapsed, since, or present
	of     string    // length, total: the member that is counted; elapsed: the one that says the beginning; present, since: the one that is there
	until  string    // elapsed: the member that says the end
	Words  [2]string // present: what is said where it is there, and where it is not
}

// isDate reports whether the member gets the time of a write.
func (s *setting) isDate() bool { return slices.Contains([]string{"now", "created", "since"}, s.To) }

// Stores lists the stores, once they are lowered.
func (s *Section) Stores() []*Store { return s.stores }

// IsDocument reports whether the limits of the schema speak of these documents.
func (s *Store) IsDocument() bool { return s.isDocument }
