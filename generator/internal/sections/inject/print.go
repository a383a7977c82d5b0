package inject

import (
	"maps"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/sections/checks"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/inject"
)

// Files prints inject.go; there is none without a policy.
func (s *Section) Files(p *section.Printer) []*gofile.File {
	if s.policy == nil {
		return nil
	}
	f := p.Open("inject.go")
	s.policy.print(f.File)
	if s.policy.composer != nil {
		s.policy.printComposer(f.File)
	}
	return []*gofile.File{f.File}
}

func (p *policy) print(f *gofile.File) {
	if p.declared {
		f.Declare(p.purposeType+" is what a document is for.",
			jen.Type().Id(p.purposeType).String())
		f.Comment("The purposes.")
		f.Const().DefsFunc(func(g *jen.Group) {
			for i, name := range p.constants {
				g.Id(name).Id(p.purposeType).Op("=").Add(gofile.Quote(p.Purposes[i]))
			}
		})
		f.Line()
	}
	f.Declare(p.variable+" is what of a "+p.root+" may be given to which purpose, by x-bindery.inject.",
		jen.Var().Id(p.variable).Op("=").Add(p.literal(&p.Policy)))
	f.Declare(p.name.Text+" returns a copy of x that holds what may be given to a purpose at a moment, and tells what was left out. "+
		"The copy is valid; applied to it, "+p.name.Text+" changes nothing."+p.argumentsText()+" See package inject.",
		jen.Func().Params(jen.Id("x").Op("*").Id(p.root)).Id(p.name.Text).Params(
			jen.Id("purpose").Id(p.purposeType), jen.Id("now").Add(gofile.Time.Dot("Time")), jen.Id("options").Op("...").Add(gofile.Inject.Dot("Option")),
		).Params(jen.Op("*").Id(p.root), gofile.Inject.Dot("Report"), jen.Error()).Block(
			jen.Return(gofile.Inject.Dot("For").Call(jen.Op("&").Id(p.variable), jen.Id("x"), jen.Id("Parse"+p.root), p.purposeText(), jen.Id("now"), jen.Id("options")))))
}

// argumentsText tells which arguments there are as options, and their values.
func (p *policy) argumentsText() string {
	if len(p.Arguments) == 0 {
		return ""
	}
	list := slices.Clone(p.Arguments)
	for i, name := range list {
		if values := p.Values(name); values != nil {
			list[i] += " (" + inject.Listed(values) + ")"
		}
	}
	return " The arguments of inject.Argument are " + strings.Join(list, ", ") + "."
}

// purposeText is the purpose as a string.
func (p *policy) purposeText() jen.Code {
	if p.purposeType == "string" {
		return jen.Id("purpose")
	}
	return jen.String().Parens(jen.Id("purpose"))
}

// printComposer prints what composes documents.
func (p *policy) printComposer(f *gofile.File) {
	k := p.composer
	f.Add(gofile.Comment(p.plan + " is what goes into a " + p.root + " within its tokens, by x-bindery.compose."))
	k.Plan.Policy = &p.Policy
	f.Var().Id(p.plan).Op("=").Add(p.literal(&k.Plan))
	f.Line()
	f.Declare(k.name.Text+" is "+p.name.Text+" within the tokens that x has, by a counter of tokens; nil counts by budget.Estimate. "+
		"What matters most goes in first, in the fullest form that there is room for; what is told of it counts."+p.argumentsText()+" See package compose.",
		jen.Func().Params(jen.Id("x").Op("*").Id(p.root)).Id(k.name.Text).Params(
			jen.Id("purpose").Id(p.purposeType), jen.Id("now").Add(gofile.Time.Dot("Time")), jen.Id("counter").Add(gofile.Budget.Dot("TokenCounter")), jen.Id("options").Op("...").Add(gofile.Inject.Dot("Option")),
		).Params(jen.Op("*").Id(p.root), gofile.Compose.Dot("Report"), jen.Error()).Block(
			jen.Return(gofile.Compose.Dot("For").Call(jen.Op("&").Id(p.plan), jen.Id("x"), jen.Id("Parse"+p.root), p.purposeText(), jen.Id("now"), jen.Id("counter"), jen.Id("options")))))
}

// literal prints what a pointer points to, a value of the runtime's types.
func (p *policy) literal(v any) *jen.Statement {
	l := gofile.Literals{
		Constants: map[any]string{budget.Quote: "Quote", budget.Summary: "Summary", budget.Ref: "Ref"},
		Variables: map[any]string{},
	}
	maps.Copy(l.Constants, checks.Constants)
	if v != any(&p.Policy) {
		l.Variables[&p.Policy] = p.variable
	}
	return l.Of(v)
}
