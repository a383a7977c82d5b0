package declare

import (
	"fmt"

	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// Explain gives each type the node of the table that says what is wrong with a
// value which the type refuses. Where the type is what several schemas say
// together, or a part of the kinds that one accepts, no schema is that node and
// the table gets one more: those are returned. The variants of unions get theirs
// as well where the table is all that decides on them.
func (ts *Types) Explain(g *schema.Graph, variants bool) []model.Conjunction {
	x := explanation{Types: ts, first: len(g.Nodes), index: map[string]int{}}
	for _, d := range ts.Declared {
		if p := d.Decl.Plan; p != nil && !d.Decl.Root { // an entry type has the node of its root
			d.Decl.Node = x.node(ts.Plans.Info(p).Intersection, d.Place.Node)
		}
		for i, v := range d.Decl.Variants {
			if variants {
				in := ts.Plans.Info(v.Plan)
				v.Node = x.node(in.Intersection, ts.Plans.Info(d.Decl.Plan).Branches[i].Node)
			}
		}
	}
	return x.more
}

// explanation collects the nodes that no schema is.
type explanation struct {
	*Types
	first int // number of the first of them
	more  []model.Conjunction
	index map[string]int
}

// node finds the node of an intersection. at is the schema that has its place;
// nil where none has.
func (x *explanation) node(in intersect.Intersection, at *schema.Node) int {
	k := model.Conjunction{Kinds: in.Kinds}
	if at != nil {
		whole, _ := x.Schemas.Simplify(intersect.Intersection{Nodes: intersect.Flatten(nil, at), Kinds: kind.All, Name: in.Name})
		if whole.Key() == in.Key() {
			return at.ID
		}
		k.At = at.ID
	}
	for _, n := range in.Nodes {
		k.Nodes = append(k.Nodes, n.ID)
		k.At = n.ID // what refers to the others comes last
	}
	key := fmt.Sprint(k)
	if _, met := x.index[key]; !met {
		x.index[key] = len(x.more)
		x.more = append(x.more, k)
	}
	return x.first + x.index[key]
}
