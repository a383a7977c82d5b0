package yamldoc

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// scalar is a plain or quoted scalar on one line, not yet decoded.
type scalar struct {
	at      int    // the offset of its first character
	text    string // without quotes
	style   byte   // '\'', '"', or 0 of a plain scalar
	escaped bool   // the text has escapes
}

// scalar passes over the scalar that begins here.
func (r *reader) scalar(flow bool) (s scalar, ok bool) {
	if c := r.text[r.pos]; c == '\'' || c == '"' {
		return r.quoted(c)
	}
	return r.plain(flow)
}

// quoted passes over a quoted scalar (YAML 1.2.2 sections 7.3.1 and 7.3.2).
func (r *reader) quoted(quote byte) (s scalar, ok bool) {
	s = scalar{at: r.pos, style: quote}
	text := r.text
	for i := r.pos + 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n':
			return s, false
		case c == '\\' && quote == '"', c == quote && quote == '\'' && strings.HasPrefix(text[i+1:], "'"):
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

// plain passes over a plain scalar (YAML 1.2.2 section 7.3.3).
func (r *reader) plain(flow bool) (s scalar, ok bool) {
	text, start := r.text, r.pos
	if c := text[start]; isIndicator[c] || c == '-' && !r.isPlainDash(start) || r.isMarker(start) {
		return s, false
	}
	end := start
scan:
	for ; end < len(text); end++ {
		c := text[end]
		if !mayEnd[c] {
			continue
		}
		switch {
		case c == '\n', c == '#' && text[end-1] == ' ', c == ':' && r.isBlank(end+1):
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
	return scalar{at: start, text: strings.TrimRight(text[start:end], " ")}, true
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
	if s.style != 0 {
		return r.string(s)
	}
	json, ok, err := resolve(s.text)
	if !ok {
		json = s.text
		r.json.String(json)
	} else {
		r.json.Raw(json)
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
	switch {
	case !s.escaped:
	case s.style == '\'':
		s.text = strings.ReplaceAll(s.text, "''", "'")
	default:
		var ok bool
		if s.text, ok = unescape(s.text); !ok {
			return false
		}
	}
	r.json.String(s.text)
	return true
}

// escapes are those of one character that yaml.v3 knows of YAML 1.2.2 section
// 5.7, and codeDigits how many digits the others have.
var (
	escapes = [256]string{
		'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", 'n': "\n", 'v': "\v", 'f': "\f", 'r': "\r", 'e': "\x1b",
		' ': " ", '"': `"`, '\'': "'", '\\': `\`, 'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029",
	}
	codeDigits = [256]int{'x': 2, 'u': 4, 'U': 8}
)

// unescape decodes the text of a double-quoted scalar.
func unescape(text string) (string, bool) {
	var out strings.Builder
	out.Grow(len(text))
	for {
		before, after, found := strings.Cut(text, `\`)
		out.WriteString(before)
		if !found {
			return out.String(), true
		}
		c := after[0]
		text = after[1:]
		digits := codeDigits[c]
		if digits == 0 {
			if escapes[c] == "" {
				return "", false
			}
			out.WriteString(escapes[c])
			continue
		}
		if len(text) < digits {
			return "", false
		}
		code, err := strconv.ParseUint(text[:digits], 16, 32)
		if err != nil || !utf8.ValidRune(rune(code)) {
			return "", false
		}
		out.WriteRune(rune(code))
		text = text[digits:]
	}
}

// blockScalar reads a literal or folded scalar (YAML 1.2.2 section 8.1) in a
// block of the column parent, and stops at the end of its last line. It declines
// an indentation indicator.
func (r *reader) blockScalar(parent int) bool {
	r.at(r.pos)
	folded := r.text[r.pos] == '>'
	r.pos++
	var chomping byte
	if rest := r.text[r.pos:]; rest != "" && (rest[0] == '-' || rest[0] == '+') {
		chomping = rest[0]
		r.pos++
	}
	if !r.lineEnds() {
		return false
	}
	m := r.margin(r.pos, len(r.text))
	indent := max(m.widest, parent+1, 1)
	value := r.block[:0]
	broken, spaced := false, false // the line before has a line feed, begins with white space
	for ; m.next < len(r.text) && m.next-m.start == indent; m = r.margin(r.pos, indent) {
		if m.tab {
			return false
		}
		blank := r.text[m.next] == ' ' || r.text[m.next] == '\t'
		switch {
		case !broken:
		case !folded || spaced || blank:
			value = append(value, '\n')
		case m.empty == 0:
			value = append(value, ' ')
		}
		value = appendLineFeeds(value, m.empty)
		r.pos = lineEnd(r.text, m.next)
		value = append(value, r.text[m.next:r.pos]...)
		broken, spaced = r.pos < len(r.text), blank
	}
	if broken && chomping != '-' {
		value = append(value, '\n')
	}
	if chomping == '+' {
		value = appendLineFeeds(value, m.empty)
	}
	r.json.String(string(value))
	r.block = value
	r.pos = m.start - 1
	return !m.tab
}

func appendLineFeeds(text []byte, n int) []byte {
	for range n {
		text = append(text, '\n')
	}
	return text
}

// margin is what stands before a line of a block scalar.
type margin struct {
	empty  int  // so many empty lines
	start  int  // the offset of the line, or one more than the end of the text
	next   int  // the offset behind its spaces
	widest int  // as many spaces the line or an empty one has at most
	tab    bool // a tab stands where spaces were expected
}

// margin passes over empty lines from the line feed at i on, and over at most so
// many spaces in each line.
func (r *reader) margin(i, spaces int) margin {
	m := margin{start: i + 1, next: i}
	for m.next < len(r.text) {
		m.start = m.next + 1
		m.next = m.start
		for m.next < len(r.text) && m.next-m.start < spaces && r.text[m.next] == ' ' {
			m.next++
		}
		m.widest = max(m.widest, m.next-m.start)
		if m.next == len(r.text) || r.text[m.next] != '\n' {
			m.tab = m.next < len(r.text) && r.text[m.next] == '\t' && m.next-m.start < spaces
			break
		}
		m.empty++
	}
	return m
}
