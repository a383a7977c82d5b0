package ecma

import (
	"cmp"
	"slices"
	"unicode"

	"github.com/bindery-go/bindery/runtime/pattern/syntax"
)

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

// union sorts ranges and joins those that touch.
func union(ranges []syntax.Range) Set {
	sorted := slices.Clone(ranges)
	slices.SortFunc(sorted, func(a, b syntax.Range) int { return cmp.Compare(a.Lo, b.Lo) })
	var joined Set
	for _, r := range sorted {
		if last := len(joined) - 1; last >= 0 && r.Lo <= joined[last].Hi+1 {
			joined[last].Hi = max(joined[last].Hi, r.Hi)
			continue
		}
		joined = append(joined, r)
	}
	return joined
}

// intersects reports whether two sets share a character.
func intersects(a, b Set) bool {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		if max(a[i].Lo, b[j].Lo) <= min(a[i].Hi, b[j].Hi) {
			return true
		}
		if a[i].Hi < b[j].Hi {
			i++
		} else {
			j++
		}
	}
	return false
}

// intersection returns what two sets share.
func intersection(a, b Set) Set {
	var shared Set
	for i, j := 0, 0; i < len(a) && j < len(b); {
		if lo, hi := max(a[i].Lo, b[j].Lo), min(a[i].Hi, b[j].Hi); lo <= hi {
			shared = append(shared, syntax.Range{Lo: lo, Hi: hi})
		}
		if a[i].Hi < b[j].Hi {
			i++
		} else {
			j++
		}
	}
	return shared
}

// gaps returns the code points outside of sorted ranges. Surrogates, which text
// does not have, count as inside when both their neighbours are.
func gaps(ranges []syntax.Range) []syntax.Range {
	var outside []syntax.Range
	next := rune(0)
	for _, r := range ranges {
		if r.Lo > next && (next != 0xD800 || r.Lo != 0xE000) {
			outside = append(outside, syntax.Range{Lo: next, Hi: r.Lo - 1})
		}
		next = r.Hi + 1
	}
	if next <= unicode.MaxRune {
		outside = append(outside, syntax.Range{Lo: next, Hi: unicode.MaxRune})
	}
	return outside
}
