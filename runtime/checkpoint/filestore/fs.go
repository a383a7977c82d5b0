package filestore

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// fileSystem is what a store does to its disk: a method for each step that can
// fail, or be the last one before a crash. Names are slash-separated and lie
// below the store's directory, which is ".".
type fileSystem interface {
	Mkdir(dir string) error               // no error where it exists
	Names(dir string) ([]string, error)   // of the files in dir, in any order
	ReadFile(name string) ([]byte, error) // the whole record; a damage where it is none
	Create(name string) (file, error)     // empty
	Rename(from, to string) error         // replaces to, in one step
	Remove(name string) error             // no error where there is none
	Sync(dir string) error                // makes the names in dir durable
	Lock(name string) (lock, error)       // errBusy while another lock on the file is open
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
	if err := d.Root.Mkdir(dir, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

func (d diskFS) Names(dir string) ([]string, error) {
	f, err := d.Root.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Readdirnames(-1)
}

// ReadFile reads what may be a record. A store makes regular files only: what
// else has the name of one is damage. A pipe is not opened, for that would wait,
// and a link not followed.
func (d diskFS) ReadFile(name string) ([]byte, error) {
	info, err := d.Root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, damage("not a regular file")
	}
	f, err := d.Root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil {
		return nil, err
	}
	front := make([]byte, fixedSize)
	n, err := io.ReadFull(f, front)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	if _, err := checkFront(front[:n], info.Size()); err != nil {
		return nil, err
	}
	data := make([]byte, info.Size())
	copy(data, front)
	_, err = io.ReadFull(f, data[fixedSize:])
	return data, err
}

func (d diskFS) Create(name string) (file, error) { return d.Root.Create(name) }

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

func (d diskFS) Lock(name string) (lock, error) {
	f, err := d.Root.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if err := flock(f); err != nil {
		f.Close()
		return nil, err
	}
	return diskLock{f}, nil
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
