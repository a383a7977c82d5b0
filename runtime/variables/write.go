package variables

import (
	"errors"
	"fmt"
	"maps"
)

// ErrReadOnly is wrapped where a variable that is to be written says that it is
// not to be.
var ErrReadOnly = errors.New("variables: the variable is read-only")

// Current gives a copy of the variable of x that a write takes the place of, nil
// where there is none or its time is over. The error wraps [ErrReadOnly] where
// the variable says that it is not to be written.
func (vars *Variables[T, V]) Current(x *T, name string) (*V, error) {
	k := &vars.kind
	v, ok := k.In.Get(x, name)
	if !ok || vars.Expired(&v) {
		return nil, nil
	}
	if k.ReadOnly != nil && k.ReadOnly(&v) {
		return nil, fmt.Errorf("%w: %q", ErrReadOnly, name)
	}
	return &v, nil
}

// Complete fills in what a variable that is to be written does not say: the type of its
// value, and of the other optional members what old has, the variable that it takes the
// place of, nil for none.
func (vars *Variables[T, V]) Complete(v, old *V) {
	if old != nil && vars.kind.Keep != nil {
		vars.kind.Keep(v, old)
	}
	vars.fillType(v)
}

// fillType gives a variable that names no type that of its value.
func (vars *Variables[T, V]) fillType(v *V) {
	if vars.kind.Typed == nil {
		return
	}
	if value, err := vars.kind.Value(v); err == nil { // else Set reports it
		vars.kind.Typed(v, kindOf(value))
	}
}

// kindOf names the kind of a JSON value.
func kindOf(text []byte) string {
	switch text[0] {
	case '"':
		return "string"
	case '{':
		return "object"
	case '[':
		return "array"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}

// Both gives the entries of a map, and those of old whose names it lacks, in a
// map of its own where it needs one. Generated packages call it.
func Both[E any](m, old map[string]E) map[string]E {
	own := false
	for name, e := range old {
		if _, ok := m[name]; ok {
			continue
		}
		if !own {
			if m = maps.Clone(m); m == nil {
				m = make(map[string]E, len(old))
			}
			own = true
		}
		m[name] = e
	}
	return m
}
