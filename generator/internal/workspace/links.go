package workspace

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// LinkFS is a file system with symbolic links.
type LinkFS interface {
	fs.FS
	// RealPath returns the path of a file without links on the way. The error
	// wraps fs.ErrNotExist where there is no such file.
	RealPath(name string) (string, error)
}

// linkError says out of what a link leads, where it may not.
type linkError string

func (e linkError) Error() string { return "a symbolic link leads out of " + string(e) }

// Is makes it a schema.ErrOutside.
func (e linkError) Is(target error) bool { return target == schema.ErrOutside }

// Admit lets links lead to the directories that a configuration names by a path
// out of the project. Whoever wrote that path wanted what lies there; a link
// inside the project may have come with a change that nobody has looked at.
func (w *Workspace) Admit(c config.Config) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range c.Refs {
		w.admit(r.Dir)
	}
	for _, p := range c.Packages {
		for _, r := range p.Refs {
			w.admit(r.Dir)
		}
		for _, f := range p.Files() {
			w.admit(path.Dir(f.Schema))
			if f.Overlay != "" {
				w.admit(path.Dir(f.Overlay))
			}
		}
	}
}

func (w *Workspace) admit(dir string) {
	if project, _ := w.project("."); !w.isBelow(project, dir) {
		w.admitted = append(w.admitted, path.Clean(dir))
	}
}

// follow returns the path of a file in the file system, without links. A link may
// lead anywhere in its own project and to the directories that are admitted. The
// error for any other is a schema.ErrOutside.
func (w *Workspace) follow(name string) (string, error) {
	full := path.Join(w.Dir, name)
	fsys, ok := w.FS.(LinkFS)
	if !ok {
		return full, nil
	}
	real, err := fsys.RealPath(full)
	if err != nil {
		return "", plainPathError(name, err)
	}
	if real == full {
		return full, nil
	}
	home, _ := w.project(".")
	if !w.isBelow(home, name) {
		home, _ = w.project(path.Dir(name))
	}
	for _, dir := range append([]string{home}, w.admitted...) {
		if base, err := fsys.RealPath(path.Join(w.Dir, dir)); err == nil && contains(base, real) {
			return real, nil
		}
	}
	return "", &fs.PathError{Op: "open", Path: name, Err: linkError("the project")}
}

// Resolve returns the name of the file that a name leads to where links are
// followed. It must be below Dir, or where its own name says that it is not.
func (w *Workspace) Resolve(name string) (string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	real, err := w.follow(name)
	if err != nil {
		return "", err
	}
	if strings.HasPrefix(name, "../") && real == path.Join(w.Dir, name) {
		return path.Clean(name), nil
	}
	for _, dir := range []string{w.Dir, w.realDir()} {
		if contains(dir, real) {
			return strings.TrimPrefix(strings.TrimPrefix(real, dir), "/"), nil
		}
	}
	return "", &fs.PathError{Op: "open", Path: name, Err: linkError("the configuration's directory")}
}

// Contains reports an error where a file or directory, or what there is above one
// that does not exist yet, is reached by a link that leads out of its project.
func (w *Workspace) Contains(name string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for at := range w.above(name) {
		if _, err := w.follow(at); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// realDir is Dir without links.
func (w *Workspace) realDir() string {
	if fsys, ok := w.FS.(LinkFS); ok {
		if dir, err := fsys.RealPath(w.Dir); err == nil {
			return dir
		}
	}
	return w.Dir
}

// contains reports whether a file is a directory or below it.
func contains(dir, file string) bool {
	return dir == "." && file != ".." && !strings.HasPrefix(file, "../") || file == dir || strings.HasPrefix(file, dir+"/")
}
