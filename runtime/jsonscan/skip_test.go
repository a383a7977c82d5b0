package jsonscan

import (
	"strings"
	"testing"
)

// A value that was skipped is not read again: what is spoilt in it meanwhile
// goes unnoticed.
func TestSkipJumps(t *testing.T) {
	const depth = 100
	text := strings.Repeat(`{"a":1,"b":[`, depth/2) + strings.Repeat("1,", 50) + "1" + strings.Repeat("]}", depth/2)
	data := []byte(text)
	s := Get(data)
	defer s.Release()
	m := s.Mark()
	if !s.Skip() || !s.End() {
		t.Fatal(s.Problem())
	}
	middle := strings.Index(text, "1,1,1")
	data[middle] = '?'
	s.Reset(m)
	if !s.Skip() || !s.End() {
		t.Error("reads a deep value again")
	}
}

// The levels above what Skip knows are read again and again, but no others.
func BenchmarkSkipEachLevel(b *testing.B) {
	const depth = 9_000
	data := []byte(strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat("}", depth))
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		s := Get(data)
		for d := depth - 1; d >= 0; d-- {
			s.pos, s.depth = d*len(`{"a":`), d
			if !s.Skip() {
				b.Fatal(s.Problem())
			}
		}
		s.Release()
	}
}

// A Skip that fails leaves no memory behind for the next.
func TestFailedSkips(t *testing.T) {
	s := Get([]byte(strings.Repeat("[", 1000)))
	defer s.Release()
	m := s.Mark()
	for range 100 {
		s.Reset(m)
		if s.Skip() {
			t.Fatal("skipped half a value")
		}
	}
	if n := cap(s.frames); n > 2000 {
		t.Errorf("keeps %d frames", n)
	}
}
