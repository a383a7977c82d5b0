package build

import (
	"cmp"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/kind"
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
	var said []spoken
	for _, br := range u.Branches {
		if br.Kinds&kind.Object != 0 {
			said = append(said, speaks(br.Plan, 0))
		}
	}
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
		}
		if m.Admits == out.Other && m.Needs == 0 {
			continue // as any other name
		}
		excludes = excludes || m.Admits != all
		needs = needs || m.Needs != 0 && m.Needs != all
		out.Names = append(out.Names, m)
	}
	// That a member is missing is known at the end of an object, which is read in vain where
	// the first of the branches would do.
	if len(out.Names) > mostTellingNames || !excludes && !(needs && u.One && len(said) > 2) {
		return nil
	}
	slices.SortFunc(out.Names, func(a, b jsonscan.MemberName) int { return cmp.Compare(a.Name, b.Name) })
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
// speaks of, and whether others are admitted.
type spoken struct {
	members map[string]presence
	open    bool
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
	for _, p := range plans[1:] {
		one := speaks(p, depth)
		joined := spoken{members: map[string]presence{}, open: out.open || one.open}
		for _, pair := range [][2]spoken{{out, one}, {one, out}} {
			for name, rule := range pair[0].members {
				joined.members[name] = either(rule, pair[1].of(name))
			}
		}
		out = joined
	}
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
