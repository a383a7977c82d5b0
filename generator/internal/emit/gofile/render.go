package gofile

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"go/scanner"
	"strings"
	"sync"
)

// raws are the buffers that jennifer writes to, as large as files are.
var raws = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Render returns the file's source in gofmt's form. It fails with a
// *[SourceError] when what was emitted is not valid Go, which only a
// fault of the generator brings about.
func (f *File) Render() ([]byte, error) {
	raw := raws.Get().(*bytes.Buffer)
	defer raws.Put(raw)
	raw.Reset()
	if f.build != "" {
		f.HeaderComment("//go:build " + f.build)
	}
	if err := f.File.Render(raw); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	source := groupImports(raw.Bytes())
	formatted, err := format.Source(source)
	if err != nil {
		return nil, &SourceError{File: f.Name, Source: bytes.Clone(source), Err: err}
	}
	return f.putLines(formatted), nil
}

// groupImports parts the imports of the standard library from those of the
// runtime, which jennifer sorts into one list, by a blank line, as people do.
func groupImports(source []byte) []byte {
	const open, shut = "\nimport (\n", "\n)\n"
	before, rest, ok := bytes.Cut(source, []byte(open))
	if !ok {
		return source
	}
	list, after, _ := bytes.Cut(rest, []byte(shut))
	var standard, others [][]byte
	for line := range bytes.SplitSeq(list, []byte("\n")) {
		// Only a path with a domain holds a dot.
		if bytes.IndexByte(line, '.') < 0 {
			standard = append(standard, line)
		} else {
			others = append(others, line)
		}
	}
	if len(standard) == 0 || len(others) == 0 {
		return source
	}
	lines := append(append(standard, nil), others...)
	return bytes.Join([][]byte{before, []byte(open), bytes.Join(lines, []byte("\n")), []byte(shut), after}, nil)
}

// SourceError says that emitted source does not parse.
type SourceError struct {
	File   string // name of the file that was emitted
	Source []byte // what was emitted, not formatted
	Err    error  // from the parser
}

// Unwrap returns the parser's error.
func (e *SourceError) Unwrap() error { return e.Err }

// excerptLines is how many lines are shown on each side of the faulty one.
const excerptLines = 5

// Error returns the parser's message and the numbered lines around the fault.
func (e *SourceError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: the generator emitted source that does not parse: %v", e.File, e.Err)
	fault := 1
	var list scanner.ErrorList
	if errors.As(e.Err, &list) && len(list) > 0 {
		fault = list[0].Pos.Line
	}
	number := 0
	for line := range bytes.SplitSeq(e.Source, []byte("\n")) {
		number++
		if fault-excerptLines <= number && number <= fault+excerptLines {
			fmt.Fprintf(&b, "\n%5d\t%s", number, line)
		}
	}
	return b.String()
}
