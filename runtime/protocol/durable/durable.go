// Package durable keeps the runs of package protocol in a checkpoint store.
// Programs that run generated drivers durably import it.
package durable

import (
	"context"
	"errors"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/protocol"
)

// Store is a protocol.Store in a checkpoint store: a run is the thread of that
// name, a record the state of a checkpoint.
type Store struct {
	Checkpoints checkpoint.Store
	// Keep bounds the checkpoints of a run; older ones are removed when twice
	// as many are there. Zero keeps all.
	Keep int
	// Fence is the number of the writer's lease; zero without one.
	Fence uint64
}

var _ protocol.Store = Store{}

// Latest gives the newest record. A damaged one is an error: going on from an
// older record would run durable steps again.
func (s Store) Latest(ctx context.Context, run string) (string, []byte, error) {
	c, err := s.Checkpoints.Get(ctx, run, "")
	if errors.Is(err, checkpoint.ErrNotFound) {
		return "", nil, nil
	}
	if err != nil {
		return "", nil, err
	}
	if len(c.Skipped) > 0 {
		return "", nil, c.Skipped[0]
	}
	return string(c.ID), c.State, nil
}

// Put saves a record. Its errors are those of the checkpoint store: a
// *checkpoint.ConflictError when another writer was faster, a
// *checkpoint.FencedError when another has taken the lease.
func (s Store) Put(ctx context.Context, run, parent string, record []byte) (string, error) {
	step := int64(0)
	if parent != "" {
		c, err := s.Checkpoints.Get(ctx, run, checkpoint.ID(parent))
		if err != nil {
			return "", err
		}
		step = c.Step + 1
	}
	id, err := s.Checkpoints.Put(ctx, run, checkpoint.ID(parent), checkpoint.Checkpoint{Step: step, State: record, Fence: s.Fence})
	if err != nil {
		return "", err
	}
	if s.Keep > 0 && step%int64(s.Keep) == 0 {
		// The record is durable whatever becomes of the old ones, which the
		// next time removes.
		_, _ = s.Checkpoints.Prune(ctx, run, checkpoint.Retention{Keep: s.Keep})
	}
	return string(id), nil
}
