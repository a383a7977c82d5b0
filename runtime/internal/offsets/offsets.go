// Package offsets is the memory of whoever reads a document more than once:
// what it found out about a value, by the place of the value. The scanner and
// the evaluator of the runtime import it.
package offsets

import (
	"hash/maphash"
	"math/bits"
)

// Table holds something about values of one document, by a number that is the
// value's own (its offset, or its index among all values) and by the number of
// the question that was asked of it. Both are not negative. The zero Table is
// empty and ready.
//
// It is a hash table with open addressing, at most three quarters full. The
// built-in map takes several times as long, and to empty it for the next
// document longer still.
type Table[V any] struct {
	entries []entry[V]
	used    int // entries that are taken, also by earlier documents
	// Positions count on from one document to the next, so that what is left of
	// earlier ones is never found and need not be cleared away each time.
	base, top uint64
}

type entry[V any] struct {
	at       uint64 // position; 0: free
	question int
	v        V
}

const (
	few  = 64      // entries to begin with
	many = 4 << 10 // entries that are kept for the next document
)

// seed makes the order unpredictable to whoever chooses the offsets.
var seed = maphash.String(maphash.MakeSeed(), "offsets")

const golden = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio, an odd number

// slot returns where the entry of a position is, or would go.
func (t *Table[V]) slot(question int, at uint64) int {
	high, low := bits.Mul64(at+uint64(question)<<44^seed, golden)
	mask := uint64(len(t.entries) - 1)
	for slot := (high ^ low) & mask; ; slot = (slot + 1) & mask {
		if e := &t.entries[slot]; e.at == 0 || e.at == at && e.question == question {
			return int(slot)
		}
	}
}

// Get returns what Put noted.
func (t *Table[V]) Get(question, at int) (v V, ok bool) {
	if t.used == 0 {
		return v, false
	}
	e := &t.entries[t.slot(question, t.position(at))]
	return e.v, e.at != 0
}

// Put notes something, in the place of what was noted before.
func (t *Table[V]) Put(question, at int, v V) {
	if 4*(t.used+1) > 3*len(t.entries) {
		t.grow()
	}
	position := t.position(at)
	e := &t.entries[t.slot(question, position)]
	if e.at == 0 {
		t.used++
		t.top = max(t.top, position)
	}
	*e = entry[V]{position, question, v}
}

func (t *Table[V]) position(at int) uint64 { return t.base + uint64(at) + 1 }

// grow makes room, leaving behind what belongs to earlier documents.
func (t *Table[V]) grow() {
	old := t.entries
	t.entries = make([]entry[V], max(few, 2*len(old)))
	t.used = 0
	for i := range old {
		if e := &old[i]; e.at > t.base {
			t.entries[t.slot(e.question, e.at)] = *e
			t.used++
		}
	}
}

// Release forgets everything, for the next document. A table that has filled up
// is cleared, so that earlier documents do not make it grow; a large one is
// dropped.
func (t *Table[V]) Release() {
	t.base = t.top
	switch {
	case len(t.entries) > many:
		*t = Table[V]{}
	case t.used > len(t.entries)/4:
		clear(t.entries)
		t.used = 0
	}
}
