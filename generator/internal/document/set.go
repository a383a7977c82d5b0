package document

import "slices"

// Set is a set of JSON values, by their hashes.
type Set map[uint64][]*Node

// Add reports whether v is new to the set.
func (s Set) Add(v *Node) bool {
	if s.Has(v) {
		return false
	}
	h := Hash(v)
	s[h] = append(s[h], v)
	return true
}

// Has reports whether the set holds a value that is [Equal] to v.
func (s Set) Has(v *Node) bool {
	return Contains(s[Hash(v)], v)
}

// Contains reports whether a list has a value that is [Equal] to v.
func Contains(list []*Node, v *Node) bool {
	return slices.ContainsFunc(list, func(w *Node) bool { return Equal(v, w) })
}

// Overlap reports whether two lists have a value in common.
func Overlap(a, b []*Node) bool {
	set := Set{}
	for _, v := range a {
		set.Add(v)
	}
	return slices.ContainsFunc(b, set.Has)
}
