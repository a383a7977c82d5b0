// Package workspace is where a configuration and its files live: it reads each
// file once, maps files to URIs, and keeps the references of schemas inside
// their project.
package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/custom"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Workspace is where a configuration and its files live. Files are named by
// slash paths relative to Dir, in the configuration, in diagnostics and in
// generated code, so that nothing depends on where a machine keeps them.
type Workspace struct {
	FS  fs.FS
	Dir string // the directory of the configuration in FS, "." for its root
	// Sources finds the source of Go packages that schemas name types of; where it is
	// nil the types are not checked.
	Sources custom.Sources

	mu                 sync.Mutex
	files              map[string]*source.File
	namedOnCommandLine map[string]bool
	admitted           []string // directories to which links may lead, relative to Dir
	goTypes            *custom.Checker
}

// GoTypes checks the Go types that schemas and configurations name.
func (w *Workspace) GoTypes() *custom.Checker {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.goTypes == nil {
		w.goTypes = custom.NewChecker(w.Sources)
	}
	return w.goTypes
}

// errOutside says that a path leads out of the file system.
var errOutside = errors.New("the path leads outside the file system")

// Read reads a file once; name is relative to Dir and may start with "..".
func (w *Workspace) Read(name string) (*source.File, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if f := w.files[name]; f != nil {
		return f, nil
	}
	if full := path.Join(w.Dir, name); full == ".." || strings.HasPrefix(full, "../") {
		return nil, fmt.Errorf("%s: %w", name, errOutside)
	}
	full, err := w.follow(name)
	if err != nil {
		return nil, err
	}
	data, err := fs.ReadFile(w.FS, full)
	if err != nil {
		return nil, plainPathError(name, err)
	}
	f := source.NewFile(name, data)
	w.add(f)
	return f, nil
}

// Add puts a file into the workspace that is not in its file system.
func (w *Workspace) Add(f *source.File) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.add(f)
}

func (w *Workspace) add(f *source.File) {
	if w.files == nil {
		w.files = map[string]*source.File{}
	}
	w.files[f.Name] = f
}

// plainPathError names the file as the user does.
func plainPathError(name string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return &fs.PathError{Op: p.Op, Path: name, Err: p.Err}
	}
	return err
}

// File returns a file that was read before, for printing its lines; nil for one
// that is none of the project's and no document either.
func (w *Workspace) File(name string) *source.File {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.conceals(name) {
		return nil
	}
	return w.files[name]
}

// NameOnCommandLine remembers that the command line names a file, so that its lines may be
// shown whatever they are.
func (w *Workspace) NameOnCommandLine(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.namedOnCommandLine == nil {
		w.namedOnCommandLine = map[string]bool{}
	}
	w.namedOnCommandLine[name] = true
}

// Directory is the loader of a "refs" entry: it finds schemas by their paths below
// the prefix, and by their "$id".
func (w *Workspace) Directory(r config.Ref) schema.Loader {
	dir := path.Clean(r.Dir)
	fsys := subdirectory{w, dir}
	return schema.Loaders{schema.Directory{Prefix: r.Prefix, FS: fsys, Name: dir + "/"}, &byID{prefix: r.Prefix, fsys: fsys}}
}

// Stat describes a file or directory; name is as for [Workspace.Read].
func (w *Workspace) Stat(name string) (fs.FileInfo, error) {
	return fs.Stat(w.FS, path.Join(w.Dir, name))
}

// subdirectory is a directory of a workspace as a file system.
type subdirectory struct {
	w   *Workspace
	dir string
}

// Open implements fs.FS.
func (s subdirectory) Open(name string) (fs.File, error) {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	full, err := s.w.follow(path.Join(s.dir, name))
	if err != nil {
		return nil, err
	}
	return s.w.FS.Open(full)
}

// ReadFile implements fs.ReadFileFS.
func (s subdirectory) ReadFile(name string) ([]byte, error) {
	f, err := s.w.Read(path.Join(s.dir, name))
	if err != nil {
		return nil, err
	}
	return f.Data, nil
}

// Stat implements fs.StatFS.
func (s subdirectory) Stat(name string) (fs.FileInfo, error) {
	return fs.Stat(s.w.FS, path.Join(s.w.Dir, s.dir, name))
}

// Relative is the slash path from a directory to a file, both relative to Dir.
func (w *Workspace) Relative(dir, file string) string {
	from := strings.Split(path.Join(w.Dir, dir), "/")
	to := strings.Split(path.Join(w.Dir, file), "/")
	if from[0] == "." {
		from = nil
	}
	for len(from) > 0 && len(to) > 1 && from[0] == to[0] {
		from, to = from[1:], to[1:]
	}
	return strings.Repeat("../", len(from)) + strings.Join(to, "/")
}
