package trajectories

import (
	"bytes"
	"context"
	"errors"

	"example.com/agentmemory/gen/trajectory"
	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/timefmt"
)

func (d *recordIterationData) use(u Usage) {
	d.Usage.InputTokens += u.InputTokens
	d.Usage.OutputTokens += u.OutputTokens
}

func (d *recordIterationData) iteration() trajectory.TAOIteration {
	return trajectory.TAOIteration{
		IterationNumber: d.Number, Timestamp: new(timefmt.DateTimeOf(d.Started.UTC())),
		Thought: *d.Thought, Action: *d.Action, Observation: *d.Observation, Cost: &d.Cost, DurationMs: &d.DurationMs,
	}
}

// room says before anything is paid for an iteration whether there is room for
// it. Where there is none the trajectory ends.
func (s *Store) room(ctx context.Context, x *trajectory.Trajectory) error {
	ask := func(x *trajectory.Trajectory) error {
		spending, err := trajectory.OpenBudget(x, s.Limits, nil, "trajectory")
		if err != nil {
			return err
		}
		reservation, err := spending.Reserve(x)
		if err != nil {
			return err
		}
		return reservation.Release()
	}
	var exceeded *budget.ExceededError
	if err := ask(x); !errors.As(err, &exceeded) {
		return err
	}
	return s.spend(ctx, x.TrajectoryID, ask)
}

// add appends an iteration with its totals. One that was interrupted after the
// file had been replaced is there already.
func (s *Store) add(ctx context.Context, data *recordIterationData) error {
	return s.spend(ctx, data.ID, func(x *trajectory.Trajectory) error {
		it := data.iteration()
		for i := range x.Iterations {
			it.IterationNumber = x.Iterations[i].IterationNumber
			if sameIteration(&it, &x.Iterations[i]) {
				return nil
			}
		}
		it.IterationNumber = int64(len(x.Iterations)) + 1
		spending, err := trajectory.OpenBudget(x, s.Limits, nil, "trajectory")
		if err != nil {
			return err
		}
		return spending.Add(x, it)
	})
}

// spend changes a trajectory. Where there is no room for that it has ended, and is
// saved as one that has; the error is the *budget.ExceededError all the same.
func (s *Store) spend(ctx context.Context, id string, change func(x *trajectory.Trajectory) error) error {
	var exceeded *budget.ExceededError
	err := s.Update(ctx, id, func(x *trajectory.Trajectory) error {
		if err := change(x); !errors.As(err, &exceeded) {
			return err
		}
		if x.Metadata == nil {
			x.Metadata = &trajectory.TrajectoryMetadata{}
		}
		x.Metadata.CompletedAt = s.now()
		if s.Limits.Check(x) != nil {
			x.Metadata.CompletedAt = nil // there is not even room for this
		}
		return nil
	})
	if exceeded != nil {
		return errors.Join(exceeded, err)
	}
	return err
}

func sameIteration(a, b *trajectory.TAOIteration) bool {
	x, xErr := a.MarshalJSON()
	y, yErr := b.MarshalJSON()
	return xErr == nil && yErr == nil && bytes.Equal(x, y) // encoding is deterministic
}

// lastStatus takes the outcome from the last observation.
func lastStatus(x *trajectory.Trajectory) trajectory.TrajectoryOutcomeStatus {
	if len(x.Iterations) == 0 {
		return trajectory.TrajectoryOutcomeStatusFailure
	}
	switch x.Iterations[len(x.Iterations)-1].Observation.Status {
	case trajectory.ObservationStatusSuccess:
		return trajectory.TrajectoryOutcomeStatusSuccess
	case trajectory.ObservationStatusPartial:
		return trajectory.TrajectoryOutcomeStatusPartialSuccess
	case trajectory.ObservationStatusTimeout:
		return trajectory.TrajectoryOutcomeStatusTimeout
	case trajectory.ObservationStatusError:
		return trajectory.TrajectoryOutcomeStatusError
	}
	return trajectory.TrajectoryOutcomeStatusFailure
}
