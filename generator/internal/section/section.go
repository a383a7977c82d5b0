// Package section reads what schemas say beside JSON Schema: protocols, limits,
// storage paths, state machines and the rest of the sections at the root of a
// schema, and the x-bindery member that binds them to it. It gives plain data
// that the lower stage turns into Go; it decides nothing about Go.
//
// No form of a section is an error. What the language does not know is kept as
// data and reported as info.
package section

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Sections is all that a schema says beside JSON Schema, in source order.
type Sections struct {
	Protocols []*Protocol
	Machines  []*Machine
	Paths     []*Path
	Constants []*Constant // values of storage sections that are no paths
	Limits    []*Limit
	Scopes    []*Scope
	Variables []*Variable // special_variables
	Data      []*Data     // every section, as it is
	Bindings  *Bindings   // never nil
}

// Data is one section as it is written.
type Data struct {
	Name string
	Pos  source.Pos
	Node *document.Node
	// Known says whether a decoder has read the section; the typed data are
	// in the other lists of Sections.
	Known bool
}

// Constant is a value that stands among the paths of a storage section.
type Constant struct {
	Name []string // keys from the section down, the section's own first
	Pos  source.Pos
	Node *document.Node
}

// decoder reads one section into r.out and says in a few words what it found,
// "" for nothing.
type decoder func(r *reader, name string, pos source.Pos, node *document.Node) string

// decoders are the sections with a meaning of their own. The sections that hold
// step lists beside other things are in the table of like.go.
var decoders = map[string][]decoder{}

func register(d decoder, sections ...string) {
	for _, name := range sections {
		decoders[name] = append(decoders[name], d)
	}
}

type reader struct {
	doc   *document.Node
	index *index
	out   *Sections
	ds    diag.Diagnostics
}

// Read reads the sections of a schema, after its overlay. The diagnostics are
// infos and warnings, but for x-bindery, whose mistakes are errors.
func Read(doc *document.Node) (*Sections, diag.Diagnostics) {
	r := &reader{doc: doc, index: newIndex(doc), out: &Sections{Bindings: &Bindings{}}}
	if doc != nil && doc.Kind == document.Object {
		r.bindings(doc.Get(bindingsName))
		for _, m := range doc.Members {
			if !schema.IsKeyword(m.Name) && !notSection(m.Name) {
				r.section(m)
			}
		}
		r.checkBindings()
	}
	return r.out, r.ds
}

// notSection knows the members that other tools give a meaning at the root.
func notSection(name string) bool {
	return strings.HasPrefix(name, "x-") || slices.Contains([]string{"nullable", "goJSONSchema", "example", "discriminator"}, name)
}

func (r *reader) section(m document.Member) {
	data := &Data{Name: m.Name, Pos: m.NamePos, Node: m.Value}
	r.out.Data = append(r.out.Data, data)
	var found []string
	for _, d := range append(slices.Clone(decoders[m.Name]), likeSections, nestedStorage) {
		if what := d(r, m.Name, m.NamePos, m.Value); what != "" {
			found = append(found, what)
		}
	}
	if data.Known = len(found) > 0; data.Known {
		r.ds.Addf(diag.SectionRead, m.NamePos, "%s: %s", m.Name, strings.Join(found, ", "))
	} else {
		r.ds.Addf(diag.UnknownSection, m.NamePos, "%s is kept as data", m.Name)
	}
}

// count is "1 limit", "2 limits".
func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// text is the value of a string node, "" for others.
func text(node *document.Node) string {
	if node == nil || node.Kind != document.String {
		return ""
	}
	return node.Text
}

func isKind(node *document.Node, kind document.Kind) bool { return node != nil && node.Kind == kind }

// fold is a name without the difference of case, hyphen and underscore.
func fold(name string) string {
	return strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(name, "-", ""), "_", ""))
}
