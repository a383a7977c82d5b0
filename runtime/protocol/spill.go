package protocol

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/bindery-go/bindery/runtime/checkpoint"
)

// spillAbove is the size, in bytes of JSON, up to which the items of a loop are
// in the record. More go to a thread beside the run's once, and not with every
// record.
const spillAbove = 4096

// takenItems is what a loop runs over, wherever it is kept.
func (r *runner) takenItems(open *opened) (Items, error) {
	if open.Spilled == nil {
		return open.Items, nil
	}
	top := r.top
	if top.thread == nil {
		return nil, fmt.Errorf("%w: the record of its items is gone", ErrDiverged)
	}
	c, err := top.thread.store.Get(r.ctx, itemsThread(top.thread.run, top.record.Base, open.Spilled.Slot), open.Spilled.ID)
	if err != nil {
		return nil, fmt.Errorf("the items of the loop: %w", err)
	}
	var items Items
	return items, json.Unmarshal(c.State, &items)
}

// spill moves the items of a loop to a thread beside the run's when they are many.
// Each loop of a nest has one of its own, a slot, which loops that are not under
// way at the same time share. It keeps as many lists as the run has records that
// may ask for them.
func (r *runner) spill(open *opened) error {
	top, size := r.top, 0
	for _, item := range open.Items {
		size += len(item)
	}
	if top.thread == nil || size <= spillAbove {
		return nil
	}
	state, err := json.Marshal(open.Items)
	if err != nil {
		return err
	}
	slot, store := top.open, top.thread.store
	thread := itemsThread(top.thread.run, top.record.Base, slot)
	id, err := putNext(r.ctx, store, thread, checkpoint.Checkpoint{
		Meta: map[string]string{metaRole: roleItems, metaOf: validText(top.thread.run), metaRun: top.record.Base}, State: state,
	})
	if err != nil {
		return fmt.Errorf("recording the items of the loop: %w", err)
	}
	if keep := top.thread.history; keep > 0 {
		_, _ = store.Prune(r.ctx, thread, checkpoint.Retention{Keep: 2 * keep})
	}
	open.Items, open.Spilled = nil, &spilled{slot, id}
	top.record.Slots = max(top.record.Slots, slot+1)
	return nil
}

// putNext puts a checkpoint after whichever is the newest.
func putNext(ctx context.Context, store checkpoint.Store, thread string, c checkpoint.Checkpoint) (checkpoint.ID, error) {
	var head checkpoint.ID
	newest, err := store.Get(ctx, thread, "")
	if err == nil {
		head = newest.ID
	} else if !errors.Is(err, checkpoint.ErrNotFound) {
		return "", err
	}
	return store.Put(ctx, thread, head, c)
}

// clear deletes the threads beside a run's.
func (r *record) clear(ctx context.Context, store checkpoint.Store, run string) error {
	var failed []error
	for slot := range r.Slots {
		failed = append(failed, store.Delete(ctx, itemsThread(run, r.Base, slot)))
	}
	if r.Asked {
		failed = append(failed, store.Delete(ctx, answersThread(run, r.Run)))
	}
	return errors.Join(failed...)
}
