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
	case n < 256:
		return slices.Grow(list, n)
	}
	perElement := (s.pos-from)/n + 1
	expected := (len(s.data) - s.pos) / perElement
	return slices.Grow(list, min(expected+expected/16+1, 3*n))
}
