package workspace

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"golang.org/x/mod/modfile"
)

// GoFiles lists the Go files of a directory that a build may use, tests aside.
// Links and what no build can read are among them.
func (w *Workspace) GoFiles(dir string) ([]string, error) {
	full := path.Join(w.Dir, dir)
	if full == ".." || strings.HasPrefix(full, "../") {
		return nil, errOutside
	}
	entries, err := fs.ReadDir(w.FS, full)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, plainPathError(dir, err)
	}
	var out []string
	for _, e := range entries {
		name := e.Name()
		if strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") && name[0] != '_' && name[0] != '.' && !isDirectory(w, path.Join(dir, name)) {
			out = append(out, path.Join(dir, name))
		}
	}
	return out, nil
}

// ImportPath finds the module that a directory is in and what the directory is
// called there; "" where no go.mod is above it.
func (w *Workspace) ImportPath(dir string) string {
	below := ""
	for at := range w.above(dir) {
		if f, err := w.Read(path.Join(at, "go.mod")); err == nil {
			if module := modfile.ModulePath(f.Data); module != "" {
				return path.Join(module, below)
			}
		}
		below = path.Join(path.Base(path.Join(w.Dir, at)), below)
	}
	return ""
}
