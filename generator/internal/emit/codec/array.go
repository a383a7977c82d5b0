package codec

import (
	"math"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// array reads an array into a slice or a tuple.
func (sc *scope) array(p *plan.Plan, t target) {
	checks := p.Array
	if checks == nil {
		checks = &plan.Array{}
	}
	a := &arrayCode{scope: sc, checks: checks}
	way := a.listOf(checks, t)
	if checks.Unique && way != itemsDistinct {
		a.start = sc.let("start", method("Start"))
	}
	if a.readBy(way, t) {
		return
	}
	sc.require(holds(method("EnterArray")))
	switch {
	case t.none():
		a.check()
	case t.typ.Kind == model.Named && t.typ.Decl.Kind == model.Tuple:
		a.tuple(t.typ.Decl, t.locate(sc))
	default:
		a.slice(t)
	}
}

// readBy reads the array by a function of the runtime where all that it has to
// know is the function that reads an item; it reports whether it did.
func (a *arrayCode) readBy(way way, t target) bool {
	c := a.checks
	switch way {
	case itemsChecked:
		a.require(holds(a.items(c)))
	case itemsDistinct:
		a.require(holds(method("DistinctItems", a.checker(c.Items))))
	case stringsRead:
		if !isBounded(c) {
			a.read(t, method("Strings"))
			return true
		}
		list := a.assignOK("list", method("Strings"))
		a.whole(jen.Len(jen.Id(list)))
		a.store(t, converted(t.typ, jen.Id(list)))
	case listRead:
		a.read(t, gofile.JSONValue.Dot("ReadList").Call(jen.Id("s")))
	case itemsDecoded:
		l := t.locate(a.scope)
		item := jen.Id(a.e.call(c.Items, decode, a.fn))
		if c.MaxItems == nil {
			a.require(holds(gofile.JSONScan.Dot("List").Call(jen.Id("s"), l.address(), item)))
		} else {
			a.require(holds(gofile.JSONScan.Dot("ListAtMost").Call(jen.Id("s"), number(*c.MaxItems), l.address(), item)))
		}
		a.whole(jen.Len(l.value()))
	default:
		return false
	}
	return true
}

// isBounded reports whether something is asked of an array beside its items.
func isBounded(c *plan.Array) bool { return c.MinItems != nil || c.MaxItems != nil || c.Unique }

// firstRoom is for how many items jsonscan.Grow makes room at first: nothing has to be
// copied when so many are read.
const firstRoom = 2

// listOf says how the runtime reads an array.
func (sc *scope) listOf(c *plan.Array, t target) way {
	if len(c.Prefix) > 0 || len(c.Contains) > 0 {
		return byCode
	}
	if t.none() {
		switch {
		case c.MinItems != nil || c.MaxItems != nil:
		case c.Unique && sc.hasFunction(c.Items):
			return itemsDistinct
		case !c.Unique && (sc.hasFunction(c.Items) || isPlainString(c.Items)):
			return itemsChecked
		}
		return byCode
	}
	typ := t.typ.Resolved()
	switch {
	case typ.Kind != model.Slice:
	case c.MaxItems != nil && (*c.MaxItems <= firstRoom || *c.MaxItems > math.MaxInt32):
	case typ.Elem.Kind == model.String && isPlainString(c.Items) && c.MaxItems == nil:
		return stringsRead
	case typ.Elem.Kind == model.Value && (c.Items == nil || c.Items.AcceptsAnything()) && !isBounded(c):
		return listRead
	case sc.decodesBy(c.Items, typ.Elem):
		return itemsDecoded
	}
	return byCode
}

// items is the call that checks an array whose items are.
func (sc *scope) items(c *plan.Array) *jen.Statement {
	if isPlainString(c.Items) {
		return method("SkipStrings")
	}
	return method("Items", sc.checker(c.Items))
}

// isPlainString reports whether p admits all strings and nothing else.
func isPlainString(p *plan.Plan) bool {
	return p != nil && p.Kinds == kind.String && p.String == nil && p.Enum == nil && p.Union == nil && len(p.WholeValue) == 0
}

// hasFunction reports whether the values of p are checked by a function of its own.
func (sc *scope) hasFunction(p *plan.Plan) bool {
	return p != nil && !p.AcceptsAnything() && !p.AcceptsNothing() && p.NonNull == nil && !sc.isInline(p)
}

// decodesBy reports whether the function of p reads values of type typ.
func (sc *scope) decodesBy(p *plan.Plan, typ *model.Type) bool {
	return sc.hasFunction(p) && typ.Kind != model.Pointer && typ.Kind != model.Nullable &&
		typ.Resolved().Kind != model.Value && typ.Resolved().Kind != model.Custom
}

// arrayCode is the code for one array.
type arrayCode struct {
	*scope
	checks *plan.Array
	start  *jen.Statement   // variable with the offset of the array, where needed
	found  []*jen.Statement // variables that count the items that satisfy Contains[i]
}

// check prints the loop of a checked array.
func (a *arrayCode) check() {
	c := a.checks
	a.counters()
	if len(c.Prefix) == 0 && c.MinItems == nil && c.MaxItems == nil && !c.Unique {
		item := a.child()
		a.item(item, c.Items, target{})
		a.repeat(item, method("Element"))
		a.leave(nil)
		return
	}
	count := a.let("count", jen.Lit(0))
	item := a.loop(count)
	if len(c.Prefix) == 0 {
		a.item(item, c.Items, target{})
	} else {
		a.positions(item, count, func(sc *scope, i int) {
			if i < len(c.Prefix) {
				a.item(sc, c.Prefix[i], target{})
			} else {
				a.item(sc, c.Items, target{})
			}
		})
	}
	a.repeat(item, jen.Empty(), method("Element"), jen.Add(count).Op("++"))
	a.leave(count)
}

// slice prints the loop of an array that becomes a slice.
func (a *arrayCode) slice(t target) {
	typ := t.typ.Resolved()
	list, first := a.fresh("list"), a.fresh("first")
	a.counters()
	a.add(jen.Id(list).Op(":=").Add(gofile.Type(typ)).Values())
	size := jen.Len(jen.Id(list))
	item := a.loop(size)
	a.item(item, a.checks.Items, appended(list, first, typ.Elem))
	if !item.dead {
		a.add(jen.Id(first).Op(":=").Add(method("Pos")))
	}
	a.repeat(item, method("Element"))
	a.leave(size)
	a.store(t, jen.Id(list))
}

// tuple prints the loop of an array that becomes a struct of positions.
func (a *arrayCode) tuple(d *model.Decl, x location) {
	a.counters()
	first := a.fresh("first")
	closed := d.Rest == nil || d.Rest.Plan.AcceptsNothing()
	if !closed {
		a.add(jen.Id(first).Op(":=").Add(method("Pos")))
	}
	count := a.let("count", jen.Lit(0))
	item := a.loop(count)
	a.positions(item, count, func(sc *scope, i int) {
		switch {
		case i < len(d.Fields):
			f := d.Fields[i]
			a.item(sc, f.Plan, variable(x.field(f.Name), f.Type))
		case closed:
			sc.fail()
		default:
			list := sc.fresh("list")
			sc.add(jen.Id(list).Op(":=").Add(x.field(d.Rest.Name)))
			a.item(sc, d.Rest.Plan, appended(list, first, d.Rest.Elem))
			sc.add(x.field(d.Rest.Name).Op("=").Id(list))
		}
	})
	a.repeat(item, jen.Empty(), method("Element"), jen.Add(count).Op("++"))
	a.leave(count)
	if len(d.Fields) > 0 {
		a.add(x.field("short").Op("=").Max(jen.Lit(len(d.Fields)).Op("-").Add(count), jen.Lit(0)))
	}
}

// repeat prints the loop over the items; where no item is admitted none is read.
func (a *arrayCode) repeat(item *scope, head ...jen.Code) {
	if item.dead && len(item.stmts) == 1 {
		a.require(negated(method("Element")))
		return
	}
	a.add(jen.For(head...).Block(item.close()...))
}

// loop opens the loop over the items. size is the number of items before the
// current one; a surplus item ends the function before it is read.
func (a *arrayCode) loop(size *jen.Statement) *scope {
	item := a.child()
	if most := a.checks.MaxItems; most != nil {
		item.require(sizeUnless(size, "==", *most))
	}
	return item
}

// positions prints a switch over the position of the item.
func (a *arrayCode) positions(item *scope, count *jen.Statement, read func(sc *scope, i int)) {
	n := len(a.checks.Prefix)
	var cases []jen.Code
	for i := range n + 1 {
		c, head := item.child(), jen.Case(jen.Lit(i))
		if i == n {
			head = jen.Default()
		}
		read(c, i)
		cases = append(cases, head.Block(c.close()...))
	}
	item.add(jen.Switch(count).Block(cases...))
}

// counters declares the variables that count for contains.
func (a *arrayCode) counters() {
	for range a.checks.Contains {
		a.found = append(a.found, a.let("found", jen.Lit(0)))
	}
}

// item reads one item, which every contains looks at first.
func (a *arrayCode) item(sc *scope, p *plan.Plan, t target) {
	if len(a.found) > 0 {
		mark := sc.mark()
		for i, c := range a.checks.Contains {
			test := sc.verdict(c.Plan).pass
			if c.Max == nil {
				// Enough is enough.
				test = sizeUnless(a.found[i], "<", c.Min).fail.Op("&&").Add(test)
			}
			sc.add(
				jen.If(test).Block(jen.Add(a.found[i]).Op("++")),
				method("Reset", mark),
			)
		}
	}
	sc.part(p, t)
}

// leave prints what follows the loop. size is the number of items; nil where
// nothing asks for it.
func (a *arrayCode) leave(size *jen.Statement) {
	a.require(holds(method("LeaveArray")))
	a.whole(size)
}

// whole prints the checks of the array as a whole, of size items, which are not too many.
func (a *arrayCode) whole(size *jen.Statement) {
	if least := a.checks.MinItems; least != nil {
		a.require(sizeUnless(size, "<", *least))
	}
	for i, c := range a.checks.Contains {
		if c.Min > 0 {
			a.require(sizeUnless(a.found[i], "<", c.Min))
		}
		if c.Max != nil {
			a.require(sizeUnless(a.found[i], ">", *c.Max))
		}
	}
	if a.start != nil {
		a.require(either([]cond{sizeUnless(size, ">=", 2), holds(method("UniqueItems", a.start))}))
	}
}
