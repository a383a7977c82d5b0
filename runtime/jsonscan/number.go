package jsonscan

import "strconv"

// Number is a JSON number with its exact value. It aliases the text it was read
// from.
type Number struct {
	text    []byte
	value   decimal
	integer bool // written without fraction and exponent
}

// Number reads a number.
func (s *Scanner) Number() (Number, bool) {
	if s.Peek() != KindNumber {
		return Number{}, false
	}
	n, end := scanNumber(s.data, s.pos)
	if end < 0 {
		return Number{}, s.fail(ProblemNumber, ^end)
	}
	s.pos = end
	return n, true
}

// ParseNumber reads a text that is one JSON number and nothing else.
func ParseNumber(text []byte) (Number, bool) {
	if len(text) == 0 || kindOf[text[0]] != KindNumber {
		return Number{}, false
	}
	n, end := scanNumber(text, 0)
	return n, end == len(text)
}

// numberEnd returns the offset behind the number at data[i] (RFC 8259 section
// 6), or ^offset of what is wrong with it.
func numberEnd(data []byte, i int) int {
	if data[i] == '-' {
		i++
	}
	digits := i
	for i < len(data) && data[i]-'0' <= 9 {
		i++
	}
	if i == digits || data[digits] == '0' && i-digits > 1 {
		return ^digits
	}
	if i < len(data) && data[i] == '.' {
		i++
		digits = i
		for i < len(data) && data[i]-'0' <= 9 {
			i++
		}
		if i == digits {
			return ^i
		}
	}
	if i < len(data) && data[i]|0x20 == 'e' {
		i++
		if i < len(data) && (data[i] == '+' || data[i] == '-') {
			i++
		}
		digits = i
		for i < len(data) && data[i]-'0' <= 9 {
			i++
		}
		if i == digits {
			return ^i
		}
	}
	return i
}

// scanNumber is numberEnd that also works out the value.
func scanNumber(data []byte, start int) (n Number, end int) {
	i := start
	var mantissa uint64
	negative := data[i] == '-'
	if negative {
		i++
	}
	digits := i
	for i < len(data) && data[i]-'0' <= 9 {
		mantissa = mantissa*10 + uint64(data[i]-'0')
		i++
	}
	count := i - digits
	if count == 0 || data[digits] == '0' && count > 1 {
		return n, ^digits
	}
	n.integer = true
	exponent := 0
	if i < len(data) && data[i] == '.' {
		n.integer = false
		i++
		digits = i
		for i < len(data) && data[i]-'0' <= 9 {
			mantissa = mantissa*10 + uint64(data[i]-'0')
			i++
		}
		if i == digits {
			return n, ^i
		}
		exponent = digits - i
		count -= exponent
	}
	if i < len(data) && data[i]|0x20 == 'e' {
		n.integer = false
		i++
		minus := false
		if i < len(data) && (data[i] == '+' || data[i] == '-') {
			minus = data[i] == '-'
			i++
		}
		digits = i
		e := 0
		for i < len(data) && data[i]-'0' <= 9 {
			if i-digits < 9 {
				e = e*10 + int(data[i]-'0')
			}
			i++
		}
		switch {
		case i == digits:
			return n, ^i
		case i-digits > 9:
			count = wordDigits + 1 // let the general way look at it
		case minus:
			exponent -= e
		default:
			exponent += e
		}
	}
	n.text = data[start:i]
	if count > wordDigits {
		n.value = parseDecimal(n.text)
	} else {
		n.value = decimal{mantissa, int32(exponent), negative, false}
	}
	return n, i
}

// Text returns the number as it is written.
func (n Number) Text() []byte { return n.text }

// IsInteger reports whether the value is a mathematical integer: 1.0, 1e2 and
// -0.0 are.
func (n Number) IsInteger() bool {
	switch d := n.value; {
	case n.integer || d.mantissa == 0 && !d.big:
		return true
	case d.big:
		return parseExact(n.text).isInteger()
	default:
		return d.exponent >= 0 || d.stripped().exponent >= 0
	}
}

// Int64 returns the value when it is an integer that an int64 can hold.
func (n Number) Int64() (int64, bool) {
	magnitude, ok := n.value.integer()
	switch {
	case !ok:
		return 0, false
	case n.value.negative:
		return -int64(magnitude), magnitude <= 1<<63
	default:
		return int64(magnitude), magnitude < 1<<63
	}
}

// Uint64 returns the value when it is an integer that a uint64 can hold.
func (n Number) Uint64() (uint64, bool) {
	magnitude, ok := n.value.integer()
	return magnitude, ok && (!n.value.negative || magnitude == 0)
}

// exactPowers are the powers of ten that a float64 holds exactly.
var exactPowers = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// Float64 returns the nearest float64. ok is false when there is none (overflow)
// and when an integer text (no fraction, no exponent) has a value that a float64
// does not hold exactly; a fraction may be rounded, as RFC 8259 section 6
// expects.
func (n Number) Float64() (f float64, ok bool) {
	d := n.value
	if d.big || d.mantissa > 1<<53 || d.exponent < -22 || d.exponent > 22 || n.integer && d.exponent != 0 {
		return n.float64Slow()
	}
	// Both operands are exact, so that IEEE 754 rounds the true value once
	// (Clinger 1990).
	f = float64(d.mantissa)
	if d.exponent < 0 {
		f /= exactPowers[-d.exponent]
	} else {
		f *= exactPowers[d.exponent]
	}
	if d.negative {
		f = -f
	}
	return f, true
}

func (n Number) float64Slow() (float64, bool) {
	f, err := strconv.ParseFloat(string(n.text), 64)
	if err != nil {
		return 0, false
	}
	if n.integer {
		// Its shortest text may differ, its exact decimal text may not.
		var buf [maxFloatDigits]byte
		exact := strconv.AppendFloat(buf[:0], f, 'f', 0, 64)
		return f, string(exact) == string(n.text)
	}
	return f, true
}

// Cmp compares the value with a bound: -1, 0 or +1.
func (n Number) Cmp(b Bound) int {
	if !n.value.big && !b.Big {
		return n.value.cmp(b.decimal())
	}
	return parseExact(n.text).cmp(parseExact(b.Text))
}

// CmpInt compares the value with an integer.
func (n Number) CmpInt(i int64) int {
	if n.value.big {
		return parseExact(n.text).cmp(parseExact(strconv.FormatInt(i, 10)))
	}
	return n.value.cmp(intDecimal(i))
}

// CmpNumber compares two values.
func (n Number) CmpNumber(m Number) int {
	if !n.value.big && !m.value.big {
		return n.value.cmp(m.value)
	}
	return parseExact(n.text).cmp(parseExact(m.text))
}

// MultipleOf reports whether the value divided by b is an integer; nothing but
// nothing is a multiple of zero.
func (n Number) MultipleOf(b Bound) bool {
	if !n.value.big && !b.Big {
		return n.value.multipleOf(b.decimal())
	}
	return parseExact(n.text).multipleOf(parseExact(b.Text))
}

// MultipleOfInt is MultipleOf for an integer.
func (n Number) MultipleOfInt(i int64) bool {
	if n.value.big {
		return parseExact(n.text).multipleOf(parseExact(strconv.FormatInt(i, 10)))
	}
	return n.value.multipleOf(intDecimal(i))
}

// Bound is a number that a schema names. The generator prints it as a composite
// literal with the fields that MakeBound gave, so that packages pay nothing for
// it at start-up. The value is ±Mantissa × 10^Exponent unless Big is set; then
// only Text holds it.
type Bound struct {
	Text     string
	Mantissa uint64
	Exponent int32
	Negative bool
	Big      bool
}

// MakeBound makes the bound that a JSON number stands for; a text that is none
// counts as 0.
func MakeBound(text string) Bound {
	n, ok := ParseNumber([]byte(text))
	if !ok {
		return Bound{Text: "0"}
	}
	d := n.value
	return Bound{text, d.mantissa, d.exponent, d.negative, d.big}
}

func (b Bound) decimal() decimal {
	return decimal{b.Mantissa, b.Exponent, b.Negative, false}
}
