// Package watch waits until the files that a run has read are others than it read.
package watch

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
)

// FS is a file system that can be watched.
type FS interface {
	fs.ReadFileFS
	fs.ReadDirFS
	fs.StatFS
	// RealPath returns the path of a file without symbolic links on the way.
	RealPath(name string) (string, error)
}

// Recorder is a file system that remembers what it was asked, and the answers. A file
// that was looked for in vain is among them, and so is the list of a directory: what
// appears there later is a change. It is safe for concurrent use.
type Recorder struct {
	fsys FS

	mu   sync.Mutex
	seen map[question]answer
}

type question struct {
	kind kind
	name string
}

type kind int

const (
	content kind = iota
	list
	sort
	target
)

// answer is equal for equal answers; "" where there is nothing of the name.
type answer string

// Record returns a file system that remembers what is read of another.
func Record(fsys FS) *Recorder { return &Recorder{fsys: fsys, seen: map[question]answer{}} }

func (r *Recorder) note(k kind, name string, a answer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen[question{k, path.Clean(name)}] = a
}

// Open implements fs.FS. What is opened counts as read.
func (r *Recorder) Open(name string) (fs.File, error) {
	r.note(content, name, r.ask(question{content, name}))
	return r.fsys.Open(name)
}

// ReadFile implements fs.ReadFileFS.
func (r *Recorder) ReadFile(name string) ([]byte, error) {
	data, err := r.fsys.ReadFile(name)
	r.note(content, name, ofContent(data, err))
	return data, err
}

// ReadDir implements fs.ReadDirFS.
func (r *Recorder) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := r.fsys.ReadDir(name)
	r.note(list, name, ofList(entries, err))
	return entries, err
}

// Stat implements fs.StatFS. Of what it says only the sort of file is remembered.
func (r *Recorder) Stat(name string) (fs.FileInfo, error) {
	info, err := r.fsys.Stat(name)
	r.note(sort, name, ofSort(info, err))
	return info, err
}

// RealPath implements FS.
func (r *Recorder) RealPath(name string) (string, error) {
	real, err := r.fsys.RealPath(name)
	r.note(target, name, ofTarget(real, err))
	return real, err
}

func ofContent(data []byte, err error) answer {
	if err != nil {
		return ofError(err)
	}
	return answer(fmt.Sprintf("%x", sha256.Sum256(data)))
}

func ofList(entries []fs.DirEntry, err error) answer {
	if err != nil {
		return ofError(err)
	}
	var b strings.Builder
	for _, e := range entries {
		fmt.Fprintf(&b, "%q %v\n", e.Name(), e.Type())
	}
	return ofContent([]byte(b.String()), nil)
}

func ofSort(info fs.FileInfo, err error) answer {
	if err != nil {
		return ofError(err)
	}
	return answer(info.Mode().Type().String())
}

func ofTarget(real string, err error) answer {
	if err != nil {
		return ofError(err)
	}
	return answer("at " + real)
}

func ofError(err error) answer {
	if errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	return answer("error: " + err.Error())
}

// ask is the answer to a question now.
func (r *Recorder) ask(q question) answer {
	switch q.kind {
	case list:
		return ofList(r.fsys.ReadDir(q.name))
	case sort:
		return ofSort(r.fsys.Stat(q.name))
	case target:
		return ofTarget(r.fsys.RealPath(q.name))
	}
	return ofContent(r.fsys.ReadFile(q.name))
}

// Changed lists what has another answer now, sorted; of a directory and the files in
// it, the files. It reads all again that was read.
func (r *Recorder) Changed() []string {
	changed, above := map[string]bool{}, map[string]bool{}
	for q, before := range r.answers() {
		if r.ask(q) != before {
			changed[q.name], above[path.Dir(q.name)] = true, true
		}
	}
	maps.DeleteFunc(changed, func(name string, _ bool) bool { return above[name] })
	return slices.Sorted(maps.Keys(changed))
}

// Accept takes files as they are now, which the run itself has written.
func (r *Recorder) Accept(names []string) {
	own := map[string]bool{}
	for _, name := range names {
		own[path.Clean(name)], own[path.Dir(name)] = true, true
	}
	for q := range r.answers() {
		if own[q.name] {
			r.note(q.kind, q.name, r.ask(q))
		}
	}
}

func (r *Recorder) answers() map[question]answer {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.seen)
}

// directories lists those in which a change of the answers shows: of files below base
// all from there down, since any may be replaced; of others that are there, their own.
func (r *Recorder) directories(base string) []string {
	out := map[string]bool{}
	for q, a := range r.answers() {
		dir := q.name
		if q.kind != list {
			dir = path.Dir(q.name)
		}
		if !isBelow(base, dir) {
			if a != "" {
				out[dir] = true
			}
			continue
		}
		for ; isBelow(base, dir) && !out[dir]; dir = path.Dir(dir) {
			out[dir] = true
			if dir == "." {
				break
			}
		}
	}
	return slices.Sorted(maps.Keys(out))
}

// isBelow reports whether a file is a directory or below it.
func isBelow(dir, name string) bool {
	return dir == "." || name == dir || strings.HasPrefix(name, dir+"/")
}
