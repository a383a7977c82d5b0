// Package visible takes text of the user's files to where people and programs
// read it: a terminal, a log of GitHub Actions, SARIF, JSON, Markdown, an HTML
// comment, a Mermaid chart, literals and comments of Go. Each of these places has one function
// here, which returns text that shows what it holds and is nothing but text
// there. It depends on nothing else of the generator and any stage may import it.
package visible

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Rune reports whether a reader can see a character. Control characters, what
// changes the direction of text, spaces other than U+0020, and letters and marks
// without a shape of their own (U+3164, the variation selectors) cannot be seen.
//
// Source: Unicode Standard Annex #44, Default_Ignorable_Code_Point, which is
// derived from the two properties below and the format characters; those are no
// graphic characters to package unicode.
func Rune(r rune) bool {
	const brailleBlank = 0x2800 // a symbol that shows nothing
	return unicode.IsPrint(r) && r != brailleBlank &&
		!unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// Text replaces what cannot be seen, and bytes that are not UTF-8, by the
// escapes of Go: \x1b, \n, \u202e. It cannot be told from text that has such an
// escape already; no place reads it back.
func Text(s string) string {
	if isVisible(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			fmt.Fprintf(&b, `\x%02x`, s[i])
		} else {
			writeRune(&b, r)
		}
		i += size
	}
	return b.String()
}

func isVisible(s string) bool {
	return isPlain(s) || utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !Rune(r) })
}

// isPlain reports whether text is a line of visible ASCII characters and blanks,
// as most are.
func isPlain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

// prose is Text for sentences, in which the joiners and the selectors shape
// words and emoji, and spaces may be of any width.
func prose(s string) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(s, "\uFFFD") {
		const nonJoiner, joiner = 0x200C, 0x200D
		if r == nonJoiner || r == joiner || unicode.In(r, unicode.Zs, unicode.Variation_Selector) {
			b.WriteRune(r)
		} else {
			writeRune(&b, r)
		}
	}
	return b.String()
}

func writeRune(b *strings.Builder, r rune) {
	switch {
	case Rune(r):
		b.WriteRune(r)
	case r == '\n':
		b.WriteString(`\n`)
	case r == '\t':
		b.WriteString(`\t`)
	case r == '\r':
		b.WriteString(`\r`)
	case r < utf8.RuneSelf:
		fmt.Fprintf(b, `\x%02x`, r)
	case r <= 0xFFFF:
		fmt.Fprintf(b, `\u%04x`, r)
	default:
		fmt.Fprintf(b, `\U%08x`, r)
	}
}

// Terminal returns text for a line that people read. The line may end in the log
// of a CI service, which takes lines that begin with "::", after spaces, and
// "##[" and "##vso[" anywhere, for commands of its own (GitHub Actions, Azure
// Pipelines): their first character is escaped.
func Terminal(s string) string { return command(Text(s)) }

func command(s string) string {
	s = commands.Replace(s)
	if rest := strings.TrimLeft(s, " \t"); strings.HasPrefix(rest, "::") {
		return s[:len(s)-len(rest)] + `\x3a` + rest[1:]
	}
	return s
}

var commands = strings.NewReplacer("##[", `\x23#[`, "##vso[", `\x23#vso[`)

// TerminalLines is Terminal for text of any number of lines, such as source code,
// in which tabs stay.
func TerminalLines(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line, end := strings.CutSuffix(line, "\n")
		parts := strings.Split(line, "\t")
		for i, part := range parts {
			parts[i] = Text(part)
		}
		b.WriteString(command(strings.Join(parts, "\t")))
		if end {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// TerminalAt is Terminal for a line and a byte offset in it: what is before the
// offset and what is after.
func TerminalAt(line string, at int) (before, after string) {
	before, after = Terminal(line[:at]), Terminal(line[at:])
	if whole := before + after; Terminal(whole) != whole { // a command on both sides
		after = fmt.Sprintf(`\x%02x`, after[0]) + after[1:]
	}
	return before, after
}

// Comment returns a line of prose for a comment of Go source.
func Comment(line string) string { return prose(strings.ReplaceAll(line, "\t", " ")) }

// Quote returns text as a Go string literal.
func Quote(s string) string {
	quoted := strconv.Quote(s)
	if isVisible(quoted) {
		return quoted
	}
	return Text(quoted) // letters without a shape, which strconv prints
}

// Literal is Quote for a text of many lines, which stay lines where Go's raw strings
// can hold them.
func Literal(s string) string {
	plain := !strings.ContainsAny(s, "`\r")
	for line := range strings.SplitSeq(s, "\n") {
		plain = plain && Text(line) == line
	}
	if plain {
		return "`" + s + "`"
	}
	return Quote(s)
}

// Markdown returns text as part of a paragraph: without markup, and on one line.
func Markdown(s string) string {
	var b strings.Builder
	for _, r := range prose(strings.Join(strings.Fields(s), " ")) {
		// A list or a line of a heading would begin so.
		opens := b.Len() == 0 && strings.ContainsRune("-+=", r)
		if opens || strings.ContainsRune("\\`*_[]<>#|~&!", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// MarkdownCode returns text as a code span, in which nothing is markup; in a table
// as well, where a bar ends the cell even in code (GitHub Flavored Markdown section
// 4.10).
func MarkdownCode(s string) string {
	if s == "" {
		return ""
	}
	s = Text(s)
	longest, run := 0, 0
	for _, r := range s {
		if run++; r != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	if s[0] == '`' || s[len(s)-1] == '`' || s[0] == ' ' && s[len(s)-1] == ' ' {
		s = " " + s + " " // which the span takes away again
	}
	return fence + strings.ReplaceAll(s, "|", `\|`) + fence
}

// HTMLComment returns text for the inside of an HTML comment, which two hyphens
// could end (HTML Standard, section 13.1.6).
func HTMLComment(s string) string {
	var b strings.Builder
	last := rune(0)
	for _, r := range Text(s) {
		if r == '-' && last == '-' {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		last = r
	}
	return b.String()
}

// Mermaid returns text for a label in quotes. Mermaid has no escapes but the
// numbers of characters, in its own form of HTML's entities.
func Mermaid(s string) string {
	var b strings.Builder
	for _, r := range Text(strings.Join(strings.Fields(s), " ")) {
		if strings.ContainsRune("\"#<>&`;\\", r) {
			fmt.Fprintf(&b, "#%d;", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
