package lower

import (
	"fmt"

	"github.com/bindery-go/bindery/generator/internal/model"
)

// explanations gives each type the node of the schema program that says what is
// wrong with a value which the type refuses. Where the type is what several
// schemas say together, or a part of the kinds that one admits, no schema is
// that node and the program gets one more.
func (b *builder) explanations(pkg *model.Package) {
	index := map[string]int{}
	for _, d := range b.declared {
		c, ok := b.conjOf[d.decl.Plan]
		if !ok || d.decl.Root {
			continue // an entry type has the node of its root
		}
		k := model.Conjunction{Kinds: c.kinds}
		if n := d.place.node; n != nil {
			whole, _ := b.normal(conj{nodes: b.flatten(nil, n), kinds: model.AllKinds, named: c.named}, place{root: true})
			if whole.key() == c.key() {
				d.decl.Node = n.ID
				continue
			}
			k.At = n.ID
		}
		for _, n := range c.nodes {
			k.Nodes = append(k.Nodes, n.ID)
			k.At = n.ID // what refers to the others comes last
		}
		at, met := index[fmt.Sprint(k)]
		if !met {
			at = len(pkg.Conjunctions)
			index[fmt.Sprint(k)] = at
			pkg.Conjunctions = append(pkg.Conjunctions, k)
		}
		d.decl.Node = len(b.in.Graph.Nodes) + at
	}
}
