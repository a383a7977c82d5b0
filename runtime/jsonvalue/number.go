package jsonvalue

import (
	"bytes"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// Number is a JSON number that keeps all its digits and its spelling. The zero
// Number is 0.
type Number struct {
	text string // "" is 0
}

// ParseNumber checks that text is one JSON number (RFC 8259 section 6), without
// white space around it. The error is a *SyntaxError or a *KindError.
func ParseNumber(text string) (Number, error) {
	data := []byte(text)
	if _, ok := jsonscan.ParseNumber(data); ok {
		return Number{text}, nil
	}
	v, err := Parse(data)
	switch {
	case err != nil:
		return Number{}, err
	case v.Kind() == jsonscan.KindNumber: // and white space
		return Number{}, &SyntaxError{jsonscan.ProblemNumber, 0, 1, 1, "white space around a number"}
	default:
		return Number{}, &KindError{Want: jsonscan.KindNumber, Got: v.Kind()}
	}
}

// TrustedNumber returns the number of a text that is known to be one.
func TrustedNumber(text string) Number { return Number{text} }

// ReadNumber reads the next value when it is a number.
func ReadNumber(s *jsonscan.Scanner) (Number, bool) {
	n, ok := s.Number()
	if !ok {
		return Number{}, false
	}
	return Number{s.Copy(n.Text())}, true
}

// Append writes the number as it is spelt.
func (n Number) Append(e *jsonscan.Encoder) { e.Raw(n.Text()) }

// MarshalJSON returns the number as it is spelt.
func (n Number) MarshalJSON() ([]byte, error) { return []byte(n.Text()), nil }

// UnmarshalJSON takes a number.
func (n *Number) UnmarshalJSON(data []byte) error {
	parsed, err := ParseNumber(string(bytes.TrimSpace(data)))
	if err != nil {
		return err
	}
	*n = parsed
	return nil
}

// Text returns the number as it is spelt.
func (n Number) Text() string {
	if n.text == "" {
		return "0"
	}
	return n.text
}

// String is Text, for printing.
func (n Number) String() string { return n.Text() }

// scanned gives access to the value.
func (n Number) scanned() jsonscan.Number {
	parsed, _ := jsonscan.ParseNumber([]byte(n.Text()))
	return parsed
}

// IsInteger reports whether the value is a mathematical integer: 1.0, 1e2 and
// -0.0 are.
func (n Number) IsInteger() bool { return n.scanned().IsInteger() }

// Int64 returns the value when it is an integer in range.
func (n Number) Int64() (int64, bool) { return n.scanned().Int64() }

// Uint64 returns the value when it is an integer in range.
func (n Number) Uint64() (uint64, bool) { return n.scanned().Uint64() }

// Float64 returns the nearest float64. ok is false when the number is lost in
// it, see [jsonscan.Number.Float64].
func (n Number) Float64() (f float64, ok bool) { return n.scanned().Float64() }

// Cmp compares the exact values: -1, 0 or +1.
func (n Number) Cmp(m Number) int { return n.scanned().CmpNumber(m.scanned()) }

// Equal reports whether the exact values are the same.
func (n Number) Equal(m Number) bool { return n.Cmp(m) == 0 }
