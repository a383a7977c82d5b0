package document

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// value reads a scalar, or the opening bracket of a container.
func (r *jsonReader) value() (n *Node, ok bool) {
	r.space()
	n = &Node{Pos: r.cursor.Pos(r.at)}
	if r.values++; r.values > maxValues {
		r.diagnostics.Add(tooManyValues(n.Pos))
		return nil, false
	}
	switch c := r.peek(); {
	case c == '{':
		n.Kind = Object
		r.at++
		return n, true
	case c == '[':
		n.Kind = Array
		r.at++
		return n, true
	case c == '"':
		n.Kind = String
		n.Text, ok = r.text()
		return n, ok
	case c == '-' || isDigit(c):
		n.Kind = Number
		n.Text, ok = r.number()
		return n, ok
	}
	word := r.word()
	switch word {
	case "null":
	case "true", "false":
		n.Kind, n.Bool = Bool, word == "true"
	default:
		r.mistake(r.at, "expected a JSON value, found %s", r.found())
		if word == "" {
			return nil, false
		}
	}
	r.at += len(word)
	return n, true
}

// atValue reports whether a value may begin here.
func (r *jsonReader) atValue() bool {
	c := r.peek()
	return c == '{' || c == '[' || c == '"' || c == '-' || isWordByte(c)
}

// word returns the letters and digits that come next, up to a length that no
// word of JSON has.
func (r *jsonReader) word() string {
	end := r.at
	for end < len(r.data) && end-r.at < 32 && isWordByte(r.data[end]) {
		end++
	}
	return string(r.data[r.at:end])
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || isDigit(c) || c == '_'
}

// number reads a number by the grammar of RFC 8259 section 6.
func (r *jsonReader) number() (text string, ok bool) {
	start := r.at
	if r.peek() == '-' {
		r.at++
	}
	zero := r.peek() == '0'
	switch n := r.digits(); {
	case n == 0:
		return "", r.mistake(r.at, "expected a digit after '-', found %s", r.found())
	case zero && n > 1:
		r.mistake(start, "number has a leading zero")
	}
	if r.peek() == '.' {
		r.at++
		if r.digits() == 0 {
			return "", r.mistake(r.at, "expected a digit after the decimal point, found %s", r.found())
		}
	}
	if c := r.peek(); c == 'e' || c == 'E' {
		r.at++
		if c := r.peek(); c == '+' || c == '-' {
			r.at++
		}
		if r.digits() == 0 {
			return "", r.mistake(r.at, "expected a digit in the exponent, found %s", r.found())
		}
	}
	return string(r.data[start:r.at]), true
}

func (r *jsonReader) digits() (n int) {
	for isDigit(r.peek()) {
		r.at++
		n++
	}
	return n
}

// text reads a string (RFC 8259 section 7). The file is known to be valid
// UTF-8, so only escapes can spoil it; a lone surrogate is reported, becomes
// U+FFFD, and reading goes on.
func (r *jsonReader) text() (s string, ok bool) {
	quote := r.at
	r.at++
	var b strings.Builder
	start := r.at
	for {
		if r.at == len(r.data) {
			return "", r.mistake(quote, "string is not closed")
		}
		switch c := r.data[r.at]; {
		case c == '"':
			b.Write(r.data[start:r.at])
			r.at++
			return b.String(), true
		case c == '\\':
			b.Write(r.data[start:r.at])
			r.escape(&b)
			start = r.at
		case c == '\n' || c == '\r':
			return "", r.mistake(quote, "string is not closed on its line")
		case c < ' ':
			r.broken = true
			r.diagnostics.Addf(diag.ControlCharacter, r.cursor.Pos(r.at), "control character U+%04X in a string", c)
			r.at++
		default:
			r.at++
		}
	}
}

func (r *jsonReader) escape(b *strings.Builder) {
	backslash := r.at
	c, next, problem := jsonscan.Escape(r.data, backslash)
	switch problem {
	case jsonscan.ProblemNone:
		b.WriteRune(c)
		r.at = next
	case jsonscan.ProblemSurrogate:
		unit, _ := strconv.ParseUint(string(r.data[backslash+2:backslash+6]), 16, 16)
		r.diagnostics.Add(halfCharacter(r.cursor.Pos(backslash), rune(unit)))
		b.WriteRune(utf8.RuneError)
		r.at = backslash + len(`\u0000`)
	default:
		r.mistake(backslash, "invalid escape in a string")
		r.at++
	}
}

func halfCharacter(pos source.Pos, unit rune) diag.Diagnostic {
	return diag.New(diag.InvalidUTF8, pos, `escape \u%04x is half a character`, unit).
		WithHelp("write the character as a pair of surrogate escapes, or as itself")
}

// space passes over white space, and over comments after reporting them.
func (r *jsonReader) space() {
	for r.at < len(r.data) {
		switch r.data[r.at] {
		case ' ', '\t', '\n', '\r':
			r.at++
		case '/':
			if !r.comment() {
				return
			}
		default:
			return
		}
	}
}

// comment passes over a comment of JavaScript, which JSON does not have.
func (r *jsonReader) comment() bool {
	rest := string(r.data[r.at:min(r.at+2, len(r.data))])
	end := "\n"
	switch rest {
	case "//":
	case "/*":
		end = "*/"
	default:
		return false
	}
	r.mistake(r.at, "expected a JSON value, found a comment")
	if n := bytes.Index(r.data[r.at+2:], []byte(end)); n >= 0 {
		r.at += 2 + n + len(end)
	} else {
		r.at = len(r.data)
	}
	return true
}

// peek returns the next byte, or 0 at the end of the file, which no rule
// expects.
func (r *jsonReader) peek() byte {
	if r.at == len(r.data) {
		return 0
	}
	return r.data[r.at]
}

// found describes what comes next for a message.
func (r *jsonReader) found() string {
	if r.at == len(r.data) {
		return "the end of the file"
	}
	if word := r.word(); word != "" {
		return strconv.Quote(word)
	}
	c, _ := utf8.DecodeRune(r.data[r.at:])
	return strconv.QuoteRune(c)
}

// mistake reports a syntax error with the help that fits what stands there,
// unless one was reported for the same line. It returns false for those who
// cannot read on.
func (r *jsonReader) mistake(offset int, format string, args ...any) bool {
	r.broken = true
	pos := r.cursor.Pos(offset)
	if pos.Line == r.lastLine {
		return false
	}
	r.lastLine = pos.Line
	d := diag.New(diag.SyntaxError, pos, format, args...)
	if offset < len(r.data) {
		switch r.data[offset] {
		case '\'':
			d = d.WithHelp("JSON strings are written in double quotes")
		case '/', '#':
			d = d.WithHelp("JSON has no comments")
		case ',':
			d = d.WithHelp("remove the comma")
		}
	}
	r.diagnostics.Add(d)
	return false
}
