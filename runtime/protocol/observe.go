package protocol

import (
	"context"
	"log/slog"
	"time"
)

// Event is one thing that happened in a run.
type Event struct {
	Kind     EventKind
	Path     string        // of the operation, step, branch, loop or handler
	Attempt  int           // of a step, from 1
	Duration time.Duration // of a finished or failed attempt
	Taken    bool          // Decided: whether the branch is taken
	Items    int           // ItemsTaken: their number
	Err      error         // failures; a *WaitingError where a run waits; a signal at StepFinished
	Outcome  Outcome       // RunFinished
	Plan     *Program      // RunStarted, RunResumed

	IdempotencyKey string // of a step
}

// EventKind says what happened. Finished steps, decisions and items are told
// when their record is durable.
type EventKind string

const (
	RunStarted   EventKind = "run started"
	RunResumed   EventKind = "run resumed"
	RunFinished  EventKind = "run finished"
	RunFailed    EventKind = "run failed" // or interrupted: Err tells
	RunWaiting   EventKind = "run waiting"
	StepStarted  EventKind = "step started"
	StepFinished EventKind = "step finished"
	StepFailed   EventKind = "step failed" // one attempt; another may follow
	StepWaiting  EventKind = "step waiting"
	Decided      EventKind = "branch decided"
	ItemsTaken   EventKind = "items taken"
	Emitted      EventKind = "event emitted"
)

// Observer is told of every event, in order, on the goroutine of the run. The
// context it gives at RunStarted, RunResumed and StepStarted is that of the
// run or step, so a tracer can put its span there; elsewhere it is dropped.
type Observer func(ctx context.Context, event Event) context.Context

// Log observes by writing one record an event: failures at Warn, the run's at
// Error, the rest at Debug.
func Log(logger *slog.Logger) Observer {
	return func(ctx context.Context, event Event) context.Context {
		level := slog.LevelDebug
		attrs := []slog.Attr{slog.String("path", event.Path)}
		switch event.Kind {
		case StepFailed:
			level = slog.LevelWarn
		case RunFailed:
			level = slog.LevelError
		case Decided:
			attrs = append(attrs, slog.Bool("taken", event.Taken))
		case ItemsTaken:
			attrs = append(attrs, slog.Int("items", event.Items))
		case RunFinished:
			attrs = append(attrs, slog.String("outcome", string(event.Outcome)))
		}
		if event.Attempt > 0 {
			attrs = append(attrs, slog.Int("attempt", event.Attempt), slog.String("key", event.IdempotencyKey))
		}
		if event.Duration > 0 {
			attrs = append(attrs, slog.Duration("duration", event.Duration))
		}
		if event.Err != nil {
			attrs = append(attrs, slog.Any("error", event.Err))
		}
		logger.LogAttrs(ctx, level, string(event.Kind), attrs...)
		return ctx
	}
}
