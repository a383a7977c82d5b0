package fsck

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"time"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/store"
)

// index compares an index with what it would be if it were made now.
func (c *checker) index(k *kind) {
	name := k.Index.Path.Text
	c.judged[name] = true
	data, err := fs.ReadFile(c.FS, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		if slices.Contains(c.files, name) { // else it is not a regular file, which is reported
			c.unreadable(name, "the index cannot be read: %v", reason(err))
		}
		return
	}
	want, failed := c.wanted(k, data)
	if failed != nil {
		return // a document that says no key has been reported
	}
	if err != nil && len(want.Get(k.Index.Entries).Text()) == len("[]") {
		return // no document has been entered yet
	}
	is, parseErr := jsonvalue.Parse(data)
	if err == nil && parseErr == nil && is.Get(k.Index.Entries).Equal(want.Get(k.Index.Entries)) {
		return
	}
	help, fixed := c.fixIndex(k)
	if fixed {
		return
	}
	what := "the index does not say what the documents do"
	switch {
	case err != nil:
		what = "the index is missing"
	case parseErr != nil:
		what = "the index is not JSON"
	default:
		what += differences(is.Get(k.Index.Entries), want.Get(k.Index.Entries), k.Index.Key)
	}
	c.ds.Add(diag.New(diag.StaleIndex, c.at(name), "%s", what).WithHelp("%s", help))
}

// fixIndex makes an index anew where that is asked for and safe, or says what to do.
func (c *checker) fixIndex(k *kind) (help string, fixed bool) {
	if at, ok := c.hiding(k); ok {
		return fmt.Sprintf("documents may be at %s, which was not read: see to it first, for --fix leaves the index alone until then", c.at(at).File), false
	}
	if !c.Fix {
		return "bindery fsck --fix makes it anew, as the generated store does", false
	}
	if err := c.makeIndex(k); err != nil {
		return fmt.Sprintf("it could not be made anew: %v", err), false
	}
	return "", true
}

// hiding finds what stands where documents of a kind may be, or the directories around
// them, and was not read.
func (c *checker) hiding(k *kind) (name string, ok bool) {
	places := []func(name string) bool{func(name string) bool { return parses(k.template, name) }}
	for dir := path.Dir(k.Path.Text); dir != "."; dir = path.Dir(dir) {
		t := templateFor(k.Path, dir+"/")
		places = append(places, func(name string) bool { return parses(t, name+"/") })
	}
	unread := slices.Concat(c.hidden, lists.Of(c.odd, func(o odd) string { return o.name }))
	i := slices.IndexFunc(unread, func(name string) bool { return anyOf(places, name) })
	if i < 0 {
		return "", false
	}
	return unread[i], true
}

// makeIndex makes an index anew as the generated store does: from the documents, while
// no writer can change them.
func (c *checker) makeIndex(k *kind) error {
	ctx, cancel := context.WithTimeout(context.Background(), lockWait)
	defer cancel()
	return store.New(c.Storage, store.Kind[document.Node, []string]{
		Template: k.template,
		Args:     func(key []string) []string { return key },
		Key:      func(args []string) ([]string, error) { return args, nil },
		Members:  lists.Of(k.Members, memberOf),
		Parse:    k.parse,
		Marshal:  func(x *document.Node) ([]byte, error) { return x.AppendJSON(nil), nil },
		Index:    indexOf(k),
	}).Reindex(ctx)
}

// memberOf reads an argument of the path in a document; nil where it is no member.
func memberOf(a *model.Access) store.Member[document.Node] {
	if a == nil {
		return nil
	}
	return func(x *document.Node) (string, bool) { return textAt(x, a) }
}

// parse reads a document that generated stores read too.
func (k *kind) parse(data []byte) (*document.Node, error) {
	f := source.NewFile(k.Path.Text, data)
	if found := k.validator.Judge(f, path.Ext(f.Name)); found.HasErrors() {
		return nil, store.ErrDamaged
	}
	node, _ := document.Read(f) // without mistakes, or Judge had found them
	return node, nil
}

// lockWait is how long --fix waits for those who write an index.
const lockWait = 10 * time.Second

// differences names a few of the entries that differ.
func differences(is, want jsonvalue.Value, key string) string {
	entries := func(v jsonvalue.Value) map[string]jsonvalue.Value {
		out := map[string]jsonvalue.Value{}
		for _, e := range v.Elements() {
			name, _ := e.Get(key).Str()
			out[name] = e
		}
		return out
	}
	a, b := entries(is), entries(want)
	for _, e := range want.Elements() {
		name, _ := e.Get(key).Str()
		if other, ok := a[name]; !ok {
			return fmt.Sprintf(": %s is not in it", name)
		} else if !other.Equal(e) {
			return fmt.Sprintf(": %s is another", name)
		}
	}
	for _, e := range is.Elements() {
		if name, _ := e.Get(key).Str(); b[name].IsZero() {
			return fmt.Sprintf(": %s does not exist", name)
		}
	}
	return ""
}

// wanted is the index as it would be if it were made now.
func (c *checker) wanted(k *kind, old []byte) (jsonvalue.Value, error) {
	var docs []store.Indexed
	for _, d := range k.docs {
		p, err := k.template.Path(d.args...)
		if err == nil && !d.text.IsZero() {
			docs = append(docs, store.Indexed{Path: p, Document: d.text})
		}
	}
	text, err := indexOf(k).Renew(old, docs)
	if err != nil {
		return jsonvalue.Value{}, err
	}
	return jsonvalue.Parse(text)
}

// indexOf describes the index of a kind.
func indexOf(k *kind) *store.Index {
	ix := &store.Index{
		Template: templateOf(k.Index.Path), Head: k.Index.Head, Entries: k.Index.Entries, Key: k.Index.Key, When: k.Index.When,
	}
	for _, m := range k.Index.Members {
		ix.Members = append(ix.Members, store.IndexMember(m))
	}
	return ix
}
