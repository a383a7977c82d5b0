package analysis

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/components"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/runtime/format"
)

// KnownFormat reports whether a format can be checked: others are annotations only
// (JSON Schema 2020-12 Validation section 7.2.2).
func KnownFormat(name string) bool { return format.Function(name) != "" }

// AssertTelling makes assertions of the formats that alone tell branches of a oneOf
// apart: where two branches admit strings that nothing else keeps apart, their
// formats do. Without, a text would satisfy both, and be refused.
func AssertTelling(g *schema.Graph) {
	a := New(g)
	var telling []*schema.Node // asserted at last: it changes the answers
	for _, n := range g.Nodes {
		for i, b := range n.OneOf {
			for _, c := range n.OneOf[:i] {
				if a.Kinds(b)&a.Kinds(c)&kind.String != 0 && !a.Disjoint(b, c) {
					telling = append(telling, Telling(b, c)...)
				}
			}
		}
	}
	for _, n := range telling {
		n.FormatAsserts = true
	}
}

// Telling lists the schemas by whose formats two others could be told apart if they
// were assertions; none where both have the same formats.
func Telling(b, c *schema.Node) []*schema.Node {
	of, or := annotated(b), annotated(c)
	if len(of) == len(or) && !slices.ContainsFunc(of, func(n *schema.Node) bool {
		return !slices.ContainsFunc(or, func(m *schema.Node) bool { return m.Format == n.Format })
	}) {
		return nil
	}
	return append(of, or...)
}

// annotated lists a schema and those that it applies in place without condition, if
// they have a format that could be an assertion and is none.
func annotated(n *schema.Node) []*schema.Node {
	all := slices.Collect(components.Reached((*schema.Node).Conjuncts, n))
	return lists.Where(all, func(n *schema.Node) bool { return KnownFormat(n.Format) && !n.FormatAsserts })
}
