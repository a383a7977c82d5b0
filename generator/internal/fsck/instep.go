package fsck

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/store"
)

// log checks the lines of JSONL files.
func (c *checker) log(l *lines) {
	for _, name := range c.files {
		if parses(l.template, name) {
			c.judge(name, func(f *source.File) { c.linesOf(l.validator, f) })
		}
	}
}

func (c *checker) linesOf(v *compiler.Validator, f *source.File) {
	last := f.LineCount()
	for line := range document.Lines(f) {
		torn := line.Pos.Line == last && !bytes.HasSuffix(f.Data, []byte("\n"))
		if torn && !json.Valid(line.JSON) {
			c.ds.Add(diag.New(diag.TornLine, line.Pos, "the last line is not whole").
				WithHelp("a crash has cut it; readers pass over it, and the next line that is written takes its place"))
			continue
		}
		v.JudgeLine(&c.ds, f, line)
	}
}

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
	want, failed := c.indexOf(k, data)
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
	if c.Fix && c.writeIndex(k, want) == nil {
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
func (c *checker) writeIndex(k *kind, text jsonvalue.Value) error {
	p, err := templateOf(k.Index.Path).Path()
	if err != nil {
		return err
	}
	journal, err := templateFor(k.Index.Path, k.Index.Path.Text+store.JournalSuffix).Path()
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

// indexOf makes the index anew.
func (c *checker) indexOf(k *kind, old []byte) (jsonvalue.Value, error) {
	ix := &store.Index{Head: k.Index.Head, Entries: k.Index.Entries, Key: k.Index.Key, When: k.Index.When}
	for _, m := range k.Index.Members {
		ix.Members = append(ix.Members, store.IndexMember(m))
	}
	var docs []store.Indexed
	for _, d := range k.docs {
		p, err := k.template.Path(d.args...)
		if err == nil && !d.text.IsZero() {
			docs = append(docs, store.Indexed{Path: p, Document: d.text})
		}
	}
	text, err := ix.Renew(old, docs)
	if err != nil {
		return jsonvalue.Value{}, err
	}
	return jsonvalue.Parse(text)
}
