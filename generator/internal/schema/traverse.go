package schema

import "github.com/bindery-go/bindery/generator/internal/lists"

// InPlace returns the schemas that apply to the same value as n does: those of
// its references and in-place applicators (2020-12 Core section 10.2), in a
// fixed order.
func (n *Node) InPlace() []*Node {
	list := lists.Of(n.Refs, func(ref Ref) *Node { return ref.Target })
	list = append(list, n.AllOf...)
	list = append(list, n.AnyOf...)
	list = append(list, n.OneOf...)
	for _, c := range []*Node{n.Not, n.If, n.Then, n.Else} {
		if c != nil {
			list = append(list, c)
		}
	}
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
	for _, c := range []*Node{
		n.AdditionalProperties, n.PropertyNames, n.UnevaluatedProperties,
		n.Items, n.Contains, n.UnevaluatedItems,
	} {
		if c != nil {
			list = append(list, c)
		}
	}
	return list
}

// Conjuncts returns the schemas that a value has to satisfy whenever it
// satisfies n, as parts of n: the targets of its references and its allOf.
func (n *Node) Conjuncts() []*Node {
	list := make([]*Node, 0, len(n.Refs)+len(n.AllOf))
	for _, ref := range n.Refs {
		list = append(list, ref.Target)
	}
	return append(list, n.AllOf...)
}
