// Package checkpointtest tests what a checkpoint.Store promises. Any store can
// use it:
//
//	func TestStore(t *testing.T) {
//		checkpointtest.Run(t, newStore, checkpointtest.All(reopen))
//	}
//
// A capability that is claimed is tested; one that is not is reported as
// skipped, by name. Crashes and damaged bytes differ from store to store: the
// tests of filestore show how to do them.
package checkpointtest

import (
	"context"
	"errors"
	"reflect"
	"runtime/debug"
	"sync"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
)

// Factory makes an empty store that reads the time from the clock. It registers
// with t what is to be cleaned up.
type Factory func(t testing.TB, clock func() time.Time) checkpoint.Store

// Capabilities says what a store can do besides Put, Get and List.
type Capabilities struct {
	Fork, Writes, Delete, Prune, Lease bool

	// Reopen returns another store over the same data, as another process
	// would have it, while the first one stays open. Nil claims nothing: what
	// is stored ends with the store.
	Reopen func(t testing.TB, store checkpoint.Store, clock func() time.Time) checkpoint.Store
}

// All claims everything.
func All(reopen func(testing.TB, checkpoint.Store, func() time.Time) checkpoint.Store) Capabilities {
	return Capabilities{Fork: true, Writes: true, Delete: true, Prune: true, Lease: true, Reopen: reopen}
}

// Run tests the store. Every group gets stores of its own. A store that panics,
// or returns what nobody can go on with, fails like any other.
func Run(t *testing.T, factory Factory, can Capabilities) {
	for _, group := range groups(can) {
		t.Run(group.name, func(t *testing.T) {
			if !group.claimed { // 2026-11-28: a store says itself what it does not have, see Capabilities
				t.Skipf("the capability for %q is not claimed", group.name)
			}
			group.run(t, factory, can)
		})
	}
}

// group is tests of what belongs together.
type group struct {
	name    string
	claimed bool
	tests   []func(*harness)
}

func groups(can Capabilities) []group {
	return []group{
		{"round trip", true, []func(*harness){roundTrip, nothingThere, clockStepsBack, cancelled}},
		{"isolation", true, []func(*harness){isolation}},
		{"list", true, []func(*harness){list}},
		{"mutation after put", true, []func(*harness){mutation}},
		{"two writers", true, []func(*harness){conflict, staleWriters, twoWriters}},
		{"pending writes", can.Writes, []func(*harness){pendingWrites}},
		{"fork and replay", can.Fork, []func(*harness){fork}},
		{"delete", can.Delete, []func(*harness){deletion}},
		{"prune", can.Prune, []func(*harness){prune}},
		{"lease", can.Lease, []func(*harness){lease, released}},
		{"threads", true, []func(*harness){threads}},
		{"leased threads", can.Lease, []func(*harness){leasedThreads}},
		{"reopen", can.Reopen != nil, []func(*harness){reopen}},
		{"random operations", can.Fork && can.Writes && can.Delete && can.Prune && can.Lease, []func(*harness){randomOperations}},
	}
}

func (g group) run(t testing.TB, factory Factory, can Capabilities) {
	for _, test := range g.tests {
		clock := NewClock()
		h := &harness{TB: t, can: can, clock: clock}
		func() {
			defer h.failOnPanic()
			h.store = factory(t, clock.Now)
			test(h)
		}()
	}
}

// failOnPanic is deferred where a store is called.
func (h *harness) failOnPanic() {
	if why := recover(); why != nil {
		h.Errorf("panic: %v\n%s", why, debug.Stack())
	}
}

// Clock is a clock that goes only when told to, safe for concurrent use.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock returns a clock that stands at some moment.
func NewClock() *Clock { return &Clock{now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)} }

// Now returns the clock's time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Add moves the clock, back with a negative duration.
func (c *Clock) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

type harness struct {
	testing.TB
	can   Capabilities
	clock *Clock
	store checkpoint.Store
}

var ctx = context.Background()

// other returns a second handle on the data, or the store itself.
func (h *harness) other() checkpoint.Store {
	if h.can.Reopen == nil {
		return h.store
	}
	return h.can.Reopen(h.TB, h.store, h.clock.Now)
}

func (h *harness) put(thread string, parent checkpoint.ID, state string) checkpoint.ID {
	h.Helper()
	return h.putFull(thread, parent, checkpoint.Checkpoint{State: []byte(state)})
}

func (h *harness) putFull(thread string, parent checkpoint.ID, c checkpoint.Checkpoint) checkpoint.ID {
	h.Helper()
	id, err := h.store.Put(ctx, thread, parent, c)
	if err != nil {
		h.Fatalf("Put: %v", err)
	}
	return id
}

func (h *harness) get(thread string, id checkpoint.ID) checkpoint.Checkpoint {
	h.Helper()
	c, err := h.store.Get(ctx, thread, id)
	if err != nil {
		h.Fatalf("Get(%q, %q): %v", thread, id, err)
	}
	return c
}

func (h *harness) list(thread string, r checkpoint.Range) (ids []checkpoint.ID) {
	h.Helper()
	for c, err := range h.store.List(ctx, thread, r) {
		if err != nil {
			h.Fatalf("List: %v", err)
		}
		ids = append(ids, c.ID)
	}
	return ids
}

func (h *harness) equal(what string, got, want any) {
	h.Helper()
	if !reflect.DeepEqual(got, want) {
		h.Fatalf("%s:\n got %+v\nwant %+v", what, got, want)
	}
}

func (h *harness) is(what string, got, want error) {
	h.Helper()
	if !errors.Is(got, want) {
		h.Fatalf("%s: got %v, want %v", what, got, want)
	}
}

func (h *harness) conflict(what string, err error, head checkpoint.ID) {
	h.Helper()
	var conflict *checkpoint.ConflictError
	if !errors.As(err, &conflict) || !errors.Is(err, checkpoint.ErrConflict) || conflict.Head != head {
		h.Fatalf("%s: got %v, want a conflict with the head %q", what, err, head)
	}
}
