// Package field is what generated getters call. Getters may be called on nil, so
// that they chain, and give something for members that are absent; each is a line
// over these functions.
package field

import "github.com/bindery-go/bindery/runtime/optional"

// Value returns *p, or the zero value where p is nil.
func Value[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

// Or returns *p, or absent where p is nil.
func Or[T any](p *T, absent T) T {
	if p != nil {
		absent = *p
	}
	return absent
}

// Optional returns the value of v, or the zero value where it is absent.
func Optional[T any](v optional.Value[T]) T {
	value, _ := v.Get()
	return value
}

// Nullable returns the value of n, or the zero value where it is absent or null.
func Nullable[T any](n optional.Nullable[T]) T {
	v, _ := n.Get()
	return v
}

// Ptr returns where n keeps its value, or nil where it is absent or null.
func Ptr[T any](n *optional.Nullable[T]) *T {
	if !n.IsValue() {
		return nil
	}
	return n.Ptr()
}
