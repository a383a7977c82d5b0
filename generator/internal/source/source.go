// Package source holds the bytes of input files and the positions in them.
//
// Every later stage carries a Pos with whatever it builds from a file, so that
// a diagnostic can name the place the user has to look at. The package depends
// on nothing else of the generator and any stage may import it.
package source

import (
	"bytes"
	"cmp"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// File is one input file: its name as diagnostics show it and its content.
type File struct {
	// Name is the slash-separated path relative to the directory of the
	// configuration file.
	Name string
	// Data is the content, verbatim. It must not change once a position has
	// been asked for.
	Data []byte

	once  sync.Once
	lines []int // offset of the first byte of each line
}

// NewFile returns a file with the given name and content.
func NewFile(name string, data []byte) *File {
	return &File{Name: name, Data: data}
}

// bom is the UTF-8 byte order mark. It takes no column, since editors hide it.
const bom = "\xEF\xBB\xBF"

// BOMLen returns the number of bytes taken by a UTF-8 byte order mark at the
// start of the file: 3 or 0.
func (f *File) BOMLen() int {
	if bytes.HasPrefix(f.Data, []byte(bom)) {
		return len(bom)
	}
	return 0
}

func (f *File) lineStarts() []int {
	f.once.Do(func() {
		f.lines = make([]int, 1, 1+bytes.Count(f.Data, []byte{'\n'}))
		f.lines[0] = f.BOMLen()
		for at := 0; ; {
			i := bytes.IndexByte(f.Data[at:], '\n')
			if i < 0 {
				break
			}
			at += i + 1
			f.lines = append(f.lines, at)
		}
	})
	return f.lines
}

// LineCount returns the number of lines; text after the last line feed counts
// as a line even when it is empty.
func (f *File) LineCount() int { return len(f.lineStarts()) }

// LineStart returns the offset of the first byte of the 1-based line. A line
// outside the file is moved to the nearest line in it.
func (f *File) LineStart(line int) int {
	starts := f.lineStarts()
	return starts[min(max(line, 1), len(starts))-1]
}

// Line returns the text of the 1-based line without its line ending, or nil
// when the file has no such line.
func (f *File) Line(line int) []byte {
	starts := f.lineStarts()
	if line < 1 || line > len(starts) {
		return nil
	}
	text := f.Data[starts[line-1]:]
	if line < len(starts) {
		text = f.Data[starts[line-1] : starts[line]-1]
	}
	return bytes.TrimSuffix(text, []byte{'\r'})
}

// Pos returns the position of the byte at offset. An offset outside the file is
// moved to the nearest end. It takes time linear in the length of the line; use
// a Cursor to place many offsets.
func (f *File) Pos(offset int) Pos {
	offset = min(max(offset, f.BOMLen()), len(f.Data))
	starts := f.lineStarts()
	line := sort.SearchInts(starts, offset+1)
	start := starts[max(line, 1)-1]
	return Pos{
		File:   f.Name,
		Line:   max(line, 1),
		Column: 1 + utf8.RuneCount(f.Data[start:offset]),
		Offset: offset,
	}
}

// At returns the position of a 1-based line and column, moved into the file
// where it has no such place.
func (f *File) At(line, column int) Pos {
	line = min(max(line, 1), f.LineCount())
	pos := Pos{File: f.Name, Line: line, Column: 1, Offset: f.LineStart(line)}
	for text := f.Line(line); pos.Column < column && len(text) > 0; pos.Column++ {
		_, size := utf8.DecodeRune(text)
		text = text[size:]
		pos.Offset += size
	}
	return pos
}

// Start returns the position of the first byte of the text.
func (f *File) Start() Pos { return f.Pos(0) }

// Pos is a place in a file. The zero Pos is not a place; a Pos with a file and no
// line stands for the file as a whole.
type Pos struct {
	File string
	// Line is 1-based. Lines end with a line feed; a carriage return before
	// it belongs to the line.
	Line int
	// Column is 1-based and counts Unicode code points, so that a caret under
	// the printed line meets the character. A byte that is not part of valid
	// UTF-8 counts as one.
	Column int
	// Offset is 0-based and counts bytes.
	Offset int
}

// InFile returns the position that stands for the file as a whole.
func InFile(name string) Pos { return Pos{File: name} }

// IsValid reports whether the position names a line.
func (p Pos) IsValid() bool { return p.Line > 0 }

// String returns "file:line:column", or as much of it as is known.
func (p Pos) String() string {
	var b strings.Builder
	b.WriteString(p.File)
	if p.IsValid() {
		if p.File != "" {
			b.WriteByte(':')
		}
		b.WriteString(strconv.Itoa(p.Line))
		b.WriteByte(':')
		b.WriteString(strconv.Itoa(p.Column))
	}
	if b.Len() == 0 {
		return "-"
	}
	return b.String()
}

// Compare orders positions by file name, line and column.
func (p Pos) Compare(q Pos) int {
	return cmp.Or(
		strings.Compare(p.File, q.File),
		cmp.Compare(p.Line, q.Line),
		cmp.Compare(p.Column, q.Column),
	)
}

// Cursor places offsets that mostly grow. Counting on from the offset before
// keeps the cost linear even when the whole file is one line.
type Cursor struct {
	file *File
	last Pos
}

// Cursor returns a cursor at the start of the file.
func (f *File) Cursor() *Cursor { return &Cursor{file: f, last: f.Start()} }

// Pos returns the position of the character at offset, as File.Pos does.
func (c *Cursor) Pos(offset int) Pos {
	f := c.file
	starts := f.lineStarts()
	if offset < c.last.Offset || offset > len(f.Data) ||
		(c.last.Line < len(starts) && offset >= starts[c.last.Line]) {
		c.last = c.jump(offset)
		return c.last
	}
	c.last.Column += utf8.RuneCount(f.Data[c.last.Offset:offset])
	c.last.Offset = offset
	return c.last
}

// jump places an offset that does not follow on the line of the one before,
// with a few steps forward before falling back on a search.
func (c *Cursor) jump(offset int) Pos {
	starts := c.file.lineStarts()
	for line := c.last.Line + 1; line <= c.last.Line+4 && line <= len(starts); line++ {
		start := starts[line-1]
		if offset < start {
			break
		}
		if line == len(starts) || offset < starts[line] {
			offset = min(offset, len(c.file.Data))
			return Pos{
				File:   c.file.Name,
				Line:   line,
				Column: 1 + utf8.RuneCount(c.file.Data[start:offset]),
				Offset: offset,
			}
		}
	}
	return c.file.Pos(offset)
}
