package document

import (
	"bytes"
	"iter"

	"github.com/bindery-go/bindery/generator/internal/source"
)

// Line is one document of a JSON Lines file.
type Line struct {
	// JSON is the text of the line without its line ending; a part of the
	// file, not a copy.
	JSON []byte
	// Pos is the place of the first byte of JSON: always in column 1, so that
	// a column in the document is the column in the file.
	Pos source.Pos
}

// IsLines reports whether files of an extension have a document on each line.
func IsLines(extension string) bool { return extension == ".jsonl" || extension == ".ndjson" }

// Lines iterates over the documents of a JSON Lines file. Lines of nothing but
// white space are passed over. The documents are not read: whoever validates
// them does so, and adds the line to the places of what it finds.
func Lines(f *source.File) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for n := 1; n <= f.LineCount(); n++ {
			text := f.Line(n)
			if len(bytes.TrimSpace(text)) == 0 {
				continue
			}
			start := f.LineStart(n)
			pos := source.Pos{File: f.Name, Line: n, Column: 1, Offset: start}
			if !yield(Line{JSON: text, Pos: pos}) {
				return
			}
		}
	}
}
