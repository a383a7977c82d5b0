package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/diag"
	"github.com/bindery-go/bindery/generator/output"
)

// Entry is what is remembered of a run that left everything up to date.
type Entry struct {
	// Program is the state of the executable that ran.
	Program string
	// Inputs are the files that it read.
	Inputs []File
	// Outputs are the files that it would have written, and Dirs the
	// directories that hold nothing else that is generated; relative to the
	// directory of the output.
	Outputs []File
	Dirs    []string
	// Findings are what it reported. None of them is an error.
	Findings diag.Diagnostics
}

// Fresh reports whether a run now would read the same from in, and find what
// it would write in out.
func (e *Entry) Fresh(in, out fs.FS) bool {
	if !unchanged(in, e.Inputs) || !unchanged(out, e.Outputs) {
		return false
	}
	wanted := map[string]bool{}
	for _, f := range e.Outputs {
		wanted[f.Name] = true
	}
	orphans, err := output.Orphans(out, func(name string) bool { return wanted[name] }, e.Dirs)
	return err == nil && len(orphans) == 0
}

func unchanged(fsys fs.FS, files []File) bool {
	for _, f := range files {
		if current(fsys, f.Name) != f.State {
			return false
		}
	}
	return true
}

// Cache is a directory of entries.
type Cache struct {
	dir     string
	program string
}

// Open returns the cache in the directory for the executable that is running.
func Open(dir string) (*Cache, error) {
	name, err := os.Executable()
	if err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return nil, err
	}
	return &Cache{dir: dir, program: "sha256:" + hex.EncodeToString(h.Sum(nil))}, nil
}

// path is the file of the entry for a question.
func (c *Cache) path(question []string) string {
	sum := sha256.Sum256([]byte(strings.Join(question, "\x00")))
	return filepath.Join(c.dir, hex.EncodeToString(sum[:16])+".json")
}

// Load returns the entry that the same executable has stored for the question:
// the working directory, the command line and whatever else tells one run from
// another. It is nil where there is none.
func (c *Cache) Load(question ...string) *Entry {
	data, err := os.ReadFile(c.path(question))
	if err != nil {
		return nil
	}
	var e Entry
	if json.Unmarshal(data, &e) != nil || e.Program != c.program {
		return nil
	}
	return &e
}

// Store remembers an entry. Failing to do so costs time in the next run and
// nothing else, so callers may pass over the error.
func (c *Cache) Store(e Entry, question ...string) error {
	e.Program = c.program
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		return err
	}
	temp, err := os.CreateTemp(c.dir, "*.tmp")
	if err != nil {
		return err
	}
	_, err = temp.Write(data)
	if closeErr := temp.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(temp.Name(), c.path(question))
	}
	if err != nil {
		_ = os.Remove(temp.Name()) // the first error is what counts
		return err
	}
	return c.prune()
}

// maxEntries bounds the directory: one entry is one configuration of the user.
const maxEntries = 200

// prune removes the oldest half of the entries when there are too many.
func (c *Cache) prune() error {
	entries, err := os.ReadDir(c.dir)
	if err != nil || len(entries) <= maxEntries {
		return err
	}
	var infos []fs.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil && !e.IsDir() {
			infos = append(infos, info)
		}
	}
	slices.SortFunc(infos, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, info := range infos[:len(infos)/2] {
		if err := os.Remove(filepath.Join(c.dir, info.Name())); err != nil {
			return err
		}
	}
	return nil
}
