package protocol_test

import (
	"context"
	"errors"
	"testing"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocolgen"
)

type data struct{ N int }

func count(n int) func(r *protocolgen.Run[data]) {
	return func(r *protocolgen.Run[data]) {
		r.For("for_i", func(context.Context, *protocol.Call, *data) (int, error) { return n, nil }, func() {
			r.Step("add", func(_ context.Context, _ *protocol.Call, d *data) error { d.N++; return nil })
		})
	}
}

func TestOldRecordsAreRemoved(t *testing.T) {
	checkpoints := memstore.New(nil)
	if _, err := do(t.Context(), "op", nil, []protocol.Option{protocol.WithNewRun(checkpoints, "r"), protocol.WithHistory(3)}, count(50)); err != nil {
		t.Fatal(err)
	}
	n, newest := 0, int64(-1)
	for c, err := range checkpoints.List(t.Context(), "r", checkpoint.Range{}) {
		if err != nil {
			t.Fatal(err)
		}
		n, newest = n+1, max(newest, c.Step)
	}
	if n < 3 || n > 6 || newest != 51 {
		t.Errorf("%d records, the newest of step %d", n, newest)
	}
}

func TestTheOtherWriterIsNamed(t *testing.T) {
	store := memstore.New(nil)
	_, err := do(t.Context(), "op", nil, []protocol.Option{protocol.WithNewRun(store, "r")}, func(r *protocolgen.Run[data]) {
		r.Step("a", func(ctx context.Context, _ *protocol.Call, d *data) error {
			_, err := do(ctx, "op", nil, []protocol.Option{protocol.WithRun(store, "r")}, func(r *protocolgen.Run[data]) {
				r.Step("a", func(context.Context, *protocol.Call, *data) error { return nil })
			})
			return err
		})
	})
	var conflict *checkpoint.ConflictError
	var located *protocol.StepError
	if !errors.As(err, &conflict) || !errors.As(err, &located) || located.Path != "op/1:a" {
		t.Error(err)
	}
}

// damaged is a store whose newest record cannot be read.
type damaged struct{ checkpoint.Store }

func (d damaged) Get(ctx context.Context, thread string, id checkpoint.ID) (checkpoint.Checkpoint, error) {
	c, err := d.Store.Get(ctx, thread, id)
	c.Skipped = []*checkpoint.DamageError{{Thread: thread}}
	return c, err
}

func TestNoRunGoesOnFromBehindADamagedRecord(t *testing.T) {
	checkpoints := memstore.New(nil)
	if _, err := do(t.Context(), "op", nil, []protocol.Option{protocol.WithNewRun(checkpoints, "r")}, count(1)); err != nil {
		t.Fatal(err)
	}
	_, err := do(t.Context(), "op", nil, []protocol.Option{protocol.WithRun(damaged{checkpoints}, "r")}, count(1))
	if !errors.Is(err, checkpoint.ErrDamaged) {
		t.Error(err)
	}
}

func TestAnEarlierLeaseIsRefused(t *testing.T) {
	store := memstore.New(nil)
	first, err := store.Acquire(t.Context(), "r", "first", 0)
	if err != nil {
		t.Fatal(err)
	}
	inner := func(ctx context.Context, call *protocol.Call, _ *data) error {
		_, err := do(ctx, "inner", nil, []protocol.Option{call.Sub()}, count(2))
		return err
	}
	_, err = do(t.Context(), "op", nil, []protocol.Option{protocol.WithNewRun(store, "r"), protocol.WithFence(first.Fence)}, func(r *protocolgen.Run[data]) {
		r.Step("inner", inner)
		r.Step("lose", func(ctx context.Context, _ *protocol.Call, _ *data) error {
			_, err := store.Acquire(ctx, "r", "second", 0)
			return err
		})
	})
	var fenced *checkpoint.FencedError
	var located *protocol.StepError
	if !errors.As(err, &fenced) || !errors.As(err, &located) || located.Path != "op/2:lose" {
		t.Error(err)
	}
}
