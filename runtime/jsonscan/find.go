package jsonscan

import (
	"slices"
	"sort"
	"sync/atomic"
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

// Places finds the places of names, of which there are many. It is made with its
// List, and must not be copied once Find was called.
type Places struct {
	List    []Place
	indexes atomic.Pointer[map[string]int]
}

// Find returns the index of the place that is called name, or -1. The first call
// takes time linear in their number and allocates, later ones take constant time
// and do not. It is safe for concurrent use.
func (p *Places) Find(name []byte) int {
	indexes := p.indexes.Load()
	if indexes == nil {
		indexes = p.index()
	}
	if i, ok := (*indexes)[string(name)]; ok {
		return i
	}
	return -1
}

func (p *Places) index() *map[string]int {
	indexes := make(map[string]int, len(p.List))
	for _, place := range p.List {
		indexes[place.Name] = place.Index
	}
	p.indexes.Store(&indexes)
	return &indexes
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
