package storage

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/bindery-go/bindery/runtime/internal/flock"
)

// A file that is being written has a name of this prefix and 26 more characters,
// and is locked by who writes it. No path has such a name, and no query finds it.
const tempPrefix = ".tmp-"

// WriteFile replaces a file as a whole, or makes it: after a crash it has its
// old content or the new. When it returns nil the new one is durable. It asks
// nobody: who replaces what others may have changed meanwhile uses
// [Root.Update] or [Root.ReplaceFile].
func (r *Root) WriteFile(p Path, data []byte) error {
	return r.writeWith(p, data, r.root.Rename)
}

// ErrInDoubt is wrapped where a change has been made, and all who read see it, but
// nobody knows whether it is durable: a crash of the machine may take it back. Whoever
// makes it again looks first whether it is there.
var ErrInDoubt = errors.New("storage: the change has been made, and a crash of the machine may take it back; look whether it is there before it is made again")

func inDoubt(err error) error {
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrInDoubt, err)
	}
	return err
}

// CreateFile makes a file that has this content, durably. The error wraps
// fs.ErrExist where there is a file; of several that create one, one does. After
// a crash the file is there as a whole or not at all. The file system must have
// hard links.
func (r *Root) CreateFile(p Path, data []byte) error {
	return r.writeWith(p, data, func(temp, name string) error {
		err := r.root.Link(temp, name)
		if err == nil {
			_ = r.discard(temp) // the file is there, whatever becomes of its other name
		}
		return err
	})
}

func (r *Root) writeWith(p Path, data []byte, place func(temp, name string) error) error {
	name, err := r.local(p)
	if err != nil {
		return err
	}
	f, err := r.write(name, data, place)
	if f != nil {
		f.Close() // it is synced, or else the error says so
	}
	return err
}

// write brings data to a name, by place, and returns the file there, which it
// has locked before anybody could open it. Beside an [ErrInDoubt] there is a file too.
func (r *Root) write(name string, data []byte, place func(temp, name string) error) (*os.File, error) {
	if len(data) > MaxFile {
		return nil, tooLarge("write", name)
	}
	dir := path.Dir(name)
	f, temp, err := r.temp(dir)
	if err != nil {
		return nil, err
	}
	if _, err = f.Write(data); err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = place(temp, name)
	}
	if err == nil {
		r.entries.forget(name) // another file had the name, perhaps with the same number
		return f, inDoubt(r.sync(dir))
	}
	return nil, errors.Join(err, r.discard(temp), f.Close())
}

// discard removes the name of a file that was being written. What cannot be removed
// goes when the next file is written beside it.
func (r *Root) discard(temp string) error {
	err := r.root.Remove(temp)
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	r.entries.forget(path.Dir(temp))
	return err
}

// temp makes a file that only its maker knows, and the directory for it.
func (r *Root) temp(dir string) (f *os.File, name string, err error) {
	err = again(func() error {
		f, name, err = r.tempIn(dir)
		return err
	})
	return f, name, err
}

func (r *Root) tempIn(dir string) (f *os.File, name string, err error) {
	if err := r.mkdirs(dir); err != nil {
		return nil, "", err
	}
	info, err := r.root.Stat(dir)
	if err != nil {
		return nil, "", err
	}
	// The first time that a directory is written to, it is swept.
	err = r.entries.settle(dir+"/", info, func() error { r.sweepSome(dir); return nil })
	if err != nil {
		return nil, "", err
	}
	for {
		name = path.Join(dir, tempPrefix+rand.Text())
		if f, err = r.root.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, fileMode); err != nil {
			return nil, "", err
		}
		ok, err := flock.Try(f, flock.Exclusive)
		if err != nil { // where there is no lock to be had, nobody sweeps either
			return f, name, nil
		}
		if ok, err = r.stillHas(ok, name, f); ok {
			return f, name, nil
		}
		if err != nil {
			return nil, "", errors.Join(err, r.discard(name), f.Close())
		}
		f.Close() // somebody who sweeps has been faster
	}
}

// stillHas reports whether a name is that of an open file, which somebody may
// have replaced or removed before it was locked.
func (r *Root) stillHas(locked bool, name string, f *os.File) (bool, error) {
	if !locked {
		return false, nil
	}
	named, err := r.root.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	opened, err := f.Stat()
	return err == nil && os.SameFile(named, opened), err
}

// Sweep removes what crashes have left of files that were being written, in a
// directory and in those below it, and returns how many there were. The zero
// Path stands for the whole root. Its time grows with the number of files.
// Without it, leftovers go when something new is written beside them. What cannot
// be looked at or removed is in the error, and the rest is swept.
func (r *Root) Sweep(p Path) (swept int, err error) {
	dir := "."
	if p != (Path{}) {
		if dir, err = r.local(p); err != nil {
			return 0, err
		}
	}
	return r.sweepBelow(dir, func(string) bool { return true })
}

// SweepWhere is Sweep of the directories of the root, each a slash path, that
// wanted reports of.
func (r *Root) SweepWhere(wanted func(dir string) bool) (swept int, err error) {
	return r.sweepBelow(".", wanted)
}

func (r *Root) sweepBelow(dir string, wanted func(dir string) bool) (swept int, err error) {
	var failed []error
	err = fs.WalkDir(r.root.FS(), dir, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() && isTemp(entry.Name()) && wanted(path.Dir(name)) {
			var gone bool
			if gone, err = r.sweep(name); gone {
				swept++
			}
		}
		if !errors.Is(err, fs.ErrNotExist) { // else it is gone meanwhile
			failed = append(failed, err)
		}
		return nil
	})
	return swept, errors.Join(append(failed, err)...)
}

// sweepSome looks for leftovers among a number of names that takes no time.
func (r *Root) sweepSome(dir string) {
	const names = 4096
	f, err := r.root.Open(dir)
	if err != nil {
		return
	}
	defer f.Close()
	list, err := f.Readdirnames(names)
	if err != nil && err != io.EOF {
		return
	}
	for _, name := range list {
		_, _ = r.sweep(path.Join(dir, name)) // whoever wants all of them gone calls Sweep
	}
}

// sweep removes a file that was being written when its writer died, and reports
// whether it was one.
func (r *Root) sweep(name string) (bool, error) {
	if !isTemp(path.Base(name)) {
		return false, nil
	}
	f, err := r.root.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return false, err
	}
	defer f.Close()
	ok, err := flock.Try(f, flock.Exclusive)
	if err == nil && !ok {
		// A file that has its own name beside this one is written, and whoever holds the
		// lock holds that of the file.
		ok, err = hasOtherName(f)
	}
	if err == nil {
		// Its writer may have finished since: then the name is gone.
		ok, err = r.stillHas(ok, name, f)
	}
	if err == nil && ok {
		err = r.root.Remove(name)
	}
	return ok && err == nil, err
}

// IsLeftover reports whether a file of this name is one that is being written, or
// that a crash has left so.
func IsLeftover(base string) bool { return isTemp(base) }

func isTemp(base string) bool {
	random, ok := strings.CutPrefix(base, tempPrefix)
	return ok && len(random) == len(rand.Text()) && strings.Trim(random, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
}
