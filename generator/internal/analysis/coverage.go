package analysis

import (
	"maps"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// PropertyCoverage says which members of an object a node has evaluated once it
// has accepted the object, not counting its own unevaluatedProperties.
type PropertyCoverage struct {
	// Static tells that the rest is the whole answer. Otherwise further
	// members may have been evaluated, depending on the object: only a set
	// kept while evaluating can tell.
	Static bool
	// All tells that every member has been evaluated.
	All bool
	// Names and Patterns (ECMA-262) say which ones, in increasing order.
	Names    []string
	Patterns []string
	// MayAll tells that every member may ever be evaluated; else AtMost and
	// AtMostPatterns, in increasing order, say which ones.
	MayAll         bool
	AtMost         []string
	AtMostPatterns []string
}

// Listed reports whether AtMost has the names of all members that are ever evaluated.
func (p *PropertyCoverage) Listed() bool { return !p.MayAll && len(p.AtMostPatterns) == 0 }

// ItemCoverage says which items of an array a node has evaluated once it has
// accepted the array, not counting its own unevaluatedItems.
type ItemCoverage struct {
	Static bool // as in PropertyCoverage
	All    bool
	Prefix int // the number of items evaluated from the start
}

// PropertyCoverage returns what is known of the members that n evaluates. The
// members it names are always evaluated; Static may be false without need.
func (a *Analysis) PropertyCoverage(n *schema.Node) PropertyCoverage {
	sure, may := a.covers(n)
	return PropertyCoverage{
		Static:         sure.allNames || !may.allNames && subset(may.names, sure.names) && subset(may.patterns, sure.patterns),
		All:            sure.allNames,
		Names:          slices.Sorted(maps.Keys(sure.names)),
		Patterns:       slices.Sorted(maps.Keys(sure.patterns)),
		MayAll:         may.allNames,
		AtMost:         slices.Sorted(maps.Keys(may.names)),
		AtMostPatterns: slices.Sorted(maps.Keys(may.patterns)),
	}
}

// ItemCoverage is PropertyCoverage for the items of an array.
func (a *Analysis) ItemCoverage(n *schema.Node) ItemCoverage {
	sure, may := a.covers(n)
	return ItemCoverage{
		Static: sure.allItems || !may.allItems && !may.matching && may.prefix <= sure.prefix,
		All:    sure.allItems,
		Prefix: sure.prefix,
	}
}

// evaluated is a set of members of an object and items of an array. Values are
// never changed once made.
type evaluated struct {
	allNames        bool
	names, patterns map[string]bool
	allItems        bool
	prefix          int
	matching        bool // the items that match a "contains" as well
}

// join returns all that is in either set.
func (e evaluated) join(f evaluated) evaluated {
	return evaluated{
		allNames: e.allNames || f.allNames,
		names:    union(e.names, f.names),
		patterns: union(e.patterns, f.patterns),
		allItems: e.allItems || f.allItems,
		prefix:   max(e.prefix, f.prefix),
		matching: e.matching || f.matching,
	}
}

// meet returns what is known to be in both sets.
func (e evaluated) meet(f evaluated) evaluated {
	m := evaluated{
		allNames: e.allNames && f.allNames,
		allItems: e.allItems && f.allItems,
		names:    intersection(e.names, f.names),
		patterns: intersection(e.patterns, f.patterns),
		prefix:   min(e.prefix, f.prefix),
	}
	switch {
	case e.allNames:
		m.names, m.patterns = f.names, f.patterns
	case f.allNames:
		m.names, m.patterns = e.names, e.patterns
	}
	switch {
	case e.allItems:
		m.prefix = f.prefix
	case f.allItems:
		m.prefix = e.prefix
	}
	return m
}

func union(a, b map[string]bool) map[string]bool {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	both := maps.Clone(a)
	maps.Copy(both, b)
	return both
}

func intersection(a, b map[string]bool) map[string]bool {
	both := maps.Clone(a)
	maps.DeleteFunc(both, func(k string, _ bool) bool { return !b[k] })
	return both
}

func subset(a, b map[string]bool) bool {
	for k := range a {
		if !b[k] {
			return false
		}
	}
	return true
}

// extent is what a node is sure to evaluate, and all that it may.
type extent struct{ sure, may evaluated }

func (x extent) join(y extent) extent {
	return extent{x.sure.join(y.sure), x.may.join(y.may)}
}

// either is the extent of alternatives of which one holds.
func either(alternatives ...extent) extent {
	x := alternatives[0]
	for _, y := range alternatives[1:] {
		x = extent{x.sure.meet(y.sure), x.may.join(y.may)}
	}
	return x
}

// covers returns the extent of n for its own unevaluated* keywords.
func (a *Analysis) covers(n *schema.Node) (sure, may evaluated) {
	x := own(n).join(a.coverer.inPlace(n))
	return x.sure, x.may
}

// coverer computes extents; nodes that several others share are done once.
type coverer struct {
	known map[*schema.Node]extent
}

// nested returns the extent of n as a part of another node, which sees what the
// unevaluated* keywords of n evaluate: all the rest.
func (c coverer) nested(n *schema.Node) extent {
	if x, ok := c.known[n]; ok {
		return x
	}
	c.known[n] = extent{} // an in-place cycle would add nothing
	x := own(n).join(c.inPlace(n))
	rest := evaluated{allNames: n.UnevaluatedProperties != nil, allItems: n.UnevaluatedItems != nil}
	x = x.join(extent{sure: rest, may: rest})
	c.known[n] = x
	return x
}

// own returns the extent of the keywords of n that go into members and items.
func own(n *schema.Node) extent {
	e := evaluated{
		allNames: n.AdditionalProperties != nil,
		allItems: n.Items != nil,
		prefix:   len(n.PrefixItems),
	}
	if n.Properties != nil {
		e.names = lists.SetOf(n.Properties, func(p schema.Property) string { return p.Name })
	}
	if n.PatternProperties != nil {
		e.patterns = lists.SetOf(n.PatternProperties, func(p schema.PatternProperty) string { return p.Pattern })
	}
	x := extent{sure: e, may: e}
	x.may.matching = n.Contains != nil && n.ContainsMarksEvaluated
	return x
}

// inPlace returns the extent of the in-place applicators of n. What "not"
// evaluates is never seen.
func (c coverer) inPlace(n *schema.Node) extent {
	var x extent
	for _, child := range n.Conjuncts() {
		x = x.join(c.nested(child))
	}
	for _, branches := range [][]*schema.Node{n.AnyOf, n.OneOf} {
		alternatives := lists.Of(branches, c.nested)
		if alternatives != nil {
			x = x.join(either(alternatives...))
		}
	}
	if n.If != nil {
		then, otherwise := c.nested(n.If), extent{}
		if n.Then != nil {
			then = then.join(c.nested(n.Then))
		}
		if n.Else != nil {
			otherwise = c.nested(n.Else)
		}
		x = x.join(either(then, otherwise))
	}
	for _, d := range n.DependentSchemas {
		x = x.join(either(c.nested(d.Node), extent{}))
	}
	return x
}
