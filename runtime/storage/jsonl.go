package storage

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"time"

	"github.com/bindery-go/bindery/runtime/internal/flock"
)

// MaxLine is the length in bytes of the longest line that is read or appended.
const MaxLine = 64 << 20

// Appending, unlike all else, takes no context. A writer that does no more than
// to append holds the lock for the time of a write.
const (
	appendWait = time.Minute
	readWait   = time.Second
)

var errLongLine = fmt.Errorf("longer than %d bytes", MaxLine)

// LineError is a line of a JSONL file that cannot be read.
type LineError struct {
	Path Path
	Line int // from 1
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("%s:%d: %v", e.Path, e.Line, e.Err) }
func (e *LineError) Unwrap() error { return e.Err }

// AppendLine writes a value as the last line of a JSONL file, durably, and makes
// the file where there is none. Any number of Roots and processes may append to
// a file: its lock keeps them apart, which AppendLine waits for, a minute at
// most. Its time does not depend on the length of the file.
//
// Where the last line has no newline, it gets one. It is removed only where it
// cannot have been meant: half a JSON value of AppendLine, or the zeros that a
// lost block of the disk leaves, are what a crash has left of a line that was
// never acknowledged.
func (r *Root) AppendLine(p Path, value any) error {
	line, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return r.AppendLines(p, line)
}

// AppendLines is [Root.AppendLine] for lines that are JSON already, as a compact
// encoder writes it: one that has a newline is an error, and none is written.
// After a crash the first of them may be there, and not the others.
func (r *Root) AppendLines(p Path, lines ...[]byte) error {
	var data []byte
	for _, line := range lines {
		if len(line) >= MaxLine {
			return fmt.Errorf("storage: path %q: a line of %d bytes, at most %d", p, len(line), MaxLine-1)
		}
		if bytes.IndexByte(line, '\n') >= 0 {
			return fmt.Errorf("storage: path %q: a line with a newline: %.80q; json.Compact removes it", p, line)
		}
		data = append(append(data, line...), '\n')
	}
	return r.append(p, func(f *os.File, end int64) ([]byte, int64, error) {
		tail, err := lastLine(f, end)
		if err != nil {
			return nil, 0, err
		}
		kept := meant(tail)
		if kept > 0 {
			data = append([]byte("\n"), data...)
		}
		return data, end - int64(len(tail)-kept), nil
	})
}

// LastLine gives the last whole line of a file of [Root.AppendLine], without its
// newline; nil where there is none, or no file. Its time does not depend on the
// length of the file, but for blank lines at its end.
func (r *Root) LastLine(p Path) ([]byte, error) {
	f, end, err := r.openRegular(p)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for size := end; ; {
		line, err := lastLine(f, end)
		if err != nil || len(bytes.TrimSpace(line)) > 0 && (end < size || meant(line) > 0) {
			return line, err
		}
		// What follows the last newline is nothing, or torn: the line is before it.
		if end, err = beforeBlanks(f, end-int64(len(line))); err != nil || end == 0 {
			return nil, err
		}
	}
}

// beforeBlanks gives where white space begins that ends at end.
func beforeBlanks(f *os.File, end int64) (int64, error) {
	buffer := make([]byte, 64<<10)
	for end > 0 {
		part := buffer[:min(end, int64(len(buffer)))]
		if _, err := f.ReadAt(part, end-int64(len(part))); err != nil {
			return 0, err
		}
		kept := len(bytes.TrimRight(part, " \t\r\n"))
		if end -= int64(len(part) - kept); kept > 0 {
			break
		}
	}
	return end, nil
}

// Append writes data at the end of a file, which it makes where there is none,
// and keeps writers apart as [Root.AppendLine] does. When it returns nil the
// data are durable; after a crash a part of them may be there. An error that wraps
// [ErrInDoubt] says that they may be there, or a part of them, all the same.
func (r *Root) Append(p Path, data []byte) error {
	return r.append(p, func(_ *os.File, end int64) ([]byte, int64, error) { return data, end, nil })
}

// append writes what prepare makes of the end of a file, from the place that it
// gives on. What cannot be written as a whole is taken back.
func (r *Root) append(p Path, prepare func(f *os.File, end int64) (data []byte, at int64, err error)) error {
	name, err := r.local(p)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), appendWait)
	defer cancel()
	l, err := r.lock(ctx, name, os.O_RDWR|os.O_CREATE, flock.Exclusive)
	if err != nil {
		if errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("storage: path %q: another writer has held the lock for %v: %w", p, appendWait, err)
		}
		return err
	}
	defer l.Unlock()
	info, err := l.f.Stat()
	if err != nil {
		return err
	}
	data, at, err := prepare(l.f, info.Size())
	if err != nil {
		return err
	}
	if at < info.Size() {
		if err := l.f.Truncate(at); err != nil {
			return err
		}
	}
	_, err = l.f.WriteAt(data, at)
	if err == nil {
		err = l.f.Sync()
	}
	if err == nil {
		if info.Size() == 0 {
			r.entries.forget(name)
		}
		err = r.entries.settle(name, info, func() error { return r.sync(path.Dir(name)) })
	}
	if err != nil {
		return takeBack(l.f, at, err)
	}
	return nil
}

// takeBack cuts off what could not be appended: what is told to have failed is not to
// be read, and not to come back after a crash either.
func takeBack(f *os.File, at int64, failed error) error {
	err := f.Truncate(at)
	if err == nil {
		err = f.Sync()
	}
	if err != nil {
		return inDoubt(errors.Join(failed, err))
	}
	return failed
}

// lastLine gives what follows the last newline of a file that has end bytes.
func lastLine(f *os.File, end int64) ([]byte, error) {
	for size := int64(4 << 10); ; size *= 4 {
		size = min(size, end)
		tail := make([]byte, size)
		if _, err := f.ReadAt(tail, end-size); err != nil && size > 0 {
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

// IsTorn reports whether a line without its newline is one that a crash has cut, which
// readers pass over and [Root.AppendLine] replaces.
func IsTorn(line []byte) bool { return meant(line) == 0 }

// meant gives how much of a line without its newline somebody may have meant. A
// line of AppendLine that is not whole is not: a crash has cut it, or has left
// zeros where the rest was to be. A single zero may be half a character of UTF-16.
func meant(line []byte) int {
	kept := line
	if text := bytes.TrimRight(line, "\x00"); len(line)-len(text) >= 2 {
		kept = text
	}
	if torn(kept) {
		return 0
	}
	return len(kept)
}

// torn reports whether a line is the beginning of a JSON value of AppendLine and
// no more. The beginning of a number may be a number, and that of a name a word,
// so only what has an end of its own counts. AppendLine writes no white space
// but blanks in strings: a file in which the lines end otherwise, or are indented,
// is none of its own.
func torn(line []byte) bool {
	if len(line) == 0 || bytes.IndexByte([]byte(`{["`), line[0]) < 0 || bytes.ContainsAny(line, "\r\t") {
		return false
	}
	var value json.RawMessage
	err := json.NewDecoder(bytes.NewReader(line)).Decode(&value)
	return errors.Is(err, io.ErrUnexpectedEOF)
}

// Lines reads a JSONL file line by line, in the order of the file; a file that
// does not exist has none. Blank lines are passed over, and so is an unfinished
// last line that a crash has left, see [Root.AppendLine]; one that is being
// written is waited for. Any other line that cannot be decoded is a *[LineError]
// beside a zero value, and reading goes on after it; an error of another type
// ends it. It holds one line in memory.
func Lines[T any](r *Root, p Path) iter.Seq2[T, error] {
	return LinesFunc(r, p, func(line []byte) (value T, err error) {
		err = json.Unmarshal(line, &value)
		return value, err
	})
}

// LinesFunc is [Lines] with a decoder of its own. The line is the decoder's to
// read, and not to keep.
func LinesFunc[T any](r *Root, p Path, decode func(line []byte) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var zero T
		f, _, err := r.openRegular(p)
		if errors.Is(err, fs.ErrNotExist) {
			return
		}
		if err != nil {
			yield(zero, err)
			return
		}
		defer f.Close()
		lines := newLineReader(f)
		for n := 1; ; n++ {
			line, ended, err := lines.next()
			if err != nil && !errors.Is(err, errLongLine) {
				yield(zero, err)
				return
			}
			if !ended && err == nil && meant(line) == 0 {
				return
			}
			var value T
			if err == nil {
				if len(bytes.TrimSpace(line)) == 0 {
					continue
				}
				value, err = decode(line)
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

// lineReader reads lines of a file to which others append.
type lineReader struct {
	f    *os.File
	r    *bufio.Reader
	at   int64 // where the next line begins
	line []byte
}

func newLineReader(f *os.File) *lineReader {
	return &lineReader{f: f, r: bufio.NewReaderSize(f, 64<<10)}
}

// next gives a line without its newline, and whether it had one. It is valid
// until the next call.
func (l *lineReader) next() (line []byte, ended bool, err error) {
	size, ended, err := l.read()
	if size > 0 && !ended {
		size, ended, err = l.settled()
	}
	l.at += size
	return bytes.TrimSuffix(l.line, []byte("\n")), ended, err
}

// read reads a line to where the file ends now, and gives its size. Of a line
// that is too long it keeps nothing.
func (l *lineReader) read() (size int64, ended bool, err error) {
	l.line = l.line[:0]
	for {
		piece, readErr := l.r.ReadSlice('\n')
		size += int64(len(piece))
		if size > MaxLine {
			l.line, err = l.line[:0], errLongLine
		} else {
			l.line = append(l.line, piece...)
		}
		switch {
		case readErr == nil:
			return size, true, err
		case errors.Is(readErr, io.EOF):
			return size, false, err
		case !errors.Is(readErr, bufio.ErrBufferFull):
			return 0, false, readErr
		}
	}
}

// settled reads the last line again when no append is under way: half of it may
// have been written, or be taken back.
func (l *lineReader) settled() (size int64, ended bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), readWait)
	defer cancel()
	if flock.Wait(ctx, nil, func() (bool, error) { return flock.Try(l.f, flock.Shared) }) == nil {
		defer flock.Unlock(l.f)
	} // else its holder does not append
	if _, err := l.f.Seek(l.at, io.SeekStart); err != nil {
		return 0, false, err
	}
	l.r.Reset(l.f)
	return l.read()
}
