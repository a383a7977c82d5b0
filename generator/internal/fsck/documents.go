package fsck

import (
	"path"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/stores"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/store"
)

// kind is a kind of documents.
type kind struct {
	*stores.Store
	result    *compiler.Result
	validator *compiler.Validator
	template  *storage.Template
	log       *storage.Template // nil for none
	values    *store.Values     // those in files; nil for none
	snapshots *snapshots        // nil for none
	docs      []*doc
}

// doc is a document that was read.
type doc struct {
	name string
	args []string
	text jsonvalue.Value // for the index; absent where it is wrong

	entries []string // the IDs of what its log has too
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
	if k.snapshots != nil {
		c.snapshots(k)
	}
	c.orphans(k)
	c.reserved(k)
	if k.log != nil {
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
	if k.values != nil {
		c.values(k, d.args, node)
	} else {
		c.shared(k, node)
	}
	if k.snapshots != nil {
		c.listed(k.snapshots, d, node)
	}
	if k.log != nil {
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
