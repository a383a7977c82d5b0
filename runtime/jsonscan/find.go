package jsonscan

import (
	"slices"
	"sort"
)

// FindText returns the index of text among texts that are sorted by their bytes,
// or -1. It takes time logarithmic in their number, and allocates nothing.
func FindText[T ~string | ~[]byte](sorted []string, text T) int {
	i := sort.Search(len(sorted), func(i int) bool { return sorted[i] >= string(text) })
	if i == len(sorted) || sorted[i] != string(text) {
		return -1
	}
	return i
}

// Place is a name with the place of what it names.
type Place struct {
	Name  string
	Index int
}

// FindPlace returns the index of the place that is called name, among places
// that are sorted by the bytes of their names, or -1. It takes time logarithmic
// in their number, and allocates nothing.
func FindPlace(sorted []Place, name []byte) int {
	low, high := 0, len(sorted)
	for low < high {
		if middle := (low + high) / 2; sorted[middle].Name < string(name) {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low == len(sorted) || sorted[low].Name != string(name) {
		return -1
	}
	return sorted[low].Index
}

// FindInt returns the index of n among integers that are sorted, or -1: 1.0 is
// 1. It takes time logarithmic in their number, and allocates nothing.
func FindInt(sorted []int64, n Number) int {
	v, ok := n.Int64()
	if !ok {
		return -1
	}
	i, found := slices.BinarySearch(sorted, v)
	if !found {
		return -1
	}
	return i
}

// FindNumber returns the index of n among JSON numbers that are sorted by their
// values, or -1: 1.0 is 1. It reads a number of them that is logarithmic in how
// many they are.
func FindNumber(sorted []string, n Number) int {
	i := sort.Search(len(sorted), func(i int) bool { return n.Cmp(MakeBound(sorted[i])) <= 0 })
	if i == len(sorted) || n.Cmp(MakeBound(sorted[i])) != 0 {
		return -1
	}
	return i
}

// FindJSON returns the index of the first of texts whose JSON value is that of
// span, or -1. It compares with one after the other.
func FindJSON(texts []string, span []byte) int {
	return slices.IndexFunc(texts, func(text string) bool { return EqualJSON(span, text) })
}
