// Package fsck checks the files below a root against the storage paths of
// schemas: what they hold, whose they are, and what stands in step with them.
package fsck

import (
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	paths "github.com/bindery-go/bindery/generator/internal/sections/storage"
	"github.com/bindery-go/bindery/generator/internal/sections/stores"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/workspace"
	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/store"
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
}

// Check checks all files. The error is one of reading the directory.
func Check(root Root, results []*compiler.Result) (diag.Diagnostics, error) {
	c := &checker{Root: root, texts: map[string][]byte{}}
	err := fs.WalkDir(root.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			c.files = append(c.files, name)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, r := range results {
		if r != nil {
			c.add(r)
		}
	}
	for _, k := range c.kinds {
		c.kind(k)
	}
	for _, l := range c.lines {
		c.log(l)
	}
	c.unknown()
	return c.ds, nil
}

type checker struct {
	Root
	files []string
	texts map[string][]byte
	ds    diag.Diagnostics
	kinds []*kind
	lines []*lines
	known []func(name string) bool
	own   []string // directories all of whose files should be known
}

// kind is a kind of documents.
type kind struct {
	*stores.Store
	result   *compiler.Result
	template *storage.Template
	docs     []*doc
}

// doc is a document that was read.
type doc struct {
	name string
	args []string
	node *document.Node // nil where it is not JSON or YAML
	// isSound is for documents that are valid and those of their paths, which are
	// the ones that generated stores read.
	isSound bool
}

// lines are JSONL files.
type lines struct {
	template  *storage.Template
	validator *compiler.Validator
}

// add takes in the paths and stores of a schema.
func (c *checker) add(r *compiler.Result) {
	for _, p := range r.Sections.Paths.Paths() {
		if strings.HasPrefix(p.Text, "~/") {
			continue // below another root
		}
		fixed, _, _ := strings.Cut(p.Text, "{")
		fixed, _, _ = strings.Cut(fixed, "*")
		if dir := path.Dir(fixed + "x"); dir != "." {
			c.own = append(c.own, dir+"/")
		}
		switch p.Kind {
		case paths.Query:
			if q, err := storage.ParseQuery(p.Text); err == nil {
				c.known = append(c.known, q.Finds)
			}
		case paths.Dir:
			t := templateOf(p)
			c.known = append(c.known, func(name string) bool {
				for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
					if _, err := t.Parse(dir + "/"); err == nil {
						return true
					}
				}
				return false
			})
		default:
			t := templateOf(p)
			c.known = append(c.known, func(name string) bool { _, err := t.Parse(name); return err == nil })
			if p.Lines != nil && p.Lines.Type != nil && p.Lines.Type.Decl != nil {
				if v := r.ValidatorOf(c.Workspace, p.Lines.Type.Decl); v != nil {
					c.lines = append(c.lines, &lines{t, v})
				}
			}
		}
	}
	for _, s := range r.Sections.Stores.Stores() {
		k := &kind{Store: s, result: r, template: templateOf(s.Path)}
		c.kinds = append(c.kinds, k)
		c.known = append(c.known, func(name string) bool {
			of, ok := strings.CutSuffix(name, store.ReservedSuffix)
			if !ok {
				return false
			}
			_, err := k.template.Parse(of)
			return err == nil
		})
		if s.Index != nil {
			journal := s.IndexPath.Text + store.JournalSuffix
			c.known = append(c.known, func(name string) bool { return name == journal })
		}
		if s.Spill != nil {
			for _, from := range s.Spill.From {
				if t, err := storage.ParseTemplate(from); err == nil {
					c.known = append(c.known, func(name string) bool { _, err := t.Parse(path.Dir(name) + "/"); return err == nil })
				}
			}
		}
	}
}

// templateOf makes the template of a path, whose arguments match their patterns.
func templateOf(p *paths.Path) *storage.Template {
	var args []storage.Arg
	for _, a := range p.Args {
		match := func(string) bool { return true }
		if pattern, err := regexp.Compile(a.Text); err == nil && a.Text != "" {
			match = pattern.MatchString
		}
		if a.Text == "" && len(a.Values) == 0 {
			match = nil
		} else if len(a.Values) > 0 {
			values := a.Values
			match = func(s string) bool { return slices.Contains(values, s) }
		}
		args = append(args, storage.Arg{Name: a.Name, Pattern: a.Text, Match: match})
	}
	return storage.MustTemplate(p.Text, args...)
}

// file gives a file to the workspace, so that messages can show its lines.
func (c *checker) file(name string) (*source.File, error) {
	shown, err := c.Name(name)
	if err != nil {
		return nil, err
	}
	data, err := fs.ReadFile(c.FS, name)
	if err != nil {
		return nil, err
	}
	f := source.NewFile(shown, data)
	c.Workspace.NameOnCommandLine(shown)
	c.Workspace.Add(f)
	return f, nil
}

// at is a place that is a file and nothing in it.
func (c *checker) at(name string) source.Pos {
	shown, err := c.Name(name)
	if err != nil {
		shown = name
	}
	return source.InFile(shown)
}

// kind checks the documents of a kind, and what stands in step with them.
func (c *checker) kind(k *kind) {
	for _, name := range c.files {
		args, err := k.template.Parse(name)
		if err != nil {
			continue
		}
		d := &doc{name: name, args: args}
		k.docs = append(k.docs, d)
		f, err := c.file(name)
		if err != nil {
			c.ds.Addf(diag.UnreadableFile, c.at(name), "the file cannot be read: %v", err)
			continue
		}
		found := k.result.ValidatorAt(c.Workspace, k.Root.Node).Judge(f, path.Ext(name))
		c.ds.Add(found...)
		node, broken := document.Read(f)
		if node == nil || broken.HasErrors() {
			continue
		}
		d.node = node
		before := len(c.ds)
		c.identity(k, d)
		d.isSound = len(c.ds) == before && !found.HasErrors()
		if k.IsDocument() {
			for _, b := range k.result.Sections.Limits.Breaches(node) {
				c.ds.Addf(diag.LimitCrossed, b.Pos, "%s: %s", b.Name, b.Breach)
			}
		}
		c.values(k, d)
	}
	if k.Index != nil {
		c.index(k)
	}
	c.unreferenced(k)
}

// identity checks that a document says what its path does.
func (c *checker) identity(k *kind, d *doc) {
	for i, a := range k.Members {
		if a == nil {
			continue
		}
		value, err := d.node.Lookup(a.Pointer)
		switch {
		case err != nil || value == nil || value.Kind == document.Null:
			c.ds.Addf(diag.OtherIdentity, d.node.Pos, "%s is missing: the path says %q", a.Pointer, d.args[i])
		case value.Text != d.args[i]:
			c.ds.Addf(diag.OtherIdentity, value.Pos, "%s is %q: the path says %q", a.Pointer, value.Text, d.args[i])
		}
	}
}

// unknown reports leftovers of crashes, and files that no path leads to where
// all files are those of storage paths.
func (c *checker) unknown() {
	swept := false
	for _, name := range c.files {
		if storage.IsLeftover(path.Base(name)) {
			if c.Fix && !swept {
				_, err := c.Storage.Sweep(storage.Path{})
				swept = err == nil
			}
			if _, err := fs.Stat(c.FS, name); !errors.Is(err, fs.ErrNotExist) {
				c.ds.Addf(diag.Leftover, c.at(name), "a process has died while it wrote this file, or is writing it")
			}
			continue
		}
		owned := slices.ContainsFunc(c.own, func(dir string) bool { return strings.HasPrefix(name, dir) })
		if owned && !slices.ContainsFunc(c.known, func(is func(string) bool) bool { return is(name) }) {
			c.ds.Addf(diag.UnknownFile, c.at(name), "no storage path leads to this file")
		}
	}
}
