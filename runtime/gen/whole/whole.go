// Package whole has what the methods of generated types do that concern a value as a
// whole: comparing and printing it. Only generated code calls it.
//
// Time and memory are those of encoding the values.
package whole

import (
	"strconv"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// Value is a pointer to a value of a generated type.
type Value[T any] interface {
	*T
	MarshalJSON() ([]byte, error)
}

// Equal reports whether two values stand for equal JSON, numbers by value and objects
// whatever the order of their members. Nil equals nil alone; an absent value, which
// has no encoding of its own, equals an absent one; and what cannot be encoded equals
// only itself.
func Equal[T any, P Value[T]](x, y P) bool {
	if x == nil || y == nil || x == y {
		return x == y
	}
	if isAbsent(x) != isAbsent(y) {
		return false
	}
	a, errA := x.MarshalJSON()
	b, errB := y.MarshalJSON()
	return errA == nil && errB == nil && jsonscan.Equal(a, b)
}

// isAbsent reports whether a value stands for none.
func isAbsent(x any) bool {
	z, ok := x.(interface{ IsZero() bool })
	return ok && z.IsZero()
}

// String is a value as JSON; for what cannot be encoded it says why.
func String[T any, P Value[T]](x P) string {
	if x == nil {
		return "<nil>"
	}
	text, err := x.MarshalJSON()
	if err != nil {
		return "(" + err.Error() + ")"
	}
	return string(text)
}

// Kind is the word for the kind of a union: of zero "none", of others that of the
// words at its place, counted from 1. What is no kind of the union is a number.
func Kind[K ~uint8 | ~uint16 | ~uint32](k K, words ...string) string {
	switch {
	case k == 0:
		return "none"
	case uint64(k) > uint64(len(words)):
		return strconv.FormatUint(uint64(k), 10)
	}
	return words[k-1]
}

// Decode reads a value of a generated type with the checks of its schema.
func Decode[T any, P interface {
	*T
	UnmarshalJSON(data []byte) error
}](data []byte) (x T, err error) {
	err = P(&x).UnmarshalJSON(data)
	return x, err
}
