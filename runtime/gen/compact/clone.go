package compact

import "reflect"

// Clone returns a pointer to a copy of *x that shares nothing with it that can be changed;
// nil, of the same type, for nil.
func (p *Package) Clone(typ int, x any) any {
	if reflect.ValueOf(x).IsNil() {
		return x
	}
	return new(Call).clone(p.typ(typ), x)
}

func (c *Call) clone(t *typ, x any) any {
	y := c.fresh(t)
	set(y, x)
	c.deepen(t, y)
	return y
}

// deepen replaces what *p refers to by copies.
func (c *Call) deepen(t *typ, p any) {
	if t.flat {
		return
	}
	switch t.kind {
	case kindStruct, kindTuple:
		c.deepenParts(t, p)
	case kindUnion:
		if s := *c.ask(t.codec, opSum, p).(*Sum); s.value != nil {
			s.value = c.clone(t.variants[s.kind-1].typ, s.value)
			c.q = &s
			c.ask(t.codec, opSetSum, p)
		}
	case kindDefined:
		c.deepen(t.elem, c.inner(t, p))
	case kindNullable:
		if q := c.ask(t.codec, opState, p); c.n == isValue {
			c.deepen(t.elem, q)
		}
	case kindPointer:
		if !c.isAbsent(t, p) {
			c.deepen(t.elem, c.ask(t.codec, opMake, p))
		}
	case kindList:
		if !c.isAbsent(t, p) {
			c.ask(t.codec, opLen, p)
			c.ask(t.codec, opMake, p)
			c.deepenElements(t, p)
		}
	case kindMap:
		c.each = nil
		if t.elem != nil && !t.elem.flat {
			c.each = func(q any) { c.deepen(t.elem, q) }
		}
		c.ask(t.codec, opCopy, p)
	default:
		c.ask(t.codec, opCopy, p)
	}
}

// deepenParts deepens the fields of a struct or tuple, and the containers of what has
// none.
func (c *Call) deepenParts(t *typ, p any) {
	base := len(c.parts)
	c.takeParts(t, p)
	k := base
	if t.kind == kindTuple {
		k++ // behind the number of positions that are absent
	}
	for i := range t.fields {
		c.deepen(t.fields[i].typ, c.parts[k+i])
	}
	k += len(t.fields)
	for i := range t.matched {
		c.deepen(t.matched[i].typ, c.parts[k+i])
	}
	if t.extra != nil {
		c.deepen(t.extra, c.parts[k+len(t.matched)])
	}
	c.drop(base)
}

func (c *Call) deepenElements(t *typ, p any) {
	if t.elem.flat {
		return
	}
	for k := range c.n {
		c.n = k
		c.deepen(t.elem, c.ask(t.codec, opAt, p))
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
