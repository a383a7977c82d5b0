package budget

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
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
	p.room()
	p.spent()
	for _, store := range s.stores.Stores() {
		if store.IsDocument() && len(store.Path.Args) > 0 {
			p.storeReserve(store, s.limitsOf(store))
			p.storeGrant(store, s.limitsOf(store))
			p.storeRecord(store, s.limitsOf(store))
		}
	}
	p.kind()
	p.extend()
	p.exhaust()
	f.PrintReaders()
	return []*gofile.File{f.File}
}

type budgetPrinter struct {
	*section.File
	b          *Budget
	limits     string // Go name of the struct of limits
	operations bool   // there are drivers, which take guards
}

func dimension(r Resource) *jen.Statement { return gofile.Budget.Dot(dimensions[r]) }

func amounts() *jen.Statement { return gofile.Budget.Dot("Amounts") }

func (p *budgetPrinter) document() *jen.Statement {
	return jen.Op("*").Add(gofile.In(p.b.Document, p.b.Document.Name))
}

func (p *budgetPrinter) entry() *jen.Statement {
	return jen.Op("*").Add(gofile.In(p.b.Entry, p.b.Entry.Name))
}

// limitsType is what the limits of a budget follow from.
func (p *budgetPrinter) limitsType() *jen.Statement {
	if p.b.UsesLimits {
		return jen.Id(p.limits)
	}
	return jen.Struct()
}

// method begins a method of the budget.
func (p *budgetPrinter) method(comment, name string) *jen.Statement {
	p.Add(gofile.Comment(comment))
	return p.Func().Params(jen.Id("b").Op("*").Id(p.b.Type)).Id(name)
}

func (p *budgetPrinter) structure() {
	scope := jen.Op("*").Add(gofile.Budget.Dot("Scope"))
	p.Declare(p.b.Type+" counts what the "+p.b.Entries.Pointer+" of a "+p.b.Document.Name+" spend, and adds them as long as it lasts. "+
		"The scope may be used by many goroutines at once, a document by one.",
		jen.Type().Id(p.b.Type).Struct(jen.Id("scope").Add(scope)))
	if p.operations {
		p.method("Guard stops an operation before a step once the budget, or one around it, is beyond a hard limit. Soft limits only warn: see budget.Scope.Check.", "Guard").
			Params().Add(gofile.Protocol.Dot("Guard")).Block(
			jen.Return(jen.Func().Params(gofile.Context.Dot("Context"), jen.Op("*").Add(gofile.Protocol.Dot("Call"))).Error().Block(
				jen.Return(gofile.Spending.Dot("Check").Call(jen.Id("b").Dot("scope"))))))
		p.Line()
	}
	p.method("Scope returns where the spending is counted, for reservations of the caller's own.", "Scope").
		Params().Add(scope).Block(jen.Return(jen.Id("b").Dot("scope")))
	p.Line()
}

// open prints the function that makes the budget of a document.
func (p *budgetPrinter) open() {
	params, l := []jen.Code{jen.Id("x").Add(p.document())}, p.limitsType().Values()
	if p.b.UsesLimits {
		l = jen.Id("l")
		params = append(params, l.Clone().Id(p.limits))
	}
	params = append(params, jen.Id("parent").Op("*").Add(gofile.Budget.Dot("Scope")), jen.Id("name").String())
	p.Declare(p.b.Open+" makes the budget of x as the scope called name below parent, or as one of its own where parent is nil. "+
		"What x has spent counts as used, but for what the scope has counted before, as one that was restored from a checkpoint has. "+
		"A document that is beyond its budget opens all the same: then Add refuses.",
		jen.Func().Id(p.b.Open).Params(params...).Params(jen.Op("*").Id(p.b.Type), jen.Error()).Block(
			jen.List(jen.Id("scope"), jen.Err()).Op(":=").Id(p.b.Kind).Dot("Open").Call(jen.Id("x"), l, jen.Id("parent"), jen.Id("name")),
			section.Fail(jen.Nil()),
			jen.Return(jen.Op("&").Id(p.b.Type).Values(jen.Id("scope").Op(":").Id("scope")), jen.Nil())))
}

// ends says what comments do of documents that are complete.
func (b *Budget) ends() string {
	if b.Until == nil {
		return ""
	}
	return " A document that has " + b.Until.Pointer + " is complete and stays as it is; the error wraps budget.ErrComplete."
}

// add prints the method that adds an entry as long as the budget lasts.
func (p *budgetPrinter) add() {
	text := "Add appends an entry to the " + p.b.Entries.Pointer + " of x and brings the totals up to date. " +
		"Where the budget has no room for one more it returns a *budget.ExceededError"
	if len(p.b.Exhausted) > 0 {
		text += ", and x says so and is otherwise as it was"
	} else {
		text += ", and x is as it was"
	}
	text += ". One that was crossed before, be it of a scope around, refuses every entry. What the entry took is spent already: when that is more than there was, it is recorded all the same, beside the error." + p.b.ends()
	p.method(text, "Add").Params(jen.Id("x").Add(p.document()), jen.Id("entry").Add(gofile.In(p.b.Entry, p.b.Entry.Name))).Error().Block(
		jen.Return(jen.Id(p.b.Kind).Dot("Add").Call(jen.Id("b").Dot("scope"), jen.Id("x"), jen.Id("entry"))))
	p.Line()
}

// room prints the method that asks for room before anything is done for an entry.
func (p *budgetPrinter) room() {
	text := "Reserve asks for room for one more entry of x, before anything is paid for it: what is reserved counts against others who ask. " +
		"Where there is none it returns a *budget.ExceededError"
	if len(p.b.Exhausted) > 0 {
		text += ", and x says so"
	}
	text += ". Release the reservation before Add, or where the entry is given up." + p.b.ends()
	p.method(text, "Reserve").Params(jen.Id("x").Add(p.document())).Params(gofile.Budget.Dot("Reservation"), jen.Error()).Block(
		jen.Return(jen.Id(p.b.Kind).Dot("Reserve").Call(jen.Id("b").Dot("scope"), jen.Id("x"))))
	p.Line()
}
