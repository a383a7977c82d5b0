package protocol

import (
	"context"
	"fmt"
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
