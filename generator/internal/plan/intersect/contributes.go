package intersect

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/schema"
)

// Unconditional lists the schemas that apply to the same value without condition.
func Unconditional(n *schema.Node) []*schema.Node {
	out := n.Conjuncts()
	if len(n.AnyOf) == 1 {
		out = append(out, n.AnyOf[0])
	}
	if len(n.OneOf) == 1 {
		out = append(out, n.OneOf[0])
	}
	return out
}

// Union is a oneOf or anyOf of several branches, or a condition, whose branches are
// "then" and "else".
type Union struct {
	Node     *schema.Node
	Keyword  string // "oneOf", "anyOf" or "if"
	Branches []*schema.Node
}

// UnionsOf lists the unions of a node; a union of one branch is its branch, see
// [Unconditional].
func UnionsOf(n *schema.Node) []Union {
	var out []Union
	if len(n.OneOf) > 1 {
		out = append(out, Union{n, "oneOf", n.OneOf})
	}
	if len(n.AnyOf) > 1 {
		out = append(out, Union{n, "anyOf", n.AnyOf})
	}
	return out
}

// ConditionOf is the condition of a node as a union; without branches where it lacks one.
func ConditionOf(n *schema.Node) Union {
	u := Union{Node: n, Keyword: "if"}
	if n.If != nil && n.Then != nil && n.Else != nil {
		u.Branches = []*schema.Node{n.Then, n.Else}
	}
	return u
}

// Contributes reports whether a node says anything of its own, beside what it
// applies in place.
func Contributes(n *schema.Node) bool { return contributes(n, Intersection{}) }

// contributes is Contributes for a node whose unions may be decided.
func contributes(n *schema.Node, in Intersection) bool { return n.Types != 0 || saysMore(n, in) }

// shaping are the keywords by which a node contributes to an intersection: those
// that judge, but for the ones that stand in the intersection themselves or say
// nothing without another one. What is encoded in a string chooses its Go type.
var shaping = schema.Judging()&^
	schema.KeywordSet("type", "allOf", "anyOf", "oneOf", "then", "else", "minContains", "maxContains") |
	schema.KeywordSet("contentEncoding")

// saysMore reports whether a node contributes more than its types.
func saysMore(n *schema.Node, in Intersection) bool {
	says := n.Says() & shaping
	if in.Chose(ConditionOf(n)) {
		says &^= schema.KeywordSet("if")
	}
	return n.Never || n.Imported || n.GoType != nil || says != 0 ||
		slices.ContainsFunc(UnionsOf(n), func(u Union) bool { return !in.Chose(u) })
}

// SaysNothing reports whether a node adds no more than types to what it applies in
// place: that all other members or items may be there.
func SaysNothing(n *schema.Node) bool {
	return n.Says()&shaping&^schema.KeywordSet("additionalProperties", "items") == 0 && (n.AdditionalProperties == nil || n.AdditionalProperties.Always) &&
		(n.Items == nil || n.Items.Always) && !n.Never && !n.Imported && n.GoType == nil && !WantsInteger(n) && len(UnionsOf(n)) == 0
}

// WantsInteger reports whether the types of a node admit no other numbers.
func WantsInteger(n *schema.Node) bool {
	return n.Types&schema.Integer != 0 && n.Types&schema.Number == 0
}

// standsFor is the one schema that n only refers to, nil where n says anything.
// A definition with a Go name is a type of its own; elsewhere the name is that of
// the field, not of what is referred to.
func standsFor(n *schema.Node) *schema.Node {
	if Contributes(n) || n.GoName != "" && n.IsDefinition() {
		return nil
	}
	var only *schema.Node
	for _, c := range Unconditional(n) {
		if c.Always || c == only {
			continue
		}
		if only != nil {
			return nil
		}
		only = c
	}
	return only
}
