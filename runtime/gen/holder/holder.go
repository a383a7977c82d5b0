// Package holder finds, writes, removes and visits the values of one type that a
// document holds in one place: the members of an object, the elements of a map or of
// a list. Generated code says where the place is; only it imports this package.
package holder

import (
	"errors"
	"slices"

	"github.com/bindery-go/bindery/runtime/optional"
)

// Values are the values of the type V that documents of the type T hold.
type Values[T, V any] interface {
	Get(x *T, name string) (V, bool)
	// Put gives x a value. The error is ErrNoName where there is no place for one of this
	// name. It makes what is missing on the way, where that can be made; else the error is
	// ErrNoWay. A member that is a pointer gets a new one: copies of x may share the old.
	Put(x *T, name string, v V) error
	Remove(x *T, name string)
	Names(x *T) []string // in any order
	// IsDeclared reports whether a name is that of a member of its own.
	IsDeclared(name string) bool
	// Each visits the values, which may be changed. It ends with the first error.
	Each(x *T, visit func(v *V) error) error
}

// The errors of Put.
var (
	ErrNoName = errors.New("variables: the document has no place for a variable of this name")
	ErrNoWay  = errors.New("variables: the document lacks the object or list that its variables are in; give it that first")
)

// Object is a place whose Go type is H.
type Object[T, H, V any] struct {
	// At is the place in a document, nil where it is absent; with reach it is made.
	At      func(x *T, reach bool) *H
	Members []Member[H, V]
	Others  func(in *H) *map[string]V // the values of other names; nil for none
	// Refused are the names of members of other types, which Others cannot have.
	Refused []string
	More    []Visit[H, V] // those that are visited alone
}

// Visit visits values of a place.
type Visit[H, V any] func(in *H, visit func(v *V) error) error

// Member is a member that holds a value.
type Member[H, V any] struct {
	name   string
	at     func(in *H, fresh bool) *V // nil for none; with fresh it is there, and shared with nobody
	remove func(in *H)
}

// Required is a member that is always there.
func Required[H, V any](name string, of func(in *H) *V) Member[H, V] {
	return Member[H, V]{name, func(in *H, _ bool) *V { return of(in) }, func(in *H) { *of(in) = *new(V) }}
}

// Pointer is a member that is nil where it is absent.
func Pointer[H, V any](name string, of func(in *H) **V) Member[H, V] {
	at := func(in *H, fresh bool) *V {
		if fresh {
			*of(in) = new(V)
		}
		return *of(in)
	}
	return Member[H, V]{name, at, func(in *H) { *of(in) = nil }}
}

// Nullable is a member that may be absent or null; removed it is null.
func Nullable[H, V any](name string, of func(in *H) *optional.Nullable[V]) Member[H, V] {
	return Member[H, V]{name, func(in *H, fresh bool) *V { return inside(of(in), fresh) }, func(in *H) { *of(in) = optional.Null[V]() }}
}

// Optional is a member that may be absent.
func Optional[H, V any](name string, of func(in *H) *optional.Value[V]) Member[H, V] {
	return Member[H, V]{name, func(in *H, fresh bool) *V { return inside(of(in), fresh) }, func(in *H) { *of(in) = optional.Value[V]{} }}
}

func inside[V any](of interface {
	IsValue() bool
	Ptr() *V
}, fresh bool) *V {
	if !fresh && !of.IsValue() {
		return nil
	}
	return of.Ptr()
}

// Itself is the Others of a place that is a map.
func Itself[V any](in *map[string]V) *map[string]V { return in }

// Map visits the elements of a map.
func Map[H any, K ~string, V any](of func(in *H) map[K]V) Visit[H, V] {
	return func(in *H, visit func(v *V) error) error {
		m := of(in)
		for name, v := range m {
			if err := visit(&v); err != nil {
				return err
			}
			m[name] = v
		}
		return nil
	}
}

// Pointers visits what the elements of a map point to.
func Pointers[H any, K ~string, V any](of func(in *H) map[K]*V) Visit[H, V] {
	return func(in *H, visit func(v *V) error) error {
		for _, v := range of(in) {
			if v == nil {
				continue
			}
			if err := visit(v); err != nil {
				return err
			}
		}
		return nil
	}
}

// List visits the elements of a list.
func List[V any](in *[]V, visit func(v *V) error) error {
	for i := range *in {
		if err := visit(&(*in)[i]); err != nil {
			return err
		}
	}
	return nil
}

// ListOfPointers visits what the elements of a list point to.
func ListOfPointers[V any](in *[]*V, visit func(v *V) error) error {
	for _, v := range *in {
		if v == nil {
			continue
		}
		if err := visit(v); err != nil {
			return err
		}
	}
	return nil
}

// Get implements [Values].
func (o Object[T, H, V]) Get(x *T, name string) (v V, ok bool) {
	in := o.At(x, false)
	if in == nil {
		return v, false
	}
	if m := o.member(name); m != nil {
		at := m.at(in, false)
		if at == nil {
			return v, false
		}
		return *at, true
	}
	if o.Others != nil {
		v, ok = (*o.Others(in))[name]
	}
	return v, ok
}

// Put implements [Values].
func (o Object[T, H, V]) Put(x *T, name string, v V) error {
	m := o.member(name)
	if m == nil && (o.Others == nil || slices.Contains(o.Refused, name)) {
		return ErrNoName
	}
	in := o.At(x, true)
	switch {
	case in == nil:
		return ErrNoWay
	case m != nil:
		*m.at(in, true) = v
		return nil
	}
	others := o.Others(in)
	if *others == nil {
		*others = map[string]V{}
	}
	(*others)[name] = v
	return nil
}

// Remove implements [Values].
func (o Object[T, H, V]) Remove(x *T, name string) {
	in := o.At(x, false)
	if in == nil {
		return
	}
	if m := o.member(name); m != nil {
		m.remove(in)
	} else if o.Others != nil {
		delete(*o.Others(in), name)
	}
}

// Names implements [Values].
func (o Object[T, H, V]) Names(x *T) (names []string) {
	in := o.At(x, false)
	if in == nil {
		return nil
	}
	for _, m := range o.Members {
		if m.at(in, false) != nil {
			names = append(names, m.name)
		}
	}
	if o.Others != nil {
		for name := range *o.Others(in) {
			names = append(names, name)
		}
	}
	return names
}

// IsDeclared implements [Values].
func (o Object[T, H, V]) IsDeclared(name string) bool { return o.member(name) != nil }

// Each implements [Values].
func (o Object[T, H, V]) Each(x *T, visit func(v *V) error) error {
	in := o.At(x, false)
	if in == nil {
		return nil
	}
	for _, m := range o.Members {
		if v := m.at(in, false); v != nil {
			if err := visit(v); err != nil {
				return err
			}
		}
	}
	more := o.More
	if o.Others != nil {
		more = append([]Visit[H, V]{Map(func(in *H) map[string]V { return *o.Others(in) })}, more...)
	}
	for _, each := range more {
		if err := each(in, visit); err != nil {
			return err
		}
	}
	return nil
}

func (o *Object[T, H, V]) member(name string) *Member[H, V] {
	for i := range o.Members {
		if o.Members[i].name == name {
			return &o.Members[i]
		}
	}
	return nil
}
