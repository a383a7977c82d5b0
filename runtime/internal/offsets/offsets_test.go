package offsets

import (
	"math/rand/v2"
	"testing"
)

// A table is held against a map, over documents that share its memory.
func TestOffsets(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var table Table[int]
	for _, size := range []int{1, 10, 3, 500, 40, 0, 2000, 5, 3000, 70} {
		want := map[[2]int]int{}
		for range size {
			question, at, v := r.IntN(3)<<24|r.IntN(4), r.IntN(2*size), r.Int()
			table.Put(question, at, v)
			want[[2]int{question, at}] = v
		}
		for question := range 4 {
			for at := range 2 * size {
				v, ok := table.Get(question, at)
				if w, there := want[[2]int{question, at}]; ok != there || v != w {
					t.Fatalf("size %d: question %d at %d: %d, %v; want %d, %v", size, question, at, v, ok, w, there)
				}
			}
		}
		table.Release()
		if _, ok := table.Get(0, 0); ok {
			t.Fatal("remembers the document before")
		}
		if len(table.entries) > many {
			t.Fatalf("keeps %d entries", len(table.entries))
		}
	}
}

// Documents after each other share the table: it must not grow with their number.
func TestOffsetsOfManyDocuments(t *testing.T) {
	var table Table[int]
	for range 10_000 {
		for at := range 5 {
			table.Put(0, at, at)
		}
		table.Release()
	}
	if len(table.entries) != few {
		t.Errorf("has %d entries", len(table.entries))
	}
}
