// Package sections lists the sections that schemas may have beside JSON Schema
// and takes them through the stages. A new section is a package below this one
// and a line in New. The compiler imports it.
package sections

import (
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/sections/allocation"
	"github.com/bindery-go/bindery/generator/internal/sections/budget"
	"github.com/bindery-go/bindery/generator/internal/sections/checks"
	"github.com/bindery-go/bindery/generator/internal/sections/data"
	"github.com/bindery-go/bindery/generator/internal/sections/inject"
	"github.com/bindery-go/bindery/generator/internal/sections/limits"
	"github.com/bindery-go/bindery/generator/internal/sections/memory"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol"
	"github.com/bindery-go/bindery/generator/internal/sections/rules"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/sections/states"
	"github.com/bindery-go/bindery/generator/internal/sections/storage"
	"github.com/bindery-go/bindery/generator/internal/sections/stores"
	"github.com/bindery-go/bindery/generator/internal/sections/yaml"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Sections are those of one schema.
type Sections struct {
	Protocol *protocol.Section
	Checks   *checks.Section
	Inject   *inject.Section
	Paths    *storage.Section
	Limits   *limits.Section
	Stores   *stores.Section
	list     []section.Section // in the order of all stages
	bindings bindings
}

// New makes the sections of a schema. The order is that in which they ask for
// Go names: the first to ask for a name gets it.
func New() *Sections {
	operations, paths := protocol.New(), storage.New()
	bounds, relations, policy := limits.New(operations), checks.New(), inject.New()
	documents := stores.New(paths, bounds)
	return &Sections{Protocol: operations, Checks: relations, Inject: policy, Paths: paths, Limits: bounds, Stores: documents, list: []section.Section{
		data.New(paths),
		operations,
		states.New(),
		bounds,
		paths,
		documents,
		rules.New(operations),
		memory.New(bounds),
		budget.New(bounds, operations, documents),
		allocation.New(),
		relations,
		policy,
		yaml.New(),
	}}
}

// Read reads the sections of a schema, after its overlay, whose graph is known or nil. The
// diagnostics are infos and warnings, but for x-bindery, whose mistakes are errors.
func Read(doc *document.Node, graph *schema.Graph) (*Sections, diag.Diagnostics) {
	s := New()
	r := section.NewReader(doc, graph)
	for _, each := range s.list {
		each.Read(r)
	}
	s.bindings = readBindings(doc)
	return s, r.Close()
}

// Has reports whether a schema says anything that sections may read.
func Has(doc *document.Node) bool {
	for range section.NewReader(doc, nil).Members() {
		return true
	}
	return doc.Get(section.BindingsName) != nil
}

// None reports what a schema beside the first of its package says that sections would
// make something of: they are read from the first alone.
func None(doc *document.Node, file, first string) diag.Diagnostics {
	var ds diag.Diagnostics
	report := func(name string, pos source.Pos) {
		ds.Add(diag.New(diag.SectionBeside, pos, "%s of %s has no effect: sections are read from the first schema of a package, %s", name, file, first).
			WithHelp("list %s first under schemas:, or make a package of it alone", file))
	}
	for _, m := range doc.Members {
		if m.Name == section.BindingsName {
			report(m.Name, m.NamePos)
		}
	}
	_, found := Read(doc, nil)
	for _, d := range found {
		if d.Code == diag.SectionRead {
			name, _, _ := strings.Cut(d.Message, ":")
			report(name, d.Pos)
		}
	}
	return ds.Sorted()
}

// Own reports whether the type of a root has to be one of the package's own: its methods
// do what only this schema says.
func (s *Sections) Own(root *schema.Node) bool {
	return s.Checks.Judges(root) || s.Inject.Extends(root)
}

// Lower finds the Go types of what was read and asks for Go names.
func (s *Sections) Lower(t *lower.Types) {
	for _, each := range s.list {
		each.Lower(t)
	}
}

// Finish does what needs the Go names, which have been given.
func (s *Sections) Finish(t *lower.Types) {
	for _, each := range s.list {
		each.Finish(t)
	}
}

// Printers are what prints the files of each section that has some, in order.
func (s *Sections) Printers(p *gofile.Package) []func() []*gofile.File {
	printer := section.NewPrinter(p)
	return lists.Of(s.list, func(each section.Section) func() []*gofile.File {
		return func() []*gofile.File { return each.Files(printer) }
	})
}

// told is what the sections that are of a kind tell, in their order.
func told[Kind, T any](list []section.Section, tells func(Kind) []T) (out []T) {
	for _, each := range list {
		if kind, ok := each.(Kind); ok {
			out = append(out, tells(kind)...)
		}
	}
	return out
}

// Pages are the files for people.
func (s *Sections) Pages(p *gofile.Package) []section.Page {
	printer := section.NewPrinter(p)
	return told(s.list, func(each section.Section) []section.Page { return each.Pages(printer) })
}

// Topics lists what the sections tell in the reference of their package.
func (s *Sections) Topics() []section.Topic { return told(s.list, section.Describer.Topics) }

// Helpers lists what is generated that the steps of a protocol may need, paths
// last: what writes documents knows theirs.
func (s *Sections) Helpers() []section.Helper {
	others := lists.Where(s.list, func(each section.Section) bool { return each != section.Section(s.Paths) })
	return append(told(others, section.Helpful.Helpers), s.Paths.Helpers()...)
}

// Suggest gives what x-bindery may say of the schema and does not, as lines of
// YAML. It is known once the sections are lowered.
func (s *Sections) Suggest() []string { return told(s.list, section.Suggester.Suggest) }

// Promises lists what users rely on beside Go names.
func (s *Sections) Promises() []section.Promise {
	out := told(s.list, section.Promiser.Promises)
	for i := range out {
		if pos, ok := s.bindings.at[out[i].Key]; ok {
			out[i].Pos = pos
		}
	}
	return append(out, s.bindings.promises...)
}
