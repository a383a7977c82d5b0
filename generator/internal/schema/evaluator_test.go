package schema_test

import (
	"math/big"
	"regexp"
	"slices"
	"unicode/utf8"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// marks are the members and items of one value that a schema has evaluated.
type marks struct {
	names map[string]bool
	items map[int]bool
}

func newMarks() *marks { return &marks{map[string]bool{}, map[int]bool{}} }

func (m *marks) merge(o *marks) {
	for k := range o.names {
		m.names[k] = true
	}
	for k := range o.items {
		m.items[k] = true
	}
}

// evaluate is a plain reading of the graph by the letter of the specification,
// without any concern for speed: it proves that the graph means what the schema
// means. m gets the marks when v is valid.
func evaluate(n *schema.Node, v *document.Node, m *marks) bool {
	if n.Never {
		return false
	}
	own := newMarks()
	ok := assertions(n, v) && inPlace(n, v, own)
	switch v.Kind {
	case document.Object:
		ok = ok && members(n, v, own)
	case document.Array:
		ok = ok && elements(n, v, own)
	}
	if ok {
		m.merge(own)
	}
	return ok
}

func rat(text string) *big.Rat {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		panic("not a number: " + text)
	}
	return r
}

func isType(t schema.Types, v *document.Node) bool {
	switch v.Kind {
	case document.Null:
		return t&schema.Null != 0
	case document.Bool:
		return t&schema.Boolean != 0
	case document.String:
		return t&schema.String != 0
	case document.Array:
		return t&schema.Array != 0
	case document.Object:
		return t&schema.Object != 0
	}
	return t&schema.Number != 0 || t&schema.Integer != 0 && rat(v.Text).IsInt()
}

func assertions(n *schema.Node, v *document.Node) bool {
	equal := func(w *document.Node) bool { return document.Equal(v, w) }
	if n.Types != 0 && !isType(n.Types, v) ||
		n.Enum != nil && !slices.ContainsFunc(n.Enum, equal) ||
		n.Const != nil && !equal(n.Const) {
		return false
	}
	within := func(n int, min, max *uint64) bool {
		return (min == nil || uint64(n) >= *min) && (max == nil || uint64(n) <= *max)
	}
	switch v.Kind {
	case document.Number:
		x := rat(v.Text)
		return (n.Minimum == "" || x.Cmp(rat(n.Minimum)) >= 0) &&
			(n.Maximum == "" || x.Cmp(rat(n.Maximum)) <= 0) &&
			(n.ExclusiveMinimum == "" || x.Cmp(rat(n.ExclusiveMinimum)) > 0) &&
			(n.ExclusiveMaximum == "" || x.Cmp(rat(n.ExclusiveMaximum)) < 0) &&
			(n.MultipleOf == "" || new(big.Rat).Quo(x, rat(n.MultipleOf)).IsInt())
	case document.String:
		return within(utf8.RuneCountInString(v.Text), n.MinLength, n.MaxLength) &&
			(n.Pattern == nil || regexp.MustCompile(*n.Pattern).MatchString(v.Text))
	case document.Array:
		if n.UniqueItems {
			for i, a := range v.Items {
				if slices.ContainsFunc(v.Items[:i], func(b *document.Node) bool { return document.Equal(a, b) }) {
					return false
				}
			}
		}
		return within(len(v.Items), n.MinItems, n.MaxItems)
	case document.Object:
		has := func(name string) bool { return v.Get(name) != nil }
		for _, d := range n.DependentRequired {
			if has(d.Name) && !all(d.Required, has) {
				return false
			}
		}
		return within(len(v.Members), n.MinProperties, n.MaxProperties) && all(n.Required, has)
	}
	return true
}

func all[T any](list []T, f func(T) bool) bool {
	return !slices.ContainsFunc(list, func(x T) bool { return !f(x) })
}

func inPlace(n *schema.Node, v *document.Node, m *marks) bool {
	for _, r := range n.Refs {
		if !evaluate(r.Target, v, m) {
			return false
		}
	}
	count := func(list []*schema.Node) (n int) {
		for _, c := range list {
			if evaluate(c, v, m) {
				n++
			}
		}
		return n
	}
	if count(n.AllOf) != len(n.AllOf) ||
		n.AnyOf != nil && count(n.AnyOf) == 0 ||
		n.OneOf != nil && count(n.OneOf) != 1 ||
		n.Not != nil && evaluate(n.Not, v, newMarks()) {
		return false
	}
	if n.If != nil {
		branch := n.Else
		if evaluate(n.If, v, m) {
			branch = n.Then
		}
		if branch != nil && !evaluate(branch, v, m) {
			return false
		}
	}
	return all(n.DependentSchemas, func(d schema.DependentSchema) bool {
		return v.Get(d.Name) == nil || evaluate(d.Node, v, m)
	})
}

func members(n *schema.Node, v *document.Node, m *marks) bool {
	for _, x := range v.Members {
		name := &document.Node{Kind: document.String, Text: x.Name}
		if n.PropertyNames != nil && !evaluate(n.PropertyNames, name, newMarks()) {
			return false
		}
		known := false
		apply := func(c *schema.Node) bool {
			known, m.names[x.Name] = true, true
			return evaluate(c, x.Value, newMarks())
		}
		for _, p := range n.Properties {
			if p.Name == x.Name && !apply(p.Node) {
				return false
			}
		}
		for _, p := range n.PatternProperties {
			if regexp.MustCompile(p.Pattern).MatchString(x.Name) && !apply(p.Node) {
				return false
			}
		}
		if !known && n.AdditionalProperties != nil && !apply(n.AdditionalProperties) ||
			!m.names[x.Name] && n.UnevaluatedProperties != nil && !apply(n.UnevaluatedProperties) {
			return false
		}
	}
	return true
}

func elements(n *schema.Node, v *document.Node, m *marks) bool {
	matching := uint64(0)
	for i, x := range v.Items {
		apply := func(c *schema.Node) bool {
			m.items[i] = true
			return evaluate(c, x, newMarks())
		}
		switch {
		case i < len(n.PrefixItems):
			if !apply(n.PrefixItems[i]) {
				return false
			}
		case n.Items != nil:
			if !apply(n.Items) {
				return false
			}
		}
		if n.Contains != nil && evaluate(n.Contains, x, newMarks()) {
			matching++
			if n.ContainsMarksEvaluated {
				m.items[i] = true
			}
		}
		if n.UnevaluatedItems != nil && !m.items[i] && !apply(n.UnevaluatedItems) {
			return false
		}
	}
	if n.Contains == nil {
		return true
	}
	min := uint64(1)
	if n.MinContains != nil {
		min = *n.MinContains
	}
	return matching >= min && (n.MaxContains == nil || matching <= *n.MaxContains)
}
