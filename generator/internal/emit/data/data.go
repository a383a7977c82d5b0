// Package data prints what a schema says beside its types as data: the schema
// itself, the tables and values of its sections. It decides nothing: model says
// what there is. Only the facade calls it.
package data

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/dave/jennifer/jen"
)

// Emit prints the data of p.
func Emit(p *gofile.Package) []*gofile.File {
	files := []*gofile.File{schema(p)}
	d := p.Model.Data
	if d == nil || len(d.Tables)+len(d.Facts) == 0 {
		return files
	}
	f := p.NewFile("data.go")
	for _, t := range d.Tables {
		table(f, t)
	}
	for _, fact := range d.Facts {
		f.Fact(fact)
	}
	return append(files, f)
}

// schema prints the schema after its overlay, and the functions that give it
// or a part of it.
func schema(p *gofile.Package) *gofile.File {
	f := p.NewFile("schema.go")
	f.Add(gofile.Comment(p.Model.SchemaFunc + " returns a copy of the schema " + p.Model.Source + " after its overlay, as JSON."))
	f.Func().Id(p.Model.SchemaFunc).Params().Index().Byte().Block(jen.Return(jen.Index().Byte().Parens(jen.Id("schemaText"))))
	f.Line()
	f.Add(gofile.Comment(p.Model.SchemaAtFunc + " returns what the schema says at a JSON Pointer: a section that Go code has no other name for is one of its members. ok is false where there is nothing."))
	f.Func().Id(p.Model.SchemaAtFunc).Params(jen.Id("pointer").String()).Params(jen.Id("value").Add(gofile.JSONValue.Dot("Value")), jen.Id("ok").Bool()).Block(
		jen.Return(gofile.JSONValue.Dot("Trusted").Call(jen.Id("schemaText")).Dot("Lookup").Call(jen.Id("pointer"))))
	f.Line()
	f.Const().Id("schemaText").Op("=").Add(gofile.QuoteJSON(string(p.Model.SchemaText)))
	return f
}

// table prints the entries of a section.
func table(f *gofile.File, t *model.Table) {
	fields := []jen.Code{jen.Id("Key").String().Comment("the entry's name in the schema")}
	for _, field := range t.Fields {
		fields = append(fields, jen.Id(field.Name).Add(gofile.ValueType(field.Form)))
	}
	f.Add(gofile.Comment(t.Type + " is an entry of " + t.Section + "."))
	f.Type().Id(t.Type).Struct(fields...)
	f.Line()
	f.Add(gofile.Comment("The entries of " + t.Section + "."))
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, row := range t.Rows {
			g.Id(row.Name).Op("=").Add(gofile.Quote(row.Value))
		}
	})
	f.Line()
	var rows []jen.Code
	for _, row := range t.Rows {
		rows = append(rows, jen.Values(entry(t, row)...))
	}
	list := jen.Index().Id(t.Type)
	f.Add(gofile.Comment(t.Func + " returns the entries of " + t.Section + " in the order of the schema."))
	f.Func().Id(t.Func).Params().Add(list).Block(jen.Return(list.Clone().Values(gofile.OnLines(rows)...)))
	f.Line()
}

func entry(t *model.Table, row *model.TableRow) []jen.Code {
	values := []jen.Code{jen.Id("Key").Op(":").Id(row.Name)}
	for i, field := range t.Fields {
		if row.Values[i] == nil {
			continue
		}
		values = append(values, jen.Id(field.Name).Op(":").Add(gofile.Value(field.Form, row.Values[i])))
	}
	return gofile.OnLines(values)
}
