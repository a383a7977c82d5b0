package jsonscan

import (
	"cmp"
	"math"
	"math/bits"
)

// wordDigits is how many decimal digits always fit a uint64.
const wordDigits = 19

// decimal is the value ±mantissa × 10^exponent. Numbers whose significant digits
// or exponent do not fit are big: the other fields say nothing then, and the
// text is consulted through exact. Whether a number is big depends on its value
// alone, not on its spelling.
type decimal struct {
	mantissa uint64
	exponent int32
	negative bool
	big      bool
}

var powersOfTen = [...]uint64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9,
	1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
}

func intDecimal(i int64) decimal {
	if i < 0 {
		return decimal{mantissa: -uint64(i), negative: true}
	}
	return decimal{mantissa: uint64(i)}
}

// parseDecimal returns the value of a number that does not fit a packed one.
func parseDecimal(text []byte) decimal {
	x := parseExact(text)
	if len(x.digits) == 0 {
		return decimal{negative: x.negative}
	}
	exponent, ok := x.exponent().int64()
	if !ok || exponent != int64(int32(exponent)) || len(x.digits) > wordDigits+1 {
		return decimal{negative: x.negative, big: true}
	}
	var mantissa uint64
	for _, c := range x.digits {
		high, low := bits.Mul64(mantissa, 10)
		sum, carry := bits.Add64(low, uint64(c-'0'), 0)
		if high != 0 || carry != 0 {
			return decimal{negative: x.negative, big: true}
		}
		mantissa = sum
	}
	return decimal{mantissa, int32(exponent), x.negative, false}
}

// stripped moves trailing zeros of the mantissa into the exponent, which makes
// the form canonical.
func (d decimal) stripped() decimal {
	if d.mantissa == 0 {
		return decimal{negative: d.negative}
	}
	for d.mantissa%10 == 0 && d.exponent < math.MaxInt32 {
		d.mantissa /= 10
		d.exponent++
	}
	return d
}

// integer returns the magnitude when it is an integer that a uint64 can hold.
func (d decimal) integer() (uint64, bool) {
	switch {
	case d.big:
		return 0, false
	case d.exponent == 0 || d.mantissa == 0:
		return d.mantissa, true
	case d.exponent > 0:
		if d.exponent > wordDigits {
			return 0, false
		}
		high, low := bits.Mul64(d.mantissa, powersOfTen[d.exponent])
		return low, high == 0
	case d.exponent < -wordDigits:
		return 0, false
	default:
		power := powersOfTen[-d.exponent]
		return d.mantissa / power, d.mantissa%power == 0
	}
}

// cmp compares two decimals that are not big.
func (d decimal) cmp(e decimal) int {
	if d.mantissa == 0 || e.mantissa == 0 || d.negative != e.negative {
		return cmp.Compare(d.sign(), e.sign())
	}
	c := d.cmpMagnitude(e)
	if d.negative {
		return -c
	}
	return c
}

func (d decimal) sign() int {
	switch {
	case d.mantissa == 0:
		return 0
	case d.negative:
		return -1
	default:
		return 1
	}
}

func (d decimal) cmpMagnitude(e decimal) int {
	if d.exponent == e.exponent {
		return cmp.Compare(d.mantissa, e.mantissa)
	}
	// The place of the first digit decides, unless it is the same; then the
	// exponents differ by less than 20 and one multiplication aligns them.
	if c := cmp.Compare(int64(digitCount(d.mantissa))+int64(d.exponent), int64(digitCount(e.mantissa))+int64(e.exponent)); c != 0 {
		return c
	}
	if d.exponent > e.exponent {
		high, low := bits.Mul64(d.mantissa, powersOfTen[d.exponent-e.exponent])
		if high != 0 {
			return 1
		}
		return cmp.Compare(low, e.mantissa)
	}
	return -e.cmpMagnitude(d)
}

// digitCount returns the number of decimal digits of a positive m.
func digitCount(m uint64) int {
	// 1233/4096 is just above log10(2).
	n := bits.Len64(m) * 1233 >> 12
	if n < len(powersOfTen) && m >= powersOfTen[n] {
		n++
	}
	return n
}

// multipleOf reports whether d/e is an integer. With trailing zeros moved into
// the exponent of d, that is impossible when e has the higher exponent: d's
// mantissa would have to be a multiple of ten.
func (d decimal) multipleOf(e decimal) bool {
	if d.mantissa == 0 || e.mantissa == 0 {
		return d.mantissa == 0
	}
	d = d.stripped()
	shift := int64(d.exponent) - int64(e.exponent)
	if shift < 0 {
		return false
	}
	// mantissa × 10^shift mod e.mantissa; beyond 64 more tens add no factor of 2
	// or 5 that a 64-bit divisor could still ask for.
	rest := d.mantissa % e.mantissa
	for range min(shift, 64) {
		if rest == 0 {
			return true
		}
		high, low := bits.Mul64(rest, 10)
		_, rest = bits.Div64(high, low, e.mantissa)
	}
	return rest == 0
}
