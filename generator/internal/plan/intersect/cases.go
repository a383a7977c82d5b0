package intersect

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// mostCases bounds how many lists of schemas are looked at for one member.
const mostCases = 64

// cases finds what is said of members by schemas of which one or the other holds: those
// of conditions, and of unions that are not decided.
type cases struct {
	*Schemas
	known map[caseKey]admitted
}

type caseKey struct {
	node *schema.Node
	name string
}

// admitted is what is known of the values of a member: each satisfies all schemas of one
// of the lists. It is nil where they may be anything; empty where there is none.
type admitted [][]*schema.Node

var mayNotOccur = admitted{}

// MemberCases lists what the value of a member satisfies of which no schema speaks that
// always holds: all schemas of one of the lists. There is no list where it may be anything.
func (s *Schemas) MemberCases(in Intersection, name string) [][]*schema.Node {
	c := cases{s, map[caseKey]admitted{}}
	return c.chosen(in.Nodes, name)
}

// of is what schemas that hold together admit.
func (c cases) of(nodes []*schema.Node, name string) admitted {
	if c.Forbid(nodes, name) {
		return mayNotOccur
	}
	var said []*schema.Node
	for _, n := range nodes {
		said = c.appendMember(said, n, name)
	}
	if said = c.Distinct(said); len(said) > 0 {
		return admitted{said}
	}
	return c.chosen(nodes, name)
}

// Forbid reports whether schemas are known to accept no object together that has a member
// of that name.
func (s *Schemas) Forbid(nodes []*schema.Node, name string) bool {
	return slices.ContainsFunc(nodes, func(n *schema.Node) bool {
		cover := s.anyCoverage(n)
		return slices.ContainsFunc(s.appendMember(nil, n, name), s.RefusesAll) ||
			cover != nil && s.RefusesAll(n.UnevaluatedProperties) && !s.mayBeCovered(cover, name)
	})
}

// chosen is what the first of the choices of schemas admits that speaks of the member in
// each of its alternatives.
func (c cases) chosen(nodes []*schema.Node, name string) admitted {
	for _, n := range nodes {
		if all := c.chosenBy(n, name); all != nil {
			return all
		}
	}
	return nil
}

// chosenBy is chosen for one schema. Many others may apply it.
func (c cases) chosenBy(n *schema.Node, name string) admitted {
	key := caseKey{n, name}
	if known, met := c.known[key]; met {
		return known
	}
	var all admitted
	for _, choice := range n.Choices() {
		if all = c.either(choice, name); all != nil {
			break
		}
	}
	c.known[key] = all
	return all
}

// either is what the alternatives of a choice admit that objects can satisfy.
func (c cases) either(choice schema.Choice, name string) admitted {
	all := mayNotOccur
	for _, alternative := range choice {
		nodes, possible := c.objects(alternative)
		if !possible {
			continue
		}
		more := c.of(nodes, name)
		if more == nil {
			return nil
		}
		for _, said := range more {
			if !slices.ContainsFunc(all, func(other []*schema.Node) bool { return slices.Equal(other, said) }) {
				all = append(all, said)
			}
		}
		if len(all) > mostCases {
			return nil
		}
	}
	return all
}

// objects lists all schemas that hold where an alternative does, and reports whether
// objects may satisfy them.
func (s *Schemas) objects(alternative []*schema.Node) (nodes []*schema.Node, possible bool) {
	for _, n := range alternative {
		nodes = Flatten(nodes, n)
	}
	return nodes, s.Kinds(Intersection{Nodes: nodes, Kinds: kind.Object}) != 0
}
