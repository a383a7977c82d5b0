package fsck

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/sections/stores"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/store"
)

// snapshots are the copies of documents that can be gone back to.
type snapshots struct {
	*stores.Snapshots
	dir *storage.Template
}

// listed checks that the snapshots are there which a document names.
func (c *checker) listed(s *snapshots, d *doc, node *document.Node) {
	list, ok := valueAt(node, s.ID.Entries)
	if !ok {
		return
	}
	for _, entry := range list.Items {
		file, ok := valueAt(entry, s.File)
		if !ok || file.Kind != document.String {
			continue
		}
		id, _ := textAt(entry, s.ID.Key)
		if what := c.missing(s, d.args, id, file.Text); what != "" {
			c.ds.Add(diag.New(diag.DanglingReference, file.Pos, "%s %s", file.Text, what).
				WithHelp("restore the file, or take the entry out of the list: there is nothing to go back to"))
		}
	}
}

// missing says what is wrong with the place that a document gives for a snapshot; ""
// for nothing.
func (c *checker) missing(s *snapshots, args []string, id, file string) string {
	dir, err := s.dir.Path(args...)
	if err != nil {
		return ""
	}
	p, err := dir.File(id + ".json")
	if err != nil || p.String() != file {
		return "is not the file of this snapshot"
	}
	if _, err := c.Storage.Stat(p); errors.Is(err, fs.ErrNotExist) {
		return "does not exist"
	}
	return ""
}

// snapshots checks the snapshots of the documents of a kind.
func (c *checker) snapshots(k *kind) {
	form := k.snapshots.ID.Form
	for _, name := range c.files {
		id, isJSON := strings.CutSuffix(path.Base(name), ".json")
		args, err := argsOfDir(k.snapshots.dir, name)
		if err == nil && isJSON && store.IsHex(form.Prefix, form.Digits, id) {
			c.judge(name, func(f *source.File) { c.snapshot(k, &doc{name: name, args: args}, f) })
		}
	}
}

// snapshot checks a copy of a document. It may have been made in the middle of a change,
// before the members that each write sets: there are no warnings of that.
func (c *checker) snapshot(k *kind, d *doc, f *source.File) {
	found := k.validator.Judge(f, ".json")
	c.ds.Add(lists.Where(found, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })...)
	node, broken := document.ReadJSON(f)
	if node == nil || broken.HasErrors() {
		return
	}
	c.identity(k, d, node)
	if k.values != nil {
		c.values(k, d.args, node)
	}
}

// reserved checks the files that say what of the budgets of documents is reserved.
func (c *checker) reserved(k *kind) {
	for _, name := range c.files {
		if !k.isReserved(name) {
			continue
		}
		f := c.read(name)
		if f == nil {
			continue
		}
		if err := store.CheckReserved(f.Data); err != nil {
			c.ds.Add(diag.New(diag.UnreadableFile, c.at(name), "the reservations of the budget cannot be read: %v", err).
				WithHelp("delete the file while no program runs, for nothing can be reserved or recorded until then; " +
					"what was reserved and is not spent is lost with it, as when its lease ends"))
		}
	}
}

// isReserved reports whether a file says what of a document's budget is reserved.
func (k *kind) isReserved(name string) bool {
	doc, ok := strings.CutSuffix(name, store.ReservedSuffix)
	return ok && parses(k.template, doc)
}

// orphans reports what a store has written beside documents that are gone. Delete removes
// the document last, so no other process still needs a file that outlives it.
func (c *checker) orphans(k *kind) {
	isOf := k.beside()
	for _, name := range c.files {
		args, ok := isOf(name)
		if !ok {
			continue
		}
		p, err := k.template.Path(args...)
		if err != nil {
			continue
		}
		if _, err := c.Storage.Stat(p); !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if _, err := fs.Stat(c.FS, name); err == nil {
			c.ds.Addf(diag.OrphanedFile, c.at(name), "this file belongs to %s, which is gone", p)
		}
	}
}

// beside returns a test for the files that a store writes beside documents, which gives
// the arguments of the document.
func (k *kind) beside() func(name string) (args []string, ok bool) {
	of := []func(name string) ([]string, error){func(name string) ([]string, error) {
		doc, isReserved := strings.CutSuffix(name, store.ReservedSuffix)
		if !isReserved {
			return nil, fs.ErrNotExist
		}
		return k.template.Parse(doc)
	}}
	if k.log != nil {
		of = append(of, k.log.Parse)
	}
	if k.snapshots != nil {
		of = append(of, func(name string) ([]string, error) { return argsOfDir(k.snapshots.dir, name) })
	}
	return func(name string) ([]string, bool) {
		for _, parse := range of {
			if args, err := parse(name); err == nil {
				return args, true
			}
		}
		return nil, false
	}
}
