package schema

import (
	"slices"
	"sync"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
)

// Graph is a resolved set of schemas: every schema location that can be
// reached from the roots, with every reference bound to its target.
type Graph struct {
	// Nodes lists all nodes; Nodes[i].ID == i. The order is that of first
	// reach from Roots, depth first, in source order: it never depends on a map.
	Nodes []*Node
	// Roots are the nodes of the entry points asked for, in the asked order.
	Roots []*Node
	// Apart are nodes of all other schemas in the files of the package, such as nested
	// definitions that nothing refers to. No value is judged by them, so that only what
	// they say by themselves matters.
	Apart []*Node

	// repaired maps schema objects with quirks to those that are read in their
	// place.
	repaired map[*document.Node]*document.Node
	byDoc    map[*document.Node]*Node // see NodeOf
	once     sync.Once                // of byDoc
}

// NodeOf is the first node of a schema, as it is written or as it is read; nil where the
// graph has none.
func (g *Graph) NodeOf(doc *document.Node) *Node {
	g.once.Do(func() {
		g.byDoc = make(map[*document.Node]*Node, len(g.Nodes)+len(g.Apart))
		for _, n := range slices.Concat(g.Nodes, g.Apart) {
			if g.byDoc[n.Doc] == nil {
				g.byDoc[n.Doc] = n
			}
		}
	})
	if fixed := g.repaired[doc]; fixed != nil {
		doc = fixed
	}
	return g.byDoc[doc]
}

// Repaired returns a document of the graph with all its repairs, which is how the
// graph reads it: the document itself where there are none.
func (g *Graph) Repaired(doc *document.Node) *document.Node {
	if len(g.repaired) == 0 {
		return doc
	}
	if fixed := g.repaired[doc]; fixed != nil {
		doc = fixed
	}
	out := &document.Node{Kind: doc.Kind, Pos: doc.Pos, Bool: doc.Bool, Text: doc.Text, Items: lists.Of(doc.Items, g.Repaired)}
	for _, m := range doc.Members {
		out.Set(m.Name, m.NamePos, g.Repaired(m.Value))
	}
	return out
}
