package intersect

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// mostCases bounds how many lists of schemas are looked at for one member.
const mostCases = 64

// Cases finds what is said of the members of an intersection by schemas of which one or the
// other holds: those of conditions, and of unions that are not decided.
type Cases struct {
	*Schemas
	nodes  []*schema.Node
	byName map[string][]int // the places of nodes whose choices may speak of a member
	ofAny  []int            // of those whose choices may speak of any
	known  map[caseKey]admitted
	groups map[*schema.Node][][]group // of the alternatives of each choice
}

type caseKey struct {
	node *schema.Node
	name string
}

// admitted is what is known of the values of a member: each satisfies all schemas of one
// of the lists. It is nil where they may be anything; empty where there is none.
type admitted [][]*schema.Node

var mayNotOccur = admitted{}

// group is an alternative of a choice.
type group struct {
	nodes      []*schema.Node // all that hold where it does
	isPossible bool           // objects may satisfy them
	names      map[string]bool
	mayAny     bool // other members than those of names may be spoken of
}

// mayMention reports whether a schema of a group may speak of a member.
func (g *group) mayMention(name string) bool { return g.mayAny || g.names[name] }

// Cases prepares to say what the choices of an intersection say of its members. There may
// be many of both, of which most have nothing to do with each other.
func (s *Schemas) Cases(in Intersection) *Cases {
	c := &Cases{s, in.Nodes, map[string][]int{}, nil, map[caseKey]admitted{}, map[*schema.Node][][]group{}}
	for i, n := range in.Nodes {
		for _, choice := range c.choices(n) {
			c.enter(i, choice)
		}
	}
	return c
}

// enter notes of which members a choice may speak: those of its first alternative, since
// all have to.
func (c *Cases) enter(place int, choice []group) {
	first := slices.IndexFunc(choice, func(g group) bool { return g.isPossible })
	if first < 0 || choice[first].mayAny {
		if len(c.ofAny) < mostCases {
			c.ofAny = append(c.ofAny, place)
		}
		return
	}
	for name := range choice[first].names {
		c.byName[name] = append(c.byName[name], place)
	}
}

// Of lists what the value of a member satisfies of which no schema speaks that always
// holds: all schemas of one of the lists. There is no list where it may be anything.
func (c *Cases) Of(name string) [][]*schema.Node {
	places := slices.Concat(c.byName[name], c.ofAny)
	slices.Sort(places)
	for _, i := range slices.Compact(places) {
		if all := c.chosenBy(c.nodes[i], name); all != nil {
			return all
		}
	}
	return nil
}

// of is what schemas that hold together admit.
func (c *Cases) of(nodes []*schema.Node, name string) admitted {
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
	for _, n := range nodes {
		if all := c.chosenBy(n, name); all != nil {
			return all
		}
	}
	return nil
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

// chosenBy is what the first of the choices of a schema admits that speaks of the member in
// each of its alternatives. Many others may apply the schema.
func (c *Cases) chosenBy(n *schema.Node, name string) admitted {
	key := caseKey{n, name}
	if known, met := c.known[key]; met {
		return known
	}
	var all admitted
	for _, choice := range c.choices(n) {
		if all = c.either(choice, name); all != nil {
			break
		}
	}
	c.known[key] = all
	return all
}

// either is what the alternatives of a choice admit that objects can satisfy.
func (c *Cases) either(choice []group, name string) admitted {
	all := mayNotOccur
	for i := range choice {
		g := &choice[i]
		if !g.isPossible {
			continue
		}
		if !g.mayMention(name) {
			return nil
		}
		more := c.of(g.nodes, name)
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

// choices are the choices of a schema that may speak of members in all their alternatives.
func (c *Cases) choices(n *schema.Node) [][]group {
	if known, met := c.groups[n]; met {
		return known
	}
	var out [][]group
	for _, choice := range n.Choices() {
		if !slices.ContainsFunc(choice, func(alternative []*schema.Node) bool { return len(alternative) == 0 }) {
			out = append(out, lists.Of(choice, c.group))
		}
	}
	c.groups[n] = out
	return out
}

func (c *Cases) group(alternative []*schema.Node) group {
	nodes, possible := c.objects(alternative)
	g := group{nodes: nodes, isPossible: possible, names: map[string]bool{}}
	for _, n := range nodes {
		g.mayAny = g.mayAny || n.PatternProperties != nil || n.AdditionalProperties != nil || n.UnevaluatedProperties != nil || len(n.Choices()) > 0
		for _, p := range n.Properties {
			g.names[p.Name] = true
		}
	}
	return g
}

// objects lists all schemas that hold where an alternative does, and reports whether
// objects may satisfy them.
func (s *Schemas) objects(alternative []*schema.Node) (nodes []*schema.Node, possible bool) {
	for _, n := range alternative {
		nodes = Flatten(nodes, n)
	}
	return nodes, s.Kinds(Intersection{Nodes: nodes, Kinds: kind.Object}) != 0
}
