package gofile

import "github.com/bindery-go/bindery/generator/internal/visible"

// jsonDepth is how deep the members of a JSON text stand on lines of their own,
// so that a change of a schema is a change of few lines.
const jsonDepth = 2

// JSON returns a JSON text without white space as a file of an equal text that
// shows what it holds.
func JSON(text string) []byte {
	out := make([]byte, 0, len(text)+len(text)/16)
	var open []byte // the containers around
	quoted := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		out = append(out, c)
		switch {
		case quoted && c == '\\':
			i++
			out = append(out, text[i])
			continue
		case c == '"':
			quoted = !quoted
		case quoted:
			continue
		case c == '{' || c == '[':
			open = append(open, c)
		case c == '}' || c == ']':
			open = open[:len(open)-1]
		}
		inObject := len(open) > 0 && len(open) <= jsonDepth && open[len(open)-1] == '{'
		if !quoted && inObject && (c == ',' || c == '{' && text[i+1] != '}') {
			out = append(out, '\n')
		}
	}
	return visible.JSON(out)
}
