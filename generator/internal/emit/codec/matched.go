package codec

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// matchedFill is the map of a struct that takes the members whose names match a
// pattern.
type matchedFill struct {
	*mapFill
	pattern *plan.Pattern
	plan    *plan.Plan // of the values
}

// fillMaps finds the maps of the struct that is filled.
func (o *objectCode) fillMaps() {
	o.fill, o.matched = nil, nil
	for _, x := range o.decl.Maps() {
		fill := extraFill(o.x.field(x.Name), x)
		if x.Pattern == nil {
			o.fill = fill
		} else {
			o.matched = append(o.matched, matchedFill{fill, x.Pattern, x.Plan})
		}
	}
}

// fillOf is the map that takes a member with a known name; nil for none.
func (o *objectCode) fillOf(name string) *mapFill {
	for _, m := range o.matched {
		if m.pattern.MatchesName(name) {
			return m.mapFill
		}
	}
	return o.fill
}

// readMatched reads a member into the map of the first pattern that its name matches,
// or as one that matches none of them.
func (o *objectCode) readMatched(sc *scope, matched matches) {
	var code *jen.Statement
	for _, m := range o.matched {
		inner := sc.child()
		o.readInto(inner, m, matched)
		test := matched.test(condition{patterns: []*plan.Pattern{m.pattern}}).pass
		if code == nil {
			code = jen.If(test).Block(inner.close()...)
		} else {
			code.Else().If(test).Block(inner.close()...)
		}
	}
	rest := *o
	rest.others = o.others.without(o.matched)
	other := sc.child()
	rest.readOther(other, matched)
	sc.add(code.Else().Block(other.close()...))
}

// readInto reads a member into a map, and again by the plans of other patterns that
// its name matches as well.
func (o *objectCode) readInto(sc *scope, m matchedFill, matched matches) {
	others := lists.Where(o.others.readings, func(r reading) bool { return !r.negated && r.patterns[0] != m.pattern })
	var start *jen.Statement
	if len(others) > 0 {
		start = sc.let("start", method("Pos"))
	}
	m.read(sc, o.name, m.plan)
	for _, r := range others {
		again := sc.child()
		again.add(method("Seek", start))
		again.part(r.plan, target{})
		sc.add(jen.If(matched.test(r.condition).pass).Block(again.close()...))
	}
}

// without is o for names that none of the maps takes.
func (o *others) without(maps []matchedFill) *others {
	taken := func(p *plan.Pattern) bool {
		return slices.ContainsFunc(maps, func(m matchedFill) bool { return m.pattern == p })
	}
	left := *o
	left.readings = nil
	for _, r := range o.readings {
		r.patterns = slices.DeleteFunc(slices.Clone(r.patterns), taken)
		if r.negated || len(r.patterns) > 0 {
			left.readings = append(left.readings, r)
		}
	}
	return &left
}
