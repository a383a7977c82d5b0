// Package rounds keeps the files of a Social RL run: the result of each round,
// and the PRAR policy state that the rounds adapt.
package rounds

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"example.com/agentmemory/gen/socialrl"
	"github.com/bindery-go/bindery/runtime/storage"
)

// Run is the directory of one run. It is safe for concurrent use, also by
// several processes.
type Run struct {
	Rounds   *socialrl.Rounds
	Policies *socialrl.Policies
	// Saved are the policies as the runs of others save them, which Apply does not
	// change: what their rounds adapt is in them already.
	Saved *socialrl.SavedPolicies
	// Intensity says what adaptations leave open; nil leaves those that do.
	Intensity Intensity
	Now       func() time.Time // time.Now unless set before the first use

	root *storage.Root
}

// Open opens a run in a directory that exists.
func Open(dir string) (*Run, error) {
	root, err := storage.Open(dir)
	if err != nil {
		return nil, err
	}
	return &Run{
		Rounds: socialrl.NewRounds(root), Policies: socialrl.NewPolicies(root), Saved: socialrl.NewSavedPolicies(root),
		Now: time.Now, root: root,
	}, nil
}

// Close lets go of the directory.
func (r *Run) Close() error { return r.root.Close() }

// ErrApplied is wrapped where a round has been applied before.
var ErrApplied = errors.New("rounds: the round has been applied")

// Apply applies the adaptations of a round to the policy state and saves it. It
// gives the adaptations that are not applied, which stay in the round. Where the
// round or the outcome is wrong nothing is saved.
func (r *Run) Apply(ctx context.Context, number int64) (kept []Kept, err error) {
	round, err := r.Rounds.Load(number)
	if err != nil {
		return nil, err
	}
	err = r.Policies.Update(ctx, func(state *socialrl.PolicyState) error {
		if slices.Contains(state.RoundsApplied, number) {
			return fmt.Errorf("%w: %d", ErrApplied, number)
		}
		kept = adapt(state, round.PolicyAdaptations, r.Intensity, r.Now())
		state.RoundsApplied = append(state.RoundsApplied, number)
		return nil
	})
	return kept, err
}
