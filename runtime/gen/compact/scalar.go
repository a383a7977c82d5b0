package compact

import (
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

func (Bool[T]) fresh() any              { return new(T) }
func (Bool[T]) set(to, from any)        { *to.(*T) = *from.(*T) }
func (Bool[T]) isNil(p any) bool        { return p.(*T) == nil }
func (Bool[T]) isAbsent(*typ, any) bool { return false }

func (Bool[T]) decode(d *decoder, _ *typ, i int32, p any) { *p.(*T) = d.Raw(i)[0] == 't' }

func (Bool[T]) encode(e *encoder, _ *typ, p any) { e.Bool(bool(*p.(*T))) }

func (Int[T]) fresh() any              { return new(T) }
func (Int[T]) set(to, from any)        { *to.(*T) = *from.(*T) }
func (Int[T]) isNil(p any) bool        { return p.(*T) == nil }
func (Int[T]) isAbsent(*typ, any) bool { return false }

func (Int[T]) decode(d *decoder, _ *typ, i int32, p any) {
	v, ok := d.Number(i).Int64()
	if !ok {
		d.loses(i, "int64")
	}
	*p.(*T) = T(v) // of a smaller type, the bounds of the schema fit it
}

func (Int[T]) encode(e *encoder, _ *typ, p any) { e.Int(int64(*p.(*T))) }

func (Uint[T]) fresh() any              { return new(T) }
func (Uint[T]) set(to, from any)        { *to.(*T) = *from.(*T) }
func (Uint[T]) isNil(p any) bool        { return p.(*T) == nil }
func (Uint[T]) isAbsent(*typ, any) bool { return false }

func (Uint[T]) decode(d *decoder, _ *typ, i int32, p any) {
	v, ok := d.Number(i).Uint64()
	if !ok {
		d.loses(i, "uint64")
	}
	*p.(*T) = T(v)
}

func (Uint[T]) encode(e *encoder, _ *typ, p any) { e.Uint(uint64(*p.(*T))) }

func (Float[T]) fresh() any              { return new(T) }
func (Float[T]) set(to, from any)        { *to.(*T) = *from.(*T) }
func (Float[T]) isNil(p any) bool        { return p.(*T) == nil }
func (Float[T]) isAbsent(*typ, any) bool { return false }

func (Float[T]) decode(d *decoder, _ *typ, i int32, p any) {
	n := d.Number(i)
	v, ok := n.Float64()
	if !ok {
		d.loses(i, "float64")
	}
	d.rounds(i, n, v)
	*p.(*T) = T(v)
}

func (Float[T]) encode(e *encoder, _ *typ, p any) { e.Float(float64(*p.(*T))) }

func (Text[T]) fresh() any              { return new(T) }
func (Text[T]) set(to, from any)        { *to.(*T) = *from.(*T) }
func (Text[T]) isNil(p any) bool        { return p.(*T) == nil }
func (Text[T]) isAbsent(*typ, any) bool { return false }

func (Text[T]) decode(d *decoder, _ *typ, i int32, p any) { *p.(*T) = T(d.copy(d.Document.Text(i))) }

func (Text[T]) encode(e *encoder, _ *typ, p any) { e.String(string(*p.(*T))) }

// Value is the codec of any JSON, Number of numbers as text, Base64 of strings
// that hold bytes, DateTime, Date and Time those of strings of these formats.
type (
	Value    struct{ text[jsonvalue.Value] }
	Number   struct{ text[jsonvalue.Number] }
	Base64   struct{ text[jsonvalue.Base64] }
	DateTime struct{ text[timefmt.DateTime] }
	Date     struct{ text[timefmt.Date] }
	Time     struct{ text[timefmt.Time] }
)

// text is what the types have in common that hold the text of a value.
type text[T any] struct{}

func (text[T]) fresh() any              { return new(T) }
func (text[T]) set(to, from any)        { *to.(*T) = *from.(*T) }
func (text[T]) isNil(p any) bool        { return p.(*T) == nil }
func (text[T]) isAbsent(*typ, any) bool { return false }

func (Value) isAbsent(_ *typ, p any) bool { return p.(*jsonvalue.Value).IsZero() }

func (Value) decode(d *decoder, _ *typ, i int32, p any) {
	*p.(*jsonvalue.Value) = jsonvalue.Trusted(d.copy(d.Raw(i)))
}

func (Value) encode(e *encoder, _ *typ, p any) { p.(*jsonvalue.Value).Append(e.Encoder) }

func (Number) decode(d *decoder, _ *typ, i int32, p any) {
	*p.(*jsonvalue.Number) = jsonvalue.TrustedNumber(d.copy(d.Raw(i)))
}

func (Number) encode(e *encoder, _ *typ, p any) { p.(*jsonvalue.Number).Append(e.Encoder) }

func (Base64) decode(d *decoder, _ *typ, i int32, p any) {
	*p.(*jsonvalue.Base64) = jsonvalue.Base64Text(d.copy(d.Document.Text(i)))
}

func (Base64) encode(e *encoder, _ *typ, p any) { p.(*jsonvalue.Base64).Append(e.Encoder) }

func (DateTime) decode(d *decoder, _ *typ, i int32, p any) {
	*p.(*timefmt.DateTime) = timefmt.TrustedDateTime(d.copy(d.Document.Text(i)))
}

func (DateTime) encode(e *encoder, _ *typ, p any) { e.String(p.(*timefmt.DateTime).String()) }

func (Date) decode(d *decoder, _ *typ, i int32, p any) {
	*p.(*timefmt.Date) = timefmt.TrustedDate(d.copy(d.Document.Text(i)))
}

func (Date) encode(e *encoder, _ *typ, p any) { e.String(p.(*timefmt.Date).String()) }

func (Time) decode(d *decoder, _ *typ, i int32, p any) {
	*p.(*timefmt.Time) = timefmt.TrustedTime(d.copy(d.Document.Text(i)))
}

func (Time) encode(e *encoder, _ *typ, p any) { e.String(p.(*timefmt.Time).String()) }

// Custom is the codec of a type T of the user's, which reads and writes itself. The
// function reports whether a value is nil and stands for an absent member; it is nil
// where no value does.
type Custom[T any] func(x *T) bool

func (Custom[T]) fresh() any                        { return new(T) }
func (Custom[T]) set(to, from any)                  { *to.(*T) = *from.(*T) }
func (Custom[T]) isNil(p any) bool                  { return p.(*T) == nil }
func (isNil Custom[T]) isAbsent(_ *typ, p any) bool { return isNil != nil && isNil(p.(*T)) }

func (Custom[T]) decode(d *decoder, _ *typ, i int32, p any) {
	if err := jsonscan.ReadCustom(d.Raw(i), p); err != nil {
		d.refuses(i, jsonscan.CustomName(p), err)
	}
}

func (Custom[T]) encode(e *encoder, _ *typ, p any) { e.Custom(p) }
