package jsonscan

import (
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestGrow(t *testing.T) {
	read := func(text string) (list []int64, moves int) {
		s := Get([]byte(text))
		defer s.Release()
		s.EnterArray()
		from := s.Pos()
		for s.Element() {
			if len(list) == cap(list) {
				list = Grow(s, list, from)
				moves++
			}
			n, _ := s.Number()
			i, _ := n.Int64()
			list = append(list, i)
		}
		return list, moves
	}
	list, moves := read("[" + strings.Repeat("7,", 99_999) + "7]")
	if len(list) != 100_000 || slices.Max(list) != 7 || slices.Min(list) != 7 {
		t.Error("elements are lost")
	}
	if moves > 14 || cap(list) > 120_000 {
		t.Errorf("%d moves, capacity %d", moves, cap(list))
	}
	// A document that goes on with something else must not be trusted.
	list, _ = read("[" + strings.Repeat("7,", 299) + "7]" + strings.Repeat(" ", 1e6))
	if len(list) != 300 || cap(list) > 4*300 {
		t.Errorf("%d elements, capacity %d", len(list), cap(list))
	}
	if list, _ = read("[]"); list != nil {
		t.Error("an empty array allocates")
	}
}

// TestLongListsAreGuessedOnce reads arrays of texts that take more of the document than
// of memory, so that the length of those that follow is taken for granted.
func TestLongListsAreGuessedOnce(t *testing.T) {
	const text = `"0123456789012345678901234567890123456789",`
	array := func(n int) string { return "[" + strings.Repeat(text, n-1) + text[:len(text)-1] + "]" }
	read := func(s *Scanner, list *[]string) bool {
		return List(s, list, func(s *Scanner, x *string) (ok bool) { *x, ok = s.String(); return ok })
	}
	one := func(doc string) (list []string) {
		s := Get([]byte(doc))
		defer s.Release()
		if !read(s, &list) || !s.End() {
			t.Fatal("refused")
		}
		return list
	}
	if list := one(array(100_000)); len(list) != 100_000 || cap(list) > 110_000 {
		t.Errorf("%d elements, capacity %d", len(list), cap(list))
	}
	// A document that goes on with something else keeps no more than what it needs, and
	// costs no more than its length for wrong guesses.
	if list := one(array(1_100) + strings.Repeat(" ", 1e6)); len(list) != 1_100 || cap(list) > 4*1_100 {
		t.Errorf("%d elements, capacity %d", len(list), cap(list))
	}
	doc := "[" + strings.Repeat(array(1_100)+",", 199) + array(1_100) + "]"
	s := Get([]byte(doc))
	defer s.Release()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var lists [][]string
	if !List(s, &lists, read) || !s.End() || len(lists) != 200 {
		t.Fatal("refused")
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 6*uint64(len(doc)) {
		t.Errorf("%d bytes for a document of %d", took, len(doc))
	}
	for _, list := range lists {
		if len(list) != 1_100 || cap(list) > 4*1_100 {
			t.Fatalf("%d elements, capacity %d", len(list), cap(list))
		}
	}
}
