package jsonscan

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Offsets is held against a map, over documents that share its memory.
func TestOffsets(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var o offsets[int]
	for _, size := range []int{1, 10, 3, 500, 40, 0, 2000, 5, 3000, 70} {
		want := map[[2]int]int{}
		for range size {
			plan, at, v := r.IntN(3)<<24|r.IntN(4), r.IntN(2*size), r.Int()
			o.put(plan, at, v)
			want[[2]int{plan, at}] = v
		}
		for plan := range 4 {
			for at := range 2 * size {
				v, ok := o.get(plan, at)
				if w, there := want[[2]int{plan, at}]; ok != there || v != w {
					t.Fatalf("size %d: plan %d at %d: %d, %v; want %d, %v", size, plan, at, v, ok, w, there)
				}
			}
		}
		o.release()
		if _, ok := o.get(0, 0); ok {
			t.Fatal("remembers the document before")
		}
		if len(o.entries) > manyOffsets {
			t.Fatalf("keeps %d entries", len(o.entries))
		}
	}
}

// Documents after each other share the table: it must not grow with their number.
func TestOffsetsOfManyDocuments(t *testing.T) {
	var o offsets[int]
	for range 10_000 {
		for at := range 5 {
			o.put(0, at, at)
		}
		o.release()
	}
	if len(o.entries) != fewOffsets {
		t.Errorf("has %d entries", len(o.entries))
	}
}

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
	data[1] = '?'
	s.Reset(m)
	if s.Skip() {
		t.Error("takes the whole for read")
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
