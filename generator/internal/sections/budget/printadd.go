package budget

import (
	"fmt"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/member"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/dave/jennifer/jen"
)

// add prints the method that adds an entry as long as the budget lasts. The
// document is changed as a whole or not at all, so it is made as a copy that
// has its own objects wherever it will be written.
func (p *budgetPrinter) add() {
	b := p.b
	text := "Add appends an entry to the " + b.Entries.Pointer + " of x and brings the totals up to date. " +
		"Where the budget has no room for one more it returns a *budget.ExceededError"
	if len(b.Exhausted) > 0 {
		text += ", and x says so and is otherwise as it was"
	} else {
		text += ", and x is as it was"
	}
	text += ". One that was crossed before, be it of a scope around, refuses every entry. What the entry took is spent already: when that is more than there was, it is recorded all the same, beside the error."
	p.Add(gofile.Comment(text))
	p.Func().Params(jen.Id("b").Op("*").Id(b.Type)).Id("Add").Params(jen.Id("x").Add(p.document()), jen.Id("entry").Id(b.Entry.Name)).Error().BlockFunc(func(g *jen.Group) {
		var r member.Reader
		g.Add(needDocument())
		g.List(jen.Id("spent"), jen.Err()).Op(":=").Id(b.Spent).Call(jen.Op("&").Id("entry"))
		g.Add(section.Fail())
		g.Id("next").Op(":=").Op("*").Id("x")
		next := jen.Id("next")
		r.Own(g, next, b.Entries)
		for _, total := range b.Totals {
			r.Own(g, next, total.Into)
		}
		for _, count := range b.Counts {
			r.Own(g, next, count.Into)
		}
		g.List(jen.Id("entries"), jen.Id("_")).Op(":=").Id(p.Reader(b.Entries)).Call(jen.Id("x"))
		if b.Number != nil {
			var of member.Reader
			of.Own(g, jen.Id("entry"), b.Number)
			of.Write(g, jen.Id("entry"), b.Number, number(b.Number.Type(), jen.Int64().Parens(jen.Len(jen.Id("entries"))).Op("+").Lit(1)))
		}
		g.Id("entries").Op("=").Append(jen.Id("entries"), jen.Id("entry"))
		r.Write(g, next, b.Entries, jen.Id("entries"))
		p.totals(g, &r)
		for i, count := range b.Counts {
			p.count(g, &r, count, fmt.Sprintf("n%d", i+1))
		}
		p.reserve(g)
	})
	p.Line()
}

// totals prints the writing of what all entries took.
func (p *budgetPrinter) totals(g *jen.Group, r *member.Reader) {
	if len(p.b.Totals) == 0 {
		return
	}
	sum := func(resource Resource) *jen.Statement { return jen.Id("sum").Index(dimension(resource)) }
	g.List(jen.Id("sum"), jen.Err()).Op(":=").Id(p.b.Sum).Call(jen.Id("entries"))
	g.Add(section.Fail())
	for _, total := range p.b.Totals {
		t := total.Into.Type()
		var value *jen.Statement
		switch total.Resource {
		case Tokens:
			in := dimension(TokensIn)
			g.List(jen.Id("tokens"), jen.Err()).Op(":=").Add(amounts()).Values(in.Clone().Op(":").Add(sum(TokensIn))).Dot("Plus").Call(
				amounts().Values(in.Clone().Op(":").Add(sum(TokensOut))))
			g.Add(section.Fail())
			value = jen.Id("tokens").Index(in)
		case CostNano:
			value = gofile.Budget.Dot("Dollars").Call(sum(CostNano))
			if t.Resolved().Kind == model.Int {
				value = gofile.Limits.Dot("Up").Call(value)
			}
		case WallTime:
			value = jen.Parens(sum(WallTime)).Op("/").Int64().Parens(gofile.Time.Dot("Millisecond"))
		default:
			value = sum(total.Resource)
		}
		r.Write(g, jen.Id("next"), total.Into, section.To(t, value))
	}
}

// count prints the counting, in a variable, of the entries that have one of some
// values.
func (p *budgetPrinter) count(g *jen.Group, r *member.Reader, c *Count, n string) {
	var values []jen.Code
	for _, v := range c.Values {
		values = append(values, gofile.Quote(v))
	}
	g.Id(n).Op(":=").Int64().Parens(jen.Lit(0))
	g.For(jen.Id("i").Op(":=").Range().Id("entries")).Block(
		jen.If(jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Id(p.Reader(c.Of)).Call(jen.Op("&").Id("entries").Index(jen.Id("i"))), jen.Id("ok")).Block(
			jen.Switch(jen.Id("v")).Block(jen.Case(values...).Block(jen.Id(n).Op("++")))))
	r.Write(g, jen.Id("next"), c.Into, section.To(c.Into.Type(), jen.Id(n)))
}

// reserve prints the question whether there is room, and what follows from the
// answer. The size is that of the document once it says that it has run out of
// bytes, so that there is always room to say so.
func (p *budgetPrinter) reserve(g *jen.Group) {
	b := p.b
	measured := "next"
	if p.says(Bytes) {
		measured = "closed"
		g.Id("closed").Op(":=").Id("next")
		g.Id(b.Exhaust).Call(jen.Op("&").Id("closed"), dimension(Bytes))
	}
	g.List(jen.Id("size"), jen.Err()).Op(":=").Add(gofile.JSONScan.Dot("EncodedSize")).Call(jen.Id(measured).Dot(gofile.Encode(b.Document)))
	g.Add(section.Fail())
	g.Id("used").Op(":=").Id("b").Dot("scope").Dot("Used").Call()
	g.Id("spent").Index(dimension(Bytes)).Op("=").Max(jen.Lit(0), jen.Id("size").Op("-").Id("used").Index(dimension(Bytes)))
	g.Var().Id("beyond").Op("*").Add(gofile.Budget.Dot("ExceededError"))
	beyond := gofile.Errors.Dot("As").Call(jen.Err(), jen.Op("&").Id("beyond"))
	bytes := jen.Id("spent").Index(dimension(Bytes))
	if b.Leave > 0 {
		g.Comment(fmt.Sprintf("%d bytes are left free, to end the document in.", b.Leave))
		bytes.Op("+").Lit(int(b.Leave))
	}
	g.List(jen.Id("reservation"), jen.Err()).Op(":=").Id("b").Dot("scope").Dot("Reserve").Call(amounts().Values(
		dimension(Iterations).Op(":").Lit(1), dimension(Bytes).Op(":").Add(bytes)))
	g.If(jen.Err().Op("==").Nil()).Block(
		jen.Err().Op("=").Id("reservation").Dot("Settle").Call(jen.Id("spent")),
		jen.If(jen.Err().Op("!=").Nil().Op("&&").Op("!").Add(beyond)).Block(
			jen.Return(gofile.Errors.Dot("Join").Call(jen.Err(), jen.Id("reservation").Dot("Release").Call()))),
		jen.Op("*").Id("x").Op("=").Id("next"))
	if len(b.Exhausted) > 0 {
		g.If(beyond).Block(jen.Id(b.Exhaust).Call(jen.Id("x"), jen.Id("beyond").Dot("Dimension")))
	}
	g.Return(jen.Err())
}

// says whether something is written when a resource has run out.
func (p *budgetPrinter) says(r Resource) bool {
	for _, e := range p.b.Exhausted {
		if e.Resource == r {
			return true
		}
	}
	return false
}

// room prints the method that asks for room before anything is done for an entry.
func (p *budgetPrinter) room() {
	b := p.b
	text := "Reserve asks for room for one more entry of x, before anything is paid for it: what is reserved counts against others who ask. " +
		"Where there is none it returns a *budget.ExceededError"
	if len(b.Exhausted) > 0 {
		text += ", and x says so"
	}
	text += ". Release the reservation before Add, or where the entry is given up."
	p.Add(gofile.Comment(text))
	p.Func().Params(jen.Id("b").Op("*").Id(b.Type)).Id("Reserve").Params(jen.Id("x").Add(p.document())).Params(gofile.Budget.Dot("Reservation"), jen.Error()).BlockFunc(func(g *jen.Group) {
		g.If(jen.Id("x").Op("==").Nil()).Block(jen.Return(gofile.Budget.Dot("Reservation").Values(), gofile.Budget.Dot("ErrNoDocument")))
		g.List(jen.Id("reservation"), jen.Err()).Op(":=").Id("b").Dot("scope").Dot("Reserve").Call(
			amounts().Values(gofile.Budget.Dot("Iterations").Op(":").Lit(1)))
		if len(b.Exhausted) > 0 {
			g.Var().Id("beyond").Op("*").Add(gofile.Budget.Dot("ExceededError"))
			g.If(gofile.Errors.Dot("As").Call(jen.Err(), jen.Op("&").Id("beyond"))).Block(
				jen.Id(b.Exhaust).Call(jen.Id("x"), jen.Id("beyond").Dot("Dimension")))
		}
		g.Return(jen.Id("reservation"), jen.Err())
	})
	p.Line()
}

// exhaust prints the function that writes that a resource has run out.
func (p *budgetPrinter) exhaust() {
	if len(p.b.Exhausted) == 0 {
		return
	}
	var cases []jen.Code
	for _, e := range p.b.Exhausted {
		cases = append(cases, jen.Case(dimension(e.Resource)).BlockFunc(func(g *jen.Group) {
			var r member.Reader
			for _, w := range e.Writes {
				r.Own(g, jen.Id("x"), w.Into)
			}
			for _, w := range e.Writes {
				r.Write(g, jen.Id("x"), w.Into, constantOf(w.Into.Type(), w.Value))
			}
		}))
	}
	p.Add(gofile.Comment(p.b.Exhaust + " writes into x that a resource has run out."))
	p.Func().Id(p.b.Exhaust).Params(jen.Id("x").Add(p.document()), jen.Id("resource").Add(gofile.Budget.Dot("Dimension"))).Block(
		jen.Switch(jen.Id("resource")).Block(cases...))
	p.Line()
}

// constantOf prints a text as a value of a type: an enum's constant where it has
// one.
func constantOf(t *model.Type, text string) *jen.Statement {
	if t.Kind == model.Named && t.Decl.Kind == model.Enum {
		for _, v := range t.Decl.Enum {
			if v.Text == text {
				return gofile.In(t.Decl, v.Name)
			}
		}
	}
	return section.To(t, gofile.Quote(text))
}

// number converts an int64 to a member's type.
func number(t *model.Type, v *jen.Statement) *jen.Statement {
	if t.Kind == model.Int && t.Go == "int64" {
		return v
	}
	return gofile.Type(t).Parens(v)
}
