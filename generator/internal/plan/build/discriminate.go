package build

import (
	"github.com/bindery-go/bindery/generator/internal/analysis"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// discriminate finds how the branches of a union are told apart: by kind, by
// a required member whose constants differ, or by what package analysis knows of
// their schemas.
func discriminate(info *Info, a *analysis.Analysis) {
	u := info.Plan.Union
	objects := 0
	for i, br := range u.Branches {
		br.Kinds = br.Plan.Kinds & info.Plan.Kinds & info.Branches[i].Kinds
		if br.Kinds&kind.Object != 0 {
			objects++
		}
	}
	if objects > 1 {
		u.Discriminator = discriminator(u.Branches)
	}
	for _, br := range u.Branches {
		if u.Discriminator != "" && br.Kinds&kind.Object != 0 {
			br.Tags = tagValues(br.Plan, u.Discriminator, 0)
		}
	}
	disjoint := func(i, j int) bool {
		if areDisjoint(u.Branches[i], u.Branches[j]) {
			return true
		}
		m, n := info.Branches[i].Node, info.Branches[j].Node
		return m != nil && n != nil && a.Disjoint(m, n)
	}
	for i, br := range u.Branches {
		br.Disjoint = true
		for j := range u.Branches {
			if i != j && br.Disjoint {
				br.Disjoint = disjoint(i, j)
			}
		}
	}
}

// areDisjoint reports whether kinds or tags let no value satisfy two branches.
func areDisjoint(a, b *plan.Branch) bool {
	shared := a.Kinds & b.Kinds
	return shared == 0 || shared == kind.Object && a.Tags != nil && b.Tags != nil && !document.Overlap(a.Tags, b.Tags)
}

// discriminator finds a member that every object branch requires with constants
// that no other branch has; failing that, one whose constants differ at least
// between two; failing that, the one that most branches require so. The others
// are then tried whatever the member is.
func discriminator(branches []*plan.Branch) string {
	var objects []*plan.Branch
	for _, br := range branches {
		if br.Kinds&kind.Object != 0 {
			objects = append(objects, br)
		}
	}
	best, most := "", 1
	seen := map[string]bool{}
	for _, br := range objects {
		for _, name := range tagNames(br.Plan, 0) {
			if seen[name] {
				continue
			}
			seen[name] = true
			distinct := true
			var lists [][]*document.Node
			for _, br := range objects {
				values := tagValues(br.Plan, name, 0)
				if values == nil {
					continue
				}
				for _, other := range lists {
					distinct = distinct && !document.Overlap(values, other)
				}
				lists = append(lists, values)
			}
			if len(lists) == len(objects) && distinct {
				return name
			}
			if len(lists) > most {
				best, most = name, len(lists)
			}
		}
	}
	return best
}

// tagNames lists the members of a branch that could tell it apart.
func tagNames(p *plan.Plan, depth int) []string {
	if p = p.WithoutNull(); p == nil || depth > 8 {
		return nil
	}
	if p.Union != nil && len(p.Union.Branches) > 0 {
		return tagNames(p.Union.Branches[0].Plan, depth+1)
	}
	if p.Object == nil {
		return nil
	}
	var out []string
	for _, m := range p.Object.Members {
		if m.Required && m.Plan != nil && isTag(m.Plan) {
			out = append(out, m.Name)
		}
	}
	return out
}

// isTag reports whether a member's values are constants to choose by.
func isTag(p *plan.Plan) bool {
	return p.Enum != nil && p.Kinds&(kind.Array|kind.Object|kind.Null) == 0
}

// tagValues lists the constants of a member of a branch; nil where the member
// may be absent or have other values.
func tagValues(p *plan.Plan, name string, depth int) []*document.Node {
	if p = p.WithoutNull(); p == nil || depth > 8 {
		return nil
	}
	if p.Union != nil {
		var out []*document.Node
		for _, br := range p.Union.Branches {
			values := tagValues(br.Plan, name, depth+1)
			if values == nil {
				return nil
			}
			out = append(out, values...)
		}
		return out
	}
	if p.Object == nil {
		return nil
	}
	for _, m := range p.Object.Members {
		if m.Name == name && m.Required && m.Plan != nil && isTag(m.Plan) {
			return m.Plan.Enum
		}
	}
	return nil
}
