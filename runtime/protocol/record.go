package protocol

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/bindery-go/bindery/runtime/checkpoint"
)

const recordVersion = 1

// record is what a store keeps of a run: enough to go on, and no more. Its
// size does not grow with the number of finished steps.
type record struct {
	Version   int             `json:"version"`
	Operation string          `json:"operation"`
	Plan      string          `json:"plan"` // the fingerprint: a run is only gone on with in the order it was begun in
	At        position        `json:"at"`
	Signal    string          `json:"signal,omitempty"` // of the last finished step, before it had its effect
	Outcome   Outcome         `json:"outcome,omitempty"`
	Data      json.RawMessage `json:"data"`
}

// position says how far one list of items has come.
type position struct {
	Done  int     `json:"done,omitempty"`  // items that are over, from the front
	Taken bool    `json:"taken,omitempty"` // the last if-run has taken a branch
	Open  *opened `json:"open,omitempty"`  // the item after Done, once it has begun and has a list inside
}

// opened is a taken branch, a group, a loop, or a step that has emitted events.
type opened struct {
	Items  []json.RawMessage `json:"items,omitempty"`  // of a loop over items
	Count  int               `json:"count,omitempty"`  // number of items of a loop
	Events []string          `json:"events,omitempty"` // that the step has emitted
	Item   int               `json:"item,omitempty"`   // loop items, or events, that are over
	Body   position          `json:"body"`
}

// load finds out where the run stands and takes it over. The first record is
// put before the first step runs, and a resumed run puts its record again, so
// that of two processes with one run only one gets as far as a step.
func (e *engine) load() (resumed bool, err error) {
	o := &e.options
	if o.store == nil {
		return false, nil
	}
	newest, err := o.store.Get(e.ctx, o.run, "")
	switch {
	case errors.Is(err, checkpoint.ErrNotFound):
		return false, e.save()
	case err != nil:
		return false, err
	case len(newest.Skipped) > 0:
		return false, newest.Skipped[0]
	case !o.resume:
		return false, fmt.Errorf("%w: %q", ErrRunExists, o.run)
	}
	fresh := e.record
	decoder := json.NewDecoder(bytes.NewReader(newest.State))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&e.record); err != nil {
		return false, fmt.Errorf("%w: run %q: %w", ErrDiverged, o.run, err)
	}
	for _, part := range []struct{ name, saved, now string }{
		{"version", fmt.Sprint(e.record.Version), fmt.Sprint(fresh.Version)},
		{"operation", e.record.Operation, fresh.Operation},
		{"plan", e.record.Plan, fresh.Plan},
	} {
		if part.saved != part.now {
			return false, fmt.Errorf("%w: run %q: its %s is %s, that of this program is %s", ErrDiverged, o.run, part.name, part.saved, part.now)
		}
	}
	if err := e.decode(e.record.Data); err != nil {
		return false, fmt.Errorf("%w: run %q: data: %w", ErrDiverged, o.run, err)
	}
	e.parent, e.puts = newest.ID, newest.Step+1
	e.begun = e.record.At.Done > 0 || e.record.At.Open != nil
	if e.record.Outcome != "" {
		return true, nil
	}
	return true, e.save()
}

// save makes the present state durable. It does not heed a cancelled context:
// what has been done must be recorded, or it would be done again.
func (e *engine) save() error {
	if e.options.store == nil {
		return nil
	}
	data, err := e.encode()
	if err != nil {
		return fmt.Errorf("encoding the data: %w", err)
	}
	e.record.Data = data
	encoded, err := json.Marshal(e.record)
	if err != nil {
		return err
	}
	ctx, o := context.WithoutCancel(e.ctx), &e.options
	id, err := o.store.Put(ctx, o.run, e.parent, checkpoint.Checkpoint{Step: e.puts, State: encoded, Fence: o.fence})
	if err != nil {
		return fmt.Errorf("recording the run: %w", err)
	}
	if o.keep > 0 && e.puts%int64(o.keep) == 0 {
		// The record is durable whatever becomes of the old ones, which the
		// next time removes.
		_, _ = o.store.Prune(ctx, o.run, checkpoint.Retention{Keep: o.keep})
	}
	e.parent, e.puts = id, e.puts+1
	return nil
}
