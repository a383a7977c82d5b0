package codec

import (
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// enumTable reads one of many listed values of kind k, no strings, which are
// found in a table.
func (sc *scope) enumTable(k kind.Set, values []*document.Node, p *plan.Plan, t target) {
	table := jen.Id(sc.e.table(p, k, values, sc.fn))
	find := func(name string, value jen.Code) *jen.Statement {
		return gofile.JSONScan.Dot(name).Call(table, value)
	}
	switch {
	case k != kind.Number:
		start := sc.let("start", method("Start"))
		sc.require(holds(method("Skip")))
		sc.require(unless(find("FindJSON", method("Span", start)), "<", jen.Lit(0)))
	case gofile.HoldsInts(values) && (t.none() || t.typ.Resolved().Kind == model.Int):
		n := jen.Id(sc.assignOK("n", method("Number")))
		sc.inTable(find("FindInt", n), table, t)
	default:
		name := "FindNumber"
		if gofile.HoldsInts(values) {
			name = "FindInt"
		}
		n := jen.Id(sc.assignOK("n", method("Number")))
		sc.require(unless(find(name, n), "<", jen.Lit(0)))
		sc.assignNumber(n, t)
	}
}

// inTable requires that a value was found and assigns it as the table has it.
func (sc *scope) inTable(found, table *jen.Statement, t target) {
	if t.none() {
		sc.require(unless(found, "<", jen.Lit(0)))
		return
	}
	i := sc.let("i", found)
	sc.require(unless(i, "<", jen.Lit(0)))
	value := jen.Code(jen.Add(table).Index(i))
	if t.typ.Resolved().Kind == model.Int && t.typ.Resolved().Go != "int64" || t.typ.Kind == model.Named {
		value = gofile.Type(t.typ).Call(value)
	}
	t.assign(sc, value)
}

// table returns the name of the table of a plan's values of one kind: that of
// the enum which holds them, or one of its own.
func (e *emitter) table(p *plan.Plan, k kind.Set, values []*document.Node, caller *function) string {
	t := e.model.FunctionOf(p).Type
	if d := e.enumOf(p, t); d != nil && t.Resolved().Kind != model.Float {
		return gofile.TableOf(d) // one of floats has what is nearest to the values
	}
	base := e.name(p, caller)
	if p.Kinds != k {
		base = e.part(p, k.Word()+"s", caller)
	}
	name := "listed" + base
	if !e.tables[name] {
		e.tables[name] = true
		e.queue = append(e.queue, &function{name: name, plan: p, weight: len(values), print: func(*function) jen.Code {
			return jen.Var().Id(name).Op("=").Add(gofile.Table(values))
		}})
	}
	return name
}
