package analysis

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// Disjoint reports whether no value is known to satisfy both nodes: their kinds
// differ, their values are listed and differ, or a member tells them apart.
func (a *Analysis) Disjoint(m, n *schema.Node) bool {
	common := a.Kinds(m) & a.Kinds(n)
	if common == 0 {
		return true
	}
	if v, ok := a.Values(m); ok {
		if w, ok := a.Values(n); ok && !document.Overlap(v, w) {
			return true
		}
	}
	return common == kind.Object && (a.excludes(m, n) || a.excludes(n, m))
}

// excludes reports whether m requires a member in a way that n does not allow.
func (a *Analysis) excludes(m, n *schema.Node) bool {
	for _, name := range a.RequiredNames(m) {
		if a.forbids(n, name) {
			return true
		}
		v, ok := a.MemberValues(m, name)
		if !ok {
			continue
		}
		// n need not require the member: m does.
		if w, ok := a.MemberValues(n, name); ok && !document.Overlap(v, w) {
			return true
		}
	}
	return false
}

// forbids reports whether n is known to accept no object with that member.
func (a *Analysis) forbids(n *schema.Node, name string) bool {
	key := valuesKey{node: n, name: name, member: true}
	if known, ok := a.forbidden[key]; ok {
		return known
	}
	found := a.shuts(n, name) ||
		slices.ContainsFunc(n.Conjuncts(), func(c *schema.Node) bool { return a.forbids(c, name) })
	a.forbidden[key] = found
	return found
}
