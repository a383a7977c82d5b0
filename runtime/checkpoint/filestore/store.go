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
// is reported by Get and List. What has the name of a record and is none, such as
// a directory or a link, is damaged too; a record has at most a gibibyte.
//
// Who goes on from what Get fell back to just calls Put with its ID: that one
// becomes the head, the damaged record stays in its place, and List reports it.
// PutWrites renames the damaged record first, adding ".damaged" to its name: it
// stays on disk until Delete, and is a checkpoint no more.
//
// The directory is opened as an os.Root: no name, whatever thread it is made
// from, leads outside.
//
// The store needs flock, which Linux, macOS and the BSDs have. Elsewhere, on
// Windows and Solaris among others, there is no lock here that ends with its
// holder, and so no safe store: Open makes nothing and returns an error that
// wraps errors.ErrUnsupported. Runs on such systems keep their checkpoints in
// pgstore, or in memstore where they need not outlive the process.
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
	"runtime"
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

// Open opens the store in a directory, which it makes when it is not there. The
// error wraps errors.ErrUnsupported where the system has no flock.
func Open(dir string, options ...Option) (*Store, error) {
	if !canLock {
		return nil, fmt.Errorf("filestore: %s has no flock to keep writers apart; use pgstore, or memstore for one process: %w", runtime.GOOS, errors.ErrUnsupported)
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

func (s *Store) view(thread string) view {
	return view{fs: s.fs, thread: thread, dir: threadDir(thread)}
}

// Put implements checkpoint.Store.
func (s *Store) Put(ctx context.Context, name string, parent checkpoint.ID, c checkpoint.Checkpoint) (checkpoint.ID, error) {
	c, err := c.Successor(parent)
	if err != nil {
		return "", err
	}
	return change(ctx, s, name, func(t *thread) (checkpoint.ID, error) {
		if err := t.expect(parent, c.Fence); err != nil {
			return "", err
		}
		c.ID = checkpoint.NextID(t.last(), s.now())
		return c.ID, t.save(c)
	})
}

// Get implements checkpoint.Store.
func (s *Store) Get(ctx context.Context, name string, id checkpoint.ID) (c checkpoint.Checkpoint, err error) {
	const attempts = 100
	v := s.view(name)
	for range attempts {
		if err := ctx.Err(); err != nil {
			return checkpoint.Checkpoint{}, err
		}
		if err = v.look(); err == nil {
			c, err = v.get(id)
		}
		// A file that went away after it was listed was pruned or taken up by
		// another writer, and a new listing tells. One that is never there is
		// none of ours.
		if !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	return c, err
}

// List implements checkpoint.Store. It yields the thread as it was at the call,
// without what is pruned meanwhile.
func (s *Store) List(ctx context.Context, name string, r checkpoint.Range) iter.Seq2[checkpoint.Checkpoint, error] {
	return func(yield func(checkpoint.Checkpoint, error) bool) {
		v := s.view(name)
		if err := errors.Join(ctx.Err(), v.look()); err != nil {
			yield(checkpoint.Checkpoint{}, err)
			return
		}
		end := len(v.nodes)
		if r.Before != "" {
			end, _ = v.find(r.Before)
		}
		yielded := 0
		for _, n := range slices.Backward(v.nodes[:end]) {
			c, err := v.get(n.ID)
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
func (s *Store) Fork(ctx context.Context, name string, from checkpoint.ID, fence uint64) (checkpoint.ID, error) {
	return change(ctx, s, name, func(t *thread) (checkpoint.ID, error) {
		if err := t.lease().Admit(fence); err != nil {
			return "", err
		}
		at, found := t.find(from)
		if !found {
			return "", checkpoint.NotFound(name, from)
		}
		c, err := t.checkpoint(t.nodes[at])
		if err != nil {
			return "", err
		}
		pending, err := t.pending(from)
		if err != nil {
			return "", err
		}
		c.ID, c.Parent, c.Kind, c.Fence = checkpoint.NextID(t.last(), s.now()), from, checkpoint.Forked, fence
		// Writes without their checkpoint count for nothing, so they go first.
		if len(pending) > 0 {
			if err := t.saveWrites(c.ID, pending); err != nil {
				return "", err
			}
		}
		return c.ID, t.save(c)
	})
}

// PutWrites implements checkpoint.Store.
func (s *Store) PutWrites(ctx context.Context, name string, head checkpoint.ID, fence uint64, writes ...checkpoint.Write) error {
	if err := checkpoint.CheckWrites(writes); err != nil {
		return err
	}
	_, err := change(ctx, s, name, func(t *thread) (none struct{}, err error) {
		if err := t.expect(head, fence); err != nil {
			return none, err
		}
		if head == "" {
			return none, checkpoint.NotFound(name, head)
		}
		if err := t.setAside(); err != nil {
			return none, err
		}
		pending, err := t.pending(head)
		if err != nil {
			return none, err
		}
		merged, changed := checkpoint.MergeWrites(pending, writes)
		if !changed {
			return none, nil
		}
		return none, t.saveWrites(head, merged)
	})
	return err
}

// Delete implements checkpoint.Store.
func (s *Store) Delete(ctx context.Context, name string) error {
	_, err := change(ctx, s, name, func(t *thread) (none struct{}, err error) {
		if len(t.nodes) == 0 {
			return none, nil
		}
		// This one record deletes them all; the files go when the thread is
		// next loaded, which a crash can only put off.
		control := t.control
		control.Deleted = t.last()
		if err := t.saveControl(control); err != nil {
			return none, err
		}
		t.known = false
		_ = t.load()
		return none, nil
	})
	return err
}

// Prune implements checkpoint.Store. Records newer than the head, which are
// damaged, stay as evidence until they are older than one.
func (s *Store) Prune(ctx context.Context, name string, r checkpoint.Retention) (int, error) {
	return change(ctx, s, name, func(t *thread) (int, error) {
		expired := r.Expired(t.nodes[:t.head+1], s.now())
		for _, node := range expired {
			t.known = false
			if err := t.fs.Remove(t.path(nodeName(node))); err != nil {
				return 0, err
			}
			if node.Needs() { // it must not come back when its parent is gone
				if err := t.fs.Sync(t.dir); err != nil {
					return 0, err
				}
			}
		}
		if len(expired) == 0 {
			return 0, nil
		}
		return len(expired), errors.Join(t.fs.Sync(t.dir), t.load())
	})
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
func (s *Store) pass(ctx context.Context, name string, rule func(checkpoint.Lease) (checkpoint.Lease, error)) (checkpoint.Lease, error) {
	return change(ctx, s, name, func(t *thread) (checkpoint.Lease, error) {
		lease, err := rule(t.lease())
		if err != nil {
			return lease, err
		}
		control := t.control
		control.Holder, control.Fence, control.Expires = lease.Holder, lease.Fence, lease.Expires
		return lease, t.saveControl(control)
	})
}
