package compact

import "unsafe"

// none is the memory of a value of any type without members. Nothing writes to it.
var none [1 << 9]uint64

// Of returns x, or a value without members where x is nil, that is only read: field.Of for
// the getters of compact packages. It is not inlined, since they have thousands of them.
//
//go:noinline
func Of[T any](x *T) *T {
	switch {
	case x != nil:
		return x
	case unsafe.Sizeof(*x) <= unsafe.Sizeof(none):
		return (*T)(unsafe.Pointer(&none))
	}
	return new(T)
}
