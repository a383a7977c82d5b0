package protocol_test

import (
	"context"
	"errors"
	"iter"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
	. "github.com/bindery-go/bindery/runtime/protocol"
)

// stopped is a run that has failed in its second step, without a lease.
func stopped(t *testing.T, store checkpoint.Store) func() error {
	t.Helper()
	fails := true
	goOn := func() error {
		_, err := do(t.Context(), "op", nil, []Option{WithRun(store, "r")}, func(r *run) {
			r.Step("a", ok)
			r.Step("b", func(context.Context, *Call, *trace) error {
				if fails {
					return errFlaky
				}
				return nil
			})
		})
		return err
	}
	if err := goOn(); !errors.Is(err, errFlaky) {
		t.Fatal(err)
	}
	fails = false
	return goOn
}

// TestAMoveThatFailsLeavesTheRunToItsDriver: one that works without leases is not
// fenced off by that of the move.
func TestAMoveThatFailsLeavesTheRunToItsDriver(t *testing.T) {
	from, to := memstore.New(nil), memstore.New(nil)
	goOn := stopped(t, from)
	stopped(t, to)
	if err := Move(t.Context(), from, "r", to); !errors.Is(err, ErrRunExists) {
		t.Fatal(err)
	}
	if err := goOn(); err != nil {
		t.Error(err)
	}
}

// hooked lets the lease of a move run out before the run is in the other store.
type hooked struct {
	checkpoint.Store
	before func()
}

func (s hooked) Put(ctx context.Context, thread string, parent checkpoint.ID, c checkpoint.Checkpoint) (checkpoint.ID, error) {
	s.before()
	return s.Store.Put(ctx, thread, parent, c)
}

// TestAMoveThatLosesItsLeaseDeletesNothing: whoever has taken the run up meanwhile
// keeps it.
func TestAMoveThatLosesItsLeaseDeletesNothing(t *testing.T) {
	now := time.Now()
	from, to := memstore.New(func() time.Time { return now }), memstore.New(nil)
	if _, err := from.Acquire(t.Context(), "r", "a", time.Minute); err != nil {
		t.Fatal(err)
	}
	fail := func(context.Context, *Call, *trace) error { return errFlaky }
	if _, err := do(t.Context(), "op", nil, []Option{WithRun(from, "r"), WithFence(1)}, func(r *run) { r.Step("a", fail) }); !errors.Is(err, errFlaky) {
		t.Fatal(err)
	}
	if err := from.Release(t.Context(), checkpoint.Lease{Thread: "r", Fence: 1}); err != nil {
		t.Fatal(err)
	}
	err := Move(t.Context(), from, "r", hooked{to, func() {
		now = now.Add(time.Hour)
		if _, err := from.Acquire(t.Context(), "r", "b", time.Minute); err != nil {
			t.Error(err)
		}
	}})
	if !errors.Is(err, checkpoint.ErrFenced) {
		t.Error(err)
	}
	if _, err := from.Get(t.Context(), "r", ""); err != nil {
		t.Error("the run of the other holder is gone: ", err)
	}
}

// TestAMoveOfWhatOthersTakeUpDeletesNothing: of a run that nobody had a lease on.
func TestAMoveOfWhatOthersTakeUpDeletesNothing(t *testing.T) {
	for name, c := range map[string]struct {
		takeUp func(from checkpoint.Store, goOn func() error) error
		want   error
	}{
		"by a lease": {func(from checkpoint.Store, _ func() error) error {
			_, err := from.Acquire(t.Context(), "r", "b", time.Minute)
			return err
		}, checkpoint.ErrFenced},
		"without one": {func(_ checkpoint.Store, goOn func() error) error { return goOn() }, checkpoint.ErrConflict},
		"by a move": {func(from checkpoint.Store, _ func() error) error {
			return Move(t.Context(), from, "r", memstore.New(nil))
		}, checkpoint.ErrNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			from := memstore.New(nil)
			goOn := stopped(t, from)
			err := Move(t.Context(), from, "r", hooked{memstore.New(nil), func() {
				if err := c.takeUp(from, goOn); err != nil {
					t.Error(err)
				}
			}})
			if !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			if _, err := from.Get(t.Context(), "r", ""); name != "by a move" && err != nil {
				t.Error("the run is gone: ", err)
			}
		})
	}
}

// watched tells what List is asked for.
type watched struct {
	checkpoint.Store
	states *int
}

func (w watched) List(ctx context.Context, thread string, r checkpoint.Range) iter.Seq2[checkpoint.Checkpoint, error] {
	return func(yield func(checkpoint.Checkpoint, error) bool) {
		for c, err := range w.Store.List(ctx, thread, r) {
			if c.State != nil {
				*w.states++
			}
			if !yield(c, err) {
				return
			}
		}
	}
}

func TestInspectReadsOneRecord(t *testing.T) {
	store, states := memstore.New(nil), 0
	stopped(t, store)
	found, err := Inspect(t.Context(), watched{store, &states}, "r")
	if err != nil || found.Records < 2 || states != 0 {
		t.Errorf("%+v, %v, and %d states were read", found, err, states)
	}
}
