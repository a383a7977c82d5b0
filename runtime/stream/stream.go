// Package stream reads documents from readers: one, or one on each line (JSON
// Lines). What is read is bounded, and parsed by a function of generated code, so
// that each document is checked by its whole schema:
//
//	for event, err := range stream.Lines(f, events.ParseEvent) {
//		…
//	}
//
// The functions keep nothing between calls; they are as safe for concurrent use as
// their readers.
package stream

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"iter"
	"math"
)

// MaxSize is how many bytes a document may have where no other limit is given.
const MaxSize = 64 << 20

// TooLargeError says that a document has more bytes than the limit.
type TooLargeError struct{ Limit int64 }

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("the document is larger than %d bytes", e.Limit)
}

// LineError is an error of one line of many.
type LineError struct {
	Line int // from 1
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the error of the line.
func (e *LineError) Unwrap() error { return e.Err }

// Parse reads one document to the end of r and parses it. The error is a
// *[TooLargeError] beyond [MaxSize], what r returns, or what parse returns.
func Parse[T any](r io.Reader, parse func([]byte) (*T, error)) (*T, error) {
	return ParseAtMost(r, MaxSize, parse)
}

// ParseAtMost is Parse with another limit in bytes.
func ParseAtMost[T any](r io.Reader, limit int64, parse func([]byte) (*T, error)) (*T, error) {
	from := r
	if limit < math.MaxInt64 {
		from = io.LimitReader(r, limit+1)
	}
	data, err := io.ReadAll(from)
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, &TooLargeError{limit}
	}
	return parse(data)
}

// Lines iterates over the documents of a reader, one on each line. Blank lines are
// passed over. A line that is refused, or longer than [MaxSize], gives nil and a
// *[LineError], and the next line follows; what r returns beside io.EOF ends the
// iteration with a *[LineError]. It holds one line at a time.
func Lines[T any](r io.Reader, parse func([]byte) (*T, error)) iter.Seq2[*T, error] {
	return LinesAtMost(r, MaxSize, parse)
}

// LinesAtMost is Lines with another limit of a line, in bytes without its end.
func LinesAtMost[T any](r io.Reader, limit int64, parse func([]byte) (*T, error)) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		in := bufio.NewReader(r)
		var line []byte
		for n := 1; ; n++ {
			large, err := false, error(nil)
			line, large, err = readLine(in, line[:0], limit)
			if err != nil && err != io.EOF {
				yield(nil, &LineError{n, err})
				return
			}
			var x *T
			var bad error
			if large {
				bad = &TooLargeError{limit}
			} else if text := bytes.TrimSpace(line); len(text) > 0 {
				x, bad = parse(text)
			}
			if bad != nil {
				x, bad = nil, &LineError{n, bad}
			}
			if (x != nil || bad != nil) && !yield(x, bad) || err == io.EOF {
				return
			}
		}
	}
}

// readLine appends the next line to buf. Of a line beyond the limit it keeps nothing
// more, but reads to its end. The error is that of the reader.
func readLine(in *bufio.Reader, buf []byte, limit int64) (line []byte, large bool, err error) {
	for {
		part, err := in.ReadSlice('\n')
		ends := err == nil
		if ends {
			part = part[:len(part)-1]
		}
		if large = large || int64(len(buf))+int64(len(part)) > limit; !large {
			buf = append(buf, part...)
		}
		if ends {
			return buf, large, nil
		}
		if err != bufio.ErrBufferFull {
			return buf, large, err
		}
	}
}
