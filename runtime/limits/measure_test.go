package limits_test

import (
	"math"
	"testing"

	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/limits"
)

func TestMeasuresOfAnyValue(t *testing.T) {
	for text, want := range map[string]struct {
		length int64
		text   string
		number float64
	}{
		`[1,[2,3]]`:     {length: 2},
		`{"a":1,"b":2}`: {length: 2},
		`"äb"`:          {text: "äb"},
		`-1.5`:          {number: -1.5},
		`null`:          {},
	} {
		v := jsonvalue.Trusted(text)
		if limits.Length(v) != want.length || limits.Text(v) != want.text || limits.Number(v) != want.number {
			t.Errorf("%s: %d, %q, %v", text, limits.Length(v), limits.Text(v), limits.Number(v))
		}
	}
	if limits.Length([]int{1, 2}) != 2 || limits.Text("a") != "a" || limits.Number(3) != 3 {
		t.Error("not what Go values measure")
	}
	if none := math.NaN(); limits.Length(none) != 0 || limits.Text(none) != "" || limits.Number(none) != 0 {
		t.Error("what has no encoding measures something")
	}
}

func TestCount(t *testing.T) {
	if n := limits.Count(2, true, false, true); n != 4 {
		t.Error(n)
	}
	if n := limits.Count(0); n != 0 {
		t.Error(n)
	}
}
