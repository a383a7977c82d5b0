package checks

import (
	"bytes"
	"cmp"
	"math"
	"math/big"
	"slices"
	"strconv"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// number is a JSON number: small whole ones as they are, others as fractions.
type number struct {
	small int64
	large *big.Rat        // nil where small holds it
	long  *jsonscan.Exact // the value, where large is only near to it
}

// mostDigits bounds what arithmetic takes: a number of a few letters may stand
// for more digits than memory has. Beyond, the nearest float64 stands for it;
// comparisons are exact.
const mostDigits = 400

// parseNumber reads a JSON number.
func parseNumber(text []byte) (number, bool) {
	n, ok := jsonscan.ParseNumber(text)
	if !ok {
		return number{}, false
	}
	if i, ok := n.Int64(); ok {
		return number{small: i}, true
	}
	exponent := 0
	if at := bytes.IndexAny(text, "eE"); at >= 0 {
		var err error
		if exponent, err = strconv.Atoi(string(bytes.TrimPrefix(text[at+1:], []byte("+")))); err != nil {
			exponent = 10 * mostDigits
		}
	}
	if len(text) <= mostDigits && exponent >= -mostDigits && exponent <= mostDigits {
		if r, ok := new(big.Rat).SetString(string(text)); ok {
			return number{large: r}, true
		}
	}
	exact := n.Exact()
	return number{large: new(big.Rat).SetFloat64(nearest(n)), long: &exact}, true
}

// nearest is the finite float64 nearest to a number that is not zero.
func nearest(n jsonscan.Number) float64 {
	if f, ok := n.Float64(); ok {
		return f
	}
	f, _ := strconv.ParseFloat(string(n.Text()), 64) // ±Inf beyond
	return min(max(f, -math.MaxFloat64), math.MaxFloat64)
}

func (n number) rat() *big.Rat {
	if n.large != nil {
		return n.large
	}
	return new(big.Rat).SetInt64(n.small)
}

func (n number) cmp(m number) int {
	if n.long != nil || m.long != nil {
		return n.exact().Cmp(m.exact())
	}
	if n.large == nil && m.large == nil {
		return cmp.Compare(n.small, m.small)
	}
	return n.rat().Cmp(m.rat())
}

// exact is the number exactly, but for what was computed.
func (n number) exact() jsonscan.Exact {
	if n.long != nil {
		return *n.long
	}
	text := n.text()
	if n.large != nil {
		if digits, exact := n.large.FloatPrec(); exact {
			text = []byte(n.large.FloatString(digits))
		}
	}
	w, _ := jsonscan.ParseNumber(text)
	return w.Exact()
}

func (n number) isInteger() bool {
	if n.long != nil {
		return n.long.IsInteger()
	}
	return n.large == nil || n.large.IsInt()
}

func (n number) plus(m number) number {
	if n.large == nil && m.large == nil {
		if sum := n.small + m.small; (sum > n.small) == (m.small > 0) {
			return number{small: sum}
		}
	}
	return number{large: new(big.Rat).Add(n.rat(), m.rat())}
}

func (n number) minus(m number) number {
	return number{large: new(big.Rat).Sub(n.rat(), m.rat())}
}

func (n number) times(m number) number {
	return number{large: new(big.Rat).Mul(n.rat(), m.rat())}
}

// text is the number as JSON, rounded where it has no end.
func (n number) text() []byte {
	if n.large == nil {
		return strconv.AppendInt(nil, n.small, 10)
	}
	if n.large.IsInt() {
		return []byte(n.large.Num().String())
	}
	text := n.large.FloatString(12)
	end := len(text)
	for text[end-1] == '0' {
		end--
	}
	if text[end-1] == '.' {
		end--
	}
	return []byte(text[:end])
}

// same reports whether two values are equal, as their keys are.
func same(a, b *operand) bool {
	if a.whole && b.whole {
		return a.small == b.small
	}
	if a.text != nil && b.text != nil {
		if bytes.Equal(a.text, b.text) {
			return true
		}
		if isBare(a.text) && isBare(b.text) {
			return false
		}
	}
	return bytes.Equal(a.key(), b.key())
}

// isBare reports whether a JSON value is a string without escapes.
func isBare(text []byte) bool {
	return text[0] == '"' && bytes.IndexByte(text, '\\') < 0
}

// keyOf is a text that two JSON values share where they are equal: members in
// the order of their names, numbers in one spelling. Strings begin with a quote,
// numbers with what no other value begins with.
func keyOf(text []byte) string { return string(appendKeyOf(nil, text)) }

func appendKeyOf(b, text []byte) []byte {
	if isBare(text) {
		return appendText(b, text[1:len(text)-1])
	}
	s := jsonscan.Get(text)
	defer s.Release()
	return appendKey(b, s)
}

func appendKey(b []byte, s *jsonscan.Scanner) []byte {
	switch s.Peek() {
	case jsonscan.KindString:
		text, _ := s.Text()
		return appendText(b, text)
	case jsonscan.KindNumber:
		from := s.Pos()
		s.Skip()
		return appendNumber(append(b, '#'), s.Span(from))
	case jsonscan.KindArray:
		s.EnterArray()
		b = append(b, '[')
		for s.Element() {
			b = append(appendKey(b, s), ',')
		}
		s.LeaveArray()
		return append(b, ']')
	case jsonscan.KindObject:
		s.EnterObject()
		var members [][]byte
		for name, more := s.Member(); more; name, more = s.Member() {
			member := append([]byte{'"'}, strconv.Itoa(len(name))...)
			member = append(append(member, ':'), name...)
			members = append(members, appendKey(member, s))
		}
		s.LeaveObject()
		slices.SortFunc(members, bytes.Compare)
		b = append(b, '{')
		for _, m := range members {
			b = append(append(b, m...), ',')
		}
		return append(b, '}')
	}
	from := s.Pos()
	if !s.Skip() {
		return b
	}
	return append(b, s.Span(from)...)
}

// appendText writes the value of a string with its length, which tells where it
// ends.
func appendText(b, text []byte) []byte {
	b = append(b, '"')
	b = strconv.AppendInt(b, int64(len(text)), 10)
	b = append(b, ':')
	return append(b, text...)
}

// appendNumber writes a number such that equal ones are alike.
func appendNumber(b, text []byte) []byte {
	n, ok := jsonscan.ParseNumber(text)
	if !ok {
		return append(b, text...)
	}
	if i, ok := n.Int64(); ok {
		return strconv.AppendInt(b, i, 10)
	}
	return n.AppendPlain(b)
}
