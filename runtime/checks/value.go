package checks

import (
	"bytes"
	"math/big"
	"slices"
	"strconv"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// number is a JSON number: small whole ones as they are, others as fractions.
type number struct {
	small int64
	large *big.Rat // nil where small holds it
}

// mostDigits bounds what arithmetic takes: a number of a few letters may stand
// for more digits than memory has. Beyond, the nearest float64 stands for it.
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
	f, ok := n.Float64()
	if !ok {
		return number{}, false
	}
	return number{large: new(big.Rat).SetFloat64(f)}, true
}

func (n number) rat() *big.Rat {
	if n.large != nil {
		return n.large
	}
	return new(big.Rat).SetInt64(n.small)
}

func (n number) cmp(m number) int {
	if n.large == nil && m.large == nil {
		switch {
		case n.small < m.small:
			return -1
		case n.small > m.small:
			return 1
		}
		return 0
	}
	return n.rat().Cmp(m.rat())
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
	return bytes.Equal(a.appendKey(nil), b.appendKey(nil))
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
	n, ok := parseNumber(text)
	switch {
	case !ok:
		return append(b, text...)
	case n.large == nil:
		return strconv.AppendInt(b, n.small, 10)
	}
	return append(b, n.large.RatString()...)
}
