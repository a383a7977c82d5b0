package protocol

import (
	"context"
	"errors"
	"io"
	"iter"
	"slices"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
)

// Option sets how a run goes.
type Option func(*options)

type options struct {
	store    checkpoint.Store
	run      string
	resume   bool
	keep     int
	fence    uint64
	observer Observer
	guards   []Guard
	retries  []retryRule
	dryRun   io.Writer
	events   iter.Seq[string]
	callers  []string // operations that this one is a sub-call of
}

type retryRule struct {
	steps  []string
	policy Retry
}

// Checkpoints starts a new durable run, whose records are the checkpoints of the
// thread of that name. The ID names it for ever: starting it a second time is
// [ErrRunExists].
func Checkpoints(store checkpoint.Store, run string) Option {
	return func(o *options) { o.store, o.run, o.resume = store, run, false }
}

// Resume goes on with a durable run after its last finished step, from its
// beginning where the store does not know it. A finished run gives its outcome
// and runs nothing. The data are those of the record. A damaged newest record is
// an error: going on from an older one would run durable steps again.
func Resume(store checkpoint.Store, run string) Option {
	return func(o *options) { o.store, o.run, o.resume = store, run, true }
}

// Keep bounds the records that a durable run leaves in its store: older ones are
// removed when twice as many are there. Without it all stay.
func Keep(records int) Option { return func(o *options) { o.keep = records } }

// Fence gives the number of the lease that the writer has on its run.
func Fence(lease uint64) Option { return func(o *options) { o.fence = lease } }

// Guard is asked before each attempt of a step; its error stops the operation
// before the step, with the last record in place. Limits and budgets are guards.
type Guard func(ctx context.Context, call *Call) error

// WithGuard adds a guard; all are asked, in order.
func WithGuard(guard Guard) Option {
	return func(o *options) { o.guards = append(o.guards, guard) }
}

// Retry says how often a failing step is tried. A later attempt sees the data
// as the failed one left them. Signals are no failures, and nothing is tried
// again once the context has ended.
type Retry struct {
	Attempts  int                             // in all; less than 2 tries once
	Wait      func(attempt int) time.Duration // after attempt number 1, 2, …; nil is no wait
	Retryable func(error) bool                // nil is every error
}

// WithRetry sets the policy of the named steps, of every step where none is named. The last that fits holds.
func WithRetry(policy Retry, steps ...string) Option {
	return func(o *options) { o.retries = append(o.retries, retryRule{steps, policy}) }
}

func (o *options) retry(step string) (policy Retry) {
	for _, rule := range o.retries {
		if len(rule.steps) == 0 || slices.Contains(rule.steps, step) {
			policy = rule.policy
		}
	}
	return policy
}

// again waits for the next attempt and says whether there is one.
func (r Retry) again(ctx context.Context, attempt int, err error) bool {
	if attempt >= r.Attempts || ctx.Err() != nil || r.Retryable != nil && !r.Retryable(err) {
		return false
	}
	if r.Wait == nil {
		return true
	}
	timer := time.NewTimer(r.Wait(attempt))
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// DryRun prints the plan and runs nothing.
func DryRun(w io.Writer) Option { return func(o *options) { o.dryRun = w } }

// Events runs the handlers of events from outside, one after the other, when the
// operation's own items are over; some operations have handlers only. A resumed
// run is given them from the first on, and passes over those it has finished.
func Events(events iter.Seq[string]) Option { return func(o *options) { o.events = events } }

// WithObserver adds an observer; each gets the context that the one before it gave.
func WithObserver(observer Observer) Option {
	return func(o *options) {
		before := o.observer
		o.observer = func(ctx context.Context, event Event) context.Context {
			return observer(before(ctx, event), event)
		}
	}
}

// ended gives the reason that a context ended, as an error that is also
// context.Canceled or context.DeadlineExceeded.
func ended(ctx context.Context) error {
	err := ctx.Err()
	if cause := context.Cause(ctx); err != nil && !errors.Is(cause, err) {
		return errors.Join(err, cause)
	}
	return err
}
