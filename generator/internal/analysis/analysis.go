// Package analysis finds out what holds for every instance of a schema before
// there is any: which kinds of values a node can accept, whether it can accept
// any at all, which members and items it is sure to evaluate, which values it
// lists, and whether two schemas have a value in common.
//
// Every answer errs on the safe side, which its function names. The stages that
// make code (table, lower) ask; the package knows schema alone.
package analysis

import (
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// Analysis holds the answers about one graph, which must be without errors: an
// in-place cycle would have no answer. It is not safe for concurrent use.
type Analysis struct {
	kinds   []kind.Set // by node ID
	members members
	// Answers about nodes that several others share are kept: without, the
	// work could double with each level of sharing.
	required  map[*schema.Node][]string
	values    map[valuesKey]valuesAnswer
	forbidden map[valuesKey]bool
	opposed   map[*schema.Node][]Contradiction
	totals    map[*schema.Node]kind.Set
	coverer   coverer
	inLong    int // number of values in lists that are put together and long
}

// New analyses a graph.
func New(g *schema.Graph) *Analysis {
	a := &Analysis{
		members:   members{},
		required:  map[*schema.Node][]string{},
		values:    map[valuesKey]valuesAnswer{},
		forbidden: map[valuesKey]bool{},
		opposed:   map[*schema.Node][]Contradiction{},
		totals:    map[*schema.Node]kind.Set{},
		coverer:   coverer{known: map[*schema.Node]extent{}},
	}
	a.findKinds(g.Nodes)
	return a
}

// Kinds returns the kinds of values that the node may accept. It may name too
// many, never too few.
func (a *Analysis) Kinds(n *schema.Node) kind.Set { return a.kinds[n.ID] }

// Empty reports whether the node is known to accept nothing. A node that needs
// a value of itself inside its value is empty as well: documents are finite.
func (a *Analysis) Empty(n *schema.Node) bool { return a.kinds[n.ID] == 0 }
