package protocol

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/internal/brief"
)

// Move takes a run from one store to another, where it goes on at the step at
// which it stopped, with the same idempotency keys; an answer that it has not
// taken yet goes with it. Nobody may be working on the run: where somebody has a
// lease on it, the error is a *checkpoint.LeasedError. It is [ErrRunExists] where
// the other store has a run of that name. A process that dies meanwhile leaves the
// run in the first store, or in both: then delete one of them. Where somebody takes
// the run up meanwhile, by a lease or without one, it is in both as well, and the
// error is a *checkpoint.FencedError or a *checkpoint.ConflictError; a lease keeps
// others away for a minute. The cost is that of reading the run, and twice that of
// [Runs] for one that no record says a lease of.
func Move(ctx context.Context, from checkpoint.Store, run string, to checkpoint.Store) error {
	return Hand(ctx, from, run, func(_ string, state json.RawMessage) error { return Import(ctx, to, run, state) })
}

// Hand is [Move] to another engine: take gets the name of the run's operation and
// what [Export] gives. The run is gone from the store when take has returned nil.
func Hand(ctx context.Context, from checkpoint.Store, run string, take func(operation string, state json.RawMessage) error) error {
	held, release, err := holdToMove(ctx, from, run)
	if err != nil {
		return err
	}
	defer release()
	state, err := Export(ctx, from, run)
	if err != nil {
		return err
	}
	r, err := decodeRecord(state)
	if err != nil {
		return err
	}
	if err := take(r.Operation, state); err != nil {
		return err
	}
	if err := held(); err != nil {
		return fmt.Errorf("run %s is in both places: %w", brief.Quote(run), err)
	}
	return remove(ctx, from, run)
}

// holdToMove takes the lease on a run that somebody has worked on with one. Where
// nobody has, it takes none: who works without would be fenced off, should the run
// stay. Held is the error where somebody has taken the run up meanwhile.
func holdToMove(ctx context.Context, store checkpoint.Store, run string) (held func() error, release func(), err error) {
	newest, _, err := newestRecord(ctx, store, run)
	if err != nil {
		return nil, nil, err
	}
	leased := newest.Fence > 0
	if !leased {
		lease, err := leaseOn(ctx, store, run)
		if err != nil {
			return nil, nil, err
		}
		leased = lease.Fence > 0
	}
	if !leased {
		return func() error { return isUntouched(ctx, store, run, newest.ID) }, func() {}, nil
	}
	lease, err := store.Acquire(ctx, run, "move", time.Minute)
	if err != nil {
		return nil, nil, err
	}
	held = func() error {
		_, err := store.Renew(ctx, lease, time.Minute)
		return err
	}
	return held, func() { _ = store.Release(context.WithoutCancel(ctx), lease) }, nil
}

// isUntouched is an error where a run that nobody had a lease on has one, or its
// newest record is another one.
func isUntouched(ctx context.Context, store checkpoint.Store, run string, newest checkpoint.ID) error {
	lease, err := leaseOn(ctx, store, run)
	if err != nil {
		return err
	}
	if lease.Fence > 0 {
		return &checkpoint.FencedError{Thread: run, Latest: lease.Fence}
	}
	c, _, err := newestRecord(ctx, store, run)
	if err == nil && c.ID != newest {
		err = &checkpoint.ConflictError{Thread: run, Expected: newest, Head: c.ID}
	}
	return err
}

// Export returns all that a run needs to go on elsewhere, for [Import]: its newest
// record with what lies beside it.
func Export(ctx context.Context, store checkpoint.Store, run string) (json.RawMessage, error) {
	_, r, err := newestRecord(ctx, store, run)
	if err != nil {
		return nil, err
	}
	at := runner{settings: &Settings{}, record: r.record, thread: &thread{store: store, run: run}}
	at.top, at.ctx = &at, ctx
	if w := at.record.Waiting; w != nil && w.ID != "" {
		err := at.takeAnswer()
		if err != nil && !errors.As(err, new(*WaitingError)) {
			return nil, err
		}
	}
	for _, position := range []*position{&at.record.At, &at.record.Events.At} {
		if err := at.gather(position); err != nil {
			return nil, err
		}
	}
	at.record.Slots, at.record.Asked = 0, at.record.Waiting != nil && at.record.Waiting.ID != ""
	return encodeRecord(&at.record, r.Data)
}

// gather takes the items of loops that are under way back into the record.
func (r *runner) gather(at *position) error {
	for ; at.Open != nil; at = &at.Open.Body {
		if err := r.gatherOpen(at.Open); err != nil {
			return err
		}
	}
	return nil
}

func (r *runner) gatherOpen(open *opened) (err error) {
	if open.Spilled != nil {
		if open.Items, err = r.takenItems(open); err != nil {
			return err
		}
		open.Spilled = nil
	}
	for _, e := range open.Effects {
		if err := r.gather(&e.Body); err != nil {
			return err
		}
		if e.Run == nil {
			continue
		}
		sub, err := decodeRecord(e.Run)
		if err != nil {
			return err
		}
		if err := r.gather(&sub.At); err != nil {
			return err
		}
		if e.Run, err = encodeRecord(&sub.record, sub.Data); err != nil {
			return err
		}
	}
	return nil
}

// Import puts a run of [Export] into a store, under a name that no run there has:
// else the error is [ErrRunExists]. The driver of its operation goes on with it.
func Import(ctx context.Context, store checkpoint.Store, run string, state json.RawMessage) error {
	r, err := decodeRecord(state)
	if err != nil {
		return fmt.Errorf("run %s: %w", brief.Quote(run), err)
	}
	at := runner{program: &Program{Operation: r.Operation, Items: itemsOf(r.Plan)}, record: r.record}
	_, err = store.Put(ctx, run, "", checkpoint.Checkpoint{Meta: r.meta(at.standing()), State: state})
	if errors.Is(err, checkpoint.ErrConflict) {
		return fmt.Errorf("%w: %s", ErrRunExists, brief.Quote(run))
	}
	return err
}
