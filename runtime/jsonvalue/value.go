// Package jsonvalue holds JSON that has no closer Go type: Value keeps any JSON
// text exactly, Number a number with all its digits, Base64 an encoded byte
// string. Generated structs use them as field types and users read and build
// them; equality is that of JSON, numbers are compared by mathematical value.
//
// Values never change, so everything here is safe for concurrent use, but for
// decoding into one variable. The package imports jsonscan and the standard
// library alone.
package jsonvalue

import "github.com/bindery-go/bindery/runtime/jsonscan"

// Value is a JSON value as exact text. The zero Value is absent: it stands for a
// member that is not there, which null does not. Values are immutable; == tells
// whether the texts are the same, Equal whether the JSON values are.
type Value struct {
	text string // valid JSON without white space around it, or "" when absent
}

// Parse checks that data is one JSON value and returns it. The error is a
// *SyntaxError.
func Parse(data []byte) (Value, error) {
	if problem, _ := jsonscan.Check(data); problem != jsonscan.ProblemNone {
		return Value{}, syntaxError(data, problem)
	}
	s := jsonscan.Get(data)
	defer s.Release()
	v, _ := Read(s)
	return v, nil
}

// Trusted returns the value of a text that is known to be valid JSON without
// white space around it, as generated code and constants are.
func Trusted(text string) Value { return Value{text} }

// Read reads the next value of any kind.
func Read(s *jsonscan.Scanner) (Value, bool) {
	s.Peek()
	start := s.Pos()
	if !s.Skip() {
		return Value{}, false
	}
	return Value{s.Copy(s.Span(start))}, true
}

// Append writes the value without insignificant white space; an absent one is
// written as null.
func (v Value) Append(e *jsonscan.Encoder) {
	if v.text == "" {
		e.Null()
		return
	}
	e.Compact(v.text)
}

// MarshalJSON returns the text without insignificant white space; null when
// absent. Use omitzero to leave an absent value out of a struct of yours.
func (v Value) MarshalJSON() ([]byte, error) {
	e := jsonscan.GetEncoder()
	v.Append(e)
	return e.Finish()
}

// UnmarshalJSON is Parse.
func (v *Value) UnmarshalJSON(data []byte) error {
	parsed, err := Parse(data)
	if err != nil {
		return err
	}
	*v = parsed
	return nil
}

// Text returns the JSON text as it was written; "" when absent.
func (v Value) Text() string { return v.text }

// String is Text, for printing.
func (v Value) String() string { return v.text }

// IsZero reports whether the value is absent.
func (v Value) IsZero() bool { return v.text == "" }

// IsNull reports whether the value is null.
func (v Value) IsNull() bool { return v.Kind() == jsonscan.KindNull }

// Kind returns the JSON type; KindInvalid when absent.
func (v Value) Kind() jsonscan.Kind {
	if v.text == "" {
		return jsonscan.KindInvalid
	}
	switch v.text[0] {
	case 'n':
		return jsonscan.KindNull
	case 't', 'f':
		return jsonscan.KindBool
	case '"':
		return jsonscan.KindString
	case '[':
		return jsonscan.KindArray
	case '{':
		return jsonscan.KindObject
	default:
		return jsonscan.KindNumber
	}
}

// Equal reports JSON equality: 1.0 equals 1e0, "a" equals "\u0061", objects are
// equal whatever the order of their members. An absent value equals only itself.
func (v Value) Equal(w Value) bool {
	if v.text == "" || w.text == "" {
		return v.text == w.text
	}
	return jsonscan.EqualText(v.text, w.text)
}

// Bool returns the value when it is true or false.
func (v Value) Bool() (b, ok bool) { return v.text == "true", v.Kind() == jsonscan.KindBool }

// Number returns the value when it is a number.
func (v Value) Number() (Number, bool) {
	if v.Kind() != jsonscan.KindNumber {
		return Number{}, false
	}
	return Number(v), true
}

// Int64 returns the value when it is an integer (1.0 and 1e2 are) in range.
func (v Value) Int64() (int64, bool) {
	n, ok := v.Number()
	if !ok {
		return 0, false
	}
	return n.Int64()
}

// Uint64 returns the value when it is an integer in range.
func (v Value) Uint64() (uint64, bool) {
	n, ok := v.Number()
	if !ok {
		return 0, false
	}
	return n.Uint64()
}

// Float64 returns the value when it is a number that a float64 can hold, see
// Number.Float64.
func (v Value) Float64() (float64, bool) {
	n, ok := v.Number()
	if !ok {
		return 0, false
	}
	return n.Float64()
}

// Str returns the characters of the value when it is a string.
func (v Value) Str() (string, bool) {
	if v.Kind() != jsonscan.KindString {
		return "", false
	}
	s := jsonscan.GetString(v.text)
	defer s.Release()
	text, ok := s.Text()
	return string(text), ok
}
