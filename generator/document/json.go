package document

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/bindery-go/bindery/generator/diag"
	"github.com/bindery-go/bindery/generator/source"
)

// ReadJSON reads a file as one JSON text, to the letter of RFC 8259. A UTF-8
// byte order mark is passed over, which section 8.1 allows. Of two members of
// one name the first is kept and the second reported. Reading takes linear time
// and no more stack for deeper input.
func ReadJSON(f *source.File) (*Node, diag.Diagnostics) {
	if d, ok := checkText(f); !ok {
		return nil, diag.Diagnostics{d}
	}
	r := jsonReader{data: f.Data, at: f.BOMLen(), cursor: f.Cursor()}
	root, ok := r.document()
	if !ok {
		return nil, r.findings
	}
	return root, r.findings
}

// jsonReader is the state of reading one file. Its methods return false after a
// mistake in the syntax, which they have reported.
type jsonReader struct {
	data     []byte
	at       int
	cursor   *source.Cursor
	open     []jsonContainer
	findings diag.Diagnostics
}

// jsonContainer is an array or object whose end has not been read yet.
type jsonContainer struct {
	node *Node
	// name and namePos belong to the member whose value comes next.
	name    string
	namePos source.Pos
}

func (r *jsonReader) document() (root *Node, ok bool) {
	r.space()
	if r.at == len(r.data) {
		r.report(diag.EmptyDocument, r.at, "the file holds no JSON value")
		return nil, false
	}
	for {
		n, ok := r.value()
		if !ok {
			return nil, false
		}
		if root == nil {
			root = n
		} else {
			r.add(n)
		}
		if n.Kind == Array || n.Kind == Object {
			if len(r.open) == MaxDepth {
				r.findings.Addf(diag.TooDeep, n.Pos, "values are nested deeper than %d levels", MaxDepth)
				return nil, false
			}
			r.open = append(r.open, jsonContainer{node: n})
		}
		if more, ok := r.next(n); !ok {
			return nil, false
		} else if !more {
			break
		}
	}
	r.space()
	if r.at < len(r.data) {
		r.report(diag.TrailingData, r.at, "the JSON value has ended, but the file goes on with %s", r.found())
		return root, true
	}
	return root, true
}

// add puts a value into the innermost open container.
func (r *jsonReader) add(n *Node) {
	in := &r.open[len(r.open)-1]
	if in.node.Kind == Array {
		in.node.Items = append(in.node.Items, n)
		return
	}
	first, ok := in.node.appendMember(Member{Name: in.name, NamePos: in.namePos, Value: n})
	if !ok {
		r.findings.Add(duplicateName(in.node.Members[first], in.namePos))
	}
}

func duplicateName(first Member, second source.Pos) diag.Diagnostic {
	return diag.New(diag.DuplicateName, second, "member name %s occurs twice in this object", shorten(first.Name)).
		WithRelated(first.NamePos, "first occurrence")
}

// shorten quotes a text of the user's for a message.
func shorten(s string) string {
	const most = 60
	if len(s) > most {
		end := most
		for !utf8.RuneStart(s[end]) {
			end--
		}
		return strconv.Quote(s[:end]) + "…"
	}
	return strconv.Quote(s)
}

// next reads what stands between the value n and the value after it: commas,
// closing brackets, the name of a member. more is false at the end of the root.
func (r *jsonReader) next(n *Node) (more, ok bool) {
	// A container that was just opened may be closed at once, but has no comma.
	fresh := n.Kind == Array || n.Kind == Object
	for len(r.open) > 0 {
		in := &r.open[len(r.open)-1]
		object := in.node.Kind == Object
		r.space()
		switch c := r.peek(); {
		case object && c == '}', !object && c == ']':
			r.at++
			r.open = r.open[:len(r.open)-1]
			fresh = false
			continue
		case fresh:
		case c == ',':
			comma := r.at
			r.at++
			r.space()
			if c := r.peek(); c == '}' || c == ']' {
				return false, r.fail(comma, "trailing comma before %q", c)
			}
		case object:
			return false, r.fail(r.at, "expected ',' or '}' after a member, found %s", r.found())
		default:
			return false, r.fail(r.at, "expected ',' or ']' after an element, found %s", r.found())
		}
		if !object {
			return true, true
		}
		return true, r.name(in)
	}
	return false, true
}

// name reads the name of a member and the colon after it.
func (r *jsonReader) name(in *jsonContainer) bool {
	if r.peek() != '"' {
		return r.fail(r.at, "expected a member name in double quotes, found %s", r.found())
	}
	in.namePos = r.cursor.Pos(r.at)
	var ok bool
	if in.name, ok = r.text(); !ok {
		return false
	}
	r.space()
	if r.peek() != ':' {
		return r.fail(r.at, "expected ':' after a member name, found %s", r.found())
	}
	r.at++
	return true
}

// value reads a scalar, or the opening bracket of a container.
func (r *jsonReader) value() (n *Node, ok bool) {
	r.space()
	n = &Node{Pos: r.cursor.Pos(r.at)}
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
	case c == '-' || '0' <= c && c <= '9':
		n.Kind = Number
		n.Text, ok = r.number()
		return n, ok
	}
	switch word := r.word(); word {
	case "null":
	case "true", "false":
		n.Kind, n.Bool = Bool, word == "true"
	default:
		return nil, r.fail(r.at, "expected a JSON value, found %s", r.found())
	}
	r.at += len(r.word())
	return n, true
}

// word returns the letters and digits that come next.
func (r *jsonReader) word() string {
	end := r.at
	for end < len(r.data) && end-r.at < 32 && isWordByte(r.data[end]) {
		end++
	}
	return string(r.data[r.at:end])
}

func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}

// number reads a number by the grammar of RFC 8259 section 6.
func (r *jsonReader) number() (text string, ok bool) {
	start := r.at
	if r.peek() == '-' {
		r.at++
	}
	switch {
	case r.peek() == '0':
		r.at++
		if c := r.peek(); '0' <= c && c <= '9' {
			return "", r.fail(start, "number has a leading zero")
		}
	case r.digits() == 0:
		return "", r.fail(r.at, "expected a digit after '-', found %s", r.found())
	}
	if r.peek() == '.' {
		r.at++
		if r.digits() == 0 {
			return "", r.fail(r.at, "expected a digit after the decimal point, found %s", r.found())
		}
	}
	if c := r.peek(); c == 'e' || c == 'E' {
		r.at++
		if c := r.peek(); c == '+' || c == '-' {
			r.at++
		}
		if r.digits() == 0 {
			return "", r.fail(r.at, "expected a digit in the exponent, found %s", r.found())
		}
	}
	return string(r.data[start:r.at]), true
}

func (r *jsonReader) digits() (n int) {
	for '0' <= r.peek() && r.peek() <= '9' {
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
			return "", r.fail(quote, "string is not closed")
		}
		switch c := r.data[r.at]; {
		case c == '"':
			b.Write(r.data[start:r.at])
			r.at++
			return b.String(), true
		case c == '\\':
			b.Write(r.data[start:r.at])
			if !r.escape(&b) {
				return "", false
			}
			start = r.at
		case c < ' ':
			if c == '\n' || c == '\r' {
				return "", r.fail(quote, "string is not closed on its line")
			}
			r.report(diag.ControlCharacter, r.at, "control character U+%04X in a string", c)
			return "", false
		default:
			r.at++
		}
	}
}

var simpleEscapes = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

func (r *jsonReader) escape(b *strings.Builder) bool {
	backslash := r.at
	r.at++
	c := r.peek()
	if plain := simpleEscapes[c]; plain != 0 {
		r.at++
		b.WriteByte(plain)
		return true
	}
	unit, ok := r.unit(backslash)
	if !ok {
		return r.fail(backslash, "invalid escape in a string")
	}
	r.at = backslash + 6
	if !utf16.IsSurrogate(unit) {
		b.WriteRune(unit)
		return true
	}
	if second, ok := r.unit(r.at); ok {
		if whole := utf16.DecodeRune(unit, second); whole != utf8.RuneError {
			r.at += 6
			b.WriteRune(whole)
			return true
		}
	}
	r.findings.Add(diag.New(diag.InvalidUTF8, r.cursor.Pos(backslash), `escape \u%04x is half a character`, unit).
		WithHelp("write the character as a pair of surrogate escapes, or as itself"))
	b.WriteRune(utf8.RuneError)
	return true
}

// unit returns the UTF-16 code unit of an escape \uXXXX that begins at offset.
func (r *jsonReader) unit(offset int) (rune, bool) {
	if len(r.data)-offset < 6 || r.data[offset] != '\\' || r.data[offset+1] != 'u' {
		return 0, false
	}
	var unit rune
	for _, c := range r.data[offset+2 : offset+6] {
		switch {
		case '0' <= c && c <= '9':
			unit = unit<<4 | rune(c-'0')
		case 'a' <= c && c <= 'f':
			unit = unit<<4 | rune(c-'a'+10)
		case 'A' <= c && c <= 'F':
			unit = unit<<4 | rune(c-'A'+10)
		default:
			return 0, false
		}
	}
	return unit, true
}

func (r *jsonReader) space() {
	for r.at < len(r.data) {
		switch r.data[r.at] {
		case ' ', '\t', '\n', '\r':
			r.at++
		default:
			return
		}
	}
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

func (r *jsonReader) report(code diag.Code, offset int, format string, args ...any) {
	r.findings.Addf(code, r.cursor.Pos(offset), format, args...)
}

// fail reports a syntax error with the help that fits what stands there.
func (r *jsonReader) fail(offset int, format string, args ...any) bool {
	d := diag.New(diag.SyntaxError, r.cursor.Pos(offset), format, args...)
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
	r.findings.Add(d)
	return false
}
