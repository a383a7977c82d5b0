package lower

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/ecma"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/runtime/format"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

// admitted is the set of kinds that c can admit at most.
func (b *builder) admitted(c conj) model.Kinds {
	k := c.kinds
	for _, n := range c.nodes {
		k &= b.nodeKinds(n)
	}
	return k
}

// nodeKinds is admitted for one node.
func (b *builder) nodeKinds(n *schema.Node) model.Kinds { return model.Kinds(b.analysis.Kinds(n)) }

// unitesIntegers reports whether a union of n, of which no branch is among the
// nodes of c, has branches for numbers and all of these want integers.
func (b *builder) unitesIntegers(n *schema.Node, c conj) bool {
	return slices.ContainsFunc(unionsOf(n), func(u union) bool {
		some := false
		for _, branch := range u.branches {
			if b.nodeKinds(branch)&model.KindNumber == 0 {
				continue
			}
			some = true
			if !anyNode(b.flatten(nil, branch), wantsInteger) {
				return false
			}
		}
		return some && !c.has(n, u.keyword)
	})
}

// numberChecks joins the checks of numbers; nil where there is none.
func (b *builder) numberChecks(c conj) *model.NumberChecks {
	var out model.NumberChecks
	some := false
	for _, n := range c.nodes {
		if wantsInteger(n) || b.unitesIntegers(n, c) {
			out.Integer = true
			some = true
		}
		for _, bound := range []struct {
			text      string
			upper, ex bool
		}{
			{n.Minimum, false, false}, {n.ExclusiveMinimum, false, true},
			{n.Maximum, true, false}, {n.ExclusiveMaximum, true, true},
		} {
			if bound.text == "" {
				continue
			}
			some = true
			if bound.upper {
				if out.Max == "" || tighter(bound.text, bound.ex, out.Max, out.MaxExcl, -1) {
					out.Max, out.MaxExcl = bound.text, bound.ex
				}
			} else if out.Min == "" || tighter(bound.text, bound.ex, out.Min, out.MinExcl, 1) {
				out.Min, out.MinExcl = bound.text, bound.ex
			}
		}
		if n.MultipleOf != "" {
			out.MultipleOf = append(out.MultipleOf, n.MultipleOf)
			some = true
		}
	}
	if !some {
		return nil
	}
	return &out
}

// tighter reports whether a bound narrows more than another; sign is 1 for
// lower bounds and -1 for upper ones.
func tighter(text string, exclusive bool, than string, thanExclusive bool, sign int) bool {
	d := jsonvalue.TrustedNumber(text).Cmp(jsonvalue.TrustedNumber(than)) * sign
	return d > 0 || d == 0 && exclusive && !thanExclusive
}

// stringChecks joins the checks of strings; nil where there is none.
func (b *builder) stringChecks(c conj) *model.StringChecks {
	var out model.StringChecks
	for _, n := range c.nodes {
		out.MinLength = maxOf(out.MinLength, n.MinLength)
		out.MaxLength = minOf(out.MaxLength, n.MaxLength)
		if n.Pattern != nil {
			if p := b.pattern(*n.Pattern); p != nil && !containsPattern(out.Patterns, p) {
				out.Patterns = append(out.Patterns, p)
			}
		}
		if n.Format != "" && n.FormatAsserts && knownFormat(n.Format) && !containsText(out.Formats, n.Format) {
			out.Formats = append(out.Formats, n.Format)
		}
	}
	if out.MinLength != nil && *out.MinLength == 0 {
		out.MinLength = nil
	}
	if out.MinLength == nil && out.MaxLength == nil && out.Patterns == nil && out.Formats == nil {
		return nil
	}
	return &out
}

// knownFormat reports whether a checker for the format exists: others are
// annotations only (JSON Schema 2020-12 Validation section 7.2.2).
func knownFormat(name string) bool {
	_, ok := format.Lookup[[]byte](name)
	return ok || name == "idn-hostname"
}

// pattern returns the shared pattern of a text; nil where it matches every
// string.
func (b *builder) pattern(text string) *model.Pattern {
	if p, ok := b.patterns[text]; ok {
		return p
	}
	var p *model.Pattern
	if s := b.strategy(text); s != nil && s.Kind != ecma.Always {
		p = &model.Pattern{Text: text}
		b.patOrder = append(b.patOrder, p)
	}
	b.patterns[text] = p
	return p
}

// matches reports whether a pattern over names matches a name that is known
// when generating.
func (b *builder) matches(pattern, name string) bool {
	s := b.strategy(pattern)
	return s != nil && ecma.MatchesName(s, name)
}

// strategy is how a pattern is matched; nil for what is no pattern, which the
// program has refused. Each text is compiled once.
func (b *builder) strategy(text string) *ecma.Strategy {
	s, known := b.strategies[text]
	if !known {
		s, _ = ecma.Compile(text)
		b.strategies[text] = s
	}
	return s
}

// fillArray digests an array into a slice or a tuple.
func (b *builder) fillArray(p *model.Plan, c conj, at place) {
	if b.prefix(c) == 0 {
		if b.wantsDecl(at) {
			b.declareAs(p, at, model.Defined)
		}
		p.Array = b.arrayChecks(c, at)
		var items *model.Plan
		if p.Array != nil {
			items = p.Array.Items
		}
		b.setType(p, at, &model.Type{Kind: model.Slice, Elem: b.elemType(items)})
		return
	}
	decl := b.declareAs(p, at, model.Tuple)
	p.Array = b.arrayChecks(c, at)
	for i, item := range p.Array.Prefix {
		if item != nil && item.Kinds == 0 && !item.Any {
			return // no item can stand here, nor after it
		}
		f := &model.Field{Name: "Item" + itoa(i), Plan: item, Type: b.elemType(item), Presence: model.Required}
		if item != nil && item.NonNull != nil {
			f.Presence = model.RequiredNullable
		}
		decl.Fields = append(decl.Fields, f)
	}
	items := p.Array.Items
	if p.Array.MaxItems != nil && *p.Array.MaxItems <= uint64(len(p.Array.Prefix)) || items != nil && items.Kinds == 0 {
		return
	}
	decl.Rest = &model.Rest{Name: "Rest", Elem: b.elemType(items), Plan: items}
}

// prefix is the number of items that have schemas of their own, or that are
// evaluated without being named here: in branches that all have a prefix.
func (b *builder) prefix(c conj) int {
	prefix := 0
	for _, n := range c.nodes {
		prefix = max(prefix, len(n.PrefixItems))
		if cover := b.itemCoverage(n); cover != nil && !cover.All {
			prefix = max(prefix, cover.Prefix)
		}
	}
	return prefix
}

// arrayChecks joins the checks of arrays; nil where there is none.
func (b *builder) arrayChecks(c conj, at place) *model.ArrayChecks {
	var out model.ArrayChecks
	some := false
	prefix := b.prefix(c)
	for _, n := range c.nodes {
		out.MinItems = maxOf(out.MinItems, n.MinItems)
		out.MaxItems = minOf(out.MaxItems, n.MaxItems)
		out.Unique = out.Unique || n.UniqueItems
		if n.Contains != nil {
			one := uint64(1)
			k := model.Contains{Plan: b.condition(n.Contains, model.AllKinds, at.child("Contains")), Min: one, Max: n.MaxContains}
			if n.MinContains != nil {
				k.Min = *n.MinContains
			}
			if k.Min > 0 || k.Max != nil {
				out.Contains = append(out.Contains, k)
			}
		}
	}
	entry := func(n *schema.Node, i int) []*schema.Node {
		var out []*schema.Node
		if i < len(n.PrefixItems) {
			out = append(out, n.PrefixItems[i])
		} else if n.Items != nil {
			out = append(out, n.Items)
		}
		if cover := b.itemCoverage(n); cover != nil && i >= cover.Prefix && !cover.All {
			out = append(out, n.UnevaluatedItems)
		}
		return out
	}
	for i := range prefix + 1 {
		var entries []*schema.Node
		for _, n := range c.nodes {
			entries = append(entries, entry(n, i)...)
		}
		if i < prefix {
			out.Prefix = append(out.Prefix, b.planOf(at, "Item"+itoa(i), entries...))
		} else {
			out.Items = b.planOf(at, "Item", entries...)
		}
	}
	if out.MinItems != nil && *out.MinItems == 0 {
		out.MinItems = nil
	}
	some = len(out.Prefix) > 0 || out.Items != nil || out.MinItems != nil || out.MaxItems != nil || out.Unique || out.Contains != nil
	if !some {
		return nil
	}
	return &out
}

func maxOf(a, b *uint64) *uint64 {
	if a == nil || b != nil && *b > *a {
		return b
	}
	return a
}

func minOf(a, b *uint64) *uint64 {
	if a == nil || b != nil && *b < *a {
		return b
	}
	return a
}

func containsPattern(list []*model.Pattern, p *model.Pattern) bool {
	for _, q := range list {
		if q == p {
			return true
		}
	}
	return false
}

func containsText(list []string, s string) bool {
	for _, t := range list {
		if t == s {
			return true
		}
	}
	return false
}
