package jsonscan

import (
	"hash/maphash"
	"math/bits"
)

// offsets remembers something about values of a document by where they start,
// and by the plan under which that was found out: a hash table with open
// addressing, at most half full. The built-in map takes several times as long,
// and to empty it for the next document longer still.
type offsets[V any] struct {
	entries []offsetEntry[V]
	used    int // entries that are taken, also by earlier documents
	// Positions count on from one document to the next, so that what is left of
	// earlier ones is never found and need not be cleared away each time.
	base, top uint64
}

type offsetEntry[V any] struct {
	at   uint64 // position; 0: free
	plan int
	v    V
}

const (
	fewOffsets  = 64      // entries to begin with
	manyOffsets = 4 << 10 // entries that are kept for the next document
)

// offsetSeed makes the order unpredictable to whoever chooses the offsets.
var offsetSeed = maphash.String(nameSeed, "offsets")

// slot returns where the entry of a position is, or would go.
func (o *offsets[V]) slot(plan int, at uint64) int {
	high, low := bits.Mul64(at+uint64(plan)<<44^offsetSeed, golden)
	mask := uint64(len(o.entries) - 1)
	for slot := (high ^ low) & mask; ; slot = (slot + 1) & mask {
		if e := &o.entries[slot]; e.at == 0 || e.at == at && e.plan == plan {
			return int(slot)
		}
	}
}

func (o *offsets[V]) get(plan, at int) (v V, ok bool) {
	if o.used == 0 {
		return v, false
	}
	e := &o.entries[o.slot(plan, o.position(at))]
	return e.v, e.at != 0
}

func (o *offsets[V]) put(plan, at int, v V) {
	if 2*(o.used+1) > len(o.entries) {
		o.grow()
	}
	position := o.position(at)
	e := &o.entries[o.slot(plan, position)]
	if e.at == 0 {
		o.used++
		o.top = max(o.top, position)
	}
	*e = offsetEntry[V]{position, plan, v}
}

func (o *offsets[V]) position(at int) uint64 { return o.base + uint64(at) + 1 }

// grow makes room, leaving behind what belongs to earlier documents.
func (o *offsets[V]) grow() {
	old := o.entries
	o.entries = make([]offsetEntry[V], max(fewOffsets, 2*len(old)))
	o.used = 0
	for i := range old {
		if e := &old[i]; e.at > o.base {
			o.entries[o.slot(e.plan, e.at)] = *e
			o.used++
		}
	}
}

// release forgets everything. A table that has filled up is cleared, so that
// earlier documents do not make it grow; a large one is dropped.
func (o *offsets[V]) release() {
	o.base = o.top
	switch {
	case len(o.entries) > manyOffsets:
		*o = offsets[V]{}
	case o.used > len(o.entries)/4:
		clear(o.entries)
		o.used = 0
	}
}
