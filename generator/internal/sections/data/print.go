package data

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// Files prints schema.go, and data.go where there is data.
func (s *Section) Files(p *section.Printer) []*gofile.File {
	files := []*gofile.File{s.schemaFile(p)}
	if len(s.tables)+len(s.facts) == 0 {
		return files
	}
	f := p.NewFile("data.go")
	for _, t := range s.tables {
		table(f, t)
	}
	for _, fact := range s.facts {
		f.Fact(fact)
	}
	return append(files, f)
}

// The embedded files, and the variables that hold them.
const (
	SchemaName, schemaVariable     = "schema" + gofile.DataExtension, "schemaText"
	RepairedName, repairedVariable = "repaired" + gofile.DataExtension, "repairedText"
)

// embedded is the JSON in an embedded file.
func embedded(variable string) jen.Code { return gofile.Embedded.Dot("JSON").Call(jen.Id(variable)) }

// embed declares the variable of an embedded file.
func (s *Section) embed(f *gofile.File, p *section.Printer, variable, name string, json []byte) {
	if text := p.Embed(f, variable, name, gofile.JSON(string(json))); text != nil {
		s.embedded = append(s.embedded, section.Page{Name: name, Text: text})
	}
}

// Pages are the files that the package embeds: the schema after its overlay, and
// after the repairs where there are any.
func (s *Section) Pages(*section.Printer) []section.Page { return s.embedded }

// schemaFile prints the functions that give the schema or a part of it.
func (s *Section) schemaFile(p *section.Printer) *gofile.File {
	f := p.NewFile("schema.go")
	s.embedded = nil
	s.embed(f, p, schemaVariable, SchemaName, p.Model.SchemaText)
	doc := s.schema + " returns a copy of the schema " + p.Model.Source + " after its overlay, as JSON."
	if s.repaired != "" {
		doc += " Other validators may judge documents by it otherwise than this package does: see " + s.repaired + "."
	}
	f.Declare(doc,
		jen.Func().Id(s.schema).Params().Index().Byte().Block(jen.Return(jen.Index().Byte().Parens(embedded(schemaVariable)))))
	f.Add(gofile.Comment(s.schemaAt + " returns what the schema says at a JSON Pointer: a section that Go code has no other name for is one of its members. ok is false where there is nothing."))
	f.Func().Id(s.schemaAt).Params(jen.Id("pointer").String()).Params(jen.Id("value").Add(gofile.JSONValue.Dot("Value")), jen.Id("ok").Bool()).Block(
		jen.Return(gofile.JSONValue.Dot("Trusted").Call(embedded(schemaVariable)).Dot("Lookup").Call(jen.Id("pointer"))))
	if s.repaired != "" {
		f.Line()
		s.embed(f, p, repairedVariable, RepairedName, p.Model.RepairedText)
		f.Add(gofile.Comment(s.repaired + " returns a copy of the schema after the repairs of its quirks as well, as JSON: what this package judges by, in words that every validator understands."))
		f.Func().Id(s.repaired).Params().Index().Byte().Block(jen.Return(jen.Index().Byte().Parens(embedded(repairedVariable))))
	}
	return f
}

// table prints the entries of a section.
func table(f *gofile.File, t *Table) {
	fields := []jen.Code{jen.Id("Key").String().Comment("the entry's name in the schema")}
	for _, field := range t.Fields {
		fields = append(fields, jen.Id(field.Name).Add(gofile.ValueType(field.Form)))
	}
	f.Declare(t.Type+" is an entry of "+t.Section+".",
		jen.Type().Id(t.Type).Struct(fields...))
	f.Declare("The entries of "+t.Section+".",
		jen.Const().DefsFunc(func(g *jen.Group) {
			for _, row := range t.Rows {
				g.Id(row.Name).Op("=").Add(gofile.Quote(row.Value))
			}
		}))
	rows := lists.Of(t.Rows, func(row *TableRow) jen.Code { return jen.Values(entry(t, row)...) })
	list := jen.Index().Id(t.Type)
	f.Declare(t.Func+" returns the entries of "+t.Section+" in the order of the schema.",
		jen.Func().Id(t.Func).Params().Add(list).Block(jen.Return(list.Clone().Values(gofile.OnLines(rows)...))))
}

func entry(t *Table, row *TableRow) []jen.Code {
	values := []jen.Code{jen.Id("Key").Op(":").Id(row.Name)}
	for i, field := range t.Fields {
		if row.Values[i] == nil {
			continue
		}
		values = append(values, jen.Id(field.Name).Op(":").Add(gofile.Value(field.Form, row.Values[i])))
	}
	return gofile.OnLines(values)
}
