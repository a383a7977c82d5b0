package trajectories

import (
	"bytes"
	"slices"

	"example.com/agentmemory/gen/trajectory"
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

// recorded reports whether an iteration is in the file: one that was interrupted
// after it had been written is, under its number.
func recorded(x *trajectory.Trajectory, it trajectory.TAOIteration) bool {
	return slices.ContainsFunc(x.Iterations, func(other trajectory.TAOIteration) bool {
		it.IterationNumber = other.IterationNumber
		a, aErr := it.MarshalJSON()
		b, bErr := other.MarshalJSON()
		return aErr == nil && bErr == nil && bytes.Equal(a, b) // encoding is deterministic
	})
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
