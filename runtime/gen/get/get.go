// Package get is package field for compact packages: what their getters call. It is not
// inlined, which takes the compiler a quarter less for each of the thousands that a large
// package has, and is compiled for few types, where fast code has it in place.
package get

import (
	"reflect"
	"unsafe"

	"github.com/bindery-go/bindery/runtime/gen/field"
	"github.com/bindery-go/bindery/runtime/optional"
)

// none is the memory of a value of any type without members. Nothing writes to it.
var none [1 << 9]uint64

// Of returns the pointer x, or one to a value without members where x is nil, that is only
// read. Its type parameter is that of the pointer, since Go compiles all pointers as one.
//
//go:noinline
func Of[P any](x P) P {
	if *(*unsafe.Pointer)(unsafe.Pointer(&x)) != nil {
		return x
	}
	t, p := reflect.TypeFor[P]().Elem(), unsafe.Pointer(&none)
	if t.Size() > unsafe.Sizeof(none) {
		p = reflect.New(t).UnsafePointer()
	}
	return *(*P)(unsafe.Pointer(&p))
}

// Value is [field.Value].
//
//go:noinline
func Value[T any](p *T) T { return field.Value(p) }

// Or is [field.Or].
//
//go:noinline
func Or[T any](p *T, absent T) T { return field.Or(p, absent) }

// New is [field.Of]: an object whose default has no members, which may be changed.
//
//go:noinline
func New[T any](x *T) *T { return field.Of(x) }

// List is [field.List].
//
//go:noinline
func List[L ~[]E, E any](list L) L { return field.List(list) }

// Map is [field.Map].
//
//go:noinline
func Map[M ~map[K]V, K comparable, V any](m M) M { return field.Map(m) }

// Optional is [field.Optional].
//
//go:noinline
func Optional[T any](v optional.Value[T]) T { return field.Optional(v) }

// Nullable is [field.Nullable].
//
//go:noinline
func Nullable[T any](n optional.Nullable[T]) T { return field.Nullable(n) }

// NullableOr is [field.NullableOr].
//
//go:noinline
func NullableOr[T any](n optional.Nullable[T], absent T) T { return field.NullableOr(n, absent) }

// Ptr is [field.Ptr].
//
//go:noinline
func Ptr[T any](n *optional.Nullable[T]) *T { return field.Ptr(n) }
