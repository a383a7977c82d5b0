package build

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/components"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// A pattern on the backtracking engine can give up at its time limit: then
// nobody knows whether it matches. Straight code takes it for no match, which
// refuses the value, and the evaluator then reports the pattern. Where no match
// could make a value valid instead (under "not", in a count of branches or
// items, in a condition, for the names of members) the evaluator decides from
// the start. It decides of whole values, so that for names it is asked about the
// object that has them.

// timeouts knows the nodes that such a pattern can be reached from.
type timeouts struct {
	schemas *intersect.Schemas
	reach   map[*schema.Node]bool // nil where no pattern times out
}

func findTimeouts(g *schema.Graph, schemas *intersect.Schemas) timeouts {
	t := timeouts{schemas: schemas}
	found := lists.Where(g.Nodes, func(n *schema.Node) bool { return usesTimeout(n, schemas.Patterns) })
	if found == nil {
		return t
	}
	t.reach = components.Leading(g.Nodes, (*schema.Node).Children, found...)
	return t
}

// usesTimeout reports whether a pattern of the node itself can time out.
func usesTimeout(n *schema.Node, patterns *plan.Patterns) bool {
	return n.Pattern != nil && patterns.TimesOut(*n.Pattern) || namesTimeOut(n, patterns)
}

// namesTimeOut reports whether one of the patterns for names can.
func namesTimeOut(n *schema.Node, patterns *plan.Patterns) bool {
	return slices.ContainsFunc(n.PatternProperties, func(p schema.PatternProperty) bool { return patterns.TimesOut(p.Pattern) })
}

// defers reports whether the evaluator has to decide n, a node of an
// intersection, because a pattern that gives up could make a value valid.
func (t timeouts) defers(n *schema.Node, in intersect.Intersection) bool {
	if t.reach == nil {
		return false
	}
	reaches := func(m *schema.Node) bool { return m != nil && t.reach[m] }
	if reaches(n.Not) || reaches(n.If) || reaches(n.PropertyNames) || n.MaxContains != nil && reaches(n.Contains) ||
		!in.Chose(intersect.Union{Node: n, Keyword: "oneOf"}) && slices.ContainsFunc(n.OneOf, reaches) || namesTimeOut(n, t.schemas.Patterns) {
		return true
	}
	cover := t.schemas.PropertyCoverage(n)
	return cover != nil && slices.ContainsFunc(cover.Patterns, t.schemas.Patterns.TimesOut)
}
