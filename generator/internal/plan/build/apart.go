package build

import (
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// mostMerged is how many parts of values may be what several schemas say
// together, beside one for each node of the graph. Recursive schemas that apply
// to one value give a type for each set of them that can meet, which is as many
// as there are subsets. Schemas that people write have some dozens.
const mostMerged = 128

// mergesTooMany reports whether an intersection of several schemas is one such
// part too many.
func (b *Builder) mergesTooMany(in intersect.Intersection) bool {
	if b.schemas.Kinds(in)&(kind.Array|kind.Object) == 0 {
		return false // it leads to no other
	}
	key := in.Key()
	if !b.merged[key] && len(b.merged) >= mostMerged+b.size {
		return true
	}
	b.merged[key] = true
	return false
}

// planApart is the plan of an intersection whose nodes are checked one by one.
func (b *Builder) planApart(in intersect.Intersection, at *Origin, said []*schema.Node) *plan.Plan {
	p := b.plan(in, at)
	d := diag.New(diag.UnmergedSchemas, said[0].Pos, "more than %d parts of this schema are what several schemas say together: here they are checked one by one, and the value is any JSON", mostMerged)
	for _, other := range said[1:] {
		d = d.WithRelated(other.Pos, "and this is said here")
	}
	b.warnings = append(b.warnings, Warning{p, d})
	return p
}

// fillApart lets each node judge the value for itself.
func (b *Builder) fillApart(info *Info, in intersect.Intersection) {
	for _, n := range in.Nodes {
		one := intersect.Intersection{Nodes: []*schema.Node{n}, Chosen: in.Chosen, Kinds: in.Kinds, VerdictOnly: true}
		info.Plan.WholeValue = append(info.Plan.WholeValue, plan.Check{
			Rule: plan.AnyOf, Kinds: in.Kinds, Plans: []*plan.Plan{b.plan(one, info.Origin)},
		})
	}
}
