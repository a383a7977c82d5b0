package lower

import (
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/section"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// dataSections become Go data. All other sections are reached through the
// embedded schema.
var dataSections = []string{"special_variables", "scopes", "learning_patterns", "defaults", "naming_conventions"}

// data names what gives the schema, and lowers the sections that are data and the
// values that stand among the paths of storage sections.
func (b *builder) data(pkg *model.Package) {
	b.sectionNames.want(&pkg.SchemaFunc, "schema#text", "Schema", source.InFile(b.in.Source))
	b.sectionNames.want(&pkg.SchemaAtFunc, "schema#at", "SchemaAt", source.InFile(b.in.Source))
	s := b.in.Sections
	if s == nil {
		return
	}
	pkg.Data = &model.Data{}
	for _, d := range s.Data {
		if slices.Contains(dataSections, d.Name) && d.Node.Kind == document.Object {
			b.dataSection(pkg.Data, d)
		}
	}
	for _, c := range s.Constants {
		b.dataFact(pkg.Data, c.Name, c.Pos, c.Node)
	}
}

// dataSection makes a table of a section whose entries are all objects, and
// single values of any other.
func (b *builder) dataSection(out *model.Data, d *section.Data) {
	isTable := len(d.Node.Members) > 0
	for _, m := range d.Node.Members {
		isTable = isTable && m.Value.Kind == document.Object
	}
	if isTable {
		out.Tables = append(out.Tables, b.dataTable(d))
		return
	}
	for _, m := range d.Node.Members {
		b.dataFact(out, []string{d.Name, m.Name}, m.NamePos, m.Value)
	}
}

func (b *builder) dataTable(d *section.Data) *model.Table {
	t := &model.Table{Section: d.Name}
	typeName := singular(names.Exported(d.Name))
	b.sectionNames.want(&t.Type, d.Name+"#type", typeName, d.Pos)
	b.sectionNames.want(&t.Func, d.Name+"#table", names.Exported(d.Name), d.Pos)
	fields := map[string]*model.TableField{}
	var claims []names.Claim
	for _, entry := range d.Node.Members {
		for _, m := range entry.Value.Members {
			form := valueForm(m.Value)
			if f := fields[m.Name]; f != nil {
				f.Form = commonForm(f.Form, form)
				continue
			}
			fields[m.Name] = &model.TableField{Key: m.Name, Form: form}
			t.Fields = append(t.Fields, fields[m.Name])
			claims = append(claims, names.Claim{Key: m.Name, Wanted: or(names.Exported(m.Name), "Value")})
		}
	}
	given, _ := names.Assign(claims, func(name string) bool { return name == "Key" }, nil)
	for _, f := range t.Fields {
		f.Name = given[f.Key]
	}
	for _, entry := range d.Node.Members {
		row := &model.TableRow{Constant: model.Constant{Value: entry.Name}}
		b.sectionNames.want(&row.Name, d.Name+"."+entry.Name+"#key", typeName+names.ValueSuffix(entry.Name), entry.NamePos)
		for _, f := range t.Fields {
			row.Values = append(row.Values, entry.Value.Get(f.Key))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
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

// dataFact keeps one value as data.
func (b *builder) dataFact(out *model.Data, keys []string, pos source.Pos, value *document.Node) {
	fact := &model.Fact{Form: valueForm(value), Value: value}
	key := strings.Join(keys, ".")
	fact.Doc = "what the schema says under " + key
	b.sectionNames.want(&fact.Name, key+"#fact", or(names.Exported(strings.Join(keys, "_")), "Data"), pos)
	out.Facts = append(out.Facts, fact)
}
