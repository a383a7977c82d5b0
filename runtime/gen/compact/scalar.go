package compact

import (
	"cmp"

	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/timefmt"
)

// Bool is the codec of true and false, T being the Go type.
func Bool[T ~bool](c *Call) {
	switch c.op {
	case opRead:
		*c.p.(*T) = c.d.Raw(int32(c.n))[0] == 't'
	case opWrite:
		c.e.Bool(bool(*c.p.(*T)))
	case opNew:
		c.q = new(T)
	}
}

// Int is the codec of integers.
func Int[T ~int64 | ~int32 | ~int16 | ~int8 | ~int](c *Call) {
	switch c.op {
	case opRead:
		i := int32(c.n)
		v, ok := c.d.Number(i).Int64()
		if !ok {
			c.d.loses(i, "int64")
		}
		*c.p.(*T) = T(v) // of a smaller type, the bounds of the schema fit it
	case opWrite:
		c.e.Int(int64(*c.p.(*T)))
	case opNew:
		c.q = new(T)
	}
}

// Uint is the codec of integers from 0 on.
func Uint[T ~uint64 | ~uint32 | ~uint16 | ~uint8 | ~uint](c *Call) {
	switch c.op {
	case opRead:
		i := int32(c.n)
		v, ok := c.d.Number(i).Uint64()
		if !ok {
			c.d.loses(i, "uint64")
		}
		*c.p.(*T) = T(v)
	case opWrite:
		c.e.Uint(uint64(*c.p.(*T)))
	case opNew:
		c.q = new(T)
	}
}

// Float is the codec of numbers.
func Float[T ~float64](c *Call) {
	switch c.op {
	case opRead:
		i := int32(c.n)
		n := c.d.Number(i)
		v, ok := n.Float64()
		if !ok {
			c.d.loses(i, "float64")
		}
		c.d.rounds(i, n, v)
		*c.p.(*T) = T(v)
	case opWrite:
		c.e.Float(float64(*c.p.(*T)))
	case opNew:
		c.q = new(T)
	}
}

// Text is the codec of strings.
func Text[T ~string](c *Call) {
	switch c.op {
	case opRead:
		*c.p.(*T) = T(c.d.text(c.n))
	case opWrite:
		c.e.String(string(*c.p.(*T)))
	case opNew:
		c.q = new(T)
	}
}

// text returns an owned copy of a string of the document.
func (d *decoder) text(i int) string { return d.copy(d.Text(int32(i))) }

// raw returns an owned copy of a value of the document.
func (d *decoder) raw(i int) string { return d.copy(d.Raw(int32(i))) }

// Value is the codec of any JSON.
func Value(c *Call) {
	switch c.op {
	case opRead:
		*c.p.(*jsonvalue.Value) = jsonvalue.Trusted(c.d.raw(c.n))
	case opWrite:
		c.p.(*jsonvalue.Value).Append(c.e.Encoder)
	case opAbsent:
		c.ok = c.p.(*jsonvalue.Value).IsZero()
	case opNew:
		c.q = new(jsonvalue.Value)
	}
}

// Number is the codec of numbers as text.
func Number(c *Call) {
	switch c.op {
	case opRead:
		*c.p.(*jsonvalue.Number) = jsonvalue.TrustedNumber(c.d.raw(c.n))
	case opWrite:
		c.p.(*jsonvalue.Number).Append(c.e.Encoder)
	case opNew:
		c.q = new(jsonvalue.Number)
	}
}

// Base64 is the codec of strings that hold bytes.
func Base64(c *Call) {
	switch c.op {
	case opRead:
		*c.p.(*jsonvalue.Base64) = jsonvalue.Base64Text(c.d.text(c.n))
	case opWrite:
		c.p.(*jsonvalue.Base64).Append(c.e.Encoder)
	case opNew:
		c.q = new(jsonvalue.Base64)
	}
}

// DateTime is the codec of strings of format date-time.
func DateTime(c *Call) {
	switch c.op {
	case opRead:
		*c.p.(*timefmt.DateTime) = timefmt.TrustedDateTime(c.d.text(c.n))
	case opWrite:
		c.e.String(c.p.(*timefmt.DateTime).String())
	case opNew:
		c.q = new(timefmt.DateTime)
	}
}

// Date is the codec of strings of format date.
func Date(c *Call) {
	switch c.op {
	case opRead:
		*c.p.(*timefmt.Date) = timefmt.TrustedDate(c.d.text(c.n))
	case opWrite:
		c.e.String(c.p.(*timefmt.Date).String())
	case opNew:
		c.q = new(timefmt.Date)
	}
}

// Time is the codec of strings of format time.
func Time(c *Call) {
	switch c.op {
	case opRead:
		*c.p.(*timefmt.Time) = timefmt.TrustedTime(c.d.text(c.n))
	case opWrite:
		c.e.String(c.p.(*timefmt.Time).String())
	case opNew:
		c.q = new(timefmt.Time)
	}
}

// Custom is the codec of a type T of the user's, which reads and writes itself.
func Custom[T any](c *Call) {
	switch c.op {
	case opRead:
		c.d.custom(int32(c.n), c.p)
	case opWrite:
		c.e.Custom(c.p)
	case opNew:
		c.q = new(T)
	}
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
	case opKind:
		c.n = int(kindImported)
	case opRead:
		c.d.imported(int32(c.n), P(c.p.(*T)).DecodeJSONFrom)
	case opWrite:
		P(c.p.(*T)).EncodeJSONTo(c.e.Encoder)
	case opAbsent:
		zero, ok := c.p.(interface{ IsZero() bool })
		c.ok = ok && zero.IsZero()
	case opCopy:
		switch x := c.p.(type) { // one that refers to nothing has no such method
		case interface{ Clone() *T }:
			*c.p.(*T) = *x.Clone()
		case interface{ Clone_() *T }: // it has a field called Clone
			*c.p.(*T) = *x.Clone_()
		}
	case opNew:
		c.q = new(T)
	}
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
