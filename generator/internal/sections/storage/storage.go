// Package storage is the storage paths of a schema, those of the sections storage
// and storage_paths and of scopes: templates, builders, parsers, and the reading
// and appending of JSONL files.
package storage

import (
	"path"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Section is the storage of one schema.
type Section struct {
	section.Base
	placeholders []*reference // of x-bindery: the property that a placeholder takes its form from
	lines        []*reference // of x-bindery: the schema of the lines of a JSONL path

	// Constants are the values among the paths that are none.
	Constants []*Constant
	paths     []*Path // of storage sections, and then where the scopes are kept
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

// Path is a storage path: a builder, and but for queries a parser. Go names are there once
// it is lowered.
type Path struct {
	keys    []string // from the section down, the section's own first
	pos     source.Pos
	isScope bool // a scope is kept there

	Key  string // of the schema: storage_paths.state_file
	Kind PathKind
	// Text is the template or query as package storage of the runtime reads
	// it, put behind the directory of a sibling where it is a bare name.
	Text    string
	Format  string // the extension without its dot: json, jsonl, json.gz; "" for none
	Comment string // of the builder
	Var     string // Go name of the template or query
	Builder string // Go name
	Parser  string // Go name
	Args    []*PathArg
	From    *PathSource // nil where no document says all arguments
	Lines   *PathLines  // JSONL
}

// name is what x-bindery calls a path: its keys below its section, or for that of a scope
// all its keys.
func (p *Path) name() string {
	if p.isScope {
		return p.Key
	}
	return p.below()
}

// below is the keys of a path below its section.
func (p *Path) below() string { return strings.Join(p.keys[1:], ".") }

// TakesAs reports whether a path takes the arguments of another one.
func (p *Path) TakesAs(other *Path) bool {
	return slices.EqualFunc(p.Args, other.Args, func(a, b *PathArg) bool { return a.Name == b.Name })
}

// HasLost reports whether the form of an argument is not known, which has been reported.
func (p *Path) HasLost() bool {
	return slices.ContainsFunc(p.Args, func(a *PathArg) bool { return a.IsLost })
}

// PathArg is an argument of a path, once for all its places.
type PathArg struct {
	Name   string   // of the placeholder
	Bound  string   // JSON Pointer of the property that gives it its form; "" for none
	IsLost bool     // x-bindery names what is no property for it, which has been reported
	Int    bool     // a number; otherwise text
	Text   string   // of the pattern; "" for none
	Values []string // that it may have; nil for any

	Param   string        // Go name
	Field   string        // Go name among the exported ones
	Enum    *model.Decl   // the enum of the schema that it is one of; nil for none
	Pattern *plan.Pattern // nil for none, or one that matches everything
}

// PathSource makes a path from a document.
type PathSource struct {
	Func    string // Go name
	Root    *model.Decl
	Members []*model.Access
}

// PathLines reads and appends lines.
type PathLines struct {
	Append, Read string      // Go names
	IsKept       bool        // by a store, which appends to them
	Type         *model.Type // of a line; nil for what the caller likes
}

// Find gives the path that x-bindery names; nil for none.
func (s *Section) Find(name string) *Path {
	return lists.First(s.paths, func(p *Path) bool { return p.name() == name })
}

// Names are what x-bindery calls the paths that end so.
func (s *Section) Names(ending string) []string {
	return lists.Of(lists.Where(s.paths, func(p *Path) bool { return strings.HasSuffix(p.Text, ending) }), (*Path).name)
}

// Beside lists the paths of storage sections that take the arguments of another
// one and are below its directory: the files and directories of the same thing.
func (s *Section) Beside(p *Path) []*Path {
	var list []*Path
	dir := path.Dir(p.Text) + "/"
	if !strings.Contains(dir, "{") {
		return nil
	}
	for _, other := range s.paths {
		if other != p && !other.isScope && other.Kind != Query && strings.HasPrefix(other.Text, dir) && other.TakesAs(p) {
			list = append(list, other)
		}
	}
	return list
}

// Paths lists the paths, of storage sections and then of scopes.
func (s *Section) Paths() []*Path { return s.paths }

// Helpers are the builders of paths, and what reads and appends lines.
func (s *Section) Helpers() (out []section.Helper) {
	for _, p := range s.paths {
		words := strings.Fields(section.Nouns(p.Key[strings.LastIndexByte(p.Key, '.')+1:]))
		if len(words) == 0 || p.Kind == Query {
			continue
		}
		noun := words[len(words)-1]
		if p.Lines != nil && !p.Lines.IsKept {
			out = append(out, section.Helper{Name: p.Lines.Append, Does: "appends a line", When: []string{"log append record write", noun}})
		}
		builder := section.Helper{Name: p.Builder, Does: "gives its path", When: []string{"write save load read generate create update store persist", noun}}
		if p.From != nil {
			builder.Name, builder.Unless = p.From.Func, section.Parts(p.From.Root, strings.Join(words, " "))
		}
		out = append(out, builder)
	}
	return out
}

// Promises implements section.Promiser: where files are, and what their lines are.
func (s *Section) Promises() []section.Promise {
	var out []section.Promise
	for _, p := range s.paths {
		out = append(out, section.Promise{Kind: section.PathPromise, Key: p.Key, Pos: p.pos, Text: p.Text})
	}
	for _, l := range s.lines {
		out = append(out, section.Promise{Kind: section.LinesPromise, Key: l.name.Text, Pos: l.name.Pos, Of: l.of.Text})
	}
	return out
}

// Topics implements section.Describer.
func (s *Section) Topics() []section.Topic {
	if len(s.paths) == 0 {
		return nil
	}
	t := section.Topic{Title: "Storage paths", Columns: []string{"Path", "Where", "Kind", "Arguments", "Go"}}
	for _, p := range s.paths {
		kind := map[PathKind]string{File: "file", Dir: "directory", Query: "files that match"}[p.Kind]
		if p.Lines != nil {
			kind = "file of JSON lines"
		}
		t.Rows = append(t.Rows, []section.Cell{
			section.Code(p.Key), section.Code(p.Text), section.Prose(kind), section.Prose(arguments(p.Args)), section.Code(p.Builder),
		})
	}
	return []section.Topic{t}
}

// arguments says what the arguments of a path may be.
func arguments(args []*PathArg) string {
	var out []string
	for _, a := range args {
		text := a.Name
		switch {
		case len(a.Values) > 0:
			text += ": one of " + strings.Join(a.Values, ", ")
		case a.Text != "":
			text += " matches " + a.Text
		case a.Int:
			text += ": a whole number"
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}
