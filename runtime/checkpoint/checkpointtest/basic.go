package checkpointtest

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
)

func roundTrip(h *harness) {
	var parent checkpoint.ID
	for i, c := range []checkpoint.Checkpoint{
		{},
		{State: []byte("{}"), Step: -1, Kind: checkpoint.Full},
		{State: []byte(" \x00 state \x00\n "), Step: math.MaxInt64, Meta: map[string]string{"\x00": "\x00", " k ": " v\n", "a\x00b": "c\x00d", "K": "1", "k": "2"}},
		{State: []byte{0}, Step: math.MinInt64, Meta: map[string]string{"n": "\x00\x00"}},
		{State: []byte{0, 0xff, '\n'}, Step: 1 << 62, Kind: checkpoint.Delta, Meta: map[string]string{"": "empty", "a/b": "ä\n", "k": ""}},
		{State: bytes.Repeat([]byte("memory "), 200_000), Meta: map[string]string{"big": strings.Repeat("x", 100_000)}},
		// What belongs to the store is the store's to say.
		{ID: "x", Parent: "y", State: []byte("s"), Pending: []checkpoint.Write{{Task: "t"}}, Skipped: []*checkpoint.DamageError{{}}},
	} {
		id := h.putFull("t", parent, c)
		if !id.Valid() || id <= parent {
			h.Fatalf("%d: ID %q after %q", i, id, parent)
		}
		for _, got := range []checkpoint.Checkpoint{h.get("t", ""), h.get("t", id)} {
			if !bytes.Equal(got.State, c.State) {
				h.Fatalf("%d: state of %d bytes came back as one of %d", i, len(c.State), len(got.State))
			}
			if len(c.Meta) > 0 || len(got.Meta) > 0 {
				h.equal("meta", got.Meta, c.Meta)
			}
			kind := c.Kind
			if kind == "" {
				kind = checkpoint.Full
			}
			if got.ID != id || got.Parent != parent || got.Step != c.Step || got.Kind != kind || got.Pending != nil || got.Skipped != nil {
				h.Fatalf("%d: got %+v", i, got)
			}
		}
		parent = id
	}
	_, err := h.store.Put(ctx, "t", parent, checkpoint.Checkpoint{Kind: checkpoint.Forked})
	h.is("Put of a fork", err, checkpoint.ErrInvalid)
	_, err = h.store.Put(ctx, "t", parent, checkpoint.Checkpoint{Kind: "half"})
	h.is("Put of an unknown kind", err, checkpoint.ErrInvalid)
	_, err = h.store.Put(ctx, "t", parent, checkpoint.Checkpoint{Meta: map[string]string{"k": "\xff"}})
	h.is("Put of meta that is not UTF-8", err, checkpoint.ErrInvalid)
	h.equal("head", h.get("t", "").ID, parent)
}

func nothingThere(h *harness) {
	for _, id := range []checkpoint.ID{"", checkpoint.NextID("", h.clock.Now()), "../../etc/passwd", "%", "\x00"} {
		_, err := h.store.Get(ctx, "t", id)
		h.is("Get without a thread", err, checkpoint.ErrNotFound)
	}
	h.equal("list", len(h.list("t", checkpoint.Range{})), 0)
	_, err := h.store.Put(ctx, "t", checkpoint.NextID("", h.clock.Now()), checkpoint.Checkpoint{})
	h.conflict("Put after a parent that is not there", err, "")
	id := h.put("t", "", "s")
	_, err = h.store.Get(ctx, "t", checkpoint.NextID(id, h.clock.Now()))
	h.is("Get of a later ID", err, checkpoint.ErrNotFound)
	_, err = h.store.Get(ctx, "t", checkpoint.ID(strings.ToUpper(string(id))+"x"))
	h.is("Get of an invalid ID", err, checkpoint.ErrNotFound)
}

func clockStepsBack(h *harness) {
	first := h.put("t", "", "1")
	second := h.put("t", first, "2") // in the same instant
	h.clock.Add(-time.Hour)
	third := h.put("t", second, "3")
	h.clock.Add(2 * time.Hour)
	fourth := h.put("t", third, "4")
	if !(first < second && second < third && third < fourth) {
		h.Fatalf("IDs %q", []checkpoint.ID{first, second, third, fourth})
	}
	if got := fourth.Time(); !got.Equal(h.clock.Now()) {
		h.Fatalf("time %v of an ID made at %v", got, h.clock.Now())
	}
	h.equal("list", h.list("t", checkpoint.Range{}), []checkpoint.ID{fourth, third, second, first})
}

func cancelled(h *harness) {
	id := h.put("t", "", "1")
	gone, cancel := context.WithCancel(ctx)
	cancel()
	_, err := h.store.Put(gone, "t", id, checkpoint.Checkpoint{State: []byte("2")})
	h.is("Put", err, context.Canceled)
	_, err = h.store.Get(gone, "t", "")
	h.is("Get", err, context.Canceled)
	for _, err := range h.store.List(gone, "t", checkpoint.Range{}) {
		h.is("List", err, context.Canceled)
	}
	h.equal("state", string(h.get("t", "").State), "1")
}

// threadNames are names that a careless store confuses or takes for paths.
var threadNames = []string{
	"t", "T", "", ".", "..", "../t", "../../esc", "/t", "t/", "t/u", "t%2fu", "t=2fu", "t\\u", "t.u", "t u", "t\x00u", "t\nu", "ä", "a\u0308", "\xff",
	" t", "t ", "\tt", "t\x00", "\x00t", "\u00a0t", "t\n", "t\ufeff", "K", "\u212a",
	"lock", "control", "con", "tmp-1", strings.Repeat("long", 500), strings.Repeat("long", 500) + "2", strings.Repeat("LONG", 500),
	"'; DROP TABLE checkpoints; --", "t*", "$HOME", "{thread}",
}

func isolation(h *harness) {
	ids := make(map[string]checkpoint.ID)
	for _, thread := range threadNames {
		ids[thread] = h.put(thread, "", "of "+thread)
	}
	for _, thread := range threadNames {
		c := h.get(thread, "")
		if string(c.State) != "of "+thread || c.ID != ids[thread] {
			h.Fatalf("thread %q: %+v", thread, c)
		}
		h.equal("list of "+thread, h.list(thread, checkpoint.Range{}), []checkpoint.ID{ids[thread]})
		h.put(thread, c.ID, "more of "+thread)
	}
}

func list(h *harness) {
	var ids []checkpoint.ID // newest first
	parent := checkpoint.ID("")
	for i := range 12 {
		if i%3 == 0 {
			h.clock.Add(time.Millisecond)
		}
		parent = h.put("t", parent, fmt.Sprint(i))
		ids = append([]checkpoint.ID{parent}, ids...)
	}
	for _, c := range []struct {
		r    checkpoint.Range
		want []checkpoint.ID
	}{
		{checkpoint.Range{}, ids},
		{checkpoint.Range{Limit: 3}, ids[:3]},
		{checkpoint.Range{Limit: 100}, ids},
		{checkpoint.Range{Before: ids[4]}, ids[5:]},
		{checkpoint.Range{Before: ids[4], Limit: 2}, ids[5:7]},
		{checkpoint.Range{Before: ids[11]}, nil},
		{checkpoint.Range{Before: checkpoint.NextID(ids[0], h.clock.Now())}, ids},
	} {
		h.equal(fmt.Sprintf("%+v", c.r), h.list("t", c.r), c.want)
	}
	for c, err := range h.other().List(ctx, "t", checkpoint.Range{NoState: true}) {
		if err != nil || c.State != nil || c.Pending != nil || !slices.Contains(ids, c.ID) || c.Kind != checkpoint.Full {
			h.Fatalf("without states: %+v, %v", c, err)
		}
	}
	h.equal("without states", h.list("t", checkpoint.Range{Before: ids[2], Limit: 4, NoState: true}), ids[3:7])
	i := 0
	for c, err := range h.store.List(ctx, "t", checkpoint.Range{}) {
		if err != nil || i >= len(ids) || c.ID != ids[i] || string(c.State) != fmt.Sprint(11-i) {
			h.Fatalf("%d: %+v, %v", i, c, err)
		}
		if i++; i == 5 {
			break // a caller may stop, and go on working with the store
		}
	}
	h.put("t", parent, "after")
}

func mutation(h *harness) {
	state, meta, data := []byte("state"), map[string]string{"k": "v"}, []byte("data")
	id := h.putFull("t", "", checkpoint.Checkpoint{State: state, Meta: meta})
	if h.can.Writes {
		if err := h.store.PutWrites(ctx, "t", id, 0, checkpoint.Write{Task: "task", Data: data}); err != nil {
			h.Fatal(err)
		}
	}
	state[0], meta["k"], data[0] = 'X', "X", 'X'
	check := func(c checkpoint.Checkpoint) {
		h.Helper()
		if string(c.State) != "state" || c.Meta["k"] != "v" || h.can.Writes && (len(c.Pending) != 1 || string(c.Pending[0].Data) != "data") {
			h.Fatalf("the store's memory was written to from outside: %+v", c)
		}
		c.State[0], c.Meta["k"] = 'Y', "Y"
		if h.can.Writes {
			c.Pending[0].Data[0] = 'Y'
		}
	}
	check(h.get("t", ""))
	check(h.get("t", id))
	for c, err := range h.store.List(ctx, "t", checkpoint.Range{}) {
		if err != nil {
			h.Fatal(err)
		}
		check(c)
	}
	check(h.get("t", ""))
}

func conflict(h *harness) {
	first := h.put("t", "", "1")
	_, err := h.store.Put(ctx, "t", "", checkpoint.Checkpoint{State: []byte("another 1")})
	h.conflict("a second beginning", err, first)
	second := h.put("t", first, "2")
	_, err = h.other().Put(ctx, "t", first, checkpoint.Checkpoint{State: []byte("another 2")})
	h.conflict("a second child", err, second)
	h.equal("list", h.list("t", checkpoint.Range{}), []checkpoint.ID{second, first})
	h.equal("state", string(h.get("t", "").State), "2")
}

// staleWriters go on from what is not the head any more, in every way, and change
// nothing.
func staleWriters(h *harness) {
	first := h.put("t", "", "1")
	second := h.put("t", first, "2")
	third := h.put("t", second, "3")
	later := checkpoint.NextID(third, h.clock.Now().Add(time.Hour))
	for _, parent := range []checkpoint.ID{"", first, second, later, " " + third, third + " ", third[:len(third)-1], "x"} {
		for _, store := range []checkpoint.Store{h.store, h.other()} {
			_, err := store.Put(ctx, "t", parent, checkpoint.Checkpoint{State: []byte("stale")})
			h.conflict(fmt.Sprintf("Put after %q", parent), err, third)
			if !strings.Contains(err.Error(), string(third)) {
				h.Fatalf("the error does not say what the head is: %v", err)
			}
		}
	}
	h.equal("history", h.list("t", checkpoint.Range{}), []checkpoint.ID{third, second, first})
	for id, want := range map[checkpoint.ID]checkpoint.ID{first: "", second: first, third: second} {
		h.equal("parent", h.get("t", id).Parent, want)
	}
}

// twoWriters lets several writers, over two handles, extend one history. Each
// success must be in it, in a chain.
func twoWriters(h *harness) {
	const writers, each = 4, 15
	stores := []checkpoint.Store{h.store, h.other()}
	var (
		wg    sync.WaitGroup
		mu    sync.Mutex
		acked []checkpoint.ID
		// parents are what the writers built on: not what was the head meanwhile.
		parents = make(map[checkpoint.ID]checkpoint.ID)
	)
	for w := range writers {
		store := stores[w%2]
		wg.Go(func() {
			defer h.failOnPanic()
			for n, attempts := 0, 0; n < each; attempts++ {
				if attempts == 10_000 {
					h.Errorf("writer %d has got %d of %d checkpoints through in %d attempts", w, n, each, attempts)
					return
				}
				var parent checkpoint.ID
				c, err := store.Get(ctx, "t", "")
				if err == nil {
					parent = c.ID
				}
				id, err := store.Put(ctx, "t", parent, checkpoint.Checkpoint{State: fmt.Append(nil, w, ":", n)})
				if err == nil {
					mu.Lock()
					acked = append(acked, id)
					parents[id] = parent
					mu.Unlock()
					n++
				} else if !isConflict(err) {
					h.Errorf("writer %d: %v", w, err)
					return
				}
			}
		})
	}
	wg.Wait()
	slices.Sort(acked)
	slices.Reverse(acked)
	h.equal("history", h.list("t", checkpoint.Range{}), acked)
	h.equal("number", len(acked), writers*each)
	for i, id := range acked {
		parent := checkpoint.ID("")
		if i+1 < len(acked) {
			parent = acked[i+1]
		}
		h.equal("parent", h.get("t", id).Parent, parent)
		h.equal("parent that the writer gave", parents[id], parent)
	}
}
