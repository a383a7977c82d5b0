package compact

import (
	"reflect"

	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/validate"
)

// Parse reads a document as the type with a number, T.
func Parse[T any](p *Package, typ int, data []byte) (*T, error) {
	x := new(T)
	t := p.typ(typ)
	if err := p.read(t.node, t, data, x); err != nil {
		return nil, err
	}
	return x, nil
}

// read checks a document and fills *x, which is good only without an error.
func (p *Package) read(node int, t *typ, data []byte, x any, opts ...validate.Option) error {
	doc, err := validate.Open(p.Program, node, data, opts...)
	if err != nil {
		return err
	}
	d := newDecoder(doc)
	defer d.close()
	if err := d.run(t, pointer(x)); err != nil {
		return err
	}
	return p.stable(d, node, t, x)
}

// stable returns an error if what *x is encoded as is not read as *x, see
// [jsonscan.Stable].
func (p *Package) stable(d *decoder, node int, t *typ, x any) error {
	text, first := d.copies.Rounded()
	if text == nil {
		return nil
	}
	again := reflect.New(reflect.TypeOf(x).Elem()).Interface()
	if p.read(node, t, text, again) != nil || !reflect.DeepEqual(x, again) {
		return d.RangeError(d.Offset(0)+first, "float64")
	}
	return nil
}

// Unmarshal reads *x, which stays as it is when data is refused.
func (p *Package) Unmarshal(typ int, data []byte, x any) error {
	t := p.typ(typ)
	v := reflect.New(reflect.TypeOf(x).Elem())
	if err := p.read(t.node, t, data, v.Interface()); err != nil {
		return err
	}
	reflect.ValueOf(x).Elem().Set(v.Elem())
	return nil
}

// Marshal encodes *x. It does not validate.
func (p *Package) Marshal(typ int, x any) ([]byte, error) {
	t, from := p.typ(typ), receiver(x)
	return encoded(func(e *encoder) { e.value(t, from) })
}

// Encode appends *x.
func (p *Package) Encode(typ int, x any, e *jsonscan.Encoder) {
	t, from := p.typ(typ), receiver(x)
	w := newEncoder(e)
	w.value(t, from)
	w.release()
}

// Check lists the violations of a document.
func (p *Package) Check(typ int, data []byte) error {
	doc, err := validate.Open(p.Program, p.typ(typ).node, data)
	if err == nil {
		doc.Close()
	}
	return err
}

// IsValid reports whether a document satisfies the schema of a type.
func (p *Package) IsValid(typ int, data []byte) bool {
	return validate.IsValid(p.Program, p.typ(typ).node, data)
}

// Validate judges a Go value by its encoding: the violations have no line and
// column.
func (p *Package) Validate(typ int, x any) error {
	t := p.typ(typ)
	if reflect.ValueOf(x).IsNil() {
		return validate.ErrNil
	}
	data, err := p.Marshal(typ, x)
	if err != nil {
		return validate.Unencodable(err)
	}
	doc, err := validate.Open(p.Program, t.node, data, validate.WithoutPlaces())
	if err == nil {
		doc.Close()
	}
	return err
}

// DecodeFrom reads the next value of s with the checks of its schema, for the
// generated code of other packages. It reports whether the value is valid.
func (p *Package) DecodeFrom(typ int, x any, s *jsonscan.Scanner) bool {
	t, to := p.typ(typ), receiver(x)
	from := s.Pos()
	if !s.Skip() {
		return false
	}
	if !validate.HoldsAt(p.Program, t.node, s, from) {
		return false
	}
	doc, err := validate.Open(p.Program, t.node, s.Span(from))
	if err != nil {
		return false
	}
	d := newDecoder(doc)
	defer d.close()
	d.outer = s
	d.from = from
	return d.run(t, to) == nil
}

// ValidFrom is DecodeFrom for the verdict alone.
func (p *Package) ValidFrom(typ int, s *jsonscan.Scanner) bool {
	from := s.Pos()
	return s.Skip() && validate.HoldsAt(p.Program, p.typ(typ).node, s, from)
}
