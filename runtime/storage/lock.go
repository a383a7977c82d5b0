package storage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"

	"github.com/bindery-go/bindery/runtime/internal/flock"
)

// ErrChanged is wrapped where a file is not what its writer has read.
var ErrChanged = errors.New("storage: the file has changed")

// Lock is a file that is locked. The lock is that of flock(2) on Linux, macOS
// and the BSDs, which other programs can take too: it binds who asks for it, and
// nobody else. It ends with Unlock, or with its process, however that ends. One
// goroutine at a time uses it. After Unlock all methods give os.ErrClosed, and
// change nothing.
type Lock struct {
	root *Root
	name string
	f    *os.File
	done func() // nil when the lock has ended
}

// Lock locks a file for its holder alone, and makes it, empty, where there is
// none. Waiting ends with the context, within milliseconds; whoever waits longer
// comes first as a rule, and a holder that asks again waits behind those who
// wait already. Locking what one has locked waits for oneself.
func (r *Root) Lock(ctx context.Context, p Path) (*Lock, error) {
	return r.lockPath(ctx, p, os.O_RDWR|os.O_CREATE, flock.Exclusive)
}

// RLock locks a file as Lock does, together with others that do so.
func (r *Root) RLock(ctx context.Context, p Path) (*Lock, error) {
	return r.lockPath(ctx, p, os.O_RDWR|os.O_CREATE, flock.Shared)
}

// LockFile locks a file that exists, to read and replace it. The error wraps
// fs.ErrNotExist where there is none.
func (r *Root) LockFile(ctx context.Context, p Path) (*Lock, error) {
	return r.lockPath(ctx, p, os.O_RDWR, flock.Exclusive)
}

func (r *Root) lockPath(ctx context.Context, p Path, flag int, mode flock.Mode) (*Lock, error) {
	name, err := r.local(p)
	if err != nil {
		return nil, err
	}
	return r.lock(ctx, name, flag, mode)
}

// lock locks what has a name. A file that was replaced or removed while its lock
// was waited for is not what has the name any more.
func (r *Root) lock(ctx context.Context, name string, flag int, mode flock.Mode) (*Lock, error) {
	l := &Lock{root: r, name: name, done: func() {}}
	if mode == flock.Exclusive {
		done, err := r.turns.Take(ctx, name)
		if err != nil {
			return nil, err
		}
		l.done = done
	}
	dir := func() (*os.File, error) { return r.root.Open(path.Dir(name)) }
	err := flock.Wait(ctx, dir, func() (ok bool, err error) {
		if l.f, err = r.openFile(name, flag); err != nil {
			return false, err
		}
		ok, err = flock.Try(l.f, mode)
		if err == nil {
			ok, err = r.stillHas(ok, name, l.f)
		}
		if !ok {
			l.f.Close()
		}
		return ok, err
	})
	if err != nil {
		l.done()
		return nil, err
	}
	return l, nil
}

// Unlock ends the lock.
func (l *Lock) Unlock() error {
	if l.done == nil {
		return l.ended("unlock")
	}
	err := l.f.Close()
	l.done()
	l.done = nil
	return err
}

// ended is the error of who uses a lock that has ended.
func (l *Lock) ended(op string) error {
	return &fs.PathError{Op: op, Path: l.name, Err: os.ErrClosed}
}

// Read gives the content of the locked file, of at most [MaxFile] bytes.
func (l *Lock) Read() ([]byte, error) {
	info, err := l.f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > MaxFile {
		return nil, tooLarge("read", l.name)
	}
	data := make([]byte, info.Size())
	n, err := l.f.ReadAt(data, 0)
	if err == io.EOF {
		err = nil // it was cut by one who does not ask for locks
	}
	return data[:n], err
}

// Replace replaces the file as a whole, as [Root.WriteFile] does, and leaves the
// new one locked.
func (l *Lock) Replace(data []byte) error {
	if l.done == nil {
		return l.ended("replace")
	}
	f, err := l.root.write(l.name, data, l.root.root.Rename)
	if f == nil {
		return err
	}
	l.f.Close()
	l.f = f
	return err
}

// Note overwrites the locked file in its place, durably; an empty note may be the
// one before after a crash of the machine. It is for notes that are of use while they
// are whole, and of none after a crash has cut them.
func (l *Lock) Note(data []byte) error {
	if err := l.f.Truncate(0); err != nil || len(data) == 0 {
		return err
	}
	if _, err := l.f.WriteAt(data, 0); err != nil {
		return err
	}
	if err := l.f.Sync(); err != nil {
		return err
	}
	// Locking may have made the file.
	info, err := l.f.Stat()
	if err != nil {
		return err
	}
	return l.root.entries.settle(l.name, info, func() error { return l.root.sync(path.Dir(l.name)) })
}

// Remove removes the file, durably. The lock is still to be ended.
func (l *Lock) Remove() error {
	if l.done == nil {
		return l.ended("remove")
	}
	return l.root.remove(l.name)
}

// Update replaces the content of a file by what change makes of it, while no
// other Update, Lock or Append of the file runs, on this machine. What change
// returns with an error is not written. The error wraps fs.ErrNotExist where
// there is no file. Waiting ends with the context; once change has returned, the
// file is written whatever becomes of the context.
func (r *Root) Update(ctx context.Context, p Path, change func(old []byte) ([]byte, error)) error {
	l, err := r.LockFile(ctx, p)
	if err != nil {
		return err
	}
	defer l.Unlock()
	old, err := l.Read()
	if err != nil {
		return err
	}
	data, err := change(old)
	if err != nil {
		return err
	}
	return l.Replace(data)
}

// ReplaceFile replaces the content of a file that is still what its writer has
// read, durably. The error wraps [ErrChanged] where it is not, and fs.ErrNotExist
// where there is no file.
func (r *Root) ReplaceFile(ctx context.Context, p Path, old, new []byte) error {
	return r.Update(ctx, p, func(is []byte) ([]byte, error) {
		if !bytes.Equal(is, old) {
			return nil, fmt.Errorf("%w: %s", ErrChanged, p)
		}
		return new, nil
	})
}
