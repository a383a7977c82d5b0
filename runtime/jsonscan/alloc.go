package jsonscan

import "unsafe"

// A decoder allocates the same few structs over and over: from the fewAlone-th
// of a kind on, New makes several at once, at most as many as there were: a short
// document would pay for what it does not use. One struct keeps its neighbours in
// memory; blockBytes bounds how much that is.
const (
	fewAlone   = 4
	blockLen   = 16
	blockBytes = 1 << 10
)

// allocator is what New keeps for one kind of struct.
type allocator struct {
	made int
	free any // *[]T: those made ahead
}

// New returns a new T. Code that was generated before optional scalars were made one by
// one numbers the kinds of structs that it allocates so, from 0 on.
func New[T any](s *Scanner, kind int) *T {
	if kind >= len(s.allocators) {
		s.allocators = append(s.allocators, make([]allocator, kind+1-len(s.allocators))...)
	}
	s.allocated = true
	a := &s.allocators[kind]
	if a.made++; a.made <= fewAlone {
		return new(T)
	}
	return fromBlock[T](a)
}

func fromBlock[T any](a *allocator) *T {
	free, ok := a.free.(*[]T)
	if !ok {
		if a.free != nil {
			return new(T) // another package on the same scanner has this number
		}
		free = new([]T)
		a.free = free
	}
	if len(*free) == 0 {
		var zero T
		*free = make([]T, max(1, min(a.made, blockLen, blockBytes/max(1, int(unsafe.Sizeof(zero))))))
	}
	x := &(*free)[0]
	*free = (*free)[1:]
	return x
}

// Ensure returns *p, which it makes first when p is nil. Generated code calls new now,
// which takes no longer.
func Ensure[T any](s *Scanner, kind int, p **T) *T {
	if *p == nil {
		*p = New[T](s, kind)
	}
	return *p
}
