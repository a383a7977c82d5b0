package compact

import (
	"cmp"

	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/timefmt"
)

// Scalars: true and false, numbers and strings, T being the Go type.
type (
	Bool[T ~bool]                                        struct{}
	Int[T ~int64 | ~int32 | ~int16 | ~int8 | ~int]       struct{}
	Uint[T ~uint64 | ~uint32 | ~uint16 | ~uint8 | ~uint] struct{}
	Float[T ~float64]                                    struct{}
	Text[T ~string]                                      struct{}
)

func (Bool[T]) do(c *call) {
	switch c.op {
	case opRead:
		*c.p.(*T) = c.d.Raw(int32(c.n))[0] == 't'
	case opWrite:
		c.e.Bool(bool(*c.p.(*T)))
	default:
		common[T](c)
	}
}

func (Int[T]) do(c *call) {
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
	default:
		common[T](c)
	}
}

func (Uint[T]) do(c *call) {
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
	default:
		common[T](c)
	}
}

func (Float[T]) do(c *call) {
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
	default:
		common[T](c)
	}
}

func (Text[T]) do(c *call) {
	switch c.op {
	case opRead:
		*c.p.(*T) = T(c.d.text(c.n))
	case opWrite:
		c.e.String(string(*c.p.(*T)))
	default:
		common[T](c)
	}
}

// text returns an owned copy of a string of the document.
func (d *decoder) text(i int) string { return d.copy(d.Text(int32(i))) }

// raw returns an owned copy of a value of the document.
func (d *decoder) raw(i int) string { return d.copy(d.Raw(int32(i))) }

// Value is the codec of any JSON, Number of numbers as text, Base64 of strings
// that hold bytes, DateTime, Date and Time those of strings of these formats.
type (
	Value    struct{}
	Number   struct{}
	Base64   struct{}
	DateTime struct{}
	Date     struct{}
	Time     struct{}
)

func (Value) do(c *call) {
	switch c.op {
	case opRead:
		*c.p.(*jsonvalue.Value) = jsonvalue.Trusted(c.d.raw(c.n))
	case opWrite:
		c.p.(*jsonvalue.Value).Append(c.e.Encoder)
	case opAbsent:
		c.ok = c.p.(*jsonvalue.Value).IsZero()
	default:
		common[jsonvalue.Value](c)
	}
}

func (Number) do(c *call) {
	switch c.op {
	case opRead:
		*c.p.(*jsonvalue.Number) = jsonvalue.TrustedNumber(c.d.raw(c.n))
	case opWrite:
		c.p.(*jsonvalue.Number).Append(c.e.Encoder)
	default:
		common[jsonvalue.Number](c)
	}
}

func (Base64) do(c *call) {
	switch c.op {
	case opRead:
		*c.p.(*jsonvalue.Base64) = jsonvalue.Base64Text(c.d.text(c.n))
	case opWrite:
		c.p.(*jsonvalue.Base64).Append(c.e.Encoder)
	default:
		common[jsonvalue.Base64](c)
	}
}

func (DateTime) do(c *call) {
	switch c.op {
	case opRead:
		*c.p.(*timefmt.DateTime) = timefmt.TrustedDateTime(c.d.text(c.n))
	case opWrite:
		c.e.String(c.p.(*timefmt.DateTime).String())
	default:
		common[timefmt.DateTime](c)
	}
}

func (Date) do(c *call) {
	switch c.op {
	case opRead:
		*c.p.(*timefmt.Date) = timefmt.TrustedDate(c.d.text(c.n))
	case opWrite:
		c.e.String(c.p.(*timefmt.Date).String())
	default:
		common[timefmt.Date](c)
	}
}

func (Time) do(c *call) {
	switch c.op {
	case opRead:
		*c.p.(*timefmt.Time) = timefmt.TrustedTime(c.d.text(c.n))
	case opWrite:
		c.e.String(c.p.(*timefmt.Time).String())
	default:
		common[timefmt.Time](c)
	}
}

// Custom is the codec of a type T of the user's, which reads and writes itself. The
// function reports whether a value is nil and stands for an absent member; it is nil
// where no value does.
type Custom[T any] func(x *T) bool

func (isNil Custom[T]) do(c *call) {
	switch c.op {
	case opRead:
		c.d.custom(int32(c.n), c.p)
	case opWrite:
		c.e.Custom(c.p)
	case opAbsent:
		c.ok = isNil != nil && isNil(c.p.(*T))
	default:
		common[T](c)
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
type Imported[T any, P interface {
	*T
	DecodeJSONFrom(s *jsonscan.Scanner) bool
	EncodeJSONTo(e *jsonscan.Encoder)
}] struct{}

func (Imported[T, P]) do(c *call) {
	switch c.op {
	case opRead:
		c.d.imported(int32(c.n), P(c.p.(*T)).DecodeJSONFrom)
	case opWrite:
		P(c.p.(*T)).EncodeJSONTo(c.e.Encoder)
	case opAbsent:
		zero, ok := c.p.(interface{ IsZero() bool })
		c.ok = ok && zero.IsZero()
	default:
		common[T](c)
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
