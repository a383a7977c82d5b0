package compact

import (
	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// Sum is what a union holds: the number of a variant, from 1 on, and a pointer
// to its payload. The zero Sum holds none.
type Sum struct {
	Kind  uint32
	Value any
}

// SumOf returns what a union holds that is of a variant.
func SumOf[K ~uint8 | ~uint16 | ~uint32](kind K, value any) Sum { return Sum{uint32(kind), value} }

// Union is the codec of a union. The function returns where it keeps what it
// holds.
type Union[T any] func(x *T) *Sum

func (Union[T]) fresh() any                    { return new(T) }
func (Union[T]) set(to, from any)              { *to.(*T) = *from.(*T) }
func (Union[T]) isNil(p any) bool              { return p.(*T) == nil }
func (f Union[T]) isAbsent(_ *typ, p any) bool { return f(p.(*T)).Kind == 0 }

func (f Union[T]) decode(d *decoder, t *typ, i int32, p any) { d.variant(t, i, f(p.(*T))) }

// variant decodes a value into the variant that it is of.
func (d *decoder) variant(t *typ, i int32, s *Sum) {
	k := d.choose(t, i)
	s.Kind = uint32(k + 1)
	if v := t.variants[k].typ; v != nil {
		s.Value = v.codec.fresh()
		v.codec.decode(d, v, i, s.Value)
	}
}

// choose finds the variant of a valid value: the first that holds.
func (d *decoder) choose(t *typ, i int32) int {
	kind := 1 << d.Kind(i)
	tag, tagged := d.tagOf(t, i)
	last := -1
	for k := range t.variants {
		v := &t.variants[k]
		if v.kinds&kind == 0 || tagged && v.tags != nil && !v.tags[string(tag)] {
			continue
		}
		if last >= 0 && d.isOf(&t.variants[last], i) {
			return last
		}
		last = k // asked only where another is left
	}
	return max(last, 0)
}

// isOf reports whether a value whose kind fits is of a variant.
func (d *decoder) isOf(v *variant, i int32) bool { return v.branch < 0 || d.Holds(v.branch, i) }

// tagOf returns the text by which variants are told apart.
func (d *decoder) tagOf(t *typ, i int32) ([]byte, bool) {
	if t.tag == "" || d.Kind(i) != jsonscan.KindObject {
		return nil, false
	}
	for child, end := i+1, d.Next(i); child < end; child = d.Next(child) {
		if string(d.Name(child)) == t.tag {
			if d.Kind(child) != jsonscan.KindString {
				return nil, true
			}
			return d.Document.Text(child), true
		}
	}
	return nil, false
}

func (f Union[T]) encode(e *encoder, t *typ, p any) {
	s := f(p.(*T))
	if s.Kind == 0 || t.variants[s.Kind-1].typ == nil {
		e.Null() // values that are absent are left out by what holds them
		return
	}
	v := t.variants[s.Kind-1].typ
	v.codec.encode(e, v, s.Value)
}

// As returns the value of a union as a variant: what it holds, or its JSON
// decoded anew. It is nil where that is not valid.
func As[T any, K ~uint8 | ~uint16 | ~uint32](p *Package, union int, kind K, s Sum) (*T, bool) {
	if s.Kind == uint32(kind) {
		return s.Value.(*T), true
	}
	t := p.typ(union)
	if s.Kind == 0 {
		return decodedAs[T](p, &t.variants[kind-1], []byte("null"))
	}
	held := t.variants[s.Kind-1].typ
	data, err := encoded(func(e *encoder) {
		if held == nil {
			e.Null()
		} else {
			held.codec.encode(e, held, s.Value)
		}
	})
	if err != nil {
		return nil, false
	}
	return decodedAs[T](p, &t.variants[kind-1], data)
}

func decodedAs[T any](p *Package, v *variant, data []byte) (*T, bool) {
	x := new(T)
	if err := p.read(v.node, v.typ, data, x); err != nil {
		return nil, false
	}
	return x, true
}

// ValueAs is As for variants that are not structs, tuples or unions.
func ValueAs[T any, K ~uint8 | ~uint16 | ~uint32](p *Package, union int, kind K, s Sum) (v T, ok bool) {
	x, ok := As[T](p, union, kind, s)
	if ok {
		v = *x
	}
	return v, ok
}
