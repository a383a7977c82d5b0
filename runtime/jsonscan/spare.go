package jsonscan

import (
	"slices"
	"unsafe"
)

// Arrays are read into memory that the scanner keeps for the next one of the same
// type, and copied when their length is known: a slice that grows as it is read
// leaves behind about twice what it holds. Long arrays move to memory of their own,
// which growOnce makes. The values of a map are read into that memory too, one by one.
const (
	spareBytes = 16 << 10 // of one type, or one value where that is larger
	spareTypes = 32
)

// spare is memory for the elements of an array, or for a value of a map. It holds none
// but while one is read.
type spare[T any] struct {
	items []T
	busy  bool
}

// lent is a spare of any type.
type lent interface{ isBusy() bool }

func (x *spare[T]) isBusy() bool { return x.busy }

// borrow returns the spare memory for elements of type T, nil where an array of
// them is being read already, around this one.
func borrow[T any](s *Scanner) *spare[T] {
	for range s.spares { // from the last one on: lists follow each other as in the last document
		if x, ok := s.spares[s.spareAt].(*spare[T]); ok {
			if x.busy {
				return nil
			}
			x.busy = true
			return x
		}
		if s.spareAt++; s.spareAt == len(s.spares) {
			s.spareAt = 0
		}
	}
	x := &spare[T]{busy: true}
	if len(s.spares) < spareTypes {
		s.spareAt = len(s.spares)
		s.spares = append(s.spares, x)
		return x
	}
	// The scanner serves documents of many types, perhaps of several packages: one
	// of the others gives way.
	for range s.spares {
		if s.spareOut = (s.spareOut + 1) % spareTypes; !s.spares[s.spareOut].isBusy() {
			s.spares[s.spareOut], s.spareAt = x, s.spareOut
			return x
		}
	}
	return nil
}

// forget lets go of all spare memory when some of it is still lent, at the end of a document
// that was left within a container: who was to give it back has panicked, as a type of the
// user's may.
func (s *Scanner) forget() {
	if slices.ContainsFunc(s.spares, lent.isBusy) {
		s.spares, s.spareAt, s.spareOut = nil, 0, 0
	}
}

// start returns a list without elements for extend.
func (x *spare[T]) start() []T {
	if x == nil {
		return []T{}
	}
	return x.items[:0]
}

// extend is Extend for a list that start began.
func (x *spare[T]) extend(s *Scanner, first int, list []T) []T {
	if n := len(list); n == cap(list) {
		if room := max(2*n, 4); x != nil && room*int(unsafe.Sizeof(*new(T))) <= spareBytes {
			list = append(make([]T, 0, room), list...)
			x.items = list
		} else {
			list = growOnce(s, list, first)
		}
	}
	return list[:len(list)+1]
}

// one returns memory for a single value, which is zero.
func (x *spare[T]) one() *T {
	switch {
	case x == nil:
		return new(T)
	case cap(x.items) == 0:
		x.items = make([]T, 0, 1)
	}
	return &x.items[:1][0]
}

// returned ends the use of what one returned, which is zero again.
func (x *spare[T]) returned() {
	if x != nil {
		x.busy = false
	}
}

// refuse makes the spare memory empty again after an array that is not valid, of which list
// is what was read. Only what that used is cleared: an array of one element would take the
// time of the longest before.
func (x *spare[T]) refuse(list []T) {
	if x != nil {
		x.busy = false
		clear(x.items[:min(len(list), cap(x.items))])
	}
}

// settle returns a list that start began as a slice of its own, and makes the spare
// memory empty again.
func (x *spare[T]) settle(list []T) []T {
	if x == nil {
		return fitted(list)
	}
	x.busy = false
	if cap(list) > cap(x.items) { // it has moved
		clear(x.items[:cap(x.items)])
		return fitted(list)
	}
	own := append(make([]T, 0, len(list)), list...)
	clear(list)
	return own
}
