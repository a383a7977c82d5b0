package budget

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/member"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/sections/stores"
	"github.com/dave/jennifer/jen"
)

// openArgs are what the budget of a document of a store is opened with.
func (s *Section) openArgs(store *stores.Store) []jen.Code {
	args := []jen.Code{jen.Id("x")}
	switch {
	case s.budget.UsesLimits && s.stores.HasLimits(store):
		args = append(args, jen.Id("s").Dot("Limits"))
	case s.budget.UsesLimits:
		args = append(args, jen.Id(s.limits.Defaults()).Call())
	}
	return append(args, jen.Nil(), gofile.Quote(s.budget.Document.Name))
}

func (p *budgetPrinter) openIn(g *jen.Group, args []jen.Code) {
	g.List(jen.Id("b"), jen.Err()).Op(":=").Id(p.b.Open).Call(args...)
	g.Add(section.Fail())
}

// storeReserve prints the method of a store that reserves room in a document.
func (p *budgetPrinter) storeReserve(store *stores.Store, open []jen.Code) {
	key, keyType := store.KeyParam()
	text := "Reserve keeps room in a document for one more of its " + p.b.Entries.Pointer + ", and for more of what that takes, before anything is spent on it: " +
		"against all other processes, until Record or Release is given the id, or the lease ends. Where there is no room it returns a *budget.ExceededError"
	if len(p.b.Exhausted) > 0 {
		text += "; where that is not for the reservations of others, the document says so then"
	}
	p.Add(gofile.Comment(text + "."))
	p.Func().Params(jen.Id("s").Op("*").Id(store.Name)).Id("Reserve").
		Params(jen.Id("ctx").Add(gofile.Context.Dot("Context")), jen.Id(key).Add(keyType), jen.Id("lease").Add(gofile.Time.Dot("Duration")), jen.Id("more").Add(amounts())).
		Params(jen.Id("id").String(), jen.Err().Error()).BlockFunc(func(g *jen.Group) {
		g.List(jen.Id("more"), jen.Err()).Op("=").Id("more").Dot("Plus").Call(amounts().Values(dimension(Iterations).Op(":").Lit(1)))
		g.Add(section.Fail(jen.Lit("")))
		g.List(jen.Id("id"), jen.Err()).Op("=").Id("s").Dot("Documents").Dot("Reserve").Call(jen.Id("ctx"), jen.Id(key), jen.Id("lease"), jen.Id("more"),
			jen.Func().Params(jen.Id("x").Add(p.document()), jen.Id("reserved").Add(amounts())).Error().BlockFunc(func(g *jen.Group) {
				p.openIn(g, open)
				g.List(jen.Id("_"), jen.Err()).Op("=").Id("b").Dot("scope").Dot("Reserve").Call(jen.Id("reserved"))
				g.Return(jen.Err())
			}))
		if len(p.b.Exhausted) == 0 {
			g.Return(jen.Id("id"), jen.Err())
			return
		}
		g.Var().Id("beyond").Op("*").Add(gofile.Budget.Dot("ExceededError"))
		g.If(jen.Op("!").Add(gofile.Errors.Dot("As")).Call(jen.Err(), jen.Op("&").Id("beyond"))).Block(jen.Return(jen.Id("id"), jen.Err()))
		g.Return(jen.Lit(""), gofile.Errors.Dot("Join").Call(jen.Err(), jen.Id("s").Dot("Update").Call(jen.Id("ctx"), jen.Id(key),
			jen.Func().Params(jen.Id("x").Add(p.document())).Error().BlockFunc(func(g *jen.Group) {
				p.openIn(g, open)
				g.If(jen.List(jen.Id("_"), jen.Err()).Op(":=").Id("b").Dot("Reserve").Call(jen.Id("x")), jen.Op("!").Add(gofile.Errors.Dot("As")).Call(jen.Err(), jen.Op("&").Id("beyond"))).Block(
					jen.Return(jen.Err()))
				g.Return(jen.Nil())
			}))))
	})
	p.Line()
}

// storeGrant prints the method of a store that gives part of a document's budget
// to somebody who spends it by itself.
func (p *budgetPrinter) storeGrant(store *stores.Store) {
	key, keyType := store.KeyParam()
	p.Add(gofile.Comment("Grant gives a part of a document's budget away, as to the document of a child: it reserves the hard limits, beside the room for one more of the " + p.b.Entries.Pointer +
		", and the scope has them. " + p.b.Open + " of the child takes the scope. To settle, give Record the id with an entry that says what the scope has used, or else Release."))
	p.Func().Params(jen.Id("s").Op("*").Id(store.Name)).Id("Grant").
		Params(jen.Id("ctx").Add(gofile.Context.Dot("Context")), jen.Id(key).Add(keyType), jen.Id("lease").Add(gofile.Time.Dot("Duration")), jen.Id("most").Add(gofile.Budget.Dot("Limits"))).
		Params(jen.Id("id").String(), jen.Id("scope").Op("*").Add(gofile.Budget.Dot("Scope")), jen.Err().Error()).Block(
		jen.List(jen.Id("scope"), jen.Err()).Op("=").Add(gofile.Budget.Dot("New")).Call(jen.Lit("granted"), jen.Id("most")),
		section.Fail(jen.Lit(""), jen.Nil()),
		jen.List(jen.Id("id"), jen.Err()).Op("=").Id("s").Dot("Reserve").Call(jen.Id("ctx"), jen.Id(key), jen.Id("lease"), jen.Id("most").Dot("Hard").Call()),
		section.Fail(jen.Lit(""), jen.Nil()),
		jen.Return(jen.Id("id"), jen.Id("scope"), jen.Nil()))
	p.Line()
}

// storeRecord prints the method of a store that adds an entry to a document.
func (p *budgetPrinter) storeRecord(store *stores.Store, open []jen.Code) {
	key, keyType := store.KeyParam()
	text := "Record adds an entry to the " + p.b.Entries.Pointer + " of a document with all that follows from it, as " + p.b.Type + ".Add does, in the room of a reservation, which it ends; " +
		"\"\" for none, then there must be room beside those of others. What is acknowledged is in the document."
	if p.b.Number != nil {
		text += " An entry that says its number and is there already, under it or a later one, is not added again: what was interrupted may be recorded once more."
	}
	p.Add(gofile.Comment(text))
	p.Func().Params(jen.Id("s").Op("*").Id(store.Name)).Id("Record").
		Params(jen.Id("ctx").Add(gofile.Context.Dot("Context")), jen.Id(key).Add(keyType), jen.Id("reservation").String(), jen.Id("entry").Id(p.b.Entry.Name)).
		Error().BlockFunc(func(g *jen.Group) {
		g.Var().Id("beyond").Op("*").Add(gofile.Budget.Dot("ExceededError"))
		g.Err().Op(":=").Id("s").Dot("Update").Call(jen.Id("ctx"), jen.Id(key),
			jen.Func().Params(jen.Id("x").Add(p.document())).Error().BlockFunc(func(g *jen.Group) {
				if p.b.Number != nil {
					g.If(jen.Id(p.b.Has).Call(jen.Id("x"), jen.Id("entry"))).Block(jen.Return(jen.Nil()))
				}
				p.openIn(g, open)
				g.List(jen.Id("others"), jen.Id("held"), jen.Err()).Op(":=").Id("s").Dot("ReservedByOthers").Call(jen.Id(key), jen.Id("reservation"))
				g.If(jen.Err().Op("==").Nil().Op("&&").Op("!").Id("held")).Block(
					jen.List(jen.Id("_"), jen.Err()).Op("=").Id("b").Dot("scope").Dot("Reserve").Call(jen.Id("others")))
				g.Add(section.Fail())
				g.If(jen.Err().Op(":=").Id("b").Dot("Add").Call(jen.Id("x"), jen.Id("entry")), jen.Op("!").Add(gofile.Errors.Dot("As")).Call(jen.Err(), jen.Op("&").Id("beyond"))).Block(
					jen.Return(jen.Err()))
				g.Return(jen.Nil())
			}))
		g.If(jen.Id("beyond").Op("!=").Nil()).Block(jen.Err().Op("=").Add(gofile.Errors.Dot("Join")).Call(jen.Id("beyond"), jen.Err()))
		g.If(jen.Id("reservation").Op("==").Lit("").Op("||").Err().Op("!=").Nil().Op("&&").Id("beyond").Op("==").Nil()).Block(jen.Return(jen.Err()))
		g.Return(gofile.Errors.Dot("Join").Call(jen.Err(), jen.Id("s").Dot("Release").Call(jen.Id("ctx"), jen.Id(key), jen.Id("reservation"))))
	})
	p.Line()
}

// has prints the function that finds an entry by its number.
func (p *budgetPrinter) has() {
	if p.b.Number == nil {
		return
	}
	entry := jen.Id("entries").Index(jen.Id("i"))
	number := p.Reader(p.b.Number)
	p.Add(gofile.Comment(p.b.Has + " reports whether x has an entry, under its number or a later one."))
	p.Func().Id(p.b.Has).Params(jen.Id("x").Add(p.document()), jen.Id("entry").Id(p.b.Entry.Name)).Bool().BlockFunc(func(g *jen.Group) {
		g.List(jen.Id("first"), jen.Id("ok")).Op(":=").Id(number).Call(jen.Op("&").Id("entry"))
		g.If(jen.Op("!").Id("ok").Op("||").Id("first").Op("<").Lit(1)).Block(jen.Return(jen.False()))
		var r member.Reader
		r.Own(g, jen.Id("entry"), p.b.Number)
		g.List(jen.Id("entries"), jen.Id("_")).Op(":=").Id(p.Reader(p.b.Entries)).Call(jen.Id("x"))
		g.For(jen.Id("i").Op(":=").Range().Id("entries")).BlockFunc(func(g *jen.Group) {
			g.List(jen.Id("n"), jen.Id("_")).Op(":=").Id(number).Call(jen.Op("&").Add(entry.Clone()))
			g.If(jen.Id("n").Op("<").Id("first")).Block(jen.Continue())
			r.Write(g, jen.Id("entry"), p.b.Number, jen.Id("n"))
			g.If(gofile.Whole.Dot("Equal").Call(jen.Op("&").Add(entry), jen.Op("&").Id("entry"))).Block(jen.Return(jen.True()))
		})
		g.Return(jen.False())
	})
	p.Line()
}
