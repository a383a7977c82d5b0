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
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	paths "github.com/bindery-go/bindery/generator/internal/sections/storage"
	"github.com/bindery-go/bindery/generator/internal/sections/stores"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/workspace"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
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

// kind is a kind of documents.
type kind struct {
	*stores.Store
	result    *compiler.Result
	validator *compiler.Validator
	template  *storage.Template
	docs      []*doc
}

// doc is a document that was read.
type doc struct {
	name string
	args []string
	text jsonvalue.Value // for the index; absent where it is wrong

	entries []string // the IDs of what its log has too
}

// lines are JSONL files.
type lines struct {
	template  *storage.Template
	validator *compiler.Validator
}

// add takes in the paths and stores of a schema.
func (c *checker) add(r *compiler.Result) {
	for _, p := range r.Sections.Paths.Paths() {
		if !strings.HasPrefix(p.Text, "~/") { // those are below another root
			c.addPath(r, p)
		}
	}
	for _, s := range r.Sections.Stores.Stores() {
		c.addStore(r, s)
	}
}

// knows takes in a description of files that may be there.
func (c *checker) knows(is func(name string) bool) { c.known = append(c.known, is) }

// isAt is knows for names that nothing but such a file may have.
func (c *checker) isAt(is func(name string) bool) {
	c.knows(is)
	c.places = append(c.places, is)
}

func (c *checker) addPath(r *compiler.Result, p *paths.Path) {
	fixed, _, _ := strings.Cut(p.Text, "{")
	fixed, _, _ = strings.Cut(fixed, "*")
	if dir := path.Dir(fixed + "x"); dir != "." {
		c.own = append(c.own, dir+"/")
	}
	switch p.Kind {
	case paths.Query:
		if q, err := storage.ParseQuery(p.Text); err == nil {
			c.knows(q.Finds)
			c.holds(p, q.Finds)
			c.homes = append(c.homes, func(dir string) bool { return q.Finds(path.Join(dir, path.Base(p.Text))) })
		}
	case paths.Dir:
		below := isBelow(templateOf(p))
		c.knows(func(name string) bool { return below(path.Dir(name)) })
		c.homes = append(c.homes, below)
	default:
		t := templateOf(p)
		isPlace := func(name string) bool { return parses(t, name) }
		c.isAt(isPlace)
		c.holds(p, isPlace)
		c.homes = append(c.homes, homeOf(p))
		if p.Lines != nil && p.Lines.Type != nil && p.Lines.Type.Decl != nil {
			if v := r.ValidatorOf(c.Workspace, p.Lines.Type.Decl); v != nil {
				c.lines = append(c.lines, &lines{t, v})
			}
		}
	}
}

// holds takes in the files of a path that says by its end what they are.
func (c *checker) holds(p *paths.Path, is func(name string) bool) {
	switch path.Ext(p.Text) {
	case ".json", ".jsonl", ".ndjson", ".yaml", ".yml":
		c.texts = append(c.texts, is)
	}
}

func (c *checker) addStore(r *compiler.Result, s *stores.Store) {
	k := &kind{Store: s, result: r, validator: r.ValidatorAt(c.Workspace, s.Root.Node), template: templateOf(s.Path)}
	c.kinds = append(c.kinds, k)
	c.isAt(k.isReserved)
	if s.Index != nil {
		journal := s.Index.Path.Text + store.JournalSuffix
		c.isAt(func(name string) bool { return name == journal })
	}
	if s.Spill != nil {
		for _, from := range s.Spill.From {
			t := templateFor(s.Path, from)
			c.knows(func(name string) bool { return parses(t, path.Dir(name)+"/") })
		}
	}
}

// parses reports whether a name is one that the template makes.
func parses(t *storage.Template, name string) bool {
	_, err := t.Parse(name)
	return err == nil
}

// isBelow tells the directories that a template makes, and those in them.
func isBelow(t *storage.Template) func(dir string) bool {
	return func(dir string) bool {
		for ; dir != "."; dir = path.Dir(dir) {
			if parses(t, dir+"/") {
				return true
			}
		}
		return false
	}
}

// homeOf tells the directories of a path's files.
func homeOf(p *paths.Path) func(dir string) bool {
	text := path.Dir(p.Text)
	if text == "." {
		return func(dir string) bool { return dir == "." }
	}
	t := templateFor(p, text+"/")
	return func(dir string) bool { return parses(t, dir+"/") }
}

// templateOf makes the template of a path, whose arguments match their patterns.
func templateOf(p *paths.Path) *storage.Template { return templateFor(p, p.Text) }

// templateFor makes a template of a text with placeholders of a path.
func templateFor(p *paths.Path, text string) *storage.Template {
	var args []storage.Arg
	for _, a := range p.Args {
		var match func(string) bool
		switch pattern, err := regexp.Compile(a.Text); {
		case len(a.Values) > 0:
			match = func(s string) bool { return slices.Contains(a.Values, s) }
		case a.Text != "" && err == nil:
			match = pattern.MatchString
		case a.Text != "":
			match = func(string) bool { return true }
		}
		args = append(args, storage.Arg{Name: a.Name, Pattern: a.Text, Match: match})
	}
	return storage.MustTemplate(text, args...)
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

// hide remembers what may have said something and could not.
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

// kind checks the documents of a kind, and what stands in step with them.
func (c *checker) kind(k *kind) {
	for _, name := range c.files {
		args, err := k.template.Parse(name)
		if err != nil {
			continue
		}
		d := &doc{name: name, args: args}
		k.docs = append(k.docs, d)
		c.judge(name, func(f *source.File) { c.document(k, d, f) })
	}
	if k.Index != nil {
		c.index(k)
	}
	c.snapshots(k)
	c.orphans(k)
	c.reserved(k)
	if k.Log != nil {
		c.history(k)
	}
}

// document checks a document.
func (c *checker) document(k *kind, d *doc, f *source.File) {
	found := k.validator.Judge(f, path.Ext(d.name))
	for i := range found {
		if found[i].Code == diag.SyntaxError && found[i].Help == "" {
			found[i] = found[i].WithHelp("move the file away first: stores neither read it nor write over it")
		}
	}
	c.ds.Add(found...)
	if slices.ContainsFunc(found, func(d diag.Diagnostic) bool { return d.Code == diag.TooLarge }) {
		c.hide(d.name) // stores may read it
	}
	node, broken := document.Read(f)
	if node == nil || broken.HasErrors() {
		return
	}
	before := len(c.ds)
	c.identity(k, d, node)
	if k.Index != nil && len(c.ds) == before && !found.HasErrors() {
		// What generated stores read is what an index is made of.
		d.text = jsonvalue.Trusted(string(node.AppendJSON(nil)))
	}
	if k.IsDocument() {
		for _, b := range k.result.Sections.Limits.Breaches(node) {
			c.ds.Addf(diag.LimitCrossed, b.Pos, "%s: %s", b.Name, b.Breach)
		}
	}
	if k.Spill != nil {
		c.values(k, d.args, node)
	} else {
		c.shared(k, node)
	}
	c.listed(k, d, node)
	if k.Log != nil {
		d.entries = entriesOf(node, k.Log)
	}
}

// entriesOf gives the IDs of the entries that a log has of a document.
func entriesOf(node *document.Node, log *stores.Log) (ids []string) {
	list, ok := valueAt(node, log.Entries)
	if !ok {
		return nil
	}
	for _, entry := range list.Items {
		if id, ok := textAt(entry, log.Key); ok {
			ids = append(ids, id)
		}
	}
	return ids
}

// identity checks that a document says what its path does.
func (c *checker) identity(k *kind, d *doc, node *document.Node) {
	for i, a := range k.Members {
		if a == nil {
			continue
		}
		value, ok := valueAt(node, a)
		switch {
		case !ok:
			c.ds.Addf(diag.OtherIdentity, node.Pos, "%s is missing: the path says %q", a.Pointer, d.args[i])
		case value.Text != d.args[i]:
			c.ds.Addf(diag.OtherIdentity, value.Pos, "%s is %q: the path says %q", a.Pointer, value.Text, d.args[i])
		}
	}
}

// valueAt reads a member that is there and not null.
func valueAt(node *document.Node, a *model.Access) (value *document.Node, ok bool) {
	value, err := node.Lookup(a.Pointer)
	return value, err == nil && value != nil && value.Kind != document.Null
}

// textAt is valueAt for what the member says.
func textAt(node *document.Node, a *model.Access) (text string, ok bool) {
	value, ok := valueAt(node, a)
	if !ok {
		return "", false
	}
	return value.Text, true
}
