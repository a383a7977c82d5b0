package document

import (
	"hash/maphash"
	"strings"
)

// Equal reports whether two nodes are the same JSON value: numbers by their
// mathematical value, objects without regard to order. Positions do not count.
// Two nil nodes are equal.
func Equal(a, b *Node) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case Bool:
		return a.Bool == b.Bool
	case Number:
		return EqualNumbers(a.Text, b.Text)
	case String:
		return a.Text == b.Text
	case Array:
		if len(a.Items) != len(b.Items) {
			return false
		}
		for i := range a.Items {
			if !Equal(a.Items[i], b.Items[i]) {
				return false
			}
		}
	case Object:
		if len(a.Members) != len(b.Members) {
			return false
		}
		for _, m := range a.Members {
			other := b.Get(m.Name)
			if other == nil || !Equal(m.Value, other) {
				return false
			}
		}
	}
	return true
}

// seed is that of this process: no hash leaves it.
var seed = maphash.MakeSeed()

// Hash returns a number that is the same for values that are [Equal].
func Hash(n *Node) uint64 {
	const odd = 0x9E3779B97F4A7C15
	if n == nil {
		return 0
	}
	h := uint64(n.Kind)
	switch n.Kind {
	case Bool:
		if n.Bool {
			h += odd
		}
	case Number:
		h += maphash.String(seed, parseDecimal(n.Text).digits)
	case String:
		h += maphash.String(seed, n.Text)
	case Array:
		for _, item := range n.Items {
			h = h*odd + Hash(item)
		}
	case Object:
		for _, m := range n.Members { // in any order
			h += (maphash.String(seed, m.Name) + 1) * (Hash(m.Value) | 1)
		}
	}
	return h*odd + 1
}

// EqualNumbers reports whether two JSON number texts have the same mathematical
// value. It never converts them, so 1e400 and exponents of any length are exact
// and the cost is linear in the texts.
func EqualNumbers(a, b string) bool {
	if a == b {
		return true
	}
	x, y := parseDecimal(a), parseDecimal(b)
	if x.digits == "" || y.digits == "" {
		return x.digits == y.digits
	}
	return x.negative == y.negative && x.digits == y.digits && x.sameExponent(y)
}

// decimal is the number ±0.digits × 10^(exponent+shift). The digits neither
// begin nor end with a zero, so that equal numbers have equal digits; zero has
// none.
type decimal struct {
	negative         bool
	digits           string
	exponent         string // decimal digits
	exponentNegative bool
	shift            int // the number of digits before the decimal point
}

func parseDecimal(text string) (d decimal) {
	text, d.negative = strings.CutPrefix(text, "-")
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		d.exponent = text[i+1:]
		d.exponent, d.exponentNegative = strings.CutPrefix(d.exponent, "-")
		d.exponent = strings.TrimPrefix(d.exponent, "+")
		text = text[:i]
	}
	whole, fraction, _ := strings.Cut(text, ".")
	d.shift = len(whole)
	d.digits = whole + fraction
	significant := strings.TrimLeft(d.digits, "0")
	d.shift -= len(d.digits) - len(significant)
	d.digits = strings.TrimRight(significant, "0")
	return d
}

// sameExponent compares exponent+shift of two numbers. Exponents may be longer
// than any machine word while shifts are no longer than the texts, so it asks
// whether the difference of the exponents is the (small) difference of shifts.
func (d decimal) sameExponent(e decimal) bool {
	const far = 1 << 50 // farther apart than any shift, yet far from overflow
	var difference int64
	for at := -max(len(d.exponent), len(e.exponent)); at < 0; at++ {
		difference = difference*10 +
			int64(signedDigit(d.exponent, at, d.exponentNegative)) -
			int64(signedDigit(e.exponent, at, e.exponentNegative))
		if difference > far || difference < -far {
			return false // the digits to come cannot make up for this
		}
	}
	return difference == int64(e.shift-d.shift)
}

// signedDigit returns the digit at a place counted from the end (-1 is the
// last); places before the first digit hold 0.
func signedDigit(digits string, at int, negative bool) int {
	i := len(digits) + at
	if i < 0 {
		return 0
	}
	v := int(digits[i] - '0')
	if negative {
		return -v
	}
	return v
}
