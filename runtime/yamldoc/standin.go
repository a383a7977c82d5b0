package yamldoc

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// yaml.v3 refuses two escapes of JSON in double-quoted scalars: \/ (YAML 1.2.2
// section 5.7), and a character beyond U+FFFF as its two surrogates (RFC 8259
// section 7). It gets to read others in their place, of the same length, so that
// all columns stay, and which the text does not have itself, so that they can be
// told in the nodes.

// unread are these escapes, with the backslashes that stand before them.
var unread = regexp.MustCompile(`\\+(?:/|u[dD][89a-fA-F][0-9a-fA-F]{2})`)

// Half is a node whose text has the escape of a surrogate that stands alone.
type Half struct {
	Node *Node
	Unit rune
}

// Readable gives the text that yaml.v3 is to read for a document, and what gives
// the nodes that it makes of it the texts of the document. Surrogates that stand
// alone become U+FFFD and are listed.
func Readable(text []byte) (readable []byte, restore func(*Node) []Half) {
	var s standIns
	readable = text
	for _, at := range unread.FindAllIndex(text, -1) {
		backslashes := bytes.IndexAny(text[at[0]:], "/u")
		if backslashes%2 == 0 {
			continue // a backslash that is escaped
		}
		if s == (standIns{}) {
			s, readable = newStandIns(text), bytes.Clone(text)
		}
		if i := at[0] + backslashes; text[i] == '/' {
			readable[i] = s.slash.letter
		} else {
			readable[i+1] += s.digit - 'd' // in its case
		}
	}
	return readable, s.restore
}

// standIns are what stands in a text for the escapes that are not read.
type standIns struct {
	digit byte // for the d of surrogates; d itself where nothing is free
	slash letter
}

// letter is an escape of one letter.
type letter struct {
	letter byte
	code   rune
}

// newStandIns chooses what a text does not have, neither as a character nor as an
// escape of it: of the characters of a block those for private use before those of
// Yi and Hangul.
func newStandIns(text []byte) standIns {
	s := standIns{digit: 'd', slash: letter{'/', '/'}}
	for _, digit := range []byte("eabc") {
		escape := regexp.MustCompile(`(?i)\\u(?:0000)?` + string(digit) + `[89a-f]`)
		if !escape.Match(text) && !hasAny(text, blockOf(digit)) {
			s.digit = digit
			break
		}
	}
	for _, l := range []letter{{'a', '\a'}, {'v', '\v'}, {'e', '\x1b'}, {'f', '\f'}, {'b', '\b'}, {'0', 0}} { // YAML has these characters as escapes alone
		escape := regexp.MustCompile(fmt.Sprintf(`(?i)\\(?:%c|(?:x|u00|u000000)%02x)`, l.letter, l.code))
		if !escape.Match(text) {
			s.slash = l
			break
		}
	}
	return s
}

// blockOf is the first of the 2,048 characters that stand for surrogates.
func blockOf(digit byte) rune { return rune(digit-'a'+10)<<12 | 0x800 }

// hasAny reports whether a text has a character of a block.
func hasAny(text []byte, block rune) bool {
	return bytes.ContainsFunc(text, func(r rune) bool { return r&^0x7FF == block })
}

// restore undoes in a node and what is in it what Readable has done.
func (s standIns) restore(n *Node) (halves []Half) {
	switch {
	case s == (standIns{}):
		return nil
	case n.Kind != yaml.ScalarNode:
		for _, c := range n.Content {
			halves = append(halves, s.restore(c)...)
		}
	case n.Style&yaml.DoubleQuotedStyle == 0:
		n.Value = s.written(n.Value)
	default:
		var lone []rune
		n.Value, lone = s.meant(n.Value)
		for _, unit := range lone {
			halves = append(halves, Half{n, unit})
		}
	}
	return halves
}

// written gives a text that has no escapes its letters back.
func (s standIns) written(text string) string {
	out := []byte(strings.ReplaceAll(text, `\`+string(s.slash.letter), `\/`))
	for i := 0; i+3 < len(out); i++ {
		if isUnit := out[i] == '\\' && out[i+1] == 'u' && out[i+2]|0x20 == s.digit; isUnit && strings.IndexByte("89abcdefABCDEF", out[i+3]) >= 0 {
			out[i+2] -= s.digit - 'd'
		}
	}
	return string(out)
}

// meant gives a text whose escapes were read what these say, and the surrogates
// in it that stand alone.
func (s standIns) meant(text string) (string, []rune) {
	var lone []rune
	out := make([]rune, 0, len(text))
	for _, r := range text {
		switch {
		case r == s.slash.code:
			r = '/'
		case r&^0x7FF == blockOf(s.digit):
			r = 0xD800 | r&0x7FF
		}
		if n := len(out); n > 0 {
			if whole := utf16.DecodeRune(out[n-1], r); whole != utf8.RuneError {
				out[n-1] = whole
				continue
			}
		}
		out = append(out, r)
	}
	for _, r := range out {
		if utf16.IsSurrogate(r) {
			lone = append(lone, r)
		}
	}
	return string(out), lone // surrogates as U+FFFD
}
