package types

import (
	"math"
	"testing"
)

// The kinds of a union count from one, zero being none: the last must fit.
func TestSmallest(t *testing.T) {
	for n, want := range map[int]string{
		1: "uint8", math.MaxUint8: "uint8", math.MaxUint8 + 1: "uint16", math.MaxUint16: "uint16", math.MaxUint16 + 1: "uint32",
	} {
		if got := smallest(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
