package document

import (
	"bytes"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Bounds on one document. Real schemas stay below them by far; hostile files of
// this size still fit into memory.
const (
	MaxSize   = 256 << 20 // bytes
	maxValues = 1_500_000
)

// Read reads a file as JSON or YAML: by its extension (.json; .yaml, .yml) or,
// for any other name, by its content. What begins like a JSON array or object
// and is not YAML either is reported as JSON.
//
// The readers return the root even when there are errors, as far as it could be
// built, so that later stages can find more of them; it is nil when the syntax
// is broken. A result without an error in the diagnostics is never nil.
func Read(f *source.File) (*Node, diag.Diagnostics) {
	switch strings.ToLower(path.Ext(f.Name)) {
	case ".json":
		return ReadJSON(f)
	case ".yaml", ".yml":
		return ReadYAML(f)
	}
	text := bytes.TrimLeft(f.Data[f.BOMLen():], " \t\r\n")
	if len(text) == 0 || !bytes.ContainsRune([]byte(`{["`), rune(text[0])) {
		return ReadYAML(f)
	}
	n, jsonFindings := ReadJSON(f)
	if n != nil {
		return n, jsonFindings
	}
	if n, diagnostics := ReadYAML(f); n != nil {
		return n, diagnostics
	}
	return nil, jsonFindings
}

// checkText reports what makes a file unreadable whatever its syntax.
func checkText(f *source.File) (d diag.Diagnostic, ok bool) {
	switch {
	case len(f.Data) > MaxSize:
		return diag.New(diag.TooLarge, source.InFile(f.Name), "file has %d bytes; at most %d are read", len(f.Data), MaxSize), false
	case bytes.HasPrefix(f.Data, []byte{0xFF, 0xFE}), bytes.HasPrefix(f.Data, []byte{0xFE, 0xFF}):
		return diag.New(diag.InvalidUTF8, f.Start(), "file is encoded as UTF-16"), false
	case !utf8.Valid(f.Data):
		at := invalidAt(f.Data)
		return diag.New(diag.InvalidUTF8, f.Pos(at), "byte 0x%02x is not valid UTF-8", f.Data[at]), false
	}
	if at := conflictAt(f.Data); at >= 0 {
		return diag.New(diag.SyntaxError, f.Pos(at), "the file has the marks of a merge conflict").
			WithHelp("resolve the conflict: keep one side, and remove the lines with <<<<<<<, ======= and >>>>>>>"), false
	}
	return d, true
}

// HasConflict reports whether text has the marks of a merge conflict.
func HasConflict(data []byte) bool { return conflictAt(data) >= 0 }

// conflictAt returns the offset of the first mark of a merge conflict, as git
// leaves them at the beginning of lines; -1 where not all three are there.
func conflictAt(data []byte) int {
	first, next := -1, 0
	for _, mark := range []string{"<<<<<<< ", "=======", ">>>>>>> "} {
		at := next
		if !bytes.HasPrefix(data[at:], []byte(mark)) {
			if at = bytes.Index(data[next:], []byte("\n"+mark)); at < 0 {
				return -1
			}
			at += next + 1
		}
		if first < 0 {
			first = at
		}
		next = at + len(mark)
	}
	return first
}

func tooManyValues(pos source.Pos) diag.Diagnostic {
	return diag.New(diag.TooLarge, pos, "the file may hold more than %d values", maxValues)
}

// invalidAt returns the offset of the first byte that is not valid UTF-8; there
// must be one.
func invalidAt(data []byte) int {
	for at := 0; ; {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size <= 1 {
			return at
		}
		at += size
	}
}
