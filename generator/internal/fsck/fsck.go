// Package fsck checks the files below a root against the storage paths of
// schemas: what they hold, whose they are, and what stands in step with them.
package fsck

import (
	"errors"
	"io/fs"
	"path"

	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/workspace"
	"github.com/bindery-go/bindery/runtime/storage"
)

// Root is what is checked.
type Root struct {
	Workspace *workspace.Workspace
	FS        fs.FS         // of the directory
	Storage   *storage.Root // the same directory
	// Name gives the name of a file in the workspace.
	Name func(file string) (string, error)
	// Fix repairs what loses nothing: leftovers of crashes, indexes.
	Fix bool
	// Done, where it is set, is told at the end how many files storage paths lead to.
	Done func(files int)
}

// Check checks all files, and passes over those that are gone when it comes to
// them. Its time grows with the number of files, and with their size. The error
// is one of reading the directory.
func Check(root Root, results []*compiler.Result) (diag.Diagnostics, error) {
	c := &checker{Root: root, judged: map[string]bool{}, got: map[storage.Path]error{}}
	if err := c.walk(); err != nil {
		return nil, err
	}
	for _, r := range results {
		if r != nil {
			c.add(r)
		}
	}
	c.others()
	for _, k := range c.kinds {
		c.kind(k)
	}
	for _, l := range c.lines {
		c.log(l)
	}
	c.unbound()
	c.unreferenced()
	c.leftovers()
	c.unknown()
	if c.Done != nil {
		c.Done(len(lists.Where(c.files, c.isKnown)))
	}
	return c.ds, nil
}

type checker struct {
	Root
	files  []string // regular ones
	dirs   []string
	odd    []odd
	hidden []string // what stands where files of storage paths may be, and was not looked into
	ds     diag.Diagnostics
	kinds  []*kind
	lines  []*lines
	known  []func(name string) bool // files of storage paths
	places []func(name string) bool // the same, where a path leads to one file
	homes  []func(dir string) bool  // directories in which such files are written
	own    []string                 // directories all of whose files should be known
	texts  []func(name string) bool // files of paths that end as those of JSON and YAML do
	judged map[string]bool          // files that have been judged
	got    map[storage.Path]error   // what came of reading the files of values
}

// read reads a file, which is nil where there is nothing to judge: it is gone, or
// cannot be read, which is reported.
func (c *checker) read(name string) *source.File {
	data, err := fs.ReadFile(c.FS, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		c.unreadable(name, "the file cannot be read: %v", reason(err))
		return nil
	}
	return source.NewFile(c.at(name).File, data)
}

// unreadable reports what cannot be read.
func (c *checker) unreadable(name, format string, args ...any) {
	c.hide(name)
	c.ds.Addf(diag.UnreadableFile, c.at(name), format, args...)
}

// hide remembers what was not read: documents, or references to files, may be in it.
func (c *checker) hide(name string) { c.hidden = append(c.hidden, name) }

// judge reads a file and judges it. If something is found in it, the workspace gets it, so
// that messages can show its lines.
func (c *checker) judge(name string, judge func(f *source.File)) {
	c.judged[name] = true
	if f := c.read(name); f != nil {
		c.inspect(f, judge)
	}
}

// inspect is judge for a file that was read.
func (c *checker) inspect(f *source.File, judge func(f *source.File)) {
	before := len(c.ds)
	if judge(f); len(c.ds) > before {
		c.Workspace.NameOnCommandLine(f.Name)
		c.Workspace.Add(f)
	}
}

// reason is an error of the file system without the path, which diagnostics have.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// at is a place that is a file and nothing in it.
func (c *checker) at(name string) source.Pos {
	shown, err := c.Name(name)
	if err != nil {
		shown = name
	}
	return source.InFile(shown)
}

// unbound checks that files which no schema is that of are JSON or YAML, as they are
// called.
func (c *checker) unbound() {
	anything := compiler.AnyDocument(c.Workspace)
	for _, name := range c.files {
		if c.judged[name] || !anyOf(c.texts, name) {
			continue
		}
		c.judge(name, func(f *source.File) {
			if ext := path.Ext(name); document.IsLines(ext) {
				c.linesOf(anything, f)
			} else {
				c.ds.Add(anything.Judge(f, ext)...)
			}
		})
	}
}
