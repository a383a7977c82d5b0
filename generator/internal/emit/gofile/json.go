package gofile

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/bindery-go/bindery/generator/internal/visible"
	"github.com/dave/jennifer/jen"
)

// jsonDepth is how deep the members of a quoted JSON text stand on lines of
// their own, so that a change of a schema is a change of few lines.
const jsonDepth = 2

// QuoteJSON returns a JSON text without white space as a Go string literal of
// an equal text. It is a raw literal: what such a literal cannot hold, or would
// not show, is escaped the way JSON does.
func QuoteJSON(text string) *jen.Statement {
	var b strings.Builder
	b.WriteByte('`')
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
		case quoted && (r == '`' || !visible.Rune(r)):
			writeEscape(&b, r)
			continue
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
	b.WriteByte('`')
	return jen.Op(b.String())
}

// writeEscape writes a character as JSON escapes (RFC 8259 section 7).
func writeEscape(b *strings.Builder, r rune) {
	const digits = "0123456789abcdef"
	for _, unit := range utf16.Encode([]rune{r}) {
		b.WriteString(`\u`)
		for shift := 12; shift >= 0; shift -= 4 {
			b.WriteByte(digits[unit>>shift&15])
		}
	}
}
