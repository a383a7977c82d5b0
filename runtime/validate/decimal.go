package validate

import (
	"cmp"
	"math"
	"math/big"
	"math/bits"
)

// decimal is a number of a JSON text, exactly. It refers to the text and needs
// no memory of its own.
type decimal struct {
	// mantissa runs from the first to the last significant digit; it may hold
	// a decimal point. It is empty for zero.
	mantissa []byte
	digits   int64 // number of significant digits
	// exp is the power of ten of the first significant digit: the number is
	// d.ddd × 10^exp. Exponents beyond ±maxExp count as ±maxExp.
	exp      int64
	negative bool
}

// maxExp bounds exponents, so that sums with lengths of texts cannot overflow.
const maxExp = math.MaxInt64 / 4

// parseDecimal reads a number that is known to follow the JSON grammar.
func parseDecimal(text []byte) decimal {
	var d decimal
	if text[0] == '-' {
		d.negative = true
		text = text[1:]
	}
	first, last := -1, -1 // significant digits
	point := int64(-1)    // digits before the decimal point
	var seen int64        // digits so far
	var firstDigit, lastDigit int64
	i := 0
	for ; i < len(text) && text[i]|0x20 != 'e'; i++ {
		if text[i] == '.' {
			point = seen
			continue
		}
		if text[i] != '0' {
			if first < 0 {
				first, firstDigit = i, seen
			}
			last, lastDigit = i, seen
		}
		seen++
	}
	if first < 0 {
		return decimal{}
	}
	if point < 0 {
		point = seen
	}
	d.mantissa = text[first : last+1]
	d.digits = lastDigit - firstDigit + 1
	d.exp = point - 1 - firstDigit
	if i < len(text) {
		d.exp = min(max(d.exp+parseExponent(text[i+1:]), -maxExp), maxExp)
	}
	return d
}

func parseExponent(text []byte) int64 {
	negative := text[0] == '-'
	if negative || text[0] == '+' {
		text = text[1:]
	}
	var e int64
	for _, c := range text {
		if e = e*10 + int64(c-'0'); e > maxExp/10 {
			e = maxExp
			break
		}
	}
	if negative {
		return -e
	}
	return e
}

func (d decimal) isZero() bool { return d.digits == 0 }

// isInteger reports whether the number has no fractional part, like 1.0 and 1e2.
func (d decimal) isInteger() bool { return d.exp >= d.digits-1 }

// cmp compares two numbers mathematically.
func (d decimal) cmp(e decimal) int {
	switch {
	case d.sign() != e.sign():
		return cmp.Compare(d.sign(), e.sign())
	case d.isZero():
		return 0
	}
	c := cmp.Compare(d.exp, e.exp)
	if c == 0 {
		c = compareDigits(d.mantissa, e.mantissa)
	}
	return c * d.sign()
}

func (d decimal) sign() int {
	switch {
	case d.isZero():
		return 0
	case d.negative:
		return -1
	}
	return 1
}

// compareDigits compares two mantissas as decimal fractions 0.ddd.
func compareDigits(a, b []byte) int {
	for {
		if len(a) > 0 && a[0] == '.' {
			a = a[1:]
		}
		if len(b) > 0 && b[0] == '.' {
			b = b[1:]
		}
		if len(a) == 0 || len(b) == 0 {
			// A mantissa ends with a digit other than 0: the longer is greater.
			return cmp.Compare(len(a), len(b))
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
}

// multipleOf reports whether d is an integer times m, which is not zero.
func (d decimal) multipleOf(m decimal) bool {
	if d.isZero() {
		return true
	}
	// d = x·10^p and m = y·10^q with integers x and y that 10 does not divide.
	shift := (d.exp - d.digits) - (m.exp - m.digits)
	if shift < 0 {
		return false // x is no multiple of y·10^-shift
	}
	y, ok := m.uint64()
	if !ok {
		return d.bigMultipleOf(m, shift)
	}
	// x·10^shift mod y, digit by digit and by repeated squaring.
	r := uint64(0)
	for _, c := range d.mantissa {
		if c != '.' {
			r = addMod(mulMod(r, 10, y), uint64(c-'0')%y, y)
		}
	}
	for square := 10 % y; shift > 0; shift >>= 1 {
		if shift&1 == 1 {
			r = mulMod(r, square, y)
		}
		square = mulMod(square, square, y)
	}
	return r == 0
}

// uint64 returns the mantissa as an integer.
func (d decimal) uint64() (uint64, bool) {
	if d.digits > 19 {
		return 0, false
	}
	var u uint64
	for _, c := range d.mantissa {
		if c != '.' {
			u = u*10 + uint64(c-'0')
		}
	}
	return u, true
}

func mulMod(a, b, m uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return bits.Rem64(hi, lo, m)
}

func addMod(a, b, m uint64) uint64 {
	if a >= m-b {
		return a - (m - b)
	}
	return a + b
}

// bigMultipleOf is multipleOf for an m of 20 digits or more.
func (d decimal) bigMultipleOf(m decimal, shift int64) bool {
	x, y := d.big(), m.big()
	x.Mod(x, y)
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(shift), y)
	x.Mul(x, power)
	return x.Mod(x, y).Sign() == 0
}

func (d decimal) big() *big.Int {
	digits := make([]byte, 0, len(d.mantissa))
	for _, c := range d.mantissa {
		if c != '.' {
			digits = append(digits, c)
		}
	}
	x, _ := new(big.Int).SetString(string(digits), 10)
	return x
}
