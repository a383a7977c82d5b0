package budget

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/emit/member"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// kind prints the description of the documents whose entries spend.
func (p *budgetPrinter) kind() {
	b := p.b
	var fields []jen.Code
	field := func(name string, value jen.Code) { fields = append(fields, gofile.Keyed(name, value)) }
	field("Name", gofile.Quote(b.Document.Name))
	field("At", gofile.Quote(b.Entries.Pointer))
	field("Entries", jen.Id(p.Reader(b.Entries)))
	field("Spent", jen.Id(b.Spent))
	if len(b.Most) > 0 {
		field("Most", p.most())
	}
	field("Extend", jen.Id(b.Extend))
	field("Size", jen.Func().Params(jen.Id("x").Add(p.document())).Params(jen.Int64(), jen.Error()).Add(
		gofile.OnLine(jen.Return(gofile.JSONScan.Dot("EncodedSize").Call(jen.Id("x").Dot(gofile.Encode(b.Document)))))))
	if len(b.Exhausted) > 0 {
		field("Exhaust", jen.Id(b.Exhaust))
	}
	if b.Leave > 0 {
		field("Leave", jen.Lit(int(b.Leave)))
	}
	if b.Until != nil {
		field("Complete", jen.Func().Params(jen.Id("x").Add(p.document())).Bool().Block(
			jen.List(jen.Id("_"), jen.Id("ok")).Op(":=").Id(p.Reader(b.Until)).Call(jen.Id("x")),
			jen.Return(jen.Id("ok"))))
		field("End", gofile.Quote(b.Until.Pointer))
	}
	if b.Number != nil {
		field("Number", p.ReaderOf(b.Number, model.Int))
		field("Renumber", p.renumber())
		field("Equal", gofile.Whole.Dot("Equal").Types(gofile.In(b.Entry, b.Entry.Name)))
	}
	p.Declare(b.Kind+" says how the documents of "+b.Type+" spend.",
		jen.Var().Id(b.Kind).Op("=").Add(gofile.Spending.Dot("Kind")).
			Types(gofile.In(b.Document, b.Document.Name), gofile.Type(b.Entries.Type()), gofile.In(b.Entry, b.Entry.Name), p.limitsType()).Values(gofile.OnLines(fields)...))
}

// most prints the function that says what may be spent. A limit below zero is none.
func (p *budgetPrinter) most() jen.Code {
	whole := &model.Type{Kind: model.Int, Go: "int64"}
	params := []jen.Code{jen.Id("x").Add(p.document()), jen.Id("l").Add(p.limitsType()), jen.Id("most").Op("*").Add(gofile.Spending.Dot("Most"))}
	return jen.Func().Params(params...).BlockFunc(func(g *jen.Group) {
		for _, m := range p.b.Most {
			set := func(t *model.Type, v *jen.Statement) *jen.Statement {
				return counted(jen.Id("most"), m.Resource, m.Unit, t, v)
			}
			switch a := m.Amount; {
			case a.Limit != nil:
				field := jen.Id("l").Dot(a.Limit.Name)
				g.If(field.Clone().Op(">=").Lit(0)).Block(set(whole, field))
			case a.Member != nil:
				g.If(jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Id(p.Reader(a.Member)).Call(jen.Id("x")), jen.Id("ok")).Block(set(a.Member.Type(), jen.Id("v")))
			default:
				g.Add(set(whole, jen.Lit(int(a.Number))))
			}
		}
	})
}

// counted prints the call by which a collector takes a number of the schema's units;
// at is what it takes first.
func counted(collector *jen.Statement, r Resource, unit string, t *model.Type, v *jen.Statement, at ...jen.Code) *jen.Statement {
	v = section.As(basicOf(t), t, v)
	call := func(method string, args ...jen.Code) *jen.Statement {
		return collector.Dot(method).Call(append(at, args...)...)
	}
	switch {
	case r == CostUSD && t.Resolved().Kind == model.Float:
		return call("Dollars", v)
	case r == CostUSD:
		return call("WholeDollars", v)
	case r == WallTimeMS:
		return call("Milliseconds", v)
	case unit != "":
		return call("Bytes", v, gofile.Limits.Dot(unit))
	}
	return call("Count", dimension(r), v)
}

// basicOf is the basic type that numbers of a type are computed with.
func basicOf(t *model.Type) *jen.Statement {
	if t.Resolved().Kind == model.Float {
		return jen.Float64()
	}
	return jen.Int64()
}

// spent prints the function that says what one entry took.
func (p *budgetPrinter) spent() {
	read := func(r Resource, a *model.Access) *jen.Statement {
		return jen.If(jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Id(p.Reader(a)).Call(jen.Id("x")), jen.Id("ok")).
			Block(counted(jen.Id("spent"), r, "", a.Type(), jen.Id("v"), gofile.Quote(a.Pointer)))
	}
	p.Declare(p.b.Spent+" returns what one of the "+p.b.Entries.Pointer+" took. The error says which member is not an amount.",
		jen.Func().Id(p.b.Spent).Params(jen.Id("x").Add(p.entry())).Params(amounts(), jen.Error()).BlockFunc(func(g *jen.Group) {
			g.Var().Id("spent").Add(gofile.Spending.Dot("Tally"))
			for _, r := range p.b.Reads {
				first := read(r.Resource, r.Members[0])
				if len(r.Members) == 2 {
					first.Else().Add(read(r.Resource, r.Members[1]))
				} else if len(r.Members) > 2 {
					first.Else().BlockFunc(func(g *jen.Group) {
						for _, a := range r.Members[1:] {
							g.Add(read(r.Resource, a))
						}
					})
				}
				g.Add(first)
			}
			g.Return(jen.Id("spent").Dot("Entry").Call())
		}))
}

// extend prints the function that gives a copy of a document other entries, and its own
// objects wherever it writes.
func (p *budgetPrinter) extend() {
	b := p.b
	next, entries := jen.Id("next"), jen.Id("entries")
	p.Declare(b.Extend+" gives a copy of a document other "+b.Entries.Pointer+" and the totals of all. Objects that next shares with the document stay as they are.",
		jen.Func().Id(b.Extend).Params(jen.Id("next").Add(p.document()), jen.Id("entries").Add(gofile.Type(b.Entries.Type()))).Error().BlockFunc(func(g *jen.Group) {
			var r member.Reader
			r.Own(g, next, b.Entries)
			for _, total := range b.Totals {
				r.Own(g, next, total.Into)
			}
			for _, count := range b.Counts {
				r.Own(g, next, count.Into)
			}
			r.Write(g, next, b.Entries, entries)
			p.totals(g, &r)
			for _, c := range b.Counts {
				args := append([]jen.Code{entries, jen.Id(p.Reader(c.Of))}, gofile.Quotes(c.Values)...)
				r.Write(g, next, c.Into, section.To(c.Into.Type(), gofile.Spending.Dot("Count").Call(args...)))
			}
			g.Return(jen.Nil())
		}))
}

// totals prints the writing of what all entries took.
func (p *budgetPrinter) totals(g *jen.Group, r *member.Reader) {
	if len(p.b.Totals) == 0 {
		return
	}
	sum := func(resource Resource) *jen.Statement { return jen.Id("sum").Index(dimension(resource)) }
	g.List(jen.Id("sum"), jen.Err()).Op(":=").Add(gofile.Spending.Dot("Sum")).Call(gofile.Quote(p.b.Entries.Pointer), jen.Id("entries"), jen.Id(p.b.Spent))
	g.Add(section.Fail())
	for _, total := range p.b.Totals {
		t := total.Into.Type()
		var value *jen.Statement
		switch total.Resource {
		case Tokens:
			g.List(jen.Id("tokens"), jen.Err()).Op(":=").Add(gofile.Spending.Dot("Tokens")).Call(jen.Id("sum"))
			g.Add(section.Fail())
			value = jen.Id("tokens")
		case CostUSD:
			value = gofile.Budget.Dot("Dollars").Call(sum(CostUSD))
			if t.Resolved().Kind == model.Int {
				value = gofile.Limits.Dot("Up").Call(value)
			}
		case WallTimeMS:
			value = jen.Parens(sum(WallTimeMS)).Op("/").Int64().Parens(gofile.Time.Dot("Millisecond"))
		default:
			value = sum(total.Resource)
		}
		r.Write(g, jen.Id("next"), total.Into, section.To(t, value))
	}
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
				r.Write(g, jen.Id("x"), w.Into, constantOf(w.Into.Type(), w.Value.Text))
			}
		}))
	}
	p.Declare(p.b.Exhaust+" writes into x that a resource has run out.",
		jen.Func().Id(p.b.Exhaust).Params(jen.Id("x").Add(p.document()), jen.Id("resource").Add(gofile.Budget.Dot("Dimension"))).Block(
			jen.Switch(jen.Id("resource")).Block(cases...)))
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

// renumber prints the function that writes the number of an entry.
func (p *budgetPrinter) renumber() *jen.Statement {
	a := p.b.Number
	return jen.Func().Params(jen.Id("x").Add(p.entry()), jen.Id("n").Int64()).BlockFunc(func(g *jen.Group) {
		var r member.Reader
		r.Own(g, jen.Id("x"), a)
		r.Write(g, jen.Id("x"), a, section.To(a.Type(), jen.Id("n")))
	})
}
