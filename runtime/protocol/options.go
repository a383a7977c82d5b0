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

// Option sets how a run goes. Of two that set the same the later one holds.
type Option func(*Settings)

// Settings is what options set, for an [Engine] to read.
type Settings struct {
	Store    checkpoint.Store // nil: the run is not durable
	Run      string
	New      bool   // the run must not exist
	Fence    uint64 // number of the lease on the run
	History  int    // records to keep; 0 keeps all
	Grace    time.Duration
	Observer Observer // never nil
	Guards   []Guard
	Events   iter.Seq2[string, any]
	Patches  []PlanPatch
	DryRun   io.Writer
	Engine   Engine
	World    World // never nil

	retries  []forSteps[Retry]
	timeouts []forSteps[time.Duration]
	caller   *stepRun // the step that the run is a sub-operation of
}

const (
	defaultHistory = 2
	defaultGrace   = 2 * time.Second
)

func newSettings(opts []Option) *Settings {
	s := &Settings{
		History:  defaultHistory,
		Grace:    defaultGrace,
		Observer: func(ctx context.Context, _ Event) context.Context { return ctx },
		Engine:   local{},
		World:    here{},
	}
	for _, option := range opts {
		option(s)
	}
	return s
}

// forSteps is what holds for some steps, for every step where none is named.
type forSteps[T any] struct {
	names []string
	value T
}

func last[T any](rules []forSteps[T], step string) (value T) {
	for _, rule := range rules {
		if len(rule.names) == 0 || slices.Contains(rule.names, step) {
			value = rule.value
		}
	}
	return value
}

// Retry is the policy of a step.
func (s *Settings) Retry(step string) Retry { return last(s.retries, step) }

// Timeout is the time that an attempt of a step may take; 0 does not bound it.
func (s *Settings) Timeout(step string) time.Duration { return last(s.timeouts, step) }

// WithRun makes the run durable: its records are the checkpoints of the thread of
// that name. A run that the store knows goes on after its last finished step, one
// that it does not know begins. A finished run gives its outcome and runs nothing.
// The data are those of the record, once there is one. A damaged newest record is
// an error: going on from an older one would run durable steps again.
//
// The store does not know whether another process works on the run just now:
// see [Exclusive].
func WithRun(store checkpoint.Store, run string) Option {
	return func(s *Settings) { s.Store, s.Run, s.New = store, run, false }
}

// WithNewRun is [WithRun] for a run that must not exist: where it does, the error
// is [ErrRunExists].
func WithNewRun(store checkpoint.Store, run string) Option {
	return func(s *Settings) { s.Store, s.Run, s.New = store, run, true }
}

// WithHistory bounds the records that a durable run leaves in its store: older
// ones are removed when twice as many are there. Without it two are kept: the
// newest is all that a run needs to go on, and the one before shows what was when
// the disk damages that. Earlier ones are for looking back and for forks; 0 keeps
// all, each with the whole of the data.
func WithHistory(records int) Option { return func(s *Settings) { s.History = max(0, records) } }

// WithFence gives the number of the lease that the writer has on its run, for
// those who take leases themselves; [Exclusive] does it all.
func WithFence(lease uint64) Option { return func(s *Settings) { s.Fence = lease } }

// WithGrace bounds how long a run may outlive its context while it records a step
// that has finished: the store is waited for that much longer, since what has no
// record runs again. It is 2 seconds without it.
func WithGrace(d time.Duration) Option { return func(s *Settings) { s.Grace = d } }

// Guard is asked before each attempt of a step, in every process that comes to
// it; its error stops the operation before the step, with the last record in
// place. Limits and budgets are guards.
type Guard func(ctx context.Context, call *Call) error

// WithGuard adds a guard; all are asked, in order. Sub-operations have the guards
// of their caller.
func WithGuard(guard Guard) Option {
	return func(s *Settings) { s.Guards = append(slices.Clip(s.Guards), guard) }
}

// WithDryRun prints the plan and runs nothing.
func WithDryRun(w io.Writer) Option { return func(s *Settings) { s.DryRun = w } }

// WithEvents runs the handlers of events from outside, each with its payload, one
// after the other, when the operation's own items are over; some operations have
// handlers only. A run that goes on is given them from the first on. It passes
// over those that it has finished, and compares their names: where they are not
// those that it was given before, or are fewer, the error is [ErrDiverged] and
// nothing has run.
func WithEvents(events iter.Seq2[string, any]) Option {
	return func(s *Settings) { s.Events = events }
}

// WithObserver adds an observer; each gets the context that the one before it gave.
func WithObserver(observer Observer) Option {
	return func(s *Settings) {
		before := s.Observer
		s.Observer = func(ctx context.Context, event Event) context.Context {
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
