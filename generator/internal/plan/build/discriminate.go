package build

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/analysis"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// discriminate finds how the branches of a union are told apart: by kind, by
// a required member whose constants differ, by the names of members, or by what package
// analysis knows of their schemas.
func discriminate(info *Info, a *analysis.Analysis) {
	u := info.Plan.Union
	objects := 0
	for i, br := range u.Branches {
		br.Kinds = br.Plan.Kinds & info.Plan.Kinds & info.Branches[i].Kinds
		if br.Kinds&kind.Object != 0 {
			objects++
		}
	}
	var tags tags
	if objects > 1 {
		if u.Discriminator = discriminator(u.Branches); u.Discriminator != "" {
			tags = findTags(u)
		}
		u.MemberNames = memberNames(u)
	}
	disjoint := func(i, j int) bool {
		if tags.tellApart(u, i, j) {
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

// tags are what the branches of a union say of the discriminator.
type tags struct {
	count int     // how many tags there are
	at    [][]int // for each branch the numbers of its tags, in order
}

// tellApart reports whether kinds or tags let no value satisfy two branches of a union.
func (t tags) tellApart(u *plan.Union, i, j int) bool {
	shared := u.Branches[i].Kinds & u.Branches[j].Kinds
	return shared == 0 || shared == kind.Object && (t.apart(u, i, j) || t.apart(u, j, i))
}

// apart reports whether branch i has tags and j has others, or none of all there are.
func (t tags) apart(u *plan.Union, i, j int) bool {
	switch {
	case u.Branches[i].Tags == nil:
		return false
	case u.Branches[j].Tags != nil:
		return !slices.ContainsFunc(t.at[i], func(tag int) bool {
			_, has := slices.BinarySearch(t.at[j], tag)
			return has
		})
	}
	return len(u.Branches[j].Refused) == t.count
}

// findTags finds what the branches say of the discriminator.
func findTags(u *plan.Union) tags {
	var seen document.Numbers
	at := make([][]int, len(u.Branches))
	for i, br := range u.Branches {
		if br.Kinds&kind.Object == 0 {
			continue
		}
		br.Tags = tagValues(br.Plan, u.Discriminator, 0)
		at[i] = lists.Of(br.Tags, seen.Of)
		slices.Sort(at[i])
	}
	all := seen.Values
	for _, br := range u.Branches {
		if br.Kinds&kind.Object == 0 {
			continue
		}
		places, everywhere := membersNamed(br.Plan, u.Discriminator, 0)
		if br.Tags != nil || len(all)*max(1, len(places)) > maxRefused {
			continue
		}
		for _, v := range all {
			if everywhere && !slices.ContainsFunc(places, func(m *plan.Member) bool { return !refuses(m.Plan, v) }) ||
				refusesObjects(br.Plan, u.Discriminator, v) {
				br.Refused = append(br.Refused, v)
			}
		}
	}
	return tags{len(all), at}
}

// maxRefused bounds how many pairs of a tag and a branch are looked at, with all
// branches within branches: a union of thousands is told apart by what they accept
// alone.
const maxRefused = 1 << 12

// membersNamed lists what the branches of a plan say of a member; everywhere tells
// whether all of them speak of it.
func membersNamed(p *plan.Plan, name string, depth int) (list []*plan.Member, everywhere bool) {
	if p = p.WithoutNull(); p == nil || depth > 8 {
		return nil, false
	}
	if p.Object != nil {
		if m := lists.First(p.Object.Members, func(m *plan.Member) bool { return m.Name == name }); m != nil {
			return []*plan.Member{m}, true
		}
	}
	if p.Union == nil {
		return nil, false
	}
	for _, q := range objectPlans(p.Union) {
		more, ok := membersNamed(q, name, depth+1)
		if list = append(list, more...); !ok || len(list) > maxRefused {
			return nil, false
		}
	}
	return list, len(list) > 0
}

// refuses reports whether a plan is known to refuse a constant that is not null: by
// its kind, by an enum, or by a list of what it must not be.
func refuses(p *plan.Plan, v *document.Node) bool {
	if p = p.WithoutNull(); p == nil {
		return false
	}
	k := kind.Of(v)
	if p.Kinds&k == 0 || p.Enum != nil && !document.Contains(p.Enum, v) {
		return true
	}
	return slices.ContainsFunc(p.WholeValue, func(c plan.Check) bool {
		return c.Rule == plan.Not && c.Kinds&k != 0 && listsOnly(c.Plans[0]) && document.Contains(c.Plans[0].Enum, v)
	})
}

// refusesObjects reports whether a plan is known to refuse the objects of which a member is
// a constant: by a list of what this must not be, given for the whole object.
func refusesObjects(p *plan.Plan, name string, v *document.Node) bool {
	p = p.WithoutNull()
	return p != nil && slices.ContainsFunc(p.WholeValue, func(c plan.Check) bool {
		return c.Rule == plan.Not && c.Kinds&kind.Object != 0 && listsOnlyMember(c.Plans[0], name, v)
	})
}

// listsOnlyMember reports whether a plan accepts every object of which a member is one
// of its constants, and lists v as one of them.
func listsOnlyMember(p *plan.Plan, name string, v *document.Node) bool {
	if p == nil || p.Kinds&kind.Object == 0 || p.NonNull != nil || p.Object == nil || p.Enum != nil || p.Union != nil ||
		len(p.WholeValue) > 0 || p.Imported != "" || !p.Object.IsMemberwise() {
		return false
	}
	listed := false
	for _, m := range p.Object.Members {
		switch {
		case m.Name == name:
			listed = listsOnly(m.Plan) && document.Contains(m.Plan.Enum, v)
		case m.Required || !m.Plan.AcceptsAnything():
			return false
		}
	}
	return listed
}

// listsOnly reports whether a plan accepts the values of its enum and no others.
func listsOnly(p *plan.Plan) bool {
	return p != nil && p.Enum != nil && p.NonNull == nil && p.Number == nil && p.String == nil && p.Array == nil &&
		p.Object == nil && p.Union == nil && len(p.WholeValue) == 0 && p.Imported == ""
}

// discriminator finds a member that every object branch requires with constants
// that no other branch has; failing that, one whose constants differ at least
// between two; failing that, the one that most branches require so. The others
// are then tried whatever the member is.
func discriminator(branches []*plan.Branch) string {
	objects := lists.Where(branches, func(br *plan.Branch) bool { return br.Kinds&kind.Object != 0 })
	best, most := "", 1
	seen := map[string]bool{}
	for _, br := range objects {
		for _, name := range tagNames(br.Plan, 0) {
			if seen[name] {
				continue
			}
			seen[name] = true
			tagged, distinct := 0, true
			tags := document.Set{}
			for _, br := range objects {
				if values := tagValues(br.Plan, name, 0); values != nil {
					distinct = tags.AddApart(values) && distinct
					tagged++
				}
			}
			if tagged == len(objects) && distinct {
				return name
			}
			if tagged > most {
				best, most = name, tagged
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
	if p.Union != nil {
		plans := objectPlans(p.Union)
		if len(plans) == 0 {
			return nil
		}
		return tagNames(plans[0], depth+1) // what one lacks does not tell all of them apart
	}
	if p.Object == nil {
		return nil
	}
	tags := lists.Where(p.Object.Members, func(m *plan.Member) bool { return m.Required && m.Plan != nil && isTag(m.Plan) })
	return lists.Of(tags, func(m *plan.Member) string { return m.Name })
}

// objectPlans lists the plans of the branches that may accept objects.
func objectPlans(u *plan.Union) []*plan.Plan {
	plans := lists.Of(u.Branches, func(br *plan.Branch) *plan.Plan { return br.Plan })
	return lists.Where(plans, func(p *plan.Plan) bool {
		p = p.WithoutNull()
		return p == nil || p.Kinds&kind.Object != 0
	})
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
		for _, q := range objectPlans(p.Union) {
			values := tagValues(q, name, depth+1)
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
