package compact

import (
	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/optional"
)

// Type is the codec of a pointer or list T that pointers or lists hold in their
// turn: others need none.
type Type[T any] struct{}

func (Type[T]) do(c *call) { common[T](c) }

// Nullable is the codec of optional.Nullable[T].
type Nullable[T any] struct{}

// The states of an optional.Nullable.
const (
	isAbsent = iota
	isNull
	isValue
)

func (Nullable[T]) do(c *call) {
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
	default:
		common[optional.Nullable[T]](c)
	}
}

// Map is the codec of map[K]V, Values that of map[string]jsonvalue.Value.
type (
	Map[K ~string, V any] struct{}
	Values                struct{}
)

func (Map[K, V]) do(c *call) {
	switch c.op {
	case opKind:
		c.n = int(kindMap)
	case opAbsent:
		c.ok = *c.p.(*map[K]V) == nil
	case opMapMake:
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
		jsonscan.Extra(e.Encoder, *c.p.(*map[K]V), c.declared(), func(_ *jsonscan.Encoder, v V) { e.value(t.elem, &v) })
	default:
		common[map[K]V](c)
	}
}

// declared tells the names that a struct has fields for; nil for none.
func (c *call) declared() func(string) bool {
	if of := c.q.(*typ); of != nil {
		return of.isDeclared
	}
	return nil
}

type values = map[string]jsonvalue.Value

func (Values) do(c *call) {
	switch c.op {
	case opKind:
		c.n = int(kindMap)
	case opAbsent:
		c.ok = *c.p.(*values) == nil
	case opMapMake:
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
		jsonscan.Extra(c.e.Encoder, *c.p.(*values), c.declared(), func(e *jsonscan.Encoder, v jsonvalue.Value) { v.Append(e) })
	default:
		common[values](c)
	}
}
