package whole

import (
	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/optional"
)

// Cloning is one call of a Clone method. It bounds how deep values are copied: no document
// has more levels, but a value has that contains itself. From then on all is shared, so
// that the copy ends even where each level leads back twice.
type Cloning struct {
	depth int // of values that Enter has begun
	ended bool
}

// Enter begins a value of a recursive type, and Leave ends it. It reports false, and the
// value is shared, when values nest too deep.
func (c *Cloning) Enter() bool {
	if c.depth == jsonscan.MaxDepth {
		c.ended = true
	}
	if c.ended {
		return false
	}
	c.depth++
	return true
}

// Leave ends a value that Enter has begun.
func (c *Cloning) Leave() { c.depth-- }

// Clone returns a copy of *x in which deepen has put copies of what x refers to; nil
// for nil.
func Clone[T any](x *T, deepen func(*T)) *T {
	if x == nil {
		return nil
	}
	y := *x
	deepen(&y)
	return &y
}

// Pointer returns a pointer to a copy of *x, which refers to nothing; nil for nil.
func Pointer[T any](x *T) *T {
	if x == nil {
		return nil
	}
	return new(*x)
}

// Slice copies a slice by a function that copies elements; nil stays nil.
func Slice[S ~[]E, E any](x S, clone func(E) E) S {
	if x == nil {
		return nil
	}
	y := make(S, len(x))
	for i, v := range x {
		y[i] = clone(v)
	}
	return y
}

// Clones copies a slice of values that have Clone; nil stays nil. It is compiled once for
// a type, where [Slice] with a function would be for each member.
func Clones[T any, P interface {
	*T
	Clone() *T
}](x []T) []T {
	if x == nil {
		return nil
	}
	y := make([]T, len(x))
	for i := range x {
		y[i] = *P(&x[i]).Clone()
	}
	return y
}

// Map copies a map by a function that copies values; nil stays nil.
func Map[M ~map[K]V, K comparable, V any](x M, clone func(V) V) M {
	if x == nil {
		return nil
	}
	y := make(M, len(x))
	for k, v := range x {
		y[k] = clone(v)
	}
	return y
}

// Nullable copies a value by a function; what is absent or null stays so.
func Nullable[T any](x optional.Nullable[T], clone func(T) T) optional.Nullable[T] {
	if v, ok := x.Get(); ok {
		return optional.Of(clone(v))
	}
	return x
}
