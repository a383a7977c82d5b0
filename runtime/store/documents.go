package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"time"

	"github.com/bindery-go/bindery/runtime/internal/behind"
	"github.com/bindery-go/bindery/runtime/storage"
)

// Kind describes the documents of type T at one storage path, by keys of type K:
// the argument of the path, or a struct of several.
type Kind[T, K any] struct {
	Template *storage.Template
	// Args gives the path's arguments of a key, Key the way back.
	Args func(key K) []string
	Key  func(args []string) (K, error)
	// Members says what a document itself says of each argument, in their order;
	// nil for an argument that is no member. What it says must be the argument.
	Members []Member[T]
	// Parse reads a file and checks it by the schema. Marshal writes a document
	// as JSON, which Validate checks. File makes a file of it where files are not
	// JSON; nil where they are.
	Parse    func(data []byte) (*T, error)
	Marshal  func(x *T) ([]byte, error)
	Validate func(data []byte) error
	File     func(json []byte) ([]byte, error)
	// Limits checks a document before it is written; nil for no limits.
	Limits func(x *T) error
	// Prepare changes a document before it is checked and written; nil for
	// nothing. It moves large values to files, and counts.
	Prepare func(key K, x *T) error
	// Dates say when a document is from, for Sweep: the first that is not zero,
	// else the time of its file.
	Dates []func(x *T) time.Time
	// Parts are what else belongs to a document, below paths of the same
	// arguments, and goes with it.
	Parts []*storage.Template
	Logs  []Log[T]
	Index *Index // nil for none
}

// Member reads the member of a document that is an argument of its path; ok is
// false where it is absent or null.
type Member[T any] func(x *T) (value string, ok bool)

// Documents are the documents of a kind below a root.
type Documents[T, K any] struct {
	root *storage.Root
	kind Kind[T, K]
}

// New makes the documents of a kind below a root. Generated packages call it.
func New[T, K any](root *storage.Root, kind Kind[T, K]) *Documents[T, K] {
	return &Documents[T, K]{root: root, kind: kind}
}

// Root is the directory that the documents are below.
func (d *Documents[T, K]) Root() *storage.Root { return d.root }

// ErrBehind is wrapped where a document has been written or deleted, durably, and its
// index or its log could not be, which the next write brings up to it; or where the
// reservation of what was written could not be ended, which its lease does then. Who
// makes the change again makes it twice.
var ErrBehind = behind.Err

// lagging makes an [ErrBehind] of what fails after a write.
func lagging(err error) error {
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrBehind, err)
	}
	return err
}

// IdentityError is a document that does not say what its path says.
type IdentityError struct {
	Path  storage.Path
	Arg   string // the placeholder
	Given string // in the path
	Found string // in the document; "" where it says nothing
}

func (e *IdentityError) Error() string {
	if e.Found == "" {
		return fmt.Sprintf("%s: the path has %s %q, the document has none", e.Path, e.Arg, e.Given)
	}
	return fmt.Sprintf("%s: the path has %s %q, the document %q", e.Path, e.Arg, e.Given, e.Found)
}

// place is where a document is.
type place struct {
	path storage.Path
	args []string
}

func (d *Documents[T, K]) place(key K) (place, error) {
	args := d.kind.Args(key)
	p, err := d.kind.Template.Path(args...)
	return place{p, args}, err
}

// identify checks that a document says what its place does.
func (d *Documents[T, K]) identify(at place, x *T) error {
	for i, member := range d.kind.Members {
		if member == nil {
			continue
		}
		if found, _ := member(x); found != at.args[i] {
			return &IdentityError{at.path, d.kind.Template.Args()[i], at.args[i], found}
		}
	}
	return nil
}

// KeyOf gives the key that a document says it has. The error tells what it does
// not say.
func (d *Documents[T, K]) KeyOf(x *T) (key K, err error) {
	var args []string
	for i, name := range d.kind.Template.Args() {
		if i >= len(d.kind.Members) || d.kind.Members[i] == nil {
			return key, fmt.Errorf("store: no document of %s says its %s", d.kind.Template, name)
		}
		value, ok := d.kind.Members[i](x)
		if !ok {
			return key, &storage.SegmentError{Path: d.kind.Template.String(), Arg: name, Reason: "is absent or null"}
		}
		args = append(args, value)
	}
	return d.kind.Key(args)
}

// PathOf names a document by its path, for errors; it is "" for one that does not say
// its key.
func (d *Documents[T, K]) PathOf(x *T) string {
	key, err := d.KeyOf(x)
	if err != nil {
		return ""
	}
	at, err := d.place(key)
	if err != nil {
		return ""
	}
	return at.path.String()
}

// Load reads a document. The error wraps fs.ErrNotExist where there is none; it
// is a *validate.Error for one that is against its schema, and an
// *[IdentityError] for one of another key.
func (d *Documents[T, K]) Load(key K) (*T, error) {
	at, err := d.place(key)
	if err != nil {
		return nil, err
	}
	return d.load(at)
}

func (d *Documents[T, K]) load(at place) (*T, error) {
	data, err := d.root.ReadFile(at.path)
	if err != nil {
		return nil, err
	}
	return d.parse(at, data)
}

func (d *Documents[T, K]) parse(at place, data []byte) (*T, error) {
	x, err := d.kind.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", at.path, err)
	}
	if err := d.identify(at, x); err != nil {
		return nil, err
	}
	return x, nil
}

// encode prepares and checks a document, and gives its file.
func (d *Documents[T, K]) encode(key K, at place, x *T) ([]byte, error) {
	if d.kind.Prepare != nil {
		if err := d.kind.Prepare(key, x); err != nil {
			return nil, fmt.Errorf("%s: %w", at.path, err)
		}
	}
	if err := d.identify(at, x); err != nil {
		return nil, err
	}
	data, err := d.kind.Marshal(x)
	if err == nil {
		err = d.kind.Validate(data)
	}
	if err == nil && d.kind.Limits != nil {
		err = d.kind.Limits(x)
	}
	if err == nil && d.kind.File != nil {
		data, err = d.kind.File(data)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", at.path, err)
	}
	return data, nil
}

// Create writes a document that is new, at the key that it says. The error wraps
// fs.ErrExist where there is one, [ErrFormerLog] where there is only the log of one, and
// [ErrLongEntry] where its log cannot take an entry. Of several that create one, one does.
func (d *Documents[T, K]) Create(ctx context.Context, x *T) error {
	key, err := d.KeyOf(x)
	if err != nil {
		return err
	}
	return d.CreateAs(ctx, key, x)
}

// CreateAs is Create with the key of a document that need not say it.
func (d *Documents[T, K]) CreateAs(ctx context.Context, key K, x *T) error {
	at, err := d.place(key)
	if err != nil {
		return err
	}
	_, err = d.create(ctx, key, at, x)
	return err
}

// create makes a document. It reports whether another one was there, which is an
// error too.
func (d *Documents[T, K]) create(ctx context.Context, key K, at place, x *T) (taken bool, err error) {
	// What encode may write beside a document is not to be put beside another one.
	if d.isThere(at) {
		return true, errTaken(at)
	}
	logs, err := d.openLogs(at, x)
	if err != nil {
		return false, err
	}
	if err := begin(d.root, logs); err != nil {
		if d.isThere(at) { // the log is that of somebody who has just made it
			return true, errTaken(at)
		}
		return false, err
	}
	data, err := d.encode(key, at, x)
	if err != nil {
		return false, err
	}
	err = d.indexed(ctx, at.path, entry{}, d.entry(at.path, x), func() error {
		err := d.root.CreateFile(at.path, data)
		taken = errors.Is(err, fs.ErrExist)
		return err
	})
	if err != nil || len(d.kind.Logs) == 0 {
		return taken, err
	}
	return false, lagging(d.settle(ctx, at))
}

func (d *Documents[T, K]) isThere(at place) bool {
	_, err := d.root.Stat(at.path)
	return err == nil
}

func errTaken(at place) error {
	return &fs.PathError{Op: "create", Path: at.path.String(), Err: fs.ErrExist}
}

// settle brings the logs of a document up to what it is, which may be more than
// its creator knows.
func (d *Documents[T, K]) settle(ctx context.Context, at place) error {
	l, err := d.root.LockFile(ctx, at.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // deleted since
	}
	if err != nil {
		return err
	}
	defer l.Unlock()
	data, err := l.Read()
	if err != nil {
		return err
	}
	x, err := d.parse(at, data)
	if err != nil {
		return err
	}
	logs, err := d.openLogs(at, x)
	return errors.Join(err, reconcile(d.root, logs))
}

// CreateNew makes a document with a key that draw gives, and draws another one
// where the key is taken. Where thousands in a row are, there is none to be had, and
// the error wraps fs.ErrExist.
func (d *Documents[T, K]) CreateNew(ctx context.Context, draw func() K, fresh func(key K) (*T, error)) (*T, error) {
	for range draws {
		key := draw()
		x, err := fresh(key)
		if err != nil {
			return nil, err
		}
		at, err := d.place(key)
		if err != nil {
			return nil, err
		}
		if taken, err := d.create(ctx, key, at, x); !taken && !errors.Is(err, ErrFormerLog) {
			return x, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return nil, d.noneFree()
}

// draws is how many keys in a row may be taken.
const draws = 1 << 14

func (d *Documents[T, K]) noneFree() error {
	return fmt.Errorf("store: %d keys of %s were drawn, and all are taken: %w", draws, d.kind.Template, fs.ErrExist)
}

// Update changes a document, alone: no other writer, of this process or another,
// changes it from the time that it is read until it is written. What change
// returns with an error is not written. Change may take its time, and update other
// documents, in an order that all follow. Where it updates the same document, it waits for
// itself until ctx ends, as taking a [storage.Lock] twice does. The error wraps
// fs.ErrNotExist where there is no document, [ErrLongEntry] where its log cannot take an
// entry, and [ErrBehind] where the change has been made all the same.
func (d *Documents[T, K]) Update(ctx context.Context, key K, change func(x *T) error) error {
	at, err := d.place(key)
	if err != nil {
		return err
	}
	l, err := d.root.LockFile(ctx, at.path)
	if err != nil {
		return err
	}
	defer l.Unlock()
	return d.change(ctx, key, at, l, change)
}

// change changes a document that is locked.
func (d *Documents[T, K]) change(ctx context.Context, key K, at place, l *storage.Lock, change func(x *T) error) error {
	old, err := l.Read()
	if err != nil {
		return err
	}
	x, err := d.parse(at, old)
	if err != nil {
		return err
	}
	before := d.entry(at.path, x)
	logs, err := d.openLogs(at, x)
	if err != nil {
		return err
	}
	if err := change(x); err != nil {
		return err
	}
	for _, log := range logs {
		if err := log.fits(); err != nil {
			return err
		}
		if err := log.compact(d.root); err != nil {
			return err
		}
		log.count()
	}
	data, err := d.encode(key, at, x)
	if err != nil {
		return err
	}
	if !bytes.Equal(data, old) {
		if err := d.indexed(ctx, at.path, before, d.entry(at.path, x), func() error { return l.Replace(data) }); err != nil {
			return err
		}
	}
	return lagging(reconcile(d.root, logs))
}

// UpdateOrCreate is Update of a document that fresh makes where there is none.
// Change may run again, on another document, where somebody else makes one
// meanwhile. The errors of fresh and change end it.
func (d *Documents[T, K]) UpdateOrCreate(ctx context.Context, key K, fresh func() (*T, error), change func(x *T) error) error {
	at, err := d.place(key)
	if err != nil {
		return err
	}
	const rounds = 1000 // of others who make it and delete it; a link that leads nowhere is neither
	for round := 1; ; round++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		l, err := d.root.LockFile(ctx, at.path)
		if err == nil {
			defer l.Unlock()
			return d.change(ctx, key, at, l, change)
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		x, err := fresh()
		if err == nil {
			err = change(x)
		}
		if err != nil {
			return err
		}
		if taken, err := d.create(ctx, key, at, x); !taken || round == rounds {
			return err
		}
	}
}

// Put writes a document in the place of the one with its key, if there is one;
// one that is damaged stays, and is the error. Who has read it uses Update.
func (d *Documents[T, K]) Put(ctx context.Context, x *T) error {
	key, err := d.KeyOf(x)
	if err != nil {
		return err
	}
	return d.PutAs(ctx, key, x)
}

// PutAs is Put with the key of a document that need not say it.
func (d *Documents[T, K]) PutAs(ctx context.Context, key K, x *T) error {
	return d.UpdateOrCreate(ctx, key, func() (*T, error) { return new(T), nil }, func(old *T) error {
		*old = *x
		return nil
	})
}

// Delete removes a document and what belongs to it. The error wraps
// fs.ErrNotExist where there is none. A document that is damaged can be deleted.
// Until all else has gone the document is there, so that what a crash leaves can
// be deleted again.
func (d *Documents[T, K]) Delete(ctx context.Context, key K) error {
	at, err := d.place(key)
	if err != nil {
		return err
	}
	return d.delete(ctx, at, func(*T) bool { return true }, nil)
}

// delete removes a document that is still unwanted when it is locked; withdrawn
// is for those whose entries a sweep has taken out of the index, else nil.
func (d *Documents[T, K]) delete(ctx context.Context, at place, unwanted func(x *T) bool, withdrawn []byte) error {
	l, err := d.root.LockFile(ctx, at.path)
	if err != nil {
		return err
	}
	defer l.Unlock()
	data, err := l.Read()
	if err != nil {
		return err
	}
	x, err := d.parse(at, data)
	if err != nil {
		x = nil
	}
	if !unwanted(x) {
		return nil
	}
	return d.indexedUnless(ctx, withdrawn, at.path, d.entry(at.path, x), entry{}, func() error {
		for _, part := range d.kind.Parts {
			p, err := part.Path(at.args...)
			if err == nil {
				err = d.root.RemoveAll(p)
			}
			if err != nil {
				return err
			}
			d.root.RemoveEmpty(p) // a part need not be beside the document
		}
		if err := d.writeReservations(at, nil); err != nil {
			return err
		}
		if err := l.Remove(); err != nil {
			return err
		}
		// Its directories go where nothing else is in them.
		d.root.RemoveEmpty(at.path)
		return nil
	})
}

// Has reports whether there is a document with a key, be it a damaged one.
func (d *Documents[T, K]) Has(key K) (bool, error) {
	at, err := d.place(key)
	if err != nil {
		return false, err
	}
	_, err = d.root.Stat(at.path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// All reads the documents in the order of their paths, which is that of Keys. One that
// cannot be read, or that is not what it should be, is an error that names its path,
// beside nil, and reading goes on. So is a link, a pipe or a directory with the name of a
// document; see [storage.Root.Kept].
func (d *Documents[T, K]) All() iter.Seq2[*T, error] { return d.Below() }

// Below is All of those whose paths have the given first arguments.
func (d *Documents[T, K]) Below(args ...string) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		for at, err := range d.places(args...) {
			var x *T
			if err == nil {
				x, err = d.load(at)
			}
			if errors.Is(err, fs.ErrNotExist) {
				continue // deleted since
			}
			if err != nil {
				x = nil
			}
			if !yield(x, err) {
				return
			}
		}
	}
}

// Keys gives the keys of all documents in the order of their paths, each once, and
// reads none of the documents. What is not a file, or has a name that no key gives, is an
// error that names its path. The order is that of text, in which 10 comes before 9 unless the path pads
// its numbers. Where there is no error, numbers in their own order are
//
//	slices.Sorted(maps.Keys(maps.Collect(d.Keys())))
func (d *Documents[T, K]) Keys() iter.Seq2[K, error] {
	return func(yield func(K, error) bool) {
		for at, err := range d.places() {
			var key K
			if err == nil {
				key, err = d.kind.Key(at.args)
			}
			if !yield(key, err) {
				return
			}
		}
	}
}

// places finds the files at the kind's path, but for names that no arguments give. The
// path of an error is that of what it is about; there is none where a directory could not
// be read.
func (d *Documents[T, K]) places(args ...string) iter.Seq2[place, error] {
	return func(yield func(place, error) bool) {
		for p, err := range d.root.Kept(d.kind.Template, args...) {
			at := place{path: p}
			if err == nil {
				at.args, err = d.argsAt(p)
			}
			if !yield(at, err) {
				return
			}
		}
	}
}

// argsAt gives the arguments of the path of a document. Of several names that give the
// same key, only the one that a store writes is that of a document.
func (d *Documents[T, K]) argsAt(p storage.Path) ([]string, error) {
	args, err := d.kind.Template.Parse(p.String())
	if err != nil {
		return nil, err
	}
	key, err := d.kind.Key(args)
	if err != nil {
		return nil, fmt.Errorf("%s: the path is that of no document, and can be renamed or removed: %w", p, err)
	}
	for i, written := range d.kind.Args(key) {
		if written != args[i] {
			return nil, fmt.Errorf("%s: the path has %s %q, which a store writes as %q: rename or remove it", p, d.kind.Template.Args()[i], args[i], written)
		}
	}
	return args, nil
}

// Find gives the documents that wanted reports of, and the errors of All.
func (d *Documents[T, K]) Find(wanted func(x *T) bool) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		for x, err := range d.All() {
			if (err != nil || wanted(x)) && !yield(x, err) {
				return
			}
		}
	}
}
