package compact

import (
	"maps"
	"reflect"
	"unsafe"

	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/optional"
)

// The states of an optional.Nullable.
const (
	isAbsent = iota
	isNull
	isValue
)

// Nullable is the codec of optional.Nullable[T].
func Nullable[T any](c *Call) {
	switch c.op {
	case opType:
		c.kind, c.goType = kindNullable, reflect.TypeFor[optional.Nullable[T]]()
	case opNull:
		*(*optional.Nullable[T])(c.p) = optional.Null[T]()
	case opValue:
		c.q = unsafe.Pointer((*optional.Nullable[T])(c.p).Ptr())
	case opState:
		switch x := (*optional.Nullable[T])(c.p); {
		case x.IsValue():
			c.n, c.q = isValue, unsafe.Pointer(x.Ptr())
		case x.IsNull():
			c.n = isNull
		default:
			c.n = isAbsent
		}
	case opAbsent:
		c.ok = (*optional.Nullable[T])(c.p).IsAbsent()
	}
}

// Optional is the codec of optional.Value[T].
func Optional[T any](c *Call) {
	switch c.op {
	case opType:
		c.kind, c.goType = kindNullable, reflect.TypeFor[optional.Value[T]]()
	case opNull: // the schema admits none
	case opValue:
		c.q = unsafe.Pointer((*optional.Value[T])(c.p).Ptr())
	case opState:
		x := (*optional.Value[T])(c.p)
		if c.n = isAbsent; x.IsValue() {
			c.n, c.q = isValue, unsafe.Pointer(x.Ptr())
		}
	case opAbsent:
		c.ok = (*optional.Value[T])(c.p).IsAbsent()
	}
}

// Map is the codec of map[K]V.
func Map[K ~string, V any](c *Call) {
	switch c.op {
	case opType:
		c.kind, c.goType = kindMap, reflect.TypeFor[map[K]V]()
	case opAbsent:
		c.ok = *(*map[K]V)(c.p) == nil
	case opRoom:
		*(*map[K]V)(c.p) = make(map[K]V, c.n)
	case opMapElem:
		if c.q == nil {
			c.q = unsafe.Pointer(new(V))
		} else {
			*(*V)(c.q) = *new(V)
		}
	case opMapPut:
		m := (*map[K]V)(c.p)
		if *m == nil {
			*m = map[K]V{}
		}
		(*m)[K(c.d.copies.Copy(c.d.Name(int32(c.n))))] = *(*V)(c.q)
	case opMembers:
		e, t := c.e, c.t
		jsonscan.Extra(e.Encoder, *(*map[K]V)(c.p), c.taken, func(_ *jsonscan.Encoder, v V) { e.value(t.elem, unsafe.Pointer(&v)) })
	case opNames:
		checkNames(c, *(*map[K]V)(c.p))
	case opHas:
		_, c.ok = (*(*map[K]V)(c.p))[K(c.name)]
	case opCopy:
		copyMap((*map[K]V)(c.p), c.each)
	}
}

// checkNames refuses a map of names that match a pattern with one that does not.
func checkNames[K ~string, V any](c *Call, members map[K]V) {
	names := make(map[string]V, len(members)) // of a map of strings there is no other
	for name, v := range members {
		names[string(name)] = v
	}
	jsonscan.CheckNames(c.e.Encoder, names, c.of.matches, c.of.pattern.Text)
}

// copyMap replaces a map by a copy. each, unless it is nil, is called for pointers to
// the copied values.
func copyMap[K comparable, V any](m *map[K]V, each func(p unsafe.Pointer)) {
	*m = maps.Clone(*m)
	if each == nil {
		return
	}
	for k, v := range *m {
		each(unsafe.Pointer(&v))
		(*m)[k] = v
	}
}

type values = map[string]jsonvalue.Value

// members is the codec of map[string]jsonvalue.Value.
func members(c *Call) {
	switch c.op {
	case opType:
		c.kind, c.goType = kindMap, reflect.TypeFor[values]()
	case opAbsent:
		c.ok = *(*values)(c.p) == nil
	case opRoom:
		*(*values)(c.p) = make(values, c.n)
	case opMapElem:
		c.q = nil // the text is all that there is to read
	case opMapPut:
		m := (*values)(c.p)
		if *m == nil {
			*m = values{}
		}
		(*m)[c.d.copies.Copy(c.d.Name(int32(c.n)))] = jsonvalue.Trusted(c.d.raw(c.n))
	case opMembers:
		jsonscan.Extra(c.e.Encoder, *(*values)(c.p), c.taken, func(e *jsonscan.Encoder, v jsonvalue.Value) { v.Append(e) })
	case opHas:
		_, c.ok = (*(*values)(c.p))[c.name]
	case opCopy:
		copyMap((*values)(c.p), nil)
	}
}
