package trajectories

import (
	"context"

	"example.com/agentmemory/gen/trajectory"
	"github.com/bindery-go/bindery/runtime/protocol"
)

// RecordIteration has the steps of record_iteration.
type RecordIteration struct{}

// RecordIterationData are the data of a run of record_iteration. They are saved
// as JSON after each step.
type RecordIterationData struct{}

var _ trajectory.RecordIterationSteps[RecordIterationData] = RecordIteration{}

// CaptureThought is the step record_iteration/1:capture_thought.
func (RecordIteration) CaptureThought(ctx context.Context, call *protocol.Call, data *RecordIterationData) error {
	return protocol.ErrNotWritten
}

// LogActionWithRationale is the step
// record_iteration/2:log_action_with_rationale.
func (RecordIteration) LogActionWithRationale(ctx context.Context, call *protocol.Call, data *RecordIterationData) error {
	return protocol.ErrNotWritten
}

// ExecuteAction is the step record_iteration/3:execute_action.
func (RecordIteration) ExecuteAction(ctx context.Context, call *protocol.Call, data *RecordIterationData) error {
	return protocol.ErrNotWritten
}

// CaptureObservation is the step record_iteration/4:capture_observation.
func (RecordIteration) CaptureObservation(ctx context.Context, call *protocol.Call, data *RecordIterationData) error {
	return protocol.ErrNotWritten
}

// CalculateCost is the step record_iteration/5:calculate_cost.
func (RecordIteration) CalculateCost(ctx context.Context, call *protocol.Call, data *RecordIterationData) error {
	return protocol.ErrNotWritten
}

// SaveIteration is the step record_iteration/6:save_iteration.
func (RecordIteration) SaveIteration(ctx context.Context, call *protocol.Call, data *RecordIterationData) error {
	return protocol.ErrNotWritten
}

// CompleteTrajectory has the steps of complete_trajectory.
type CompleteTrajectory struct{}

// CompleteTrajectoryData are the data of a run of complete_trajectory. They are
// saved as JSON after each step.
type CompleteTrajectoryData struct{}

var _ trajectory.CompleteTrajectorySteps[CompleteTrajectoryData] = CompleteTrajectory{}

// DetermineOutcomeStatus is the step
// complete_trajectory/1:determine_outcome_status.
func (CompleteTrajectory) DetermineOutcomeStatus(ctx context.Context, call *protocol.Call, data *CompleteTrajectoryData) error {
	return protocol.ErrNotWritten
}

// CalculateQualityMetrics is the step
// complete_trajectory/2:calculate_quality_metrics.
func (CompleteTrajectory) CalculateQualityMetrics(ctx context.Context, call *protocol.Call, data *CompleteTrajectoryData) error {
	return protocol.ErrNotWritten
}

// IdentifyLessonsLearned is the step
// complete_trajectory/3:identify_lessons_learned.
func (CompleteTrajectory) IdentifyLessonsLearned(ctx context.Context, call *protocol.Call, data *CompleteTrajectoryData) error {
	return protocol.ErrNotWritten
}

// SaveTrajectory is the step complete_trajectory/4:save_trajectory.
func (CompleteTrajectory) SaveTrajectory(ctx context.Context, call *protocol.Call, data *CompleteTrajectoryData) error {
	return protocol.ErrNotWritten
}

// UpdateTrajectoryIndex is the step
// complete_trajectory/5:update_trajectory_index.
func (CompleteTrajectory) UpdateTrajectoryIndex(ctx context.Context, call *protocol.Call, data *CompleteTrajectoryData) error {
	return protocol.ErrNotWritten
}

// AnalyzeTrajectory has the steps of analyze_trajectory.
type AnalyzeTrajectory struct{}

// AnalyzeTrajectoryData are the data of a run of analyze_trajectory. They are
// saved as JSON after each step.
type AnalyzeTrajectoryData struct{}

var _ trajectory.AnalyzeTrajectorySteps[AnalyzeTrajectoryData] = AnalyzeTrajectory{}

// CalculateQualityScores is the step
// analyze_trajectory/1:calculate_quality_scores.
func (AnalyzeTrajectory) CalculateQualityScores(ctx context.Context, call *protocol.Call, data *AnalyzeTrajectoryData) error {
	return protocol.ErrNotWritten
}

// IdentifyPatterns is the step analyze_trajectory/2:identify_patterns.
func (AnalyzeTrajectory) IdentifyPatterns(ctx context.Context, call *protocol.Call, data *AnalyzeTrajectoryData) error {
	return protocol.ErrNotWritten
}

// ExtractLessons is the step analyze_trajectory/3:extract_lessons.
func (AnalyzeTrajectory) ExtractLessons(ctx context.Context, call *protocol.Call, data *AnalyzeTrajectoryData) error {
	return protocol.ErrNotWritten
}

// GenerateReport is the step analyze_trajectory/4:generate_report.
func (AnalyzeTrajectory) GenerateReport(ctx context.Context, call *protocol.Call, data *AnalyzeTrajectoryData) error {
	return protocol.ErrNotWritten
}
