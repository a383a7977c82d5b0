package protocol

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// Call is what a step, condition or item list knows about its place in the run.
// It is good until that method returns, and on its goroutine only.
type Call struct{ spec CallSpec }

// CallSpec is what an [Engine] tells of a place in a run. The methods of [Call]
// say what the members mean.
type CallSpec struct {
	Operation, Path, Name, IdempotencyKey string

	Attempt int
	First   bool
	Item    func(loop string) (item json.RawMessage, found bool) // the current one of a loop around the call
	Payload json.RawMessage                                      // of the event that the call is a handler's for; nil elsewhere
	Host    Host
}

// Host is what an [Engine] does for a step while that runs.
type Host interface {
	Emit(ctx context.Context, event string, payload any) error
	SleepUntil(ctx context.Context, t time.Time) error
	Answer() (answer json.RawMessage, found bool, err error)
	Sub() Option
}

// NewCall makes the call that an engine gives to a step.
func NewCall(spec CallSpec) *Call { return &Call{spec} }

// Spec returns what the engine has told of the place.
func (c *Call) Spec() CallSpec { return c.spec }

// Operation is the name of the operation that the call is a part of.
func (c *Call) Operation() string { return c.spec.Operation }

// Path is where the run stands, as in [StepError].
func (c *Call) Path() string { return c.spec.Path }

// Name is the step's name in the schema.
func (c *Call) Name() string { return c.spec.Name }

// Attempt counts from 1; a guard sees the number of attempts before.
func (c *Call) Attempt() int { return c.spec.Attempt }

// First reports whether no step of the run has finished yet, whatever has been
// decided: a guard that asks whether an operation may run at all asks then.
func (c *Call) First() bool { return c.spec.First }

// IdempotencyKey is 32 hexadecimal digits, the same whenever this step of this
// run runs again, different from that of any other step and of any other run:
// of one that was begun under the same name after the first was deleted, too, and
// of a branch that was forked off. A step with an effect outside hands it on, so
// that an interrupted one can be told apart from a new one.
func (c *Call) IdempotencyKey() string { return c.spec.IdempotencyKey }

// Emit runs the handlers of an event, as part of the step that calls it, and
// gives their error. The payload, nil for none, is kept as JSON for [Payload].
//
// What the handlers have finished is durable and not repeated when the step fails
// or is interrupted: a step that runs again must emit the same events, and at each
// the data change as the handlers have changed them. What the step itself has
// changed before is undone with it.
func (c *Call) Emit(ctx context.Context, event string, payload any) error {
	return c.spec.Host.Emit(ctx, event, payload)
}

// SleepUntil waits, inside a step, until a time that is durable: the time that was
// given first holds when the step is interrupted and runs again. The error is that
// of a context that ended before.
func (c *Call) SleepUntil(ctx context.Context, t time.Time) error {
	return c.spec.Host.SleepUntil(ctx, t)
}

// Sub gives the option for running another operation as part of this step. That
// is kept in the record of this run: it shares its store and its lease, goes on
// where it was interrupted, and is gone when the step has finished. It has the
// guards, retries, timeouts and observers of this run.
func (c *Call) Sub() Option { return c.spec.Host.Sub() }

// Items are the items of a loop, each as JSON.
type Items []json.RawMessage

// List makes items of values.
func List[T any](values ...T) (Items, error) {
	items := make(Items, 0, len(values))
	for _, value := range values {
		item, err := json.Marshal(value)
		if err != nil {
			return nil, fmt.Errorf("item %d: %w", len(items)+1, err)
		}
		items = append(items, item)
	}
	return items, nil
}

// Item gives the current item of the named loop around the call; that of a
// counted loop is its number, from 1. The error is [ErrNoLoop] or that of decoding.
func Item[T any](call *Call, loop string) (item T, err error) {
	raw, found := call.spec.Item(loop)
	if !found {
		return item, fmt.Errorf("%w: %s", ErrNoLoop, loop)
	}
	return item, json.Unmarshal(raw, &item)
}

// Payload gives what came with the event whose handler the call is a part of:
// zero where nothing came. The error is [ErrNoEvent] or that of decoding.
func Payload[T any](call *Call) (payload T, err error) {
	if call.spec.Payload == nil {
		return payload, fmt.Errorf("%w: %s", ErrNoEvent, call.Path())
	}
	return payload, json.Unmarshal(call.spec.Payload, &payload)
}
