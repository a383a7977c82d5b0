package jsonscan

import (
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
