package protocol

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"
)

// Outcome says how an operation ended: [Done], [Planned], or the name of the
// return step that ended it.
type Outcome string

const (
	Done    Outcome = "done"    // the operation came to its end
	Planned Outcome = "planned" // a dry run printed the plan and ran nothing
)

// Engine runs programs. The engine of this package runs them in the process that
// calls the driver; one that hands steps to workers elsewhere takes its place
// with [WithEngine]. It makes each step's [Call] with [NewCall], decides on
// branches and takes the items of loops once, and gives every step the data as
// they were before it.
type Engine interface {
	// Run runs a program on the data that a pointer leads to.
	Run(ctx context.Context, program *Program, data any, settings *Settings) (Outcome, error)
}

// World is what a run knows of where it runs, for an [Engine] that lets the local
// one walk through a program in a time of its own.
type World interface {
	Now() time.Time
	SleepUntil(ctx context.Context, t time.Time) error
	// NewRun tells a run from all others.
	NewRun() string
}

// here is the world of this process.
type here struct{}

func (here) Now() time.Time                                    { return time.Now() }
func (here) SleepUntil(ctx context.Context, t time.Time) error { return sleepUntil(ctx, t) }
func (here) NewRun() string                                    { return rand.Text() }

// WithEngine lets another engine run the operation.
func WithEngine(engine Engine) Option { return func(s *Settings) { s.Engine = engine } }

// Execute runs a program, as drivers do: data is a pointer to the operation's
// data.
//
// Errors are *[StepError] where a step, condition or item list failed, waits,
// was refused by a guard, or was not begun because ctx ended. Otherwise they come
// from the store, or are [ErrRunExists], [ErrDiverged] or [ErrRecursion], or wrap
// [ErrNoSteps].
func Execute(ctx context.Context, program *Program, data any, opts ...Option) (Outcome, error) {
	if err := program.check(); err != nil {
		return "", err
	}
	settings := newSettings(opts)
	if settings.DryRun != nil {
		_, err := fmt.Fprint(settings.DryRun, program)
		return Planned, err
	}
	return settings.Engine.Run(ctx, program, data, settings)
}
