package compact

import (
	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/optional"
)

// List is the codec of []T, Pointer that of *T, Nullable that of
// optional.Nullable[T], Map that of map[K]V.
type (
	List[T any]           struct{}
	Pointer[T any]        struct{}
	Nullable[T any]       struct{}
	Map[K ~string, V any] struct{}
	// Values is Map for map[string]jsonvalue.Value.
	Values struct{}
)

func (List[T]) fresh() any                  { return new([]T) }
func (List[T]) set(to, from any)            { *to.(*[]T) = *from.(*[]T) }
func (List[T]) isNil(p any) bool            { return p.(*[]T) == nil }
func (List[T]) isAbsent(_ *typ, p any) bool { return *p.(*[]T) == nil }

func (List[T]) decode(d *decoder, t *typ, i int32, p any) {
	list := make([]T, d.Len(i))
	*p.(*[]T) = list
	child := i + 1
	for k := range list {
		t.elem.codec.decode(d, t.elem, child, &list[k])
		child = d.Next(child)
	}
}

func (List[T]) encode(e *encoder, t *typ, p any) {
	if !e.Enter() {
		return
	}
	e.BeginArray()
	list := *p.(*[]T)
	for k := range list {
		e.Element()
		t.elem.codec.encode(e, t.elem, &list[k])
	}
	e.EndArray()
	e.Leave()
}

func (Pointer[T]) fresh() any                  { return new(*T) }
func (Pointer[T]) set(to, from any)            { *to.(**T) = *from.(**T) }
func (Pointer[T]) isNil(p any) bool            { return p.(**T) == nil }
func (Pointer[T]) isAbsent(_ *typ, p any) bool { return *p.(**T) == nil }

func (Pointer[T]) decode(d *decoder, t *typ, i int32, p any) {
	if d.Kind(i) == jsonscan.KindNull && !t.elem.null {
		return
	}
	x := new(T)
	*p.(**T) = x
	t.elem.codec.decode(d, t.elem, i, x)
}

func (Pointer[T]) encode(e *encoder, t *typ, p any) {
	if x := *p.(**T); x != nil {
		t.elem.codec.encode(e, t.elem, x)
	} else {
		e.Null()
	}
}

func (Nullable[T]) fresh() any                  { return new(optional.Nullable[T]) }
func (Nullable[T]) set(to, from any)            { *to.(*optional.Nullable[T]) = *from.(*optional.Nullable[T]) }
func (Nullable[T]) isNil(p any) bool            { return p.(*optional.Nullable[T]) == nil }
func (Nullable[T]) isAbsent(_ *typ, p any) bool { return p.(*optional.Nullable[T]).IsAbsent() }

func (Nullable[T]) decode(d *decoder, t *typ, i int32, p any) {
	x := p.(*optional.Nullable[T])
	if d.Kind(i) == jsonscan.KindNull && !t.elem.null {
		*x = optional.Null[T]()
		return
	}
	t.elem.codec.decode(d, t.elem, i, x.Ptr())
}

func (Nullable[T]) encode(e *encoder, t *typ, p any) {
	if x := p.(*optional.Nullable[T]); x.IsValue() {
		t.elem.codec.encode(e, t.elem, x.Ptr())
	} else {
		e.Null()
	}
}

// members is a codec of maps, which hold what a struct has no fields for as well.
type members interface {
	// put adds a member. It makes the map where there is none.
	put(d *decoder, t *typ, i int32, p any)
	// write writes the members into an object, in the order of their names; one
	// that is declared is an error.
	write(e *encoder, t *typ, p any, declared func(string) bool)
}

func (Map[K, V]) fresh() any                  { return new(map[K]V) }
func (Map[K, V]) set(to, from any)            { *to.(*map[K]V) = *from.(*map[K]V) }
func (Map[K, V]) isNil(p any) bool            { return p.(*map[K]V) == nil }
func (Map[K, V]) isAbsent(_ *typ, p any) bool { return *p.(*map[K]V) == nil }

func (Map[K, V]) decode(d *decoder, t *typ, i int32, p any) {
	m := make(map[K]V, d.Len(i))
	*p.(*map[K]V) = m
	v, zero := new(V), *new(V)
	for child, end := i+1, d.Next(i); child < end; child = d.Next(child) {
		*v = zero
		t.elem.codec.decode(d, t.elem, child, v)
		m[K(d.copy(d.Name(child)))] = *v
	}
}

func (Map[K, V]) put(d *decoder, t *typ, i int32, p any) {
	m := p.(*map[K]V)
	if *m == nil {
		*m = map[K]V{}
	}
	v := new(V)
	t.elem.codec.decode(d, t.elem, i, v)
	(*m)[K(d.copy(d.Name(i)))] = *v
}

func (Map[K, V]) write(e *encoder, t *typ, p any, declared func(string) bool) {
	jsonscan.Extra(e.Encoder, *p.(*map[K]V), declared, func(_ *jsonscan.Encoder, v V) {
		t.elem.codec.encode(e, t.elem, &v)
	})
}

func (m Map[K, V]) encode(e *encoder, t *typ, p any) { writeMap(m, e, t, p) }

func writeMap(m members, e *encoder, t *typ, p any) {
	if !e.Enter() {
		return
	}
	e.BeginObject()
	m.write(e, t, p, nil)
	e.EndObject()
	e.Leave()
}

type values = map[string]jsonvalue.Value

func (Values) fresh() any                  { return new(values) }
func (Values) set(to, from any)            { *to.(*values) = *from.(*values) }
func (Values) isNil(p any) bool            { return p.(*values) == nil }
func (Values) isAbsent(_ *typ, p any) bool { return *p.(*values) == nil }

func (v Values) decode(d *decoder, t *typ, i int32, p any) {
	*p.(*values) = make(values, d.Len(i))
	for child, end := i+1, d.Next(i); child < end; child = d.Next(child) {
		v.put(d, t, child, p)
	}
}

func (Values) put(d *decoder, _ *typ, i int32, p any) {
	m := p.(*values)
	if *m == nil {
		*m = values{}
	}
	(*m)[d.copy(d.Name(i))] = jsonvalue.Trusted(d.copy(d.Raw(i)))
}

func (Values) write(e *encoder, _ *typ, p any, declared func(string) bool) {
	jsonscan.Extra(e.Encoder, *p.(*values), declared, func(e *jsonscan.Encoder, v jsonvalue.Value) { v.Append(e) })
}

func (v Values) encode(e *encoder, t *typ, p any) { writeMap(v, e, t, p) }
