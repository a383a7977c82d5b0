package allocation

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/emit/member"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// Files prints allocation.go; there is none without an allocation.
func (s *Section) Files(p *section.Printer) []*gofile.File {
	if s.allocation == nil {
		return nil
	}
	f, a := p.Open("allocation.go"), s.allocation
	document := jen.Id("x").Op("*").Add(gofile.In(a.Document, a.Document.Name))
	plan := gofile.Budget.Dot("Plan")
	f.Declare(a.Plan+" returns how many tokens x plans for, in all and by section.",
		jen.Func().Id(a.Plan).Params(document).Add(plan).BlockFunc(func(g *jen.Group) {
			g.Var().Id("plan").Add(plan)
			g.If(jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Id(f.Reader(a.MaxTokens)).Call(jen.Id("x")), jen.Id("ok")).Block(
				jen.Id("plan").Dot("MaxTokens").Op("=").Add(section.As(jen.Int64(), a.MaxTokens.Type(), jen.Id("v"))))
			if a.PerSection != nil {
				g.If(jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Id(f.Reader(a.PerSection)).Call(jen.Id("x")), jen.Id("ok")).BlockFunc(func(g *jen.Group) {
					g.Id("plan").Dot("PerSection").Op("=").Map(jen.String()).Int64().Values()
					sections(g, a.PerSection.Type())
				})
			}
			g.Return(jen.Id("plan"))
		}))

	placements := jen.Index().Add(gofile.Budget.Dot("Placement"))
	f.Declare(a.Func+" decides in which form each candidate goes into x, by its plan and the priorities, and writes the report into "+a.Report.Pointer+
		". Nil counts tokens by budget.Estimate. The placements are the caller's to render; on an error x has not changed. See budget.Allocate.",
		jen.Func().Id(a.Func).Params(document.Clone(), jen.Id("candidates").Index().Add(gofile.Budget.Dot("Candidate")), jen.Id("counter").Add(gofile.Budget.Dot("TokenCounter"))).
			Params(placements, jen.Error()).BlockFunc(func(g *jen.Group) {
			g.If(jen.Id("x").Op("==").Nil()).Block(jen.Return(jen.Nil(), gofile.Budget.Dot("ErrNoDocument")))
			g.If(jen.Id("counter").Op("==").Nil()).Block(jen.Id("counter").Op("=").Add(gofile.Budget.Dot("Estimate")).Values())
			g.List(jen.Id("placements"), jen.Id("report"), jen.Err()).Op(":=").Add(gofile.Budget.Dot("Allocate")).Call(
				jen.Id(a.Plan).Call(jen.Id("x")), jen.Id("candidates"), jen.Id("counter"))
			g.Add(section.Fail(jen.Nil()))
			g.List(jen.Id("value"), jen.Err()).Op(":=").Add(gofile.JSONValue.Dot("Of")).Call(jen.Id("report"))
			g.Add(section.Fail(jen.Nil()))
			g.Var().Id("written").Add(gofile.Type(a.Report.Type()))
			g.If(jen.Err().Op(":=").Id("written").Dot("UnmarshalJSON").Call(jen.Index().Byte().Parens(jen.Id("value").Dot("Text").Call())), jen.Err().Op("!=").Nil()).Block(
				jen.Return(jen.Nil(), gofile.Fmt.Dot("Errorf").Call(jen.Lit(section.Quoted(a.Report.Pointer)+": %w"), jen.Err())))
			var r member.Reader
			r.Write(g, jen.Id("x"), a.Report, jen.Id("written"))
			g.Return(jen.Id("placements"), jen.Nil())
		}))
	f.PrintReaders()
	return []*gofile.File{f.File}
}

// sections prints the reading of an object of numbers, which is in v.
func sections(g *jen.Group, t *model.Type) {
	set := func(key jen.Code, t *model.Type, value *jen.Statement) *jen.Statement {
		return jen.Id("plan").Dot("PerSection").Index(key).Op("=").Add(section.As(jen.Int64(), t, value))
	}
	if m := t.Resolved(); m.Kind == model.Map {
		g.For(jen.List(jen.Id("name"), jen.Id("tokens")).Op(":=").Range().Id("v")).Block(set(jen.String().Parens(jen.Id("name")), m.Elem, jen.Id("tokens")))
		return
	}
	for _, f := range t.Decl.Fields {
		field := jen.Id("v").Dot(f.Name)
		switch f.Type.Kind {
		case model.Pointer:
			g.If(field.Clone().Op("!=").Nil()).Block(set(gofile.Quote(f.JSON), f.Type.Elem, jen.Op("*").Add(field)))
		case model.Nullable:
			g.If(jen.List(jen.Id("tokens"), jen.Id("ok")).Op(":=").Add(field).Dot("Get").Call(), jen.Id("ok")).Block(set(gofile.Quote(f.JSON), f.Type.Elem, jen.Id("tokens")))
		default:
			g.Add(set(gofile.Quote(f.JSON), f.Type, field))
		}
	}
}
