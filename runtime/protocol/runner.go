package protocol

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/bindery-go/bindery/runtime/protocol/internal/jsondata"
)

// local is the engine that runs programs in this process.
type local struct{}

func (local) Run(ctx context.Context, program *Program, data any, settings *Settings) (Outcome, error) {
	r := newRunner(ctx, program, data, settings)
	for s := settings.caller; s != nil; s = s.runner.caller {
		if s.program.Operation == program.Operation {
			return "", fmt.Errorf("%w: operation %s calls itself", ErrRecursion, program.Operation)
		}
	}
	if exclusive, ok := settings.Store.(*ExclusiveStore); ok && r.thread != nil {
		held, lease, err := exclusive.hold(ctx, settings.Run, settings.Grace)
		if err != nil {
			return "", err
		}
		defer held.release()
		r.ctx, r.thread.store, r.thread.fence = held.ctx, exclusive.Store, lease.Fence
	}
	return r.run()
}

// runner is a run under way.
type runner struct {
	ctx      context.Context // of the run; while a handler runs, of the step that emitted
	settings *Settings
	program  *Program
	handlers map[string][]PlanItem
	data     any // a pointer

	record record
	thread *thread  // of the outermost run, where it is durable
	caller *stepRun // of a sub-operation: the step that it is a part of
	effect *effect  // of that step: the sub-operation
	top    *runner  // the outermost
	keeps  bool     // it has a record, in a thread or in that of its caller

	memory
	open int // loops whose items are in threads of their own

	signal error // returned by a step, on its way to what it ends
	err    error // ends the run
}

func newRunner(ctx context.Context, program *Program, data any, settings *Settings) *runner {
	r := &runner{ctx: ctx, settings: settings, program: program, handlers: program.handlers(), data: data, caller: settings.caller}
	r.record = record{Version: recordVersion, Operation: program.Operation, Plan: shapes(program.Items)}
	r.top = r
	if r.caller != nil {
		r.top, r.keeps = r.caller.top, r.caller.remembers()
	} else if settings.Store != nil {
		r.keeps = true
		r.thread = &thread{store: settings.Store, run: settings.Run, fence: settings.Fence, history: settings.History, grace: settings.Grace}
	}
	return r
}

func (r *runner) run() (Outcome, error) {
	operation := r.program.Operation
	resumed, err := r.load()
	if err != nil {
		return "", err
	}
	if r.record.Outcome != "" {
		return r.record.Outcome, nil
	}
	kind := RunStarted
	if resumed {
		kind = RunResumed
	}
	r.ctx = r.settings.Observer(r.ctx, Event{Kind: kind, Path: operation, Plan: r.program})
	r.goOn(&list{path: operation, keyPath: strconv.Quote(operation), items: r.program.Items, at: &r.record.At})
	r.takeEvents()
	if r.err == nil && r.record.Outcome == "" {
		r.finish()
	}
	if r.err != nil {
		return "", r.stop()
	}
	r.clear()
	r.observe(Event{Kind: RunFinished, Path: operation, Outcome: r.record.Outcome})
	return r.record.Outcome, nil
}

// finish records that the run is done, where its last step did not.
func (r *runner) finish() {
	r.record.Outcome, r.record.Signal = Done, ""
	if err := r.save(); err != nil {
		r.err = r.located(place{list: &list{}, path: r.program.Operation}, 0, err)
	}
}

// stop tells why the run stops, and records it where that is its own failure.
func (r *runner) stop() error {
	kind := RunFailed
	switch {
	case errors.As(r.err, new(*WaitingError)):
		kind = RunWaiting
	case r.ctx.Err() != nil: // it was interrupted
	case r.caller != nil:
		r.stage()
	case r.thread != nil && !r.thread.broken:
		r.record.Failure = &failure{Path: pathOf(r.err), Error: r.err.Error()}
		_ = r.save() // without it the run looks interrupted, and goes on all the same
	}
	r.observe(Event{Kind: kind, Path: r.program.Operation, Err: r.err})
	return r.err
}

// save makes the present state durable.
func (r *runner) save() error {
	if r.caller != nil {
		r.stage()
		if r.err != nil {
			return r.err
		}
		return r.caller.save()
	}
	if r.thread == nil {
		return nil
	}
	encoded, err := encodeRecord(&r.record, r.durable)
	if err != nil {
		return err
	}
	return r.thread.put(r.ctx, encoded, r.record.meta(r.standing()))
}

// stage gives the record of a sub-operation to its caller, which keeps it in its
// own.
func (r *runner) stage() {
	if !r.keeps {
		return
	}
	encoded, err := encodeRecord(&r.record, r.durable)
	if err != nil && r.err == nil {
		r.err = err
	}
	r.effect.Run = encoded
}

// clear removes what lies beside the record of a run that is done, unless earlier
// records are kept, which may ask for it.
func (r *runner) clear() {
	if r.thread == nil || r.thread.history == 0 || r.thread.history > defaultHistory {
		return
	}
	ctx, cancel := outlive(r.ctx, r.thread.grace)
	defer cancel()
	_ = r.record.clear(ctx, r.thread.store, r.thread.run) // what is left, Prune removes
}

func (r *runner) observe(event Event) { r.settings.Observer(r.ctx, event) }

// settle records what has just been decided or done; from here on it is never
// done again.
func (r *runner) settle(ctx context.Context, p place, event Event) {
	err := r.remember()
	if err == nil {
		r.top.record.Waiting = nil
		err = r.save()
	}
	if err != nil {
		r.err = r.located(p, event.Attempt, err)
		if event.Kind != StepFinished {
			return
		}
		event.Kind, event.Err = StepFailed, err
	}
	r.settings.Observer(ctx, event)
}

// key is the same for every attempt of a step of a run, in every process.
func (r *runner) key(keyPath string) string {
	sum := sha256.Sum256([]byte(r.record.Run + "\x00" + keyPath))
	return hex.EncodeToString(sum[:16])
}

// name gives a run what tells it from all others.
func (r *runner) name() {
	if r.caller != nil {
		// It follows from its place, so that it is the same when the step runs again.
		r.record.Run = r.caller.record.Run + "/" + r.caller.key(r.caller.keyPath+"/"+strconv.Itoa(r.caller.number))
		return
	}
	r.record.Run = r.settings.World.NewRun()
	r.record.Base = r.record.Run
}

// located gives err its path, unless it has already that of something inside.
func (r *runner) located(p place, attempts int, err error) error {
	if inner, ok := errors.AsType[*StepError](err); ok && strings.HasPrefix(inner.Path, p.path+"/") {
		return err
	}
	return &StepError{Path: p.path, IdempotencyKey: r.key(p.keyPath), Attempts: attempts, Err: err}
}

// pathOf is where an error has happened.
func pathOf(err error) string {
	if located, ok := errors.AsType[*StepError](err); ok {
		return located.Path
	}
	return ""
}

// memory holds the data of a run as JSON.
type memory struct {
	durable  json.RawMessage // of the record: before the outermost step that is under way
	now      json.RawMessage // when something was last finished, decided or undone; nil where nobody asks
	unknown  *jsondata.Unknown
	frames   []*frame // of the events that are being handled
	retrying int      // steps under way that may be tried again
}

// frame is an event while its handler runs.
type frame struct {
	effect *effect
	start  json.RawMessage // the data when it was emitted
}

// remembers reports whether the data are kept as JSON, to be restored.
func (r *runner) remembers() bool { return r.keeps || r.retrying > 0 }

// encode returns the data as they are now, with what of the record this program
// does not know.
func (r *runner) encode() (json.RawMessage, error) {
	text, err := json.Marshal(r.data)
	if err == nil {
		text, err = r.unknown.Merge(text)
	}
	if err != nil {
		return nil, fmt.Errorf("encoding the data: %w", err)
	}
	return text, nil
}

// remember notes the data after something has been finished or decided. Inside of
// a handler they are noted as what the handler has changed so far, so that the
// record keeps the data from before the step that emitted.
func (r *runner) remember() (err error) {
	r.now = nil
	if !r.remembers() {
		return nil
	}
	if r.now, err = r.encode(); err != nil {
		return err
	}
	if n := len(r.frames); n > 0 {
		f := r.frames[n-1]
		f.effect.Change = jsondata.Diff(f.start, r.now)
		return nil
	}
	r.durable = r.now
	if r == r.top {
		r.record.Answers = nil // of the step that is over
	}
	return nil
}

// restore undoes all changes since before, which is nil where nobody remembers.
func (r *runner) restore(before json.RawMessage) error {
	if before == nil {
		return nil
	}
	r.now = before
	if err := jsondata.Restore(r.data, before); err != nil {
		return fmt.Errorf("restoring the data: %w", err)
	}
	return nil
}

// before returns the data as a step finds them.
func (r *runner) before() (_ json.RawMessage, err error) {
	if !r.remembers() {
		return nil, nil
	}
	if r.now == nil {
		r.now, err = r.encode()
	}
	return r.now, err
}

// begun is the time of the beginning of a run, as records have it.
func (r *runner) begun() time.Time {
	return r.settings.World.Now().UTC().Truncate(time.Millisecond)
}
