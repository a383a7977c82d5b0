package pattern_test

import (
	"testing"

	"github.com/bindery-go/bindery/runtime/pattern"
)

// even holds texts with an even number of é, and all with an x before the
// first é.
var even = pattern.Table{
	ASCII:   string(append(append(make([]byte, 'x'), 1), make([]byte, 127-'x')...)),
	From:    []rune{0x80, 'é', 'é' + 1},
	Classes: "\x00\x02\x00",
	Next:    "\x00\x00\x00\x01\x01\x01\x02\x01\x03\x03\x03\x02",
	Width:   3,
	Final:   "\x00\x01\x01\x00",
}

func TestTable(t *testing.T) {
	for text, want := range map[string]bool{"": true, "aé": false, "éaéü": true, "ééé": false, "axé": true, "éxé😀": true, "éx": false} {
		if got := even.Match([]byte(text)); got != want || even.MatchString(text) != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
