package trajectories

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/agentmemory/gen/trajectory"
	"example.com/agentmemory/gen/trajectoryindex"
	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
	"github.com/bindery-go/bindery/runtime/validate"
)

// scripted is an agent that observes what it is told, one status a turn, and
// lets time go by.
type scripted struct {
	clock    *time.Time
	statuses []trajectory.ObservationStatus
	result   string
	turn     int
	keys     []string
	fail     error // of the next action
}

func (a *scripted) Think(_ context.Context, past *trajectory.Trajectory) (trajectory.Thought, Usage, error) {
	*a.clock = a.clock.Add(time.Second)
	a.turn = len(past.Iterations)
	thought := trajectory.Thought{Type: trajectory.ThoughtTypeReasoning, Content: fmt.Sprintf("turn | %d", a.turn), Confidence: new(0.5)}
	if a.turn > 1 {
		thought.References = []string{"the last observation"}
	}
	return thought, Usage{InputTokens: 1000, OutputTokens: 100}, nil
}

func (a *scripted) Decide(context.Context, trajectory.Thought) (trajectory.Action, Usage, error) {
	return trajectory.Action{Tool: "grep", Description: "look"}, Usage{OutputTokens: 1}, nil
}

func (a *scripted) Execute(_ context.Context, key string, _ trajectory.Action) (trajectory.Observation, error) {
	a.keys = append(a.keys, key)
	if err := a.fail; err != nil {
		a.fail = nil
		return trajectory.Observation{}, err
	}
	*a.clock = a.clock.Add(500 * time.Millisecond)
	o := trajectory.Observation{Status: success, Result: trajectory.NewObservationResultString(a.result)}
	if a.turn < len(a.statuses) {
		o.Status = a.statuses[a.turn]
	}
	if o.Status == failure {
		o.Learned = new("grep wants a file")
	}
	return o, nil
}

const (
	success = trajectory.ObservationStatusSuccess
	failure = trajectory.ObservationStatusFailure
	partial = trajectory.ObservationStatusPartial
)

func open(t *testing.T) (*Store, *scripted) {
	t.Helper()
	s, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	clock := time.Date(2026, 2, 9, 10, 0, 0, 0, time.UTC)
	s.Now = func() time.Time { return clock }
	s.Prices = budget.Prices{Input: 3e9, Output: 15e9}
	s.Runs = memstore.New(nil)
	return s, &scripted{clock: &clock}
}

func begin(t *testing.T, s *Store) string {
	t.Helper()
	id, err := s.Start(t.Context(), trajectory.TaskContext{TaskID: "task-00000001", TaskType: "bug_fixing", TaskPrompt: "Fix it"}, "model-1")
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func record(t *testing.T, s *Store, id string, agent Agent, turns int) {
	t.Helper()
	for range turns {
		if err := s.Record(t.Context(), id, agent); err != nil {
			t.Fatal(err)
		}
	}
}

func complete(t *testing.T, s *Store, id string, result Result) {
	t.Helper()
	if err := s.Complete(t.Context(), id, result); err != nil {
		t.Fatal(err)
	}
}

func load(t *testing.T, s *Store, id string) *trajectory.Trajectory {
	t.Helper()
	x, err := s.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func place(s *Store, names ...string) string {
	return filepath.Join(append([]string{s.Root().Name(), ".aiwg/rlm/trajectories"}, names...)...)
}

func index(t *testing.T, s *Store) *trajectoryindex.Index {
	t.Helper()
	content, err := os.ReadFile(place(s, "index.json"))
	if err != nil {
		t.Fatal(err)
	}
	x, err := trajectoryindex.ParseIndex(content)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestIterationsHaveCostsAndTotals(t *testing.T) {
	s, agent := open(t)
	id := begin(t, s)
	agent.statuses = []trajectory.ObservationStatus{success, failure, success, partial}
	record(t, s, id, agent, 4)
	x := load(t, s, id)
	it := x.Iterations[3]
	if it.IterationNumber != 4 || it.GetDurationMs() != 1500 || it.Observation.GetDurationMs() != 500 || it.GetTimestamp().String() != "2026-02-09T10:00:04.5Z" {
		t.Errorf("%+v", it)
	}
	// 1,000 tokens at 3 dollars a million and 101 at 15.
	if c := it.Cost; c.GetInputTokens() != 1000 || c.GetOutputTokens() != 101 || c.GetTotalTokens() != 1101 || c.GetTotalCostUSD() != 0.004515 {
		t.Errorf("%+v", c)
	}
	m, q := x.Metadata, x.QualityMetrics
	if m.GetTotalIterations() != 4 || m.GetTotalTokens() != 4404 || m.GetTotalCostUSD() != 0.01806 || m.CompletedAt != nil || m.GetModel() != "model-1" {
		t.Errorf("%+v", m)
	}
	if q.GetSuccessfulIterations() != 2 || q.GetFailedIterations() != 1 {
		t.Errorf("%+v", q)
	}
	slices.Sort(agent.keys)
	if len(slices.Compact(agent.keys)) != 4 {
		t.Errorf("the actions' keys are %v", agent.keys)
	}
}

func TestCompletion(t *testing.T) {
	s, agent := open(t)
	for _, test := range []struct {
		statuses []trajectory.ObservationStatus
		want     trajectory.TrajectoryOutcomeStatus
	}{
		{nil, trajectory.TrajectoryOutcomeStatusFailure}, // no iteration at all
		{[]trajectory.ObservationStatus{success}, trajectory.TrajectoryOutcomeStatusSuccess},
		{[]trajectory.ObservationStatus{success, failure}, trajectory.TrajectoryOutcomeStatusFailure},
		{[]trajectory.ObservationStatus{partial}, trajectory.TrajectoryOutcomeStatusPartialSuccess},
		{[]trajectory.ObservationStatus{failure, success}, trajectory.TrajectoryOutcomeStatusSuccess},
		{[]trajectory.ObservationStatus{trajectory.ObservationStatusTimeout}, trajectory.TrajectoryOutcomeStatusTimeout},
		{[]trajectory.ObservationStatus{trajectory.ObservationStatusError}, trajectory.TrajectoryOutcomeStatusError},
	} {
		id := begin(t, s)
		agent.statuses = test.statuses
		record(t, s, id, agent, len(test.statuses))
		*agent.clock = agent.clock.Add(time.Hour)
		complete(t, s, id, Result{FinalResult: "done"})
		x := load(t, s, id)
		if x.Outcome.Status != test.want || x.Outcome.GetCompletionReason() != trajectory.TrajectoryOutcomeCompletionReasonTaskComplete || x.Outcome.GetFinalResult() != "done" {
			t.Errorf("%v: %+v", test.statuses, x.Outcome)
		}
		if !x.Metadata.GetCompletedAt().Time().Equal(*agent.clock) {
			t.Errorf("completed at %v", x.Metadata.GetCompletedAt())
		}
		if err := s.Record(t.Context(), id, agent); !errors.Is(err, ErrEnded) {
			t.Errorf("an iteration after the end: %v", err)
		}
	}
	list := index(t, s).Trajectories
	if len(list) != 7 || !slices.IsSortedFunc(list, func(a, b trajectoryindex.Entry) int { return strings.Compare(a.TrajectoryID, b.TrajectoryID) }) {
		t.Errorf("%+v", list)
	}
}

func TestQuality(t *testing.T) {
	s, agent := open(t)
	id := begin(t, s)
	agent.statuses = []trajectory.ObservationStatus{failure, failure, success, success}
	record(t, s, id, agent, 4)
	complete(t, s, id, Result{})
	q := load(t, s, id).QualityMetrics
	if q.GetRetryCount() != 2 || q.GetErrorRecovery() != 0.5 || q.GetOverallQuality() != 0.5 || q.GetReasoningQuality() != 0.5 || q.GetThoughtGrounding() != 2./3 {
		t.Errorf("%+v", q)
	}
	if l := q.LessonsLearned; len(l) != 2 || l[1].GetLesson() != "grep wants a file" || l[1].GetIteration() != 2 {
		t.Errorf("%+v", l)
	}
	// Nothing to measure is no score of zero.
	id = begin(t, s)
	complete(t, s, id, Result{})
	if q := load(t, s, id).QualityMetrics; q.OverallQuality != nil || q.ErrorRecovery != nil || q.GetFailedIterations() != 0 {
		t.Errorf("%+v", q)
	}
}

func TestStopsAtMaxIterations(t *testing.T) {
	s, agent := open(t)
	id := begin(t, s)
	record(t, s, id, agent, trajectory.MaxIterations)
	var exceeded *budget.ExceededError
	err := s.Record(t.Context(), id, agent)
	if !errors.As(err, &exceeded) || exceeded.Dimension != budget.Iterations || strings.Contains(err.Error(), "record_iteration") { // no step has run
		t.Fatal(err)
	}
	x := load(t, s, id)
	if len(x.Iterations) != trajectory.MaxIterations || x.Metadata.GetTotalIterations() != trajectory.MaxIterations || x.Metadata.CompletedAt == nil ||
		x.Outcome.Status != trajectory.TrajectoryOutcomeStatusFailure || x.Outcome.GetCompletionReason() != trajectory.TrajectoryOutcomeCompletionReasonMaxIterations {
		t.Errorf("%d iterations, %+v", len(x.Iterations), x.Outcome)
	}
	if list := index(t, s).Trajectories; len(list) != 1 || *list[0].CompletionReason != "max_iterations" {
		t.Errorf("%+v", list)
	}
	if err := s.Record(t.Context(), id, agent); !errors.Is(err, ErrEnded) {
		t.Error(err)
	}
	complete(t, s, id, Result{FinalResult: "gave up"})
	if x := load(t, s, id); x.Outcome.Status != trajectory.TrajectoryOutcomeStatusFailure || x.Outcome.GetFinalResult() != "gave up" {
		t.Errorf("%+v", x.Outcome)
	}
}

// TestTheLastIterationIsOfOne lets agents of two stores take the last turn at
// once: one acts, and the others have done nothing.
func TestTheLastIterationIsOfOne(t *testing.T) {
	s, agent := open(t)
	id := begin(t, s)
	record(t, s, id, agent, trajectory.MaxIterations-1)
	other, err := Open(s.Root().Name())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	var wg sync.WaitGroup
	var acted, refused atomic.Int64
	for i := range 8 {
		wg.Go(func() {
			clock := time.Now()
			mine := &scripted{clock: &clock}
			err := []*Store{s, other}[i%2].Record(t.Context(), id, mine)
			if acted.Add(int64(len(mine.keys))); err != nil {
				refused.Add(1)
			}
			if err != nil && !errors.As(err, new(*budget.ExceededError)) && !errors.Is(err, ErrEnded) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if x := load(t, s, id); acted.Load() != 1 || refused.Load() != 7 || len(x.Iterations) != trajectory.MaxIterations {
		t.Errorf("%d acted, %d were refused, %d iterations", acted.Load(), refused.Load(), len(x.Iterations))
	}
	if left, _ := filepath.Glob(place(s, id, "*.reserved")); left != nil {
		t.Error(left)
	}
}

func TestStopsAtTenMegabytes(t *testing.T) {
	s, agent := open(t)
	id := begin(t, s)
	agent.result = strings.Repeat("x", 2<<20)
	record(t, s, id, agent, 4)
	var exceeded *budget.ExceededError
	if err := s.Record(t.Context(), id, agent); !errors.As(err, &exceeded) || exceeded.Dimension != budget.Bytes {
		t.Fatal(err)
	}
	x := load(t, s, id)
	if len(x.Iterations) != 4 || x.Outcome.Status != trajectory.TrajectoryOutcomeStatusError || x.Outcome.GetCompletionReason() != trajectory.TrajectoryOutcomeCompletionReasonError {
		t.Errorf("%d iterations, %+v", len(x.Iterations), x.Outcome)
	}
	if info, err := os.Stat(place(s, id, "trajectory.json")); err != nil || info.Size() > 10<<20 {
		t.Error(info.Size(), err)
	}
}

// TestTheLastBytes fills trajectories up to where nothing but the outcome has
// room: they are saved all the same, and are not too large.
func TestTheLastBytes(t *testing.T) {
	for missing := 0; missing < 100; missing += 19 {
		s, agent := open(t)
		s.Limits.MaxTrajectorySizeMb = 1
		id := begin(t, s)
		agent.result = strings.Repeat("x", 1<<20-2500-missing)
		record(t, s, id, agent, 1)
		agent.result = ""
		var err error
		for err == nil {
			err = s.Record(t.Context(), id, agent)
		}
		if !errors.As(err, new(*budget.ExceededError)) {
			t.Fatal(err)
		}
		info, err := os.Stat(place(s, id, "trajectory.json"))
		if err != nil || info.Size() > 1<<20 || load(t, s, id).Outcome == nil {
			t.Fatal(info.Size(), err)
		}
	}
}

func TestAnInterruptedIterationGoesOn(t *testing.T) {
	s, agent := open(t)
	id := begin(t, s)
	down := errors.New("the network is down")
	agent.fail = down
	if err := s.Record(t.Context(), id, agent); !errors.Is(err, down) {
		t.Fatal(err)
	}
	if x := load(t, s, id); len(x.Iterations) != 0 {
		t.Fatal("half an iteration is recorded")
	}
	record(t, s, id, agent, 2)
	x := load(t, s, id)
	// It has been thought once, and the action has the key that it had.
	if len(x.Iterations) != 2 || x.Metadata.GetTotalTokens() != 2202 || len(agent.keys) != 3 || agent.keys[0] != agent.keys[1] || agent.keys[1] == agent.keys[2] {
		t.Errorf("%d tokens, keys %v", x.Metadata.GetTotalTokens(), agent.keys)
	}
}

func TestWhatAnAgentReturnsIsChecked(t *testing.T) {
	s, agent := open(t)
	id := begin(t, s)
	agent.statuses = []trajectory.ObservationStatus{"splendid"}
	var invalid *validate.Error
	if err := s.Record(t.Context(), id, agent); !errors.As(err, &invalid) || !strings.Contains(err.Error(), "record_iteration/3:execute_action") {
		t.Fatal(err)
	}
	agent.statuses = nil
	record(t, s, id, agent, 1)
}

func TestIDsStayInside(t *testing.T) {
	s, agent := open(t)
	for _, id := range []string{"../../esc", "", "traj-0000000a/..", "traj-A"} {
		_, err := s.Load(id)
		if err == nil || s.Record(t.Context(), id, agent) == nil || s.Complete(t.Context(), id, Result{}) == nil {
			t.Errorf("%q is taken for a trajectory", id)
		}
	}
	if _, err := s.Load("traj-0000000a"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// TestRecordersOfOneTrajectoryLoseNothing: what was acknowledged is in the file,
// in a sequence.
func TestRecordersOfOneTrajectoryLoseNothing(t *testing.T) {
	s, _ := open(t)
	id := begin(t, s)
	effects, err := os.Create(filepath.Join(s.Root().Name(), "effects"))
	if err != nil {
		t.Fatal(err)
	}
	defer effects.Close()
	s.Now = time.Now
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			if err := s.Record(t.Context(), id, writing{effects}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if x := load(t, s, id); len(x.Iterations) != 20 || x.Iterations[19].IterationNumber != 20 || x.Metadata.GetTotalTokens() != 40 {
		t.Errorf("%d iterations, %d tokens", len(x.Iterations), x.Metadata.GetTotalTokens())
	}
	complete(t, s, id, Result{})
	x := load(t, s, id)
	if took := x.Metadata.CompletedAt.Time().Sub(x.Metadata.StartedAt.Time()); x.Metadata.GetTotalDurationMs() != took.Milliseconds() {
		t.Errorf("%d ms, not %v", x.Metadata.GetTotalDurationMs(), took)
	}
}
