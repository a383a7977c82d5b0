package compact

import (
	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

// Struct is the codec of a struct. The function appends pointers to the fields
// that the text lists, in that order, then one to the map of the other members
// where there is one, and last one to the [jsonvalue.Value] that is no object where
// the struct may hold such.
type Struct[T any] func(x *T, parts []any) []any

func (Struct[T]) fresh() any              { return new(T) }
func (Struct[T]) set(to, from any)        { *to.(*T) = *from.(*T) }
func (Struct[T]) isNil(p any) bool        { return p.(*T) == nil }
func (Struct[T]) isAbsent(*typ, any) bool { return false }

func (f Struct[T]) decode(d *decoder, t *typ, i int32, p any) {
	base := len(d.parts)
	d.parts = f(p.(*T), d.parts)
	if t.others && d.Kind(i) != jsonscan.KindObject {
		*otherOf(d.parts) = jsonvalue.Trusted(d.copy(d.Raw(i)))
	} else {
		d.members(t, i, base)
	}
	d.drop(base)
}

// members reads the members of an object. base is where the pointers to the
// fields begin.
func (d *decoder) members(t *typ, i int32, base int) {
	expected := 0 // most documents have their members in one order
	for child, end := i+1, d.Next(i); child < end; child = d.Next(child) {
		name := d.Name(child)
		k := expected
		if k >= len(t.fields) || t.fields[k].name != string(name) {
			var ok bool
			if k, ok = t.index[string(name)]; !ok {
				if t.extra != nil {
					t.extra.codec.(members).put(d, t.extra, child, d.parts[base+len(t.fields)])
				}
				continue
			}
		}
		f := &t.fields[k]
		f.codec.decode(d, f.typ, child, d.parts[base+k])
		expected = k + 1
	}
}

// drop takes pointers off the stack.
func (d *decoder) drop(base int) {
	clear(d.parts[base:])
	d.parts = d.parts[:base]
}

// drop takes pointers off the stack.
func (e *encoder) drop(base int) {
	clear(e.parts[base:])
	e.parts = e.parts[:base]
}

func (f Struct[T]) encode(e *encoder, t *typ, p any) {
	if !e.Enter() {
		return
	}
	base := len(e.parts)
	e.parts = f(p.(*T), e.parts)
	if t.others && !otherOf(e.parts).IsZero() {
		otherOf(e.parts).Append(e.Encoder)
	} else {
		e.members(t, base)
	}
	e.drop(base)
	e.Leave()
}

// otherOf is where a struct keeps a value that is no object.
func otherOf(parts []any) *jsonvalue.Value { return parts[len(parts)-1].(*jsonvalue.Value) }

func (e *encoder) members(t *typ, base int) {
	e.BeginObject()
	for k := range t.fields {
		f := &t.fields[k]
		if f.omit && f.codec.isAbsent(f.typ, e.parts[base+k]) {
			continue
		}
		e.Member(f.start)
		f.codec.encode(e, f.typ, e.parts[base+k])
	}
	if t.extra != nil {
		t.extra.codec.(members).write(e, t.extra, e.parts[base+len(t.fields)], t.isDeclared)
	}
	e.EndObject()
}

// Tuple is the codec of an array of fixed positions. The function appends
// pointers to the number of positions that are absent, to those positions, and
// last to the list of the items after them where there can be any.
type Tuple[T any] func(x *T, parts []any) []any

func (Tuple[T]) fresh() any              { return new(T) }
func (Tuple[T]) set(to, from any)        { *to.(*T) = *from.(*T) }
func (Tuple[T]) isNil(p any) bool        { return p.(*T) == nil }
func (Tuple[T]) isAbsent(*typ, any) bool { return false }

func (f Tuple[T]) decode(d *decoder, t *typ, i int32, p any) {
	base := len(d.parts)
	d.parts = f(p.(*T), d.parts)
	d.items(t, i, base)
	d.drop(base)
}

func (d *decoder) items(t *typ, i int32, base int) {
	*d.parts[base].(*int) = max(len(t.fields)-d.Len(i), 0)
	k := 0
	for child, end := i+1, d.Next(i); child < end; child = d.Next(child) {
		switch {
		case k < len(t.fields):
			f := &t.fields[k]
			f.codec.decode(d, f.typ, child, d.parts[base+1+k])
		case t.extra != nil:
			t.extra.codec.(list).add(d, t.extra, child, d.parts[base+1+len(t.fields)])
		}
		k++
	}
}

// list is the codec of a list.
type list interface {
	add(d *decoder, t *typ, i int32, p any)
	length(p any) int
	write(e *encoder, t *typ, p any)
}

func (List[T]) add(d *decoder, t *typ, i int32, p any) {
	list := p.(*[]T)
	*list = append(*list, *new(T))
	t.elem.codec.decode(d, t.elem, i, &(*list)[len(*list)-1])
}

func (List[T]) length(p any) int { return len(*p.(*[]T)) }

func (List[T]) write(e *encoder, t *typ, p any) {
	list := *p.(*[]T)
	for k := range list {
		e.Element()
		t.elem.codec.encode(e, t.elem, &list[k])
	}
}

func (f Tuple[T]) encode(e *encoder, t *typ, p any) {
	if !e.Enter() {
		return
	}
	base := len(e.parts)
	e.parts = f(p.(*T), e.parts)
	e.items(t, base)
	e.drop(base)
	e.Leave()
}

func (e *encoder) items(t *typ, base int) {
	e.BeginArray()
	n := len(t.fields) - *e.parts[base].(*int)
	rest := t.extra != nil && t.extra.codec.(list).length(e.parts[base+1+len(t.fields)]) > 0
	if rest {
		n = len(t.fields)
	}
	for k := range t.fields[:max(n, 0)] {
		f := &t.fields[k]
		e.Element()
		f.codec.encode(e, f.typ, e.parts[base+1+k])
	}
	if rest {
		t.extra.codec.(list).write(e, t.extra, e.parts[base+1+len(t.fields)])
	}
	e.EndArray()
}

// Defined is the codec of a type T that is defined by another, U, or is a struct
// around a U. The function returns where that is.
type Defined[T, U any] func(x *T) *U

func (Defined[T, U]) fresh() any                    { return new(T) }
func (Defined[T, U]) set(to, from any)              { *to.(*T) = *from.(*T) }
func (Defined[T, U]) isNil(p any) bool              { return p.(*T) == nil }
func (f Defined[T, U]) isAbsent(t *typ, p any) bool { return t.elem.codec.isAbsent(t.elem, f(p.(*T))) }

func (f Defined[T, U]) decode(d *decoder, t *typ, i int32, p any) {
	t.elem.codec.decode(d, t.elem, i, f(p.(*T)))
}

func (f Defined[T, U]) encode(e *encoder, t *typ, p any) {
	t.elem.codec.encode(e, t.elem, f(p.(*T)))
}
