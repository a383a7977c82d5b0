package build

import (
	"reflect"

	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

// unlessZero returns checks, or nil where there is none of them.
func unlessZero[T any](checks T) *T {
	if reflect.ValueOf(&checks).Elem().IsZero() {
		return nil
	}
	return &checks
}

// larger joins two lower bounds of a size; nil is none.
func larger(a, b *uint64) *uint64 {
	if a == nil || b != nil && *b > *a {
		return b
	}
	return a
}

// smaller joins two upper bounds of a size; nil is none.
func smaller(a, b *uint64) *uint64 {
	if a == nil || b != nil && *b < *a {
		return b
	}
	return a
}

// positive is a lower bound of a size, or nil where it says nothing.
func positive(least *uint64) *uint64 {
	if least != nil && *least == 0 {
		return nil
	}
	return least
}

// bound is a bound of numbers: its text, and whether the number itself is out.
type bound struct {
	text      string
	exclusive bool
}

// tighter joins two bounds; the text "" is none. The sign is 1 for lower bounds
// and -1 for upper ones.
func tighter(a, b bound, sign int) bound {
	switch {
	case a.text == "":
		return b
	case b.text == "":
		return a
	}
	d := jsonvalue.TrustedNumber(b.text).Cmp(jsonvalue.TrustedNumber(a.text)) * sign
	if d > 0 || d == 0 && b.exclusive && !a.exclusive {
		return b
	}
	return a
}

// looser is the bound that numbers keep which keep one of two; the text "" is none.
func looser(a, b bound, sign int) bound {
	switch {
	case a.text == "" || b.text == "":
		return bound{}
	case tighter(a, b, sign) == a:
		return b
	}
	return a
}
