package jsonscan

import "slices"

// Grow makes room in list for more elements of the array whose first element
// started at offset from; generated code calls it when the capacity is used up.
// Up to 256 elements the capacity doubles, starting with 2. Then it grows to
// what the rest of the document holds if its elements are as long as those so
// far, at most fourfold: a long array is moved a few times and ends with little
// to spare, where append would copy every element about four times.
func Grow[T any](s *Scanner, list []T, from int) []T {
	n := len(list)
	if n < 256 {
		return slices.Grow(list, max(n, 2))
	}
	perElement := (s.pos-from)/n + 1
	expected := (len(s.data) - s.pos) / perElement
	return slices.Grow(list, min(expected+expected/16+1, 3*n))
}
