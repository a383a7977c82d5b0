package visible

import (
	"strconv"
	"testing"
)

// TestLiteralIsTheText: whatever the text, the literal stands for it, and is raw only
// where Go keeps every byte of it and all can be seen.
func TestLiteralIsTheText(t *testing.T) {
	for text, raw := range map[string]bool{
		"":                 true,
		"{\n  \"a\": 1\n}": true,
		`back\slash`:       true,
		"tick ` tick":      false,
		"carriage\rback":   false,
		"a\x00b":           false,
		"mark \ufeff":      false,
		"turn \u202e":      false,
		"Grüße\n日本":        true,
	} {
		literal := Literal(text)
		if got, err := strconv.Unquote(literal); got != text || err != nil {
			t.Errorf("%q is %s, which is %q, %v", text, literal, got, err)
		}
		if isRaw := literal[0] == '`'; isRaw != raw {
			t.Errorf("%q is %s", text, literal)
		}
	}
}
