// Package rounds keeps the files of a Social RL run: the result of each round,
// and the PRAR policy state that the rounds adapt.
package rounds

import (
	"context"
	"time"

	"example.com/agentmemory/gen/socialrl"
	"github.com/bindery-go/bindery/runtime/storage"
)

// Run is the directory of one run. It is safe for concurrent use, also by
// several processes.
type Run struct {
	Rounds   *socialrl.Rounds
	Policies *socialrl.Policies
	// Intensity gives the new intensity of a cue, 0 to 1, for an adaptation that
	// says to adjust it and not to what; nil leaves it.
	Intensity func(a socialrl.PolicyAdaptation, current float64) float64
	Now       func() time.Time // time.Now unless set before the first use

	root *storage.Root
}

// Open opens a run in a directory that exists.
func Open(dir string) (*Run, error) {
	root, err := storage.Open(dir)
	if err != nil {
		return nil, err
	}
	return &Run{Rounds: socialrl.NewRounds(root), Policies: socialrl.NewPolicies(root), Now: time.Now, root: root}, nil
}

// Close lets go of the directory.
func (r *Run) Close() error { return r.root.Close() }

// Apply applies the adaptations of a round to the policy state and saves it. It
// gives the adaptations that were not applied, which stay in the round. Where
// the round or the outcome is wrong nothing is saved.
func (r *Run) Apply(ctx context.Context, number int64) (kept []Kept, err error) {
	round, err := r.Rounds.Load(number)
	if err != nil {
		return nil, err
	}
	err = r.Policies.Update(ctx, func(state *socialrl.PolicyState) error {
		kept = adapt(state, round.PolicyAdaptations, r.Intensity, r.Now())
		return nil
	})
	return kept, err
}
