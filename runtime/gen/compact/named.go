package compact

import "github.com/bindery-go/bindery/runtime/jsonvalue"

// Struct is the codec of a struct. The function appends pointers to the fields
// that the text lists, in that order, then one to the map of the other members
// where there is one, and last one to the [jsonvalue.Value] that is no object where
// the struct may hold such.
type Struct[T any] func(x *T, parts []any) []any

func (f Struct[T]) do(c *call) {
	switch c.op {
	case opKind:
		c.n = int(kindStruct)
	case opParts:
		c.parts = f(c.p.(*T), c.parts)
	default:
		common[T](c)
	}
}

// otherOf is where a struct keeps a value that is no object.
func otherOf(parts []any) *jsonvalue.Value { return parts[len(parts)-1].(*jsonvalue.Value) }

// Tuple is the codec of an array of fixed positions. The function appends
// pointers to the number of positions that are absent, to those positions, and
// last to the list of the items after them where there can be any.
type Tuple[T any] func(x *T, parts []any) []any

func (f Tuple[T]) do(c *call) {
	switch c.op {
	case opKind:
		c.n = int(kindTuple)
	case opParts:
		c.parts = f(c.p.(*T), c.parts)
	default:
		common[T](c)
	}
}

// Defined is the codec of a type T that is defined by another, U, or is a struct
// around a U. The function returns where that is.
type Defined[T, U any] func(x *T) *U

func (f Defined[T, U]) do(c *call) {
	switch c.op {
	case opKind:
		c.n = int(kindDefined)
	case opInner:
		c.q = f(c.p.(*T))
	default:
		common[T](c)
	}
}
