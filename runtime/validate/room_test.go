package validate

import (
	"math/rand/v2"
	"testing"
)

// TestMostValuesSkipsStrings compares with a count that goes byte by byte.
func TestMostValuesSkipsStrings(t *testing.T) {
	for _, test := range []struct {
		text string
		want int
	}{
		{`null`, 1},
		{`[]`, 2},
		{`{"a":[1,2]}`, 4},
		{`["\"",1,"\\",[2],"\\\"{[,",3]`, 8},
		{`["","",""]`, 4},
		{`["open, [`, 2},
		{`["\`, 2},
		{``, 1},
	} {
		if got := mostValues([]byte(test.text)); got != test.want {
			t.Errorf("mostValues(%s) = %d, not %d", test.text, got, test.want)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		text := make([]byte, random.IntN(40))
		want, inside, escaped := 1, false, false
		for i := range text {
			c := `"\,[{a"`[random.IntN(7)]
			if c == '\\' && !inside {
				c = ' ' // no JSON, and nothing to be right about
			}
			text[i] = c
			switch {
			case escaped:
				escaped = false
			case c == '\\':
				escaped = true
			case c == '"':
				inside = !inside
			case !inside && (c == ',' || c == '[' || c == '{'):
				want++
			}
		}
		if got := mostValues(text); got != want {
			t.Fatalf("mostValues(%q) = %d, not %d", text, got, want)
		}
	}
}
