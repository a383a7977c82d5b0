package jsonscan

import (
	"cmp"
	"math/bits"
	"strconv"
)

// Number is a JSON number with its exact value. It aliases the text it was read
// from.
type Number struct {
	text  []byte
	value packed
}

// Number reads a number.
func (s *Scanner) Number() (Number, bool) {
	data, start := s.data, s.pos
	if s.Peek() != KindNumber {
		return Number{}, false
	}
	value, end := scanNumber(data, start)
	if end < 0 {
		return Number{}, s.fail(ProblemNumber, ^end)
	}
	s.pos = end
	return Number{data[start:end], value}, true
}

// ParseNumber reads a text that is one JSON number and nothing else.
func ParseNumber(text []byte) (Number, bool) {
	if len(text) == 0 || kindOf[text[0]] != KindNumber {
		return Number{}, false
	}
	value, end := scanNumber(text, 0)
	return Number{text, value}, end == len(text)
}

// decimal returns the value in general form.
func (n Number) decimal() decimal {
	if n.value.is(isLong) {
		return parseDecimal(n.text)
	}
	return decimal{n.value.mantissa(), int32(n.value.exponent()), n.value.is(isNegative), false}
}

// Text returns the number as it is written.
func (n Number) Text() []byte { return n.text }

// IsInteger reports whether the value is a mathematical integer: 1.0, 1e2 and
// -0.0 are.
func (n Number) IsInteger() bool { return !n.value.is(isFraction) || n.isIntegerSlow() }

func (n Number) isIntegerSlow() bool {
	d := n.decimal()
	if d.big {
		return parseExact(n.text).isInteger()
	}
	return d.mantissa == 0 || d.exponent >= 0 || d.stripped().exponent >= 0
}

// Int64 returns the value when it is an integer that an int64 can hold.
func (n Number) Int64() (i int64, ok bool) {
	if n.value.isNatural() {
		return int64(n.value), true
	}
	return n.int64Slow()
}

func (n Number) int64Slow() (int64, bool) {
	magnitude, ok := n.decimal().integer()
	switch {
	case !ok:
		return 0, false
	case n.value.is(isNegative) && magnitude <= 1<<63:
		return -int64(magnitude), true
	case magnitude < 1<<63:
		return int64(magnitude), true
	default:
		return 0, false
	}
}

// Uint64 returns the value when it is an integer that a uint64 can hold.
func (n Number) Uint64() (u uint64, ok bool) {
	if n.value.isNatural() {
		return uint64(n.value), true
	}
	magnitude, ok := n.decimal().integer()
	if !ok || n.value.is(isNegative) && magnitude != 0 {
		return 0, false
	}
	return magnitude, true
}

// exactPowers are the powers of ten that a float64 holds exactly.
var exactPowers = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// Float64 returns the nearest float64. ok is false when the number is lost in
// it: on overflow, when something becomes zero, and when an integer text (no
// fraction, no exponent) would come back from [Encoder.Float] as another number.
// Other texts may be rounded, as RFC 8259 section 6 expects.
func (n Number) Float64() (f float64, ok bool) {
	p := n.value
	e := p.exponent()
	if p.is(isLong) || e < -22 || e > 22 {
		return n.float64Slow()
	}
	// Both operands are exact, so that IEEE 754 rounds the true value once
	// (Clinger 1990).
	f = float64(p.mantissa())
	if e < 0 {
		f /= exactPowers[-e]
	} else {
		f *= exactPowers[e]
	}
	if p.is(isNegative) {
		f = -f
	}
	return f, true
}

func (n Number) float64Slow() (f float64, ok bool) {
	f, err := strconv.ParseFloat(string(n.text), 64)
	if err != nil {
		return 0, false
	}
	switch {
	case f == 0:
		d := n.decimal()
		ok = !d.big && d.mantissa == 0
	case n.value.is(isFraction):
		ok = true
	default:
		var buf [maxFloatDigits]byte
		written, _ := ParseNumber(appendFloat(buf[:0], f))
		ok = written.CmpNumber(n) == 0
	}
	if !ok {
		return 0, false
	}
	return f, true
}

// Cmp compares the value with a bound: -1, 0 or +1.
func (n Number) Cmp(b Bound) int { return compare(n.decimal(), n.text, b.decimal(), b.Text) }

// CmpInt compares the value with an integer.
func (n Number) CmpInt(i int64) int {
	if n.value.isNatural() && i >= 0 {
		return cmp.Compare(int64(n.value), i)
	}
	return n.cmpIntSlow(i)
}

func (n Number) cmpIntSlow(i int64) int {
	if e := n.value.exponent(); !n.value.is(isLong|isNegative) && -wordDigits <= e && e <= 0 && i >= 0 {
		// A fraction of a few digits.
		high, low := bits.Mul64(uint64(i), powersOfTen[-e])
		if high != 0 {
			return -1 // the mantissa is smaller
		}
		return cmp.Compare(n.value.mantissa(), low)
	}
	d := n.decimal()
	if d.big {
		return parseExact(n.text).cmp(parseExact(strconv.FormatInt(i, 10)))
	}
	return d.cmp(intDecimal(i))
}

// CmpNumber compares two values.
func (n Number) CmpNumber(m Number) int { return compare(n.decimal(), n.text, m.decimal(), m.text) }

// compare compares two numbers given in general form and as text.
func compare[T string | []byte](d decimal, dText []byte, e decimal, eText T) int {
	if d.big || e.big {
		return parseExact(dText).cmp(parseExact(eText))
	}
	return d.cmp(e)
}

// MultipleOf reports whether the value divided by b is an integer; nothing but
// zero is a multiple of zero.
func (n Number) MultipleOf(b Bound) bool {
	d := n.decimal()
	if d.big || b.Big {
		return parseExact(n.text).multipleOf(parseExact(b.Text))
	}
	return d.multipleOf(b.decimal())
}

// MultipleOfInt is MultipleOf for an integer.
func (n Number) MultipleOfInt(i int64) bool {
	d := n.decimal()
	if d.big {
		return parseExact(n.text).multipleOf(parseExact(strconv.FormatInt(i, 10)))
	}
	return d.multipleOf(intDecimal(i))
}
