package jsonscan

import (
	"slices"
	"unsafe"
)

// largeElement is from how many bytes on an array in a short document begins with room
// for one element: most of them have one.
const largeElement = 64

// Grow makes room in list for more elements of the array whose first element
// started at offset from; generated code calls it when the capacity is used up.
// Up to 256 elements the capacity doubles, starting with 2. Then it grows to
// what the rest of the document holds if its elements are as long as those so
// far, at most fourfold: a long array is moved a few times and ends with little
// to spare, where append would copy every element about four times.
func Grow[T any](s *Scanner, list []T, from int) []T {
	n := len(list)
	switch {
	case n == 0 && len(s.data) < shortDocument && unsafe.Sizeof(*new(T)) >= largeElement:
		return make([]T, 0, 1)
	case n == 0:
		return make([]T, 0, 2)
	case n < guessFrom:
		return slices.Grow(list, n)
	}
	return slices.Grow(list, min(s.following(n, from), 3*n))
}

// guessFrom is how many elements of an array tell how long the others are.
const guessFrom = 256

// following is how many elements follow n elements from offset from on, and a few to
// spare, if they are as long as those and nothing else follows.
func (s *Scanner) following(n, from int) int {
	perElement := (s.pos-from)/n + 1
	expected := (len(s.data) - s.pos) / perElement
	return expected + expected/16 + 1
}

// growOnce is Grow that takes the guess for right from the first time on, as long as what
// it takes for a document is not more than the document: so much may be wrong. Whoever
// calls it fits the list when it is complete.
func growOnce[T any](s *Scanner, list []T, from int) []T {
	n := len(list)
	if n < guessFrom {
		return Grow(s, list, from)
	}
	more := s.following(n, from)
	if size := int64(more) * int64(unsafe.Sizeof(*new(T))); size <= int64(len(s.data))-s.guessed {
		s.guessed += size
		return slices.Grow(list, more)
	}
	return slices.Grow(list, min(more, 3*n))
}

// fitted returns a list without the room of a guess that was far too high.
func fitted[T any](list []T) []T {
	if cap(list) > 4*max(len(list), guessFrom) {
		return append(make([]T, 0, len(list)), list...)
	}
	return list
}
