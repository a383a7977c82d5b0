package checkpointtest

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
)

func randomOperations(h *harness) {
	random := rand.New(rand.NewPCG(6, 3))
	operations := make([]byte, 600)
	for i := range operations {
		operations[i] = byte(random.Uint32())
	}
	Operations(h.TB, h.store, h.clock, operations)
}

// Operations runs a sequence of operations, three bytes each, on an empty store
// with everything claimed and compares each result with a model. It is the body
// of a fuzz test; the clock is the one that the store reads.
func Operations(t testing.TB, store checkpoint.Store, clock *Clock, operations []byte) {
	models := map[string]*model{}
	for step := 0; len(operations) >= 3; step++ {
		op, arg, pick := operations[0], operations[1], int(operations[2])
		operations = operations[3:]
		thread := fmt.Sprint("thread ", arg&1)
		m := models[thread]
		if m == nil {
			m = &model{pending: map[checkpoint.ID]map[string]string{}}
			models[thread] = m
		}
		r := run{TB: t, store: store, clock: clock, thread: thread, model: m, step: step}
		switch arg >>= 1; op % 12 {
		case 0, 1, 2:
			r.put(arg, pick, checkpoint.Full)
		case 3:
			r.put(arg, pick, checkpoint.Delta)
		case 4:
			r.fork(pick)
		case 5, 6:
			r.putWrites(arg, pick)
		case 7:
			r.prune(arg, pick)
		case 8:
			r.lease(arg)
		case 9:
			clock.Add(time.Duration(int8(arg)) * time.Second)
		case 10:
			if arg%8 == 0 {
				r.fail("Delete", store.Delete(ctx, thread), nil)
				m.delete(clock.Now())
			}
		case 11:
			r.get(pick)
		}
		m.forget()
		r.compare()
	}
}

// model is a thread as plainly as can be.
type model struct {
	history []checkpoint.Checkpoint // as Get returns them, without Pending
	pending map[checkpoint.ID]map[string]string
	fence   uint64
	holder  string
	expires time.Time
	floor   uint64 // the last number that was forgotten
}

func (m *model) delete(now time.Time) {
	m.history, m.pending = nil, map[checkpoint.ID]map[string]string{}
	if !now.Before(m.expires) {
		m.holder = ""
	}
}

// forget makes a thread that has neither checkpoints nor a lease one that was
// never leased, but for the numbers that are used up.
func (m *model) forget() {
	if len(m.history) == 0 && m.holder == "" {
		m.floor, m.fence = max(m.floor, m.fence), 0
	}
}

type run struct {
	testing.TB
	store  checkpoint.Store
	clock  *Clock
	thread string
	*model
	step int
}

func (r *run) fail(what string, err error, want error) {
	r.Helper()
	if (err == nil) != (want == nil) || want != nil && err.Error() != want.Error() {
		r.Fatalf("operation %d: %s in %s: got %v, want %v", r.step, what, r.thread, err, want)
	}
}

func (r *run) head() checkpoint.ID {
	if len(r.history) == 0 {
		return ""
	}
	return r.history[len(r.history)-1].ID
}

// some picks an ID of the history, most often the head.
func (r *run) some(pick int) checkpoint.ID {
	if len(r.history) == 0 || pick%3 > 0 {
		return r.head()
	}
	return r.history[pick/3%len(r.history)].ID
}

// some fence: most often the right one.
func (r *run) someFence(pick int) uint64 {
	if pick%7 == 6 {
		return r.fence - 1
	}
	return r.fence
}

func (r *run) refusal(head checkpoint.ID, fence uint64) error {
	if fence != r.fence {
		return &checkpoint.FencedError{Thread: r.thread, Fence: fence, Latest: r.fence}
	}
	if fence != 0 && r.holder == "" {
		return &checkpoint.FencedError{Thread: r.thread, Fence: fence, Latest: fence, Released: true}
	}
	if head != r.head() {
		return &checkpoint.ConflictError{Thread: r.thread, Expected: head, Head: r.head()}
	}
	return nil
}

func (r *run) put(arg byte, pick int, kind checkpoint.Kind) {
	if r.fence > 0 && r.holder == "" && pick%2 == 0 { // it goes on under a new lease
		r.acquire("holder 0")
	}
	parent := r.some(pick)
	c := checkpoint.Checkpoint{Kind: kind, Step: int64(r.step), State: bytes.Repeat([]byte{arg}, int(arg)), Fence: r.someFence(pick)}
	want := r.refusal(parent, c.Fence)
	id, err := r.store.Put(ctx, r.thread, parent, c)
	r.fail("Put", err, want)
	if err == nil {
		delete(r.pending, parent)
		c.ID, c.Parent = id, parent
		r.add(c)
	}
}

func (r *run) add(c checkpoint.Checkpoint) {
	if c.ID <= r.head() {
		r.Fatalf("operation %d: ID %q after %q", r.step, c.ID, r.head())
	}
	r.history = append(r.history, c)
}

func (r *run) find(id checkpoint.ID) int {
	return slices.IndexFunc(r.history, func(c checkpoint.Checkpoint) bool { return c.ID == id })
}

func (r *run) fork(pick int) {
	from, fence := r.some(pick), r.someFence(pick)
	want := r.refusal(r.head(), fence)
	id, err := r.store.Fork(ctx, r.thread, from, fence)
	if want == nil && from == "" {
		if !errors.Is(err, checkpoint.ErrNotFound) {
			r.Fatalf("operation %d: Fork of nothing: %v", r.step, err)
		}
		return
	}
	if want != nil {
		r.fail("Fork", err, want)
		return
	}
	r.fail("Fork", err, nil)
	c := r.history[r.find(from)]
	c.ID, c.Parent, c.Kind, c.Fence = id, from, checkpoint.Forked, fence
	r.add(c)
	for key, data := range r.pending[from] {
		r.write(id, key, data)
	}
}

func (r *run) write(id checkpoint.ID, key, data string) {
	if r.pending[id] == nil {
		r.pending[id] = map[string]string{}
	}
	if _, there := r.pending[id][key]; !there {
		r.pending[id][key] = data
	}
}

func (r *run) putWrites(arg byte, pick int) {
	head, fence := r.some(pick), r.someFence(pick)
	var writes []checkpoint.Write
	for i := range int(arg % 4) {
		writes = append(writes, write(fmt.Sprint("task ", arg>>2%3), (pick+i)%5, fmt.Sprint(r.step, i)))
	}
	want := r.refusal(head, fence)
	err := r.store.PutWrites(ctx, r.thread, head, fence, writes...)
	if want == nil && head == "" {
		if err == nil {
			r.Fatalf("operation %d: PutWrites without a checkpoint", r.step)
		}
		return
	}
	r.fail("PutWrites", err, want)
	if err == nil {
		for _, w := range writes {
			r.write(head, fmt.Sprint(w.Task, "/", w.Index), string(w.Data))
		}
	}
}

func (r *run) prune(arg byte, pick int) {
	retention := checkpoint.Retention{Keep: int(arg % 6), MaxAge: time.Duration(pick%100) * time.Second}
	n, err := r.store.Prune(ctx, r.thread, retention)
	r.fail("Prune", err, nil)
	// The plain definition: what is in bounds stays, then whatever a staying
	// child needs, until nothing is added.
	stays := map[checkpoint.ID]bool{}
	for i, c := range r.history {
		age := r.clock.Now().Sub(c.ID.Time())
		inBounds := (retention.Keep == 0 || len(r.history)-i <= retention.Keep) && (retention.MaxAge == 0 || age <= retention.MaxAge)
		stays[c.ID] = inBounds || i == len(r.history)-1
	}
	for again := true; again; {
		again = false
		for _, c := range r.history {
			if stays[c.ID] && c.Kind != checkpoint.Full && c.Parent != "" && r.find(c.Parent) >= 0 && !stays[c.Parent] {
				stays[c.Parent], again = true, true
			}
		}
	}
	before := len(r.history)
	r.history = slices.DeleteFunc(r.history, func(c checkpoint.Checkpoint) bool { return !stays[c.ID] })
	if n != before-len(r.history) {
		r.Fatalf("operation %d: Prune(%+v) says %d, not %d", r.step, retention, n, before-len(r.history))
	}
}

func (r *run) lease(arg byte) {
	latest := checkpoint.Lease{Thread: r.thread, Holder: r.holder, Fence: r.fence}
	switch arg >> 1 % 3 {
	case 0:
		r.acquire(fmt.Sprint("holder ", arg&1))
	case 1:
		want := r.refusal(r.head(), r.fence)
		if r.fence == 0 {
			want = &checkpoint.FencedError{Thread: r.thread}
		}
		_, err := r.store.Renew(ctx, latest, time.Second)
		r.fail("Renew", err, want)
		if err == nil {
			r.expires = r.clock.Now().Add(time.Second)
		}
	case 2:
		r.fail("Release", r.store.Release(ctx, latest), nil)
		r.holder = ""
	}
}

func (r *run) acquire(holder string) {
	var want error
	now := r.clock.Now()
	if r.holder != "" && r.holder != holder && now.Before(r.expires) {
		want = &checkpoint.LeasedError{Thread: r.thread, Holder: r.holder, Expires: r.expires}
	}
	lease, err := r.store.Acquire(ctx, r.thread, holder, time.Minute)
	r.fail("Acquire", err, want)
	if err != nil {
		return
	}
	// After a deletion the number is above all before, and may be above others'.
	if lease.Thread != r.thread || lease.Holder != holder || !lease.Expires.Equal(now.Add(time.Minute)) ||
		lease.Fence <= max(r.fence, r.floor) || r.fence > 0 && lease.Fence != r.fence+1 {
		r.Fatalf("operation %d: Acquire gives %+v after number %d", r.step, lease, max(r.fence, r.floor))
	}
	r.holder, r.fence, r.expires = holder, lease.Fence, lease.Expires
}

func (r *run) get(pick int) {
	id := r.some(pick)
	got, err := r.store.Get(ctx, r.thread, id)
	if id == "" {
		if err == nil {
			r.Fatalf("operation %d: Get of nothing: %+v", r.step, got)
		}
		return
	}
	r.fail("Get", err, nil)
	r.same(got, r.history[r.find(id)])
}

func (r *run) same(got, want checkpoint.Checkpoint) {
	if got.ID != want.ID || got.Parent != want.Parent || got.Kind != want.Kind || got.Step != want.Step || got.Fence != want.Fence || !bytes.Equal(got.State, want.State) {
		r.Fatalf("operation %d: got %+v, want %+v", r.step, got, want)
	}
	pending := r.pending[want.ID]
	if len(got.Pending) != len(pending) {
		r.Fatalf("operation %d: %s has %d pending writes, not %d", r.step, got.ID, len(got.Pending), len(pending))
	}
	for _, w := range got.Pending {
		if data, ok := pending[fmt.Sprint(w.Task, "/", w.Index)]; !ok || data != string(w.Data) {
			r.Fatalf("operation %d: pending %+v, want %q", r.step, w, data)
		}
	}
}

// compare reads the whole thread.
func (r *run) compare() {
	i := len(r.history)
	for c, err := range r.store.List(ctx, r.thread, checkpoint.Range{}) {
		r.fail("List", err, nil)
		if i--; i < 0 {
			r.Fatalf("operation %d: %s is too much", r.step, c.ID)
		}
		r.same(c, r.history[i])
	}
	if i > 0 {
		r.Fatalf("operation %d: the %d oldest checkpoints are missing", r.step, i)
	}
}
