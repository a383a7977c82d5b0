package compact

import (
	"cmp"

	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/timefmt"
)

// Bool is the codec of true and false.
func Bool(c *Call) {
	switch c.op {
	case opRead:
		*(*bool)(c.p) = c.d.Raw(int32(c.n))[0] == 't'
	case opWrite:
		c.e.Bool(*(*bool)(c.p))
	case opMake:
		c.made = &make([]bool, c.n)[0]
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
		*(*T)(c.p) = T(v) // of a smaller type, the bounds of the schema fit it
	case opWrite:
		c.e.Int(int64(*(*T)(c.p)))
	case opMake:
		c.made = &make([]T, c.n)[0]
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
		*(*T)(c.p) = T(v)
	case opWrite:
		c.e.Uint(uint64(*(*T)(c.p)))
	case opMake:
		c.made = &make([]T, c.n)[0]
	}
}

// Float is the codec of numbers.
func Float(c *Call) {
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
	case opMake:
		c.made = &make([]float64, c.n)[0]
	}
}

// Text is the codec of strings.
func Text(c *Call) {
	switch c.op {
	case opRead:
		*(*string)(c.p) = c.d.text(c.n)
	case opWrite:
		c.e.String(*(*string)(c.p))
	case opMake:
		c.made = &make([]string, c.n)[0]
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
		*(*jsonvalue.Value)(c.p) = jsonvalue.Trusted(c.d.raw(c.n))
	case opWrite:
		(*jsonvalue.Value)(c.p).Append(c.e.Encoder)
	case opAbsent:
		c.ok = (*jsonvalue.Value)(c.p).IsZero()
	case opMake:
		c.made = &make([]jsonvalue.Value, c.n)[0]
	}
}

// Number is the codec of numbers as text.
func Number(c *Call) {
	switch c.op {
	case opRead:
		*(*jsonvalue.Number)(c.p) = jsonvalue.TrustedNumber(c.d.raw(c.n))
	case opWrite:
		(*jsonvalue.Number)(c.p).Append(c.e.Encoder)
	case opMake:
		c.made = &make([]jsonvalue.Number, c.n)[0]
	}
}

// Base64 is the codec of strings that hold bytes.
func Base64(c *Call) {
	switch c.op {
	case opRead:
		*(*jsonvalue.Base64)(c.p) = jsonvalue.Base64Text(c.d.text(c.n))
	case opWrite:
		(*jsonvalue.Base64)(c.p).Append(c.e.Encoder)
	case opMake:
		c.made = &make([]jsonvalue.Base64, c.n)[0]
	}
}

// DateTime is the codec of strings of format date-time.
func DateTime(c *Call) {
	switch c.op {
	case opRead:
		*(*timefmt.DateTime)(c.p) = timefmt.TrustedDateTime(c.d.text(c.n))
	case opWrite:
		c.e.String((*timefmt.DateTime)(c.p).String())
	case opMake:
		c.made = &make([]timefmt.DateTime, c.n)[0]
	}
}

// Date is the codec of strings of format date.
func Date(c *Call) {
	switch c.op {
	case opRead:
		*(*timefmt.Date)(c.p) = timefmt.TrustedDate(c.d.text(c.n))
	case opWrite:
		c.e.String((*timefmt.Date)(c.p).String())
	case opMake:
		c.made = &make([]timefmt.Date, c.n)[0]
	}
}

// Time is the codec of strings of format time.
func Time(c *Call) {
	switch c.op {
	case opRead:
		*(*timefmt.Time)(c.p) = timefmt.TrustedTime(c.d.text(c.n))
	case opWrite:
		c.e.String((*timefmt.Time)(c.p).String())
	case opMake:
		c.made = &make([]timefmt.Time, c.n)[0]
	}
}

// Custom is the codec of a type T of the user's, which reads and writes itself.
func Custom[T any](c *Call) {
	switch c.op {
	case opRead:
		c.d.custom(int32(c.n), (*T)(c.p))
	case opWrite:
		c.e.Custom((*T)(c.p))
	case opAbsent:
		c.ok = c.isNil != nil && c.isNil((*T)(c.p))
	case opMake:
		c.made = &make([]T, c.n)[0]
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
		c.d.imported(int32(c.n), P((*T)(c.p)).DecodeJSONFrom)
	case opWrite:
		P((*T)(c.p)).EncodeJSONTo(c.e.Encoder)
	case opAbsent:
		zero, ok := any((*T)(c.p)).(interface{ IsZero() bool })
		c.ok = ok && zero.IsZero()
	case opCopy:
		switch x := any((*T)(c.p)).(type) { // one that refers to nothing has no such method
		case interface{ Clone() *T }:
			*(*T)(c.p) = *x.Clone()
		case interface{ Clone_() *T }: // it has a field called Clone
			*(*T)(c.p) = *x.Clone_()
		}
	case opMake:
		c.made = &make([]T, c.n)[0]
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
