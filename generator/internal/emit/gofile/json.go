package gofile

import (
	"strings"
	"unicode/utf8"

	"github.com/bindery-go/bindery/generator/internal/visible"
)

// jsonDepth is how deep the members of a JSON text stand on lines of their own,
// so that a change of a schema is a change of few lines.
const jsonDepth = 2

// JSON returns a JSON text without white space as a file of an equal text that
// shows what it holds.
func JSON(text string) []byte {
	var b strings.Builder
	var open []byte // the containers around
	quoted := false
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		switch {
		case quoted && r == '\\':
			b.WriteString(text[i-1 : i+1])
			i++
			continue
		case r == '"':
			quoted = !quoted
		case quoted:
		case r == '{' || r == '[':
			open = append(open, byte(r))
		case r == '}' || r == ']':
			open = open[:len(open)-1]
		}
		b.WriteRune(r)
		inObject := len(open) > 0 && len(open) <= jsonDepth && open[len(open)-1] == '{'
		if !quoted && inObject && (r == ',' || r == '{' && text[i] != '}') {
			b.WriteByte('\n')
		}
	}
	return visible.JSON([]byte(b.String()))
}
