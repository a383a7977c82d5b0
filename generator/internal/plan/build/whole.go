package build

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// wholeKeywords are those that checksOf knows, or that stand in the intersection.
var wholeKeywords = schema.KeywordSet("type", "enum", "const", "allOf", "anyOf", "oneOf", "not", "if", "then", "else",
	"dependentSchemas", "unevaluatedItems", "unevaluatedProperties")

// unplanned are the keywords that plans have no checks for: the evaluator judges
// the nodes that have one.
var unplanned = schema.Judging() &^ (wholeKeywords | numberKeywords | stringKeywords | arrayKeywords | objectKeywords)

// wholeValueChecks lists the checks that need the whole value.
func (b *Builder) wholeValueChecks(in intersect.Intersection) []plan.Check {
	var out []plan.Check
	for _, n := range in.Nodes {
		for _, c := range b.checksOf(n, in) {
			if c.Kinds &= in.Kinds; c.Kinds != 0 {
				out = append(out, c)
			}
		}
	}
	return out
}

// checksOf lists those of one node.
func (b *Builder) checksOf(n *schema.Node, in intersect.Intersection) []plan.Check {
	if b.timeouts.defers(n, in) {
		return []plan.Check{{Rule: plan.Evaluate, Kinds: kind.All, Node: n.ID}}
	}
	var out []plan.Check
	add := func(rule plan.Rule, kinds kind.Set, schemas ...*schema.Node) *plan.Check {
		plans := lists.Of(schemas, func(s *schema.Node) *plan.Plan { return b.condition(s, in.Kinds) })
		out = append(out, plan.Check{Rule: rule, Kinds: kinds, Plans: plans})
		return &out[len(out)-1]
	}
	for _, u := range intersect.UnionsOf(n) {
		switch {
		case in.Chose(u):
		case u.Keyword == "oneOf":
			add(plan.OneOf, kind.All, u.Branches...).Disjoint = b.allDisjoint(u.Branches)
		default:
			add(plan.AnyOf, kind.All, u.Branches...)
		}
	}
	if n.Not != nil {
		add(plan.Not, kind.All, n.Not)
	}
	if n.If != nil && (n.Then != nil || n.Else != nil) && !in.Chose(intersect.ConditionOf(n)) {
		add(plan.If, kind.All, n.If, n.Then, n.Else)
	}
	for _, d := range n.DependentSchemas {
		add(plan.DependentSchemas, kind.Object, d.Node).Name = d.Name
	}
	if n.UnevaluatedProperties != nil && !n.UnevaluatedProperties.Always && b.schemas.PropertyCoverage(n) == nil {
		add(plan.Evaluate, kind.Object).Node = n.ID
	}
	if n.UnevaluatedItems != nil && !n.UnevaluatedItems.Always && b.schemas.ItemCoverage(n) == nil {
		add(plan.Evaluate, kind.Array).Node = n.ID
	}
	if others := n.Says() & unplanned; others != 0 {
		add(plan.Evaluate, kind.OfTypes(others.AppliesTo())).Node = n.ID
	}
	return out
}

// maxPairs bounds how many pairs of branches are compared: of more, none is known to be
// disjoint but by lists of values.
const maxPairs = 1 << 22

// allDisjoint reports whether no value is known to satisfy two of the schemas.
func (b *Builder) allDisjoint(nodes []*schema.Node) bool {
	if b.listDifferent(nodes) {
		return true
	}
	if len(nodes)*len(nodes) > maxPairs {
		return false
	}
	for i, m := range nodes {
		for _, n := range nodes[:i] {
			if !b.schemas.Analysis.Disjoint(m, n) {
				return false
			}
		}
	}
	return true
}

// listDifferent reports whether each of the schemas lists its values, and none that
// another one lists.
func (b *Builder) listDifferent(nodes []*schema.Node) bool {
	others := document.Set{}
	for _, n := range nodes {
		values, ok := b.schemas.Analysis.Values(n)
		if !ok || slices.ContainsFunc(values, others.Has) {
			return false
		}
		for _, v := range values {
			others.Add(v)
		}
	}
	return true
}
