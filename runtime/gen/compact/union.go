package compact

import (
	"reflect"

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

// variant decodes a value into the variant that it is of.
func (d *decoder) variant(t *typ, i int32) Sum {
	k := d.choose(t, i)
	s := Sum{kind: uint32(k + 1)}
	if v := t.variants[k].typ; v != nil {
		p := reflect.New(v.goType)
		s.value = p.Interface()
		d.value(v, i, p.UnsafePointer())
	}
	return s
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
	held := p.as(union, variant, s)
	if held == nil {
		return false
	}
	target, value := reflect.ValueOf(to).Elem(), reflect.ValueOf(held)
	if target.Type() != value.Type() {
		value = value.Elem()
	}
	target.Set(value)
	return true
}

// as returns a pointer to the value of a union as a variant; nil where that is not valid.
func (p *Package) as(union, variant int, s Sum) any {
	if int(s.kind) == variant {
		return s.value
	}
	t := p.typ(union)
	data, err := encoded(func(e *encoder) { e.sum(t, s) })
	if err != nil {
		return nil
	}
	v := &t.variants[variant-1]
	x := reflect.New(v.goType).Interface()
	if err := p.read(v.node, v.typ, data, x); err != nil {
		return nil
	}
	return x
}
