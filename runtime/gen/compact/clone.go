package compact

import (
	"reflect"
	"unsafe"
)

// Clone sets *to to a pointer to a copy of *x that shares nothing with it that can be
// changed; for nil it stays nil.
func (p *Package) Clone(typ int, x, to any) {
	if pointer(x) != nil {
		*(*unsafe.Pointer)(pointer(to)) = pointer(new(Call).clone(p.typ(typ), x))
	}
}

// clone returns a pointer to a copy of *x, which is of type t.
func (c *Call) clone(t *typ, x any) any {
	y := reflect.New(reflect.TypeOf(x).Elem())
	y.Elem().Set(reflect.ValueOf(x).Elem())
	c.deepen(t, y.UnsafePointer())
	return y.Interface()
}

// deepen replaces what *p refers to by copies.
func (c *Call) deepen(t *typ, p unsafe.Pointer) {
	if t.flat {
		return
	}
	switch t.kind {
	case kindStruct, kindTuple, kindList, kindMap:
		if !t.isNil(p) && c.cloning.Enter() {
			c.deepenLevel(t, p)
			c.cloning.Leave()
		}
	case kindUnion:
		if s := (*Sum)(p); s.value != nil {
			s.value = c.clone(t.variants[s.kind-1].typ, s.value)
		}
	case kindDefined:
		c.deepen(t.elem, p)
	case kindNullable:
		if c.ask(t, opState, p); c.n == isValue {
			c.deepen(t.elem, c.q)
		}
	case kindPointer:
		if from := *(*unsafe.Pointer)(p); from != nil {
			to := t.elem.new()
			t.elem.copyTo(to, from, 1)
			*(*unsafe.Pointer)(p) = to
			c.deepen(t.elem, to)
		}
	default:
		c.ask(t, opCopy, p)
	}
}

// isNil reports whether *p is a list or map that is nil, and so no level of a document.
func (t *typ) isNil(p unsafe.Pointer) bool {
	return (t.kind == kindList || t.kind == kindMap) && *(*unsafe.Pointer)(p) == nil
}

// deepenLevel deepens an object or array. The containers of the members and items that
// have no field are of the same level.
func (c *Call) deepenLevel(t *typ, p unsafe.Pointer) {
	switch t.kind {
	case kindList:
		from := *(*slice)(p)
		*(*slice)(p) = slice{}
		to := t.makeList(p, from.len)
		t.elem.copyTo(to.data, from.data, from.len)
		c.deepenElements(t, to)
	case kindMap:
		c.each = nil
		if t.elem != nil && !t.elem.flat {
			c.each = func(q unsafe.Pointer) { c.deepen(t.elem, q) }
		}
		c.ask(t, opCopy, p)
	default:
		for i := range t.fields {
			c.deepen(t.fields[i].typ, t.at(p, i))
		}
		k := len(t.fields)
		for i := range t.matched {
			c.deepenRest(t.matched[i].typ, t.at(p, k+i))
		}
		if t.extra != nil {
			c.deepenRest(t.extra, t.at(p, k+len(t.matched)))
		}
	}
}

// deepenRest deepens the container of what has no field of its own.
func (c *Call) deepenRest(t *typ, p unsafe.Pointer) {
	if !t.isNil(p) {
		c.deepenLevel(t, p)
	}
}

func (c *Call) deepenElements(t *typ, list slice) {
	if t.elem.flat {
		return
	}
	for k := range list.len {
		c.deepen(t.elem, list.at(t, k))
	}
}

// isFlat reports whether copies of values of a type share nothing that can be changed.
// What a type of the user's holds is the user's affair. No value holds itself but by a
// reference.
func (t *typ) isFlat() bool {
	switch t.kind {
	case kindScalar:
		return true
	case kindDefined, kindNullable:
		return t.elem.isFlat()
	case kindUnion: // scalars behind pointers do not change: nobody gets at them
		for i := range t.variants {
			v := t.variants[i].typ
			if v != nil && (v.isComposite() || !v.isFlat()) {
				return false
			}
		}
		return true
	case kindStruct, kindTuple:
		for i := range t.fields {
			if !t.fields[i].isFlat() {
				return false
			}
		}
		return len(t.matched) == 0 && t.extra == nil
	}
	return false
}

// isComposite reports whether a union gives a pointer to what it holds of a type.
func (t *typ) isComposite() bool {
	return t.kind == kindStruct || t.kind == kindTuple || t.kind == kindUnion
}
