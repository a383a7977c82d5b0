// Package data is what a schema says as data: the schema itself, and the sections
// without a meaning of their own, as tables of entries and single values.
package data

import (
	"cmp"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/sections/storage"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Section is the data of one schema.
type Section struct {
	section.Base
	storage  *storage.Section
	sections []document.Member // that become Go data

	schema, schemaAt, repaired string // Go names of the functions that give the schema
	embedded                   []section.Page
	tables                     []*Table
	facts                      []*model.Fact
}

// New makes the section of a schema; the values among the paths of its storage
// are data too.
func New(s *storage.Section) *Section { return &Section{storage: s} }

// Table is a section whose entries are objects: a struct type with a field for
// each member that an entry has, and a function that returns the entries.
type Table struct {
	Section string
	Type    string // Go name
	Func    string // Go name
	Fields  []*TableField
	Rows    []*TableRow
}

// TableField is a member of the entries.
type TableField struct {
	Name string // Go name
	Key  string
	Form model.ValueForm
}

// TableRow is an entry: its key as a constant, and its members in the order of
// the fields, nil for those that it lacks.
type TableRow struct {
	model.Constant
	Values []*document.Node
}

// dataSections become Go data. All other sections are reached through the
// embedded schema.
var dataSections = []string{"special_variables", "scopes", "learning_patterns", "defaults", "naming_conventions"}

// Read finds the sections that become Go data.
func (s *Section) Read(r *section.Reader) {
	for m := range r.Members(dataSections...) {
		if m.Value.Kind == document.Object {
			s.sections = append(s.sections, m)
			r.Take(m.Value)
		}
		switch m.Name {
		case "special_variables":
			if n := len(m.Value.Members); n > 0 {
				r.Found(m, section.Count(n, "variable"))
			}
		case "learning_patterns", "defaults":
			if m.Value.Kind != document.Object {
				break
			}
			r.Found(m, section.Count(len(m.Value.Members), "value"))
			if m.Name == "learning_patterns" { // what is to be learned is nobody's to compute
				r.ReportKept(m)
			}
		}
	}
}

// Lower names what gives the schema, and lowers the sections and the values
// among the paths of storage.
func (s *Section) Lower(t *lower.Types) {
	t.WantFunc(&s.schema, "schema#text", "Schema", "returns the text of the schema")
	t.WantFunc(&s.schemaAt, "schema#at", "SchemaAt", "returns a part of the schema")
	if t.IsRepaired() {
		t.WantFunc(&s.repaired, "schema#repaired", "RepairedSchema", "returns the text of the schema with its repairs")
	}
	for _, m := range s.sections {
		s.lower(t, m)
	}
	for _, c := range s.storage.Constants {
		s.fact(t, c.Name, c.Pos, c.Node)
	}
}

// lower makes a table of a section whose entries are all objects, and
// single values of any other.
func (s *Section) lower(t *lower.Types, from document.Member) {
	isEntry := func(m document.Member) bool { return m.Value.Kind == document.Object }
	if len(from.Value.Members) > 0 && lists.Every(from.Value.Members, isEntry) {
		s.tables = append(s.tables, newTable(t, from))
		return
	}
	for _, m := range from.Value.Members {
		s.fact(t, []string{from.Name, m.Name}, m.NamePos, m.Value)
	}
}

func newTable(t *lower.Types, from document.Member) *Table {
	out := &Table{Section: from.Name}
	typeName := singular(t.Words().Exported(from.Name))
	t.Want(&out.Type, from.Name+"#type", typeName, from.NamePos)
	t.Want(&out.Func, from.Name+"#table", t.Words().Exported(from.Name), from.NamePos)
	fields := map[string]*TableField{}
	var claims []names.Claim
	for _, entry := range from.Value.Members {
		for _, m := range entry.Value.Members {
			form := section.ValueForm(m.Value)
			if f := fields[m.Name]; f != nil {
				f.Form = commonForm(f.Form, form)
				continue
			}
			fields[m.Name] = &TableField{Key: m.Name, Form: form}
			out.Fields = append(out.Fields, fields[m.Name])
			claims = append(claims, names.Claim{Key: m.Name, Wanted: cmp.Or(t.Words().Exported(m.Name), "Value")})
		}
	}
	given, _ := names.Assign(claims, func(name string) bool { return name == "Key" }, nil)
	for _, f := range out.Fields {
		f.Name = given[f.Key]
	}
	for _, entry := range from.Value.Members {
		row := &TableRow{Constant: model.Constant{Value: entry.Name}}
		t.Want(&row.Name, from.Name+"."+entry.Name+"#key", typeName+t.Words().ValueSuffix(entry.Name), entry.NamePos)
		for _, f := range out.Fields {
			row.Values = append(row.Values, entry.Value.Get(f.Key))
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// commonForm is the form of values of two forms.
func commonForm(a, c model.ValueForm) model.ValueForm {
	isNumber := func(form model.ValueForm) bool { return form == model.IntValue || form == model.FloatValue }
	switch {
	case a == c:
		return a
	case isNumber(a) && isNumber(c):
		return model.FloatValue
	}
	return model.JSONValue
}

// singular undoes a regular English plural, as far as names of sections go.
func singular(name string) string {
	switch {
	case strings.HasSuffix(name, "ies"):
		return strings.TrimSuffix(name, "ies") + "y"
	case strings.HasSuffix(name, "s") && !strings.HasSuffix(name, "ss"):
		return strings.TrimSuffix(name, "s")
	}
	return name + "Entry"
}

// fact keeps one value as data.
func (s *Section) fact(t *lower.Types, keys []string, pos source.Pos, value *document.Node) {
	fact := &model.Fact{Form: section.ValueForm(value), Value: value}
	key := strings.Join(keys, ".")
	fact.Doc = "what the schema says under " + key
	t.Want(&fact.Name, key+"#fact", cmp.Or(t.Words().Exported(strings.Join(keys, "_")), "Data"), pos)
	s.facts = append(s.facts, fact)
}
