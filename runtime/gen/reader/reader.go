// Package reader adapts the functions by which generated code reads members: each returns
// the value of one member, and false where it is absent or null. Only generated code
// imports it.
package reader

import (
	"strconv"
	"time"

	"github.com/bindery-go/bindery/runtime/timefmt"
)

// Of makes of a reader of a member one that gives the zero value where the member is
// absent or null.
func Of[X, V any](read func(x *X) (V, bool)) func(x *X) V {
	return func(x *X) V {
		v, _ := read(x)
		return v
	}
}

// Text makes of a reader of texts one of strings.
func Text[X any, V ~string](read func(x *X) (V, bool)) func(x *X) (string, bool) {
	return func(x *X) (string, bool) {
		v, ok := read(x)
		return string(v), ok
	}
}

// Int makes of a reader of whole numbers one of int64s.
func Int[X any, V ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64](read func(x *X) (V, bool)) func(x *X) (int64, bool) {
	return func(x *X) (int64, bool) {
		v, ok := read(x)
		return int64(v), ok
	}
}

// Float makes of a reader of numbers one of float64s.
func Float[X any, V ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float64](read func(x *X) (V, bool)) func(x *X) (float64, bool) {
	return func(x *X) (float64, bool) {
		v, ok := read(x)
		return float64(v), ok
	}
}

// Bool makes of a reader of truth values one of bools.
func Bool[X any, V ~bool](read func(x *X) (V, bool)) func(x *X) (bool, bool) {
	return func(x *X) (bool, bool) {
		v, ok := read(x)
		return bool(v), ok
	}
}

// Digits makes of a reader of whole numbers one of their decimal digits.
func Digits[X any](read func(x *X) (int64, bool)) func(x *X) (string, bool) {
	return func(x *X) (string, bool) {
		v, ok := read(x)
		return strconv.FormatInt(v, 10), ok
	}
}

// Time makes of a reader of a date-time one of its moment, the zero time where it is
// absent or null.
func Time[X any](read func(x *X) (timefmt.DateTime, bool)) func(x *X) time.Time {
	return func(x *X) time.Time {
		v, _ := read(x)
		return v.Time()
	}
}

// NotBefore is the date-time of now, or the latest of some dates of x where that is
// later: the clock may step back, and what is written must not be from before what is
// there.
func NotBefore[X any](now time.Time, x *X, dates ...func(x *X) (timefmt.DateTime, bool)) timefmt.DateTime {
	latest := timefmt.DateTimeOf(now.UTC())
	for _, read := range dates {
		if at, ok := read(x); ok && at.Compare(latest) > 0 {
			latest = at
		}
	}
	return latest
}

// Last is the last element of a list, nil where it has none.
func Last[E any](list []E) *E {
	if len(list) == 0 {
		return nil
	}
	return &list[len(list)-1]
}

// Length makes of a reader of a list one of how many elements it has.
func Length[X, E any, V ~[]E](read func(x *X) (V, bool)) func(x *X) (int64, bool) {
	return func(x *X) (int64, bool) {
		v, ok := read(x)
		return int64(len(v)), ok
	}
}
