package jsonscan

import (
	"bytes"
	"cmp"
	"math/big"
)

// exact is a number of any size: ±0.DIGITS × 10^point, with no zero at either
// end of the digits. Zero has no digits. Making one and comparing two takes time
// and memory linear in their texts, whatever the exponents.
type exact struct {
	negative bool
	digits   []byte
	point    wide
}

// parseExact takes a JSON number.
func parseExact[T string | []byte](text T) exact {
	var x exact
	i := 0
	if text[0] == '-' {
		x.negative = true
		i++
	}
	whole := 0 // digits before the point, leading zeros not counted
	x.digits = make([]byte, 0, len(text))
	fraction := false
	for ; i < len(text) && text[i]|0x20 != 'e'; i++ {
		switch {
		case text[i] == '.':
			fraction = true
			continue
		case len(x.digits) > 0 || text[i] != '0':
			x.digits = append(x.digits, text[i])
			if !fraction {
				whole++
			}
		case fraction:
			whole--
		}
	}
	for len(x.digits) > 0 && x.digits[len(x.digits)-1] == '0' {
		x.digits = x.digits[:len(x.digits)-1]
	}
	x.point = wideInt(int64(whole))
	if i < len(text) && len(x.digits) > 0 {
		x.point = x.point.add(parseWide([]byte(text[i+1:])))
	}
	return x
}

// AppendPlain appends a text that equal numbers share, however they are written:
// digits and the exponent of the last one. Time and memory are linear in the text.
func (n Number) AppendPlain(b []byte) []byte {
	x := parseExact(n.text)
	if x.sign() == 0 {
		return append(b, '0')
	}
	if x.negative {
		b = append(b, '-')
	}
	b = append(append(b, x.digits...), 'e')
	e := x.exponent()
	if e.sign() == 0 {
		return append(b, '0')
	}
	if e.negative {
		b = append(b, '-')
	}
	return append(b, e.digits...)
}

// exponent returns that of the last digit.
func (x exact) exponent() wide { return x.point.add(wideInt(-int64(len(x.digits)))) }

func (x exact) isInteger() bool { return len(x.digits) == 0 || x.exponent().sign() >= 0 }

func (x exact) sign() int {
	switch {
	case len(x.digits) == 0:
		return 0
	case x.negative:
		return -1
	default:
		return 1
	}
}

func (x exact) cmp(y exact) int {
	if x.sign() != y.sign() || x.sign() == 0 {
		return cmp.Compare(x.sign(), y.sign())
	}
	c := x.point.cmp(y.point)
	if c == 0 {
		c = bytes.Compare(x.digits, y.digits)
	}
	return c * x.sign()
}

// multipleOf is decimal.multipleOf for any size. The divisor comes from a
// schema; the time is linear in the text of x.
func (x exact) multipleOf(y exact) bool {
	if len(x.digits) == 0 || len(y.digits) == 0 {
		return len(x.digits) == 0
	}
	shift := x.exponent().add(y.exponent().neg())
	if shift.sign() < 0 {
		return false
	}
	divisor, _ := new(big.Int).SetString(string(y.digits), 10)
	// As many tens as the divisor has bits bring every factor of 2 and 5 that
	// it can ask for.
	tens := int64(divisor.BitLen())
	if n, ok := shift.int64(); ok {
		tens = min(tens, n)
	}
	rest, word := new(big.Int), new(big.Int)
	for digits := x.digits; len(digits) > 0; {
		n := min(len(digits), wordDigits)
		var chunk uint64
		for _, c := range digits[:n] {
			chunk = chunk*10 + uint64(c-'0')
		}
		rest.Mul(rest, word.SetUint64(powersOfTen[n]))
		rest.Add(rest, word.SetUint64(chunk))
		rest.Rem(rest, divisor)
		digits = digits[n:]
	}
	for ; tens > 0 && rest.Sign() != 0; tens-- {
		rest.Mul(rest, word.SetUint64(10))
		rest.Rem(rest, divisor)
	}
	return rest.Sign() == 0
}

// Exact is the value of a [Number] in a form of which two are compared in time that grows
// with the shorter one.
type Exact struct{ value exact }

// Exact returns the value of n, in time that grows with its text.
func (n Number) Exact() Exact { return Exact{parseExact(n.text)} }

// Cmp compares two values.
func (x Exact) Cmp(y Exact) int { return x.value.cmp(y.value) }

// IsInteger reports whether the value is a mathematical integer.
func (x Exact) IsInteger() bool { return x.value.isInteger() }
