// Package intersect finds out which schemas speak of one value together: what
// $ref, allOf and single-branch unions add in place stands in one flat list, the
// intersection, of which plans are made. What follows from the list without the
// checks themselves is here as well: the kinds that it admits, the schemas of a
// member, the members that are ever declared.
//
// Stages after analysis import it.
package intersect

import (
	"fmt"
	"slices"
	"sort"
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// Intersection is a set of schemas that a value has to satisfy together: its
// kind is in Kinds and it satisfies every node. Nodes are flat: what applies in
// place without condition stands in the list itself, each once.
type Intersection struct {
	Nodes []*schema.Node
	Kinds kind.Set
	// Either are lists of schemas of which a value satisfies one, that is, all schemas of
	// it. They are not checked: only what all of them say of its kind is.
	Either [][]*schema.Node
	// Chosen are the unions that are decided already: their branch is among the
	// nodes.
	Chosen []Choice
	// Name keeps an intersection apart that has a name of its own though it says
	// no more than another (a definition that is a bare allOf of others).
	Name string
	// VerdictOnly: no sum of kinds is made, because only the verdict counts or
	// because the value is kept as text.
	VerdictOnly bool
	// Ways is the number of ways to choose the branches that were merged with
	// what surrounds their unions; 0 where the intersection is a schema as it
	// stands.
	Ways int
	// Apart: the nodes are checked one by one and the value is any JSON.
	Apart bool
	// PassingOnly: of objects, only members whose type their declaration alone gives are
	// checked, and only by what the nodes say of them in passing; see [Members.Passing].
	PassingOnly bool
}

// MostWays bounds Ways. Unions whose branches hold the next union and add to it
// have as many types as there are ways to choose from all of them; beyond the
// bound such a union does not shape the type but is a check of it.
const MostWays = 8

// Choice is a union of which one branch has been chosen.
type Choice struct {
	Node    *schema.Node
	Keyword string
}

// Chose reports whether a union is decided.
func (in Intersection) Chose(u Union) bool {
	return slices.Contains(in.Chosen, Choice{u.Node, u.Keyword})
}

// Choosing is the intersection with one more union decided; the nodes of the
// branch are not added.
func (in Intersection) Choosing(u Union) Intersection {
	in.Chosen = append(slices.Clone(in.Chosen), Choice{u.Node, u.Keyword})
	return in
}

// Key identifies an intersection whatever the order in which it was met.
func (in Intersection) Key() string {
	b := appendIDs(nil, in.Nodes)
	for _, nodes := range in.Either {
		b = appendIDs(append(b, '|'), nodes)
	}
	b = strconv.AppendUint(append(b, 'k'), uint64(in.Kinds), 10)
	marks := lists.Of(in.Chosen, func(c Choice) string { return fmt.Sprintf("t%d%s", c.Node.ID, c.Keyword) })
	sort.Strings(marks)
	for _, mark := range marks {
		b = append(b, mark...)
	}
	b = append(append(b, '@'), in.Name...)
	b = strconv.AppendBool(append(b, ','), in.VerdictOnly)
	b = strconv.AppendInt(append(b, 'w'), int64(in.Ways), 10)
	b = strconv.AppendBool(b, in.Apart)
	return string(strconv.AppendBool(b, in.PassingOnly))
}

// appendIDs appends the numbers of nodes in increasing order.
func appendIDs(b []byte, nodes []*schema.Node) []byte {
	ids := lists.Of(nodes, func(n *schema.Node) int { return n.ID })
	sort.Ints(ids)
	for _, id := range ids {
		b = append(strconv.AppendInt(b, int64(id), 10), ',')
	}
	return b
}

// Unions lists the unions that are not decided.
func (in Intersection) Unions() []Union {
	return lists.Where(lists.Concat(in.Nodes, UnionsOf), func(u Union) bool { return !in.Chose(u) })
}

// Any reports whether one of the nodes has a property.
func (in Intersection) Any(is func(*schema.Node) bool) bool { return slices.ContainsFunc(in.Nodes, is) }

// Imported is the first node that another package has, nil for none.
func (in Intersection) Imported() *schema.Node {
	return lists.First(in.Nodes, func(n *schema.Node) bool { return n.Imported })
}

// Simplified drops the nodes that say nothing once a union is decided.
func (in Intersection) Simplified() Intersection {
	kept := in
	kept.Nodes = lists.Where(in.Nodes, func(n *schema.Node) bool { return contributes(n, in) })
	kept.Chosen = lists.Where(in.Chosen, func(c Choice) bool { return slices.Contains(kept.Nodes, c.Node) })
	return kept
}
