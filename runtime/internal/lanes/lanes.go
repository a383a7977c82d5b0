// Package lanes looks at text eight bytes at a time, for the readers of JSON in
// the runtime.
package lanes

import "math/bits"

// Constants that repeat one byte in every lane of a 64-bit word.
const (
	each02 = 0x0202020202020202
	each21 = 0x2121212121212121
	each22 = 0x2222222222222222
	each26 = 0x2626262626262626
	each5C = 0x5c5c5c5c5c5c5c5c
	each7F = 0x7f7f7f7f7f7f7f7f
	each01 = 0x0101010101010101
	each80 = 0x8080808080808080
)

// Plain looks for the end of a run of string bytes that need no thought: it
// returns the first offset at or after i with a quote, a backslash or a control
// character (len(data) without one), and a word that is not zero when a byte
// before it is not ASCII.
//
// Two words of eight bytes at a time: c^2 < 0x21 holds exactly for the control characters
// and the quote (0x22), c^0x5c < 1 for the backslash. Subtracting lane by lane
// sets the top bit of the lanes where it holds; a borrow can spoil lanes only
// above the first such lane, and only the first is used. Lanes with the top bit
// set from the start (not ASCII) never borrow and are masked away.
func Plain(data []byte, i int) (end int, high uint64) {
	rest := data[i:]
	for len(rest) >= 16 {
		w, v := Load(rest), Load(rest[8:])
		stop, more := stops(w), stops(v)
		if stop|more != 0 {
			at := len(data) - len(rest)
			if stop == 0 {
				at, high, w, stop = at+8, high|w, v, more
			}
			n := bits.TrailingZeros64(stop)
			return at + n/8, (high | w&(1<<n-1)) & each80
		}
		high |= w | v
		rest = rest[16:]
	}
	if len(rest) >= 8 {
		w := Load(rest)
		if stop := stops(w); stop != 0 {
			n := bits.TrailingZeros64(stop)
			return len(data) - len(rest) + n/8, (high | w&(1<<n-1)) & each80
		}
		high |= w
		rest = rest[8:]
	}
	if len(data) < 8 {
		for k, c := range rest {
			if c < ' ' || c == '"' || c == '\\' {
				return len(data) - len(rest) + k, high & each80
			}
			high |= uint64(c)
		}
		return len(data), high & each80
	}
	// The last bytes once more, without those before the rest: the zeros shifted
	// in count as control characters, so that the end is found as a stop is.
	w := Load(data[len(data)-8:]) >> (64 - 8*uint(len(rest)))
	n := bits.TrailingZeros64(stops(w))
	return len(data) - len(rest) + n/8, (high | w&(1<<n-1)) & each80
}

// stops sets the top bit of the lanes of w that Plain stops at, and perhaps of
// lanes above the first of them.
func stops(w uint64) uint64 {
	return (((w ^ each02) - each21) | ((w ^ each5C) - each01)) &^ w & each80
}

// short is how many bytes Simple looks at before it expects that many follow.
const short = 32

// Simple is Plain for the strings that are met most often, short ones in ASCII: it also
// stops at a byte beyond ASCII, and then, as at a backslash, Plain has to look. i is not
// negative.
func Simple(data []byte, i int) (end int) {
	for start := i; i >= 0 && i <= len(data)-8; { // so written, the load has no check of its own
		if stop := Special(Load(data[i : i+8])); stop != 0 {
			return i + bits.TrailingZeros64(stop)/8
		}
		if i += 8; i-start == short {
			return simpleLong(data, i)
		}
	}
	if len(data) < 8 {
		for i < len(data) && data[i] >= ' ' && data[i] < 0x80 && data[i] != '"' && data[i] != '\\' {
			i++
		}
		return i
	}
	// As in Plain, the last bytes once more, without those before i.
	w := Load(data[len(data)-8:]) >> (64 - 8*uint(len(data)-i))
	return i + bits.TrailingZeros64(Special(w))/8
}

// simpleLong is Simple, two words of eight bytes at a time.
func simpleLong(data []byte, i int) (end int) {
	for ; len(data)-i >= 16; i += 16 {
		stop, more := Special(Load(data[i:])), Special(Load(data[i+8:]))
		if stop|more != 0 {
			if stop == 0 {
				i, stop = i+8, more
			}
			return i + bits.TrailingZeros64(stop)/8
		}
	}
	return Simple(data, i) // less than short is left
}

// Structure returns the first offset at or after i, which is in no string, that holds a
// quote or a bracket of either kind; len(data) without one.
func Structure(data []byte, i int) int {
	for ; len(data)-i >= 8; i += 8 {
		if stop := structure(Load(data[i:])); stop != 0 {
			return i + bits.TrailingZeros64(stop)/8
		}
	}
	for ; i < len(data); i++ {
		if c := data[i]; c == '"' || c|0x26 == 0x7f {
			break
		}
	}
	return i
}

// structure sets the top bit of the lanes of w that hold what Structure looks for, and
// perhaps of lanes above the first of them. Brackets are those characters, of such as occur
// outside of strings, that have all bits but those of 0x26.
func structure(w uint64) uint64 {
	quote, bracket := w^each22, (w|each26)^each7F
	return ((quote-each01)&^quote | (bracket-each01)&^bracket) & each80
}

// Load reads eight bytes, the first one lowest; the compiler makes one load of
// it.
func Load[T string | []byte](b T) uint64 {
	_ = b[7]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// Special is not zero when a byte of w stops Plain or is not ASCII.
func Special(w uint64) uint64 {
	return (((w ^ each02) - each21) | ((w ^ each5C) - each01) | w) & each80
}

// Characters returns the number of code points in text, which is valid UTF-8: each
// has one byte that is not of the form 10xxxxxx.
func Characters(text []byte) int {
	n := len(text)
	for ; len(text) >= 8; text = text[8:] {
		w := Load(text)
		n -= bits.OnesCount64(w & ^(w << 1) & each80)
	}
	for _, c := range text {
		if c&0xc0 == 0x80 {
			n--
		}
	}
	return n
}
