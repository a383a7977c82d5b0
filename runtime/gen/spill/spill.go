// Package spill is what generated stores do with values that are too large for their
// documents: they move them to files and bring them back. Only generated code imports
// it.
package spill

import (
	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/store"
)

// Value is a value of a generated type that encodes itself.
type Value interface{ MarshalJSON() ([]byte, error) }

// Pointer is a pointer to a value of the type X, which it reads.
type Pointer[X any] interface {
	*X
	UnmarshalJSON(data []byte) error
}

// Kind describes what has values of the type X, an owner of the type V. Type and Was
// are nil where the schema has no such member.
type Kind[V any, X Value, P Pointer[X]] struct {
	Files store.Values
	Value func(v *V) (X, bool)
	Set   func(v *V, value X)
	// Type is the member that says As where the value is in a file.
	Type    func(v *V) (string, bool)
	SetType func(v *V, text string)
	As      string
	// Was is the member that keeps what Type was; nil takes it away. SetWas changes
	// nothing that v shares with copies of it.
	Was    func(v *V) (string, bool)
	SetWas func(v *V, text *string)
}

// Out moves the value of an owner to a file of its document, whose arguments are args,
// where it is larger than it may be, and leaves a reference in its place.
func (k *Kind[V, X, P]) Out(root *storage.Root, args []string, v *V, isLarge func(X) (bool, error)) error {
	value, ok := k.Value(v)
	if !ok {
		return nil
	}
	if large, err := isLarge(value); err != nil || !large {
		return err
	}
	if k.isMoved(v) && k.Files.Refers(value) {
		return nil
	}
	reference, err := k.Files.PutValue(root, args, value)
	if err != nil {
		return err
	}
	if k.Was != nil {
		if was, ok := k.Type(v); ok {
			k.SetWas(v, &was)
		}
	}
	if k.Type != nil {
		k.SetType(v, k.As)
	}
	return k.set(v, reference)
}

// Back brings the value of an owner back from its file, if it is in one.
func (k *Kind[V, X, P]) Back(root *storage.Root, args []string, v *V) error {
	value, ok := k.Value(v)
	if !ok || !k.isMoved(v) {
		return nil
	}
	text, ok, err := k.Files.GetValue(root, args, value)
	if err != nil || !ok {
		return err
	}
	if k.Was != nil {
		if was, ok := k.Was(v); ok {
			k.SetType(v, was)
			k.SetWas(v, nil)
		}
	}
	return k.set(v, text)
}

// isMoved reports whether an owner may have its value in a file.
func (k *Kind[V, X, P]) isMoved(v *V) bool {
	if k.Type == nil {
		return true
	}
	text, _ := k.Type(v)
	return text == k.As
}

func (k *Kind[V, X, P]) set(v *V, text []byte) error {
	var value X
	if err := P(&value).UnmarshalJSON(text); err != nil {
		return err
	}
	k.Set(v, value)
	return nil
}
