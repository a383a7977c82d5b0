package validate

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// fault returns a syntax error at an offset.
func (p *parser) fault(at int, message string) *SyntaxError {
	line, column := newPlaces(p.data).at(at)
	return &SyntaxError{Offset: at, Line: line, Column: column, Message: message}
}

// unexpected returns the syntax error of a place where something else has to
// stand, with advice on the mistakes that people make most.
func (p *parser) unexpected(want string) *SyntaxError {
	if p.pos >= len(p.data) {
		if len(bytes.TrimSpace(p.data)) == 0 {
			return p.fault(p.pos, "the text is empty: expected a JSON value")
		}
		return p.fault(p.pos, "the text ends where "+want+" should follow")
	}
	return p.fault(p.pos, "unexpected "+p.found()+": expected "+want+p.advice())
}

// found describes what stands at the current position.
func (p *parser) found() string {
	rest := p.data[p.pos:]
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
	return quote(string(rest[:n]))
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '+' || c == '-' || c == '.'
}

// advice explains what JSON has instead of what stands at the current position.
func (p *parser) advice() string {
	rest := string(p.data[p.pos:min(len(p.data), p.pos+20)])
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

// duplicates finds the first repeated name of the object at index i.
func (p *parser) duplicates(i int) *SyntaxError {
	second := -1
	if p.values[i].count <= 8 {
		second = p.duplicatePairwise(i)
	} else {
		p.order = p.sorted(p.order[:0], i)
		names := p.order
		for k := 1; k < len(names); k++ {
			a, b := int(names[k-1]), int(names[k])
			if bytes.Equal(p.name(a), p.name(b)) && (second < 0 || b < second) {
				second = b
			}
		}
	}
	if second < 0 {
		return nil
	}
	name := p.name(second)
	first, _ := p.member(i, string(name))
	line, _ := newPlaces(p.data).at(p.values[first].name.from)
	return p.fault(p.values[second].name.from-1,
		"the member name "+quote(name)+" is given twice in one object (first in line "+itoa(line)+")")
}

func (p *parser) duplicatePairwise(i int) int {
	end := int(p.values[i].next)
	for b := i + 1; b < end; b = int(p.values[b].next) {
		for a := i + 1; a < b; a = int(p.values[a].next) {
			if bytes.Equal(p.name(a), p.name(b)) {
				return b
			}
		}
	}
	return -1
}

// sorted appends the members of the object at index i by name; members of
// equal names in document order.
func (d *document) sorted(members []int32, i int) []int32 {
	end := d.values[i].next
	members = slices.Grow(members, int(d.values[i].count))
	for c := int32(i + 1); c < end; c = d.values[c].next {
		members = append(members, c)
	}
	slices.SortFunc(members, func(a, b int32) int {
		return cmp.Or(bytes.Compare(d.name(int(a)), d.name(int(b))), cmp.Compare(a, b))
	})
	return members
}

// places finds lines and columns of offsets that do not decrease, in time
// linear in the length of the text.
type places struct {
	data         []byte
	offset       int
	line, column int
}

func newPlaces(data []byte) *places { return &places{data: data, line: 1, column: 1} }

// at returns the 1-based line and column of an offset; columns count code points.
func (p *places) at(offset int) (line, column int) {
	text := p.data[p.offset:offset]
	if n := bytes.Count(text, []byte{'\n'}); n > 0 {
		p.line += n
		p.column = 1
		text = text[bytes.LastIndexByte(text, '\n')+1:]
	}
	p.column += utf8.RuneCount(text)
	p.offset = offset
	return p.line, p.column
}
