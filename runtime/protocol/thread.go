package protocol

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
)

// What the checkpoints of a run say of it in their Meta, so that runs can be
// listed without reading their data.
const (
	metaRole      = "bindery"   // roleRun, or what a thread beside a run is for
	metaOf        = "of"        // the run that such a thread belongs to, as valid text
	metaRun       = "run"       // record.Run
	metaBase      = "base"      // record.Base
	metaOperation = "operation" //
	metaStatus    = "status"
	metaOutcome   = "outcome"
	metaStep      = "step" // path
	metaSteps     = "steps"
	metaBegun     = "begun"
	metaError     = "error"
	metaRequest   = "request"
	metaRequestID = "request id"
	metaUntil     = "until"

	roleRun     = "run"
	roleItems   = "items"
	roleAnswers = "answers"
)

// maxMeta bounds what Meta holds of a text: whoever wants all of it inspects the
// run.
const maxMeta = 1024

// thread is the thread of checkpoints that a run has in its store.
type thread struct {
	store   checkpoint.Store
	run     string
	fence   uint64
	history int
	grace   time.Duration
	parent  checkpoint.ID // of the next record
	puts    int64         // records so far
	broken  bool          // a record could not be put: what the store has is not known
}

// get reads the newest record; nil where there is none.
func (t *thread) get(ctx context.Context) (*checkpoint.Checkpoint, error) {
	newest, err := t.store.Get(ctx, t.run, "")
	if errors.Is(err, checkpoint.ErrNotFound) {
		return nil, nil
	}
	if err == nil {
		err = damageOf(newest)
	}
	if err != nil {
		return nil, err
	}
	t.parent, t.puts = newest.ID, newest.Step+1
	return &newest, nil
}

// put makes a record durable. What has been done must be recorded, or it would be
// done again: a context that ends is outlived, by the grace.
func (t *thread) put(ctx context.Context, encoded json.RawMessage, meta map[string]string) error {
	ctx, cancel := outlive(ctx, t.grace)
	defer cancel()
	id, err := t.store.Put(ctx, t.run, t.parent, checkpoint.Checkpoint{Step: t.puts, Meta: meta, State: encoded, Fence: t.fence})
	if err != nil {
		t.broken = true
		return fmt.Errorf("recording the run: %w", err)
	}
	if t.history > 0 && t.puts%int64(t.history) == 0 {
		// The record is durable whatever becomes of the old ones, which the
		// next time removes.
		_, _ = t.store.Prune(ctx, t.run, checkpoint.Retention{Keep: t.history})
	}
	t.parent, t.puts = id, t.puts+1
	return nil
}

// outlive returns a context that ends a while after ctx.
func outlive(ctx context.Context, grace time.Duration) (context.Context, context.CancelFunc) {
	longer, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		timer := time.AfterFunc(grace, func() { cancel(ended(ctx)) })
		context.AfterFunc(longer, func() { timer.Stop() })
	})
	return longer, func() { stop(); cancel(context.Canceled) }
}

// beside names a thread beside the run's own. The run's random name is in it, so
// that it meets no run of the user's, nor one that is begun under the same name
// later.
func beside(run, incarnation, role string) string { return run + "~" + incarnation + "/" + role }

// besideWhich is the run that such a thread belongs to, the inverse of beside.
func besideWhich(thread, incarnation string) (run string, ok bool) {
	at := strings.LastIndex(thread, "~"+incarnation+"/")
	return thread[:max(at, 0)], at >= 0
}

func itemsThread(run, incarnation string, slot int) string {
	return beside(run, incarnation, roleItems+"/"+strconv.Itoa(slot+1))
}

func answersThread(run, incarnation string) string { return beside(run, incarnation, roleAnswers) }

// meta describes a run.
func (r *record) meta(path string) map[string]string {
	m := make(metaOfRun)
	m.set(metaRole, roleRun)
	m.set(metaRun, r.Run)
	m.set(metaBase, r.Base)
	m.set(metaOperation, r.Operation)
	m.set(metaStatus, string(r.status()))
	m.set(metaSteps, strconv.FormatInt(r.Steps, 10))
	m.set(metaBegun, r.Begun.Format(time.RFC3339Nano))
	m.set(metaOutcome, string(r.Outcome))
	m.set(metaStep, path)
	if r.Outcome != "" {
		m.set(metaStep, "")
	}
	if r.Failure != nil {
		m.set(metaStep, r.Failure.Path)
		m.set(metaError, r.Failure.Error)
	}
	if w := r.Waiting; w != nil {
		m.set(metaStep, w.Path)
		m.set(metaRequestID, w.ID)
		if len(w.Request) <= maxMeta {
			m.set(metaRequest, string(w.Request))
		}
		if !w.Until.IsZero() {
			m.set(metaUntil, w.Until.Format(time.RFC3339Nano))
		}
	}
	return m
}

// metaOfRun is a Meta.
type metaOfRun map[string]string

// set puts what Meta can hold of a value, and nothing for "".
func (m metaOfRun) set(name, value string) {
	value = validText(value)
	if len(value) > maxMeta {
		value = strings.ToValidUTF8(value[:maxMeta], "") + "…"
	}
	if m[name] = value; value == "" {
		delete(m, name)
	}
}

// validText makes UTF-8 of a text, as Meta wants it.
func validText(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

func (r *record) status() Status {
	switch {
	case r.Outcome != "":
		return StatusDone
	case r.Failure != nil:
		return StatusFailed
	case r.Waiting != nil:
		return StatusWaiting
	}
	return StatusRunning
}
