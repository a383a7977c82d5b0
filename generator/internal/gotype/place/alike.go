package place

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/analysis"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// Alike holds what the types are called that several places share, by the keys of the
// places but for the one that the type is at.
type Alike map[string]string

// HeldTypes are the types of the last generation.
type HeldTypes struct {
	Names map[string]string // the keys of their places by name
	Alike Alike
}

// ShareTypes has inline schemas that say the same, and are called the same, take one
// Go type: that of the first of them, or the one that they had. So do those that refer
// to another schema and say nothing besides. What had types of its own when the package
// was last generated keeps them.
func (ps *Places) ShareTypes(g *schema.Graph) {
	s := &sharing{Places: ps, keys: map[string]bool{}, wanted: map[string]bool{}, heldBy: map[string]string{}}
	for name, key := range ps.held.Names {
		s.heldBy[key] = name
	}
	for _, group := range s.groups(g) {
		for _, class := range s.classes(group) {
			s.share(class)
		}
	}
	for _, n := range g.Nodes {
		if e := s.referredTo(n); e != nil && lastAlike(e) != n {
			n.Alike = e
		}
	}
	for _, n := range g.Nodes {
		if n.Alike != nil {
			n.Alike = lastAlike(n)
		}
	}
	clear(ps.known) // some have other names now
}

// lastAlike is the schema whose type n has in the end.
func lastAlike(n *schema.Node) *schema.Node {
	for n.Alike != nil {
		n = n.Alike
	}
	return n
}

// sharing is one call of ShareTypes.
type sharing struct {
	*Places
	heldBy map[string]string // names by key
	keys   map[string]bool   // of the places that could have types
	wanted map[string]bool   // names of shared types
}

// candidate is an inline schema that may have a type in common with others.
type candidate struct {
	node  *schema.Node
	steps []step
	place Place
	end   string // of its name: from the last member on, "" where it has none
	title string
}

// groups lists the candidates that say the same, those of the largest schemas first: what
// they are made of is shared with them.
func (s *sharing) groups(g *schema.Graph) [][]*candidate {
	contents := analysis.Contents(g)
	content := func(n *schema.Node) analysis.Content { return contents[n] }
	groups := lists.Groups(lists.Where(g.Nodes, s.mayShare), content)
	slices.SortStableFunc(groups, func(a, b []*schema.Node) int { return content(b[0]).Size - content(a[0]).Size })
	return lists.Of(groups, func(group []*schema.Node) []*candidate { return lists.Of(group, s.candidate) })
}

func (s *sharing) candidate(n *schema.Node) *candidate {
	c := &candidate{node: n, steps: s.steps(n), place: s.OfSchema(n), title: s.titleName(n)}
	s.keys[c.place.Key] = true
	if len(c.place.Ends) > 0 {
		c.end = c.place.Ends[0]
	}
	return c
}

// mayShare reports whether a schema is written in place, has a Go type of its own by
// what it says, and is named by nobody.
func (s *sharing) mayShare(n *schema.Node) bool {
	if n.FilePointer == "" || n.Scope != "" || n.Imported || n.GoName != "" || s.IsEntry(n) || !s.own[n.Pos.File] ||
		s.schemas.Resolve(n) != n || !s.hasType(n) {
		return false
	}
	for _, st := range s.steps(n) {
		switch st.keyword {
		case "properties", "items", "additionalItems", "prefixItems", "additionalProperties", "patternProperties", "oneOf", "anyOf", "allOf":
		case "$defs", "definitions":
		default:
			return false // only the verdict counts, or the values are nobody's
		}
	}
	last := s.steps(n)
	return !last[len(last)-1].isDefinition() && last[len(last)-1].keyword != "allOf" && !s.isNamedWithin(n)
}

// referredTo is the schema that an inline one refers to and says nothing besides, in as
// many words: "additionalProperties": true beside a $ref. It is nil for others, and where
// the schema has had a type of its own.
func (s *sharing) referredTo(n *schema.Node) *schema.Node {
	if n.Alike != nil || !intersect.SaysNothing(n) || !s.mayShare(n) {
		return nil
	}
	targets := intersect.Unconditional(n)
	if len(targets) != 1 {
		return nil
	}
	e := s.schemas.Resolve(targets[0])
	a := s.schemas.Analysis
	if e == n || e.Always || e.Scope != "" || e.Imported || a.Kinds(n) != a.Kinds(e) || s.heldName(&candidate{place: s.OfSchema(n)}) != "" {
		return nil
	}
	return e
}

// hasType reports whether what a schema says makes a type: a struct, a union, or an enum
// of several values.
func (s *sharing) hasType(n *schema.Node) bool {
	kinds := n.Types &^ schema.Null
	return len(n.Properties) > 0 || len(n.AllOf)+len(n.Refs) > 0 || len(n.OneOf) > 1 || len(n.AnyOf) > 1 || len(n.Enum) > 1 ||
		n.Enum == nil && n.Const == nil && kinds != 0 && !kind.OfTypes(kinds).IsSingle()
}

// isNamedWithin reports whether the configuration names anything in a schema.
func (s *sharing) isNamedWithin(n *schema.Node) bool {
	at := n.Place()
	for name := range s.overrides {
		if rest, in := strings.CutPrefix(name, at); in && (rest == "" || rest[0] == '/') {
			return true
		}
	}
	return false
}

// classes parts the candidates that say the same into those that share a type: they are
// called the same, by the member or by a title, and had no types of their own before.
func (s *sharing) classes(group []*candidate) [][]*candidate {
	var alike [][]*candidate
	called := map[string]int{} // the classes, by what is called so
	branches := map[any]bool{} // of the classes
	for _, c := range group {
		if s.isInShared(c) {
			continue
		}
		at := -1
		for _, name := range c.callings() {
			if of, met := called[name]; met && !branches[c.union(of)] {
				at = of
				break
			}
		}
		if at < 0 {
			alike = append(alike, nil)
			at = len(alike) - 1
		}
		alike[at] = append(alike[at], c)
		branches[c.union(at)] = true
		for _, name := range c.callings() {
			if _, met := called[name]; !met {
				called[name] = at
			}
		}
	}
	return lists.Concat(alike, s.byHeld)
}

// callings are what a candidate is called, by its member and by its title.
func (c *candidate) callings() []string {
	var out []string
	if c.end != "" {
		out = append(out, c.node.Pos.File+"#end "+c.end)
	}
	if c.title != "" {
		out = append(out, c.node.Pos.File+"#title "+c.title)
	}
	return out
}

// union identifies a class and the union that a candidate is a branch of, which has a
// variant for each; what is none is alone in that.
func (c *candidate) union(class int) any {
	last := c.steps[len(c.steps)-1]
	if !last.isBranch() {
		return c
	}
	return struct {
		class   int
		above   *schema.Node
		keyword string
	}{class, last.above, last.keyword}
}

// isInShared reports whether a schema is a part of one that has the type of another.
func (s *sharing) isInShared(c *candidate) bool {
	return slices.ContainsFunc(c.steps, func(st step) bool { return st.here != nil && st.here.Alike != nil })
}

// byHeld parts a class by the types of the last generation; what had none joins the first.
func (s *sharing) byHeld(class []*candidate) [][]*candidate {
	groups := lists.Groups(lists.Where(class, func(c *candidate) bool { return s.heldName(c) != "" }), s.heldName)
	if len(groups) == 0 {
		return [][]*candidate{class}
	}
	others := lists.Where(class, func(c *candidate) bool { return s.heldName(c) == "" })
	groups[0] = append(groups[0], others...)
	return groups
}

// heldName is the name of the type that a place had in the last generation.
func (s *sharing) heldName(c *candidate) string {
	return cmp.Or(s.heldBy[c.place.Key], s.heldBy[c.place.Was], s.heldBy[c.place.Schema], s.held.Alike[c.place.Key], s.held.Alike[c.place.Was])
}

// share gives the schemas of a class the type of one of them.
func (s *sharing) share(class []*candidate) {
	first := s.first(class)
	t := &shared{own: first.place.Name, name: s.wantedName(first, class)}
	if name := s.held.Alike[first.place.Key]; name != "" && !s.keys[s.held.Names[name]] {
		t.was = s.held.Names[name] // the place of the type is gone: this one takes it over
	}
	if len(class) == 1 && t.name == t.own && t.was == "" {
		return // it has no type in common with others, nor has its name from that
	}
	for _, c := range class {
		t.places = append(t.places, c.node)
		if c != first {
			c.node.Alike = first.node
		}
	}
	s.wanted[t.name] = true
	s.shared[first.node] = t
}

// first is the one of a class whose type they take: the one that had it, else the one
// that is nearest to the root.
func (s *sharing) first(class []*candidate) *candidate {
	return slices.MinFunc(class, func(c, d *candidate) int {
		hadType := func(c *candidate) int {
			if s.heldBy[c.place.Key] != "" || s.heldBy[c.place.Was] != "" {
				return 0
			}
			return 1
		}
		return cmp.Or(hadType(c)-hadType(d), len(c.steps)-len(d.steps), c.node.ID-d.node.ID)
	})
}
