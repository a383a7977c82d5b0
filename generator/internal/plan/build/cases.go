package build

import (
	"slices"
	"sync"

	"github.com/bindery-go/bindery/generator/internal/analysis"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// Of the alternatives of a choice one holds for every valid value, which is checked as a
// whole for the one that has to. What all of them say of a member gives its type and is
// checked as soon as the member is read: no valid document has another.

// typeByCases gives the members of which no schema speaks that always holds the plans on
// which the alternatives of a choice agree. A member that only alternatives declare is
// required where all of them require it.
func (b *Builder) typeByCases(at *Origin, in intersect.Intersection, members []*plan.Member) {
	required := lists.Set(lists.Concat(in.Nodes, b.schemas.Analysis.RequiredNames))
	declared, conditional := in.Declared(), lists.Set(in.Conditional())
	cases := sync.OnceValue(func() *intersect.Cases { return b.schemas.Cases(in) }) // few objects need them
	for _, m := range members {
		if conditional[m.Name] {
			m.Required = m.Required || required[m.Name]
		}
		if m.Plan == nil && (declared[m.Name] != nil || conditional[m.Name]) {
			m.Plan = b.either(at, Part{Member: m.Name}, cases().Of(m.Name))
		}
	}
}

// either is the plan of a part that satisfies all schemas of one of several lists. It is
// what they say where there is one list, else only the kind of value that all admit; nil
// where they admit several kinds, numbers of several Go types, or values that have parts.
func (b *Builder) either(of *Origin, part Part, cases [][]*schema.Node) *plan.Plan {
	cases = b.differing(cases)
	if len(cases) == 1 {
		return b.part(of, part, cases[0]...)
	}
	var in intersect.Intersection
	for _, said := range cases {
		var nodes []*schema.Node
		for _, n := range said {
			nodes = intersect.Flatten(nodes, n)
		}
		in.Either = append(in.Either, nodes)
		in.Kinds |= b.schemas.Kinds(intersect.Intersection{Nodes: nodes, Kinds: kind.All})
	}
	if only := in.Kinds &^ kind.Null; !only.IsSingle() || only&(kind.Array|kind.Object) != 0 || !haveOneNumberType(b.schemas, in.Either) {
		return nil
	}
	return b.plan(in, &Origin{Within: of, Part: part})
}

// differing lists the cases without those that say the same as one before them.
func (b *Builder) differing(cases [][]*schema.Node) [][]*schema.Node {
	if len(cases) < 2 {
		return cases
	}
	if b.contents == nil {
		b.contents = analysis.Contents(b.graph)
	}
	content := func(n *schema.Node) analysis.Content { return b.contents[n] }
	var out [][]*schema.Node
	var met [][]analysis.Content
	for _, said := range cases {
		contents := lists.Of(said, content)
		if !slices.ContainsFunc(met, func(other []analysis.Content) bool { return slices.Equal(other, contents) }) {
			out, met = append(out, said), append(met, contents)
		}
	}
	return out
}
