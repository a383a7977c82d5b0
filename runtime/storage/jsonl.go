package storage

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
)

// MaxLine is the length in bytes of the longest line that is read or appended.
const MaxLine = 64 << 20

var errLongLine = fmt.Errorf("longer than %d bytes", MaxLine)

// LineError is a line of a JSONL file that cannot be read.
type LineError struct {
	Path Path
	Line int // from 1
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("%s:%d: %v", e.Path, e.Line, e.Err) }
func (e *LineError) Unwrap() error { return e.Err }

// AppendLine writes a value as the last line of a JSONL file, durably. What a
// crash has left of an unfinished last line is removed first, since anything
// after it would make it a corrupt line in the middle. A file has one process
// that appends to it; its goroutines take turns.
func (r *Root) AppendLine(p Path, value any) error {
	line, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if len(line) >= MaxLine {
		return fmt.Errorf("storage: path %q: a line of %d bytes, at most %d", p, len(line), MaxLine-1)
	}
	r.appending.Lock()
	defer r.appending.Unlock()
	f, err := r.openFile(p, os.O_RDWR|os.O_CREATE|os.O_APPEND)
	if err != nil {
		return err
	}
	tail, err := lastLine(f)
	if err == nil && whole(tail) {
		line = append([]byte("\n"), line...)
	} else if err == nil && len(tail) > 0 {
		var end int64
		if end, err = f.Seek(0, io.SeekEnd); err == nil {
			err = f.Truncate(end - int64(len(tail)))
		}
	}
	if err != nil {
		return errors.Join(err, f.Close())
	}
	return r.finish(f, p, append(line, '\n'))
}

// lastLine gives what follows the last newline.
func lastLine(f *os.File) ([]byte, error) {
	end, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	for size := int64(4 << 10); ; size *= 4 {
		size = min(size, end)
		tail := make([]byte, size)
		if _, err := f.ReadAt(tail, end-size); err != nil {
			return nil, err
		}
		if at := bytes.LastIndexByte(tail, '\n'); at >= 0 || size == end {
			return tail[at+1:], nil
		}
		if size > MaxLine {
			return nil, fmt.Errorf("storage: the last line of %s is longer than %d bytes", f.Name(), MaxLine)
		}
	}
}

// whole says whether a line without its newline is all there. The beginning of
// a number may be a number, so only what has an end of its own counts.
func whole(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) > 0 && bytes.IndexByte([]byte(`{["`), line[0]) >= 0 && json.Valid(line)
}

// Lines reads a JSONL file line by line; a file that does not exist has none.
// An unfinished last line, which a crash leaves, is passed over. Any other line
// that cannot be decoded is a *[LineError] beside a zero value, and reading
// goes on after it; an error of another type ends it. Blank lines are no lines.
func Lines[T any](r *Root, p Path) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var zero T
		f, err := r.Open(p)
		if errors.Is(err, fs.ErrNotExist) {
			return
		}
		if err != nil {
			yield(zero, err)
			return
		}
		defer f.Close()
		reader := bufio.NewReaderSize(f, 64<<10)
		for n := 1; ; n++ {
			line, ended, err := readLine(reader)
			if err != nil && !errors.Is(err, errLongLine) {
				yield(zero, err)
				return
			}
			if !ended && !whole(line) {
				return
			}
			var value T
			if err == nil && len(bytes.TrimSpace(line)) > 0 {
				err = json.Unmarshal(line, &value)
			} else if err == nil {
				continue
			}
			if err != nil {
				value, err = zero, &LineError{p, n, err}
			}
			if !yield(value, err) || !ended {
				return
			}
		}
	}
}

// readLine gives a line without its newline, and whether it had one. Of a line
// that is too long it reads the rest and keeps nothing.
func readLine(r *bufio.Reader) (line []byte, ended bool, err error) {
	for {
		piece, readErr := r.ReadSlice('\n')
		if len(line)+len(piece) > MaxLine {
			line, err = nil, errLongLine
		}
		if err == nil {
			line = append(line, piece...)
		}
		switch {
		case readErr == nil:
			return bytes.TrimSuffix(line, []byte("\n")), true, err
		case errors.Is(readErr, io.EOF):
			return line, false, err
		case !errors.Is(readErr, bufio.ErrBufferFull):
			return nil, false, readErr
		}
	}
}
