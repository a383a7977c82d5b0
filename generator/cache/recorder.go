// Package cache remembers runs that found everything up to date: which files
// they read, what they had to say, and which files they would have written. A
// later run that meets the same program and the same files needs no second
// look. What is remembered lies in the user's cache directory, never beside the
// schemas; whatever is in doubt is not remembered.
//
// Only cmd/bindery imports it.
package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"sync"
)

// File is a name in a file system and a text that stands for all that reading
// it can show: its content, that there is none, or why it cannot be read.
type File struct {
	Name  string
	State string
}

// Sum is the state of a file with the given content.
func Sum(data []byte) string {
	sum := sha256.Sum256(data)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// listing is the state of a directory as reading it shows it. Its File has a
// name that ends in a slash.
func listing(fsys fs.FS, name string) (state string, entries []fs.DirEntry, err error) {
	entries, err = fs.ReadDir(fsys, name)
	if err != nil {
		return stateOf(fsys, name, nil, err), nil, err
	}
	var b strings.Builder
	for _, e := range entries {
		b.WriteString(e.Type().String() + " " + e.Name() + "\n")
	}
	return Sum([]byte(b.String())), entries, nil
}

// current is the state of a file or directory now.
func current(fsys fs.FS, name string) string {
	if dir, ok := strings.CutSuffix(name, "/"); ok {
		state, _, _ := listing(fsys, dir) // the state stands for the error as well
		return state
	}
	data, err := fs.ReadFile(fsys, name)
	return stateOf(fsys, name, data, err)
}

// stateOf is the state of a name whose reading gave data or an error.
func stateOf(fsys fs.FS, name string, data []byte, err error) string {
	switch {
	case err == nil:
		return Sum(data)
	case errors.Is(err, fs.ErrNotExist):
		return "absent"
	}
	if info, statErr := fs.Stat(fsys, name); statErr == nil && info.IsDir() {
		return "directory"
	}
	return "error: " + err.Error()
}

// Recorder is a file system that remembers the state of each file that is read
// through it, those that were looked for in vain included. It is safe for
// concurrent use.
type Recorder struct {
	fsys fs.FS

	mu    sync.Mutex
	seen  map[string]string
	doubt bool // a file changed meanwhile, or was used in a way that is not followed
}

// NewRecorder returns a recorder of what is read from a file system.
func NewRecorder(fsys fs.FS) *Recorder {
	return &Recorder{fsys: fsys, seen: map[string]string{}}
}

// Open implements fs.FS. What is done with an open file is not followed, so
// that nothing is remembered of a run that calls it.
func (r *Recorder) Open(name string) (fs.File, error) {
	r.mu.Lock()
	r.doubt = true
	r.mu.Unlock()
	return r.fsys.Open(name)
}

// ReadFile implements fs.ReadFileFS.
func (r *Recorder) ReadFile(name string) ([]byte, error) {
	data, err := fs.ReadFile(r.fsys, name)
	r.note(name, stateOf(r.fsys, name, data, err))
	return data, err
}

// Stat implements fs.StatFS.
func (r *Recorder) Stat(name string) (fs.FileInfo, error) {
	r.note(name, current(r.fsys, name))
	return fs.Stat(r.fsys, name)
}

// ReadDir implements fs.ReadDirFS.
func (r *Recorder) ReadDir(name string) ([]fs.DirEntry, error) {
	state, entries, err := listing(r.fsys, name)
	r.note(name+"/", state)
	return entries, err
}

func (r *Recorder) note(name, state string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if before, known := r.seen[name]; known && before != state {
		r.doubt = true
	}
	r.seen[name] = state
}

// Seen lists the files that were read, sorted by name; ok is false where that
// is not all that the run depended on.
func (r *Recorder) Seen() (files []File, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return listOf(r.seen), !r.doubt
}

func listOf(states map[string]string) []File {
	list := make([]File, 0, len(states))
	for name, state := range states {
		list = append(list, File{name, state})
	}
	slices.SortFunc(list, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return list
}
