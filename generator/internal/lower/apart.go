package lower

import (
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// mostMerged is how many parts of values may be what several schemas say
// together, beside one for each node of the graph. Recursive schemas that apply
// to one value give a type for each set of them that can meet, which is as many
// as there are subsets. Schemas that people write have some dozens.
const mostMerged = 128

// mergesTooMany reports whether c, which several schemas say together, is one
// such conjunction too many.
func (b *builder) mergesTooMany(c conj) bool {
	if b.admitted(c)&(model.KindArray|model.KindObject) == 0 {
		return false // it leads to no other
	}
	key := c.key()
	if !b.merged[key] && len(b.merged) >= mostMerged+len(b.in.Graph.Nodes) {
		return true
	}
	b.merged[key] = true
	return false
}

// planApart is the plan of a conjunction whose nodes are checked one by one.
func (b *builder) planApart(c conj, at place, said []*schema.Node) *model.Plan {
	p := b.plan(c, at)
	d := diag.New(diag.UnmergedSchemas, said[0].Pos, "more than %d parts of this schema are what several schemas say together: here they are checked one by one, and the value is any JSON", mostMerged)
	for _, other := range said[1:] {
		d = d.WithRelated(other.Pos, "and this is said here")
	}
	b.doubts = append(b.doubts, doubt{p, d})
	return p
}

// fillApart lets each node of c judge the value for itself.
func (b *builder) fillApart(p *model.Plan, c conj, at place) {
	p.Type = &model.Type{Kind: model.Value}
	for _, n := range c.nodes {
		one := conj{nodes: []*schema.Node{n}, taken: c.taken, kinds: c.kinds, flat: true}
		p.Residual = append(p.Residual, model.Residual{
			Kind: model.AnyOf, Kinds: c.kinds, Plans: []*model.Plan{b.plan(one, at)},
		})
	}
}
