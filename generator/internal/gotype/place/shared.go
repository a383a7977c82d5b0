package place

import (
	"iter"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// shared is a type that several places share.
type shared struct {
	name   string // that it wants
	own    string // that it has where another has that one: it is of the first place alone
	was    string // the key of its place in the last generation, "" where that is the same
	places []*schema.Node
}

// SharedBy lists the schemas, in order, whose values have the type at a place as well.
func (ps *Places) SharedBy(p Place) []*schema.Node {
	t := ps.shared[p.Node]
	if t == nil || p.Key != ps.OfSchema(p.Node).Key {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(t.places), func(n *schema.Node) bool { return n == p.Node })
}

// wantedName is the name of a shared type: the one that it had if it could still have it,
// else that of what is around all of its places with what they are called.
func (s *sharing) wantedName(first *candidate, class []*candidate) string {
	if held := s.heldName(first); held != "" {
		for name := range s.couldHave(class) {
			if name != "" && (names.Claim{Wanted: name}).IsOther(held) {
				return name
			}
		}
	}
	if name := s.commonName(first, class); len(class) > 1 && name != "" && !s.wanted[name] {
		return name
	}
	return first.place.Name
}

// commonName names a class after the schema that is around all of it, and by what all
// are called; "" where that is nothing.
func (s *sharing) commonName(first *candidate, class []*candidate) string {
	around := len(first.steps) - 1
	ends, titles := true, true
	for _, c := range class {
		n := 0
		for n < around && n < len(c.steps)-1 && c.steps[n].at == first.steps[n].at {
			n++
		}
		around = n
		ends, titles = ends && c.end == first.end, titles && c.title == first.title
	}
	switch {
	case ends && first.end != "":
		return s.nameWithin(first, min(around, first.member()), first.end)
	case titles && first.title != "" && (first.end != "" || around < len(first.steps)-1):
		return s.nameWithin(first, around, first.title)
	}
	return ""
}

// member is the number of steps to the object of whose member the candidate is, or a part.
func (c *candidate) member() int {
	for i := len(c.steps) - 1; i >= 0; i-- {
		if c.steps[i].keyword == "properties" {
			return i
		}
	}
	return 0
}

// nameWithin is the name of a part of the schema at a number of steps to a candidate.
func (s *sharing) nameWithin(c *candidate, around int, end string) string {
	name := s.fileName(c.node)
	if around > 0 {
		if c.steps[around-1].here == nil {
			return "" // a definition's place that no schema is read from
		}
		name = s.find(c.steps[around-1].here).Name
	}
	if strings.HasPrefix(end, name) {
		return names.Bounded(end)
	}
	return names.Bounded(name + end)
}

// couldHave yields the names that the type of a class could have, whichever its other places
// were.
func (s *sharing) couldHave(class []*candidate) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, c := range class {
			more := yield(c.place.Name)
			for around := range c.steps {
				if more && c.end != "" && around <= c.member() {
					more = yield(s.nameWithin(c, around, c.end))
				}
				if more && c.title != "" {
					more = yield(s.nameWithin(c, around, c.title))
				}
			}
			if !more {
				return
			}
		}
	}
}
