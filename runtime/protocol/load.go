package protocol

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"reflect"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/internal/brief"
	"github.com/bindery-go/bindery/runtime/protocol/internal/jsondata"
)

// load finds out where the run stands and takes it over. The first record is put
// before the first step runs, and a run that is taken up puts its record again,
// so that of two processes with one run only one gets as far as a step.
func (r *runner) load() (resumed bool, err error) {
	if r.caller != nil {
		return r.loadSub()
	}
	if r.thread == nil {
		r.name()
		return false, nil
	}
	newest, err := r.thread.get(r.ctx)
	switch {
	case err != nil:
		return false, err
	case newest == nil:
		if err := r.begin(); err != nil {
			return false, err
		}
		return false, r.save()
	case r.settings.New:
		return false, fmt.Errorf("%w: %s", ErrRunExists, brief.Quote(r.thread.run))
	}
	if err := r.adopt(newest.State); err != nil || r.record.Outcome != "" {
		return true, err
	}
	if newest.Kind == checkpoint.Forked {
		r.record.Run = branch(r.record.Run, newest.ID)
	}
	if err := r.takeAnswer(); err != nil {
		return true, err
	}
	r.record.Failure = nil
	return true, r.save()
}

// branch names the run that a fork begins: what it does is not what the one that
// it was forked off has done. The name is the same until the branch has a record
// of its own.
func branch(run string, fork checkpoint.ID) string {
	sum := sha256.Sum256([]byte(run + "\x00" + string(fork)))
	return hex.EncodeToString(sum[:13])
}

// loadSub is load for a sub-operation, whose record is in that of its caller.
func (r *runner) loadSub() (resumed bool, err error) {
	r.effect, err = r.caller.take(runEffect, r.program.Operation)
	if err != nil {
		return false, err
	}
	if r.effect.Failed != "" {
		return false, goneBy(r.effect)
	}
	if r.effect.Run != nil {
		return true, r.adopt(r.effect.Run)
	}
	return false, r.begin()
}

// begin makes the first record of a run.
func (r *runner) begin() (err error) {
	r.name()
	r.record.Begun = r.begun()
	if r.keeps {
		r.now, err = r.encode()
		r.durable = r.now
	}
	return err
}

// adopt takes over a record and its data.
func (r *runner) adopt(text []byte) error {
	saved, err := decodeRecord(text)
	if err != nil {
		return r.diverged("%w", err)
	}
	if saved.Operation != r.record.Operation {
		return r.diverged("its operation is %s, that of this program is %s", saved.Operation, r.record.Operation)
	}
	plan := r.record.Plan
	r.record = saved.record
	if r.unknown, err = jsondata.FindUnknown(reflect.TypeOf(r.data).Elem(), saved.Data); err == nil {
		err = r.restore(saved.Data)
	}
	if err != nil {
		return r.diverged("data: %w", err)
	}
	r.durable = saved.Data
	if r.record.Outcome != "" { // whatever the plan is now
		return nil
	}
	return r.upgrade(plan)
}

func (r *runner) diverged(format string, args ...any) error {
	return fmt.Errorf("%w: run %s: %w", ErrDiverged, brief.Quote(r.runName()), fmt.Errorf(format, args...))
}

// runName is the name that the user has given the run.
func (r *runner) runName() string {
	if r.caller != nil {
		return r.caller.runName() + ", " + r.caller.path
	}
	return r.settings.Run
}
