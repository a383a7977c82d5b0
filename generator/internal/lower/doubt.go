package lower

import (
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// doubt is a finding about a plan. It is reported when values of the plan are
// decoded: conditions may be as contradictory as they like.
type doubt struct {
	plan *model.Plan
	diag diag.Diagnostic
}

// reportDoubts reports what is valid and hardly meant, each once.
func (b *builder) reportDoubts() {
	met := map[string]bool{}
	for _, d := range b.doubts {
		if key := string(d.diag.Code) + d.diag.Pos.String(); d.plan.Decodes && !met[key] {
			met[key] = true
			b.diags.Add(d.diag)
		}
	}
}

// doubtMembers notes the members of an object that no value can satisfy though
// no schema says so in as many words.
func (b *builder) doubtMembers(p *model.Plan, c conj) {
	if p.Object == nil {
		return
	}
	for _, m := range p.Object.Members {
		if m.Plan == nil || m.Plan.Kinds != 0 || m.Plan.Any {
			continue
		}
		var said []schema.Property
		deliberate := false
		for _, n := range c.nodes {
			for _, prop := range n.Properties {
				if prop.Name == m.Name {
					said = append(said, prop)
				}
			}
		}
		for _, e := range b.entries(c, m.Name) {
			deliberate = deliberate || b.refusesAll(e)
		}
		if deliberate || len(said) == 0 {
			continue
		}
		d := diag.New(diag.ImpossibleMember, said[0].Pos, "no value can satisfy all that is said of %q, so it may not occur", m.Name)
		for _, other := range said[1:] {
			d = d.WithRelated(other.Pos, "and this is said here")
		}
		for _, prop := range said {
			for _, c := range b.analysis.Contradictions(prop.Node) {
				d = d.WithRelated(prop.Node.Pos, "%s", c.Reason)
			}
		}
		b.doubts = append(b.doubts, doubt{p, d})
	}
}

// refusesAll tells a schema that is meant to refuse everything: false, or the
// older {"not": {}}.
func (b *builder) refusesAll(n *schema.Node) bool {
	e := b.resolve(n)
	return e.Never || e.Not != nil && e.Not.Always
}

// probes are values by which branches that overlap are found.
var probes = []*document.Node{
	{Kind: document.Object}, {Kind: document.Array}, {Kind: document.String},
	{Kind: document.Number, Text: "0"}, {Kind: document.Bool}, {Kind: document.Null},
}

// doubtBranches notes a oneOf whose branches a simple value satisfies together:
// it is refused, which open objects rarely mean.
func (b *builder) doubtBranches(p *model.Plan, c conj, u union) {
	if u.keyword != "oneOf" {
		return
	}
	decided := c
	decided.taken = append(append([]choice(nil), c.taken...), choice{u.node, u.keyword})
	for _, v := range probes {
		if valueKind(v)&c.kinds == 0 || !b.accepts(decided, v) {
			continue
		}
		var held []*schema.Node
		for _, branch := range u.branches {
			if b.in.Judge.Accepts(branch.ID, v) {
				held = append(held, branch)
			}
		}
		if len(held) < 2 {
			continue
		}
		d := diag.New(diag.OverlappingBranches, keywordPos(u.node, u.keyword), "%s satisfies more than one branch of this oneOf and is refused", v).
			WithRelated(held[0].Pos, "it satisfies this one").
			WithRelated(held[1].Pos, "and this one")
		b.doubts = append(b.doubts, doubt{p, d})
		return
	}
}

// doubtShape notes a union that does not shape its type, see mostWays.
func (b *builder) doubtShape(p *model.Plan, u union) {
	b.doubts = append(b.doubts, doubt{p, diag.New(diag.UnshapedUnion, keywordPos(u.node, u.keyword),
		"the branches of this %s and of those around it can be chosen in more than %d ways: here it is checked, and its members are any JSON", u.keyword, mostWays)})
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
