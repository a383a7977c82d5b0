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

// Optional is the codec of optional.Value[T].
type Optional[T any] struct{}

func (Optional[T]) do(c *call) {
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
	default:
		common[optional.Value[T]](c)
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
		jsonscan.Extra(e.Encoder, *c.p.(*map[K]V), c.taken, func(_ *jsonscan.Encoder, v V) { e.value(t.elem, &v) })
	case opNames:
		checkNames(c, *c.p.(*map[K]V))
	case opHas:
		_, c.ok = (*c.p.(*map[K]V))[K(c.name)]
	default:
		common[map[K]V](c)
	}
}

// checkNames refuses a map of names that match a pattern with one that does not.
func checkNames[K ~string, V any](c *call, members map[K]V) {
	of := c.q.(*matched)
	names := make(map[string]V, len(members)) // of a map of strings there is no other
	for name, v := range members {
		names[string(name)] = v
	}
	jsonscan.CheckNames(c.e.Encoder, names, of.matches, of.pattern.Text)
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
		jsonscan.Extra(c.e.Encoder, *c.p.(*values), c.taken, func(e *jsonscan.Encoder, v jsonvalue.Value) { v.Append(e) })
	case opHas:
		_, c.ok = (*c.p.(*values))[c.name]
	default:
		common[values](c)
	}
}
