package lower

import "github.com/bindery-go/bindery/generator/schema"

// cover is what a node with unevaluatedProperties or unevaluatedItems
// evaluates, known when generating.
type cover struct {
	names    map[string]bool
	patterns []string
	prefix   int
	all      bool
}

func (k *cover) has(b *builder, name string) bool {
	if k.all || k.names[name] {
		return true
	}
	for _, p := range k.patterns {
		if b.matches(p, name) {
			return true
		}
	}
	return false
}

// coverage is what n evaluates of an object; nil when n has no
// unevaluatedProperties or when it depends on the instance
// (JSON Schema 2020-12 Core section 11.3).
func (b *builder) coverage(n *schema.Node) *cover {
	if n.UnevaluatedProperties == nil || n.UnevaluatedProperties.Always {
		return nil
	}
	if k, ok := b.covers[n]; ok {
		return k
	}
	k := b.propertyCover(n)
	b.covers[n] = k
	return k
}

func (b *builder) propertyCover(n *schema.Node) *cover {
	k := &cover{names: map[string]bool{}}
	collect := func(m *schema.Node) {
		for _, p := range m.Properties {
			k.names[p.Name] = true
		}
		for _, p := range m.PatternProperties {
			k.patterns = append(k.patterns, p.Pattern)
		}
		if m.AdditionalProperties != nil || m != n && m.UnevaluatedProperties != nil {
			k.all = true
		}
	}
	marks := func(m *schema.Node) bool {
		return len(m.Properties) > 0 || len(m.PatternProperties) > 0 || m.AdditionalProperties != nil || m.UnevaluatedProperties != nil
	}
	if !b.unconditional(n, collect, marks) {
		return nil
	}
	return k
}

// itemCoverage is coverage for the items of an array.
func (b *builder) itemCoverage(n *schema.Node) *cover {
	if n.UnevaluatedItems == nil || n.UnevaluatedItems.Always {
		return nil
	}
	k := &cover{}
	static := true
	collect := func(m *schema.Node) {
		k.prefix = max(k.prefix, len(m.PrefixItems))
		if m.Items != nil || m != n && m.UnevaluatedItems != nil {
			k.all = true
		}
		if m.Contains != nil && m.ContainsMarksEvaluated {
			static = false
		}
	}
	marks := func(m *schema.Node) bool {
		return len(m.PrefixItems) > 0 || m.Items != nil || m.UnevaluatedItems != nil || m.Contains != nil && m.ContainsMarksEvaluated
	}
	if !b.unconditional(n, collect, marks) || !static {
		return nil
	}
	return k
}

// unconditional calls collect for n and every schema that it applies in place
// without condition. It reports false where a condition decides over a schema
// that marks anything.
func (b *builder) unconditional(n *schema.Node, collect func(*schema.Node), marks func(*schema.Node) bool) bool {
	seen := map[*schema.Node]bool{}
	var visit func(m *schema.Node) bool
	visit = func(m *schema.Node) bool {
		if seen[m] {
			return true
		}
		seen[m] = true
		collect(m)
		for _, u := range unionsOf(m) {
			for _, br := range u.branches {
				if b.marksDeep(br, marks) {
					return false
				}
			}
		}
		conditional := false
		b.visitConditions(m, func(x *schema.Node) { conditional = conditional || x != nil && b.marksDeep(x, marks) })
		if conditional {
			return false
		}
		for _, x := range inPlace(m) {
			if !visit(x) {
				return false
			}
		}
		return true
	}
	return visit(n)
}

func (b *builder) marksDeep(n *schema.Node, marks func(*schema.Node) bool) bool {
	found := false
	seen := map[*schema.Node]bool{}
	var visit func(m *schema.Node)
	visit = func(m *schema.Node) {
		if m == nil || found || seen[m] {
			return
		}
		seen[m] = true
		if found = marks(m); found {
			return
		}
		for _, x := range inPlace(m) {
			visit(x)
		}
		for _, u := range unionsOf(m) {
			for _, x := range u.branches {
				visit(x)
			}
		}
		b.visitConditions(m, visit)
	}
	visit(n)
	return found
}
