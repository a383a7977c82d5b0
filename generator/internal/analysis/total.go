package analysis

import (
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// total returns kinds of which n is known to accept every value: no keyword of
// it, or of what it applies in place, speaks of them.
func (a *Analysis) total(n *schema.Node) kind.Set {
	if k, known := a.totals[n]; known {
		return k
	}
	k := untouched(n)
	for _, c := range n.Conjuncts() {
		if k != 0 {
			k &= a.total(c)
		}
	}
	if n.AnyOf != nil && k != 0 {
		var some kind.Set
		for _, c := range n.AnyOf {
			some |= a.total(c)
		}
		k &= some
	}
	a.totals[n] = k
	return k
}

// inTwo returns kinds of which two of the schemas are known to accept every value:
// none of it satisfies exactly one.
func (a *Analysis) inTwo(nodes []*schema.Node) kind.Set {
	var one, two kind.Set
	for _, n := range nodes {
		k := a.total(n)
		two |= one & k
		one |= k
	}
	return two
}

// beside are the keywords that untouched does not count: they are followed by
// total, say nothing without "if", or are read from the node itself.
var beside = schema.KeywordSet("type", "allOf", "anyOf", "then", "else", "format")

// untouched returns the kinds of which n itself, its conjuncts and anyOf aside,
// accepts every value: no other keyword speaks of them.
func untouched(n *schema.Node) kind.Set {
	if n.Never || n.Imported { // another package knows what more it says
		return 0
	}
	k := kind.OfTypes(n.Types)
	if n.Types&schema.Integer != 0 && n.Types&schema.Number == 0 {
		k &^= kind.Number
	}
	if n.FormatAsserts { // the known formats are formats of strings
		k &^= kind.String
	}
	if said := n.Says() & schema.Judging() &^ beside; said != 0 {
		k &^= kind.OfTypes(said.AppliesTo())
	}
	return k
}
