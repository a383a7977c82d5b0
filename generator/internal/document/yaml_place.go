package document

import (
	"bytes"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/bindery-go/bindery/generator/internal/source"
)

// yamlPlaces turns the lines and columns of yaml.v3 into positions. yaml.v3
// follows YAML 1.1, where NEL, LS, PS and a lone carriage return end a line too;
// editors and source.File count line feeds only.
type yamlPlaces struct {
	file   *source.File
	starts []int // offset of the first byte of each line, as yaml.v3 counts
	cursor *source.Cursor

	// The place found last. Nodes come in the order of the file, so that
	// counting on from it keeps a file of one long line linear.
	line, column, offset int
}

func newYAMLPlaces(f *source.File) *yamlPlaces {
	p := &yamlPlaces{file: f, starts: []int{f.BOMLen()}, cursor: f.Cursor()}
	for at := f.BOMLen(); at < len(f.Data); {
		n := yamlBreakLen(f.Data[at:])
		if n > 0 {
			p.starts = append(p.starts, at+n)
		}
		at += max(n, 1)
	}
	return p
}

// yamlBreakLen returns the length of the line break that text begins with, or 0.
func yamlBreakLen(text []byte) int {
	switch text[0] {
	case '\n':
		return 1
	case '\r':
		if len(text) > 1 && text[1] == '\n' {
			return 2
		}
		return 1
	case 0xC2: // U+0085
		if bytes.HasPrefix(text, []byte("\u0085")) {
			return 2
		}
	case 0xE2: // U+2028, U+2029
		if bytes.HasPrefix(text, []byte("\u2028")) || bytes.HasPrefix(text, []byte("\u2029")) {
			return 3
		}
	}
	return 0
}

// pos returns the place of a node.
func (p *yamlPlaces) pos(n *yaml.Node) source.Pos {
	return p.cursor.Pos(p.offsetOf(n.Line, n.Column))
}

// offsetOf returns the offset of a 1-based line and column of yaml.v3.
func (p *yamlPlaces) offsetOf(line, column int) int {
	line = min(max(line, 1), len(p.starts))
	if line != p.line || column < p.column {
		p.line, p.column, p.offset = line, 1, p.starts[line-1]
	}
	for p.column < column && p.offset < len(p.file.Data) {
		_, size := utf8.DecodeRune(p.file.Data[p.offset:])
		p.offset += size
		p.column++
	}
	return p.offset
}
