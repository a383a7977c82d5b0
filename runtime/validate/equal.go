package validate

import (
	"bytes"
	"cmp"
	"hash/maphash"
	"slices"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// equal reports whether value i of d and value j of e are the same JSON value:
// numbers by their mathematical value, objects without regard to order (JSON
// Schema 2020-12 Core section 4.2.2).
func equal(d *document, i int, e *document, j int) bool {
	a, b := &d.values[i], &e.values[j]
	if a.kind != b.kind || a.count != b.count {
		return false
	}
	switch a.kind {
	case jsonscan.KindNull:
		return true
	case jsonscan.KindBool:
		return a.end-a.pos == b.end-b.pos
	case jsonscan.KindNumber:
		return d.number(i).CmpNumber(e.number(j)) == 0
	case jsonscan.KindString:
		return bytes.Equal(d.text(i), e.text(j))
	case jsonscan.KindArray:
		for x, y := i+1, j+1; x < int(a.next); x, y = int(d.values[x].next), int(e.values[y].next) {
			if !equal(d, x, e, y) {
				return false
			}
		}
		return true
	}
	return equalObjects(d, i, e, j)
}

// equalObjects compares objects with equally many members.
func equalObjects(d *document, i int, e *document, j int) bool {
	const few = 16
	if d.values[i].count > few {
		return equalSorted(d, i, e, j)
	}
	end := int(d.values[i].next)
	for x, y := i+1, j+1; x < end; x, y = int(d.values[x].next), int(e.values[y].next) {
		z := y // equal objects mostly have the same order
		if name := d.name(x); !bytes.Equal(name, e.name(y)) {
			var ok bool
			if z, ok = e.member(j, string(name)); !ok {
				return false
			}
		}
		if !equal(d, x, e, z) {
			return false
		}
	}
	return true
}

// equalSorted compares large objects, which must not take quadratic time.
func equalSorted(d *document, i int, e *document, j int) bool {
	a, b := d.sorted(nil, i), e.sorted(nil, j)
	for k := range a {
		if !bytes.Equal(d.name(int(a[k])), e.name(int(b[k]))) {
			return false
		}
	}
	for k := range a {
		if !equal(d, int(a[k]), e, int(b[k])) {
			return false
		}
	}
	return true
}

// sorted appends the members of the object at index i by name; members of
// equal names in document order.
func (d *document) sorted(members []int32, i int) []int32 {
	end := d.values[i].next
	members = slices.Grow(members, int(d.values[i].count))
	for c := int32(i + 1); c < end; c = d.values[c].next {
		members = append(members, c)
	}
	slices.SortFunc(members, func(a, b int32) int {
		return cmp.Or(bytes.Compare(d.name(int(a)), d.name(int(b))), cmp.Compare(a, b))
	})
	return members
}

// hashSeed is random for each process, so that no document can be made to
// have colliding hashes.
var hashSeed = maphash.MakeSeed()

// hash returns a hash of the value at index i that is the same for equal values.
// The hashes of all values are made at the first call, children before parents:
// hashing is linear in the document however deep unique arrays are nested.
func (d *document) hash(i int) uint64 {
	if len(d.hashes) == 0 {
		d.hashAll()
	}
	return d.hashes[i]
}

func (d *document) hashAll() {
	n := len(d.values)
	if cap(d.hashes) < n {
		d.hashes = make([]uint64, n)
	}
	d.hashes = d.hashes[:n]
	for i := n - 1; i >= 0; i-- {
		v := &d.values[i]
		h := mix(uint64(v.kind))
		switch v.kind {
		case jsonscan.KindBool:
			h = mix(h + uint64(v.end-v.pos))
		case jsonscan.KindNumber:
			h = d.number(i).Hash()
		case jsonscan.KindString:
			h = maphash.Bytes(hashSeed, d.text(i))
		case jsonscan.KindArray:
			for c := i + 1; c < int(v.next); c = int(d.values[c].next) {
				h = mix(h + d.hashes[c])
			}
		case jsonscan.KindObject:
			for c := i + 1; c < int(v.next); c = int(d.values[c].next) {
				h += mix(maphash.Bytes(hashSeed, d.name(c)) ^ mix(d.hashes[c]))
			}
		}
		d.hashes[i] = h
	}
}

// mix is the finaliser of splitmix64 over a keyed input.
func mix(x uint64) uint64 {
	x ^= mixKey
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

var mixKey = maphash.String(hashSeed, "mix")
