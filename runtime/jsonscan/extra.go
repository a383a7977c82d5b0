package jsonscan

import (
	"slices"
	"strconv"
)

// NameError says that a map of extra members holds a name that the struct
// around it declares, so that the object would have the name twice.
type NameError struct{ Name string }

func (e *NameError) Error() string {
	return "jsonscan: extra member " + strconv.Quote(e.Name) + " repeats a declared member"
}

// Extra writes the members of a map after the declared ones of the same object,
// sorted by name. A name for which declared (which may be nil) is true is an
// error.
func Extra[K ~string, V any](e *Encoder, members map[K]V, declared func(name string) bool, value func(e *Encoder, v V)) {
	if len(members) == 0 {
		return
	}
	base := len(e.keys) // values may hold maps themselves
	for name := range members {
		e.keys = append(e.keys, string(name))
	}
	keys := e.keys[base:]
	slices.Sort(keys)
	for _, name := range keys {
		if declared != nil && declared(name) {
			e.Fail(&NameError{name})
			break
		}
		e.Name(name)
		value(e, members[K(name)])
	}
	e.keys = e.keys[:base]
}
