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

// untouched returns the kinds of which n itself, its conjuncts and anyOf aside,
// accepts every value.
func untouched(n *schema.Node) kind.Set {
	switch {
	case n.Always:
		return kind.All
	case n.Never, n.Enum != nil, n.Const != nil, n.OneOf != nil, n.Not != nil, n.If != nil:
		return 0
	}
	k := kind.OfTypes(n.Types)
	if n.Types != 0 && n.Types&schema.Number == 0 || n.Minimum+n.Maximum+n.ExclusiveMinimum+n.ExclusiveMaximum+n.MultipleOf != "" {
		k &^= kind.Number
	}
	if n.MinLength != nil || n.MaxLength != nil || n.Pattern != nil || n.FormatAsserts {
		k &^= kind.String
	}
	if n.MinItems != nil || n.MaxItems != nil || n.UniqueItems || n.PrefixItems != nil ||
		n.Items != nil || n.Contains != nil || n.UnevaluatedItems != nil {
		k &^= kind.Array
	}
	if n.MinProperties != nil || n.MaxProperties != nil || n.Required != nil || n.DependentRequired != nil ||
		n.Properties != nil || n.PatternProperties != nil || n.AdditionalProperties != nil || n.PropertyNames != nil ||
		n.DependentSchemas != nil || n.UnevaluatedProperties != nil {
		k &^= kind.Object
	}
	return k
}
