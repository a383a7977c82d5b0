package optional

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Value is absent or a value of type T: what a pointer says of an optional member,
// without one. The zero Value is absent. Values of a comparable T can be compared
// with ==. It has the methods of [Nullable], of which it is the form that is never null.
type Value[T any] struct {
	value T // zero when absent
	here  bool
}

// Some returns a value that is there.
func Some[T any](value T) Value[T] { return Value[T]{value, true} }

// IsAbsent reports whether the member is not there.
func (v Value[T]) IsAbsent() bool { return !v.here }

// IsNull is false.
func (v Value[T]) IsNull() bool { return false }

// IsValue reports whether there is a value.
func (v Value[T]) IsValue() bool { return v.here }

// IsZero is IsAbsent; with it encoding/json leaves absent fields tagged omitzero
// out.
func (v Value[T]) IsZero() bool { return !v.here }

// Equal reports whether both are absent, or both values that are equal: by the method
// Equal of T or *T where there is one, as generated types have it, else as
// [reflect.DeepEqual] says.
func (v Value[T]) Equal(w Value[T]) bool {
	if !v.here || !w.here {
		return v.here == w.here
	}
	return equal(&v.value, &w.value)
}

// String is "absent", or the value as package fmt prints it.
func (v Value[T]) String() string {
	if !v.here {
		return "absent"
	}
	return fmt.Sprint(v.value)
}

// Get returns the value; ok is false, and the value zero, when it is absent.
func (v Value[T]) Get() (value T, ok bool) { return v.value, v.here }

// Or returns the value, or fallback when it is absent.
func (v Value[T]) Or(fallback T) T {
	if v.here {
		return v.value
	}
	return fallback
}

// Ptr makes v a value, the zero one if it was absent, and returns where it is kept.
// Decoders fill it through the pointer. Of a Value that is there it only reads, so that
// goroutines which only read may call it.
func (v *Value[T]) Ptr() *T {
	if !v.here {
		v.here = true
	}
	return &v.value
}

// MarshalJSON returns the value's encoding. An absent member cannot say so from here
// and is null: tag the field omitzero.
func (v Value[T]) MarshalJSON() ([]byte, error) {
	if !v.here {
		return []byte("null"), nil
	}
	return json.Marshal(v.value)
}

// UnmarshalJSON takes a value. Of null it makes an absent one, as encoding/json does
// with pointers.
func (v *Value[T]) UnmarshalJSON(data []byte) error {
	if string(bytes.TrimSpace(data)) == "null" {
		*v = Value[T]{}
		return nil
	}
	var decoded T
	if err := json.Unmarshal(data, &decoded); err != nil {
		return err
	}
	*v = Some(decoded)
	return nil
}
