package yamldoc

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// scalar is a plain or quoted scalar, not yet decoded.
type scalar struct {
	at      int    // the offset of its first character
	text    string // without quotes
	style   byte   // '\'', '"', or 0 of a plain scalar
	escaped bool   // the text has escapes
	lines   bool   // the text has line feeds
}

// scalar passes over the scalar that begins here, in a block of the column parent
// or in a flow collection.
func (r *reader) scalar(parent int, flow bool) (s scalar, ok bool) {
	if c := r.text[r.pos]; c == '\'' || c == '"' {
		return r.quoted(c)
	}
	return r.plain(parent, flow)
}

// quoted passes over a quoted scalar (YAML 1.2.2 sections 7.3.1 and 7.3.2).
func (r *reader) quoted(quote byte) (s scalar, ok bool) {
	s = scalar{at: r.pos, style: quote}
	text := r.text
	for i := r.pos + 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n':
			s.lines = true
			if r.isMarker(i + 1) {
				return s, false
			}
		case quote == '"' && c == '\\' && !strings.HasPrefix(text[i+1:], "\n"),
			quote == '\'' && strings.HasPrefix(text[i:], "''"):
			s.escaped = true
			i++
		case c == quote:
			s.text, r.pos = text[s.at+1:i], i+1
			return s, true
		}
	}
	return s, false
}

// Bytes that a plain scalar cannot begin with (YAML 1.2.2 section 7.3.3), but
// for "-", which begins many; and those at which it may end.
const (
	indicators = " \t\n?:,[]{}#&*!|>'\"%@`"
	ends       = "\t\n:#,[]{}?"
)

var isIndicator, mayEnd = byteSet(indicators), byteSet(ends)

func byteSet(bytes string) (set [256]bool) {
	for i := range len(bytes) {
		set[bytes[i]] = true
	}
	return set
}

// plain passes over a plain scalar (YAML 1.2.2 section 7.3.3). In a flow
// collection it must be on one line.
func (r *reader) plain(parent int, flow bool) (s scalar, ok bool) {
	text, start := r.text, r.pos
	if c := text[start]; isIndicator[c] || c == '-' && !r.isPlainDash(start) || r.isMarker(start) {
		return s, false
	}
	s.at = start
	end := start
scan:
	for ; end < len(text); end++ {
		c := text[end]
		if !mayEnd[c] {
			continue
		}
		switch {
		case c == '\n':
			next, more := r.continuation(end, parent)
			if flow || !more {
				break scan
			}
			s.lines = true
			end = next - 1
		case c == '#' && text[end-1] == ' ', c == ':' && r.isBlank(end+1):
			break scan
		case c == '\t', c == ':' && (text[end+1] == '\t' || flow && mayEnd[text[end+1]]):
			return s, false
		case flow && c == '?':
			return s, false
		case flow && c != '#' && c != ':':
			break scan
		}
	}
	r.pos = end
	s.text = strings.TrimRight(text[start:end], " ")
	return s, true
}

// continuation gives the offset where a plain scalar goes on after the line that
// ends at i; more is false where it does not.
func (r *reader) continuation(i, parent int) (next int, more bool) {
	line := i
	for i < len(r.text) && r.text[i] == '\n' {
		line = i + 1
		i = spaces(r.text, line)
	}
	return i, i < len(r.text) && i-line > parent && r.text[i] != '#' && !r.isMarker(i)
}

// isPlainDash reports whether the "-" at i begins a plain scalar.
func (r *reader) isPlainDash(i int) bool {
	return !r.isBlank(i+1) && !isIndicator[r.text[i+1]]
}

// isMarker reports whether a line that begins at i might mark the start or end
// of a document (YAML 1.2.2 section 9.1).
func (r *reader) isMarker(i int) bool {
	return r.text[i-1] == '\n' && (strings.HasPrefix(r.text[i:], "---") || strings.HasPrefix(r.text[i:], "..."))
}

// name writes the name of a member.
func (r *reader) name(s scalar) bool {
	r.json.Element()
	r.at(s.at)
	if s.style == 0 && s.text == "<<" || !r.string(s) {
		return false
	}
	r.json.Raw(":")
	return true
}

// value writes a scalar.
func (r *reader) value(s scalar) bool {
	r.at(s.at)
	if s.style != 0 || s.lines {
		return r.string(s)
	}
	json, ok, err := resolve(s.text)
	if ok {
		r.json.Raw(json)
	} else {
		r.json.String(s.text)
	}
	return err == nil
}

// null writes the empty value at an offset.
func (r *reader) null(offset int) {
	r.at(offset)
	r.json.Null()
}

// string writes the text of a scalar.
func (r *reader) string(s scalar) bool {
	if s.escaped || s.lines {
		text, ok := decode(s.text, s.style)
		if !ok {
			return false
		}
		s.text = text
	}
	r.json.String(s.text)
	return true
}

// decode gives the text of a scalar of a style, without its escapes, and with
// its lines folded (YAML 1.2.2 section 6.5).
func decode(text string, style byte) (string, bool) {
	special := "\n"
	switch style {
	case '"':
		special = "\\\n"
	case '\'':
		special = "'\n"
	}
	out := make([]byte, 0, len(text))
	kept := 0 // of out, up to here white space is not that of a line's end
	for {
		i := strings.IndexAny(text, special)
		if i < 0 {
			return string(append(out, text...)), true
		}
		out = append(out, text[:i]...)
		text = text[i:]
		var breaks int
		switch {
		case text[0] == '\n':
			out = append(out[:kept], bytes.TrimRight(out[kept:], " \t")...)
			if breaks, text = lineBreaks(text); breaks == 1 {
				out = append(out, ' ')
			}
		case text[0] == '\'':
			out = append(out, '\'')
			text = text[len("''"):]
			continue
		case text[1] == '\n':
			breaks, text = lineBreaks(text[1:])
		default:
			code, length := unescape(text)
			if length == 0 {
				return "", false
			}
			out = append(out, code...)
			text = text[length:]
			kept = len(out)
			continue
		}
		out = appendLineFeeds(out, breaks-1)
		kept = len(out)
	}
}

// lineBreaks counts the line feeds that begin a text, with the white space after
// each, and gives what follows.
func lineBreaks(text string) (n int, rest string) {
	for strings.HasPrefix(text, "\n") {
		n++
		text = strings.TrimLeft(text[1:], " \t")
	}
	return n, text
}

// escapes are those of one character that are read of YAML 1.2.2 section 5.7, and
// codeDigits how many digits the others have.
var (
	escapes = [256]string{
		'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", 'n': "\n", 'v': "\v", 'f': "\f", 'r': "\r", 'e': "\x1b",
		' ': " ", '/': "/", '"': `"`, '\'': "'", '\\': `\`, 'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029",
	}
	codeDigits = [256]int{'x': 2, 'u': 4, 'U': 8}
)

// unescape gives what the escape that begins a text stands for, and its length;
// 0 if there is none.
func unescape(text string) (code string, length int) {
	c := text[1]
	if escapes[c] != "" {
		return escapes[c], len(`\n`)
	}
	length = len(`\x`) + codeDigits[c]
	if length > len(text) {
		return "", 0
	}
	value, err := strconv.ParseUint(text[len(`\x`):length], 16, 32)
	if err == nil && utf8.ValidRune(rune(value)) {
		return string(rune(value)), length
	}
	return surrogates(text)
}

// surrogates gives the character of the two surrogates whose escapes begin a text,
// and their length; 0 if there are none.
func surrogates(text string) (code string, length int) {
	const half = len(`\uXXXX`)
	if len(text) < 2*half || text[1] != 'u' || text[half:half+len(`\u`)] != `\u` {
		return "", 0
	}
	first, err := strconv.ParseUint(text[len(`\u`):half], 16, 16)
	second, err2 := strconv.ParseUint(text[half+len(`\u`):2*half], 16, 16)
	if whole := utf16.DecodeRune(rune(first), rune(second)); err == nil && err2 == nil && whole != utf8.RuneError {
		return string(whole), 2 * half
	}
	return "", 0
}
