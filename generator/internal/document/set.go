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

// AddApart adds a list, and reports whether none of it was in the set.
func (s Set) AddApart(list []*Node) bool {
	apart := !slices.ContainsFunc(list, s.Has)
	for _, v := range list {
		s.Add(v)
	}
	return apart
}

// Has reports whether the set holds a value that is [Equal] to v.
func (s Set) Has(v *Node) bool {
	return Contains(s[Hash(v)], v)
}

// Numbers numbers JSON values in the order in which they come, equal ones alike.
type Numbers struct {
	Values []*Node          // the first of each
	at     map[uint64][]int // the numbers of those with a hash
}

// Of is the number of a value.
func (n *Numbers) Of(v *Node) int {
	h := Hash(v)
	for _, i := range n.at[h] {
		if Equal(v, n.Values[i]) {
			return i
		}
	}
	if n.at == nil {
		n.at = map[uint64][]int{}
	}
	n.at[h] = append(n.at[h], len(n.Values))
	n.Values = append(n.Values, v)
	return len(n.Values) - 1
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
