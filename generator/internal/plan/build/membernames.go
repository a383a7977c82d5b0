package build

import (
	"cmp"
	"maps"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// The sets of branches are words, and what is looked up for each member stays small.
const (
	mostNamedBranches = 64
	mostTellingNames  = 256
)

// memberNames finds how the names of members tell the branches of a union apart that
// accept objects; nil where they do not, or where trying the branches takes no longer.
func memberNames(u *plan.Union) *jsonscan.MemberNames {
	branches := lists.Where(u.Branches, func(b *plan.Branch) bool { return b.Kinds&kind.Object != 0 })
	said := lists.Of(branches, func(b *plan.Branch) spoken { return speaks(b.Plan, 0) })
	if len(said) < 2 || len(said) > mostNamedBranches {
		return nil
	}
	out := &jsonscan.MemberNames{}
	names := map[string]bool{}
	for i, s := range said {
		if s.open {
			out.Other |= 1 << i
		}
		for name := range s.members {
			names[name] = true
		}
	}
	all := ^uint64(0) >> (64 - len(said))
	excludes, needs := out.Other != all, false
	for name := range names {
		m := jsonscan.MemberName{Name: name}
		for i, s := range said {
			rule, listed := s.members[name]
			if listed && rule != forbidden || !listed && s.open {
				m.Admits |= 1 << i
			}
			if rule == required {
				m.Needs |= 1 << i
			}
			if s.some[name] {
				m.Serves |= 1 << i
			}
		}
		if m.Admits == out.Other && m.Needs|m.Serves == 0 {
			continue // as any other name
		}
		if name == u.Discriminator && name != "" {
			m.Texts = texts(branches)
		}
		excludes = excludes || m.Admits != all
		wants := m.Needs | m.Serves
		needs = needs || wants != 0 && wants != all
		out.Names = append(out.Names, m)
	}
	// That a member is missing is known at the end of an object, which is read in vain where
	// the first of the branches would do.
	if len(out.Names) > mostTellingNames || !excludes && !(needs && u.One) {
		return nil
	}
	sortNames(out.Names)
	return out
}

func sortNames(names []jsonscan.MemberName) {
	slices.SortFunc(names, func(a, b jsonscan.MemberName) int { return cmp.Compare(a.Name, b.Name) })
}

// texts finds which branches admit the texts of a tag, and its other values; nothing where
// a tag is not a text or is empty, or where there are too many.
func texts(branches []*plan.Branch) (out jsonscan.MemberNames) {
	tags := document.Set{}
	for i, b := range branches {
		if len(b.Tags) == 0 {
			out.Other |= 1 << i
		}
		for _, tag := range b.Tags {
			if tag.Kind != document.String || tag.Text == "" || len(out.Names) == mostTellingNames {
				return jsonscan.MemberNames{}
			}
			if !tags.Add(tag) {
				continue
			}
			m := jsonscan.MemberName{Name: tag.Text}
			for j, b := range branches {
				if b.HasTag(tag) {
					m.Admits |= 1 << j
				}
			}
			out.Names = append(out.Names, m)
		}
	}
	sortNames(out.Names)
	return out
}

// presence is what a plan says of whether there is a member.
type presence uint8

const (
	optional presence = iota
	required
	forbidden
)

// spoken is what the objects that a plan accepts may look like: the members that it
// speaks of, whether others are admitted, and, where none is required, names of which
// there is one; nil where there may be none.
type spoken struct {
	members map[string]presence
	open    bool
	some    map[string]bool
}

// speaks finds what a plan says of the names of members. Of what is not looked into it
// says that anything is admitted.
func speaks(p *plan.Plan, depth int) spoken {
	if p = p.WithoutNull(); p == nil || depth > 8 {
		return spoken{open: true}
	}
	if p.Union != nil {
		return speakTogether(objectPlans(p.Union), depth+1)
	}
	if p.Object == nil {
		return spoken{open: true}
	}
	out := spoken{members: map[string]presence{}, open: !isClosed(p.Object)}
	for _, m := range p.Object.Members {
		switch {
		case m.Plan.AcceptsNothing():
			out.members[m.Name] = forbidden
		case m.Required:
			out.members[m.Name] = required
		default:
			out.members[m.Name] = optional
		}
	}
	return out
}

// speakTogether is what the objects have in common that one of several plans accepts.
func speakTogether(plans []*plan.Plan, depth int) spoken {
	if len(plans) == 0 {
		return spoken{open: true}
	}
	out := speaks(plans[0], depth)
	some := out.least()
	for _, p := range plans[1:] {
		one := speaks(p, depth)
		some = joined(some, one.least())
		both := spoken{members: map[string]presence{}, open: out.open || one.open}
		for _, pair := range [][2]spoken{{out, one}, {one, out}} {
			for name, rule := range pair[0].members {
				both.members[name] = either(rule, pair[1].of(name))
			}
		}
		out = both
	}
	if len(out.required()) == 0 {
		out.some = some
	}
	return out
}

// required is the set of the members that must be there.
func (s spoken) required() map[string]bool {
	names := map[string]bool{}
	for name, rule := range s.members {
		if rule == required {
			names[name] = true
		}
	}
	return names
}

// least is a set of members of which one must be there, nil without any.
func (s spoken) least() map[string]bool {
	if names := s.required(); len(names) > 0 {
		return names
	}
	return s.some
}

// joined is the names of two sets of which one must be there for either.
func joined(a, b map[string]bool) map[string]bool {
	if a == nil || b == nil {
		return nil
	}
	out := maps.Clone(a)
	maps.Copy(out, b)
	return out
}

// of is what is said of a name.
func (s spoken) of(name string) presence {
	if rule, listed := s.members[name]; listed || s.open {
		return rule // optional where it is not listed
	}
	return forbidden
}

// either is what holds where one of two rules does.
func either(a, b presence) presence {
	if a == b {
		return a
	}
	return optional
}
