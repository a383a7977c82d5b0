package workspace

import (
	"errors"
	"io/fs"
	"path"
	"slices"

	"github.com/bmatcuk/doublestar/v4"
)

// Glob lists the files that match a pattern relative to Dir, sorted: "*" and "?" stand
// for characters of a name, "[…]" for one of several, "**" for directories. No link to
// a directory is followed.
func (w *Workspace) Glob(pattern string) ([]string, error) {
	if !doublestar.ValidatePattern(pattern) {
		return nil, doublestar.ErrBadPattern
	}
	base, rest := doublestar.SplitPattern(path.Clean(pattern))
	w.mu.Lock()
	dir, err := w.follow(base)
	w.mu.Unlock()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	below, err := fs.Sub(w.FS, dir)
	if err != nil {
		return nil, err
	}
	found, err := doublestar.Glob(below, rest, doublestar.WithFilesOnly(), doublestar.WithNoFollow())
	if err != nil {
		return nil, err
	}
	for i, name := range found {
		found[i] = path.Join(base, name)
	}
	slices.Sort(found)
	return found, nil
}
