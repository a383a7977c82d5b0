package analysis

import (
	"slices"

	"github.com/bindery-go/bindery/generator/document"
	"github.com/bindery-go/bindery/generator/schema"
)

// Discriminator says how the branches of a oneOf or anyOf can be told apart
// without trying them.
type Discriminator struct {
	// Kinds are the kinds that each branch may accept.
	Kinds []Kinds
	// Tag is a member that every branch which may accept an object requires
	// and restricts to values of its own; "" when there is none, or fewer
	// than two such branches.
	Tag string
	// Values are the values of Tag for each branch: nil for a branch that
	// accepts no object.
	Values [][]*document.Node
}

// maxTagValues bounds the values of a tag in one branch.
const maxTagValues = 1000

// Discriminate looks for what tells the branches apart.
func (a *Analysis) Discriminate(branches []*schema.Node) Discriminator {
	d := Discriminator{Kinds: make([]Kinds, len(branches))}
	var objects []*schema.Node
	for i, b := range branches {
		d.Kinds[i] = a.Kinds(b)
		if d.Kinds[i]&Object != 0 {
			objects = append(objects, b)
		}
	}
	if len(objects) < 2 {
		return d
	}
	// A tag is a member that the first of the branches requires.
	for _, tag := range a.RequiredNames(objects[0]) {
		values, ok := a.tagValues(branches, d.Kinds, tag)
		if ok {
			d.Tag, d.Values = tag, values
			break
		}
	}
	return d
}

// tagValues returns the values of a member for each branch that accepts
// objects. ok is false when a branch does not require it, leaves it open, or
// shares a value with another.
func (a *Analysis) tagValues(branches []*schema.Node, kinds []Kinds, tag string) (values [][]*document.Node, ok bool) {
	taken := newValueSet()
	values = make([][]*document.Node, len(branches))
	for i, b := range branches {
		if kinds[i]&Object == 0 {
			continue
		}
		if !slices.Contains(a.RequiredNames(b), tag) {
			return nil, false
		}
		list, finite := a.memberValues(b, tag)
		if !finite || len(list) > maxTagValues {
			return nil, false
		}
		for _, v := range list {
			if v.Kind == document.Array || v.Kind == document.Object || taken.has(v) {
				return nil, false
			}
		}
		for _, v := range list {
			taken.add(v)
		}
		values[i] = list
	}
	return values, true
}

// Disjoint reports whether no value is known to satisfy both nodes: their kinds
// differ, their values are listed and differ, or a member tells them apart.
func (a *Analysis) Disjoint(m, n *schema.Node) bool {
	common := a.Kinds(m) & a.Kinds(n)
	if common == 0 {
		return true
	}
	if v, ok := a.Values(m); ok {
		if w, ok := a.Values(n); ok && !share(v, w) {
			return true
		}
	}
	return common == Object && (a.excludes(m, n) || a.excludes(n, m))
}

// excludes reports whether m requires a member in a way that n does not allow.
func (a *Analysis) excludes(m, n *schema.Node) bool {
	for _, name := range a.RequiredNames(m) {
		if a.forbids(n, name) {
			return true
		}
		v, ok := a.memberValues(m, name)
		if !ok {
			continue
		}
		// n need not require the member: m does.
		if w, ok := a.memberValues(n, name); ok && !share(v, w) {
			return true
		}
	}
	return false
}

// forbids reports whether n is known to accept no object with that member.
func (a *Analysis) forbids(n *schema.Node, name string) bool {
	key := valuesKey{n, name, true}
	if known, ok := a.forbidden[key]; ok {
		return known
	}
	found := a.shuts(n, name) ||
		slices.ContainsFunc(n.Conjuncts(), func(c *schema.Node) bool { return a.forbids(c, name) })
	a.forbidden[key] = found
	return found
}
