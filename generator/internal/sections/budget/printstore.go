package budget

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/sections/stores"
)

// limitsOf are the limits of the documents of a store.
func (s *Section) limitsOf(store *stores.Store) jen.Code {
	switch {
	case s.budget.UsesLimits && s.stores.HasLimits(store):
		return jen.Id("s").Dot("Limits")
	case s.budget.UsesLimits:
		return jen.Id(s.limits.Defaults()).Call()
	}
	return jen.Struct().Values()
}

// inStore prints a method of a store that the runtime has for all kinds of documents.
// Args are its parameters behind the context and the key.
func (p *budgetPrinter) inStore(store *stores.Store, l jen.Code, comment, name string, args []jen.Code, results ...jen.Code) {
	key, keyType := store.KeyParam()
	params, call := []jen.Code{jen.Id("ctx").Add(gofile.Context.Dot("Context")), jen.Id(key).Add(keyType)}, []jen.Code{jen.Id("ctx"), jen.Id(key)}
	for i := 0; i < len(args); i += 2 {
		params, call = append(params, jen.Add(args[i], args[i+1])), append(call, args[i])
	}
	p.Declare(comment,
		jen.Func().Params(jen.Id("s").Op("*").Id(store.Name)).Id(name).Params(params...).Params(results...).Block(
			jen.Return(gofile.Spending.Dot("In").Call(jen.Id("s").Dot("Documents"), jen.Op("&").Id(p.b.Kind), l).Dot(name).Call(call...))))
}

// storeReserve prints the method of a store that reserves room in a document.
func (p *budgetPrinter) storeReserve(store *stores.Store, l jen.Code) {
	text := "Reserve keeps room in a document for one more of its " + p.b.Entries.Pointer + ", and for more of what that takes, before anything is spent on it: " +
		"against all other processes, until Record or Release is given the reservation, or the lease ends. Where there is no room it returns a *budget.ExceededError"
	if len(p.b.Exhausted) > 0 {
		text += "; where that is not for the reservations of others, the document says so then"
	}
	p.inStore(store, l, text+"."+p.b.ends(), "Reserve", []jen.Code{jen.Id("lease"), gofile.Time.Dot("Duration"), jen.Id("more"), amounts()},
		jen.Id("reservation").String(), jen.Err().Error())
}

// storeGrant prints the method of a store that gives part of a document's budget
// to somebody who spends it by itself.
func (p *budgetPrinter) storeGrant(store *stores.Store, l jen.Code) {
	text := "Grant gives a part of a document's budget away, as to the document of a child: it reserves the hard limits, beside the room for one more of the " + p.b.Entries.Pointer +
		", and the scope has them. " + p.b.Open + " of the child takes the scope. To settle, give Record the reservation with an entry that says what the scope has used, or else Release."
	p.inStore(store, l, text, "Grant", []jen.Code{jen.Id("lease"), gofile.Time.Dot("Duration"), jen.Id("most"), gofile.Budget.Dot("Limits")},
		jen.Id("reservation").String(), jen.Id("scope").Op("*").Add(gofile.Budget.Dot("Scope")), jen.Err().Error())
}

// storeRecord prints the method of a store that adds an entry to a document.
func (p *budgetPrinter) storeRecord(store *stores.Store, l jen.Code) {
	text := "Record adds an entry to the " + p.b.Entries.Pointer + " of a document with all that follows from it, as " + p.b.Type + ".Add does, in the room of a reservation, which it ends; " +
		"\"\" for none, then there must be room beside those of others. What is acknowledged is in the document."
	if p.b.Number != nil {
		text += " An entry that says its number and is there already, under it or a later one, is not added again: what was interrupted may be recorded once more."
	}
	text += p.b.ends()
	p.inStore(store, l, text, "Record", []jen.Code{jen.Id("reservation"), jen.String(), jen.Id("entry"), gofile.In(p.b.Entry, p.b.Entry.Name)}, jen.Error())
}
