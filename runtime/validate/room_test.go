package validate

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestRoomForValues: a text that is dense at its start promises more values than it
// has, but no more room than one of its length that is dense throughout.
func TestRoomForValues(t *testing.T) {
	dense, sparse := strings.Repeat("0,", 50_000), `"`+strings.Repeat("x", 1_000_000)+`"`
	for _, test := range []struct{ name, text string }{
		{"small", `[1,[2]]`},
		{"dense", "[" + dense + "0]"},
		{"dense at the start", "[" + dense + sparse + "]"},
		{"dense at the end", "[" + sparse + "," + dense + "0]"},
		{"sparse", sparse},
	} {
		var d document
		if !d.read([]byte(test.text)) {
			t.Fatalf("%s: refused", test.name)
		}
		values, room := len(d.values), cap(d.values)
		if most := len(test.text)/2 + 1; room > 4*values+64 || room > most+most/16+64 {
			t.Errorf("%s: room for %d values in %d bytes, which have %d", test.name, room, len(test.text), values)
		}
	}
}

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
