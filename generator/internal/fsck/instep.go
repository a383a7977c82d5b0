package fsck

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/storage"
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

// values checks that the files exist that a document refers to.
func (c *checker) values(k *kind, d *doc, node *document.Node) {
	s := k.Spill
	if s == nil {
		return
	}
	in, err := node.Lookup(s.In.Pointer)
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
		of.From = append(of.From, templateFor(k.Path, from))
	}
	return of
}

// unreferenced reports the files of values that no file of their document names:
// neither it, nor its log, nor a copy of it. A file is read once for each kind of
// documents around it.
func (c *checker) unreferenced(k *kind) {
	if k.Spill == nil {
		return
	}
	dir := templateOf(k.Spill.Path)
	homes := map[string]*home{}
	for _, name := range c.files {
		args, err := dir.Parse(path.Dir(name) + "/")
		if err != nil || storage.IsLeftover(path.Base(name)) {
			continue
		}
		p, err := k.template.Path(args...)
		if err != nil {
			continue
		}
		at := path.Dir(p.String())
		if homes[at] == nil {
			homes[at] = &home{values: map[string][]value{}}
		}
		homes[at].add(value{name, p})
	}
	if len(homes) == 0 {
		return
	}
	for _, name := range c.files {
		for at := path.Dir(name); ; at = path.Dir(at) {
			if h := homes[at]; h != nil && len(h.values) > 0 {
				if data, err := fs.ReadFile(c.FS, name); err == nil {
					h.strike(path.Base(name), data)
				}
			}
			if at == "." {
				break
			}
		}
	}
	for _, at := range slices.Sorted(maps.Keys(homes)) {
		left := slices.Concat(slices.Collect(maps.Values(homes[at].values))...)
		slices.SortFunc(left, func(a, b value) int { return strings.Compare(a.name, b.name) })
		for _, v := range left {
			c.ds.Addf(diag.UnreferencedFile, c.at(v.name), "nothing of %s refers to this file", v.of)
		}
	}
}

// home is the directory of documents that have values in files.
type home struct {
	values  map[string][]value // those that nothing has named yet, by their last name
	foreign []string           // the last names among them that no store has given
}

// value is a file with a value of a document.
type value struct {
	name string
	of   storage.Path
}

func (h *home) add(v value) {
	base := path.Base(v.name)
	h.values[base] = append(h.values[base], v)
	if strings.ContainsFunc(base, isBetween) {
		h.foreign = append(h.foreign, base)
	}
}

// strike drops the files that the text of another file names.
func (h *home) strike(own string, text []byte) {
	for word := range bytes.FieldsFuncSeq(text, isBetween) {
		if name := strings.TrimRight(string(word), "."); name != own { // a sentence may end here
			delete(h.values, name)
		}
	}
	for _, name := range h.foreign {
		if name != own && bytes.Contains(text, []byte(name)) {
			delete(h.values, name)
		}
	}
}

// isBetween is for what is not a letter of the names that stores give to files of
// values.
func isBetween(r rune) bool {
	isLetter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_' || r == '.'
	return !isLetter
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
