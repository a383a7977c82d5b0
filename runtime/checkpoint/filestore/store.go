// Package filestore keeps checkpoints as files under one directory, for any
// number of processes on one machine.
//
// A record is written to a temporary file, synced, renamed to its name, and the
// directory synced, before the store acknowledges it. So a crash, of the
// process or of the machine, leaves every record whole or absent, and what was
// acknowledged in place. A lock that the kernel frees with its holder (flock)
// keeps writers apart; the file system must be a local one. Each record carries
// its lengths and a checksum: where the disk itself has damaged the newest one,
// Get falls back to the one before and says so in Skipped; a damaged older one
// is reported by Get and List.
//
// The directory is opened as an os.Root: no name, whatever thread it is made
// from, leads outside. On systems without flock (Windows among them) Open
// returns an error that wraps errors.ErrUnsupported; memstore and pgstore work
// there.
package filestore

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
)

// Store is a checkpoint.Store in files. It is safe for concurrent use, also by
// several processes and by several Stores in one.
type Store struct {
	fs   fileSystem
	now  func() time.Time
	mark mark // of this Store alone

	mu      sync.Mutex
	threads map[string]*thread
}

var _ checkpoint.Store = (*Store)(nil)

// Option sets how a store works.
type Option func(*Store)

// Clock lets the store read the time from now instead of time.Now.
func Clock(now func() time.Time) Option { return func(s *Store) { s.now = now } }

// Open opens the store in a directory, which it makes when it is not there.
func Open(dir string, options ...Option) (*Store, error) {
	if !canLock {
		return nil, fmt.Errorf("filestore: this system has no flock: %w", errors.ErrUnsupported)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	parent, err := os.OpenRoot(filepath.Dir(filepath.Clean(dir)))
	if err != nil {
		return nil, err
	}
	defer parent.Close()
	if err := (diskFS{parent}).Sync("."); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return newStore(diskFS{root}, options...), nil
}

func newStore(disk fileSystem, options ...Option) *Store {
	s := &Store{fs: disk, now: time.Now, threads: make(map[string]*thread)}
	rand.Read(s.mark[:])
	for _, option := range options {
		option(s)
	}
	return s
}

// Close lets go of the directory. The store is not to be used afterwards.
func (s *Store) Close() error { return s.fs.Close() }

func (s *Store) place(name string) place {
	return place{fs: s.fs, thread: name, dir: threadDir(name)}
}

// Put implements checkpoint.Store.
func (s *Store) Put(ctx context.Context, name string, parent checkpoint.ID, c checkpoint.Checkpoint) (id checkpoint.ID, err error) {
	c, err = c.Successor(parent)
	if err != nil {
		return "", err
	}
	err = s.change(ctx, name, func(t *thread) error {
		if err := t.expect(parent, c.Fence); err != nil {
			return err
		}
		id = checkpoint.NextID(t.last(), s.now())
		c.ID = id
		return t.save(c)
	})
	if err != nil {
		return "", err
	}
	return id, nil
}

// Get implements checkpoint.Store.
func (s *Store) Get(ctx context.Context, name string, id checkpoint.ID) (checkpoint.Checkpoint, error) {
	const attempts = 100
	p := s.place(name)
	for attempt := 1; ; attempt++ {
		if err := ctx.Err(); err != nil {
			return checkpoint.Checkpoint{}, err
		}
		c, err := p.get(id)
		// A file that went away after it was listed was pruned or taken up by
		// another writer, and a new listing tells. One that is never there is
		// none of ours.
		if !errors.Is(err, fs.ErrNotExist) || attempt == attempts {
			return c, err
		}
	}
}

func (p place) get(id checkpoint.ID) (c checkpoint.Checkpoint, err error) {
	l, err := p.list()
	if err != nil {
		return checkpoint.Checkpoint{}, err
	}
	at, found := l.find(id)
	switch {
	case id == "":
		c, at, err = p.newest(&l)
		found = at >= 0
	case found:
		c, err = p.checkpoint(l.nodes[at])
	}
	if err != nil {
		return checkpoint.Checkpoint{}, err
	}
	if !found {
		return checkpoint.Checkpoint{}, p.notFound(id)
	}
	return p.withPending(&l, c)
}

func (p place) notFound(id checkpoint.ID) error {
	return fmt.Errorf("%w: thread %q, checkpoint %q", checkpoint.ErrNotFound, p.thread, id)
}

// withPending adds the pending writes, or that they cannot be read.
func (p place) withPending(l *listing, c checkpoint.Checkpoint) (checkpoint.Checkpoint, error) {
	pending, err := p.pending(l, c.ID)
	var bad *checkpoint.DamageError
	if errors.As(err, &bad) {
		c.Skipped = append(c.Skipped, bad)
	} else if err != nil {
		return checkpoint.Checkpoint{}, err
	}
	c.Pending = pending
	return c, nil
}

// List implements checkpoint.Store. It yields the thread as it was at the call,
// without what is pruned meanwhile.
func (s *Store) List(ctx context.Context, name string, r checkpoint.Range) iter.Seq2[checkpoint.Checkpoint, error] {
	return func(yield func(checkpoint.Checkpoint, error) bool) {
		p := s.place(name)
		l, err := p.list()
		if err = errors.Join(ctx.Err(), err); err != nil {
			yield(checkpoint.Checkpoint{}, err)
			return
		}
		nodes := l.nodes
		if r.Before != "" {
			at, _ := l.find(r.Before)
			nodes = nodes[:at]
		}
		yielded := 0
		for _, n := range slices.Backward(nodes) {
			c, err := p.checkpoint(n)
			if err == nil {
				c, err = p.withPending(&l, c)
			}
			if err = errors.Join(ctx.Err(), err); errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				c = checkpoint.Checkpoint{ID: n.ID, Parent: n.Parent, Kind: n.Kind}
			}
			if yielded++; !yield(c, err) || yielded == r.Limit || ctx.Err() != nil {
				return
			}
		}
	}
}

// Fork implements checkpoint.Store.
func (s *Store) Fork(ctx context.Context, name string, from checkpoint.ID, fence uint64) (id checkpoint.ID, err error) {
	err = s.change(ctx, name, func(t *thread) error {
		if err := t.lease().Admit(fence); err != nil {
			return err
		}
		at, found := t.find(from)
		if !found {
			return t.notFound(from)
		}
		c, err := t.checkpoint(t.nodes[at])
		if err != nil {
			return err
		}
		pending, err := t.pending(&t.listing, from)
		if err != nil {
			return err
		}
		id = checkpoint.NextID(t.last(), s.now())
		// Writes without their checkpoint count for nothing, so they go first.
		if len(pending) > 0 {
			if err := t.saveWrites(id, pending); err != nil {
				return err
			}
		}
		c.ID, c.Parent, c.Kind, c.Fence = id, from, checkpoint.Forked, fence
		return t.save(c)
	})
	if err != nil {
		return "", err
	}
	return id, nil
}

// PutWrites implements checkpoint.Store.
func (s *Store) PutWrites(ctx context.Context, name string, head checkpoint.ID, fence uint64, writes ...checkpoint.Write) error {
	if err := checkpoint.CheckWrites(writes); err != nil {
		return err
	}
	return s.change(ctx, name, func(t *thread) error {
		if err := t.expect(head, fence); err != nil {
			return err
		}
		if head == "" {
			return t.notFound(head)
		}
		pending, err := t.pending(&t.listing, head)
		if err != nil {
			return err
		}
		merged, changed := checkpoint.MergeWrites(pending, writes)
		if !changed {
			return nil
		}
		return t.saveWrites(head, merged)
	})
}

// Delete implements checkpoint.Store.
func (s *Store) Delete(ctx context.Context, name string) error {
	return s.change(ctx, name, func(t *thread) error {
		if len(t.nodes) == 0 {
			return nil
		}
		// This one record deletes them all; the files go when the thread is
		// next loaded, which a crash can only put off.
		control := t.control
		control.Deleted = t.last()
		if err := t.saveControl(control); err != nil {
			return err
		}
		t.known = false
		_ = t.load()
		return nil
	})
}

// Prune implements checkpoint.Store. Records newer than the head, which are
// damaged, stay as evidence until they are older than one.
func (s *Store) Prune(ctx context.Context, name string, r checkpoint.Retention) (n int, err error) {
	err = s.change(ctx, name, func(t *thread) error {
		for _, node := range r.Expired(t.nodes[:t.head+1], s.now()) {
			t.known = false
			if err := t.fs.Remove(t.path(nodeName(node))); err != nil {
				return err
			}
			n++
			if node.Needs() { // it must not come back when its parent is gone
				if err := t.fs.Sync(t.dir); err != nil {
					return err
				}
			}
		}
		if n == 0 {
			return nil
		}
		return errors.Join(t.fs.Sync(t.dir), t.load())
	})
	return n, err
}

// Acquire implements checkpoint.Store.
func (s *Store) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (checkpoint.Lease, error) {
	return s.pass(ctx, name, func(l checkpoint.Lease) (checkpoint.Lease, error) { return l.Next(holder, s.now(), ttl) })
}

// Renew implements checkpoint.Store.
func (s *Store) Renew(ctx context.Context, lease checkpoint.Lease, ttl time.Duration) (checkpoint.Lease, error) {
	return s.pass(ctx, lease.Thread, func(l checkpoint.Lease) (checkpoint.Lease, error) {
		return l.Extended(lease.Fence, s.now(), ttl)
	})
}

// Release implements checkpoint.Store.
func (s *Store) Release(ctx context.Context, lease checkpoint.Lease) error {
	_, err := s.pass(ctx, lease.Thread, func(l checkpoint.Lease) (checkpoint.Lease, error) { return l.Ended(lease.Fence) })
	return err
}

// pass replaces the thread's lease by what rule makes of it.
func (s *Store) pass(ctx context.Context, name string, rule func(checkpoint.Lease) (checkpoint.Lease, error)) (lease checkpoint.Lease, err error) {
	err = s.change(ctx, name, func(t *thread) error {
		if lease, err = rule(t.lease()); err != nil {
			return err
		}
		control := t.control
		control.Holder, control.Fence, control.Expires = lease.Holder, lease.Fence, lease.Expires
		return t.saveControl(control)
	})
	if err != nil {
		return checkpoint.Lease{}, err
	}
	return lease, nil
}
