package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
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
