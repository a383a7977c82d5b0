package jsonscan

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
)

// The methods by which a type of the user's reads and writes its values, as in
// packages encoding/json and encoding. Those for JSON come before those for text.
type (
	jsonReader interface{ UnmarshalJSON(data []byte) error }
	jsonWriter interface{ MarshalJSON() ([]byte, error) }
	textReader interface{ UnmarshalText(text []byte) error }
	textWriter interface{ MarshalText() ([]byte, error) }
)

// Custom has x, a pointer to a type of the user's, read the value from offset start
// up to the current one, which was found valid. What x refuses is noted for Range.
func (s *Scanner) Custom(start int, x any) bool {
	err := ReadCustom(s.Span(start), x)
	if err != nil {
		s.NoteRefusal(start, CustomName(x), err)
	}
	return err == nil
}

// ReadCustom has x, a pointer to a type of the user's, read a valid JSON text: by
// UnmarshalJSON, or by UnmarshalText from a string.
func ReadCustom(data []byte, x any) error {
	if x, ok := x.(jsonReader); ok {
		return x.UnmarshalJSON(data)
	}
	r, ok := x.(textReader)
	if !ok {
		return errors.New("the type has neither UnmarshalJSON nor UnmarshalText")
	}
	s := Get(data)
	defer s.Release()
	text, ok := s.Text()
	if !ok {
		return errors.New("the type reads strings alone")
	}
	return r.UnmarshalText(text)
}

// CustomName is the name of the type that x points to.
func CustomName(x any) string { return reflect.TypeOf(x).Elem().String() }

// CustomOf is the value that a type of the user's reads from a JSON text; the zero
// value where it refuses that.
func CustomOf[T any](text string) T {
	var x T
	if ReadCustom([]byte(text), &x) != nil {
		var zero T
		return zero
	}
	return x
}

// Custom writes the value that x points to, of a type of the user's: by MarshalJSON,
// or as the string of MarshalText. What is no JSON is an error.
func (e *Encoder) Custom(x any) {
	var text []byte
	var err error
	isText := false
	switch w := x.(type) {
	case jsonWriter:
		text, err = w.MarshalJSON()
	case textWriter:
		text, err = w.MarshalText()
		isText = true
	default:
		err = errors.New("it has neither MarshalJSON nor MarshalText")
	}
	switch {
	case err != nil:
		e.Fail(fmt.Errorf("jsonscan: %s: %w", CustomName(x), err))
		e.Null()
	case isText:
		e.String(string(text))
	default:
		if message, at := Explain(text); message != "" {
			e.Fail(fmt.Errorf("jsonscan: what %s writes is not JSON: %s at offset %s", CustomName(x), message, strconv.Itoa(at)))
			e.Null()
			return
		}
		e.Compact(string(text))
	}
}
