package variables

import (
	"time"

	"github.com/bindery-go/bindery/runtime/timefmt"
)

// The functions of this file make parts of a [Kind] from the readers of members that a
// generated package has: each reads one, and is false where that is absent or null.

// Since makes a Since of readers: that of the first member which is there.
func Since[V any](readers ...func(v *V) (timefmt.DateTime, bool)) func(v *V) time.Time {
	return func(v *V) time.Time {
		for _, read := range readers {
			if at, ok := read(v); ok {
				return at.Time()
			}
		}
		return time.Time{}
	}
}

// Typed makes a Typed of the member that names the type of a variable, and of what
// types are called by the kinds of their values.
func Typed[V any](read func(v *V) (string, bool), set func(v *V, name string), names map[string]string) func(v *V, kind string) {
	return func(v *V, kind string) {
		if is, _ := read(v); is != "" {
			return
		}
		if name, ok := names[kind]; ok {
			set(v, name)
		}
	}
}

// ByKey makes a Spill or an Inline of what does it by the key of a document.
func ByKey[T, K, V any](keyOf func(x *T) (K, error), move func(key K, v *V) error) func(x *T, v *V) error {
	return func(x *T, v *V) error {
		key, err := keyOf(x)
		if err != nil {
			return err
		}
		return move(key, v)
	}
}

// SavedBy makes a Saved of snapshots of what gives the key of a document, and of what
// reads it.
func SavedBy[T, K any](keyOf func(x *T) (K, error), load func(key K) (*T, error)) func(x *T) (*T, error) {
	return func(x *T) (*T, error) {
		key, err := keyOf(x)
		if err != nil {
			return nil, err
		}
		return load(key)
	}
}

// SameKey makes a Same of snapshots of what gives the key of a document.
func SameKey[T any, K comparable](keyOf func(x *T) (K, error)) func(x, snapshot *T) bool {
	return func(x, snapshot *T) bool {
		a, err := keyOf(x)
		b, failed := keyOf(snapshot)
		return err == nil && failed == nil && a == b
	}
}

// ListOf makes a List of snapshots of the entries that name them. Name is nil where
// they have none.
func ListOf[T, E any](entries func(x *T) ([]E, bool), id, name, file func(e *E) (string, bool)) func(x *T) []Snapshot {
	return func(x *T) []Snapshot {
		list, _ := entries(x)
		all := make([]Snapshot, len(list))
		for i := range list {
			all[i].ID, _ = id(&list[i])
			all[i].File, _ = file(&list[i])
			if name != nil {
				all[i].Name, _ = name(&list[i])
			}
		}
		return all
	}
}
