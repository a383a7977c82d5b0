package checkpointtest

import (
	"errors"
	"fmt"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
)

func isConflict(err error) bool { return errors.Is(err, checkpoint.ErrConflict) }

func write(task string, index int, data string) checkpoint.Write {
	return checkpoint.Write{Task: task, Index: index, Data: []byte(data)}
}

func pendingWrites(h *harness) {
	put := func(head checkpoint.ID, writes ...checkpoint.Write) {
		h.Helper()
		if err := h.store.PutWrites(ctx, "t", head, 0, writes...); err != nil {
			h.Fatal(err)
		}
	}
	h.is("without a checkpoint", h.store.PutWrites(ctx, "t", "", 0, write("a", 0, "")), checkpoint.ErrNotFound)
	first := h.put("t", "", "1")
	put(first, write("b", 1, "b1"), write("b", 0, "b0"))
	put(first, write("a", 10, "a10"), write("a", 2, "a2"), write("a", 2, "twice in one call"))
	put(first, write("b", 0, "again"), write("a", -1, ""))
	put(first, write(" b", 0, "\x00"), write("b\x00", 0, " data \x00"), write("", 0, "no name"))
	put(first)
	h.is("a task that is not UTF-8", h.store.PutWrites(ctx, "t", first, 0, write("\xff", 0, "")), checkpoint.ErrInvalid)
	want := []checkpoint.Write{
		write("", 0, "no name"), write(" b", 0, "\x00"),
		write("a", -1, ""), write("a", 2, "a2"), write("a", 10, "a10"), write("b", 0, "b0"), write("b", 1, "b1"), write("b\x00", 0, " data \x00"),
	}
	pending := func(id checkpoint.ID) []checkpoint.Write {
		h.Helper()
		writes := h.get("t", id).Pending
		for i := range writes {
			if writes[i].Data == nil {
				writes[i].Data = []byte{} // nil and empty data are the same
			}
		}
		return writes
	}
	h.equal("pending", pending(""), want)
	h.equal("pending by ID", pending(first), want)
	for c, err := range h.other().List(ctx, "t", checkpoint.Range{}) {
		h.equal("pending in a list", len(c.Pending), len(want))
		h.is("list", err, nil)
	}

	second := h.put("t", first, "2")
	h.equal("taken up", pending(""), []checkpoint.Write(nil))
	h.equal("taken up, at the parent", pending(first), []checkpoint.Write(nil))
	h.conflict("to what is not the head", h.store.PutWrites(ctx, "t", first, 0, write("c", 0, "")), second)
	h.conflict("to what was never there", h.store.PutWrites(ctx, "t", "nothing", 0, write("c", 0, "")), second)
	put(second, write("b", 0, "anew"))
	h.equal("of the next step", pending(second), []checkpoint.Write{write("b", 0, "anew")})

	if h.can.Fork {
		branch, err := h.store.Fork(ctx, "t", second, 0)
		h.is("fork", err, nil)
		h.equal("in the fork", pending(branch), []checkpoint.Write{write("b", 0, "anew")})
		put(branch, write("c", 0, "of the fork"))
		third := h.put("t", branch, "3")
		h.equal("fork taken up", pending(branch), []checkpoint.Write(nil))
		h.equal("at the branch that was left", pending(second), []checkpoint.Write{write("b", 0, "anew")})
		if h.can.Prune {
			// What was taken up does not come back when its child goes.
			_, err = h.store.Fork(ctx, "t", branch, 0)
			h.is("fork", err, nil)
			_, err = h.store.Prune(ctx, "t", checkpoint.Retention{Keep: 1})
			h.is("prune", err, nil)
			_, err = h.store.Get(ctx, "t", third)
			h.is("pruned", err, checkpoint.ErrNotFound)
			h.equal("after pruning", pending(branch), []checkpoint.Write(nil))
		}
	}
}

func fork(h *harness) {
	var ids []checkpoint.ID
	parent := checkpoint.ID("")
	for i := range 4 {
		parent = h.putFull("t", parent, checkpoint.Checkpoint{State: fmt.Append(nil, i), Step: int64(i), Meta: map[string]string{"i": fmt.Sprint(i)}})
		ids = append(ids, parent)
	}
	branch, err := h.store.Fork(ctx, "t", ids[1], 0)
	h.is("Fork", err, nil)
	c := h.get("t", "")
	if c.ID != branch || branch <= ids[3] || c.Parent != ids[1] || c.Kind != checkpoint.Forked || string(c.State) != "1" || c.Step != 1 || c.Meta["i"] != "1" {
		h.Fatalf("fork: %+v", c)
	}
	_, err = h.store.Put(ctx, "t", ids[3], checkpoint.Checkpoint{State: []byte("4")})
	h.conflict("going on with the branch that was left", err, branch)

	// Replaying from the fork leaves the old branch as it was.
	replayed := h.put("t", branch, "2, replayed")
	for i, id := range ids {
		if c := h.get("t", id); string(c.State) != fmt.Sprint(i) || i > 0 && c.Parent != ids[i-1] {
			h.Fatalf("old branch: %+v", c)
		}
	}
	h.equal("list", h.list("t", checkpoint.Range{}), []checkpoint.ID{replayed, branch, ids[3], ids[2], ids[1], ids[0]})

	// Back to the old branch, at its end.
	back, err := h.store.Fork(ctx, "t", ids[3], 0)
	h.is("Fork", err, nil)
	h.equal("state", string(h.get("t", back).State), "3")
	_, err = h.store.Fork(ctx, "t", checkpoint.NextID(back, h.clock.Now()), 0)
	h.is("Fork of nothing", err, checkpoint.ErrNotFound)
	_, err = h.store.Fork(ctx, "t", "", 0)
	h.is("Fork of no ID", err, checkpoint.ErrNotFound)
	h.equal("head", h.get("t", "").ID, back)
}

func deletion(h *harness) {
	h.is("Delete of nothing", h.store.Delete(ctx, "t"), nil)
	first := h.put("t", "", "1")
	second := h.put("t", first, "2")
	other := h.put("other", "", "1")
	if h.can.Writes {
		h.is("PutWrites", h.store.PutWrites(ctx, "t", second, 0, write("a", 0, "")), nil)
	}
	h.is("Delete", h.store.Delete(ctx, "t"), nil)
	for _, id := range []checkpoint.ID{"", first, second} {
		_, err := h.store.Get(ctx, "t", id)
		h.is("Get", err, checkpoint.ErrNotFound)
	}
	h.equal("list", len(h.list("t", checkpoint.Range{})), 0)
	_, err := h.other().Put(ctx, "t", second, checkpoint.Checkpoint{})
	h.conflict("going on with a deleted thread", err, "")
	anew := h.put("t", "", "1")
	if anew <= second {
		h.Fatalf("ID %q after %q was deleted", anew, second)
	}
	h.equal("pending", len(h.get("t", "").Pending), 0)
	h.equal("the other thread", h.get("other", "").ID, other)
}

func prune(h *harness) {
	var ids []checkpoint.ID
	add := func(kind checkpoint.Kind) checkpoint.ID {
		h.Helper()
		parent := checkpoint.ID("")
		if len(ids) > 0 {
			parent = ids[len(ids)-1]
		}
		h.clock.Add(time.Hour)
		ids = append(ids, h.putFull("t", parent, checkpoint.Checkpoint{Kind: kind, State: fmt.Append(nil, len(ids))}))
		return ids[len(ids)-1]
	}
	kept := func(what string, r checkpoint.Retention, want ...checkpoint.ID) {
		h.Helper()
		before := len(h.list("t", checkpoint.Range{}))
		n, err := h.store.Prune(ctx, "t", r)
		h.is(what, err, nil)
		h.equal(what, h.list("t", checkpoint.Range{}), want)
		h.equal(what+": number", n, before-len(want))
	}
	n, err := h.store.Prune(ctx, "t", checkpoint.Retention{Keep: 1})
	h.is("nothing to prune", err, nil)
	h.equal("nothing to prune", n, 0)
	for range 6 {
		add(checkpoint.Full)
	}
	kept("no bounds", checkpoint.Retention{}, ids[5], ids[4], ids[3], ids[2], ids[1], ids[0])
	kept("by count", checkpoint.Retention{Keep: 4}, ids[5], ids[4], ids[3], ids[2])
	kept("by age", checkpoint.Retention{MaxAge: 2 * time.Hour}, ids[5], ids[4], ids[3])
	kept("whichever is less", checkpoint.Retention{Keep: 2, MaxAge: 2 * time.Hour}, ids[5], ids[4])
	h.equal("a parent that is gone is still named", h.get("t", ids[4]).Parent, ids[3])
	_, err = h.store.Get(ctx, "t", ids[3])
	h.is("Get of what was pruned", err, checkpoint.ErrNotFound)

	add(checkpoint.Delta)
	add(checkpoint.Delta)
	add(checkpoint.Full)
	add(checkpoint.Delta)
	kept("parents that live children need", checkpoint.Retention{Keep: 1}, ids[9], ids[8])
	if h.can.Fork {
		add(checkpoint.Full)
		branch, err := h.store.Fork(ctx, "t", ids[9], 0)
		h.is("Fork", err, nil)
		kept("the origin of a live fork", checkpoint.Retention{Keep: 1}, branch, ids[9], ids[8])
		ids = append(ids, branch)
	}
	add(checkpoint.Full)
	h.clock.Add(1000 * time.Hour)
	kept("the head is kept at any age", checkpoint.Retention{MaxAge: time.Hour}, ids[len(ids)-1])
	add(checkpoint.Full)
}

func lease(h *harness) {
	store, other := h.store, h.other()
	acquire := func(s checkpoint.Store, holder string) checkpoint.Lease {
		h.Helper()
		l, err := s.Acquire(ctx, "t", holder, time.Minute)
		h.is("Acquire", err, nil)
		return l
	}
	unleased := h.put("t", "", "before any lease")
	_, err := store.Put(ctx, "t", unleased, checkpoint.Checkpoint{Fence: 1})
	h.is("a number that was never given", err, checkpoint.ErrFenced)
	a := acquire(store, "a")
	h.equal("first lease", a, checkpoint.Lease{Thread: "t", Holder: "a", Fence: 1, Expires: h.clock.Now().Add(time.Minute)})
	_, err = other.Acquire(ctx, "t", "b", time.Minute)
	var leased *checkpoint.LeasedError
	if !errors.As(err, &leased) || !errors.Is(err, checkpoint.ErrLeased) || leased.Holder != "a" || !leased.Expires.Equal(a.Expires) {
		h.Fatalf("Acquire of a's lease: %v", err)
	}
	head := h.putFull("t", unleased, checkpoint.Checkpoint{Fence: a.Fence})
	h.equal("fence of the record", h.get("t", "").Fence, a.Fence)
	_, err = store.Put(ctx, "t", head, checkpoint.Checkpoint{})
	h.is("a writer without a lease", err, checkpoint.ErrFenced)

	h.clock.Add(50 * time.Second)
	a, err = store.Renew(ctx, a, time.Minute)
	h.is("Renew", err, nil)
	h.equal("renewed", a.Expires, h.clock.Now().Add(time.Minute))
	h.clock.Add(50 * time.Second)
	_, err = other.Acquire(ctx, "t", "b", time.Minute)
	h.is("Acquire of a renewed lease", err, checkpoint.ErrLeased)
	h.clock.Add(10 * time.Second) // the lease has run out; nobody has taken it yet
	head = h.putFull("t", head, checkpoint.Checkpoint{Fence: a.Fence})

	b := acquire(other, "b")
	h.equal("second lease", b.Fence, uint64(2))
	for what, err := range map[string]error{
		"Put":       second(store.Put(ctx, "t", head, checkpoint.Checkpoint{Fence: a.Fence})),
		"Fork":      second(store.Fork(ctx, "t", head, a.Fence)),
		"PutWrites": store.PutWrites(ctx, "t", head, a.Fence, write("x", 0, "")),
		"Renew":     second(store.Renew(ctx, a, time.Minute)),
		"Release":   store.Release(ctx, a),
	} {
		var fenced *checkpoint.FencedError
		if !errors.As(err, &fenced) || !errors.Is(err, checkpoint.ErrFenced) || fenced.Fence != 1 || fenced.Latest != 2 {
			h.Fatalf("%s with an old number: %v", what, err)
		}
	}
	h.equal("head", h.get("t", "").ID, head)
	_, err = store.Acquire(ctx, "t", "a", time.Minute)
	h.is("the first holder has not freed the second one's lease", err, checkpoint.ErrLeased)

	again := acquire(other, "b") // the same holder, restarted
	h.equal("third lease", again.Fence, uint64(3))
	h.is("the earlier self", second(other.Put(ctx, "t", head, checkpoint.Checkpoint{Fence: b.Fence})), checkpoint.ErrFenced)
	h.is("Release", other.Release(ctx, again), nil)
	h.equal("fourth lease, at once", acquire(store, "a").Fence, uint64(4))
	for _, holder := range []string{"", "\xff"} {
		_, err = store.Acquire(ctx, "t", holder, time.Minute)
		h.is("a lease without a name", err, checkpoint.ErrInvalid)
	}
	l, err := store.Acquire(ctx, "other", "b", time.Minute)
	h.is("Acquire", err, nil)
	h.equal("lease of another thread", l.Fence, uint64(1))

	if h.can.Delete {
		h.is("Delete", store.Delete(ctx, "t"), nil)
		h.is("an old number after Delete", second(store.Put(ctx, "t", "", checkpoint.Checkpoint{Fence: 1})), checkpoint.ErrFenced)
		h.clock.Add(time.Hour)
		h.equal("fifth lease", acquire(other, "b").Fence, uint64(5))
	}
}

// released: who has given a lease back writes no more, and after a deletion nobody
// does under a number of before.
func released(h *harness) {
	first := h.put("t", "", "1")
	l, err := h.store.Acquire(ctx, "t", "a", time.Minute)
	h.is("Acquire", err, nil)
	h.is("Release", h.other().Release(ctx, l), nil)
	for what, err := range map[string]error{
		"Put":                 second(h.store.Put(ctx, "t", first, checkpoint.Checkpoint{Fence: l.Fence})),
		"Put without a lease": second(h.store.Put(ctx, "t", first, checkpoint.Checkpoint{})),
		"Fork":                second(h.store.Fork(ctx, "t", first, l.Fence)),
		"PutWrites":           h.store.PutWrites(ctx, "t", first, l.Fence, write("x", 0, "")),
		"Renew":               second(h.store.Renew(ctx, l, time.Minute)),
	} {
		h.is(what+" after Release", err, checkpoint.ErrFenced)
	}
	h.equal("history", h.list("t", checkpoint.Range{}), []checkpoint.ID{first})
	next, err := h.other().Acquire(ctx, "t", "a", time.Minute)
	h.is("Acquire", err, nil)
	h.equal("the next lease", next.Fence, l.Fence+1)
	h.is("Release of an earlier lease", h.store.Release(ctx, l), checkpoint.ErrFenced)
	h.putFull("t", first, checkpoint.Checkpoint{Fence: next.Fence})
	if !h.can.Delete {
		return
	}
	h.is("Delete", h.store.Delete(ctx, "t"), nil)
	anew := h.putFull("t", "", checkpoint.Checkpoint{Fence: next.Fence}) // its lease goes on
	h.is("Release", h.store.Release(ctx, next), nil)
	h.is("Delete", h.store.Delete(ctx, "t"), nil)
	h.is("Put under a number of before", second(h.store.Put(ctx, "t", "", checkpoint.Checkpoint{Fence: next.Fence})), checkpoint.ErrFenced)
	if id := h.put("t", "", "without a lease"); id <= anew {
		h.Fatalf("ID %q after %q", id, anew)
	}
	last, err := h.other().Acquire(ctx, "t", "b", time.Minute)
	h.is("Acquire", err, nil)
	if last.Fence <= next.Fence {
		h.Fatalf("lease %d after %d", last.Fence, next.Fence)
	}
	h.clock.Add(time.Hour) // b has died
	h.is("Delete", h.store.Delete(ctx, "t"), nil)
	h.put("t", "", "without a lease")
}

func second[T any](_ T, err error) error { return err }

func reopen(h *harness) {
	first := h.putFull("t", "", checkpoint.Checkpoint{State: []byte("1"), Meta: map[string]string{"k": "v"}, Step: 7})
	second := h.put("t", first, "2")
	want := []checkpoint.Checkpoint{h.get("t", first), h.get("t", second)}
	another := h.other()
	for _, c := range want {
		got, err := another.Get(ctx, "t", c.ID)
		h.is("Get", err, nil)
		h.equal("checkpoint", got, c)
	}
	third, err := another.Put(ctx, "t", second, checkpoint.Checkpoint{State: []byte("3")})
	h.is("Put", err, nil)
	h.equal("seen by the first", h.get("t", "").ID, third)
	_, err = h.store.Put(ctx, "t", second, checkpoint.Checkpoint{})
	h.conflict("Put by the first", err, third)
}
