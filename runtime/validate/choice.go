package validate

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/runtime/internal/brief"
	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// The tree of units holds what is wrong with every branch of every choice. The
// list of violations is for people: of a choice it shows
//
//   - the violations of one branch, when the value is clearly meant for it: it
//     is the only one left after those whose type, const or enum rejects the
//     value itself, and then, when all that are left have const or enum for
//     the same member (a tag), after those that reject that member;
//   - otherwise the choice itself, with a message that sums up the branches.

// flatten returns the violations of a tree in the order that Error promises,
// cut to the limit.
func (e *evaluator) flatten(root *unit) ([]Violation, bool) {
	f := flattening{e: e, room: e.report.limit + detailLimit, text: textLimit}
	f.walk(root, moved{})
	leaves := f.leaves
	slices.SortStableFunc(leaves, func(a, b leaf) int {
		return cmp.Or(cmp.Compare(a.offset, b.offset), strings.Compare(a.location, b.location))
	})
	truncated := e.report.truncated || f.room < 0 || f.text < 0
	if limit := e.report.limit; len(leaves) > limit {
		leaves, truncated = leaves[:limit], true
	}
	places := newPlaces(e.doc.data)
	violations := make([]Violation, len(leaves))
	for i, u := range leaves {
		violations[i] = u.Violation
		violations[i].KeywordLocation = u.location
		violations[i].Line, violations[i].Column = places.at(u.offset)
	}
	e.relate(violations, leaves)
	return violations, truncated
}

// flattening collects the units that the list of violations shows. What a
// choice shares with one that was explained before stands in the list again, so
// that the list is bounded on its own.
type flattening struct {
	e          *evaluator
	leaves     []leaf
	room, text int // units and bytes of locations that may still come
}

type leaf struct {
	*unit
	location string // of the keyword
}

// moved is how the keyword locations below a choice follow from those below the
// choice that was explained: one beginning stands for another.
type moved struct{ from, to string }

func (m moved) location(u *unit) string {
	if m.from == m.to {
		return u.KeywordLocation
	}
	return m.to + u.KeywordLocation[len(m.from):]
}

func (f *flattening) walk(u *unit, m moved) {
	if f.room < 0 || f.text < 0 {
		return
	}
	if u.kind == group {
		for _, c := range u.children {
			f.walk(c, m)
		}
		return
	}
	location := m.location(u)
	if u.kind == choice {
		x := u.explained()
		if branch := f.e.meant(x); branch != nil {
			f.walk(branch, moved{x.KeywordLocation, location})
			return
		}
	}
	if m.from != m.to {
		f.text -= len(location)
	}
	f.room--
	f.leaves = append(f.leaves, leaf{u, location})
}

// meant returns the branch of a choice that the value is meant for, or nil.
func (e *evaluator) meant(u *unit) *unit {
	left := e.fitting(u)
	if len(left) > 1 {
		for _, tag := range e.tags(u, left) {
			var tagged []int
			for _, k := range left {
				if !rejected(u.children[k], tag, nil) {
					tagged = append(tagged, k)
				}
			}
			if len(tagged) == 1 {
				return u.children[tagged[0]]
			}
		}
	}
	if len(left) != 1 {
		return nil
	}
	return u.children[left[0]]
}

// fitting returns the indexes of the branches whose type, const or enum does
// not reject the value itself.
func (e *evaluator) fitting(u *unit) []int {
	var left []int
	for k, b := range u.children {
		if !rejected(b, u.value, nil) {
			left = append(left, k)
		}
	}
	return left
}

// tags returns the members of the value that all the given branches of a choice
// bind by const or enum, by their index.
func (e *evaluator) tags(u *unit, branches []int) []int {
	if u.value >= e.size || e.doc.values[u.value].kind != jsonscan.KindObject {
		return nil // a name has no members
	}
	var tags []int
	next := int(e.doc.values[u.value].next)
	for x := u.value + 1; x < next; x = int(e.doc.values[x].next) {
		name := string(e.doc.name(x))
		if !slices.ContainsFunc(branches, func(k int) bool { return !e.bindsMember(u.branches[k], name) }) {
			tags = append(tags, x)
		}
	}
	return tags
}

// bindsMember reports whether a node has const or enum for a member, looking
// through references and allOf.
func (e *evaluator) bindsMember(node int, name string) bool {
	return e.some(node, func(p *plan) bool {
		k, ok := p.memberIndex[name]
		return ok && p.members[k].schema >= 0 && e.some(p.members[k].schema, func(p *plan) bool { return p.Const != "" || p.Enum != nil })
	})
}

// some reports whether f accepts a node or one that it refers to or has in
// allOf. Chains of these have an end, see Program.
func (e *evaluator) some(node int, f func(p *plan) bool) bool {
	p := &e.nodes[node]
	if f(p) {
		return true
	}
	for _, r := range p.Refs {
		if e.some(r.Node, f) {
			return true
		}
	}
	return slices.ContainsFunc(p.AllOf, func(n int) bool { return e.some(n, f) })
}

// rejected reports whether a unit holds a mismatch of the value at an index that
// f, if there is one, accepts. A choice does when all its branches do.
func rejected(u *unit, value int, f func(*unit) bool) bool {
	return (&rejection{value: value, accept: f}).in(u)
}

// rejection is a search for mismatches.
type rejection struct {
	value  int
	accept func(*unit) bool
	known  map[*unit]bool // choices, which units share
}

func (r *rejection) in(u *unit) bool {
	if u.value > r.value {
		return false // all that is below lies in u.value
	}
	switch u.kind {
	case mismatch:
		return u.value == r.value && (r.accept == nil || r.accept(u))
	case group:
		return slices.ContainsFunc(u.children, r.in)
	case choice:
		u = u.explained()
		ok, known := r.known[u]
		if !known {
			ok = len(u.children) > 0 && !slices.ContainsFunc(u.children, func(c *unit) bool { return !r.in(c) })
			if r.known == nil {
				r.known = map[*unit]bool{}
			}
			r.known[u] = ok
		}
		return ok
	}
	return false
}

// choiceMessage sums up what is wrong with the branches of a choice.
func (e *evaluator) choiceMessage(u *unit) string {
	if types := wantedTypes(u); types != 0 {
		return "must be " + typeList(types) + ", but is " + e.brief(u.value)
	}
	if tag, values := e.wantedTag(u); tag >= 0 {
		return "the property " + quote(e.doc.name(tag)) + " must be " + valueList(values) + ", but is " + e.brief(tag)
	}
	message := "must satisfy a schema of " + quote(u.Keyword) + ", but satisfies none"
	const (
		shown = 3
		// faultLength is the length of a fault's message in bytes. That of a
		// choice sums up others in its turn, level by level.
		faultLength = 120
	)
	for k, b := range u.children {
		if k == shown {
			return message + "; and " + itoa(len(u.children)-k) + " more"
		}
		separator := "; "
		if k == 0 {
			separator = ": "
		}
		f := firstFault(b)
		at := strings.TrimPrefix(f.InstanceLocation, u.InstanceLocation)
		if at != "" {
			at = brief.Pointer(at) + " "
		}
		message += separator + "(" + itoa(k) + ") " + at + brief.Cut(f.Message, faultLength)
	}
	return message
}

// wantedTypes returns the types that the branches want when the type is what
// is wrong with each of them, else 0.
func wantedTypes(u *unit) Types {
	var types Types
	for _, b := range u.children {
		var of Types
		rejected(b, u.value, func(f *unit) bool {
			of |= f.types
			return of != 0
		})
		if of == 0 {
			return 0
		}
		types |= of
	}
	return types
}

// wantedTag returns the index of a member that all branches bind by const or
// enum and none admits, and the values that they want; or -1.
func (e *evaluator) wantedTag(u *unit) (int, []string) {
	left := e.fitting(u)
	if len(left) == 0 {
		return -1, nil
	}
	for _, tag := range e.tags(u, left) {
		var values []string
		all := true
		for _, k := range left {
			all = all && rejected(u.children[k], tag, func(f *unit) bool {
				for _, v := range f.values {
					if !slices.Contains(values, v) {
						values = append(values, v)
					}
				}
				return true
			})
		}
		if all {
			return tag, values
		}
	}
	return -1, nil
}

// firstFault returns the first fault of a branch in document order.
func firstFault(u *unit) *unit {
	if u.kind != group {
		return u
	}
	first := firstFault(u.children[0])
	for _, c := range u.children[1:] {
		if f := firstFault(c); f.offset < first.offset {
			first = f
		}
	}
	return first
}
