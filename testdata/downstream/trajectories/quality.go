package trajectories

import (
	"cmp"
	"maps"
	"slices"

	"example.com/agentmemory/gen/trajectory"
)

// succeeded and failed are what the counters of the schema count: a partial
// observation is neither.
func succeeded(o *trajectory.Observation) bool {
	return o.Status == trajectory.ObservationStatusSuccess
}

func failed(o *trajectory.Observation) bool {
	return !succeeded(o) && o.Status != trajectory.ObservationStatusPartial
}

// scores fills in what can be measured without a judge; the budget counts
// successes and failures. A score of nothing, as of errors where there were none,
// stays absent.
func scores(x *trajectory.Trajectory) {
	if x.QualityMetrics == nil {
		x.QualityMetrics = &trajectory.QualityMetrics{}
	}
	var successes, retries, recoveries, recovered, grounded, confidences int
	var confidence float64
	for i := range x.Iterations {
		it := &x.Iterations[i]
		if succeeded(&it.Observation) {
			successes++
		}
		if i > 0 && failed(&x.Iterations[i-1].Observation) {
			recoveries++
			if succeeded(&it.Observation) {
				recovered++
			}
			if it.Action.Tool == x.Iterations[i-1].Action.Tool {
				retries++
			}
		}
		if i > 0 && len(it.Thought.References) > 0 {
			grounded++
		}
		if it.Thought.Confidence != nil {
			confidences++
			confidence += *it.Thought.Confidence
		}
	}
	q := x.QualityMetrics
	q.RetryCount = new(int64(retries))
	q.OverallQuality = share(float64(successes), len(x.Iterations))
	q.ErrorRecovery = share(float64(recovered), recoveries)
	q.ThoughtGrounding = share(float64(grounded), len(x.Iterations)-1)
	q.ReasoningQuality = share(confidence, confidences)
}

func share(part float64, of int) *float64 {
	if of <= 0 {
		return nil
	}
	return new(part / float64(of))
}

// lessons are what the observations say was learned.
func lessons(x *trajectory.Trajectory) []trajectory.QualityMetricsLessonsLearnedItem {
	var list []trajectory.QualityMetricsLessonsLearnedItem
	for i := range x.Iterations {
		if it := &x.Iterations[i]; it.Observation.Learned != nil {
			list = append(list, trajectory.QualityMetricsLessonsLearnedItem{
				Lesson: it.Observation.Learned, Context: &it.Action.Description, Iteration: &it.IterationNumber,
			})
		}
	}
	return list
}

// lastStatus takes the outcome from the last observation.
func lastStatus(x *trajectory.Trajectory) trajectory.TrajectoryOutcomeStatus {
	if len(x.Iterations) == 0 {
		return trajectory.TrajectoryOutcomeStatusFailure
	}
	status := x.Iterations[len(x.Iterations)-1].Observation.Status
	if status == trajectory.ObservationStatusPartial {
		return trajectory.TrajectoryOutcomeStatusPartialSuccess
	}
	return trajectory.TrajectoryOutcomeStatus(status) // the others are called the same
}

// toolUse is how often a tool was used, and how often in vain.
type toolUse struct {
	Tool         string
	Used, Failed int
}

// toolUses lists the tools, the most used first.
func toolUses(x *trajectory.Trajectory) []toolUse {
	uses := make(map[string]toolUse)
	for i := range x.Iterations {
		it := &x.Iterations[i]
		use := uses[it.Action.Tool]
		use.Tool = it.Action.Tool
		use.Used++
		if failed(&it.Observation) {
			use.Failed++
		}
		uses[use.Tool] = use
	}
	return slices.SortedFunc(maps.Values(uses), func(a, b toolUse) int {
		return cmp.Or(b.Used-a.Used, cmp.Compare(a.Tool, b.Tool))
	})
}
