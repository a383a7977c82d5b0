package trajectories

import (
	"cmp"
	"context"
	"time"

	"example.com/agentmemory/gen/trajectory"
	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/timefmt"
)

// recordIteration has the steps of record_iteration.
type recordIteration struct {
	*Store
	agent Agent
	past  *trajectory.Trajectory // without this iteration
	room  string                 // reserved for it
	saved *bool                  // here, not by another recorder before
}

// recordIterationData are the data of a run of record_iteration. They are saved
// as JSON after each step.
type recordIterationData struct {
	ID          string
	Number      int64
	Started     time.Time
	DurationMs  int64
	Usage       Usage
	Thought     *trajectory.Thought // nil until it is captured, as the others
	Action      *trajectory.Action
	Observation *trajectory.Observation
	Cost        trajectory.IterationCost
}

func (d *recordIterationData) use(u Usage) {
	d.Usage.InputTokens += u.InputTokens
	d.Usage.OutputTokens += u.OutputTokens
}

var _ trajectory.RecordIterationSteps[recordIterationData] = recordIteration{}

// CaptureThought is the step record_iteration/1:capture_thought.
func (s recordIteration) CaptureThought(ctx context.Context, call *protocol.Call, data *recordIterationData) error {
	data.Started = s.Now()
	thought, usage, err := s.agent.Think(ctx, s.past)
	data.Thought = &thought
	data.use(usage)
	if err != nil {
		return err
	}
	return thought.Validate()
}

// LogActionWithRationale is the step
// record_iteration/2:log_action_with_rationale.
func (s recordIteration) LogActionWithRationale(ctx context.Context, call *protocol.Call, data *recordIterationData) error {
	action, usage, err := s.agent.Decide(ctx, *data.Thought)
	if action.Timestamp == nil {
		action.Timestamp = s.now()
	}
	data.Action = &action
	data.use(usage)
	if err != nil {
		return err
	}
	return action.Validate()
}

// ExecuteAction is the step record_iteration/3:execute_action.
func (s recordIteration) ExecuteAction(ctx context.Context, call *protocol.Call, data *recordIterationData) error {
	began := s.Now()
	observation, err := s.agent.Execute(ctx, call.IdempotencyKey(), *data.Action)
	if observation.DurationMs == nil {
		observation.DurationMs = new(s.Now().Sub(began).Milliseconds())
	}
	data.Observation = &observation
	if err != nil {
		return err
	}
	return observation.Validate()
}

// CaptureObservation is the step record_iteration/4:capture_observation.
func (s recordIteration) CaptureObservation(ctx context.Context, call *protocol.Call, data *recordIterationData) error {
	if data.Observation.Timestamp == nil {
		data.Observation.Timestamp = s.now()
	}
	data.DurationMs = s.Now().Sub(data.Started).Milliseconds()
	return nil
}

// CalculateCost is the step record_iteration/5:calculate_cost.
func (s recordIteration) CalculateCost(ctx context.Context, call *protocol.Call, data *recordIterationData) error {
	input, output, err := s.Prices.Cost(data.Usage.InputTokens, data.Usage.OutputTokens)
	data.Cost = trajectory.IterationCost{
		InputTokens: &data.Usage.InputTokens, OutputTokens: &data.Usage.OutputTokens,
		TotalTokens:  new(data.Usage.InputTokens + data.Usage.OutputTokens),
		InputCostUSD: new(budget.Dollars(input)), OutputCostUSD: new(budget.Dollars(output)),
		TotalCostUSD: new(budget.Dollars(input + output)),
	}
	return err
}

// SaveIteration is the step record_iteration/6:save_iteration.
func (s recordIteration) SaveIteration(ctx context.Context, call *protocol.Call, data *recordIterationData) error {
	*s.saved = true
	// Where a process died after it had written the file, it is there already.
	return s.Trajectories.Record(ctx, data.ID, s.room, trajectory.TAOIteration{
		IterationNumber: data.Number, Timestamp: new(timefmt.DateTimeOf(data.Started.UTC())),
		Thought: *data.Thought, Action: *data.Action, Observation: *data.Observation, Cost: &data.Cost, DurationMs: &data.DurationMs,
	})
}

// ending has the steps of complete_trajectory and analyze_trajectory.
type ending struct{ *Store }

// endingData are the data of a run of either.
type endingData struct {
	X      *trajectory.Trajectory
	Result Result
	Tools  []toolUse
}

var (
	_ trajectory.CompleteTrajectorySteps[endingData] = ending{}
	_ trajectory.AnalyzeTrajectorySteps[endingData]  = ending{}
)

// DetermineOutcomeStatus is the step
// complete_trajectory/1:determine_outcome_status.
func (s ending) DetermineOutcomeStatus(ctx context.Context, call *protocol.Call, data *endingData) error {
	x, r := data.X, data.Result
	if x.Outcome == nil {
		x.Outcome = &trajectory.TrajectoryOutcome{
			Status:           cmp.Or(r.Status, lastStatus(x)),
			CompletionReason: new(cmp.Or(r.Reason, trajectory.TrajectoryOutcomeCompletionReasonTaskComplete)),
		}
	}
	if r.FinalResult != "" {
		x.Outcome.FinalResult = &r.FinalResult
	}
	if n := int64(len(x.Iterations)); n > 0 {
		x.Outcome.IterationsToCompletion = &n
	}
	return nil
}

// CalculateQualityMetrics is the step
// complete_trajectory/2:calculate_quality_metrics.
func (s ending) CalculateQualityMetrics(ctx context.Context, call *protocol.Call, data *endingData) error {
	scores(data.X)
	return nil
}

// IdentifyLessonsLearned is the step
// complete_trajectory/3:identify_lessons_learned.
func (s ending) IdentifyLessonsLearned(ctx context.Context, call *protocol.Call, data *endingData) error {
	data.X.QualityMetrics.LessonsLearned = lessons(data.X)
	return nil
}

// SaveTrajectory is the step complete_trajectory/4:save_trajectory.
func (s ending) SaveTrajectory(ctx context.Context, call *protocol.Call, data *endingData) error {
	return nil // the store saves it when the operation has ended
}

// UpdateTrajectoryIndex is the step
// complete_trajectory/5:update_trajectory_index.
func (s ending) UpdateTrajectoryIndex(ctx context.Context, call *protocol.Call, data *endingData) error {
	return nil // the store keeps it in step
}

// CalculateQualityScores is the step
// analyze_trajectory/1:calculate_quality_scores.
func (s ending) CalculateQualityScores(ctx context.Context, call *protocol.Call, data *endingData) error {
	scores(data.X)
	return nil
}

// IdentifyPatterns is the step analyze_trajectory/2:identify_patterns.
func (s ending) IdentifyPatterns(ctx context.Context, call *protocol.Call, data *endingData) error {
	data.Tools = toolUses(data.X)
	return nil
}

// ExtractLessons is the step analyze_trajectory/3:extract_lessons.
func (s ending) ExtractLessons(ctx context.Context, call *protocol.Call, data *endingData) error {
	data.X.QualityMetrics.LessonsLearned = lessons(data.X)
	return nil
}

// GenerateReport is the step analyze_trajectory/4:generate_report.
func (s ending) GenerateReport(ctx context.Context, call *protocol.Call, data *endingData) error {
	text, err := report(data.X, data.Tools)
	if err != nil {
		return err
	}
	path, err := trajectory.TrajectoryReportFileOf(data.X)
	if err != nil {
		return err
	}
	return s.Root().WriteFile(path, text)
}
