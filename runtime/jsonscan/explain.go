package jsonscan

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bindery-go/bindery/runtime/internal/lanes"
)

// Explain says what is wrong with a text that is not a JSON document, with advice
// on the mistakes that people make most, and at which byte offset. All of the
// runtime says it in these words. The message is "" for a document. It takes time
// linear in the length of the text.
func Explain(data []byte) (message string, offset int) {
	if bytes.HasPrefix(data, []byte("\xEF\xBB\xBF")) {
		return "the text starts with a byte order mark: save it as UTF-8 without one", 0
	}
	problem, at := Check(data)
	x := explainer{data: data}
	switch problem {
	case ProblemNone:
		return "", at
	case ProblemDepth:
		return "arrays and objects are nested more than 10,000 levels deep", at
	case ProblemUTF8:
		return "the string is not valid UTF-8", at
	case ProblemControl:
		return `a control character in a string must be written as an escape, such as \n or \u0000`, at
	case ProblemSurrogate:
		return `a surrogate escape stands alone: characters beyond U+FFFF need two, \uD800-\uDBFF and then \uDC00-\uDFFF`, at
	case ProblemEscape:
		if data[at+1] == 'u' {
			return `\u must be followed by four hexadecimal digits`, at
		}
		return `unknown escape: the known ones are \" \\ \/ \b \f \n \r \t and \u with four hexadecimal digits`, at
	case ProblemTrailing:
		return "there is more text after the document: unexpected " + x.found(at), at
	case ProblemDuplicateName:
		return x.duplicate(at)
	}
	return x.token()
}

// explainer goes once more through a text in which the scanner has found a
// problem. Up to there the text is as it should be.
type explainer struct {
	data []byte
	open []int // where the containers start that are open
}

// inObject reports whether the innermost open container is an object.
func (x *explainer) inObject() bool {
	return len(x.open) > 0 && x.data[x.open[len(x.open)-1]] == '{'
}

// expected is what may follow.
type expected uint8

const (
	aValue expected = iota
	aFirstItem
	aName
	aFirstName
	aColon
	aSeparator
)

// words are what messages call them; a separator is that of a container.
var words = [...]string{
	aValue: "a value", aFirstItem: "a value", aName: "a member name in double quotes", aFirstName: "a member name in double quotes",
	aColon: "':' after the member name",
}

// each calls token for each token of the text, with what is expected there, until
// it returns false. The token at the offset is the first of the rest.
func (x *explainer) each(token func(at int, want expected) (next int, ok bool)) {
	want, i := aValue, 0
	for {
		i = space(x.data, i)
		next, ok := token(i, want)
		if !ok {
			return
		}
		switch c := x.data[i]; {
		case c == '{':
			x.open, want = append(x.open, i), aFirstName
		case c == '[':
			x.open, want = append(x.open, i), aFirstItem
		case c == ':':
			want = aValue
		case c == ',' && x.inObject():
			want = aName
		case c == ',':
			want = aValue
		case want == aName || want == aFirstName && c != '}':
			want = aColon
		case c == '}' || c == ']':
			x.open, want = x.open[:len(x.open)-1], aSeparator
		default:
			want = aSeparator
		}
		i = next
	}
}

// token explains a token that is not one, or not expected.
func (x *explainer) token() (message string, offset int) {
	x.each(func(at int, want expected) (int, bool) {
		next := 0
		next, message, offset = x.read(at, want)
		return next, message == ""
	})
	return message, offset
}

// read reads a token and returns where it ends, or what is wrong with it.
func (x *explainer) read(at int, want expected) (next int, message string, offset int) {
	c := byte(0)
	if at < len(x.data) {
		c = x.data[at]
	}
	switch {
	case c == ']' && want == aValue && len(x.open) > 0:
		return 0, "a comma may not be followed by ']': remove the comma or add a value", at
	case c == '}' && want == aName:
		return 0, "a comma may not be followed by '}': remove the comma or add a member", at
	case c == ']' && (want == aFirstItem || want == aSeparator && !x.inObject()),
		c == '}' && (want == aFirstName || want == aSeparator && x.inObject()),
		c == ':' && want == aColon, c == ',' && want == aSeparator && len(x.open) > 0:
		return at + 1, "", 0
	case want == aSeparator:
		closing := "',' or ']'"
		if x.inObject() {
			closing = "',' or '}'"
		}
		return x.unexpected(at, closing)
	case c == '"' && want != aColon:
		if end, problem := skipText(x.data, at+1, lanes.Simple(x.data, at+1)); problem == ProblemNone {
			return end, "", 0
		}
		return 0, "the string has no closing quote", at
	case want != aValue && want != aFirstItem:
	case c == '{', c == '[':
		return at + 1, "", 0
	case c == '-', '0' <= c && c <= '9':
		return x.number(at)
	default:
		for _, literal := range [...]string{"null", "true", "false"} {
			if bytes.HasPrefix(x.data[at:], []byte(literal)) {
				return at + len(literal), "", 0
			}
		}
	}
	return x.unexpected(at, words[want])
}

// number reads a number (RFC 8259 section 6).
func (x *explainer) number(start int) (next int, message string, offset int) {
	end := numberEnd(x.data, start)
	if end >= 0 {
		return end, "", 0
	}
	at := ^end
	if at < len(x.data) && x.data[at] == '0' {
		return 0, "a number may not have leading zeros", start
	}
	switch before := x.data[at-1]; {
	case before == '.':
		return x.unexpected(at, "a digit after the decimal point")
	case before|0x20 == 'e', at-1 > start && (before == '-' || before == '+'):
		return x.unexpected(at, "a digit in the exponent")
	}
	return x.unexpected(at, "a digit")
}

// unexpected explains a place where something else has to stand.
func (x *explainer) unexpected(at int, want string) (next int, message string, offset int) {
	switch {
	case at < len(x.data):
		message = "unexpected " + x.found(at) + ": expected " + want + x.advice(at)
	case space(x.data, 0) == len(x.data):
		message = "the text is empty: expected a JSON value"
	default:
		message = "the text ends where " + want + " should follow"
	}
	return 0, message, at
}

// found describes what stands at an offset.
func (x *explainer) found(at int) string {
	rest := x.data[at:]
	n := 0
	for n < len(rest) && n < 20 && isWord(rest[n]) {
		n++
	}
	if n == 0 {
		r, size := utf8.DecodeRune(rest)
		if r == utf8.RuneError && size == 1 {
			return "byte that is not UTF-8"
		}
		n = size
	}
	return quotedText(rest[:n])
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '+' || c == '-' || c == '.'
}

// quotedText is a text as JSON.
func quotedText[T ~string | ~[]byte](text T) string {
	e := GetEncoder()
	e.String(string(text))
	quoted, _ := e.Finish() // what has been read is valid UTF-8
	return string(quoted)
}

// advice explains what JSON has instead of what stands at an offset.
func (x *explainer) advice(at int) string {
	rest := string(x.data[at:min(len(x.data), at+20)])
	for _, a := range [...]struct{ prefix, text string }{
		{"'", " (strings need double quotes)"},
		{"//", " (JSON has no comments)"},
		{"/*", " (JSON has no comments)"},
		{"#", " (JSON has no comments)"},
		{"NaN", " (JSON has no NaN: use null or a string)"},
		{"Infinity", " (JSON has no infinity: use null or a string)"},
		{"undefined", " (leave the member out, or use null)"},
		{"None", " (JSON spells it null)"},
		{"True", " (JSON spells it true)"},
		{"False", " (JSON spells it false)"},
	} {
		if strings.HasPrefix(rest, a.prefix) {
			return a.text
		}
	}
	return ""
}

// longestName is how many bytes of a name a message shows.
const longestName = 60

// duplicate explains a name, whose opening quote is at an offset, that its object
// has already.
func (x *explainer) duplicate(second int) (message string, offset int) {
	x.each(func(at int, want expected) (int, bool) {
		if at == second {
			return 0, false
		}
		next, message, _ := x.read(at, want)
		return next, message == ""
	})
	name := x.nameAt(second)
	s := Get(x.data)
	defer s.Release()
	s.Seek(x.open[len(x.open)-1])
	s.EnterObject()
	line := 0
	for {
		text, more := s.Member()
		if !more {
			break
		}
		if string(text) == name {
			line, _ = LineColumn(x.data, s.nameAt-1)
			break
		}
		s.Skip()
	}
	if len(name) > longestName {
		cut := longestName
		for !utf8.RuneStart(name[cut]) {
			cut--
		}
		name = name[:cut] + "…"
	}
	return "the member name " + quotedText(name) + " is given twice in one object (first in line " + strconv.Itoa(line) + ")", second
}

// nameAt returns the string whose opening quote is at an offset.
func (x *explainer) nameAt(at int) string {
	s := Get(x.data)
	defer s.Release()
	s.Seek(at)
	text, _ := s.Text()
	return string(text)
}
