package intersect

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// DeclaresMembers reports whether the intersection names members.
func (in Intersection) DeclaresMembers() bool {
	return in.Any(func(n *schema.Node) bool { return len(n.Properties) > 0 })
}

// Declared finds the schemas of the members that the nodes declare: of each name
// the first.
func (in Intersection) Declared() map[string]*schema.Node {
	declared := map[string]*schema.Node{}
	for _, n := range in.Nodes {
		for _, p := range n.Properties {
			if declared[p.Name] == nil {
				declared[p.Name] = p.Node
			}
		}
	}
	return declared
}

// Members tells which schemas of an intersection have a say on which member.
type Members struct {
	schemas *Schemas
	nodes   []*schema.Node
	// declaring has the indices of the nodes that declare a name, open those of the
	// nodes that speak of names which they do not declare, both in increasing order.
	declaring map[string][]int
	open      []int
}

// MembersOf returns the members of an intersection.
func (s *Schemas) MembersOf(nodes []*schema.Node) *Members {
	m := &Members{schemas: s, nodes: nodes, declaring: map[string][]int{}}
	for i, n := range nodes {
		for _, p := range n.Properties {
			m.declaring[p.Name] = append(m.declaring[p.Name], i)
		}
		if len(n.PatternProperties) > 0 || n.AdditionalProperties != nil || n.UnevaluatedProperties != nil {
			m.open = append(m.open, i)
		}
	}
	return m
}

// Schemas lists the schemas that have a say on the member name, in the order of
// the nodes.
func (m *Members) Schemas(name string) []*schema.Node {
	speaking := slices.Concat(m.declaring[name], m.open)
	slices.Sort(speaking)
	var out []*schema.Node
	for _, i := range slices.Compact(speaking) {
		out = m.schemas.appendMember(out, m.nodes[i], name)
	}
	return out
}

// Declarations lists the schemas by which nodes declare the member name.
func (m *Members) Declarations(name string) []*schema.Node {
	return lists.Of(m.declaring[name], func(i int) *schema.Node { return m.schemas.Analysis.Property(m.nodes[i], name) })
}

// Passing lists the schemas that have a say on the member name in passing: by a pattern,
// or for all names that their node does not declare.
func (m *Members) Passing(name string) (said []*schema.Node) {
	for _, i := range m.open {
		said = m.schemas.appendPassing(said, m.nodes[i], name)
	}
	return said
}

// appendMember appends the schemas by which one node has a say on a member.
func (s *Schemas) appendMember(out []*schema.Node, n *schema.Node, name string) []*schema.Node {
	if prop := s.Analysis.Property(n, name); prop != nil {
		out = append(out, prop)
	}
	return s.appendPassing(out, n, name)
}

// appendPassing appends those of them that do not declare it.
func (s *Schemas) appendPassing(out []*schema.Node, n *schema.Node, name string) []*schema.Node {
	matched := s.Analysis.Property(n, name) != nil
	for _, pp := range n.PatternProperties {
		if s.Patterns.Matches(pp.Pattern, name) {
			out = append(out, pp.Node)
			matched = true
		}
	}
	if !matched && n.AdditionalProperties != nil {
		out = append(out, n.AdditionalProperties)
	}
	if cover := s.PropertyCoverage(n); cover != nil && !s.isCovered(cover, name) {
		out = append(out, n.UnevaluatedProperties)
	}
	return out
}

// Conditional lists the names that only conditional schemas declare, or the
// branches of unions that do not shape the type. They become fields, whose types
// follow from [Cases]: whether the condition's schema holds for them
// depends on the rest of the object.
func (in Intersection) Conditional() []string {
	c := collector{declared: map[string]bool{}, seen: map[*schema.Node]bool{}}
	for name := range in.Declared() {
		c.declared[name] = true
	}
	for _, n := range in.Nodes {
		for _, u := range UnionsOf(n) {
			if !in.Chose(u) {
				c.visit(u.Branches...)
			}
		}
		if !in.Chose(ConditionOf(n)) {
			c.visit(n.If, n.Then, n.Else)
		}
		c.visitDependent(n)
	}
	return c.names
}

// collector collects the names of members that are not declared yet.
type collector struct {
	declared map[string]bool
	seen     map[*schema.Node]bool
	names    []string
}

func (c *collector) visit(nodes ...*schema.Node) {
	for _, n := range nodes {
		if n == nil || c.seen[n] {
			continue
		}
		c.seen[n] = true
		for _, p := range n.Properties {
			if !c.declared[p.Name] && !p.Node.Never {
				c.declared[p.Name] = true
				c.names = append(c.names, p.Name)
			}
		}
		c.visit(Unconditional(n)...)
		for _, u := range UnionsOf(n) {
			c.visit(u.Branches...)
		}
		c.visit(n.If, n.Then, n.Else)
		c.visitDependent(n)
	}
}

// visitDependent visits the schemas that n applies in place where a member is there.
func (c *collector) visitDependent(n *schema.Node) {
	for _, d := range n.DependentSchemas {
		c.visit(d.Node)
	}
}

// Closed reports whether no name can occur beside those that are declared.
func (s *Schemas) Closed(in Intersection) bool {
	c := closing{s, in, map[*schema.Node]bool{}}
	return slices.ContainsFunc(in.Nodes, c.closes)
}

// closing finds the schemas that close an intersection.
type closing struct {
	*Schemas
	in    Intersection
	known map[*schema.Node]bool
}

// closes reports whether n, which values of the intersection satisfy, closes it: by its
// own keywords, or by each of the alternatives that it leaves to objects.
func (c closing) closes(n *schema.Node) bool {
	if known, met := c.known[n]; met {
		return known
	}
	c.known[n] = c.closesAlone(n) || slices.ContainsFunc(n.Choices(), func(choice schema.Choice) bool {
		return lists.Every(choice, func(alternative []*schema.Node) bool {
			nodes, possible := c.objects(alternative)
			return !possible || slices.ContainsFunc(nodes, c.closes)
		})
	})
	return c.known[n]
}

// closesAlone reports whether a schema closes an intersection by its own keywords.
func (c closing) closesAlone(n *schema.Node) bool {
	if len(n.PatternProperties) == 0 && c.RefusesAll(n.AdditionalProperties) {
		return true
	}
	cover := c.anyCoverage(n)
	return cover != nil && cover.Listed() && c.RefusesAll(n.UnevaluatedProperties) && c.in.declaresAll(cover.AtMost)
}

// declaresAll reports whether all names are members. Those of branches that
// were not taken are not.
func (in Intersection) declaresAll(list []string) bool {
	declared, conditional := in.Declared(), lists.Set(in.Conditional())
	return lists.Every(list, func(name string) bool { return declared[name] != nil || conditional[name] })
}
