package storage

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"runtime"
	"strings"
	"sync"

	"github.com/bindery-go/bindery/runtime/internal/flock"
)

// Modes of all that a Root makes: what agents remember is the user's own.
const (
	fileMode = 0o600
	dirMode  = 0o700
)

// Root is the directory that paths are below. It is an os.Root: symbolic links
// that lead out of it are refused. The files that it makes have the mode 0600
// and the directories 0700, whatever the umask adds to that.
//
// All methods are safe for concurrent use, by goroutines and by any number of
// Roots and processes on one machine. The file system must be a local one.
type Root struct {
	root *os.Root
	home bool

	turns   flock.Turns // of those in this process who wait for the lock of a name
	entries entries
}

// Open opens a directory that exists. The error wraps errors.ErrUnsupported on
// systems without flock, such as Windows and Solaris: nothing there keeps
// writers apart and ends with its holder.
func Open(dir string) (*Root, error) {
	if !flock.Supported {
		return nil, fmt.Errorf("storage: %s has no flock to keep writers apart: %w", runtime.GOOS, errors.ErrUnsupported)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Root{root: root}, nil
}

// OpenHome opens the user's home directory, for paths that begin with "~/". Its
// errors are those of [Open].
func OpenHome() (*Root, error) {
	dir, err := os.UserHomeDir()
	if err != nil {
		return nil, err
	}
	root, err := Open(dir)
	if err != nil {
		return nil, err
	}
	root.home = true
	return root, nil
}

// Name is the directory, as it was opened.
func (r *Root) Name() string { return r.root.Name() }

// Close closes the directory.
func (r *Root) Close() error { return r.root.Close() }

// local gives the name of a path inside the root.
func (r *Root) local(p Path) (string, error) {
	switch {
	case p.name == "":
		return "", errors.New("storage: no path")
	case p.home != r.home:
		return "", fmt.Errorf("storage: path %q: home paths belong to OpenHome, others to Open", p)
	}
	return p.name, nil
}

// Open opens a file or directory for reading.
func (r *Root) Open(p Path) (*os.File, error) {
	name, err := r.local(p)
	if err != nil {
		return nil, err
	}
	return r.root.Open(name)
}

// ErrNotRegular is wrapped where a pipe, a device or a directory stands in the
// place of a file. Reading a pipe could wait forever.
var ErrNotRegular = errors.New("storage: not a regular file")

// ErrNotDirectory is wrapped where something else stands in the place of a directory.
var ErrNotDirectory = errors.New("storage: not a directory")

// MaxFile is the size in bytes of the largest file that is read or written as a
// whole.
const MaxFile = 1 << 30

// ErrTooLarge is wrapped where a file is larger than [MaxFile]. It is not read into
// memory to find out what it is. On 32 bits the system does not open files of two
// gibibytes, with an error of its own.
var ErrTooLarge = fmt.Errorf("storage: larger than %d bytes", MaxFile)

// ReadFile gives the content of a file of at most [MaxFile] bytes. The error wraps
// [ErrNotRegular] for anything else.
func (r *Root) ReadFile(p Path) ([]byte, error) {
	f, size, err := r.openRegular(p)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var b bytes.Buffer
	b.Grow(int(min(size, 1<<20)) + bytes.MinRead)
	if size <= MaxFile {
		size, err = b.ReadFrom(io.LimitReader(f, MaxFile+1))
	}
	if err == nil && size > MaxFile {
		return nil, tooLarge("read", p.name)
	}
	return b.Bytes(), err
}

func tooLarge(op, name string) error {
	return &fs.PathError{Op: op, Path: name, Err: ErrTooLarge}
}

// openRegular opens a file for reading, and gives its size in bytes.
func (r *Root) openRegular(p Path) (*os.File, int64, error) {
	name, err := r.local(p)
	if err != nil {
		return nil, 0, err
	}
	f, err := r.root.OpenFile(name, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: name, Err: ErrNotRegular}
	}
	if err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	return f, info.Size(), nil
}

// Create makes a file, and its directories, and opens it for writing. The error
// wraps fs.ErrExist where there is one. A file that must be whole after a crash
// is made by [Root.CreateFile].
func (r *Root) Create(p Path) (*os.File, error) {
	name, err := r.local(p)
	if err != nil {
		return nil, err
	}
	return r.openFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL)
}

// openFile opens a file, and makes its directories where it may make the file.
func (r *Root) openFile(name string, flag int) (f *os.File, err error) {
	f, err = r.root.OpenFile(name, flag, fileMode)
	if errors.Is(err, fs.ErrNotExist) && flag&os.O_CREATE != 0 {
		err = again(func() error {
			err := r.mkdirs(path.Dir(name))
			if err == nil {
				f, err = r.root.OpenFile(name, flag, fileMode)
			}
			return err
		})
	}
	return f, err
}

// again calls what makes a directory and then something in it: meanwhile somebody
// may remove the directory, which is empty until then. What is missing for another
// reason, such as the target of a link, stays so.
func again(do func() error) (err error) {
	const times = 1000
	for range times {
		if err = do(); !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	return err
}

// MkdirAll makes a directory and those above it, durably.
func (r *Root) MkdirAll(p Path) error {
	name, err := r.local(p)
	if err != nil {
		return err
	}
	return again(func() error { return r.mkdirs(name) })
}

// Remove removes a file or an empty directory, durably. A file that others may
// be changing is removed by [Lock.Remove].
func (r *Root) Remove(p Path) error {
	name, err := r.local(p)
	if err != nil {
		return err
	}
	return r.remove(name)
}

func (r *Root) remove(name string) error {
	if err := r.root.Remove(name); err != nil {
		return err
	}
	r.entries.forget(name)
	return inDoubt(r.syncRemoval(path.Dir(name)))
}

// RemoveAll removes a file, or a directory with all that is in it, durably. It is
// no error where there is none.
func (r *Root) RemoveAll(p Path) error {
	name, err := r.local(p)
	if err != nil {
		return err
	}
	err = r.root.RemoveAll(name)
	r.entries.forgetAll(name) // whatever has gone of it
	if err != nil {
		return err
	}
	return inDoubt(r.syncRemoval(path.Dir(name)))
}

// RemoveEmpty removes the directories that a file was in, from the innermost
// out, as long as nothing else is in them.
func (r *Root) RemoveEmpty(p Path) {
	for dir := path.Dir(p.name); dir != "." && r.home == p.home; dir = path.Dir(dir) {
		if r.root.Remove(dir) != nil {
			return
		}
		r.entries.forget(dir)
	}
}

// Settle makes durable that a file or directory is there, as who has made it may have
// failed to.
func (r *Root) Settle(p Path) error {
	name, err := r.local(p)
	if err != nil {
		return err
	}
	info, err := r.root.Stat(name)
	if err != nil {
		return err
	}
	return r.entries.settle(name, info, func() error { return r.sync(path.Dir(name)) })
}

// Stat tells about a file or directory.
func (r *Root) Stat(p Path) (fs.FileInfo, error) {
	name, err := r.local(p)
	if err != nil {
		return nil, err
	}
	return r.root.Stat(name)
}

// mkdirs makes directories durable from the outermost in. One that is there may
// be that of a process which died before it had made it durable.
func (r *Root) mkdirs(dir string) error {
	if dir == "." {
		return nil
	}
	err := r.root.Mkdir(dir, dirMode)
	if errors.Is(err, fs.ErrNotExist) {
		if err := r.mkdirs(path.Dir(dir)); err != nil {
			return err
		}
		err = r.root.Mkdir(dir, dirMode)
	}
	switch {
	case err == nil:
		r.entries.forgetAll(dir)
		return r.sync(path.Dir(dir))
	case !errors.Is(err, fs.ErrExist):
		return err
	}
	info, err := r.root.Stat(dir)
	if err != nil || !info.IsDir() { // the file that is to be in it says so
		return err
	}
	err = r.entries.settle(dir, info, func() error { return r.sync(path.Dir(dir)) })
	if errors.Is(err, fs.ErrPermission) {
		return nil // somebody else's directory, which none of ours has made
	}
	return err
}

// sync makes the entries of a directory durable.
func (r *Root) sync(dir string) error {
	f, err := r.root.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

// syncRemoval makes durable that an entry of a directory is gone. Where the
// directory has gone since, as an empty one, the next above tells.
func (r *Root) syncRemoval(dir string) error {
	for {
		err := r.sync(dir)
		if dir == "." || !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		dir = path.Dir(dir)
	}
}

// entries remembers which entries of directories have been made durable, so that
// each is once.
type entries struct {
	mu   sync.Mutex
	seen map[string]os.FileInfo
}

// forget lets the next settle of a name call sync: what has the name next may be
// something new, with the number of what had it before.
func (e *entries) forget(name string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.seen, name)
	delete(e.seen, name+"/")
}

// forgetAll is forget of a name and of all below it.
func (e *entries) forgetAll(name string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	maps.DeleteFunc(e.seen, func(seen string, _ os.FileInfo) bool {
		rest, ok := strings.CutPrefix(seen, name)
		return ok && (rest == "" || rest[0] == '/')
	})
}

// settle calls sync unless it has done so for what has this name.
func (e *entries) settle(name string, info os.FileInfo, sync func() error) error {
	const most = 4096
	e.mu.Lock()
	last, ok := e.seen[name]
	e.mu.Unlock()
	if ok && os.SameFile(last, info) {
		return nil
	}
	if err := sync(); err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.seen == nil || len(e.seen) == most {
		e.seen = make(map[string]os.FileInfo)
	}
	e.seen[name] = info
	return nil
}
