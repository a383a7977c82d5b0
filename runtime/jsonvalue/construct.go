package jsonvalue

import (
	"encoding/json"
	"strconv"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// Null returns the value null.
func Null() Value { return Value{"null"} }

// FromBool returns true or false.
func FromBool(b bool) Value { return Value{strconv.FormatBool(b)} }

// FromInt returns a number.
func FromInt(i int64) Value { return Value{strconv.FormatInt(i, 10)} }

// FromUint returns a number.
func FromUint(u uint64) Value { return Value{strconv.FormatUint(u, 10)} }

// FromFloat returns the shortest number that reads back as f. NaN and infinities
// give jsonscan.ErrNotFinite.
func FromFloat(f float64) (Value, error) {
	return encoded(func(e *jsonscan.Encoder) { e.Float(f) })
}

// FromString returns a string. Invalid UTF-8 gives jsonscan.ErrInvalidUTF8.
func FromString(text string) (Value, error) {
	return encoded(func(e *jsonscan.Encoder) { e.String(text) })
}

// FromNumber returns the number as it is written.
func FromNumber(n Number) Value { return Value{n.Text()} }

func encoded(write func(*jsonscan.Encoder)) (Value, error) {
	e := jsonscan.GetEncoder()
	write(e)
	text, err := e.Finish()
	return Value{string(text)}, err
}

// Of returns what encoding/json makes of any Go value.
func Of(x any) (Value, error) {
	if v, ok := x.(Value); ok {
		return v, nil
	}
	text, err := json.Marshal(x)
	if err != nil {
		return Value{}, err
	}
	return Parse(text)
}
