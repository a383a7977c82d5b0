package filestore

import (
	"bytes"
	"fmt"
	"math/bits"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/checkpointtest"
)

// measured is what an operation lets the disk do.
func measured(disk *faultFS, do func() error) (work, error) {
	before := disk.work
	err := do()
	return disk.work.since(before), err
}

// TestCostsDoNotGrowWithTheHistory counts what operations do in threads of 100,
// 1,000 and 10,000 checkpoints.
func TestCostsDoNotGrowWithTheHistory(t *testing.T) {
	const size = 1000
	state := bytes.Repeat([]byte("x"), size)
	// Three directories, none with more than a segment and what is beside it.
	const names = 3 * (segmentSize + 8)
	limits := map[string]work{
		"Get, by a new store":         {names, 3, size + 600, 0, 0, 4},
		"Get, again":                  {names, 3, size + 600, 0, 0, 0},
		"Get of an old one":           {names, 3, size + 600, 0, 0, 4},
		"Get of nothing":              {names, 2, 600, 0, 0, 4},
		"Put":                         {0, 0, 0, 1, size + 600, 6},
		"Put, after another writer's": {names, 3, size + 600, 1, size + 600, 10},
		"PutWrites":                   {0, 0, 0, 1, size + 600, 2},
		"Renew":                       {0, 0, 0, 1, 600, 2},
		"List of ten":                 {names + segmentSize, 12, 10 * (size + 600), 0, 0, 8},
		"List of ten without states":  {names + segmentSize, 12, 10 * 600, 0, 0, 8},
		"Threads":                     {names, 3, 1200, 0, 0, 4},
		"Prune of nothing, again":     {0, 0, 0, 0, 0, 0},
		"Prune of one":                {0, 0, 0, 0, 0, 3},
	}
	for _, n := range []int{100, 1000, 10_000} {
		disk := newFaultFS()
		clock := checkpointtest.NewClock()
		s, other := newStore(disk, Clock(clock.Now)), newStore(disk, Clock(clock.Now))
		lease, err := s.Acquire(ctx, "t", "w", time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		var ids []checkpoint.ID
		put := func(s *Store) error {
			var parent checkpoint.ID
			if len(ids) > 0 {
				parent = ids[len(ids)-1]
			}
			clock.Add(time.Millisecond)
			id, err := s.Put(ctx, "t", parent, checkpoint.Checkpoint{State: state, Fence: lease.Fence})
			ids = append(ids, id)
			return err
		}
		for range n {
			if err := put(s); err != nil {
				t.Fatal(err)
			}
		}
		get := func(id checkpoint.ID) func() error {
			return func() error { return second(other.Get(ctx, "t", id)) }
		}
		list := func(r checkpoint.Range) func() error {
			return func() error {
				found := 0
				for _, err := range other.List(ctx, "t", r) {
					if err != nil {
						return err
					}
					found++
				}
				if found != r.Limit {
					return fmt.Errorf("listed %d of %d", found, r.Limit)
				}
				return nil
			}
		}
		keep := func(n int) func() error {
			return func() error { return second(s.Prune(ctx, "t", checkpoint.Retention{Keep: n})) }
		}
		for _, op := range []struct {
			name string
			do   func() error
		}{
			{"Get, by a new store", get("")},
			{"Get, again", get("")},
			{"Get of an old one", get(ids[n/3])},
			{"Get of nothing", func() error {
				if _, err := other.Get(ctx, "t", checkpoint.NextID(ids[n/2], time.Time{})); err == nil {
					return fmt.Errorf("found what is not there")
				}
				return nil
			}},
			{"List of ten", list(checkpoint.Range{Before: ids[n/2], Limit: 10})},
			{"List of ten without states", list(checkpoint.Range{Limit: 10, NoState: true})},
			{"Threads", func() error {
				for _, err := range other.Threads(ctx) {
					if err != nil {
						return err
					}
				}
				return nil
			}},
			{"Put", func() error { return put(s) }},
			{"PutWrites", func() error {
				return s.PutWrites(ctx, "t", ids[len(ids)-1], lease.Fence, checkpoint.Write{Task: "a", Data: state})
			}},
			{"Renew", func() error { return second(s.Renew(ctx, lease, time.Hour)) }},
			{"Put, after another writer's", func() error { return put(other) }},
			{"Put, after another writer's", func() error { return put(s) }},
			{"Prune", keep(n)}, // lists the names
			{"Prune of nothing, again", keep(n)},
			{"Put", func() error { return put(s) }},
			{"Prune of one", keep(n)},
		} {
			got, err := measured(disk, op.do)
			if err != nil {
				t.Fatalf("%d: %s: %v", n, op.name, err)
			}
			limit, ok := limits[op.name]
			if ok && (got.names > limit.names || got.reads > limit.reads || got.read > limit.read ||
				got.writes > limit.writes || got.written > limit.written || got.syncs > limit.syncs) {
				t.Errorf("%d checkpoints: %s does %+v, more than %+v", n, op.name, got, limit)
			}
		}
	}
}

// TestPutWritesIsNotQuadratic: with ten times as many calls, ten times as much is
// written, but for a logarithm; and there are few files to read.
func TestPutWritesIsNotQuadratic(t *testing.T) {
	const size = 500
	for _, calls := range []int{10, 100, 1000} {
		disk := newFaultFS()
		s := newStore(disk)
		id, err := s.Put(ctx, "t", "", checkpoint.Checkpoint{})
		if err != nil {
			t.Fatal(err)
		}
		var want []checkpoint.Write
		for i := range calls {
			want = append(want, checkpoint.Write{Task: fmt.Sprintf("%04d", i), Index: i, Data: bytes.Repeat([]byte{byte(i)}, size)})
		}
		did, err := measured(disk, func() error {
			for i := range calls {
				// A write that is there already changes nothing.
				if err := s.PutWrites(ctx, "t", id, 0, want[i], checkpoint.Write{Task: want[0].Task, Data: []byte("again")}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if most := calls * (size + 300) * (bits.Len(uint(calls)) + 1); did.written > most || did.read > most {
			t.Errorf("%d calls: %+v, more than %d bytes", calls, did, most)
		}
		var c checkpoint.Checkpoint
		did, err = measured(disk, func() error {
			c, err = newStore(disk).Get(ctx, "t", "")
			return err
		})
		if err != nil || did.reads > 2+bits.Len(uint(calls)) {
			t.Errorf("%d calls: reading does %+v, %v", calls, did, err)
		}
		if len(c.Pending) != calls {
			t.Fatalf("%d of %d writes are pending", len(c.Pending), calls)
		}
		for i, w := range c.Pending {
			if w.Task != want[i].Task || !bytes.Equal(w.Data, want[i].Data) {
				t.Fatalf("write %d is %+v", i, w)
			}
		}
	}
}

// TestWhatIsNoMoreLeavesNothing: threads that are deleted, or that were only asked
// for, have no directory and no memory, whether they were leased or not.
func TestWhatIsNoMoreLeavesNothing(t *testing.T) {
	disk := newFaultFS()
	clock := checkpointtest.NewClock()
	s := newStore(disk, Clock(clock.Now))
	s.segmentSize = 3
	var last checkpoint.ID
	fences := map[int]uint64{}
	for i := range 50 {
		name := fmt.Sprint("thread ", i)
		var fence uint64
		if i%2 == 0 {
			lease, err := s.Acquire(ctx, name, "w", time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			fence = lease.Fence
		}
		var parent checkpoint.ID
		for range i {
			var err error
			if parent, err = s.Put(ctx, name, parent, checkpoint.Checkpoint{Fence: fence}); err != nil {
				t.Fatal(err)
			}
			if err := s.PutWrites(ctx, name, parent, fence, checkpoint.Write{Task: "a"}); err != nil {
				t.Fatal(err)
			}
		}
		last = max(last, parent)
		fences[i] = fence
		lease := checkpoint.Lease{Thread: name, Holder: "w", Fence: fence}
		var err error
		switch i % 4 {
		case 0: // released first
			if err = s.Release(ctx, lease); err == nil {
				err = s.Delete(ctx, name)
			}
		case 2: // deleted by the holder of the lease, who goes on to have it
			if err = s.Delete(ctx, name); err == nil {
				_, err = s.Renew(ctx, lease, time.Minute)
			}
			if err == nil {
				err = s.Release(ctx, lease)
			}
		default:
			err = s.Delete(ctx, name)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	// One whose holder has died.
	dead, err := s.Acquire(ctx, "dead", "w", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	clock.Add(time.Minute)
	if err := s.Delete(ctx, "dead"); err != nil {
		t.Fatal(err)
	}
	for what, err := range map[string]error{
		"Get":       second(s.Get(ctx, "unknown", "")),
		"Put":       second(s.Put(ctx, "unknown", last, checkpoint.Checkpoint{})),
		"Fork":      second(s.Fork(ctx, "unknown", last, 0)),
		"PutWrites": s.PutWrites(ctx, "unknown", last, 0),
		"Renew":     second(s.Renew(ctx, checkpoint.Lease{Thread: "unknown", Fence: 1}, time.Minute)),
		"Prune":     second(s.Prune(ctx, "unknown", checkpoint.Retention{})),
		"Delete":    s.Delete(ctx, "unknown"),
	} {
		if (err == nil) != (what == "Prune" || what == "Delete") {
			t.Errorf("%s of an unknown thread: %v", what, err)
		}
	}
	names, err := disk.Names(".")
	if err != nil || len(names) != 2 || len(s.threads) != 0 {
		t.Errorf("left: %q, %v; remembered %d", names, err, len(s.threads))
	}
	// Numbers and IDs go on.
	for i := range 50 {
		lease, err := newStore(disk, Clock(clock.Now)).Acquire(ctx, fmt.Sprint("thread ", i), "w", time.Minute)
		if err != nil || lease.Fence <= max(fences[i], dead.Fence) {
			t.Fatalf("thread %d had lease %d: %+v, %v", i, fences[i], lease, err)
		}
	}
	clock.Add(-time.Hour)
	if id, err := s.Put(ctx, "another", "", checkpoint.Checkpoint{}); err != nil || id <= last {
		t.Errorf("ID %s after %s was deleted: %v", id, last, err)
	}
}

func second[T any](_ T, err error) error { return err }
