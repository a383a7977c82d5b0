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
	data, err := fs.ReadFile(r.fsys, name)
	r.note(name, stateOf(r.fsys, name, data, err))
	return fs.Stat(r.fsys, name)
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
