// Package optional holds the one type that Go's pointers cannot say: a member
// that may be absent, null or a value. Generated structs use it for members that
// are both optional and nullable; users read and build them.
//
// A Nullable is used by several goroutines as any variable is: read by all or
// changed by one. The package imports the standard library alone.
package optional

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
)

// Nullable is absent, null or a value of type T. The zero Nullable is absent.
// Nullables of a comparable T can be compared with ==.
type Nullable[T any] struct {
	value T // zero unless state is isValue
	state state
}

type state uint8

const (
	isAbsent state = iota
	isNull
	isValue
)

// Null returns an explicit null.
func Null[T any]() Nullable[T] { return Nullable[T]{state: isNull} }

// Of returns a value.
func Of[T any](value T) Nullable[T] { return Nullable[T]{value, isValue} }

// IsAbsent reports whether the member is not there at all.
func (n Nullable[T]) IsAbsent() bool { return n.state == isAbsent }

// IsNull reports whether the member is an explicit null.
func (n Nullable[T]) IsNull() bool { return n.state == isNull }

// IsValue reports whether there is a value.
func (n Nullable[T]) IsValue() bool { return n.state == isValue }

// IsZero is IsAbsent; with it encoding/json leaves absent fields tagged omitzero
// out.
func (n Nullable[T]) IsZero() bool { return n.state == isAbsent }

// Equal reports whether both are absent, both null, or both values that are equal:
// by the method Equal of T or *T where there is one, as generated types have it, else
// as [reflect.DeepEqual] says.
func (n Nullable[T]) Equal(m Nullable[T]) bool {
	if n.state != m.state || n.state != isValue {
		return n.state == m.state
	}
	return equal(&n.value, &m.value)
}

func equal[T any](x, y *T) bool {
	if x, ok := any(*x).(interface{ Equal(T) bool }); ok {
		return x.Equal(*y)
	}
	if x, ok := any(x).(interface{ Equal(*T) bool }); ok {
		return x.Equal(y)
	}
	return reflect.DeepEqual(x, y)
}

// String is "absent", "null", or the value as package fmt prints it.
func (n Nullable[T]) String() string {
	switch n.state {
	case isValue:
		return fmt.Sprint(n.value)
	case isNull:
		return "null"
	}
	return "absent"
}

// Get returns the value; ok is false, and the value zero, when absent or null.
func (n Nullable[T]) Get() (value T, ok bool) { return n.value, n.state == isValue }

// Or returns the value, or fallback when absent or null.
func (n Nullable[T]) Or(fallback T) T {
	if n.state == isValue {
		return n.value
	}
	return fallback
}

// Ptr makes n a value, the zero one if it was none, and returns where it is
// kept. Decoders fill it through the pointer. Of a Nullable that is a value it
// only reads, so that goroutines which only read may call it.
func (n *Nullable[T]) Ptr() *T {
	if n.state != isValue {
		n.state = isValue
	}
	return &n.value
}

// MarshalJSON returns null or the value's encoding. An absent member cannot say
// so from here and is null too: tag the field omitzero.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	if n.state != isValue {
		return []byte("null"), nil
	}
	return json.Marshal(n.value)
}

// UnmarshalJSON takes null or a value.
func (n *Nullable[T]) UnmarshalJSON(data []byte) error {
	if string(bytes.TrimSpace(data)) == "null" {
		*n = Null[T]()
		return nil
	}
	var decoded T
	if err := json.Unmarshal(data, &decoded); err != nil {
		return err
	}
	*n = Of(decoded)
	return nil
}
