// Package memstore keeps checkpoints in memory: for tests, and for runs that
// need not outlive their process.
package memstore

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
)

// Store is a checkpoint.Store in memory, safe for concurrent use.
type Store struct {
	now     func() time.Time
	mu      sync.Mutex
	threads map[string]*thread
}

var _ checkpoint.Store = (*Store)(nil)

type thread struct {
	history []checkpoint.Checkpoint // ascending; the last one is the head
	last    checkpoint.ID           // the last ID given, also to a deleted one
	lease   checkpoint.Lease
}

// New makes an empty store. The clock is time.Now when nil.
func New(clock func() time.Time) *Store {
	if clock == nil {
		clock = time.Now
	}
	return &Store{now: clock, threads: make(map[string]*thread)}
}

// enter locks the store and returns the thread, made when it is not there. The
// caller unlocks unless there is an error.
func (s *Store) enter(ctx context.Context, name string) (*thread, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	t := s.threads[name]
	if t == nil {
		t = &thread{lease: checkpoint.Lease{Thread: name}}
		s.threads[name] = t
	}
	return t, nil
}

func (t *thread) head() checkpoint.ID {
	if len(t.history) == 0 {
		return ""
	}
	return t.history[len(t.history)-1].ID
}

func (t *thread) expect(head checkpoint.ID, fence uint64) error {
	if err := t.lease.Admit(fence); err != nil {
		return err
	}
	if head != t.head() {
		return &checkpoint.ConflictError{Thread: t.lease.Thread, Expected: head, Head: t.head()}
	}
	return nil
}

func (t *thread) find(id checkpoint.ID) (int, error) {
	at, found := slices.BinarySearchFunc(t.history, id, func(c checkpoint.Checkpoint, id checkpoint.ID) int {
		return strings.Compare(string(c.ID), string(id))
	})
	if !found {
		return at, fmt.Errorf("%w: thread %q, checkpoint %q", checkpoint.ErrNotFound, t.lease.Thread, id)
	}
	return at, nil
}

func (t *thread) save(c checkpoint.Checkpoint, now time.Time) checkpoint.ID {
	t.last = checkpoint.NextID(t.last, now)
	c.ID = t.last
	t.history = append(t.history, c)
	return c.ID
}

// Put implements checkpoint.Store.
func (s *Store) Put(ctx context.Context, thread string, parent checkpoint.ID, c checkpoint.Checkpoint) (checkpoint.ID, error) {
	c, err := c.Successor(parent)
	if err != nil {
		return "", err
	}
	t, err := s.enter(ctx, thread)
	if err != nil {
		return "", err
	}
	defer s.mu.Unlock()
	if err := t.expect(parent, c.Fence); err != nil {
		return "", err
	}
	if n := len(t.history); n > 0 {
		t.history[n-1].Pending = nil
	}
	return t.save(c.Clone(), s.now()), nil
}

// Get implements checkpoint.Store.
func (s *Store) Get(ctx context.Context, thread string, id checkpoint.ID) (checkpoint.Checkpoint, error) {
	t, err := s.enter(ctx, thread)
	if err != nil {
		return checkpoint.Checkpoint{}, err
	}
	defer s.mu.Unlock()
	if id == "" {
		id = t.head()
	}
	at, err := t.find(id)
	if err != nil {
		return checkpoint.Checkpoint{}, err
	}
	return t.history[at].Clone(), nil
}

// List implements checkpoint.Store. It yields the thread as it was at the call.
func (s *Store) List(ctx context.Context, thread string, r checkpoint.Range) iter.Seq2[checkpoint.Checkpoint, error] {
	return func(yield func(checkpoint.Checkpoint, error) bool) {
		t, err := s.enter(ctx, thread)
		if err != nil {
			yield(checkpoint.Checkpoint{}, err)
			return
		}
		end := len(t.history)
		if r.Before != "" {
			end, _ = t.find(r.Before)
		}
		begin := 0
		if r.Limit > 0 {
			begin = max(0, end-r.Limit)
		}
		listed := slices.Clone(t.history[begin:end]) // the records themselves are never changed
		s.mu.Unlock()
		for _, c := range slices.Backward(listed) {
			if !yield(c.Clone(), nil) {
				return
			}
		}
	}
}

// Fork implements checkpoint.Store.
func (s *Store) Fork(ctx context.Context, thread string, from checkpoint.ID, fence uint64) (checkpoint.ID, error) {
	t, err := s.enter(ctx, thread)
	if err != nil {
		return "", err
	}
	defer s.mu.Unlock()
	if err := t.lease.Admit(fence); err != nil {
		return "", err
	}
	at, err := t.find(from)
	if err != nil {
		return "", err
	}
	c := t.history[at].Clone()
	c.Parent, c.Kind, c.Fence = from, checkpoint.Forked, fence
	return t.save(c, s.now()), nil
}

// PutWrites implements checkpoint.Store.
func (s *Store) PutWrites(ctx context.Context, thread string, head checkpoint.ID, fence uint64, writes ...checkpoint.Write) error {
	if err := checkpoint.CheckWrites(writes); err != nil {
		return err
	}
	t, err := s.enter(ctx, thread)
	if err != nil {
		return err
	}
	defer s.mu.Unlock()
	if err := t.expect(head, fence); err != nil {
		return err
	}
	at, err := t.find(head)
	if err != nil {
		return err
	}
	t.history[at].Pending, _ = checkpoint.MergeWrites(t.history[at].Pending, writes)
	return nil
}

// Delete implements checkpoint.Store.
func (s *Store) Delete(ctx context.Context, thread string) error {
	t, err := s.enter(ctx, thread)
	if err != nil {
		return err
	}
	defer s.mu.Unlock()
	t.history = nil
	return nil
}

// Prune implements checkpoint.Store.
func (s *Store) Prune(ctx context.Context, thread string, r checkpoint.Retention) (int, error) {
	t, err := s.enter(ctx, thread)
	if err != nil {
		return 0, err
	}
	defer s.mu.Unlock()
	nodes := make([]checkpoint.Node, len(t.history))
	for i, c := range t.history {
		nodes[i] = checkpoint.Node{ID: c.ID, Parent: c.Parent, Kind: c.Kind}
	}
	expired := make(map[checkpoint.ID]bool)
	for _, n := range r.Expired(nodes, s.now()) {
		expired[n.ID] = true
	}
	t.history = slices.DeleteFunc(t.history, func(c checkpoint.Checkpoint) bool { return expired[c.ID] })
	return len(expired), nil
}

// Acquire implements checkpoint.Store.
func (s *Store) Acquire(ctx context.Context, thread, holder string, ttl time.Duration) (checkpoint.Lease, error) {
	t, err := s.enter(ctx, thread)
	if err != nil {
		return checkpoint.Lease{}, err
	}
	defer s.mu.Unlock()
	return t.keep(t.lease.Next(holder, s.now(), ttl))
}

// Renew implements checkpoint.Store.
func (s *Store) Renew(ctx context.Context, lease checkpoint.Lease, ttl time.Duration) (checkpoint.Lease, error) {
	t, err := s.enter(ctx, lease.Thread)
	if err != nil {
		return checkpoint.Lease{}, err
	}
	defer s.mu.Unlock()
	return t.keep(t.lease.Extended(lease.Fence, s.now(), ttl))
}

// Release implements checkpoint.Store.
func (s *Store) Release(ctx context.Context, lease checkpoint.Lease) error {
	t, err := s.enter(ctx, lease.Thread)
	if err != nil {
		return err
	}
	defer s.mu.Unlock()
	_, err = t.keep(t.lease.Ended(lease.Fence))
	return err
}

// keep makes the lease the latest one unless its rules have refused it.
func (t *thread) keep(lease checkpoint.Lease, err error) (checkpoint.Lease, error) {
	if err != nil {
		return checkpoint.Lease{}, err
	}
	t.lease = lease
	return lease, nil
}
