package temporalrun

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/temporal"

	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/internal/jsondata"
)

// defaultHeartbeat is Options.Heartbeat where nothing is said.
const defaultHeartbeat = 10 * time.Second

// task is what an activity is given: a step, condition or item list at its place.
type task struct {
	Operation, Path, Name, Key string

	Number  int // of the workflow's tasks
	Attempt int
	First   bool                       `json:",omitempty"`
	Items   map[string]json.RawMessage `json:",omitempty"` // of the loops around it
	Payload json.RawMessage            `json:",omitempty"`
	Asked   bool                       `json:",omitempty"` // the run has waited for answers
	Data    json.RawMessage
}

// id is that of the task: the same when its activity is tried again, another when
// the run comes to the step again.
func (t *task) id() string { return fmt.Sprintf("%s/%d", t.Key, t.Number) }

// done is what it comes to.
type done struct {
	Data   json.RawMessage
	Signal string         `json:",omitempty"`
	Holds  bool           `json:",omitempty"`
	Taken  protocol.Taken `json:",omitzero"`
}

// failure says how a task failed, or a call of a step.
type failure struct {
	Message string
	Code    code          `json:",omitempty"`
	Again   bool          `json:",omitempty"` // another attempt is to follow
	After   time.Duration `json:",omitempty"`

	Request json.RawMessage `json:",omitempty"` // that it waits with

	RequestID string `json:",omitempty"`
	Run       string `json:",omitempty"` // of a protocol.WaitingError
	Path      string `json:",omitempty"`
}

func (f *failure) Error() string { return f.Message }

// Unwrap returns the error of package protocol that it is one of.
func (f *failure) Unwrap() error { return sentinels[f.Code] }

// code tells failures apart that mean something to a run.
type code string

const (
	waits   code = "waits"   // the step returned protocol.Wait
	waiting code = "waiting" // a handler or sub-operation did
)

var sentinels = map[code]error{
	"diverged":    protocol.ErrDiverged,
	"recursion":   protocol.ErrRecursion,
	"no handler":  protocol.ErrNoHandler,
	"no loop":     protocol.ErrNoLoop,
	"no event":    protocol.ErrNoEvent,
	"not written": protocol.ErrNotWritten,
	"not waiting": protocol.ErrNotWaiting,
	"answered":    protocol.ErrAnswered,
}

// codes are the sentinels in an order of their own.
var codes = []code{"diverged", "recursion", "no handler", "no loop", "no event", "not written", "not waiting", "answered"}

// failed makes a failure of an error.
func failed(err error) (*failure, error) {
	f := &failure{Message: err.Error()}
	if request, ok := protocol.Request(err); ok {
		text, err := json.Marshal(request)
		if err != nil {
			return nil, fmt.Errorf("the request: %w", err)
		}
		f.Code, f.Request = waits, text
		return f, nil
	}
	if w, ok := errors.AsType[*protocol.WaitingError](err); ok {
		f.Code, f.Run, f.Path, f.Request, f.RequestID = waiting, w.Run, w.Path, w.Request, w.ID
		return f, nil
	}
	for _, c := range codes {
		if errors.Is(err, sentinels[c]) {
			f.Code = c
			break
		}
	}
	return f, nil
}

// err is the error that a failure was made of, as far as a run looks at it.
func (f *failure) err() error {
	switch f.Code {
	case waits:
		return protocol.Wait(f.Request)
	case waiting:
		return &protocol.WaitingError{Run: f.Run, Path: f.Path, Request: f.Request, ID: f.RequestID}
	}
	return f
}

// perform is the activity of an item.
func (o *operation) perform(ctx context.Context, item protocol.PlanItem, t task) (*done, error) {
	data := o.newData()
	unknown, err := jsondata.FindUnknown(reflect.TypeOf(data).Elem(), t.Data)
	if err == nil {
		err = jsondata.Restore(data, t.Data)
	}
	if err != nil {
		return nil, fmt.Errorf("data: %w", err) // a worker with another type may take them
	}
	info := activity.GetInfo(ctx)
	h := &host{
		ctx: ctx, task: &t, data: data, unknown: unknown, client: func() updater { return o.client(ctx) },
		workflow: info.WorkflowExecution.ID, run: info.WorkflowExecution.RunID,
	}
	stop := beat(ctx, info.HeartbeatTimeout)
	defer stop()
	d := &done{}
	if err := o.call(ctx, item, h, d); err != nil {
		return nil, o.refuse(ctx, item, &t, err)
	}
	if d.Data, err = h.encode(); err != nil {
		return nil, o.refuse(ctx, item, &t, err)
	}
	return d, nil
}

// call calls the function of an item.
func (o *operation) call(ctx context.Context, item protocol.PlanItem, h *host, d *done) (err error) {
	t := h.task
	spec := protocol.CallSpec{
		Operation: t.Operation, Path: t.Path, Name: t.Name, IdempotencyKey: t.Key,
		Attempt: t.Attempt, First: t.First, Payload: t.Payload, Host: h,
		Item: func(loop string) (json.RawMessage, bool) { item, ok := t.Items[loop]; return item, ok },
	}
	switch {
	case item.Holds != nil:
		return caught(func() (err error) { d.Holds, err = item.Holds(ctx, protocol.NewCall(spec), h.data); return err })
	case item.Take != nil:
		return caught(func() (err error) { d.Taken, err = item.Take(ctx, protocol.NewCall(spec), h.data); return err })
	}
	before := spec
	before.Attempt--
	if err := o.settings.Refuse(ctx, protocol.NewCall(before)); err != nil {
		return &refusal{err}
	}
	err = o.settings.Attempt(ctx, t.Name, func(ctx context.Context) error { return item.Step(ctx, protocol.NewCall(spec), h.data) })
	if d.Signal = protocol.Signal(err); d.Signal != "" {
		return nil
	}
	return err
}

// refusal is the error of a guard.
type refusal struct{ err error }

func (r *refusal) Error() string { return "not begun: " + r.err.Error() }
func (r *refusal) Unwrap() error { return r.err }

// caught calls f and makes an error of a panic.
func caught(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &protocol.PanicError{Value: v, Stack: debug.Stack()}
		}
	}()
	return f()
}

// refuse tells the workflow that a task has failed. One whose context has ended
// has not: it begins again, where the workflow still wants it.
func (o *operation) refuse(ctx context.Context, item protocol.PlanItem, t *task, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	f, encoding := failed(err)
	if encoding != nil {
		f = &failure{Message: encoding.Error()}
	}
	if item.Step != nil && f.Code != waits && f.Code != waiting && !errors.As(err, new(*refusal)) {
		policy := o.settings.Retry(t.Name)
		if f.Again = policy.Again(t.Attempt, err); f.Again {
			f.After = policy.WaitAfter(t.Attempt)
		}
	}
	name := "Failed"
	if f.Code != "" {
		name = string(f.Code)
	}
	return temporal.NewApplicationErrorWithOptions(f.Message, name, temporal.ApplicationErrorOptions{NonRetryable: true, Details: []any{f}})
}

// beat tells the server that the worker lives, until stop is called.
func beat(ctx context.Context, timeout time.Duration) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		ticker := time.NewTicker(cmp.Or(timeout, defaultHeartbeat) / 4)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				activity.RecordHeartbeat(ctx)
			case <-ctx.Done():
				return
			}
		}
	}()
	return cancel
}
