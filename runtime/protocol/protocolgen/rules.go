package protocolgen

import (
	"context"
	"slices"

	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/protocol"
)

// Rules are what operations may do to documents of the type X.
type Rules[X any] struct {
	// Complete is the JSON Pointer of the member that makes a document complete, by
	// IsComplete; the operations that Ends names are refused then.
	Complete   string
	IsComplete func(x *X) bool // nil for none
	Ends       []string
	ReadOnly   []ReadOnly[X]
}

// ReadOnly is a member that only the operations in SetBy may change. Same reports
// whether two documents, of which either may be nil, have the same there.
type ReadOnly[X any] struct {
	Member string // JSON Pointer
	SetBy  []string
	Same   func(before, after *X) bool
}

// MayRun returns a *protocol.CompleteError where x is complete and the operation is one
// that ends then.
func (r *Rules[X]) MayRun(x *X, operation string) error {
	if r.IsComplete != nil && IsOneOf(operation, r.Ends...) && r.IsComplete(x) {
		return &protocol.CompleteError{Operation: operation, Member: r.Complete}
	}
	return nil
}

// MayWrite is MayRun for an operation that is about to write the member at a JSON
// Pointer; it may return a *protocol.ReadOnlyError.
func (r *Rules[X]) MayWrite(x *X, operation, pointer string) error {
	return r.check(x, operation, func(m *ReadOnly[X]) bool { return Touches(pointer, m.Member) })
}

// CheckChange says whether an operation may have made after of before, which is nil for
// a document that is new.
func (r *Rules[X]) CheckChange(operation string, before, after *X) error {
	return r.check(before, operation, func(m *ReadOnly[X]) bool { return !m.Same(before, after) })
}

// check finds the first member that an operation changes and may not.
func (r *Rules[X]) check(x *X, operation string, changes func(m *ReadOnly[X]) bool) error {
	if err := r.MayRun(x, operation); err != nil {
		return err
	}
	for i := range r.ReadOnly {
		if m := &r.ReadOnly[i]; changes(m) && !IsOneOf(operation, m.SetBy...) {
			return &protocol.ReadOnlyError{Operation: operation, Member: m.Member, SetBy: slices.Clone(m.SetBy)}
		}
	}
	return nil
}

// Guard refuses an operation before its first step where MayRun does.
func (r *Rules[X]) Guard(document func() *X) protocol.Guard {
	return func(_ context.Context, call *protocol.Call) error {
		if !call.First() {
			return nil
		}
		return r.MayRun(document(), call.Operation())
	}
}

// SameMember makes a Same of the reader of a member.
func SameMember[X any, T comparable](read func(x *X) (T, bool)) func(before, after *X) bool {
	return func(before, after *X) bool {
		a, was := read(before)
		b, is := read(after)
		return was == is && (!was || a == b)
	}
}

// SameValue is SameMember for values that compare by their JSON. What has no encoding
// is not the same.
func SameValue[X, T any](read func(x *X) (T, bool)) func(before, after *X) bool {
	return func(before, after *X) bool {
		a, was := read(before)
		b, is := read(after)
		if !was || !is {
			return was == is
		}
		v, err := jsonvalue.Of(a)
		if err != nil {
			return false
		}
		w, err := jsonvalue.Of(b)
		return err == nil && v.Equal(w)
	}
}
