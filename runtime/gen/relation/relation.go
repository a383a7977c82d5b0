// Package relation is what generated code needs to see that a decoded value keeps the
// relations between members that x-bindery.checks asks for, without reading its document
// once more. What it cannot tell is package checks to judge, which reads documents.
package relation

import "slices"

// fewest is up to how many values a Set compares one by one.
const fewest = 16

// Set is a set of values that were met, empty at first. Add and Has take constant time,
// and its memory grows with the number of values from the seventeenth on. It is for one
// goroutine.
type Set[T comparable] struct {
	few  [fewest]T
	n    int
	many map[T]bool // nil while there are few
}

// Add puts v into the set and reports whether it is new there.
func (s *Set[T]) Add(v T) bool {
	if s.Has(v) {
		return false
	}
	if s.n < fewest {
		s.few[s.n] = v
		s.n++
		return true
	}
	if s.many == nil {
		s.many = make(map[T]bool, 4*fewest)
		for _, v := range s.few {
			s.many[v] = true
		}
	}
	s.many[v] = true
	return true
}

// Has reports whether v is in the set.
func (s *Set[T]) Has(v T) bool {
	if s.many != nil {
		return s.many[v]
	}
	return slices.Contains(s.few[:s.n], v)
}

// Sum is a sum of whole numbers, of none at first.
type Sum struct {
	n        int64
	some     bool
	overflow bool
}

// Add adds a number.
func (s *Sum) Add(n int64) {
	sum := s.n + n
	s.overflow = s.overflow || (n > 0) != (sum > s.n) && n != 0
	s.n, s.some = sum, true
}

// Total is the sum.
func (s *Sum) Total() int64 { return s.n }

// IsSome reports whether a number was added.
func (s *Sum) IsSome() bool { return s.some }

// Fits reports whether an int64 holds the sum, and held all on the way to it.
func (s *Sum) Fits() bool { return !s.overflow }
