package ecma

import "github.com/bindery-go/bindery/runtime/pattern/syntax"

// Set is a set of characters: sorted ranges that do not touch.
type Set []syntax.Range

// Contains reports whether r is in the set.
func (s Set) Contains(r rune) bool { return (&syntax.Class{Ranges: s}).Contains(r) }

// ASCII returns the ASCII part of the set as a bit mask of two words.
func (s Set) ASCII() (mask [2]uint64) {
	for _, r := range s {
		for c := r.Lo; c <= min(r.Hi, 0x7F); c++ {
			mask[c>>6] |= 1 << (c & 63)
		}
	}
	return mask
}

// NonASCII returns the part of the set beyond ASCII.
func (s Set) NonASCII() Set {
	var rest Set
	for _, r := range s {
		if r.Hi > 0x7F {
			rest = append(rest, syntax.Range{Lo: max(r.Lo, 0x80), Hi: r.Hi})
		}
	}
	return rest
}
