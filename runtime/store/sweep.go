package store

import (
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"slices"
	"time"

	"github.com/bindery-go/bindery/runtime/storage"
)

// Sweep deletes the documents from before a time and gives their keys. A
// damaged one is as old as its file. What cannot be deleted is an error, after
// all the others. It reads all documents, keeps the places and the index's entries
// of the old ones in memory, and writes the index as a whole before the first is
// deleted, not for each; where that cannot follow in the end, the error wraps
// [ErrBehind]. One that its context cuts short gives the keys of what it
// has deleted beside the context's error; the index is that of the rest then, or is
// made anew by who asks for it next.
func (d *Documents[T, K]) Sweep(ctx context.Context, before time.Time) (removed []K, err error) {
	old, errs := d.from(ctx, before)
	if ctx.Err() != nil {
		return nil, errors.Join(append(errs, ctx.Err())...)
	}
	w, err := d.withdraw(ctx, old)
	if err != nil {
		return nil, errors.Join(append(errs, err)...)
	}
	for _, c := range old {
		if ctx.Err() != nil {
			w.isCut = true
			break
		}
		gone := false
		err := d.delete(ctx, c.at, func(x *T) bool {
			gone = d.date(c.at.path, x).Before(before)
			// What has another entry now has that one in the index still.
			w.isBehind = w.isBehind || gone && d.entry(c.at.path, x) != c.entry
			return gone
		}, w.note)
		if errors.Is(err, ErrBehind) { // the document is gone
			errs, w.isBehind, err = append(errs, err), true, nil
		}
		switch {
		case errors.Is(err, fs.ErrNotExist):
			w.deleted[c.entry.key] = true
		case err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()):
			w.isCut = true // while it waited for a lock
		case err != nil:
			errs, w.isBehind = append(errs, err), true
		case !gone:
			w.isBehind = true // it has changed since
		default:
			w.deleted[c.entry.key] = true
			key, err := d.kind.Key(c.at.args)
			removed, errs = append(removed, key), append(errs, err)
		}
	}
	if w.isCut {
		errs = append(errs, ctx.Err())
	}
	err = d.endSweep(ctx, w)
	if len(w.deleted) > 0 {
		err = lagging(err)
	}
	return slices.Clip(removed), errors.Join(append(errs, err)...)
}

// candidate is a document that a sweep is to delete, unless it changes.
type candidate struct {
	at    place
	entry entry
}

// from gives the documents from before a time.
func (d *Documents[T, K]) from(ctx context.Context, before time.Time) (old []candidate, errs []error) {
	for at, err := range d.places() {
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			errs = append(errs, err)
			continue
		}
		x, err := d.load(at)
		if errors.Is(err, fs.ErrNotExist) {
			continue // deleted since
		}
		if err != nil {
			x = nil
		}
		if d.date(at.path, x).Before(before) {
			old = append(old, candidate{at, d.entry(at.path, x)})
		}
	}
	return old, errs
}

// withdrawn is what a sweep has taken out of the index, and what has become of it.
type withdrawn struct {
	note    []byte  // beside the index; nil where no index has entries of what is old
	entries []entry // out of the index
	isNew   bool    // the index was made anew without them, and entries is empty

	deleted  map[string]bool // by key
	isBehind bool            // the index is not what it was without those that are deleted
	isCut    bool            // not all were looked at
}

// withdraw takes the entries of documents out of the index at once, before they
// are deleted one by one. Until endSweep the file beside the index has the note
// of what was withdrawn: whoever else comes to the index first makes it anew, as
// after a crash, and the rest of the sweep brings it up to each document.
func (d *Documents[T, K]) withdraw(ctx context.Context, old []candidate) (*withdrawn, error) {
	w := &withdrawn{deleted: map[string]bool{}}
	isListed := func(c candidate) bool { return c.entry.unknown || c.entry.text != "" }
	if d.kind.Index == nil || !slices.ContainsFunc(old, isListed) {
		return w, nil
	}
	l, err := d.lockIndex(ctx)
	if err != nil {
		return nil, err
	}
	defer l.Unlock()
	w.note = []byte("sweep/" + rand.Text() + "\n") // no path of a document
	if err := l.Note(w.note); err != nil {
		return nil, err
	}
	keys, paths := map[string]bool{}, map[storage.Path]bool{}
	for _, c := range old {
		keys[c.entry.key], paths[c.at.path] = true, true
	}
	head, list, err := d.readIndex()
	if err != nil || slices.ContainsFunc(old, func(c candidate) bool { return c.entry.unknown }) {
		w.isNew = true
		return w, d.rebuildWithout(paths)
	}
	var rest []entry
	for _, e := range list {
		if keys[e.key] {
			w.entries = append(w.entries, e)
		} else {
			rest = append(rest, e)
		}
	}
	return w, d.writeIndex(head, rest)
}

// endSweep takes back the note, after the entries of what is still there. A sweep
// that was cut short does not wait long, and makes no index anew: then the note
// stays, by which the next who comes does.
func (d *Documents[T, K]) endSweep(ctx context.Context, w *withdrawn) error {
	if w.note == nil || w.isCut && (w.isBehind || w.isNew) {
		return nil
	}
	const patience = time.Second
	waits, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	if !w.isCut && ctx.Err() == nil {
		waits = ctx
	}
	l, isOurs, err := d.lockIndexOf(waits, w.note)
	if w.isCut && errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	if err != nil {
		return err
	}
	defer l.Unlock()
	if !isOurs {
		return nil
	}
	if w.isBehind {
		err = d.rebuild()
	} else if w.isCut {
		err = d.putBack(w)
	}
	if err != nil {
		return err
	}
	return l.Note(nil)
}

// putBack puts the entries of what was not deleted into the index again. Nobody
// has changed it since they were taken out.
func (d *Documents[T, K]) putBack(w *withdrawn) error {
	head, list, err := d.readIndex()
	if err != nil {
		return d.rebuild()
	}
	for _, e := range w.entries {
		if !w.deleted[e.key] {
			list = append(list, e)
		}
	}
	return d.writeIndex(head, sorted(list))
}

// date says when a document is from. What nobody can tell is from now.
func (d *Documents[T, K]) date(p storage.Path, x *T) time.Time {
	if x != nil {
		for _, date := range d.kind.Dates {
			if t := date(x); !t.IsZero() {
				return t
			}
		}
	}
	info, err := d.root.Stat(p)
	if err != nil {
		return time.Now()
	}
	return info.ModTime()
}
