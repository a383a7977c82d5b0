// Package storage is the storage paths of a schema, those of the sections storage
// and storage_paths and of scopes: templates, builders, parsers, and the reading
// and appending of JSONL files.
package storage

import (
	"path"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Section is the storage of one schema.
type Section struct {
	section.Base
	placeholders []*placeholderBinding // of x-bindery
	lines        []*lineBinding
	written      []*written
	scopes       []*written // where the scopes are kept

	// Constants are the values among the paths that are none.
	Constants []*Constant
	paths     []*Path
}

// Constant is a value that stands among the paths of a storage section.
type Constant struct {
	Name []string // keys from the section down, the section's own first
	Pos  source.Pos
	Node *document.Node
}

// New makes the section of a schema.
func New() *Section { return &Section{} }

// PathKind is the form of a storage path.
type PathKind string

// The forms of storage paths.
const (
	File  PathKind = "file"
	Dir   PathKind = "dir"
	Query PathKind = "query" // a glob
)

// Path is a storage path: a builder, and but for queries a parser.
type Path struct {
	Key     string // of the schema: storage_paths.state_file
	Kind    PathKind
	Text    string // as package storage of the runtime reads it
	Format  string `json:",omitempty"` // the extension without its dot
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
	Name    string      // of the placeholder
	Bound   string      `json:",omitempty"` // JSON Pointer of the property that gives it its form
	Param   string      // Go name
	Field   string      // Go name among the exported ones
	Int     bool        // a number; otherwise text
	Enum    *model.Decl `json:"-"` // the enum of the schema that it is one of; nil for none
	Values  []string
	Pattern *plan.Pattern `json:",omitempty"` // nil for none, or one that matches everything
	Text    string        // of the pattern; "" for none
}

// PathSource makes a path from a document.
type PathSource struct {
	Func    string      // Go name
	Root    *model.Decl `json:"-"`
	Members []*model.Access
}

// PathLines reads and appends lines.
type PathLines struct {
	Append, Read string      // Go names
	IsKept       bool        `json:"-"` // by a store, which appends to them
	Type         *model.Type // of a line; nil for what the caller likes
}

// Find gives the path that x-bindery names: by its keys below its section, or for
// that of a scope by all its keys. It is nil where there is none. Paths are there
// once they are lowered.
func (s *Section) Find(name string) *Path {
	for i, p := range s.written {
		if p.below() == name {
			return s.paths[i]
		}
	}
	for i, p := range s.scopes {
		if strings.Join(p.Name, ".") == name {
			return s.paths[len(s.written)+i]
		}
	}
	return nil
}

// Written gives the text of a path that x-bindery names, before it is lowered.
func (s *Section) Written(name string) (text string, ok bool) {
	for _, p := range s.written {
		if p.below() == name {
			return p.Text, true
		}
	}
	for _, p := range s.scopes {
		if strings.Join(p.Name, ".") == name {
			return p.Text, true
		}
	}
	return "", false
}

// Beside lists the paths of storage sections that take the arguments of another
// one and are below its directory: the files and directories of the same thing.
func (s *Section) Beside(p *Path) []*Path {
	var list []*Path
	dir := path.Dir(p.Text) + "/"
	if !strings.Contains(dir, "{") {
		return nil
	}
	for i := range s.written {
		other := s.paths[i]
		if other != p && other.Kind != Query && strings.HasPrefix(other.Text, dir) && slices.EqualFunc(other.Args, p.Args, func(a, b *PathArg) bool { return a.Name == b.Name }) {
			list = append(list, other)
		}
	}
	return list
}

// Paths lists the paths, of storage sections and then of scopes.
func (s *Section) Paths() []*Path { return s.paths }
