package validate

import "slices"

// unique reports whether the array at index i has no two equal elements. When
// it has, a < b are such a pair.
func (d *document) unique(i int) (a, b int, ok bool) {
	const few = 8
	if d.values[i].count <= few {
		end := int(d.values[i].next)
		for y := i + 1; y < end; y = int(d.values[y].next) {
			for x := i + 1; x < y; x = int(d.values[x].next) {
				if equal(d, x, d, y) {
					return x, y, false
				}
			}
		}
		return 0, 0, true
	}
	return d.uniqueByHash(d.elementsByHash(i))
}

// elementsByHash returns the elements of the array at index i by their hash;
// those of the same hash in document order.
func (d *document) elementsByHash(i int) []int32 {
	d.order = slices.Grow(d.order[:0], int(d.values[i].count))
	end := d.values[i].next
	for c := int32(i + 1); c < end; c = d.values[c].next {
		d.order = append(d.order, c)
	}
	d.hash(i)
	slices.SortFunc(d.order, func(a, b int32) int {
		switch x, y := d.hashes[a], d.hashes[b]; {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return int(a - b)
	})
	return d.order
}

// uniqueByHash compares neighbours of the same hash. Elements that differ
// hardly ever have the same hash, so that this is one pass. Of several pairs it
// returns the one whose second element comes first: the order of the hashes is
// another one in each process, and messages are to be the same.
func (d *document) uniqueByHash(elements []int32) (a, b int, ok bool) {
	for len(elements) > 0 {
		n := 1
		for n < len(elements) && d.hashes[elements[n]] == d.hashes[elements[0]] {
			n++
		}
		if x, y := d.firstPair(elements[:n]); y > 0 && (b == 0 || y < b) {
			a, b = x, y
		}
		elements = elements[n:]
	}
	return a, b, b == 0
}

// firstPair returns the first two of some elements that are equal, 0 for none.
func (d *document) firstPair(elements []int32) (a, b int) {
	for l, y := range elements {
		for _, x := range elements[:l] {
			if equal(d, int(x), d, int(y)) {
				return int(x), int(y)
			}
		}
	}
	return 0, 0
}
