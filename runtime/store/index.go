package store

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/storage"
)

// Index is a JSON file with an entry for each document, so that they can be
// found without reading each. A write that changes what the index says of a
// document writes the index too, as a whole: its time grows with the number of
// entries. It first notes the document in a file beside the index, which is the
// index's lock; after a crash whoever comes next looks at that document again.
// An index that is missing or damaged is made anew from all documents.
type Index struct {
	Template *storage.Template // without arguments
	Head     string            // the file without entries: a JSON object
	Entries  string            // the member that holds the array of entries
	Key      string            // the member of an entry by which they are sorted
	When     string            // JSON Pointer: documents without the member, or with null, have no entry; "" is all
	Members  []IndexMember
}

// IndexMember is a member of an entry: the member of the document at a JSON
// Pointer, or for "" the document's path. What a document does not have is not
// in its entry.
type IndexMember struct{ Name, Pointer string }

// JournalSuffix ends the name of the file beside an index.
const JournalSuffix = ".lock"

// entry is what an index says of a document: nothing where the text is "".
type entry struct {
	key, text string
	unknown   bool // of a damaged document
}

// entry gives what the index is to say of a document; x is nil for a damaged one.
func (d *Documents[T, K]) entry(p storage.Path, x *T) entry {
	if d.kind.Index == nil {
		return entry{}
	}
	if x == nil {
		return entry{unknown: true}
	}
	data, err := d.kind.Marshal(x)
	if err != nil {
		return entry{unknown: true} // it is not written either
	}
	return d.kind.Index.of(p, jsonvalue.Trusted(string(data)))
}

// Indexed is a document and its path.
type Indexed struct {
	Path     storage.Path
	Document jsonvalue.Value
}

// Renew gives the text of the index of documents. What an old one says beside
// its entries stays. The error says that a document does not say its key.
func (ix *Index) Renew(old []byte, docs []Indexed) ([]byte, error) {
	var list []entry
	for _, d := range docs {
		e := ix.of(d.Path, d.Document)
		if e.unknown {
			return nil, fmt.Errorf("store: %s does not say its %s", d.Path, ix.Key)
		}
		if e.text != "" {
			list = append(list, e)
		}
	}
	return ix.text(ix.head(old), sorted(list))
}

// head gives the members beside the entries: those that every index has, and then
// what else an old one says.
func (ix *Index) head(old []byte) (head []jsonMember) {
	seen := map[string]bool{ix.Entries: true}
	add := func(v jsonvalue.Value) {
		for name, value := range v.Members() {
			if !seen[name] {
				seen[name] = true
				head = append(head, jsonMember{name, value})
			}
		}
	}
	add(jsonvalue.Trusted(ix.Head))
	if v, err := jsonvalue.Parse(old); err == nil {
		add(v)
	}
	return head
}

// sorted puts entries in the order of their keys, each once.
func sorted(list []entry) []entry {
	slices.SortFunc(list, func(a, b entry) int { return cmp.Compare(a.key, b.key) })
	return slices.CompactFunc(list, func(a, b entry) bool { return a.key == b.key })
}

// of makes the entry of a document.
func (ix *Index) of(p storage.Path, v jsonvalue.Value) (out entry) {
	top := map[string]jsonvalue.Value{}
	for name, value := range v.Members() {
		top[name] = value
	}
	look := func(pointer string) (jsonvalue.Value, bool) {
		first, rest, _ := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
		if rest != "" {
			rest = "/" + rest
		}
		return top[strings.NewReplacer("~1", "/", "~0", "~").Replace(first)].Lookup(rest)
	}
	if ix.When != "" {
		if value, ok := look(ix.When); !ok || value.IsNull() {
			return entry{}
		}
	}
	e := jsonscan.GetEncoder()
	e.BeginObject()
	for _, m := range ix.Members {
		value, ok := jsonvalue.Value{}, true
		if m.Pointer == "" {
			value, _ = jsonvalue.FromString(p.String())
		} else {
			value, ok = look(m.Pointer)
		}
		if !ok {
			continue
		}
		if m.Name == ix.Key {
			out.key, _ = value.Str()
		}
		e.Name(m.Name)
		value.Append(e)
	}
	e.EndObject()
	text, err := e.Finish()
	if err != nil || out.key == "" {
		return entry{unknown: true}
	}
	out.text = string(text)
	return out
}

// indexed runs write, which changes a document, and brings the index from what
// it says of the document before to what it is to say.
func (d *Documents[T, K]) indexed(ctx context.Context, p storage.Path, before, after entry, write func() error) error {
	return d.indexedUnless(ctx, nil, p, before, after, write)
}

// indexedUnless leaves the index alone while it has the note of a sweep that has
// seen to it.
func (d *Documents[T, K]) indexedUnless(ctx context.Context, swept []byte, p storage.Path, before, after entry, write func() error) error {
	if before == after && !before.unknown {
		return write()
	}
	journal, isSwept, err := d.lockIndexOf(ctx, swept)
	if err != nil {
		return err
	}
	defer journal.Unlock()
	if isSwept {
		return write()
	}
	note := p.String() + "\n"
	if before.key != "" && after.key != "" && before.key != after.key {
		note = p.String() // not whole: the document does not say which entry it had
	}
	if err := journal.Note([]byte(note)); err != nil {
		return err
	}
	if err := write(); err != nil {
		return err
	}
	if err := d.enter(before, after); err != nil {
		return lagging(err)
	}
	return lagging(journal.Note(nil))
}

// lockIndex locks the index, and looks again at what was being written when its
// last writer died.
func (d *Documents[T, K]) lockIndex(ctx context.Context) (*storage.Lock, error) {
	l, _, err := d.lockIndexOf(ctx, nil)
	return l, err
}

// lockIndexOf is lockIndex, but leaves a note that is own, and tells whether it is
// there.
func (d *Documents[T, K]) lockIndexOf(ctx context.Context, own []byte) (l *storage.Lock, isOwn bool, err error) {
	p, err := d.journal()
	if err != nil {
		return nil, false, err
	}
	l, err = d.root.Lock(ctx, p)
	if err != nil {
		if info, failed := d.root.Stat(p); failed == nil && !info.Mode().IsRegular() {
			err = fmt.Errorf("%w; it is not a file: move it away while no program uses the documents", err)
		}
		return nil, false, fmt.Errorf("store: lock the index by %s: %w", p, err)
	}
	note, err := l.Read()
	if err == nil && own != nil && bytes.Equal(note, own) {
		return l, true, nil
	}
	if err == nil && len(note) > 0 {
		if err = d.recover(note); err == nil {
			err = l.Note(nil)
		}
	}
	if err != nil {
		return nil, false, errors.Join(err, l.Unlock())
	}
	return l, false, nil
}

func (d *Documents[T, K]) journal() (storage.Path, error) {
	t, err := storage.ParseTemplate(d.kind.Index.Template.String() + JournalSuffix)
	if err != nil {
		return storage.Path{}, err
	}
	return t.Path()
}

// recover brings the index up to the document that a note names. Where that does
// not say its key any more, the index is made anew.
func (d *Documents[T, K]) recover(note []byte) error {
	name, whole := bytes.CutSuffix(note, []byte("\n"))
	args, err := d.kind.Template.Parse(string(name))
	if !whole || err != nil {
		return d.rebuild()
	}
	p, err := d.kind.Template.Path(args...)
	if err != nil {
		return d.rebuild()
	}
	x, err := d.load(place{p, args})
	if err != nil {
		return d.rebuild()
	}
	after := d.entry(p, x)
	if after.key == "" {
		return d.rebuild()
	}
	return d.enter(entry{}, after)
}

// enter changes the entry of a document.
func (d *Documents[T, K]) enter(before, after entry) error {
	head, list, err := d.readIndex()
	if err != nil || before.unknown || after.unknown {
		return d.rebuild()
	}
	find := func(e entry) (at int, found bool) {
		return slices.BinarySearchFunc(list, e, func(a, b entry) int { return cmp.Compare(a.key, b.key) })
	}
	if at, found := find(before); found && before.key != after.key {
		list = slices.Delete(list, at, at+1)
	}
	switch at, found := find(after); {
	case after.text == "":
	case found:
		list[at] = after
	default:
		list = slices.Insert(list, at, after)
	}
	return d.writeIndex(head, list)
}

var errNoIndex = errors.New("store: no index")

// readIndex reads the index. Any error is a reason to make it anew.
func (d *Documents[T, K]) readIndex() (head []jsonMember, list []entry, err error) {
	data, err := d.readIndexFile()
	if err != nil {
		return nil, nil, err
	}
	return d.kind.Index.parse(data)
}

func (d *Documents[T, K]) readIndexFile() ([]byte, error) {
	p, err := d.kind.Index.Template.Path()
	if err != nil {
		return nil, err
	}
	return d.root.ReadFile(p)
}

// parse takes an index apart.
func (ix *Index) parse(data []byte) (head []jsonMember, list []entry, err error) {
	v, err := jsonvalue.Parse(data)
	if err != nil {
		return nil, nil, err
	}
	entries := jsonvalue.Value{}
	for name, value := range v.Members() {
		if name == ix.Entries {
			entries = value
		} else {
			head = append(head, jsonMember{name, value})
		}
	}
	if entries.Kind() != jsonscan.KindArray {
		return nil, nil, errNoIndex
	}
	for _, value := range entries.Elements() {
		key, ok := value.Get(ix.Key).Str()
		if !ok || len(list) > 0 && list[len(list)-1].key >= key {
			return nil, nil, errNoIndex
		}
		list = append(list, entry{key: key, text: value.Text()})
	}
	return head, list, nil
}

type jsonMember struct {
	name  string
	value jsonvalue.Value
}

func (d *Documents[T, K]) writeIndex(head []jsonMember, list []entry) error {
	p, err := d.kind.Index.Template.Path()
	if err != nil {
		return err
	}
	data, err := d.kind.Index.text(head, list)
	if err != nil {
		return err
	}
	return d.root.WriteFile(p, data)
}

// text writes an index.
func (ix *Index) text(head []jsonMember, list []entry) ([]byte, error) {
	e := jsonscan.GetEncoder()
	e.BeginObject()
	for _, m := range head {
		e.Name(m.name)
		m.value.Append(e)
	}
	e.Name(ix.Entries)
	e.BeginArray()
	for _, entry := range list {
		e.Element()
		jsonvalue.Trusted(entry.text).Append(e)
	}
	e.EndArray()
	e.EndObject()
	return e.Finish()
}

// rebuild makes the index from all documents. Those that cannot be read are not
// in it.
func (d *Documents[T, K]) rebuild() error { return d.rebuildWithout(nil) }

// rebuildWithout is rebuild without the documents at some paths.
func (d *Documents[T, K]) rebuildWithout(paths map[storage.Path]bool) error {
	var list []entry
	for at, err := range d.places() {
		if at.path == (storage.Path{}) {
			return err // what a directory has is not known
		}
		if err != nil || paths[at.path] {
			continue
		}
		x, err := d.load(at)
		if err != nil {
			continue
		}
		if e := d.entry(at.path, x); e.text != "" {
			list = append(list, e)
		}
	}
	old, err := d.readIndexFile()
	if err != nil {
		old = nil // none, or a damaged one
	}
	return d.writeIndex(d.kind.Index.head(old), sorted(list))
}

// Index gives the text of the index, which it makes where it is missing, damaged
// or behind a crash.
func (d *Documents[T, K]) Index(ctx context.Context) ([]byte, error) {
	journal, err := d.journal()
	if err != nil {
		return nil, err
	}
	if note, err := d.root.ReadFile(journal); err == nil && len(note) == 0 {
		if text, err := d.soundIndex(); err == nil {
			return text, nil
		}
	}
	l, err := d.lockIndex(ctx)
	if err != nil {
		return nil, err
	}
	defer l.Unlock()
	if text, err := d.soundIndex(); err == nil {
		return text, nil
	}
	if err := d.rebuild(); err != nil {
		return nil, err
	}
	return d.readIndexFile()
}

// soundIndex gives the text of an index that need not be made anew.
func (d *Documents[T, K]) soundIndex() ([]byte, error) {
	text, err := d.readIndexFile()
	if err == nil {
		_, _, err = d.kind.Index.parse(text)
	}
	return text, err
}

// Reindex makes the index anew from all documents, as after files were put there
// or removed by hand.
func (d *Documents[T, K]) Reindex(ctx context.Context) error {
	l, err := d.lockIndex(ctx)
	if err != nil {
		return err
	}
	defer l.Unlock()
	return d.rebuild()
}
