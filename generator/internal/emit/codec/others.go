package codec

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// others is how the names are read that an object's checks do not list.
type others struct {
	// closed: no other name may occur.
	closed bool
	// patterns are those that must be matched, each once.
	patterns []*plan.Pattern
	// refusals are conditions under which a name may not occur.
	refusals []condition
	// readings are the plans of the values, each under a condition.
	readings []reading
}

// condition is true for names that match one of the patterns, or none of them
// when negated.
type condition struct {
	patterns []*plan.Pattern
	negated  bool
}

// always tells the condition that all names fulfil.
func (c condition) always() bool { return len(c.patterns) == 0 && c.negated }

// reading is a plan for the values of the names that fulfil a condition.
type reading struct {
	condition
	plan *plan.Plan
}

// newOthers sorts out what the checks say.
func newOthers(checks *plan.Object) *others {
	o := &others{}
	for _, set := range checks.Additional {
		var patterns []*plan.Pattern
		all := false // a pattern of this set matches every name
		for _, p := range set.Patterns {
			if p.Pattern == nil {
				all = true
				o.apply(condition{negated: true}, p.Plan)
				continue
			}
			patterns = append(patterns, p.Pattern)
			o.apply(condition{patterns: []*plan.Pattern{p.Pattern}}, p.Plan)
		}
		if !all {
			o.apply(condition{patterns: patterns, negated: true}, set.Rest)
		}
	}
	return o
}

func (o *others) apply(c condition, p *plan.Plan) {
	switch {
	case p.AcceptsAnything():
		return
	case p.AcceptsNothing() && c.always():
		o.closed = true
		return
	case p.AcceptsNothing():
		o.refusals = append(o.refusals, c)
	default:
		for _, r := range o.readings {
			if r.plan == p && r.always() {
				return
			}
		}
		o.readings = append(o.readings, reading{c, p})
	}
	for _, p := range c.patterns {
		if !slices.Contains(o.patterns, p) {
			o.patterns = append(o.patterns, p)
		}
	}
}

// only returns the plan of the values when one plan reads them all; nil when
// they may be anything.
func (o *others) only() *plan.Plan {
	if len(o.readings) == 0 {
		return nil
	}
	return o.readings[0].plan
}

// mixed reports whether the values are not all read by one plan. A condition
// that every name fulfils which is not refused is none.
func (o *others) mixed() bool {
	switch len(o.readings) {
	case 0:
		return false
	case 1:
		return !o.readings[0].always() && !o.refusesRest(o.readings[0].condition)
	}
	return true
}

// refusesRest reports whether the names that do not fulfil c are refused.
func (o *others) refusesRest(c condition) bool {
	return slices.ContainsFunc(o.refusals, func(r condition) bool {
		return r.negated != c.negated && len(r.patterns) == 1 && slices.Equal(r.patterns, c.patterns)
	})
}

// other reads a member whose name the checks do not list.
func (o *objectCode) other(sc *scope) {
	if o.others.closed {
		sc.fail()
		return
	}
	name := jen.Id(o.name)
	sc.require(holds(method("NewName", jen.Id(o.names), name)))
	matched := o.match(sc)
	for _, c := range o.others.refusals {
		sc.require(matched.test(c).not())
	}
	if len(o.matched) > 0 {
		o.readMatched(sc, matched)
		return
	}
	o.readOther(sc, matched)
}

// readOther reads the value of a member whose name is that of no field and in no map
// of a pattern.
func (o *objectCode) readOther(sc *scope, matched matches) {
	switch {
	case !o.others.mixed() && o.fill == nil:
		sc.part(o.others.only(), target{})
	case !o.others.mixed():
		o.fill.read(sc, o.name, o.others.only())
	case o.fill == nil:
		o.readMixed(sc, matched)
	default:
		o.fill.keep(sc, o.name, func(inner *scope) { o.readMixed(inner, matched) })
	}
}

// matches holds, for each pattern, the expression that reports whether it
// matches the current name.
type matches map[*plan.Pattern]*jen.Statement

// match prints the matching of the current name. The name is good until the
// value is read, so patterns that are asked for more than once, or after that,
// are matched into variables.
func (o *objectCode) match(sc *scope) matches {
	uses := map[*plan.Pattern]int{}
	for _, c := range o.others.refusals {
		for _, p := range c.patterns {
			uses[p]++
		}
	}
	if o.others.mixed() {
		for _, r := range o.others.readings {
			for _, p := range r.patterns {
				uses[p] += 2 // it is read after the name may be gone
			}
		}
	}
	for _, m := range o.matched {
		uses[m.pattern]++
	}
	m := matches{}
	for _, p := range o.others.patterns {
		call := matchesBy(p, jen.Id("s"), jen.Id(o.name))
		if uses[p] == 1 {
			m[p] = call
		} else if uses[p] > 1 {
			m[p] = sc.let("matched", call)
		}
	}
	return m
}

// test is the condition of names.
func (m matches) test(c condition) cond {
	any := inARow(lists.Of(c.patterns, func(p *plan.Pattern) cond { return holds(m[p]) }))
	if c.negated {
		return any.not()
	}
	return any
}

// readMixed reads a value by the plans whose conditions the name fulfils.
func (o *objectCode) readMixed(sc *scope, matched matches) {
	readings := o.others.readings
	if len(readings) == 1 {
		yes, no := sc.child(), sc.child()
		yes.part(readings[0].plan, target{})
		no.part(nil, target{})
		sc.add(jen.If(matched.test(readings[0].condition).pass).Block(yes.close()...).Else().Block(no.close()...))
		return
	}
	// The value is read by every plan that has a say, from its start again.
	start := sc.let("start", method("Pos"))
	sc.part(nil, target{})
	for _, r := range readings {
		again := sc.child()
		again.add(method("Seek", start))
		again.part(r.plan, target{})
		if r.always() {
			sc.add(jen.Block(again.close()...))
			continue
		}
		sc.add(jen.If(matched.test(r.condition).pass).Block(again.close()...))
	}
}

// mapFill is a map that takes members: the whole value, or a struct's Extra.
type mapFill struct {
	m    *jen.Statement
	key  *model.Type
	elem *model.Type
	// lazy: the map is made when the first member comes.
	lazy bool
	// names is the plan of the keys when they are an enum.
	names *plan.Plan
	done  func()
}

// extraFill fills the map of an open struct.
func extraFill(m *jen.Statement, extra *model.Extra) *mapFill {
	return &mapFill{m: m, key: &model.Type{Kind: model.String}, elem: extra.Elem, lazy: true}
}

// wholeFill fills a value that is a map.
func wholeFill(sc *scope, t target) *mapFill {
	typ := t.typ.Resolved()
	entries := sc.let("entries", gofile.Type(typ).Values())
	return &mapFill{m: entries, key: typ.Key, elem: typ.Elem, done: func() { t.assign(sc, entries) }}
}

// hasKeys reports whether reading a key decides the plan p of the names.
func (f *mapFill) hasKeys(p *plan.Plan, typ *model.Type) bool {
	if f == nil || f.key.Kind != model.Named || p.Enum == nil || !model.SameType(typ, f.key) {
		return false
	}
	f.names = p
	return true
}

// read reads the current member into the map.
func (f *mapFill) read(sc *scope, name string, p *plan.Plan) {
	if f.elem.Kind == model.Value && f.key.Kind == model.String && p.AcceptsAnything() {
		sc.require(holds(gofile.JSONValue.Dot("ReadMember").Call(jen.Id("s"), jen.Id(name), jen.Op("&").Add(f.m))))
		return
	}
	key := f.keyOf(sc, name)
	f.make(sc)
	sc.part(p, entry(f.m, key, f.elem))
}

// keep checks the current member's value and keeps its text in the map.
func (f *mapFill) keep(sc *scope, name string, check func(sc *scope)) {
	key := f.keyOf(sc, name)
	start := sc.let("start", method("Pos"))
	check(sc)
	f.make(sc)
	value := gofile.JSONValue.Dot("Trusted").Call(method("Copy", method("Span", start)))
	sc.add(jen.Add(f.m).Index(key).Op("=").Add(value))
}

// make prints the making of a lazy map.
func (f *mapFill) make(sc *scope) {
	if f.lazy {
		typ := jen.Map(gofile.Type(f.key)).Add(gofile.Type(f.elem))
		sc.add(jen.If(jen.Add(f.m).Op("==").Nil()).Block(jen.Add(f.m).Op("=").Make(typ)))
	}
}

// keyOf reads the current name as a key.
func (f *mapFill) keyOf(sc *scope, name string) *jen.Statement {
	if f.names == nil {
		return sc.let("key", converted(f.key, method("Copy", jen.Id(name))))
	}
	key := jen.Id(sc.fresh("key"))
	sc.add(jen.Var().Add(key, gofile.Type(f.key)))
	sc.before(func() { sc.oneOfTexts(f.names, name, variable(key, f.key)) })
	return key
}
