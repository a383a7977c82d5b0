package lower

import (
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// discriminate finds how the branches of p's union are told apart: by kind, by
// a required member whose constants differ, or by what package analysis knows of
// their schemas.
func (b *builder) discriminate(p *model.Plan) {
	u := p.Union
	if u == nil {
		return
	}
	objects := 0
	for _, br := range u.Branches {
		br.Kinds = br.Plan.Kinds
		if br.Kinds&model.KindObject != 0 {
			objects++
		}
	}
	if objects > 1 {
		u.Tag = commonTag(u.Branches)
	}
	for _, br := range u.Branches {
		if u.Tag != "" && br.Kinds&model.KindObject != 0 {
			br.Tags = tagValues(br.Plan, u.Tag, 0)
		}
	}
	for i, br := range u.Branches {
		br.Disjoint = true
		for j, other := range u.Branches {
			if i != j && br.Disjoint {
				br.Disjoint = b.apart(u, br, other)
			}
		}
	}
}

// apart reports whether no value is known to satisfy two branches of u.
func (b *builder) apart(u *model.UnionChecks, br, other *model.Branch) bool {
	shared := br.Kinds & other.Kinds
	if shared == 0 || shared == model.KindObject && br.Tags != nil && other.Tags != nil && !document.Overlap(br.Tags, other.Tags) {
		return true
	}
	m, n := b.branchOf[br], b.branchOf[other]
	return m != nil && n != nil && b.analysis.Disjoint(m, n)
}

// allApart reports whether no value is known to satisfy two of the schemas.
func (b *builder) allApart(nodes []*schema.Node) bool {
	for i, m := range nodes {
		for _, n := range nodes[:i] {
			if !b.analysis.Disjoint(m, n) {
				return false
			}
		}
	}
	return true
}

// commonTag finds a member that every object branch requires with constants
// that no other branch has; failing that, one whose constants differ at least
// between two; failing that, the one that most branches require so. The others
// are then tried whatever the member is.
func commonTag(branches []*model.Branch) string {
	var objects []*model.Branch
	for _, br := range branches {
		if br.Kinds&model.KindObject != 0 {
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
func tagNames(p *model.Plan, depth int) []string {
	if p = nonNull(p); p == nil || depth > 8 {
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
func isTag(p *model.Plan) bool {
	return p.Enum != nil && p.Kinds&(model.KindArray|model.KindObject|model.KindNull) == 0
}

// tagValues lists the constants of a member of a branch; nil where the member
// may be absent or have other values.
func tagValues(p *model.Plan, name string, depth int) []*document.Node {
	if p = nonNull(p); p == nil || depth > 8 {
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
