package trajectories

import (
	"errors"

	"example.com/agentmemory/gen/trajectory"
	"example.com/agentmemory/gen/trajectoryindex"
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

// add appends an iteration with its totals, and saves. Where there is no room
// for it the trajectory has ended, and is saved as one that has; the error is
// the *budget.ExceededError all the same.
func (s *Store) add(x *trajectory.Trajectory, it trajectory.TAOIteration) error {
	spending, err := trajectory.OpenBudget(x, s.Limits, nil, "trajectory")
	if err != nil {
		return err
	}
	err = spending.Add(x, it)
	var exceeded *budget.ExceededError
	if err != nil && !errors.As(err, &exceeded) {
		return err
	}
	if exceeded == nil {
		return s.save(x)
	}
	if x.Metadata == nil {
		x.Metadata = &trajectory.TrajectoryMetadata{}
	}
	x.Metadata.CompletedAt = s.now()
	if s.Limits.Check(x) != nil {
		x.Metadata.CompletedAt = nil // there is not even room for this
	}
	path, pathErr := trajectory.TrajectoryFileOf(x)
	saveErr := s.save(x)
	if saveErr == nil && pathErr == nil {
		saveErr = s.updateIndex(func(index *trajectoryindex.Index) { enter(index, x, path) })
	}
	return errors.Join(err, saveErr, pathErr)
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
