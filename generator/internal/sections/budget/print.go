package budget

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/dave/jennifer/jen"
)

// Files prints budget.go; there is none without a budget.
func (s *Section) Files(from *section.Printer) []*gofile.File {
	if s.budget == nil {
		return nil
	}
	f := from.Open("budget.go")
	p := &budgetPrinter{File: f, b: s.budget, limits: s.limits.TypeName(), operations: s.protocol.HasOperations()}
	p.structure()
	p.open()
	p.add()
	p.spent()
	p.sum()
	p.room()
	p.exhaust()
	recorded := false
	for _, store := range s.stores.Stores() {
		if store.IsDocument() && len(store.Path.Args) > 0 {
			p.storeReserve(store, s.openArgs(store))
			p.storeGrant(store)
			p.storeRecord(store, s.openArgs(store))
			recorded = true
		}
	}
	if recorded {
		p.has()
	}
	f.PrintReaders()
	return []*gofile.File{f.File}
}

type budgetPrinter struct {
	*section.File
	b          *Budget
	limits     string // Go name of the struct of limits
	operations bool   // there are drivers, which take guards
}

func dimension(r Resource) *jen.Statement { return gofile.Budget.Dot(string(r)) }

func amounts() *jen.Statement { return gofile.Budget.Dot("Amounts") }

func (p *budgetPrinter) document() *jen.Statement { return jen.Op("*").Id(p.b.Document.Name) }

// needDocument prints the refusal of nil in place of the document x.
func needDocument(results ...jen.Code) jen.Code {
	return jen.If(jen.Id("x").Op("==").Nil()).Block(jen.Return(append(results, gofile.Budget.Dot("ErrNoDocument"))...))
}

func (p *budgetPrinter) structure() {
	p.Add(gofile.Comment(p.b.Type + " counts what the " + p.b.Entries.Pointer + " of a " + p.b.Document.Name + " spend, and adds them as long as it lasts. " +
		"The scope may be used by many goroutines at once, a document by one."))
	p.Type().Id(p.b.Type).Struct(jen.Id("scope").Op("*").Add(gofile.Budget.Dot("Scope")))
	p.Line()
	p.guard()
	p.Comment("Scope returns where the spending is counted, for reservations of the caller's own.")
	p.Func().Params(jen.Id("b").Op("*").Id(p.b.Type)).Id("Scope").Params().Op("*").Add(gofile.Budget.Dot("Scope")).Block(jen.Return(jen.Id("b").Dot("scope")))
	p.Line()
}

// guard prints the method that makes a guard of the budget.
func (p *budgetPrinter) guard() {
	if !p.operations {
		return
	}
	p.Add(gofile.Comment("Guard stops an operation before a step once the budget, or one around it, is beyond a hard limit. Soft limits only warn: see budget.Scope.Check."))
	p.Func().Params(jen.Id("b").Op("*").Id(p.b.Type)).Id("Guard").Params().Add(gofile.Protocol.Dot("Guard")).Block(
		jen.Return(jen.Func().Params(gofile.Context.Dot("Context"), jen.Op("*").Add(gofile.Protocol.Dot("Call"))).Error().Block(
			jen.Err().Op(":=").Id("b").Dot("scope").Dot("Check").Call(),
			jen.Var().Id("beyond").Op("*").Add(gofile.Budget.Dot("ExceededError")),
			jen.If(gofile.Errors.Dot("As").Call(jen.Err(), jen.Op("&").Id("beyond")).Op("&&").Id("beyond").Dot("Threshold").Op("==").Add(gofile.Budget.Dot("Soft"))).Block(jen.Return(jen.Nil())),
			jen.Return(jen.Err()))))
	p.Line()
}

// open prints the function that makes the budget of a document.
func (p *budgetPrinter) open() {
	params := []jen.Code{jen.Id("x").Add(p.document())}
	if p.b.UsesLimits {
		params = append(params, jen.Id("l").Id(p.limits))
	}
	params = append(params, jen.Id("parent").Op("*").Add(gofile.Budget.Dot("Scope")), jen.Id("name").String())
	p.Add(gofile.Comment(p.b.Open + " makes the budget of x as the scope called name below parent, or as one of its own where parent is nil. " +
		"What x has spent counts as used, but for what the scope has counted before, as one that was restored from a checkpoint has. " +
		"A document that is beyond its budget opens all the same: then Add refuses."))
	p.Func().Id(p.b.Open).Params(params...).Params(jen.Op("*").Id(p.b.Type), jen.Error()).BlockFunc(func(g *jen.Group) {
		g.Add(needDocument(jen.Nil()))
		g.Var().Id("scope").Op("*").Add(gofile.Budget.Dot("Scope"))
		g.Var().Err().Error()
		g.Id("most").Op(":=").Add(gofile.Budget.Dot("Limits")).Values()
		for _, m := range p.b.Most {
			p.most(g, m)
		}
		g.If(jen.Id("parent").Op("==").Nil()).Block(
			jen.List(jen.Id("scope"), jen.Err()).Op("=").Add(gofile.Budget.Dot("New")).Call(jen.Id("name"), jen.Id("most")),
		).Else().Block(
			jen.List(jen.Id("scope"), jen.Err()).Op("=").Id("parent").Dot("Child").Call(jen.Id("name"), jen.Id("most")))
		g.Add(section.Fail(jen.Nil()))
		g.List(jen.Id("entries"), jen.Id("_")).Op(":=").Id(p.Reader(p.b.Entries)).Call(jen.Id("x"))
		g.List(jen.Id("spent"), jen.Err()).Op(":=").Id(p.b.Sum).Call(jen.Id("entries"))
		g.Add(section.Fail(jen.Nil()))
		g.List(jen.Id("spent").Index(dimension(Bytes)), jen.Err()).Op("=").Add(gofile.JSONScan.Dot("EncodedSize")).Call(jen.Id("x").Dot(gofile.Encode(p.b.Document)))
		g.Add(section.Fail(jen.Nil()))
		g.Id("before").Op(":=").Id("scope").Dot("Used").Call()
		g.Var().Id("beyond").Op("*").Add(gofile.Budget.Dot("ExceededError"))
		g.If(jen.Err().Op(":=").Id("scope").Dot("Charge").Call(jen.Id("spent").Dot("Beyond").Call(jen.Id("before"))),
			jen.Err().Op("!=").Nil().Op("&&").Op("!").Add(gofile.Errors.Dot("As")).Call(jen.Err(), jen.Op("&").Id("beyond"))).Block(jen.Return(jen.Nil(), jen.Err()))
		g.Return(jen.Op("&").Id(p.b.Type).Values(jen.Id("scope").Op(":").Id("scope")), jen.Nil())
	})
	p.Line()
}

// most prints the limit of a resource. A limit below zero is none.
func (p *budgetPrinter) most(g *jen.Group, m *Most) {
	set := func(value jen.Code) jen.Code {
		return jen.Id("most").Index(dimension(m.Resource)).Op("=").Add(gofile.Budget.Dot("Limit")).Values(jen.Id("Hard").Op(":").Add(value))
	}
	whole := &model.Type{Kind: model.Int, Go: "int64"}
	counted := func(t *model.Type, v *jen.Statement) []jen.Code {
		value, fails := p.counted(m.Resource, m.Unit, t, v)
		if !fails {
			return []jen.Code{set(value)}
		}
		hard := jen.Id("hard" + string(m.Resource)) // numbers of the schema stand in one block
		return []jen.Code{jen.List(hard, jen.Err()).Op(":=").Add(value), section.Fail(jen.Nil()), set(hard)}
	}
	switch a := m.Amount; {
	case a.Limit != nil:
		field := jen.Id("l").Dot(a.Limit.Name)
		g.If(field.Clone().Op(">=").Lit(0)).Block(counted(whole, field)...)
	case a.Member != nil:
		g.If(jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Id(p.Reader(a.Member)).Call(jen.Id("x")), jen.Id("ok")).Block(counted(a.Member.Type(), jen.Id("v"))...)
	default:
		for _, line := range counted(whole, jen.Lit(int(a.Number))) {
			g.Add(line)
		}
	}
}

// counted prints a number of the schema's units in those of the budget; fails
// reports whether the expression has an error as well.
func (p *budgetPrinter) counted(r Resource, unit string, t *model.Type, v *jen.Statement) (value *jen.Statement, fails bool) {
	v = section.As(basicOf(t), t, v)
	isFloat := t.Resolved().Kind == model.Float
	switch {
	case r == CostNano && isFloat:
		return gofile.Budget.Dot("NanoDollars").Call(v), true
	case r == CostNano:
		return gofile.Budget.Dot("Times").Call(v, jen.Lit(1_000_000_000)), true
	case r == WallTime:
		return gofile.Budget.Dot("Milliseconds").Call(v), true
	case unit != "":
		return gofile.Budget.Dot("Times").Call(v, gofile.Limits.Dot(unit)), true
	}
	return v, false
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
	p.Add(gofile.Comment(p.b.Spent + " returns what one of the " + p.b.Entries.Pointer + " took. The error says which member is not an amount."))
	p.Func().Id(p.b.Spent).Params(jen.Id("x").Op("*").Id(p.b.Entry.Name)).Params(amounts(), jen.Error()).BlockFunc(func(g *jen.Group) {
		g.Id("spent").Op(":=").Add(amounts()).Values(dimension(Iterations).Op(":").Lit(1))
		for _, read := range p.b.Reads {
			first := jen.If(jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Id(p.Reader(read.Members[0])).Call(jen.Id("x")), jen.Id("ok")).
				BlockFunc(func(g *jen.Group) { p.plus(g, read.Resource, read.Members[0]) })
			if len(read.Members) > 1 {
				first.Else().BlockFunc(func(g *jen.Group) {
					for _, a := range read.Members[1:] {
						g.If(jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Id(p.Reader(a)).Call(jen.Id("x")), jen.Id("ok")).
							BlockFunc(func(g *jen.Group) { p.plus(g, read.Resource, a) })
					}
				})
			}
			g.Add(first)
		}
		g.Return(jen.Id("spent"), jen.Nil())
	})
	p.Line()
}

// plus prints the adding of a member, which is in v, to what was spent.
func (p *budgetPrinter) plus(g *jen.Group, r Resource, a *model.Access) {
	wrapped := jen.Return(amounts().Values(), gofile.Fmt.Dot("Errorf").Call(jen.Lit(section.Quoted(a.Pointer)+": %w"), jen.Err()))
	value, fails := p.counted(r, "", a.Type(), jen.Id("v"))
	if fails {
		g.List(jen.Id("n"), jen.Err()).Op(":=").Add(value)
		g.If(jen.Err().Op("!=").Nil()).Block(wrapped.Clone())
		value = jen.Id("n")
	}
	g.List(jen.Id("sum"), jen.Err()).Op(":=").Id("spent").Dot("Plus").Call(amounts().Values(dimension(r).Op(":").Add(value)))
	g.If(jen.Err().Op("!=").Nil()).Block(wrapped)
	g.Id("spent").Op("=").Id("sum")
}

// sum prints the function that adds up all entries.
func (p *budgetPrinter) sum() {
	p.Add(gofile.Comment(p.b.Sum + " returns what all entries took."))
	p.Func().Id(p.b.Sum).Params(jen.Id("entries").Add(gofile.Type(p.b.Entries.Type()))).Params(jen.Id("sum").Add(amounts()), jen.Err().Error()).Block(
		jen.For(jen.Id("i").Op(":=").Range().Id("entries")).Block(
			jen.List(jen.Id("spent"), jen.Err()).Op(":=").Id(p.b.Spent).Call(jen.Op("&").Id("entries").Index(jen.Id("i"))),
			jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Id("sum"), gofile.Fmt.Dot("Errorf").Call(jen.Lit(section.Quoted(p.b.Entries.Pointer)+"/%d%w"), jen.Id("i"), jen.Err()))),
			jen.If(jen.List(jen.Id("sum"), jen.Err()).Op("=").Id("sum").Dot("Plus").Call(jen.Id("spent")), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Id("sum"), jen.Err()))),
		jen.Return(jen.Id("sum"), jen.Nil()))
	p.Line()
}
