package checks

import (
	"maps"
	"slices"
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/emit/table"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/runtime/checks"
)

// Files prints checks.go; there is none without relations.
func (s *Section) Files(p *section.Printer) []*gofile.File {
	if len(s.roots) == 0 {
		return nil
	}
	f := p.Open("checks.go")
	f.Add(gofile.Comment(table.ChecksVariable + " are what the members of a document owe each other beside the schema, by x-bindery.checks."))
	var rules []jen.Code
	for _, r := range s.rules {
		rules = append(rules, printRule(&r.Rule))
	}
	f.Var().Id(table.ChecksVariable).Op("=").Add(gofile.Checks.Dot("Set")).Values(
		jen.Id("Rules").Op(":").Index().Add(gofile.Checks.Dot("Rule")).Add(lines(rules)))
	f.Line()
	for _, r := range s.roots {
		if r.warnings != "" {
			f.Add(gofile.Comment(r.warnings + " lists what a document should keep and does not: the relations of x-bindery.checks that only warn. " +
				"Nil is none, or no JSON."))
			f.Func().Id(r.warnings).Params(jen.Id("data").Index().Byte()).Index().Add(gofile.Validate.Dot("Violation")).Block(
				jen.Return(gofile.Validate.Dot("Warnings").Call(jen.Op("&").Id(table.Variable), jen.Lit(r.node), jen.Id("data"))))
			f.Line()
		}
		if r.with != "" {
			f.Add(gofile.Comment(r.with + " is Validate" + r.name + " with what stands outside of the document and it must agree with, by the names that x-bindery.checks gives."))
			f.Func().Id(r.with).Params(jen.Id("data").Index().Byte(), jen.Id("arguments").Add(gofile.Checks.Dot("Arguments"))).Error().Block(
				jen.Return(gofile.Validate.Dot("Check").Call(jen.Op("&").Id(table.Variable), jen.Lit(r.node), jen.Id("data"),
					gofile.Validate.Dot("WithArguments").Call(jen.Id("arguments")))))
			f.Line()
		}
	}
	return []*gofile.File{f.File}
}

// lines prints values one a line.
func lines(list []jen.Code) *jen.Statement {
	return jen.ValuesFunc(func(g *jen.Group) {
		for _, c := range list {
			g.Line().Add(c)
		}
		g.Line()
	})
}

func field(name string, value jen.Code) jen.Code { return jen.Id(name).Op(":").Add(value) }

func printRule(r *checks.Rule) jen.Code {
	fields := []jen.Code{field("Name", gofile.Quote(r.Name)), field("Root", jen.Lit(r.Root))}
	if r.At != "" {
		fields = append(fields, field("At", gofile.Quote(r.At)))
	}
	if r.When != nil {
		fields = append(fields, field("When", jen.Op("&").Add(gofile.Checks.Dot("Relation")).Add(PrintRelation(r.When))))
	}
	fields = append(fields, field("Relation", gofile.Checks.Dot("Relation").Add(PrintRelation(&r.Relation))))
	if r.Message != "" {
		fields = append(fields, field("Message", gofile.Quote(r.Message)))
	}
	if r.Warning {
		fields = append(fields, field("Warning", jen.True()))
	}
	return lines(fields)
}

// kindIdents are the names of the runtime's kinds.
var kindIdents = map[checks.Kind]string{
	checks.Equal: "Equal", checks.Differ: "Differ", checks.AtMost: "AtMost", checks.AtLeast: "AtLeast", checks.Less: "Less", checks.More: "More",
	checks.Before: "Before", checks.NotAfter: "NotAfter", checks.In: "In", checks.Shares: "Shares", checks.Index: "Index", checks.Unique: "Unique", checks.Ordered: "Ordered",
	checks.Sequence: "Sequence", checks.Typed: "Typed", checks.Present: "Present", checks.Absent: "Absent", checks.All: "All", checks.Any: "Any", checks.Not: "Not",
}

// funcIdents are the names of the runtime's functions.
var funcIdents = map[checks.Func]string{
	checks.Sum: "Sum", checks.Difference: "Difference", checks.Product: "Product", checks.Least: "Least", checks.Greatest: "Greatest", checks.Count: "Count",
	checks.Length: "Length", checks.First: "First", checks.Milliseconds: "Milliseconds", checks.Seconds: "Seconds", checks.Names: "Names", checks.Argument: "Argument",
}

// PrintRelation prints the fields of a relation, in braces.
func PrintRelation(r *checks.Relation) jen.Code {
	fields := []jen.Code{field("Kind", gofile.Checks.Dot(kindIdents[r.Kind]))}
	if r.Terms != nil {
		fields = append(fields, field("Terms", PrintTerms(r.Terms)))
	}
	if r.By != nil {
		fields = append(fields, field("By", texts(r.By)))
	}
	if r.From != 0 {
		fields = append(fields, field("From", jen.Id(strconv.FormatInt(r.From, 10))))
	}
	if r.Strictly {
		fields = append(fields, field("Strictly", jen.True()))
	}
	if r.Descending {
		fields = append(fields, field("Descending", jen.True()))
	}
	if r.Within != "" {
		fields = append(fields, field("Within", gofile.Quote(r.Within)))
	}
	if r.Types != nil {
		entries := []jen.Code{}
		for _, name := range slices.Sorted(maps.Keys(r.Types)) {
			var values []jen.Code
			for _, t := range r.Types[name] {
				values = append(values, gofile.Quote(t))
			}
			entries = append(entries, gofile.Quote(name).Op(":").Values(values...))
		}
		fields = append(fields, field("Types", jen.Map(jen.String()).Index().String().Values(entries...)))
	}
	if r.Of != nil {
		var parts []jen.Code
		for i := range r.Of {
			parts = append(parts, PrintRelation(&r.Of[i]))
		}
		fields = append(fields, field("Of", jen.Index().Add(gofile.Checks.Dot("Relation")).Values(parts...)))
	}
	return jen.Values(fields...)
}

func texts(list []string) *jen.Statement {
	var out []jen.Code
	for _, text := range list {
		out = append(out, gofile.Quote(text))
	}
	return jen.Index().String().Values(out...)
}

// PrintTerms prints a list of terms.
func PrintTerms(list []checks.Term) *jen.Statement {
	var out []jen.Code
	for i := range list {
		out = append(out, PrintTerm(&list[i]))
	}
	return jen.Index().Add(gofile.Checks.Dot("Term")).Values(out...)
}

// PrintTerm prints the fields of a term, in braces.
func PrintTerm(t *checks.Term) jen.Code {
	var fields []jen.Code
	if t.Func != checks.Value {
		fields = append(fields, field("Func", gofile.Checks.Dot(funcIdents[t.Func])))
	}
	switch {
	case t.Const != "":
		fields = append(fields, field("Const", gofile.Quote(t.Const)))
	case t.Args == nil:
		fields = append(fields, field("Path", gofile.Quote(t.Path)))
	default:
		fields = append(fields, field("Args", PrintTerms(t.Args)))
	}
	return jen.Values(fields...)
}
