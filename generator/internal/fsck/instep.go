package fsck

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/store"
)

// log checks the lines of JSONL files.
func (c *checker) log(l *lines) {
	for _, name := range c.files {
		if _, err := l.template.Parse(name); err != nil {
			continue
		}
		f, err := c.file(name)
		if err != nil {
			c.ds.Addf(diag.UnreadableFile, c.at(name), "the file cannot be read: %v", err)
			continue
		}
		last := f.LineCount()
		for line := range document.Lines(f) {
			torn := line.Pos.Line == last && !bytes.HasSuffix(f.Data, []byte("\n"))
			if torn && !json.Valid(line.JSON) {
				c.ds.Add(diag.New(diag.TornLine, line.Pos, "the last line is not whole").
					WithHelp("a crash has cut it; readers pass over it, and the next line that is written takes its place"))
				continue
			}
			l.validator.JudgeLine(&c.ds, f, line)
		}
	}
}

// values checks that the files exist that a document refers to.
func (c *checker) values(k *kind, d *doc) {
	s := k.Spill
	if s == nil {
		return
	}
	in, err := d.node.Lookup(s.In.Pointer)
	if err != nil || in == nil {
		return
	}
	of := c.valuesOf(k)
	list := in.Items
	for _, m := range in.Members {
		list = append(list, m.Value)
	}
	for _, owner := range list {
		value, err := owner.Lookup(s.Value.Pointer)
		if err != nil || value == nil || value.Kind != document.String || !of.IsReference(value.Text) {
			continue
		}
		if s.Type != nil {
			if kind, err := owner.Lookup(s.Type.Pointer); err != nil || kind == nil || kind.Text != s.As {
				continue
			}
		}
		_, _, err = of.Get(c.Storage, d.args, value.Text)
		switch {
		case errors.Is(err, store.ErrOutside):
			c.ds.Addf(diag.DanglingReference, value.Pos, "%s is not a file of this document", value.Text)
		case errors.Is(err, fs.ErrNotExist):
			c.ds.Addf(diag.DanglingReference, value.Pos, "%s does not exist", value.Text)
		case errors.Is(err, store.ErrDamaged):
			c.ds.Addf(diag.DanglingReference, value.Pos, "%s has changed since it was written", value.Text)
		}
	}
}

func (c *checker) valuesOf(k *kind) *store.Values {
	of := &store.Values{Template: templateOf(k.Spill.Path), Prefix: k.Spill.Prefix}
	for _, from := range k.Spill.From {
		if t, err := storage.ParseTemplate(from); err == nil {
			of.From = append(of.From, t)
		}
	}
	return of
}

// unreferenced reports the files of values that no file of their document names:
// neither it, nor its log, nor a copy of it.
func (c *checker) unreferenced(k *kind) {
	if k.Spill == nil {
		return
	}
	dir := templateOf(k.Spill.Path)
	for _, name := range c.files {
		args, err := dir.Parse(path.Dir(name) + "/")
		if err != nil || storage.IsLeftover(path.Base(name)) {
			continue
		}
		p, err := k.template.Path(args...)
		if err != nil {
			continue
		}
		home := path.Dir(p.String()) + "/"
		named := false
		for _, other := range c.files {
			if named = other != name && strings.HasPrefix(other, home) && bytes.Contains(c.text(other), []byte(path.Base(name))); named {
				break
			}
		}
		if !named {
			c.ds.Addf(diag.UnreferencedFile, c.at(name), "nothing of %s refers to this file", p)
		}
	}
}

func (c *checker) text(name string) []byte {
	if data, ok := c.texts[name]; ok {
		return data
	}
	data, err := fs.ReadFile(c.FS, name)
	if err != nil {
		data = nil
	}
	c.texts[name] = data
	return data
}

// index compares an index with what it would be if it were made now.
func (c *checker) index(k *kind) {
	want, err := c.indexOf(k)
	if err != nil {
		return // a document that says no key has been reported
	}
	name := k.IndexPath.Text
	data, err := fs.ReadFile(c.FS, name)
	if errors.Is(err, fs.ErrNotExist) && len(k.docs) == 0 {
		return
	}
	is, parseErr := jsonvalue.Parse(data)
	if err == nil && parseErr == nil && is.Get(k.Index.Entries).Equal(want.Get(k.Index.Entries)) {
		return
	}
	if c.Fix && c.writeIndex(name, want) == nil {
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
	c.ds.Add(diag.New(diag.StaleIndex, c.at(name), "%s", what).WithHelp("bindery fsck --fix makes it anew, as the generated store does"))
}

// writeIndex replaces an index while no store changes it.
func (c *checker) writeIndex(name string, text jsonvalue.Value) error {
	path := func(text string) (p storage.Path, err error) {
		t, err := storage.ParseTemplate(text)
		if err == nil {
			p, err = t.Path()
		}
		return p, err
	}
	journal, err := path(name + store.JournalSuffix)
	if err != nil {
		return err
	}
	p, err := path(name)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), lockWait)
	defer cancel()
	l, err := c.Storage.Lock(ctx, journal)
	if err != nil {
		return err
	}
	defer l.Unlock()
	return c.Storage.WriteFile(p, []byte(text.Text()))
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

// indexOf makes the text of an index.
func (c *checker) indexOf(k *kind) (jsonvalue.Value, error) {
	ix := &store.Index{Head: k.Index.HeadText(), Entries: k.Index.Entries, Key: k.Index.Key, When: k.Index.When}
	for _, m := range k.Index.Members {
		pointer := m.Of
		if pointer == "path" {
			pointer = ""
		}
		ix.Members = append(ix.Members, store.IndexMember{Name: m.Name, Pointer: pointer})
	}
	var docs []store.Indexed
	for _, d := range k.docs {
		p, err := k.template.Path(d.args...)
		if err != nil || !d.isSound {
			continue
		}
		v, err := jsonvalue.Parse(d.node.AppendJSON(nil))
		if err != nil {
			continue
		}
		docs = append(docs, store.Indexed{Path: p, Document: v})
	}
	text, err := ix.Of(docs)
	if err != nil {
		return jsonvalue.Value{}, err
	}
	return jsonvalue.Parse(text)
}
