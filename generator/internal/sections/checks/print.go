package checks

import (
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
	var set checks.Set
	for _, r := range s.rules {
		set.Rules = append(set.Rules, r.Rule)
	}
	f.Var().Id(table.ChecksVariable).Op("=").Add((&gofile.Literals{Constants: Constants}).Of(&set))
	f.Line()
	for _, r := range s.roots {
		if r.keeps != nil {
			f.Declare(r.of.Keeps+" reports whether x certainly keeps the relations of "+table.ChecksVariable+" that do not only warn; where it does not, its document is asked.",
				r.keeps)
		}
		if r.warnings != "" {
			f.Declare(r.warnings+" lists what a document should keep and does not: the relations of x-bindery.checks that only warn. "+
				"Nil is none, or no JSON.",
				jen.Func().Id(r.warnings).Params(gofile.Data()).Index().Add(gofile.Validate.Dot("Violation")).Block(
					jen.Return(gofile.Validate.Dot("Warnings").Call(jen.Op("&").Id(table.Variable), jen.Lit(r.node), jen.Id("data")))))
		}
		if r.with != "" {
			f.Declare(r.with+" is Validate"+r.name+" with what stands outside of the document and it must agree with, by the names that x-bindery.checks gives.",
				jen.Func().Id(r.with).Params(gofile.Data(), jen.Id("arguments").Add(gofile.Checks.Dot("Arguments"))).Error().Block(
					jen.Return(gofile.Validate.Dot("Check").Call(jen.Op("&").Id(table.Variable), jen.Lit(r.node), jen.Id("data"),
						gofile.Validate.Dot("WithArguments").Call(jen.Id("arguments"))))))
		}
	}
	return []*gofile.File{f.File}
}

// Constants are the names of the runtime's kinds of relations, and of its functions but
// for the one that has no name in a term.
var Constants = map[any]string{
	checks.Equal: "Equal", checks.Differ: "Differ", checks.AtMost: "AtMost", checks.AtLeast: "AtLeast", checks.Less: "Less", checks.More: "More",
	checks.Before: "Before", checks.NotAfter: "NotAfter", checks.In: "In", checks.Shares: "Shares", checks.Index: "Index", checks.Unique: "Unique", checks.Ordered: "Ordered",
	checks.Sequence: "Sequence", checks.Typed: "Typed", checks.Present: "Present", checks.Absent: "Absent", checks.All: "All", checks.Any: "Any", checks.Not: "Not",

	checks.Sum: "Sum", checks.Difference: "Difference", checks.Product: "Product", checks.Least: "Least", checks.Greatest: "Greatest", checks.Count: "Count",
	checks.Length: "Length", checks.First: "First", checks.Milliseconds: "Milliseconds", checks.Seconds: "Seconds", checks.Names: "Names", checks.Argument: "Argument",
}
