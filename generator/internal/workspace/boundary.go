package workspace

import (
	"io/fs"
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
)

// projectBoundary says which files the references of a schema may lead to by path: those
// of its project and of the directories that the configuration names. A schema
// from elsewhere must not make its reader show the files of the machine. Where
// nothing marks a project, files lie as their owner has put them and there is
// no boundary.
type projectBoundary struct {
	w    *Workspace
	open bool
	dirs []string // relative to Dir, beside Dir itself
}

// newBoundary is the boundary around a schema, which whoever runs Bindery has named.
func newBoundary(w *Workspace, refs []config.Ref, schema string) *projectBoundary {
	around, marked := w.project(".")
	of, too := w.project(path.Dir(schema))
	named := lists.Of(refs, func(r config.Ref) string { return path.Clean(r.Dir) })
	return &projectBoundary{w: w, open: !marked && !too, dirs: append(named, around, of)}
}

// admits reports whether a file is inside.
func (b *projectBoundary) admits(name string) bool {
	if b.open {
		return true
	}
	return slices.ContainsFunc(b.dirs, func(dir string) bool { return b.w.isBelow(dir, name) })
}

// project returns the nearest directory at or above dir that has a go.mod or a
// .git; dir itself without one. Both are relative to Dir.
func (w *Workspace) project(dir string) (found string, marked bool) {
	for at := range w.above(dir) {
		for _, mark := range []string{"go.mod", ".git"} {
			if _, err := fs.Stat(w.FS, path.Join(w.Dir, at, mark)); err == nil {
				return at, true
			}
		}
	}
	return path.Clean(dir), false
}

// above lists a directory and those above it in the file system, all relative
// to Dir.
func (w *Workspace) above(dir string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for at := path.Clean(dir); fs.ValidPath(path.Join(w.Dir, at)); at = path.Join(at, "..") {
			if !yield(at) || path.Join(w.Dir, at) == "." {
				return
			}
		}
	}
}

// isBelow reports whether a file is a directory or below it, as the paths say.
func (w *Workspace) isBelow(dir, name string) bool {
	return contains(path.Join(w.Dir, dir), path.Join(w.Dir, name))
}

// conceals reports whether no line of a file may be shown: one outside of the
// project that is not a document, and that nobody has named on the command line.
func (w *Workspace) conceals(name string) bool {
	f := w.files[name]
	if f == nil || w.namedOnCommandLine[name] || !strings.HasPrefix(name, "../") {
		return false
	}
	if project, _ := w.project("."); w.isBelow(project, name) {
		return false
	}
	_, ds := document.Read(f)
	return ds.HasErrors()
}
