package compact

import (
	"cmp"
	"fmt"
	"reflect"

	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

// scalars are the codecs that the text of a package names, and the Go types that they are
// of: others with the same underlying type are served as well.
var scalars = map[string]struct {
	codec  codec
	goType reflect.Type
}{
	"bool":   {boolean, reflect.TypeFor[bool]()},
	"int":    {integer[int], reflect.TypeFor[int]()},
	"int8":   {integer[int8], reflect.TypeFor[int8]()},
	"int16":  {integer[int16], reflect.TypeFor[int16]()},
	"int32":  {integer[int32], reflect.TypeFor[int32]()},
	"int64":  {integer[int64], reflect.TypeFor[int64]()},
	"uint":   {unsigned[uint], reflect.TypeFor[uint]()},
	"uint8":  {unsigned[uint8], reflect.TypeFor[uint8]()},
	"uint16": {unsigned[uint16], reflect.TypeFor[uint16]()},
	"uint32": {unsigned[uint32], reflect.TypeFor[uint32]()},
	"uint64": {unsigned[uint64], reflect.TypeFor[uint64]()},

	"float64": {float, reflect.TypeFor[float64]()},
	"string":  {str, reflect.TypeFor[string]()},
	"Value":   {anything, reflect.TypeFor[jsonvalue.Value]()},
	"Values":  {members, reflect.TypeFor[values]()},
	"Number":  {number, reflect.TypeFor[jsonvalue.Number]()},
}

// boolean is the codec of true and false.
func boolean(c *Call) {
	switch c.op {
	case opRead:
		*(*bool)(c.p) = c.d.Raw(int32(c.n))[0] == 't'
	case opWrite:
		c.e.Bool(*(*bool)(c.p))
	}
}

// integer is the codec of integers.
func integer[T ~int64 | ~int32 | ~int16 | ~int8 | ~int](c *Call) {
	switch c.op {
	case opRead:
		i := int32(c.n)
		v, ok := c.d.Number(i).Int64()
		if !ok {
			c.d.loses(i, "int64")
		}
		*(*T)(c.p) = T(v) // of a smaller type, the bounds of the schema fit it
	case opWrite:
		c.e.Int(int64(*(*T)(c.p)))
	}
}

// unsigned is the codec of integers from 0 on.
func unsigned[T ~uint64 | ~uint32 | ~uint16 | ~uint8 | ~uint](c *Call) {
	switch c.op {
	case opRead:
		i := int32(c.n)
		v, ok := c.d.Number(i).Uint64()
		if !ok {
			c.d.loses(i, "uint64")
		}
		*(*T)(c.p) = T(v)
	case opWrite:
		c.e.Uint(uint64(*(*T)(c.p)))
	}
}

// float is the codec of numbers.
func float(c *Call) {
	switch c.op {
	case opRead:
		i := int32(c.n)
		n := c.d.Number(i)
		v, ok := n.Float64()
		if !ok {
			c.d.loses(i, "float64")
		}
		c.d.rounds(i, n, v)
		*(*float64)(c.p) = v
	case opWrite:
		c.e.Float(*(*float64)(c.p))
	}
}

// str is the codec of strings.
func str(c *Call) {
	switch c.op {
	case opRead:
		*(*string)(c.p) = c.d.text(c.n)
	case opWrite:
		c.e.String(*(*string)(c.p))
	}
}

// text returns an owned copy of a string of the document.
func (d *decoder) text(i int) string { return d.copies.Copy(d.Text(int32(i))) }

// raw returns an owned copy of a value of the document.
func (d *decoder) raw(i int) string { return d.copies.Copy(d.Raw(int32(i))) }

// anything is the codec of any JSON.
func anything(c *Call) {
	switch c.op {
	case opRead:
		*(*jsonvalue.Value)(c.p) = jsonvalue.Trusted(c.d.raw(c.n))
	case opWrite:
		(*jsonvalue.Value)(c.p).Append(c.e.Encoder)
	case opAbsent:
		c.ok = (*jsonvalue.Value)(c.p).IsZero()
	}
}

// number is the codec of numbers as text.
func number(c *Call) {
	switch c.op {
	case opRead:
		*(*jsonvalue.Number)(c.p) = jsonvalue.TrustedNumber(c.d.raw(c.n))
	case opWrite:
		(*jsonvalue.Number)(c.p).Append(c.e.Encoder)
	}
}

// Text returns the codec of a Go type that keeps the text of strings, which of makes
// of them.
func Text[T fmt.Stringer](of func(text string) T) codec {
	return func(c *Call) {
		switch c.op {
		case opType:
			c.goType = reflect.TypeFor[T]()
		case opRead:
			*(*T)(c.p) = of(c.d.text(c.n))
		case opWrite:
			c.e.String((*(*T)(c.p)).String())
		}
	}
}

// Custom is the codec of a type T of the user's, which reads and writes itself.
func Custom[T any](c *Call) {
	switch c.op {
	case opType:
		c.goType = reflect.TypeFor[T]()
	case opRead:
		c.d.custom(int32(c.n), (*T)(c.p))
	case opWrite:
		c.e.Custom((*T)(c.p))
	}
}

// Nilable is [Custom] for a type whose nil stands for an absent member.
func Nilable[T any](c *Call) {
	if c.op == opAbsent {
		c.ok = reflect.ValueOf((*T)(c.p)).Elem().IsNil()
		return
	}
	Custom[T](c)
}

// custom has a type of the user's read value i.
func (d *decoder) custom(i int32, p any) {
	if err := jsonscan.ReadCustom(d.Raw(i), p); err != nil {
		d.refuses(i, jsonscan.CustomName(p), err)
	}
}

// Imported is the codec of a type that another package declares, whose methods
// read and write it.
func Imported[T any, P interface {
	*T
	DecodeJSONFrom(s *jsonscan.Scanner) bool
	EncodeJSONTo(e *jsonscan.Encoder)
}](c *Call) {
	switch c.op {
	case opType:
		c.kind, c.goType = kindImported, reflect.TypeFor[T]()
	case opRead:
		c.d.imported(int32(c.n), P((*T)(c.p)).DecodeJSONFrom)
	case opWrite:
		P((*T)(c.p)).EncodeJSONTo(c.e.Encoder)
	case opAbsent:
		c.ok = isLeftOut(reflect.ValueOf((*T)(c.p)))
	case opCopy:
		switch x := any((*T)(c.p)).(type) { // one that refers to nothing has no such method
		case interface{ Clone() *T }:
			*(*T)(c.p) = *x.Clone()
		case interface{ Clone_() *T }: // it has a field called Clone
			*(*T)(c.p) = *x.Clone_()
		}
	}
}

// isLeftOut reports whether what x points to stands for a member that is not there: what
// says so itself, or a value that is not held by a pointer and is zero.
func isLeftOut(x reflect.Value) bool {
	if zero, ok := x.Interface().(interface{ IsZero() bool }); ok {
		return zero.IsZero()
	}
	return x.Elem().IsZero()
}

// imported has another package read value i.
func (d *decoder) imported(i int32, read func(*jsonscan.Scanner) bool) {
	s := jsonscan.Get(d.Raw(i))
	defer s.Release()
	if read(s) {
		outer, at := d.notes(i)
		outer.NoteRoundedIn(at, s)
		return
	}
	if at, goType, ok := s.Range(); ok {
		d.losesAt(i, at, goType)
		d.refusal = cmp.Or(d.refusal, s.Refusal())
	} else {
		d.loses(i, "of another package") // it reads the value by its own rules
	}
}
