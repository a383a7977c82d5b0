package jsonscan

import (
	"math/bits"
	"unicode/utf8"
)

// Constants that repeat one byte in every lane of a 64-bit word.
const (
	lanes02 = 0x0202020202020202
	lanes21 = 0x2121212121212121
	lanes5C = 0x5c5c5c5c5c5c5c5c
	lanes01 = 0x0101010101010101
	lanes80 = 0x8080808080808080
)

// plain looks for the end of a run of string bytes that need no thought: it
// returns the first offset at or after i with a quote, a backslash or a control
// character (len(data) without one), and a word that is not zero when a byte
// before it is not ASCII.
//
// Two words of eight bytes at a time: c^2 < 0x21 holds exactly for the control characters
// and the quote (0x22), c^0x5c < 1 for the backslash. Subtracting lane by lane
// sets the top bit of the lanes where it holds; a borrow can spoil lanes only
// above the first such lane, and only the first is used. Lanes with the top bit
// set from the start (not ASCII) never borrow and are masked away.
func plain(data []byte, i int) (end int, high uint64) {
	rest := data[i:]
	for len(rest) >= 16 {
		w, v := load(rest), load(rest[8:])
		stop, more := stops(w), stops(v)
		if stop|more != 0 {
			at := len(data) - len(rest)
			if stop == 0 {
				at, high, w, stop = at+8, high|w, v, more
			}
			n := bits.TrailingZeros64(stop)
			return at + n/8, (high | w&(1<<n-1)) & lanes80
		}
		high |= w | v
		rest = rest[16:]
	}
	if len(rest) >= 8 {
		w := load(rest)
		if stop := stops(w); stop != 0 {
			n := bits.TrailingZeros64(stop)
			return len(data) - len(rest) + n/8, (high | w&(1<<n-1)) & lanes80
		}
		high |= w
		rest = rest[8:]
	}
	if len(data) < 8 {
		for k, c := range rest {
			if c < ' ' || c == '"' || c == '\\' {
				return len(data) - len(rest) + k, high & lanes80
			}
			high |= uint64(c)
		}
		return len(data), high & lanes80
	}
	// The last bytes once more, without those before the rest: the zeros shifted
	// in count as control characters, so that the end is found as a stop is.
	w := load(data[len(data)-8:]) >> (64 - 8*uint(len(rest)))
	n := bits.TrailingZeros64(stops(w))
	return len(data) - len(rest) + n/8, (high | w&(1<<n-1)) & lanes80
}

// stops sets the top bit of the lanes of w that plain stops at, and perhaps of
// lanes above the first of them.
func stops(w uint64) uint64 {
	return (((w ^ lanes02) - lanes21) | ((w ^ lanes5C) - lanes01)) &^ w & lanes80
}

// load reads eight bytes, the first one lowest; the compiler makes one load of
// it.
func load[T string | []byte](b T) uint64 {
	_ = b[7]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// Text reads a string and returns its value, unescaped. The bytes alias the
// document or scratch memory and are good until the next call other than Copy.
func (s *Scanner) Text() ([]byte, bool) {
	data, i := s.data, s.pos
	if i >= len(data) || data[i] != '"' {
		return nil, false
	}
	i++
	end, high := plain(data, i)
	if high == 0 && end < len(data) && data[end] == '"' {
		s.pos = end + 1
		return data[i:end], true
	}
	return s.finishText(i, end, high)
}

// String reads a string and returns an owned copy of its value.
func (s *Scanner) String() (string, bool) {
	text, ok := s.Text()
	if !ok {
		return "", false
	}
	return s.Copy(text), true
}

// finishText goes on where plain stopped: start is the first byte of the string,
// end and high what plain returned for it.
func (s *Scanner) finishText(start, end int, high uint64) ([]byte, bool) {
	data := s.data
	if end < len(data) && data[end] == '"' {
		if at := invalidUTF8(data[start:end]); at >= 0 {
			return nil, s.fail(ProblemUTF8, start+at)
		}
		s.pos = end + 1
		return data[start:end], true
	}
	text, next, problem := appendText(s.scratch[:0], data, start, end, high)
	s.scratch = text
	if problem != ProblemNone {
		return nil, s.fail(problem, next)
	}
	s.pos = next
	return text, true
}

// appendText appends the value of the string whose first byte after the quote
// is data[i], and returns the offset behind the closing quote, or the offset of
// the problem. end and high are what plain returned for i.
func appendText(dst, data []byte, i, end int, high uint64) ([]byte, int, Problem) {
	for ; ; end, high = plain(data, i) {
		if high != 0 {
			if at := invalidUTF8(data[i:end]); at >= 0 {
				return dst, i + at, ProblemUTF8
			}
		}
		dst = append(dst, data[i:end]...)
		switch {
		case end == len(data):
			return dst, end, ProblemUnexpectedEnd
		case data[end] == '"':
			return dst, end + 1, ProblemNone
		case data[end] != '\\':
			return dst, end, ProblemControl
		}
		r, next, problem := escape(data, end)
		if problem != ProblemNone {
			return dst, next, problem
		}
		dst = utf8.AppendRune(dst, r)
		i = next
	}
}

// skipText is appendText without a value.
func skipText(data []byte, i, end int, high uint64) (int, Problem) {
	for ; ; end, high = plain(data, i) {
		if high != 0 {
			if at := invalidUTF8(data[i:end]); at >= 0 {
				return i + at, ProblemUTF8
			}
		}
		switch {
		case end == len(data):
			return end, ProblemUnexpectedEnd
		case data[end] == '"':
			return end + 1, ProblemNone
		case data[end] != '\\':
			return end, ProblemControl
		}
		_, next, problem := escape(data, end)
		if problem != ProblemNone {
			return next, problem
		}
		i = next
	}
}

// simpleEscapes gives the character that a two-character escape stands for.
var simpleEscapes = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// escape reads the escape sequence at data[i] == '\\' (RFC 8259 section 7) and
// returns the offset behind it, or the offset of the problem.
func escape(data []byte, i int) (r rune, next int, problem Problem) {
	if i+1 >= len(data) {
		return 0, len(data), ProblemUnexpectedEnd
	}
	if c := simpleEscapes[data[i+1]]; c != 0 {
		return rune(c), i + 2, ProblemNone
	}
	r = hex4(data, i)
	switch {
	case r < 0:
		return 0, i, ProblemEscape
	case r < 0xd800 || r > 0xdfff:
		return r, i + 6, ProblemNone
	case r > 0xdbff:
		return 0, i, ProblemSurrogate
	}
	low := hex4(data, i+6)
	if low < 0xdc00 || low > 0xdfff {
		return 0, i, ProblemSurrogate
	}
	return 0x10000 + (r-0xd800)<<10 + (low - 0xdc00), i + 12, ProblemNone
}

// hex4 returns the code unit of a \uXXXX escape at data[i], -1 when there is
// none.
func hex4(data []byte, i int) rune {
	if len(data)-i < 6 || data[i] != '\\' || data[i+1] != 'u' {
		return -1
	}
	var r rune
	for _, c := range data[i+2 : i+6] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return -1
		}
		r = r<<4 | rune(c)
	}
	return r
}

// invalidUTF8 returns the offset of the first byte of b that is not UTF-8
// (RFC 3629: no overlong forms, no surrogates), -1 when all are.
func invalidUTF8(b []byte) int {
	if utf8.Valid(b) {
		return -1
	}
	for i := 0; ; {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
}
