package schema

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/lists"
)

// InPlace returns the schemas that apply to the same value as n does: those of
// its references and in-place applicators (2020-12 Core section 10.2), in a
// fixed order.
func (n *Node) InPlace() []*Node {
	list := slices.Concat(n.Conjuncts(), n.AnyOf, n.OneOf, lists.Present(n.Not, n.If, n.Then, n.Else))
	for _, d := range n.DependentSchemas {
		list = append(list, d.Node)
	}
	return list
}

// Children returns all schemas that n applies, to its value or to members, names
// and items of it: InPlace first, the others in a fixed order. A schema that n
// applies in several ways is there several times.
func (n *Node) Children() []*Node {
	list := n.InPlace()
	for _, p := range n.Properties {
		list = append(list, p.Node)
	}
	for _, p := range n.PatternProperties {
		list = append(list, p.Node)
	}
	list = append(list, n.PrefixItems...)
	return append(list, lists.Present(
		n.AdditionalProperties, n.PropertyNames, n.UnevaluatedProperties, n.Items, n.Contains, n.UnevaluatedItems,
	)...)
}

// Conjuncts returns the schemas that a value has to satisfy whenever it
// satisfies n, as parts of n: the targets of its references and its allOf.
func (n *Node) Conjuncts() []*Node {
	return append(lists.Of(n.Refs, func(r Ref) *Node { return r.Target }), n.AllOf...)
}
