package jsonscan

import (
	"bytes"
	"strconv"
)

// wide is a signed integer of any length in decimal digits, most significant
// first and without leading zeros: the exponent of a JSON number has no bound.
// Adding and comparing are linear in the digits; math/big would need quadratic
// time to read them.
type wide struct {
	negative bool
	digits   []byte
}

func wideInt(i int64) wide { return parseWide(strconv.AppendInt(nil, i, 10)) }

// parseWide takes an optional sign and digits, and keeps the slice.
func parseWide(text []byte) wide {
	var w wide
	if text[0] == '-' || text[0] == '+' {
		w.negative = text[0] == '-'
		text = text[1:]
	}
	w.digits = bytes.TrimLeft(text, "0")
	return w
}

// int64 returns the value when it has at most 18 digits.
func (w wide) int64() (int64, bool) {
	if len(w.digits) > 18 {
		return 0, false
	}
	var i int64
	for _, c := range w.digits {
		i = i*10 + int64(c-'0')
	}
	if w.negative {
		i = -i
	}
	return i, true
}

func (w wide) sign() int {
	switch {
	case len(w.digits) == 0:
		return 0
	case w.negative:
		return -1
	default:
		return 1
	}
}

func (w wide) neg() wide { return wide{!w.negative, w.digits} }

func (w wide) cmp(v wide) int { return w.add(v.neg()).sign() }

func (w wide) add(v wide) wide {
	if w.negative == v.negative {
		return wide{w.negative, addDigits(w.digits, v.digits)}
	}
	if cmpDigits(w.digits, v.digits) < 0 {
		w, v = v, w
	}
	return wide{w.negative, subtractDigits(w.digits, v.digits)}
}

func cmpDigits(a, b []byte) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return bytes.Compare(a, b)
}

func addDigits(a, b []byte) []byte {
	if len(a) < len(b) {
		a, b = b, a
	}
	sum := make([]byte, len(a)+1)
	carry := byte(0)
	for i := range a {
		d := a[len(a)-1-i] - '0' + carry
		if i < len(b) {
			d += b[len(b)-1-i] - '0'
		}
		carry = d / 10
		sum[len(sum)-1-i] = '0' + d%10
	}
	sum[0] = '0' + carry
	return bytes.TrimLeft(sum, "0")
}

// subtractDigits returns a-b for a >= b.
func subtractDigits(a, b []byte) []byte {
	difference := make([]byte, len(a))
	borrow := byte(0)
	for i := range a {
		d := 10 + a[len(a)-1-i] - '0' - borrow
		if i < len(b) {
			d -= b[len(b)-1-i] - '0'
		}
		borrow = 1 - d/10
		difference[len(a)-1-i] = '0' + d%10
	}
	return bytes.TrimLeft(difference, "0")
}
