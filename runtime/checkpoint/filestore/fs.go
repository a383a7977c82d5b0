package filestore

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/bindery-go/bindery/runtime/internal/flock"
)

// Modes of all that a store makes: what agents remember is the user's own.
const (
	fileMode = 0o600
	dirMode  = 0o700
)

// fileSystem is what a store does to its disk: a method for each step that can
// fail, or be the last one before a crash. Names are slash-separated and lie
// below the store's directory, which is ".".
type fileSystem interface {
	Mkdir(dir string) error             // no error where it exists
	Rmdir(dir string) error             // an error unless it is empty
	Names(dir string) ([]string, error) // of what is in dir, in any order
	// Read gives a record, or at least its header, and the size of the whole; a
	// damage where it is none.
	Read(name string, whole bool) (data []byte, size int64, err error)
	Create(name string) (file, error) // empty
	Rename(from, to string) error     // replaces to, in one step
	Remove(name string) error         // no error where there is none
	Sync(dir string) error            // makes the names in dir durable
	Lock(name string) (lock, error)   // errBusy while another lock on the file is open
	// Queue opens the directory in which one waits for a lock, see flock.Wait.
	Queue(dir string) func() (*os.File, error)
	Close() error
}

type file interface {
	io.Writer
	Sync() error
	Close() error
}

// lock is a locked file and its content. It ends with Close, or with its
// process, however that ends.
type lock interface {
	ReadMark() (mark, error)
	WriteMark(mark) error
	Close() error
}

// mark tells who has locked a file last.
type mark [16]byte

var errBusy = errors.New("locked by another writer")

// diskFS is the real file system below an os.Root, which lets no name lead
// outside.
type diskFS struct{ *os.Root }

func (d diskFS) Mkdir(dir string) error {
	if err := d.Root.Mkdir(dir, dirMode); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// Rmdir removes a directory. Who would remove a file that way gets an error: the
// store does not make one of that name.
func (d diskFS) Rmdir(dir string) error { return d.Root.Remove(dir) }

func (d diskFS) Names(dir string) ([]string, error) {
	f, err := d.Root.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Readdirnames(-1)
}

// Read reads what may be a record. A store makes regular files only: what else
// has the name of one is damage. A pipe is not opened, for that would wait, and a
// link not followed.
func (d diskFS) Read(name string, whole bool) (data []byte, size int64, err error) {
	info, err := d.Root.Lstat(name)
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return nil, 0, damage("not a regular file")
	}
	if info.Size() > maxRecord { // systems of 32 bits do not even open it
		return nil, 0, damage(fmt.Sprintf("larger than any record: %d bytes", info.Size()))
	}
	f, err := d.Root.Open(name)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil {
		return nil, 0, err
	}
	size = info.Size()
	front := make([]byte, frontSize)
	n, err := io.ReadFull(f, front)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, 0, err
	}
	front = front[:n]
	s, err := measure(front, size)
	if err != nil {
		return nil, 0, err
	}
	length := int(size)
	if !whole {
		length = max(n, s.headSize(front))
	}
	data = make([]byte, length)
	copy(data, front)
	_, err = io.ReadFull(f, data[n:])
	return data, size, err
}

func (d diskFS) Create(name string) (file, error) {
	return d.Root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, fileMode)
}

func (d diskFS) Remove(name string) error {
	if err := d.Root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (d diskFS) Sync(dir string) error {
	f, err := d.Root.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

func (d diskFS) Queue(dir string) func() (*os.File, error) {
	return func() (*os.File, error) { return d.Root.Open(dir) }
}

// Lock locks a file, which it makes where there is none. One that was removed
// between being opened and being locked is nobody's lock any more.
func (d diskFS) Lock(name string) (lock, error) {
	f, err := d.Root.OpenFile(name, os.O_RDWR|os.O_CREATE, fileMode)
	if err != nil {
		return nil, err
	}
	ok, err := flock.Try(f, flock.Exclusive)
	if ok {
		ok, err = d.has(name, f)
	}
	if err == nil && !ok {
		err = errBusy
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return diskLock{f}, nil
}

// has reports whether a name is that of an open file.
func (d diskFS) has(name string, f *os.File) (bool, error) {
	named, err := d.Root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	opened, err := f.Stat()
	return err == nil && os.SameFile(named, opened), err
}

type diskLock struct{ *os.File }

func (l diskLock) ReadMark() (m mark, err error) {
	if _, err = l.ReadAt(m[:], 0); err == io.EOF {
		err = nil // nobody's: the file is new, or its mark was lost in a crash
	}
	return m, err
}

func (l diskLock) WriteMark(m mark) error {
	_, err := l.WriteAt(m[:], 0)
	return err
}
