package jsonscan

import (
	"bytes"
	"cmp"
	"reflect"
	"slices"
)

// rounding is the place of a number that was read as a float64, where the number
// that an encoder writes for it is another one.
type rounding struct {
	from, to int
	value    float64
}

// mayRound reports whether the float64 nearest to n may be written as another
// number. Up to 15 digits, different decimals are different float64s; integer
// texts are taken only where they come back.
func (n Number) mayRound() bool {
	p := n.value
	return p.is(isFraction) && (p.is(isLong) || p.mantissa() >= 1e15 || p.exponent() > 0)
}

// NoteRounded notes the number n at an offset for Rounded, if an encoder writes
// another number for f, the float64 nearest to it.
func (s *Scanner) NoteRounded(at int, n Number, f float64) {
	if !n.mayRound() {
		return
	}
	var buf [maxFloatDigits]byte
	text := appendFloat(buf[:0], f)
	if spelledAlike(text, n.text) {
		return
	}
	if written, _ := ParseNumber(text); written.CmpNumber(n) != 0 {
		s.noted = true
		s.roundings = append(s.roundings, rounding{at, at + len(n.text), f})
	}
}

// spelledAlike reports whether what an encoder writes for a number is its text, but for a
// zero at the start of an exponent, which many programs write. That is quicker to see than
// that numbers are equal.
func spelledAlike(written, text []byte) bool {
	if bytes.Equal(written, text) {
		return true
	}
	i := len(text) - 2
	return i > 2 && text[i-1] == '-' && text[i] == '0' && len(written) == i+1 &&
		bytes.Equal(written[:i], text[:i]) && written[i] == text[i+1]
}

// NoteRoundedIn notes what part noted, a scanner of the value at an offset.
func (s *Scanner) NoteRoundedIn(at int, part *Scanner) {
	s.noted = s.noted || len(part.roundings) > 0
	for _, r := range part.roundings {
		s.roundings = append(s.roundings, rounding{at + r.from, at + r.to, r.value})
	}
}

// Rounded returns the document with the numbers that NoteRounded noted written
// as an encoder writes them, and the offset of the first; nil without any. It
// takes time linear in the document.
func (s *Scanner) Rounded() (text []byte, first int) {
	if len(s.roundings) == 0 {
		return nil, 0
	}
	// A value that was read as several branches of a union was noted as often.
	slices.SortFunc(s.roundings, func(a, b rounding) int { return cmp.Compare(a.from, b.from) })
	end := 0
	for _, r := range s.roundings {
		if r.from < end {
			continue
		}
		text = append(text, s.data[end:r.from]...)
		text = appendFloat(text, r.value)
		end = r.to
	}
	return append(text, s.data[end:]...), s.roundings[0].from
}

// Stable reports whether decode, which read the whole document of s as x, reads
// x from what x is encoded as too: a float64 that is not exactly the number in
// the document may be one of which the schema judges differently. Then it notes
// the number for Range. Without such numbers, see NoteRounded, it costs nothing.
func Stable[T any](s *Scanner, x *T, decode func(*Scanner, *T) bool) bool {
	return len(s.roundings) == 0 || stable(s, x, decode)
}

func stable[T any](s *Scanner, x *T, decode func(*Scanner, *T) bool) bool {
	text, first := s.Rounded()
	in := Get(text)
	defer in.Release()
	y := new(T)
	if decode(in, y) && in.End() && reflect.DeepEqual(x, y) { // the branches of unions are the same as well
		return true
	}
	s.noted, s.rangeAt, s.rangeType = true, first, "float64"
	return false
}
