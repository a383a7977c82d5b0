package schema

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/lists"
)

// InPlace returns the schemas that apply to the same value as n does: those of
// its references and in-place applicators (2020-12 Core section 10.2), in a
// fixed order.
func (n *Node) InPlace() []*Node {
	return slices.Concat(n.Conjuncts(), n.AnyOf, n.OneOf, lists.Present(n.Not, n.If, n.Then, n.Else),
		lists.Of(n.DependentSchemas, func(d DependentSchema) *Node { return d.Node }))
}

// Children returns all schemas that n applies, to its value or to members, names
// and items of it: InPlace first, the others in a fixed order. A schema that n
// applies in several ways is there several times.
func (n *Node) Children() []*Node {
	return slices.Concat(n.InPlace(), lists.Of(n.Properties, func(p Property) *Node { return p.Node }),
		lists.Of(n.PatternProperties, func(p PatternProperty) *Node { return p.Node }), n.PrefixItems,
		lists.Present(n.AdditionalProperties, n.PropertyNames, n.UnevaluatedProperties, n.Items, n.Contains, n.UnevaluatedItems))
}

// Conjuncts returns the schemas that a value has to satisfy whenever it
// satisfies n, as parts of n: the targets of its references and its allOf.
func (n *Node) Conjuncts() []*Node {
	return append(lists.Of(n.Refs, func(r Ref) *Node { return r.Target }), n.AllOf...)
}

// Choice is alternatives of which every value that a schema accepts satisfies one: of
// each the schemas that hold together, none where it asks for nothing.
type Choice [][]*Node

// Choices returns those of the anyOf and oneOf of n, and of its condition: what
// satisfies "if" has to satisfy "then" as well, anything else "else" (2020-12 Core
// section 10.2.2).
func (n *Node) Choices() []Choice {
	var out []Choice
	for _, branches := range [][]*Node{n.AnyOf, n.OneOf} {
		if branches != nil {
			out = append(out, lists.Of(branches, func(b *Node) []*Node { return []*Node{b} }))
		}
	}
	if n.If != nil {
		out = append(out, Choice{lists.Present(n.If, n.Then), lists.Present(n.Else)})
	}
	return out
}
