package gofile

import (
	"strings"
	"unicode/utf8"

	"github.com/bindery-go/bindery/generator/internal/emit/jen"
)

// commentWidth is the column at which comment lines are wrapped, counted
// without the slashes and an indentation.
const commentWidth = 77

// Comment returns text as comment lines. The text may be anything: each of its
// lines becomes one or more lines that start with "// ", so none of them can
// end the comment or be a directive, and what Go source may not hold or would
// not show is escaped. Lines are wrapped on spaces. A blank text prints nothing.
func Comment(text string) *jen.Statement {
	lines := commentLines(text)
	if len(lines) == 0 {
		return jen.Null()
	}
	// jennifer prints a comment that starts with slashes as it is.
	return jen.Comment(strings.Join(lines, "\n"))
}

// CommentText is [Comment] as text, for the templates of what belongs to the
// user.
func CommentText(text string) string { return strings.Join(commentLines(text), "\n") }

// Paragraph is text as a paragraph behind others of a comment; "" for none.
func Paragraph(text string) string {
	if text == "" {
		return ""
	}
	return "\n\n" + text
}

// PackageDoc sets the package comment to text, line by line.
func (f *File) PackageDoc(text string) {
	for _, line := range commentLines(text) {
		f.PackageComment(line)
	}
}

// Doc returns the doc comment of the identifier name from schema text. A text
// that can start with the name, as Go's doc comments do, is led to: "A message"
// becomes "Name is a message". A blank text prints nothing.
func Doc(name, text string) *jen.Statement {
	text = strings.TrimSpace(text)
	if text == "" {
		return jen.Null()
	}
	first, rest, more := strings.Cut(text, " ")
	switch {
	case first == name:
		return Comment(text)
	case more && (first == "A" || first == "An" || first == "The"):
		return Comment(name + " is " + strings.ToLower(first) + " " + rest)
	}
	return Comment(text)
}

// Deprecated appends the paragraph by which Go tools know what is deprecated
// to a doc text.
func Deprecated(text string) string {
	return strings.TrimSpace(text + "\n\nDeprecated: the schema marks it as deprecated.")
}

// commentLines returns text as the lines of a comment, slashes included.
func commentLines(text string) []string {
	var lines []string
	for _, b := range blocksOf(clipped(text)) {
		if b.apart {
			lines = append(lines, "//")
		}
		switch {
		case b.code != nil:
			lines = append(lines, codeComment(b.code)...)
		case b.item == "":
			lines = append(lines, wrapped("// ", "// ", b.text)...)
		case b.item == "-":
			lines = append(lines, wrapped("//   - ", "//     ", b.text)...)
		default:
			lines = append(lines, wrapped("//  "+b.item+" ", "//     ", b.text)...)
		}
	}
	return lines
}

// wrapped returns a text as lines of a comment that start in one way, and but for the first
// in another.
func wrapped(first, others, text string) []string {
	lines := wrap(text, commentWidth-len(others)+len("// "))
	for i, line := range lines {
		lines[i] = first + undirected(line)
		first = others
	}
	return lines
}

// codeComment returns code as the lines of a comment.
func codeComment(code []string) []string {
	lines := codeLines(code)
	for i, line := range lines {
		if lines[i] = "//"; line != "" {
			lines[i] = "//\t" + undirected(line)
		}
	}
	return lines
}

// undirected keeps a line of a comment from being "// +build", a build constraint of old.
func undirected(line string) string {
	if strings.HasPrefix(strings.TrimLeft(line, " \t"), "+build") {
		return `\` + line
	}
	return line
}

// maxComment bounds a comment, in bytes. Descriptions can be megabytes long;
// nobody reads that in source code, and the schema is at hand.
const maxComment = 8 << 10

// clipped cuts a text that is too long for a comment, on a character.
func clipped(text string) string {
	if len(text) <= maxComment {
		return text
	}
	return strings.ToValidUTF8(text[:maxComment], "") + " …"
}

// lineBreaks turns everything that a reader or a tool could take for a line's
// end into a newline.
var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n",
	"\u0085", "\n", "\u2028", "\n", "\u2029", "\n")

// wrap breaks line on spaces into parts of at most width characters, where its
// words allow.
func wrap(line string, width int) []string {
	var parts []string
	for longer(line, width) {
		cut := breakAt(line, width)
		if cut < 0 {
			break
		}
		parts = append(parts, strings.TrimRight(line[:cut], " "))
		line = strings.TrimLeft(line[cut:], " ")
	}
	return append(parts, line)
}

// longer reports whether line has more than width characters. It looks at no
// more of it, so that wrapping takes time in proportion to the text.
func longer(line string, width int) bool {
	if len(line) > width*utf8.UTFMax {
		return true
	}
	return utf8.RuneCountInString(line) > width
}

// breakAt returns the offset of the last space of line that leaves at most
// width characters before it, or of the first one when the first word is
// longer, or -1 when there is none.
func breakAt(line string, width int) int {
	last, column := -1, 0
	for i, r := range line {
		if r == ' ' && i > 0 {
			if column > width && last >= 0 {
				break
			}
			last = i
		}
		if column > width && last >= 0 {
			break
		}
		column++
	}
	return last
}
