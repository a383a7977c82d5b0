package analysis

import (
	"math/big"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// findKinds computes the least solution of the equations in possible. Starting
// from "accepts nothing" is right because documents are finite: every instance
// is built from instances that are smaller. The sets only grow, by six elements
// at most, so that the work is linear in the graph.
func (a *Analysis) findKinds(nodes []*schema.Node) {
	a.kinds = make([]kind.Set, len(nodes))
	parents := make([][]*schema.Node, len(nodes))
	for _, n := range nodes {
		for _, c := range n.Children() {
			parents[c.ID] = append(parents[c.ID], n)
		}
	}
	queued := make([]bool, len(nodes))
	// Children mostly come after their parents.
	queue := slices.Clone(nodes)
	slices.Reverse(queue)
	for i := range queued {
		queued[i] = true
	}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		queued[n.ID] = false
		k := a.possible(n)
		if k == a.kinds[n.ID] {
			continue
		}
		a.kinds[n.ID] = k
		for _, p := range parents[n.ID] {
			if !queued[p.ID] {
				queued[p.ID] = true
				queue = append(queue, p)
			}
		}
	}
}

// possible returns the kinds that n may accept, given those of its children.
func (a *Analysis) possible(n *schema.Node) kind.Set {
	if n.Never {
		return 0
	}
	k := kind.OfTypes(n.Types) & a.literals(n)
	for _, c := range n.Conjuncts() {
		k &= a.kinds[c.ID]
	}
	for _, branches := range [][]*schema.Node{n.AnyOf, n.OneOf} {
		if branches == nil {
			continue
		}
		var some kind.Set
		for _, c := range branches {
			some |= a.kinds[c.ID]
		}
		k &= some
	}
	k &^= a.inTwo(n.OneOf)
	if n.If != nil {
		k &= a.kinds[n.If.ID]&a.kindsOf(n.Then) | a.kindsOf(n.Else)
	}
	if n.Not != nil {
		k &^= a.total(n.Not)
	}
	if k&kind.Object != 0 && !a.objectPossible(n) {
		k &^= kind.Object
	}
	if k&kind.Array != 0 && !a.arrayPossible(n) {
		k &^= kind.Array
	}
	if above(n.MinLength, n.MaxLength) {
		k &^= kind.String
	}
	if k&kind.Number != 0 {
		if _, _, empty := emptyRange(n); empty {
			k &^= kind.Number
		}
	}
	return k
}

// kindsOf are all kinds where there is no schema.
func (a *Analysis) kindsOf(n *schema.Node) kind.Set {
	if n == nil {
		return kind.All
	}
	return a.kinds[n.ID]
}

// literals returns the kinds of the values that "const" and "enum" leave.
func (a *Analysis) literals(n *schema.Node) kind.Set {
	k := kind.All
	if n.Const != nil {
		k = kind.Of(n.Const) & kind.OfTypes(n.Types)
	}
	if n.Enum != nil {
		k &= kind.OfAll(n.Enum) & kind.OfTypes(n.Types)
	}
	return k
}

// typeAdmits reports whether a value may be of one of the types; a number with
// a point or exponent passes for an integer.
func typeAdmits(t schema.Types, v *document.Node) bool { return kind.OfTypes(t)&kind.Of(v) != 0 }

// objectPossible reports whether some object may satisfy the keywords for
// objects of n itself.
func (a *Analysis) objectPossible(n *schema.Node) bool {
	if above(n.MinProperties, n.MaxProperties) {
		return false
	}
	if n.MaxProperties != nil && uint64(len(distinct(n.Required))) > *n.MaxProperties {
		return false
	}
	return !slices.ContainsFunc(n.Required, func(name string) bool { return a.shuts(n, name) })
}

// shuts reports whether the keywords of n itself are known to admit no member of
// that name.
func (a *Analysis) shuts(n *schema.Node, name string) bool {
	if p := a.members.get(n, name); p != nil {
		return a.Empty(p)
	}
	return n.PatternProperties == nil && n.AdditionalProperties != nil && a.Empty(n.AdditionalProperties)
}

func distinct(names []string) []string {
	names = slices.Clone(names)
	slices.Sort(names)
	return slices.Compact(names)
}

// arrayPossible reports whether some array may satisfy the keywords for arrays
// of n itself.
func (a *Analysis) arrayPossible(n *schema.Node) bool {
	min := uint64(0)
	if n.MinItems != nil {
		min = *n.MinItems
	}
	if contained := n.LeastContained(); contained > 0 {
		if a.Empty(n.Contains) || above(&contained, n.MaxContains) {
			return false
		}
		min = max(min, contained)
	}
	if above(&min, n.MaxItems) {
		return false
	}
	for i, c := range n.PrefixItems {
		if uint64(i) < min && a.Empty(c) {
			return false
		}
	}
	return n.Items == nil || uint64(len(n.PrefixItems)) >= min || !a.Empty(n.Items)
}

// above reports whether a lower bound lies above an upper one.
func above(min, max *uint64) bool { return min != nil && max != nil && *min > *max }

// Rational returns the value of a number, nil for "" and where it is too long to
// be written out cheaply.
func Rational(text string) *big.Rat {
	if _, exponent, found := strings.Cut(strings.ToLower(text), "e"); len(text) > 100 || found && len(exponent) > 4 {
		return nil
	}
	r, _ := new(big.Rat).SetString(text)
	return r
}
