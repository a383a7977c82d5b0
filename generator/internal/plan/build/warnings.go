package build

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/impossible"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Warning is a diagnostic about a plan. It counts where values of the plan are
// decoded: conditions may be as contradictory as they like.
type Warning struct {
	Plan *plan.Plan
	Diag diag.Diagnostic
}

// Warnings reports what is valid and hardly meant, each once, of the plans for
// which counts reports true.
func (b *Builder) Warnings(counts func(*plan.Plan) bool) diag.Diagnostics {
	var ds diag.Diagnostics
	met := map[string]bool{}
	for _, w := range b.warnings {
		if key := string(w.Diag.Code) + w.Diag.Pos.String(); counts(w.Plan) && !met[key] {
			met[key] = true
			ds.Add(w.Diag)
		}
	}
	return ds
}

// warnOfMembers notes the members of an object that no value can satisfy though
// no schema says so in as many words.
func (b *Builder) warnOfMembers(p *plan.Plan, in intersect.Intersection) {
	if p.Object == nil {
		return
	}
	var members *intersect.Members
	var declared map[string][]schema.Property
	for _, m := range p.Object.Members {
		if !m.Plan.AcceptsNothing() {
			continue
		}
		if members == nil {
			members, declared = b.schemas.MembersOf(in.Nodes), declaredBy(in.Nodes)
		}
		said, deliberate := declared[m.Name], false
		for _, e := range members.Schemas(m.Name) {
			deliberate = deliberate || b.isMeantToRefuse(e)
		}
		if deliberate || len(said) == 0 {
			continue
		}
		d := diag.New(diag.ImpossibleMember, said[0].Pos, "no value can satisfy all that is said of %q, so it may not occur", m.Name)
		for _, other := range said[1:] {
			d = d.WithRelated(other.Pos, "and this is said here")
		}
		for _, prop := range said {
			d = impossible.Explain(d, b.schemas.Analysis, prop.Node, nil)
		}
		b.warnings = append(b.warnings, Warning{p, d})
	}
}

// declaredBy are the declarations of each member, in the order of the nodes.
func declaredBy(nodes []*schema.Node) map[string][]schema.Property {
	by := map[string][]schema.Property{}
	for _, n := range nodes {
		for _, prop := range n.Properties {
			by[prop.Name] = append(by[prop.Name], prop)
		}
	}
	return by
}

// isMeantToRefuse tells a schema that is meant to refuse everything: false, or the
// older {"not": {}}.
func (b *Builder) isMeantToRefuse(n *schema.Node) bool {
	e := b.schemas.Resolve(n)
	return e.Never || e.Not != nil && e.Not.Always
}

// probes are values by which branches that overlap are found.
var probes = []*document.Node{
	{Kind: document.Object}, {Kind: document.Array}, {Kind: document.String},
	{Kind: document.Number, Text: "0"}, {Kind: document.Bool}, {Kind: document.Null},
}

// warnOfBranches notes a oneOf whose branches a simple value satisfies together:
// it is refused, which open objects rarely mean.
func (b *Builder) warnOfBranches(p *plan.Plan, in intersect.Intersection, u intersect.Union) {
	if u.Keyword != "oneOf" {
		return
	}
	decided := in.Choosing(u)
	for _, v := range append(slices.Clip(probes), b.listedBy(u.Branches)...) {
		if kind.Of(v)&in.Kinds == 0 || !b.values.accepts(decided, v) {
			continue
		}
		held := lists.Where(u.Branches, func(branch *schema.Node) bool { return b.values.judge.Accepts(branch.ID, v) })
		if len(held) < 2 {
			continue
		}
		d := diag.New(diag.OverlappingBranches, keywordPos(u.Node, u.Keyword), "%s satisfies more than one branch of this oneOf and is refused", v).
			WithRelated(held[0].Pos, "it satisfies this one").
			WithRelated(held[1].Pos, "and this one")
		if v.Kind == document.String {
			d = impossible.Formats(d, held[0], held[1])
		}
		b.warnings = append(b.warnings, Warning{p, d})
		return
	}
}

// listedBy lists values that schemas list, a few of each.
func (b *Builder) listedBy(nodes []*schema.Node) []*document.Node {
	const most = 8
	var out []*document.Node
	for _, n := range nodes {
		if values, ok := b.schemas.Analysis.Values(n); ok {
			out = append(out, values[:min(most, len(values))]...)
		}
	}
	return out
}

// warnOfShape notes a union that does not shape its type, see intersect.MostWays.
func (b *Builder) warnOfShape(p *plan.Plan, u intersect.Union) {
	b.warnings = append(b.warnings, Warning{p, diag.New(diag.UnshapedUnion, keywordPos(u.Node, u.Keyword),
		"the branches of this %s and of those around it can be chosen in more than %d ways: here it is checked, and its members are any JSON", u.Keyword, intersect.MostWays)})
}

// keywordPos is where a keyword of n stands.
func keywordPos(n *schema.Node, keyword string) source.Pos {
	for _, m := range n.Doc.Members {
		if m.Name == keyword {
			return m.NamePos
		}
	}
	return n.Pos
}
