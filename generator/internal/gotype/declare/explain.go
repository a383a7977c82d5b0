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
// the table gets one more: those are returned.
func (ts *Types) Explain(g *schema.Graph) []model.Conjunction {
	var more []model.Conjunction
	index := map[string]int{}
	for _, d := range ts.Declared {
		in, ok := ts.intersectionOf(d.Decl)
		if !ok || d.Decl.Root {
			continue // an entry type has the node of its root
		}
		k := model.Conjunction{Kinds: in.Kinds}
		if n := d.Place.Node; n != nil {
			whole, _ := ts.Schemas.Simplify(intersect.Intersection{Nodes: intersect.Flatten(nil, n), Kinds: kind.All, Name: in.Name})
			if whole.Key() == in.Key() {
				d.Decl.Node = n.ID
				continue
			}
			k.At = n.ID
		}
		for _, n := range in.Nodes {
			k.Nodes = append(k.Nodes, n.ID)
			k.At = n.ID // what refers to the others comes last
		}
		at, met := index[fmt.Sprint(k)]
		if !met {
			at = len(more)
			index[fmt.Sprint(k)] = at
			more = append(more, k)
		}
		d.Decl.Node = len(g.Nodes) + at
	}
	return more
}

// intersectionOf is what the values of a declaration satisfy; ok is false where
// it is made of no plan of its own.
func (ts *Types) intersectionOf(d *model.Decl) (in intersect.Intersection, ok bool) {
	if d.Plan == nil {
		return in, false
	}
	return ts.Plans.Info(d.Plan).Intersection, true
}
