// Package field is what generated getters call. Getters may be called on nil, so
// that they chain, and give something for members that are absent; each is a line
// over these functions.
package field

import "github.com/bindery-go/bindery/runtime/optional"

// Of returns x, or a value without members where x is nil: a receiver, or an object whose
// default has none.
func Of[T any](x *T) *T {
	if x == nil {
		x = new(T)
	}
	return x
}

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

// List returns list, or an empty one where it is nil.
func List[L ~[]E, E any](list L) L {
	if list == nil {
		list = L{}
	}
	return list
}

// Map returns m, or an empty one where it is nil.
func Map[M ~map[K]V, K comparable, V any](m M) M {
	if m == nil {
		m = M{}
	}
	return m
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

// NullableOr returns the value of n, absent where it is absent, and the zero value where
// it is null.
func NullableOr[T any](n optional.Nullable[T], absent T) T {
	if n.IsAbsent() {
		return absent
	}
	return Nullable(n)
}

// Ptr returns where n keeps its value, or nil where it is absent or null.
func Ptr[T any](n *optional.Nullable[T]) *T {
	if !n.IsValue() {
		return nil
	}
	return n.Ptr()
}
