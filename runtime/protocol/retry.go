package protocol

import (
	"context"
	"time"
)

// Retry says how often a failing step is tried. Each attempt starts from the data
// as they were before the first. Attempts that have failed count, and the wait
// goes on, when the process dies meanwhile and another takes up the run; an
// attempt that its process did not survive, or whose context ended, has not
// failed. A run that failed for good begins to count anew when it is taken up
// again.
//
// Signals and [Wait] are no failures, and nothing is tried again once the context
// has ended.
type Retry struct {
	Attempts  int                             // in all; less than 2 tries once
	Wait      func(attempt int) time.Duration // after attempt number 1, 2, …; nil for none
	Retryable func(error) bool                // nil is every error
}

// WithRetry sets the policy of the named steps, of every step where none is
// named. The last that fits holds.
func WithRetry(policy Retry, steps ...string) Option {
	return func(s *Settings) {
		s.retries = append(s.retries[:len(s.retries):len(s.retries)], forSteps[Retry]{steps, policy})
	}
}

// WithTimeout bounds each attempt of the named steps, of every step where none is
// named: the attempt's context ends after d. A step that heeds its context fails
// then, and may be tried again; the run waits for one that does not. The last that
// fits holds.
func WithTimeout(d time.Duration, steps ...string) Option {
	return func(s *Settings) {
		s.timeouts = append(s.timeouts[:len(s.timeouts):len(s.timeouts)], forSteps[time.Duration]{steps, d})
	}
}

// Backoff is a wait for [Retry] that begins with first and doubles up to most.
func Backoff(first, most time.Duration) func(attempt int) time.Duration {
	return func(attempt int) time.Duration {
		wait := first
		for range attempt - 1 {
			if wait >= most/2 {
				return most
			}
			wait *= 2
		}
		return min(wait, most)
	}
}

// Again reports whether the policy allows another attempt after a failed one.
func (r Retry) Again(attempt int, err error) bool {
	return attempt < r.Attempts && (r.Retryable == nil || r.Retryable(err))
}

// WaitAfter is the time between a failed attempt and the next.
func (r Retry) WaitAfter(attempt int) time.Duration {
	if r.Wait == nil {
		return 0
	}
	return r.Wait(attempt)
}

// sleepUntil waits for a time or for the end of the context, and returns the
// error of that.
func sleepUntil(ctx context.Context, at time.Time) error {
	wait := time.Until(at)
	if wait <= 0 {
		return ended(ctx)
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ended(ctx)
	}
}
