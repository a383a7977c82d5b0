package gofile

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bindery-go/bindery/generator/internal/visible"
)

// block is a part of a text as Go's doc comments have them (go.dev/doc/comment): a line of
// prose, an item of a list, or code. Descriptions are mostly written in Markdown, of which
// lists and fenced code would run together in prose.
type block struct {
	text string
	// item is the list marker of an item, "-" or "1.".
	item string
	code []string
	// apart tells that an empty line comes before it.
	apart bool
}

// isProse reports whether a block is not indented.
func (b block) isProse() bool { return b.item == "" && b.code == nil }

// blocksOf finds the blocks of a text.
func blocksOf(text string) []block {
	b := blocks{}
	for raw := range strings.SplitSeq(lineBreaks.Replace(text), "\n") {
		if b.fence != "" {
			raw = strings.ReplaceAll(raw, "\t", "    ")
		}
		b.line(strings.TrimRightFunc(visible.Comment(raw), unicode.IsSpace))
	}
	b.separate()
	return b.list
}

// blocks collects the blocks of a text, line by line.
type blocks struct {
	list  []block
	apart bool
	fence string // what ends the code that is being read; "" in prose
}

func (b *blocks) line(line string) {
	trimmed := strings.TrimSpace(line)
	if b.fence != "" {
		b.codeLine(line, trimmed)
		return
	}
	prose, opening := backticks.ReplaceAllString(trimmed, "`"), fence(trimmed)
	switch {
	case opening != "":
		b.add(block{code: []string{}, apart: true})
		b.fence = opening
	case trimmed == "":
		b.apart = len(b.list) > 0
	case b.goesOn(line, trimmed):
		b.list[len(b.list)-1].text += " " + prose
	default:
		item := listItem.FindStringSubmatch(prose)
		if item == nil {
			b.add(block{text: prose, apart: b.afterList()})
			return
		}
		b.add(block{text: item[2], item: marker(item[1])})
	}
}

// codeLine reads a line behind a fence: another one that is no shorter ends the code.
func (b *blocks) codeLine(line, trimmed string) {
	if strings.HasPrefix(trimmed, b.fence) && strings.TrimLeft(trimmed, b.fence[:1]) == "" {
		b.fence, b.apart = "", true
		return
	}
	last := &b.list[len(b.list)-1]
	last.code = append(last.code, line)
}

func (b *blocks) add(x block) {
	x.apart = len(b.list) > 0 && (x.apart || b.apart)
	b.list, b.apart = append(b.list, x), false
}

func (b *blocks) afterList() bool { return len(b.list) > 0 && b.list[len(b.list)-1].item != "" }

// separate makes paragraphs of the items of lists that have nothing but empty lines between
// them and code: all of it would be indented, and Go would take it for one list, or for code.
func (b *blocks) separate() {
	for from := 0; from < len(b.list); from++ {
		to := from
		hasItem, hasCode := false, false
		for ; to < len(b.list) && !b.list[to].isProse(); to++ {
			hasItem, hasCode = hasItem || b.list[to].item != "", hasCode || b.list[to].code != nil
		}
		if hasItem && hasCode {
			for i := from; i < to; i++ {
				if x := &b.list[i]; x.item != "" {
					x.item, x.text, x.apart = "", x.item+" "+x.text, i > 0
				}
			}
		}
		from = to
	}
}

// goesOn reports whether a line belongs to the block before it: one that is indented to an
// item, and to a long line one that goes on with its sentence, which was wrapped for its own
// file and is wrapped anew for this one.
func (b *blocks) goesOn(line, trimmed string) bool {
	const wrapped = 50 // a line of at least so many bytes was broken for its length
	if len(b.list) == 0 || b.apart || listItem.MatchString(trimmed) {
		return false
	}
	last, isIndented := b.list[len(b.list)-1], line[0] == ' ' || line[0] == '\t'
	first, _ := utf8.DecodeRuneInString(trimmed)
	switch {
	case last.code != nil:
		return false
	case last.item != "" && isIndented:
		return true
	}
	return !isIndented && len(last.text) >= wrapped && unicode.IsLower(first)
}

// backticks are those in front of and behind code in Markdown that holds some itself. Go
// takes two for quotation marks, and gofmt writes them so.
var backticks = regexp.MustCompile("``+")

// listItem matches an item of a list: its marker and its text.
var listItem = regexp.MustCompile(`^([-*+•]|\d{1,9}[.)])\s+(\S.*)$`)

// marker is how Go's doc comments write the marker of an item.
func marker(text string) string {
	if number := strings.TrimRight(text, ".)"); number != text {
		return number + "."
	}
	return "-"
}

// fence returns what opens code, and ends it: three or more backticks or tildes; "" for
// other lines.
func fence(line string) string {
	for _, c := range []string{"`", "~"} {
		if rest := strings.TrimLeft(line, c); len(line)-len(rest) >= 3 && !strings.Contains(rest, c) {
			return line[:len(line)-len(rest)]
		}
	}
	return ""
}

// codeLines are lines of code without the indentation that all of them have, and without
// empty lines around them.
func codeLines(code []string) []string {
	code = strings.Split(strings.Trim(strings.Join(code, "\n"), "\n"), "\n")
	indented := -1
	for _, line := range code {
		if n := len(line) - len(strings.TrimLeft(line, " \t")); line != "" && (indented < 0 || n < indented) {
			indented = n
		}
	}
	for i, line := range code {
		code[i] = line[min(max(indented, 0), len(line)):]
	}
	return code
}
