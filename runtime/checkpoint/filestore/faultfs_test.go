package filestore

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"syscall"
)

// faultFS is a file system in memory that tells what a process sees from what
// a disk keeps, and in which one numbered step goes wrong. It counts its work.
type faultFS struct {
	dirs   map[string]*faultDir
	locked map[string]bool
	marks  map[string]mark
	work   work

	step  int // steps done
	at    int // the step that goes wrong; 0 for none
	fault fault
	dead  bool
}

// fault is what happens at a step.
type fault struct {
	name   string
	before bool // the step has no effect (a write: half of it); otherwise it has
	crash  bool // nothing works any more; otherwise only this step returns an error
}

var faults = []fault{
	{"fails without effect", true, false},
	{"fails after its effect", false, false},
	{"crash before", true, true},
	{"crash after", false, true},
}

// powerLoss is what a disk has kept of what was not synced.
type powerLoss struct {
	name    string
	names   func(*faultDir) map[string]*inode
	content func(synced, seen []byte) []byte
}

var powerLosses = []powerLoss{
	{"nothing is lost", seenNames, seenContent},
	{"all that was not synced is lost", syncedNames, syncedContent},
	{"names without their content", seenNames, syncedContent},
	{"torn content", seenNames, func(synced, seen []byte) []byte { return seen[:max(len(synced), len(seen)/2)] }},
	{"zeros for content", seenNames, func(synced, seen []byte) []byte {
		return append(bytes.Clone(synced), make([]byte, len(seen)-len(synced))...)
	}},
	{"only the last change of names is kept", func(d *faultDir) map[string]*inode {
		names := maps.Clone(d.synced)
		for name := range d.last {
			if names[name] = d.seen[name]; names[name] == nil {
				delete(names, name)
			}
		}
		return names
	}, seenContent},
}

func seenNames(d *faultDir) map[string]*inode   { return d.seen }
func syncedNames(d *faultDir) map[string]*inode { return d.synced }
func seenContent(_, seen []byte) []byte         { return seen }
func syncedContent(synced, _ []byte) []byte     { return synced }

type faultDir struct {
	seen, synced map[string]*inode
	last         map[string]bool // the names that the last change since the sync was about
	gone         bool            // it was removed; a power loss may bring it back
}

// change makes the names of d those of in, or none where that is nil.
func (d *faultDir) change(names map[string]*inode) {
	d.last = map[string]bool{}
	for name, in := range names {
		d.last[name] = true
		if d.seen[name] = in; in == nil {
			delete(d.seen, name)
		}
	}
}

type inode struct{ seen, synced []byte }

// work is what a store has let its disk do.
type work struct {
	names, reads, read, writes, written, syncs int
}

func (w work) since(before work) work {
	return work{w.names - before.names, w.reads - before.reads, w.read - before.read,
		w.writes - before.writes, w.written - before.written, w.syncs - before.syncs}
}

var errInjected = errors.New("injected fault")

func newFaultFS() *faultFS {
	return &faultFS{dirs: map[string]*faultDir{".": newFaultDir()}, locked: map[string]bool{}, marks: map[string]mark{}}
}

func newFaultDir() *faultDir {
	return &faultDir{seen: map[string]*inode{}, synced: map[string]*inode{}}
}

// do is one step: it has its effect, or the fault that is due.
func (f *faultFS) do(effect func(half bool)) error {
	if f.dead {
		return errInjected
	}
	if f.step++; f.step != f.at {
		effect(false)
		return nil
	}
	effect(f.fault.before)
	f.dead = f.fault.crash
	return errInjected
}

// restart is a copy of the file system after the process has died: all that it
// saw is there, synced or not, and its locks are free.
func (f *faultFS) restart() *faultFS {
	next := newFaultFS()
	copies := map[*inode]*inode{}
	clone := func(names map[string]*inode) map[string]*inode {
		names = maps.Clone(names)
		for name, in := range names {
			if copies[in] == nil {
				copies[in] = &inode{bytes.Clone(in.seen), bytes.Clone(in.synced)}
			}
			names[name] = copies[in]
		}
		return names
	}
	for dir, d := range f.dirs {
		next.dirs[dir] = &faultDir{clone(d.seen), clone(d.synced), d.last, d.gone}
	}
	next.marks = maps.Clone(f.marks)
	return next
}

// powerCut is a copy of the file system after the machine has died.
func (f *faultFS) powerCut(loss powerLoss) *faultFS {
	next := f.restart()
	next.marks = map[string]mark{}
	for dir, d := range next.dirs {
		d.seen = loss.names(d)
		for _, in := range d.seen {
			in.seen = bytes.Clone(loss.content(in.synced, in.seen))
			in.synced = in.seen
		}
		next.dirs[dir] = &faultDir{seen: d.seen, synced: maps.Clone(d.seen)}
	}
	for _, dir := range slices.Sorted(maps.Keys(f.dirs)) { // a directory is a name in its parent, and is lost with it
		if parent := next.dirs[path.Dir(dir)]; dir != "." && (parent == nil || parent.seen[path.Base(dir)] == nil) {
			delete(next.dirs, dir)
		}
	}
	return next
}

func (f *faultFS) dir(name string) (*faultDir, string, error) {
	d := f.there(path.Dir(name))
	if d == nil {
		return nil, "", fs.ErrNotExist
	}
	return d, path.Base(name), nil
}

// there returns a directory that is there.
func (f *faultFS) there(dir string) *faultDir {
	if d := f.dirs[dir]; d != nil && !d.gone {
		return d
	}
	return nil
}

func (f *faultFS) Mkdir(dir string) error {
	parent, base, err := f.dir(dir)
	if err != nil {
		return err
	}
	return f.do(func(half bool) {
		if f.there(dir) == nil && !half {
			f.dirs[dir] = newFaultDir()
			parent.change(map[string]*inode{base: {}})
		}
	})
}

func (f *faultFS) Rmdir(dir string) error {
	parent, base, err := f.dir(dir)
	if err != nil {
		return err
	}
	d := f.there(dir)
	if d == nil {
		return fs.ErrNotExist
	}
	if len(d.seen) > 0 {
		return syscall.ENOTEMPTY
	}
	return f.do(func(half bool) {
		if !half {
			d.gone = true
			parent.change(map[string]*inode{base: nil})
		}
	})
}

func (f *faultFS) Names(dir string) (names []string, err error) {
	if err := f.do(func(bool) {}); err != nil {
		return nil, err
	}
	d := f.there(dir)
	if d == nil {
		return nil, fs.ErrNotExist
	}
	f.work.names += len(d.seen)
	return slices.Collect(maps.Keys(d.seen)), nil
}

func (f *faultFS) Read(name string, whole bool) ([]byte, int64, error) {
	if err := f.do(func(bool) {}); err != nil {
		return nil, 0, err
	}
	d, base, err := f.dir(name)
	if err != nil || d.seen[base] == nil {
		return nil, 0, fs.ErrNotExist
	}
	data := d.seen[base].seen
	size := int64(len(data))
	if !whole {
		s, err := measure(data, size)
		if err != nil {
			return nil, 0, err
		}
		data = data[:s.headSize(data)]
	}
	f.work.reads++
	f.work.read += len(data)
	return bytes.Clone(data), size, nil
}

func (f *faultFS) Create(name string) (file, error) {
	d, base, err := f.dir(name)
	if err != nil {
		return nil, err
	}
	in := &inode{}
	if err := f.do(func(half bool) {
		if !half {
			d.change(map[string]*inode{base: in})
		}
	}); err != nil {
		return nil, err
	}
	f.work.writes++
	return &faultFile{f, in}, nil
}

type faultFile struct {
	fs *faultFS
	in *inode
}

func (f *faultFile) Write(p []byte) (int, error) {
	err := f.fs.do(func(half bool) {
		if half {
			p = p[:len(p)/2]
		}
		f.in.seen = append(f.in.seen, p...)
		f.fs.work.written += len(p)
	})
	return len(p), err
}

func (f *faultFile) Sync() error {
	return f.fs.do(func(half bool) {
		if !half {
			f.in.synced = bytes.Clone(f.in.seen)
			f.fs.work.syncs++
		}
	})
}

func (f *faultFile) Close() error { return f.fs.do(func(bool) {}) }

func (f *faultFS) Rename(from, to string) error {
	d, a, err := f.dir(from)
	if err != nil {
		return err
	}
	if d.seen[a] == nil {
		return fs.ErrNotExist
	}
	_, b, _ := f.dir(to)
	return f.do(func(half bool) {
		if !half {
			d.change(map[string]*inode{b: d.seen[a], a: nil})
		}
	})
}

func (f *faultFS) Remove(name string) error {
	d, base, err := f.dir(name)
	if err != nil {
		return nil
	}
	return f.do(func(half bool) {
		if !half {
			d.change(map[string]*inode{base: nil})
		}
	})
}

func (f *faultFS) Sync(dir string) error {
	d := f.there(dir)
	if d == nil {
		return fs.ErrNotExist
	}
	return f.do(func(half bool) {
		if !half {
			d.synced, d.last = maps.Clone(d.seen), nil
			f.work.syncs++
		}
	})
}

func (f *faultFS) Close() error { return nil }

func (f *faultFS) Queue(string) func() (*os.File, error) { return nil }

func (f *faultFS) Lock(name string) (lock, error) {
	if f.locked[name] {
		return nil, errBusy
	}
	d, base, err := f.dir(name)
	if err != nil {
		return nil, err
	}
	if err := f.do(func(half bool) {
		if !half && d.seen[base] == nil {
			d.change(map[string]*inode{base: {}})
		}
	}); err != nil {
		return nil, err
	}
	f.locked[name] = true
	return &faultLock{f, name}, nil
}

type faultLock struct {
	fs   *faultFS
	name string
}

func (l *faultLock) ReadMark() (mark, error) {
	return l.fs.marks[l.name], l.fs.do(func(bool) {})
}

func (l *faultLock) WriteMark(m mark) error {
	return l.fs.do(func(half bool) {
		if !half {
			l.fs.marks[l.name] = m
		}
	})
}

func (l *faultLock) Close() error {
	delete(l.fs.locked, l.name)
	return nil
}
