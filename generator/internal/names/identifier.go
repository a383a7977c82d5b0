// Package names turns schema text into Go identifiers and keeps them apart.
// It decides no more than spelling: what a thing is called is the caller's
// choice (lower), that no two things are called the same is the Scope's.
// Lower imports it, and the facade for the name of a package.
package names

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/token"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/visible"
)

// symbols names the characters that are not part of an identifier, for values
// (such as "+1" and "<=") in which they carry the meaning.
var symbols = map[rune]string{
	'!': "Bang", '"': "Quote", '#': "Hash", '$': "Dollar", '%': "Percent", '&': "And",
	'\'': "Apostrophe", '(': "LeftParen", ')': "RightParen", '*': "Star", '+': "Plus",
	',': "Comma", '-': "Minus", '.': "Dot", '/': "Slash", ':': "Colon", ';': "Semicolon",
	'<': "Less", '=': "Equal", '>': "Greater", '?': "Question", '@': "At", '[': "LeftBracket",
	'\\': "Backslash", ']': "RightBracket", '^': "Caret", '_': "Underscore", '`': "Backtick",
	'{': "LeftBrace", '|': "Pipe", '}': "RightBrace", '~': "Tilde", ' ': "Space",
	'\t': "Tab", '\n': "Newline", '\r': "Return",
}

// maxLength bounds an identifier; hostile names can be megabytes long.
const maxLength = 120

// Exported returns text as an exported Go identifier in Go style: words are
// what separators and changes of case divide ("created_at" and "createdAt"
// give CreatedAt), initialisms are upper case ("task-id" gives TaskID). A name
// that would start with a digit gets the prefix N ("2fa" gives N2fa). The
// result is "" when text holds no letter or digit.
func (w Words) Exported(text string) string {
	return letterFirst(w.joined("", words(text)))
}

// joined puts capitalised words behind a text, until the whole is long enough.
func (w Words) joined(text string, list []string) string {
	for _, word := range list {
		if len(text) > maxLength {
			break
		}
		text += w.capitalise(word)
	}
	return text
}

// NumberSuffix is ValueSuffix for a number, whose point carries meaning: 0.5 and
// 5 differ.
func (w Words) NumberSuffix(text string) string { return w.spelled(text) }

// Spelled is text as an exported identifier in which the characters are named
// that Exported drops: "$id" gives DollarID.
func (w Words) Spelled(text string) string {
	var b strings.Builder
	rest := text
	for i := strings.IndexByte(rest, '-'); i > 0; i = strings.IndexByte(rest, '-') {
		b.WriteString(w.spelled(rest[:i]) + "Dash") // between words it is no sign
		rest = rest[i+1:]
	}
	return letterFirst(b.String() + w.spelled(rest))
}

// Other is another identifier for text whose own is taken: Spelled, where that
// names a single character and reads as a name; else "".
func (w Words) Other(text string) string {
	if odd := lists.Where([]rune(text), func(r rune) bool { return !inIdentifier(r) }); len(odd) != 1 {
		return ""
	}
	return w.Spelled(text)
}

// Oddity counts what of a text its identifier does not show, so that of two with
// the same identifier the plainer one can be told: "status" is plainer than
// "_status", "id" than "Id" and "ID".
func Oddity(text string) int {
	n := 0
	for i, r := range text {
		switch {
		case !inIdentifier(r):
			n += 2
			if i == 0 {
				n++
			}
		case unicode.IsUpper(r) && i == 0:
			n += 2
		case unicode.IsUpper(r):
			n++
		}
	}
	return n
}

// spelled names every character that an identifier cannot hold.
func (w Words) spelled(text string) string {
	var b, word strings.Builder
	flush := func() {
		for _, part := range words(word.String()) {
			b.WriteString(w.capitalise(part))
		}
		word.Reset()
	}
	for _, r := range text {
		if b.Len() > maxLength {
			break
		}
		if inIdentifier(r) {
			word.WriteRune(r)
			continue
		}
		flush()
		b.WriteString(symbol(r))
	}
	flush()
	return b.String()
}

// symbol names a character that an identifier cannot hold.
func symbol(r rune) string {
	if name := symbols[r]; name != "" {
		return name
	}
	return fmt.Sprintf("U%04X", r)
}

// inIdentifier reports whether a character may stand in an identifier. Go admits
// letters that nobody can see, such as U+3164, by which two names that look the
// same would differ.
func inIdentifier(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && visible.Rune(r)
}

// IsExported reports whether a name that the user has chosen can be that of
// something exported: a Go identifier in which all can be seen.
func IsExported(name string) bool {
	return token.IsIdentifier(name) && token.IsExported(name) && visible.Text(name) == name
}

// words splits text into words of letters and digits. A word also ends where
// a lower-case letter is followed by an upper-case one, and before the last of
// several upper-case letters that a lower-case one follows ("HTTPServer").
func words(text string) []string { return divided(calm(text)) }

// calm is text in lower case where all of it is shouted: STATUS_CODE gives StatusCode.
func calm(text string) string {
	if strings.ContainsFunc(text, unicode.IsLower) {
		return text
	}
	return strings.ToLower(text)
}

// divided is words for what is not shouted.
func divided(text string) []string {
	var out []string
	runes := []rune(text)
	if len(runes) > 4*maxLength {
		runes = runes[:4*maxLength]
	}
	start := -1
	for i, r := range runes {
		if !inIdentifier(r) {
			if start >= 0 {
				out = append(out, string(runes[start:i]))
				start = -1
			}
			continue
		}
		if start < 0 {
			start = i
			continue
		}
		prev := runes[i-1]
		nextLower := i+1 < len(runes) && unicode.IsLower(runes[i+1])
		if unicode.IsUpper(r) && (unicode.IsLower(prev) || unicode.IsDigit(prev) || unicode.IsUpper(prev) && nextLower) {
			out = append(out, string(runes[start:i]))
			start = i
		}
	}
	if start >= 0 {
		out = append(out, string(runes[start:]))
	}
	return out
}

// capitalise writes one word in exported style. Text of an alphabet without
// case stays as it is; letterFirst then sees to the export.
func (w Words) capitalise(word string) string {
	upper := strings.ToUpper(word)
	if spelling := w.spelling(upper); spelling != "" {
		return spelling
	}
	// The plural of an initialism keeps its small s: IDs, URLs.
	if n := len(upper) - 1; n > 1 && upper[n] == 'S' {
		if spelling := w.spelling(upper[:n]); spelling != "" {
			return spelling + "s"
		}
	}
	r, size := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(r)) + word[size:]
}

// letterFirst makes the first character an upper-case letter, which Go takes
// as exported (Go specification, Exported identifiers).
func letterFirst(id string) string {
	if id == "" {
		return ""
	}
	if r, _ := utf8.DecodeRuneInString(id); !unicode.IsUpper(r) {
		return "N" + id
	}
	return id
}

// IsPackage reports whether a name can be that of a package which others import.
func IsPackage(name string) bool {
	return token.IsIdentifier(name) && name != "main" && name != "_" && visible.Text(name) == name
}

// Package returns text as a Go package name: lower-case letters and digits.
func Package(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	id := b.String()
	if id == "" || unicode.IsDigit(rune(id[0])) {
		id = "schema" + id
	}
	return id
}

// Snake returns the words of a Go name in lower case, joined by underscores.
func Snake(name string) string {
	list := words(name)
	for i, w := range list {
		list[i] = strings.ToLower(w)
	}
	return strings.Join(list, "_")
}

// Lengths of names, in bytes, that are made from a path through the schema.
const (
	longestName = 200
	keptOfName  = 120
)

// Bounded is a name whose end is a hash where it would be longer than 200 bytes:
// with the whole path of types that nest the code would grow as the square of the
// schema.
func Bounded(name string) string {
	if len(name) <= longestName {
		return name
	}
	end := keptOfName
	for !utf8.RuneStart(name[end]) {
		end--
	}
	sum := sha256.Sum256([]byte(name))
	return name[:end] + "_" + hex.EncodeToString(sum[:6])
}
