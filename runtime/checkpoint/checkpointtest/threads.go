package checkpointtest

import (
	"context"
	"slices"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
)

// threads compares what Threads yields with what was put: every name, in order,
// the head without its state, and the lease.
func threads(h *harness) {
	h.equal("threads of an empty store", len(h.threads(h.store)), 0)
	want := map[string]checkpoint.ID{}
	for _, name := range threadNames {
		first := h.putFull(name, "", checkpoint.Checkpoint{State: []byte("1")})
		want[name] = h.putFull(name, first, checkpoint.Checkpoint{State: []byte("2"), Step: 7, Meta: map[string]string{"of": "it"}})
	}
	if h.can.Delete {
		h.put("gone", "", "x")
		if err := h.store.Delete(ctx, "gone"); err != nil {
			h.Fatal(err)
		}
	}
	if h.can.Lease {
		if _, err := h.store.Acquire(ctx, "leased and empty", "a", time.Minute); err != nil {
			h.Fatal(err)
		}
	}
	for _, store := range []checkpoint.Store{h.store, h.other()} {
		list := h.threads(store)
		h.equal("number of threads", len(list), len(want))
		if !slices.IsSortedFunc(list, func(a, b checkpoint.Thread) int { return compareBytes(a.Name, b.Name) }) {
			h.Fatalf("threads are not in order: %q", names(list))
		}
		for _, t := range list {
			if t.Head.ID != want[t.Name] || t.Head.State != nil || t.Head.Pending != nil || t.Head.Step != 7 || t.Head.Meta["of"] != "it" {
				h.Fatalf("thread %q: head %+v", t.Name, t.Head)
			}
			h.equal("lease", t.Lease, checkpoint.Lease{Thread: t.Name})
		}
	}
	for range h.store.Threads(ctx) {
		break // a caller may stop, and go on working with the store
	}
	h.put("t", want["t"], "after")
	gone, cancel := context.WithCancel(ctx)
	cancel()
	for _, err := range h.store.Threads(gone) {
		h.is("Threads", err, context.Canceled)
	}
}

// leasedThreads follows a lease through Threads.
func leasedThreads(h *harness) {
	h.put("t", "", "1")
	lease, err := h.store.Acquire(ctx, "t", "a", time.Minute)
	if err != nil {
		h.Fatal(err)
	}
	only := func(store checkpoint.Store) checkpoint.Lease {
		h.Helper()
		list := h.threads(store)
		if len(list) != 1 {
			h.Fatalf("threads %q", names(list))
		}
		return list[0].Lease
	}
	seen := only(h.other())
	if seen.Holder != "a" || seen.Fence != lease.Fence || !seen.Expires.Equal(lease.Expires) {
		h.Fatalf("lease %+v, want %+v", seen, lease)
	}
	if err := h.store.Release(ctx, lease); err != nil {
		h.Fatal(err)
	}
	if seen := only(h.store); seen.Holder != "" || seen.Fence != lease.Fence {
		h.Fatalf("released lease %+v", seen)
	}
}

func (h *harness) threads(store checkpoint.Store) (list []checkpoint.Thread) {
	h.Helper()
	for t, err := range store.Threads(ctx) {
		if err != nil {
			h.Fatalf("Threads: %v", err)
		}
		list = append(list, t)
	}
	return list
}

func names(list []checkpoint.Thread) (names []string) {
	for _, t := range list {
		names = append(names, t.Name)
	}
	return names
}

func compareBytes(a, b string) int { return slices.Compare([]byte(a), []byte(b)) }
