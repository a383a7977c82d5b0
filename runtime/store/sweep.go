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
// all the others. It reads all documents, and writes the index as a whole before
// the first is deleted, not for each.
func (d *Documents[T, K]) Sweep(ctx context.Context, before time.Time) (removed []K, err error) {
	var errs []error
	var old []candidate
	for at, err := range d.places() {
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
		if ctx.Err() != nil {
			return nil, errors.Join(append(errs, ctx.Err())...)
		}
	}
	note, err := d.withdraw(ctx, old)
	if err != nil {
		return nil, errors.Join(append(errs, err)...)
	}
	stayed := false
	for _, c := range old {
		gone := false
		err := d.delete(ctx, c.at, func(x *T) bool {
			gone = d.date(c.at.path, x).Before(before)
			// What has another entry now has that one in the index still.
			stayed = stayed || gone && d.entry(c.at.path, x) != c.entry
			return gone
		}, note)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			errs, stayed = append(errs, err), true
		case !gone:
			stayed = true // it has changed since
		default:
			key, err := d.kind.Key(c.at.args)
			removed, errs = append(removed, key), append(errs, err)
		}
		if ctx.Err() != nil {
			stayed = true
			break
		}
	}
	return slices.Clip(removed), errors.Join(append(errs, d.endSweep(ctx, note, stayed))...)
}

// candidate is a document that a sweep is to delete, unless it changes.
type candidate struct {
	at    place
	entry entry
}

// withdraw takes the entries of documents out of the index at once, before they
// are deleted one by one. Until endSweep the file beside the index has the note
// that withdraw gives: whoever else comes to the index first makes it anew, as
// after a crash, and the rest of the sweep brings it up to each document. The
// note is nil where no index has such entries.
func (d *Documents[T, K]) withdraw(ctx context.Context, old []candidate) (note []byte, err error) {
	isListed := func(c candidate) bool { return c.entry.unknown || c.entry.text != "" }
	if d.kind.Index == nil || !slices.ContainsFunc(old, isListed) {
		return nil, nil
	}
	l, err := d.lockIndex(ctx)
	if err != nil {
		return nil, err
	}
	defer l.Unlock()
	note = []byte("sweep/" + rand.Text() + "\n") // no path of a document
	if err := l.Note(note); err != nil {
		return nil, err
	}
	keys, paths := map[string]bool{}, map[storage.Path]bool{}
	for _, c := range old {
		keys[c.entry.key], paths[c.at.path] = true, true
	}
	head, list, err := d.readIndex()
	if err != nil || slices.ContainsFunc(old, func(c candidate) bool { return c.entry.unknown }) {
		return note, d.rebuildWithout(paths)
	}
	return note, d.writeIndex(head, slices.DeleteFunc(list, func(e entry) bool { return keys[e.key] }))
}

// endSweep takes back the note, after the entries of what is still there.
func (d *Documents[T, K]) endSweep(ctx context.Context, note []byte, stayed bool) error {
	if note == nil {
		return nil
	}
	l, isOurs, err := d.lockIndexOf(ctx, note)
	if err != nil {
		return err
	}
	defer l.Unlock()
	if !isOurs {
		return nil
	}
	if stayed {
		if err := d.rebuild(); err != nil {
			return err
		}
	}
	return l.Note(nil)
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
