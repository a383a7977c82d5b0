package compact

import (
	"reflect"
	"unsafe"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// Sum is what a union holds: the number of a variant, from 1 on, and a pointer
// to its payload. The zero Sum holds none. The unions of generated packages are
// defined by it.
type Sum struct {
	kind  uint32
	value any
}

// SumOf returns what a union holds that is of a variant.
func SumOf[K ~uint8 | ~uint16 | ~uint32](kind K, value any) Sum { return Sum{uint32(kind), value} }

// Kind is the number of the variant, 0 for none.
func (s Sum) Kind() uint32 { return s.kind }

// Value is the pointer to the payload, nil for none.
func (s Sum) Value() any { return s.value }

// IsZero reports whether there is no variant.
func (s Sum) IsZero() bool { return s.kind == 0 }

// TextSum is [Sum] for unions that have variants whose payload is a string: they hold that
// themselves. The runtime finds a Sum at its beginning.
type TextSum struct {
	sum  Sum
	text string
}

// TextSumOf returns what a union holds that is of a variant. Of text and value one is the
// payload.
func TextSumOf[K ~uint8 | ~uint16 | ~uint32](kind K, text string, value any) TextSum {
	return TextSum{SumOf(kind, value), text}
}

// Kind is the number of the variant, 0 for none.
func (s TextSum) Kind() uint32 { return s.sum.kind }

// Text is the payload that is a string.
func (s TextSum) Text() string { return s.text }

// Value is the pointer to the payload that is none, nil for none.
func (s TextSum) Value() any { return s.sum.value }

// IsZero reports whether there is no variant.
func (s TextSum) IsZero() bool { return s.sum.kind == 0 }

// variant decodes a value into the union at p, a zero value: into the variant that it is of.
func (d *decoder) variant(t *typ, i int32, p unsafe.Pointer) {
	k := d.choose(t, i)
	s, v := (*Sum)(p), &t.variants[k]
	s.kind = uint32(k + 1)
	switch {
	case v.typ == nil:
	case v.text:
		d.value(v.typ, i, unsafe.Pointer(&(*TextSum)(p).text))
	default:
		x := reflect.New(v.goType)
		s.value = x.Interface()
		d.value(v.typ, i, x.UnsafePointer())
	}
}

// choose finds the variant of a valid value: the first that holds.
func (d *decoder) choose(t *typ, i int32) int {
	left := d.Candidates(t.choice, i)
	if left.Last() {
		return left.Next()
	}
	kind := 1 << d.Kind(i)
	tag, tagged := d.tagOf(t, i)
	last := -1
	for k := left.Next(); k >= 0; k = left.Next() {
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
			return d.Text(child), true
		}
	}
	return nil, false
}

// As sets *to to the value of a union as a variant: what it holds, or its JSON decoded
// anew. It reports false where that is not valid. to points to the value, or to a pointer
// to it where that is what the union's user is given. It is not generic, since it would be
// compiled anew for every variant.
func (p *Package) As(union, variant int, s Sum, to any) bool {
	return p.as(p.typ(union), variant, unsafe.Pointer(&s), to)
}

// TextAs is [Package.As] for a union that is a TextSum.
func (p *Package) TextAs(union, variant int, s TextSum, to any) bool {
	return p.as(p.typ(union), variant, unsafe.Pointer(&s), to)
}

// as is As for the union of type t at from.
func (p *Package) as(t *typ, variant int, from unsafe.Pointer, to any) bool {
	v, isHeld := &t.variants[variant-1], int((*Sum)(from).kind) == variant
	if v.text {
		if isHeld {
			*(*string)(pointer(to)) = (*TextSum)(from).text
			return true
		}
		return p.readAs(t, v, from, to)
	}
	held := (*Sum)(from).value
	if !isHeld {
		if held = reflect.New(v.goType).Interface(); !p.readAs(t, v, from, held) {
			return false
		}
	}
	target, value := reflect.ValueOf(to).Elem(), reflect.ValueOf(held)
	if target.Type() != value.Type() {
		value = value.Elem()
	}
	target.Set(value)
	return true
}

// readAs decodes the JSON of the union of type t at from into *x, as a variant.
func (p *Package) readAs(t *typ, v *variant, from unsafe.Pointer, x any) bool {
	data, err := encoded(func(e *encoder) { e.union(t, from) })
	return err == nil && p.read(v.node, v.typ, data, x) == nil
}

// payload is a pointer to what the union at p holds of a variant.
func (v *variant) payload(p unsafe.Pointer) unsafe.Pointer {
	if v.text {
		return unsafe.Pointer(&(*TextSum)(p).text)
	}
	return pointer((*Sum)(p).value)
}
