package validate

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// The tree of units holds what is wrong with every branch of every choice. The
// list of violations is for people: of a choice it shows
//
//   - the violations of one branch, when the value is clearly meant for it: it
//     is the only one left after those whose type, const or enum rejects the
//     value itself, then those that reject a const member (a tag), then those
//     that reject an enum member;
//   - otherwise the choice itself, with a message that sums up the branches.

// flatten returns the violations of a tree in the order that Error promises,
// cut to the limit.
func (e *evaluator) flatten(root *unit) ([]Violation, bool) {
	var leaves []*unit
	var walk func(u *unit)
	walk = func(u *unit) {
		if u.kind == group {
			for _, c := range u.children {
				walk(c)
			}
			return
		}
		if u.kind == choice {
			if branch := e.meant(u); branch != nil {
				walk(branch)
				return
			}
		}
		leaves = append(leaves, u)
	}
	walk(root)
	slices.SortStableFunc(leaves, func(a, b *unit) int {
		return cmp.Or(cmp.Compare(a.offset, b.offset), strings.Compare(a.KeywordLocation, b.KeywordLocation))
	})
	truncated := e.report.truncated
	if limit := e.report.limit; len(leaves) > limit {
		leaves, truncated = leaves[:limit], true
	}
	places := newPlaces(e.doc.data)
	violations := make([]Violation, len(leaves))
	for i, u := range leaves {
		violations[i] = u.Violation
		violations[i].Line, violations[i].Column = places.at(u.offset)
	}
	return violations, truncated
}

// meant returns the branch of a choice that the value is meant for, or nil.
func (e *evaluator) meant(u *unit) *unit {
	branches := u.children
	for _, rejects := range [...]func(*unit) bool{
		func(f *unit) bool { return f.value == u.value },
		func(f *unit) bool { return e.isMember(f, u) && len(f.values) == 1 },
		func(f *unit) bool { return e.isMember(f, u) && f.values != nil },
	} {
		var left []*unit
		for _, b := range branches {
			if !rejected(b, rejects) {
				left = append(left, b)
			}
		}
		switch len(left) {
		case 0:
			return nil
		case 1:
			return left[0]
		}
		branches = left
	}
	return nil
}

// isMember reports whether the fault is that of a member of the object that
// the choice is about.
func (e *evaluator) isMember(f, choice *unit) bool {
	return f.value < e.report.size && int(e.doc.values[f.value].parent) == choice.value &&
		e.doc.values[choice.value].kind == jsonscan.KindObject
}

// rejected reports whether a unit holds a mismatch that f accepts. A choice
// does when all its branches do.
func rejected(u *unit, f func(*unit) bool) bool {
	some := func(c *unit) bool { return rejected(c, f) }
	switch u.kind {
	case mismatch:
		return f(u)
	case group:
		return slices.ContainsFunc(u.children, some)
	case choice:
		return len(u.children) > 0 && !slices.ContainsFunc(u.children, func(c *unit) bool { return !some(c) })
	}
	return false
}

// summarise gives all choices of a tree their messages, which need the
// messages of their branches.
func (e *evaluator) summarise(u *unit) {
	for _, c := range u.children {
		e.summarise(c)
	}
	if u.kind == choice {
		u.Message = e.choiceMessage(u)
	}
}

func (e *evaluator) choiceMessage(u *unit) string {
	if types := wantedTypes(u); types != 0 {
		return "must be " + typeList(types) + ", but is " + e.brief(u.value)
	}
	if tag, values := e.wantedTag(u); tag >= 0 {
		return "the property " + quote(string(e.doc.name(tag))) + " must be " + valueList(values) + ", but is " + e.brief(tag)
	}
	message := "must satisfy a schema of " + quote(u.Keyword) + ", but satisfies none"
	const shown = 3
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
			at = brief(at) + " "
		}
		message += separator + "(" + itoa(k) + ") " + at + f.Message
	}
	return message
}

// wantedTypes returns the types that the branches want when the type is what
// is wrong with each of them, else 0.
func wantedTypes(u *unit) Types {
	var types Types
	for _, b := range u.children {
		var of Types
		rejected(b, func(f *unit) bool {
			if f.value == u.value {
				of |= f.types
			}
			return of != 0
		})
		if of == 0 {
			return 0
		}
		types |= of
	}
	return types
}

// wantedTag returns the index of the member that every branch rejects by const
// or enum, and the values that they want, or -1.
func (e *evaluator) wantedTag(u *unit) (int, []string) {
	tag := -1
	var values []string
	for _, b := range u.children {
		found := rejected(b, func(f *unit) bool {
			if !e.isMember(f, u) || f.values == nil || tag >= 0 && f.value != tag {
				return false
			}
			tag = f.value
			for _, v := range f.values {
				if !slices.Contains(values, v) {
					values = append(values, v)
				}
			}
			return true
		})
		if !found {
			return -1, nil
		}
	}
	return tag, values
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
