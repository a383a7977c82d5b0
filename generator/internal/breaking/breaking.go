// Package breaking tells what a change of a schema breaks, and whom: readers of
// documents that the old schema admits, users of the generated Go API, those who
// implement steps, unfinished runs of protocols, and whoever relies on limits and
// storage paths.
//
// What is said of documents errs on one side: a change that is not reported
// refuses no document that was valid before. Only the compiler imports the
// package.
package breaking

import (
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Version is a generated package as it was or is.
type Version struct {
	Graph *schema.Graph
	// Accepts judges a value by a node of Graph.
	Accepts func(n *schema.Node, v *document.Node) bool
	// Entries are the entry types by Go name, in the order of the configuration.
	Entries []Entry
	// Files are the generated files by name.
	Files map[string][]byte
	// Names and Members are those of the manifest.
	Names   map[string]string
	Members map[string]map[string]string
	// Steps are the places of operations and steps by the Go names of the interfaces
	// that have the steps, and of their methods ("WorkSteps", "WorkSteps.Take").
	Steps map[string]source.Pos
	// Label stands before the names of files that are not those on disk.
	Label string
	// Promises are those of the sections.
	Promises []section.Promise
	// At finds the place of a JSON Pointer in a file ("schemas/x.yaml#/$defs/a").
	At func(place string) (source.Pos, bool)
}

// labelled is a place as reports name it.
func (v *Version) labelled(pos source.Pos) source.Pos {
	if pos.File != "" {
		pos.File = v.Label + pos.File
	}
	return pos
}

// Entry is an entry type of a package, or what the lines of a log are.
type Entry struct {
	Name    string
	Pointer string // JSON Pointer of an entry type, "" for lines
	Node    *schema.Node
}

// entry finds what an entry of an earlier version has become: that of its name, or else
// another name for its place in the schema; nil for none.
func (v *Version) entry(before Entry) *schema.Node {
	now := lists.First(v.Entries, func(e Entry) bool { return e.Name == before.Name })
	if now.Node == nil && before.Pointer != "" {
		now = lists.First(v.Entries, func(e Entry) bool { return e.Pointer == before.Pointer })
	}
	return now.Node
}

// Compare reports what breaks between two versions of a package.
func Compare(old, new *Version) diag.Diagnostics {
	ds := documents(old, new)
	ds.Add(defaults(old, new)...)
	ds.Add(api(old, new)...)
	ds.Add(builds(old, new)...)
	ds.Add(promises(old, new)...)
	return ds
}
