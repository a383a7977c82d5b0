package compact

import (
	"maps"

	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/optional"
)

// Pointer is the codec of *T.
func Pointer[T any](c *Call) {
	switch c.op {
	case opNew:
		c.q = new(*T)
	case opMake:
		p := c.p.(**T)
		x := new(T)
		if *p != nil {
			*x = **p
		}
		*p = x
		c.q = x
	case opGet:
		x := *c.p.(**T)
		c.q, c.ok = x, x != nil
	case opAbsent:
		c.ok = *c.p.(**T) == nil
	}
}

// List is the codec of []T.
func List[T any](c *Call) {
	switch c.op {
	case opNew:
		c.q = new([]T)
	case opMake:
		p := c.p.(*[]T)
		list := make([]T, c.n)
		copy(list, *p)
		*p = list
	case opLen:
		c.n = len(*c.p.(*[]T))
	case opAt:
		c.q = &(*c.p.(*[]T))[c.n]
	case opAbsent:
		c.ok = *c.p.(*[]T) == nil
	}
}

// The states of an optional.Nullable.
const (
	isAbsent = iota
	isNull
	isValue
)

// Nullable is the codec of optional.Nullable[T].
func Nullable[T any](c *Call) {
	switch c.op {
	case opKind:
		c.n = int(kindNullable)
	case opNull:
		*c.p.(*optional.Nullable[T]) = optional.Null[T]()
	case opValue:
		c.q = c.p.(*optional.Nullable[T]).Ptr()
	case opState:
		switch x := c.p.(*optional.Nullable[T]); {
		case x.IsValue():
			c.n, c.q = isValue, x.Ptr()
		case x.IsNull():
			c.n = isNull
		default:
			c.n = isAbsent
		}
	case opAbsent:
		c.ok = c.p.(*optional.Nullable[T]).IsAbsent()
	case opNew:
		c.q = new(optional.Nullable[T])
	}
}

// Optional is the codec of optional.Value[T].
func Optional[T any](c *Call) {
	switch c.op {
	case opKind:
		c.n = int(kindNullable)
	case opNull: // the schema admits none
	case opValue:
		c.q = c.p.(*optional.Value[T]).Ptr()
	case opState:
		if c.n = isAbsent; c.p.(*optional.Value[T]).IsValue() {
			c.n, c.q = isValue, c.p.(*optional.Value[T]).Ptr()
		}
	case opAbsent:
		c.ok = c.p.(*optional.Value[T]).IsAbsent()
	case opNew:
		c.q = new(optional.Value[T])
	}
}

// Map is the codec of map[K]V.
func Map[K ~string, V any](c *Call) {
	switch c.op {
	case opKind:
		c.n = int(kindMap)
	case opAbsent:
		c.ok = *c.p.(*map[K]V) == nil
	case opMake:
		*c.p.(*map[K]V) = make(map[K]V, c.n)
	case opMapElem:
		c.q = new(V)
	case opMapPut:
		m := c.p.(*map[K]V)
		if *m == nil {
			*m = map[K]V{}
		}
		(*m)[K(c.d.copy(c.d.Name(int32(c.n))))] = *c.q.(*V)
	case opMembers:
		e, t := c.e, c.t
		jsonscan.Extra(e.Encoder, *c.p.(*map[K]V), c.taken, func(_ *jsonscan.Encoder, v V) { e.value(t.elem, &v) })
	case opNames:
		checkNames(c, *c.p.(*map[K]V))
	case opHas:
		_, c.ok = (*c.p.(*map[K]V))[K(c.name)]
	case opCopy:
		copyMap(c.p.(*map[K]V), c.each)
	case opNew:
		c.q = new(map[K]V)
	}
}

// checkNames refuses a map of names that match a pattern with one that does not.
func checkNames[K ~string, V any](c *Call, members map[K]V) {
	of := c.q.(*matched)
	names := make(map[string]V, len(members)) // of a map of strings there is no other
	for name, v := range members {
		names[string(name)] = v
	}
	jsonscan.CheckNames(c.e.Encoder, names, of.matches, of.pattern.Text)
}

// copyMap replaces a map by a copy. each, unless it is nil, is called for pointers to
// the copied values.
func copyMap[K comparable, V any](m *map[K]V, each func(p any)) {
	*m = maps.Clone(*m)
	if each == nil {
		return
	}
	for k, v := range *m {
		each(&v)
		(*m)[k] = v
	}
}

type values = map[string]jsonvalue.Value

// Values is the codec of map[string]jsonvalue.Value.
func Values(c *Call) {
	switch c.op {
	case opKind:
		c.n = int(kindMap)
	case opAbsent:
		c.ok = *c.p.(*values) == nil
	case opMake:
		*c.p.(*values) = make(values, c.n)
	case opMapElem:
		c.q = nil // the text is all that there is to read
	case opMapPut:
		m := c.p.(*values)
		if *m == nil {
			*m = values{}
		}
		(*m)[c.d.copy(c.d.Name(int32(c.n)))] = jsonvalue.Trusted(c.d.raw(c.n))
	case opMembers:
		jsonscan.Extra(c.e.Encoder, *c.p.(*values), c.taken, func(e *jsonscan.Encoder, v jsonvalue.Value) { v.Append(e) })
	case opHas:
		_, c.ok = (*c.p.(*values))[c.name]
	case opCopy:
		copyMap(c.p.(*values), nil)
	case opNew:
		c.q = new(values)
	}
}
