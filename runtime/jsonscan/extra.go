package jsonscan

import (
	"slices"

	"github.com/bindery-go/bindery/runtime/internal/brief"
)

// NameError says that a map of extra members holds a name that the struct
// around it declares, so that the object would have the name twice.
type NameError struct{ Name string }

func (e *NameError) Error() string {
	return "jsonscan: extra member " + brief.Quote(e.Name) + " repeats a declared member"
}

// PatternNameError says that a map of the members whose names match a pattern holds a
// name that does not.
type PatternNameError struct{ Name, Pattern string }

func (e *PatternNameError) Error() string {
	return "jsonscan: member " + brief.Quote(e.Name) + " is in the map of names that match " + e.Pattern
}

// CheckNames refuses a map that holds a name which does not match.
func CheckNames[V any](e *Encoder, members map[string]V, matches func(name []byte) bool, pattern string) {
	wrong, found := "", false
	for name := range members {
		if (!found || name < wrong) && !matches([]byte(name)) {
			wrong, found = name, true
		}
	}
	if found {
		e.Fail(&PatternNameError{wrong, pattern})
	}
}

// HasName reports whether a map has a member.
func HasName[V any](members map[string]V, name string) bool {
	_, ok := members[name]
	return ok
}

// Extra writes the members of a map after the declared ones of the same object,
// sorted by name. A name for which declared (which may be nil) is true is an
// error.
func Extra[K ~string, V any](e *Encoder, members map[K]V, declared func(name string) bool, value func(e *Encoder, v V)) {
	switch n := len(members); {
	case n == 0: // by far the most frequent case, inlined
	case n <= fewMembers:
		extraFew(e, members, declared, value)
	default:
		extraMany(e, members, declared, value)
	}
}

// Others is Extra with the names that are declared as a sorted list.
func Others[K ~string, V any](e *Encoder, members map[K]V, declared []string, value func(e *Encoder, v V)) {
	if len(members) > 0 { // seldom, so that the test is inlined
		others(e, members, declared, value)
	}
}

func others[K ~string, V any](e *Encoder, members map[K]V, declared []string, value func(e *Encoder, v V)) {
	Extra(e, members, func(name string) bool { return FindText(declared, name) >= 0 }, value)
}

// fewMembers is up to how many members are sorted on the stack.
const fewMembers = 8

type member[V any] struct {
	name  string
	value V
}

// extraFew sorts the members themselves, which saves looking each up again.
func extraFew[K ~string, V any](e *Encoder, members map[K]V, declared func(name string) bool, value func(e *Encoder, v V)) {
	var sorted [fewMembers]member[V]
	n := 0
	for name, v := range members {
		i := n
		for ; i > 0 && sorted[i-1].name > string(name); i-- {
			sorted[i] = sorted[i-1]
		}
		sorted[i] = member[V]{string(name), v}
		n++
	}
	for i := range sorted[:n] {
		m := &sorted[i]
		if !extraName(e, m.name, declared) {
			return
		}
		value(e, m.value)
	}
}

func extraMany[K ~string, V any](e *Encoder, members map[K]V, declared func(name string) bool, value func(e *Encoder, v V)) {
	base := len(e.keys) // values may hold maps themselves
	for name := range members {
		e.keys = append(e.keys, string(name))
	}
	keys := e.keys[base:]
	slices.Sort(keys)
	for _, name := range keys {
		if !extraName(e, name, declared) {
			break
		}
		value(e, members[K(name)])
	}
	e.keys = e.keys[:base]
}

// extraName writes the name of an extra member; false when it is a declared one.
func extraName(e *Encoder, name string, declared func(name string) bool) bool {
	if declared != nil && declared(name) {
		e.Fail(&NameError{name})
		return false
	}
	e.Name(name)
	return true
}
