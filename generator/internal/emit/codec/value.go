package codec

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// value reads the next value: it checks it by p and stores it in t. This is
// the body of p's own function; everyone else comes through part.
func (sc *scope) value(p *plan.Plan, t target) {
	switch {
	case t.isCustom():
		sc.custom(p, t)
	case p.AcceptsAnything():
		sc.anything(t)
	case p.Kinds == 0:
		sc.fail()
	case t.keepsText():
		sc.text(p, t)
	case p.NonNull != nil:
		sc.nullable(p.NonNull, t)
	case p.Union != nil:
		sc.withResidual(p, t, sc.union)
	case p.Enum != nil:
		sc.withResidual(p, t, sc.enum)
	case sc.e.asksTextAlone(p):
		sc.textOnce(p, t)
	default:
		sc.withResidual(p, t, sc.kinds)
	}
}

// part reads a value that is a part of another, or the whole once more: by the
// function of p where p has one. A nil plan admits anything.
func (sc *scope) part(p *plan.Plan, t target) {
	switch {
	case t.isCustom():
		sc.custom(p, t)
		if t.finish != nil {
			t.finish(sc)
		}
	case p.AcceptsAnything() && (t.none() || !t.isBehind()):
		sc.anything(t)
	case p.AcceptsNothing():
		sc.fail()
	case t.keepsText():
		sc.text(p, t)
	case p.NonNull != nil:
		sc.nullable(p.NonNull, t)
	case sc.isInline(p) && t.none():
		sc.value(p, t)
	case t.none():
		sc.require(sc.verdict(p))
	default:
		t = t.deref(sc)
		switch {
		case t.keepsText():
			sc.text(p, t)
		case t.isCustom():
			sc.custom(p, t)
		case sc.isInline(p), sc.readsAtOnce(p, t):
			sc.value(p, t)
		default:
			sc.decoded(p, t)
		}
		if t.finish != nil {
			t.finish(sc)
		}
	}
}

// decoded reads a value by the function of p, or as that would.
func (sc *scope) decoded(p *plan.Plan, t target) {
	if list := sc.e.words(p, decode); list != nil {
		sc.oneOfListed(list, t)
		return
	}
	at := t.locate(sc).address()
	sc.require(holds(jen.Id(sc.e.call(p, decode, sc.fn)).Call(jen.Id("s"), at)))
}

// isInline reports whether the code of a plan stands wherever it is needed.
func (sc *scope) isInline(p *plan.Plan) bool { return sc.e.model.FunctionOf(p).Name == "" }

// keepsText reports whether the target holds any JSON, as text.
func (t target) keepsText() bool { return !t.none() && t.typ.Resolved().Kind == model.Value }

// isCustom reports whether the target holds values of a type of the user's.
func (t target) isCustom() bool { return !t.none() && t.typ.Resolved().Kind == model.Custom }

// isBehind reports whether what the target points to is of a type of the user's.
func (t target) isBehind() bool { return t.typ.Bare().Resolved().Kind == model.Custom }

// custom checks a value and has a type of the user's read it.
func (sc *scope) custom(p *plan.Plan, t target) {
	start := sc.let("start", method("Start"))
	sc.before(func() { sc.part(p, target{}) })
	at := t.locate(sc).address()
	if t.typ.Kind == model.Named { // the methods are those of the type by which it is defined
		at = jen.Parens(jen.Op("*").Add(gofile.Type(t.typ.Resolved()))).Parens(at)
	}
	sc.require(holds(method("Custom", start, at)))
}

// verdict is the condition that the next value satisfies p, read to its end.
func (sc *scope) verdict(p *plan.Plan) cond {
	if p.AcceptsAnything() {
		return holds(method("Skip"))
	}
	if list := sc.e.words(p, valid); list != nil && !sc.e.model.FunctionOf(p).Remembers {
		return isOneOf(list)
	}
	if call := sc.checkedAtOnce(p); call != nil {
		return holds(call)
	}
	return holds(jen.Add(sc.checker(p)).Call(jen.Id("s")))
}

// checker is the function func(*jsonscan.Scanner) bool of the verdict on p.
func (sc *scope) checker(p *plan.Plan) jen.Code {
	switch {
	case p.AcceptsAnything():
		return jen.Parens(jen.Op("*").Add(gofile.JSONScan.Dot("Scanner"))).Dot("Skip")
	case sc.e.model.FunctionOf(p).Remembers:
		return jen.Id(sc.e.call(p, remembered, sc.fn))
	}
	return jen.Id(sc.e.call(p, valid, sc.fn))
}

// anything reads any value.
func (sc *scope) anything(t target) {
	if t.none() {
		sc.require(holds(method("Skip")))
		return
	}
	t = t.deref(sc)
	sc.read(t, gofile.JSONValue.Dot("Read").Call(jen.Id("s")))
	if t.finish != nil {
		t.finish(sc)
	}
}

// text checks a value and keeps its text.
func (sc *scope) text(p *plan.Plan, t target) {
	start := sc.let("start", method("Start"))
	sc.before(func() { sc.part(p, target{}) })
	raw := gofile.JSONValue.Dot("Trusted").Call(method("Copy", method("Span", start)))
	sc.store(t, converted(t.typ, raw))
}

// before prints something that is not the end of the scope.
func (sc *scope) before(print func()) {
	tail, outcome := sc.tail, sc.outcome
	sc.tail, sc.outcome = false, ""
	print()
	sc.tail, sc.outcome = tail, outcome
}

// nullable reads null, or a value by p.
func (sc *scope) nullable(p *plan.Plan, t target) {
	null, value := sc.last(), sc.last()
	null.require(holds(method("Null")))
	if !t.none() && t.typ.Kind == model.Nullable {
		null.store(t, gofile.Optional.Dot("Null").Types(gofile.Type(t.typ.Elem)).Call())
	} else if !t.none() && t.typ.Kind == model.Pointer {
		null.store(t, jen.Nil())
	}
	value.part(p, t)
	if conds, only := value.onlyConds(); only && t.none() {
		sc.require(either([]cond{holds(method("Null")), together(conds)}))
		return
	}
	sc.fork(method("Peek").Op("==").Add(gofile.JSONScan.Dot("KindNull")), null.close(), value.close())
}

// kinds reads a value by the checks of its kind.
func (sc *scope) kinds(p *plan.Plan, t target) {
	list := p.Kinds.List()
	if len(list) == 1 {
		sc.kind(list[0], p, t)
		return
	}
	if k := onlyChecked(p); p.Kinds == kind.All && k != 0 {
		sc.onlyKind(k, p)
		return
	}
	var free []jen.Code // kinds without checks
	var cases []jen.Code
	dead := sc.tail
	for _, k := range list {
		if !checked(k, p) {
			free = append(free, kindName(k))
			continue
		}
		c := sc.last()
		c.kind(k, p, t)
		cases = append(cases, jen.Case(kindName(k)).Block(c.close()...))
	}
	skip := func(c *scope) { c.require(holds(method("Skip"))) }
	rest := (*scope).fail
	if p.Kinds == kind.All {
		rest = skip
	} else if len(free) > 0 {
		cases = append(cases, jen.Case(free...).Block(sc.ending(skip)...))
	}
	if len(cases) == 0 {
		skip(sc)
		return
	}
	cases = append(cases, jen.Default().Block(sc.ending(rest)...))
	sc.branch(jen.Switch(method("Peek")).Block(cases...), dead)
}

// onlyChecked returns the one kind that p checks, 0 when there are several.
func onlyChecked(p *plan.Plan) kind.Set {
	list := lists.Where(p.Kinds.List(), func(k kind.Set) bool { return checked(k, p) })
	if len(list) != 1 {
		return 0
	}
	return list[0]
}

// onlyKind checks values of one kind and reads those of any other.
func (sc *scope) onlyKind(k kind.Set, p *plan.Plan) {
	of, other := sc.last(), sc.last()
	of.kind(k, p, target{})
	other.require(holds(method("Skip")))
	isKind := unless(method("Peek"), "!=", kindName(k))
	if sc.tail {
		sc.fork(isKind.fail, other.close(), of.close())
	} else {
		sc.fork(isKind.pass, of.close(), other.close())
	}
}

// checked reports whether p checks values of kind k beyond their kind.
func checked(k kind.Set, p *plan.Plan) bool {
	switch k {
	case kind.Number:
		return p.Number != nil
	case kind.String:
		return p.String != nil
	case kind.Array:
		return p.Array != nil
	case kind.Object:
		return p.Object != nil
	}
	return false
}

// kind reads a value that must be of one kind, by the checks of that kind.
func (sc *scope) kind(k kind.Set, p *plan.Plan, t target) {
	if t.none() && !checked(k, p) && k == kind.String {
		sc.require(holds(method("SkipString")))
		return
	}
	if t.none() && !checked(k, p) {
		sc.require(holds(method("SkipKind", kindName(k))))
		return
	}
	switch k {
	case kind.Null:
		sc.require(holds(method("Null")))
	case kind.Bool:
		sc.scalar(t, "Bool")
	case kind.Number:
		sc.number(p.Number, t)
	case kind.String:
		sc.str(p.String, t)
	case kind.Array:
		sc.array(p, t)
	case kind.Object:
		sc.object(p, t)
	}
}
