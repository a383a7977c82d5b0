// Package stores makes stores of documents of the storage paths that hold some:
// x-bindery says under stores which do, and what stands in step with a document.
// Where it says nothing, the one path whose arguments the document says is one.
package stores

import (
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

	// Written are the stores that x-bindery names.
	Written []*Written
	title   string // of the schema, see section.Index
	stores  []*Store
	ids     []string // that a store may have and none is said to
	hasYAML bool     // documents are read and written as YAML too
}

// New makes the section of a schema with paths and limits.
func New(paths *storage.Section, bounds *limits.Section) *Section {
	return &Section{paths: paths, limits: bounds}
}

// Written is a store as x-bindery has it.
type Written struct {
	Name      string
	Pos       source.Pos
	Path      string   // of the storage sections
	Of        string   // reference to the schema of the documents
	Find      []string // members
	IDs       []string // members that hold IDs of an array's elements: /history/mutations/*/mutation_id
	Retention *Retention
	Log       *Log
	Spill     *Spill
	Index     *Index
	Release   []Release
	Set       []Set
	Variables *Variables
}

// Retention says how long documents are kept.
type Retention struct {
	Limit string   // of the schema: a number of days
	By    []string // members that say when a document is from; the first that is there
}

// Log keeps the elements of an array in a JSONL file too.
type Log struct {
	Path    string
	Entries string // member
	Key     string // member of an entry
	Limit   string // of the schema: how many entries the document may have; "" for none
	Keep    int64  // how many stay when there are more
}

// Spill moves large values to files.
type Spill struct {
	Limit  string   // of the schema, whose effect is spill
	Path   string   // a directory of the storage sections
	From   []string // texts of other directories
	Of     string   // reference to the schema of what has the value
	Value  string   // member of that
	Prefix string
	In     string // member of the document whose members or elements have the values
	Type   string // member that is As where the value is in a file; "" for none
	As     string
	Was    string // member that keeps what the type was; "" for none
}

// Index is a file with an entry for each document.
type Index struct {
	Path    string
	Head    map[string]string // the other members of the file, texts
	Heads   []string          // their names, in order
	Entries string
	Key     string
	When    string // member; "" for all
	Members []IndexMember
}

// IndexMember is a member of an entry: that of a document, or for "path" its path.
type IndexMember struct{ Name, Of string }

// Release drops the oldest elements of an array that has more than a limit allows.
type Release struct{ Entries, Limit string }

// Set is a member that each write sets.
type Set struct {
	Member string
	To     string    // now, created, size; length, elapsed, since, or present
	Of     string    // length: the member that is counted; elapsed: the one that says the beginning; present, since: the one that is there
	Until  string    // elapsed: the member that says the end
	Words  [2]string // present: what is said where it is there, and where it is not
	pos    source.Pos
}

// Store is a store of documents.
type Store struct {
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
	Log        *StoreLog
	Spill      *StoreSpill
	Index      *Index
	IndexPath  *storage.Path
	Releases   []*StoreRelease
	SetsFunc   string // Go name of the function that sets
	sameSets   *Store // that sets the same; nil for none before
	Sets       []*StoreSet
	Variables  *StoreVariables
	Held       []*Held
	written    *Written
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

// StoreLog is a log, resolved.
type StoreLog struct {
	Path    *storage.Path
	Entries *model.Access
	Entry   *model.Decl
	Key     *model.Access
	Most    *limits.Limit
	Keep    int64
}

// StoreSpill is the spilling of values, resolved.
type StoreSpill struct {
	Var       string // Go name of what describes the files
	Limit     *limits.Limit
	Path      *storage.Path
	From      []string
	Owner     *model.Decl
	Value     *model.Access
	In        *Held
	Type      *model.Access
	Was       *model.Access
	As        string
	Prefix    string
	Out, Back string // Go names of the methods
}

// StoreRelease is a release, resolved.
type StoreRelease struct {
	Entries *model.Access
	Most    *limits.Limit
}

// StoreSet is a set, resolved.
type StoreSet struct {
	Member *model.Access
	To     string
	Of     *model.Access
	Until  *model.Access
	Words  [2]string
}

// Stores lists the stores, once they are lowered.
func (s *Section) Stores() []*Store { return s.stores }

// IsDocument reports whether the limits of the schema speak of these documents.
func (s *Store) IsDocument() bool { return s.isDocument }
