// Package memstore keeps checkpoints in memory: for tests, and for runs that
// need not outlive their process.
//
// # Costs
//
// With n the checkpoints of a thread, s the bytes of a state and w those of pending
// writes:
//
//	Get           s + w bytes copied, and a search of log n steps
//	Put, Fork     s + w bytes copied; the list of the thread grows as slices do
//	PutWrites     its own bytes copied, and a look at each write that is pending
//	List          s + w bytes copied for each checkpoint that it yields, and a note
//	              of some 200 bytes for each that it may yield
//	Prune         a look at all n checkpoints
//	Delete        the same for any n
//	Acquire, Renew, Release
//	              the same for any n
//	Threads       for each thread of the store a copy of what describes its head
//
// One operation at a time uses the store, whatever its thread.
package memstore

import (
	"context"
	"fmt"
	"iter"
	"maps"
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
	floor   thread // the last ID and fence of threads that are no more
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

// use calls f with the thread while nobody else uses the store. One that has
// nothing to be remembered afterwards is none: its last ID and fence become those
// that new threads begin above.
func use[T any](ctx context.Context, s *Store, name string, f func(*thread) (T, error)) (result T, err error) {
	if err := ctx.Err(); err != nil {
		return result, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.threads[name]
	if t == nil {
		t = &thread{last: s.floor.last, lease: checkpoint.Lease{Thread: name}}
	}
	result, err = f(t)
	if len(t.history) > 0 || t.lease.Holder != "" {
		s.threads[name] = t
		return result, err
	}
	delete(s.threads, name)
	s.floor.last, s.floor.lease.Fence = max(s.floor.last, t.last), max(s.floor.lease.Fence, t.lease.Fence)
	return result, err
}

// head returns the thread's newest checkpoint; one without an ID where there is
// none.
func (t *thread) head() *checkpoint.Checkpoint {
	if len(t.history) == 0 {
		return &checkpoint.Checkpoint{}
	}
	return &t.history[len(t.history)-1]
}

func (t *thread) find(id checkpoint.ID) (int, error) {
	at, found := slices.BinarySearchFunc(t.history, id, func(c checkpoint.Checkpoint, id checkpoint.ID) int {
		return strings.Compare(string(c.ID), string(id))
	})
	if !found {
		return at, checkpoint.NotFound(t.lease.Thread, id)
	}
	return at, nil
}

func (t *thread) save(c checkpoint.Checkpoint, now time.Time) (checkpoint.ID, error) {
	c.ID = checkpoint.NextID(t.last, now)
	if !c.ID.Valid() {
		return "", fmt.Errorf("%w: no ID follows %s", checkpoint.ErrInvalid, t.last)
	}
	t.last = c.ID
	t.history = append(t.history, c)
	return c.ID, nil
}

// Put implements checkpoint.Store.
func (s *Store) Put(ctx context.Context, name string, parent checkpoint.ID, c checkpoint.Checkpoint) (checkpoint.ID, error) {
	c, err := c.Successor(parent)
	if err != nil {
		return "", err
	}
	return use(ctx, s, name, func(t *thread) (checkpoint.ID, error) {
		if err := t.lease.Expect(c.Fence, t.head().ID, parent); err != nil {
			return "", err
		}
		id, err := t.save(c.Clone(), s.now())
		if n := len(t.history); err == nil && n > 1 {
			t.history[n-2].Pending = nil
		}
		return id, err
	})
}

// Get implements checkpoint.Store.
func (s *Store) Get(ctx context.Context, name string, id checkpoint.ID) (checkpoint.Checkpoint, error) {
	return use(ctx, s, name, func(t *thread) (checkpoint.Checkpoint, error) {
		if id == "" {
			id = t.head().ID
		}
		at, err := t.find(id)
		if err != nil {
			return checkpoint.Checkpoint{}, err
		}
		return t.history[at].Clone(), nil
	})
}

// List implements checkpoint.Store. It yields the thread as it was at the call.
func (s *Store) List(ctx context.Context, name string, r checkpoint.Range) iter.Seq2[checkpoint.Checkpoint, error] {
	return func(yield func(checkpoint.Checkpoint, error) bool) {
		listed, err := use(ctx, s, name, func(t *thread) ([]checkpoint.Checkpoint, error) {
			end := len(t.history)
			if r.Before != "" {
				end, _ = t.find(r.Before)
			}
			begin := 0
			if r.Limit > 0 {
				begin = max(0, end-r.Limit)
			}
			return slices.Clone(t.history[begin:end]), nil // what they point to is never changed
		})
		if err != nil {
			yield(checkpoint.Checkpoint{}, err)
		}
		for _, c := range slices.Backward(listed) {
			if r.NoState {
				c.State, c.Pending = nil, nil
			}
			if !yield(c.Clone(), nil) {
				return
			}
		}
	}
}

// Fork implements checkpoint.Store.
func (s *Store) Fork(ctx context.Context, name string, from checkpoint.ID, fence uint64) (checkpoint.ID, error) {
	return use(ctx, s, name, func(t *thread) (checkpoint.ID, error) {
		if err := t.lease.Admit(fence); err != nil {
			return "", err
		}
		at, err := t.find(from)
		if err != nil {
			return "", err
		}
		c := t.history[at].Clone()
		c.Parent, c.Kind, c.Fence = from, checkpoint.Forked, fence
		return t.save(c, s.now())
	})
}

// PutWrites implements checkpoint.Store.
func (s *Store) PutWrites(ctx context.Context, name string, head checkpoint.ID, fence uint64, writes ...checkpoint.Write) error {
	if err := checkpoint.CheckWrites(writes); err != nil {
		return err
	}
	_, err := use(ctx, s, name, func(t *thread) (none struct{}, err error) {
		h := t.head()
		if err := t.lease.Expect(fence, h.ID, head); err != nil {
			return none, err
		}
		if head == "" {
			return none, checkpoint.NotFound(name, head)
		}
		h.Pending, _ = checkpoint.MergeWrites(h.Pending, writes)
		return none, nil
	})
	return err
}

// Delete implements checkpoint.Store.
func (s *Store) Delete(ctx context.Context, name string) error {
	_, err := use(ctx, s, name, func(t *thread) (none struct{}, err error) {
		t.history, t.lease = nil, t.lease.Lapsed(s.now())
		return none, nil
	})
	return err
}

// Prune implements checkpoint.Store.
func (s *Store) Prune(ctx context.Context, name string, r checkpoint.Retention) (int, error) {
	return use(ctx, s, name, func(t *thread) (int, error) {
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
	})
}

// Acquire implements checkpoint.Store.
func (s *Store) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (checkpoint.Lease, error) {
	return s.pass(ctx, name, func(l checkpoint.Lease) (checkpoint.Lease, error) {
		if l.Fence == 0 {
			l.Fence = s.floor.lease.Fence
		}
		return l.Next(holder, s.now(), ttl)
	})
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

// Threads implements checkpoint.Store. It yields them as they were at the call.
func (s *Store) Threads(ctx context.Context) iter.Seq2[checkpoint.Thread, error] {
	return func(yield func(checkpoint.Thread, error) bool) {
		if err := ctx.Err(); err != nil {
			yield(checkpoint.Thread{}, err)
			return
		}
		for _, t := range s.summaries() {
			if !yield(t, nil) {
				return
			}
		}
	}
}

func (s *Store) summaries() (list []checkpoint.Thread) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(s.threads)) {
		t := s.threads[name]
		if len(t.history) == 0 {
			continue
		}
		head := *t.head()
		head.State, head.Pending = nil, nil
		list = append(list, checkpoint.Thread{Name: name, Head: head.Clone(), Lease: t.lease})
	}
	return list
}

// pass replaces the thread's lease by what rule makes of it.
func (s *Store) pass(ctx context.Context, name string, rule func(checkpoint.Lease) (checkpoint.Lease, error)) (checkpoint.Lease, error) {
	return use(ctx, s, name, func(t *thread) (checkpoint.Lease, error) {
		lease, err := rule(t.lease)
		if err == nil {
			t.lease = lease
		}
		return lease, err
	})
}
