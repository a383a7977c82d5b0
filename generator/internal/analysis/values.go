package analysis

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// valuesKey asks about the values of a node, or of a member of its objects.
type valuesKey struct {
	node   *schema.Node
	name   string
	member bool
	// few: types with few values, null and boolean, list them as well.
	few bool
}

type valuesAnswer struct {
	values []*document.Node
	ok     bool
}

// Listed returns the values that n may accept where "const" or "enum" list them,
// in the order of the source; ok is false otherwise. It may list too many.
func (a *Analysis) Listed(n *schema.Node) (values []*document.Node, ok bool) {
	return a.listed(valuesKey{node: n})
}

// Values is Listed with the values of the types null and boolean.
func (a *Analysis) Values(n *schema.Node) (values []*document.Node, ok bool) {
	return a.listed(valuesKey{node: n, few: true})
}

// MemberValues returns the values that a member of an object accepted by n may
// have; ok is false when they are not listed.
func (a *Analysis) MemberValues(n *schema.Node, name string) (values []*document.Node, ok bool) {
	return a.listed(valuesKey{n, name, true, true})
}

// listed finds a list of values in the node itself, in what it refers to and its
// allOf, or in all branches of an anyOf or oneOf.
func (a *Analysis) listed(key valuesKey) (values []*document.Node, ok bool) {
	if known, asked := a.values[key]; asked {
		return known.values, known.ok
	}
	values, ok = a.search(key)
	a.values[key] = valuesAnswer{values, ok}
	return values, ok
}

func (a *Analysis) search(key valuesKey) (values []*document.Node, ok bool) {
	if key.member {
		if p := a.members.get(key.node, key.name); p != nil {
			values, ok = a.Values(p)
		}
	} else {
		values, ok = literalValues(key.node, key.few)
	}
	if ok {
		return values, true
	}
	for _, c := range key.node.Conjuncts() {
		if values, ok = a.listed(valuesKey{c, key.name, key.member, key.few}); ok {
			return values, true
		}
	}
	for _, branches := range [][]*schema.Node{key.node.AnyOf, key.node.OneOf} {
		if values, ok = a.listedByAll(branches, key); ok {
			return values, true
		}
	}
	return nil, false
}

// listedByAll joins the lists of all branches that can be chosen.
func (a *Analysis) listedByAll(branches []*schema.Node, key valuesKey) (values []*document.Node, ok bool) {
	kinds := kind.All
	if key.member {
		kinds = kind.Object
	}
	for _, b := range branches {
		if a.Kinds(b)&kinds == 0 {
			continue
		}
		more, finite := a.listed(valuesKey{b, key.name, key.member, key.few})
		if !finite || !a.mayList(len(values)+len(more)) {
			return nil, false
		}
		values = append(values, more...)
	}
	if len(values) > AlwaysListed {
		a.inLong += len(values)
	}
	return values, branches != nil
}

// Lists that are put together from branches are as long as all that these list. Those
// of many branches within branches may hold so many values in all that they take no
// more memory than the schema with its hundred thousand nodes.
const (
	AlwaysListed = 10_000 // the length up to which values are always listed
	mostInLong   = 1 << 20
)

// mayList reports whether a list of n values may be put together.
func (a *Analysis) mayList(n int) bool { return n <= AlwaysListed || a.inLong+n <= mostInLong }

// literalValues returns the values that the keywords of n itself leave.
func literalValues(n *schema.Node, few bool) (values []*document.Node, ok bool) {
	switch {
	case n.Never:
		return nil, true
	case n.Const != nil:
		return []*document.Node{n.Const}, true
	case n.Enum != nil:
		misfit := func(v *document.Node) bool { return !typeAdmits(n.Types, v) }
		return slices.DeleteFunc(slices.Clone(n.Enum), misfit), true
	case few && n.Types == schema.Null:
		return []*document.Node{{Kind: document.Null, Pos: n.Pos}}, true
	case few && n.Types == schema.Boolean:
		return []*document.Node{{Kind: document.Bool, Pos: n.Pos}, {Kind: document.Bool, Bool: true, Pos: n.Pos}}, true
	}
	return nil, false
}

// Property returns the schema that "properties" of n has for a name, or nil.
func (a *Analysis) Property(n *schema.Node, name string) *schema.Node { return a.members.get(n, name) }

// members finds the properties of nodes by name, with an index for nodes that
// have many.
type members map[*schema.Node]map[string]*schema.Node

func (m members) get(n *schema.Node, name string) *schema.Node {
	if len(n.Properties) < 16 {
		return lists.First(n.Properties, func(p schema.Property) bool { return p.Name == name }).Node
	}
	index := m[n]
	if index == nil {
		index = make(map[string]*schema.Node, len(n.Properties))
		for _, p := range n.Properties {
			index[p.Name] = p.Node
		}
		m[n] = index
	}
	return index[name]
}
