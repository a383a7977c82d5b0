package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
)

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
