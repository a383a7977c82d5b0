package budget_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/gen/memorypacket"
	"github.com/bindery-go/bindery/gen/trajectory"
	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/storage"
)

func newTrajectory() *trajectory.Trajectory {
	x := trajectory.NewTrajectory()
	x.TrajectoryID = "traj-0123abcd"
	x.TaskContext.TaskID, x.TaskContext.TaskType, x.TaskContext.TaskPrompt = "task-0123abcd", "t", "p"
	return x
}

func iteration(n int64, status trajectory.ObservationStatus, cost *trajectory.IterationCost) trajectory.TAOIteration {
	it := trajectory.TAOIteration{IterationNumber: n, Cost: cost, DurationMs: ptr(int64(200))}
	it.Thought.Type, it.Thought.Content = "goal", "c"
	it.Action.Tool, it.Action.Description = "Read", "d"
	it.Observation.Status, it.Observation.Result = status, trajectory.NewObservationResultString("r")
	return it
}

func opened(t *testing.T, x *trajectory.Trajectory, parent *budget.Scope) *trajectory.Budget {
	t.Helper()
	b, err := trajectory.OpenBudget(x, trajectory.DefaultLimits(), parent, "trajectory")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func valid(t *testing.T, x *trajectory.Trajectory) {
	t.Helper()
	if err := x.Validate(); err != nil {
		t.Errorf("what was written is not valid: %v", err)
	}
}

func TestTotalsFollowTheIterations(t *testing.T) {
	x := newTrajectory()
	x.Metadata = &trajectory.TrajectoryMetadata{Model: ptr("m")}
	before := x.Metadata
	b := opened(t, x, nil)
	for i, it := range []trajectory.TAOIteration{
		iteration(1, "success", &trajectory.IterationCost{InputTokens: ptr(int64(500)), OutputTokens: ptr(int64(100)), TotalCostUSD: ptr(0.006)}),
		iteration(2, "failure", &trajectory.IterationCost{TotalTokens: ptr(int64(1000)), InputCostUSD: ptr(0.004), OutputCostUSD: ptr(0.006)}),
		iteration(3, "timeout", &trajectory.IterationCost{InputTokens: ptr(int64(1200)), OutputTokens: ptr(int64(300)), TotalTokens: ptr(int64(9)), TotalCostUSD: ptr(0.015), InputCostUSD: ptr(9.0)}),
		iteration(4, "partial", nil),
	} {
		if err := b.Add(x, it); err != nil {
			t.Fatalf("iteration %d: %v", i+1, err)
		}
	}
	m, q := x.Metadata, x.QualityMetrics
	got := []any{m.GetTotalIterations(), m.GetTotalTokens(), m.GetTotalCostUSD(), m.GetTotalDurationMs(), q.GetSuccessfulIterations(), q.GetFailedIterations(), m.GetModel()}
	if diff := cmp.Diff([]any{int64(4), int64(3100), 0.031, int64(0), int64(1), int64(2), "m"}, got); diff != "" {
		t.Error(diff)
	}
	used := b.Scope().Used()
	size, _ := json.Marshal(x)
	used[budget.Bytes] -= int64(len(size)) // and what closing it would take
	if used[budget.Bytes] < 40 || used[budget.Bytes] > 80 {
		t.Errorf("%d bytes more than there are", used[budget.Bytes])
	}
	used[budget.Bytes] = 0
	want := budget.Amounts{budget.TokensIn: 2700, budget.TokensOut: 400, budget.CostNano: 31_000_000, budget.WallTime: 800_000_000, budget.Iterations: 4}
	if used != want {
		t.Errorf("used %v", used)
	}
	if before.TotalIterations != nil {
		t.Error("an object of the caller was written")
	}
	valid(t, x)
}

func TestTheIterationAfterTheLast(t *testing.T) {
	x := newTrajectory()
	b := opened(t, x, nil)
	for i := range int64(100) {
		if err := b.Add(x, iteration(i+1, "success", nil)); err != nil {
			t.Fatal(i, err)
		}
	}
	if x.Outcome != nil {
		t.Error("closed before its time")
	}
	err := b.Add(x, iteration(101, "success", nil))
	var beyond *budget.ExceededError
	if !errors.As(err, &beyond) || beyond.Dimension != budget.Iterations || beyond.Limit != 100 {
		t.Fatal(err)
	}
	if len(x.Iterations) != 100 || x.Outcome.Status != "failure" || x.Outcome.GetCompletionReason() != "max_iterations" || x.Metadata.GetTotalIterations() != 100 {
		t.Errorf("%d iterations, outcome %+v", len(x.Iterations), x.Outcome)
	}
	if err := trajectory.DefaultLimits().Check(x); err != nil {
		t.Error(err)
	}
	valid(t, x)
}

// TestRoomIsAskedForBeforeTheAct: what is reserved counts, so that of many who
// ask for the last entries as many act as there are.
func TestRoomIsAskedForBeforeTheAct(t *testing.T) {
	x := newTrajectory()
	for i := range int64(97) {
		x.Iterations = append(x.Iterations, iteration(i+1, "success", nil))
	}
	b := opened(t, x, nil)
	acted := 0
	for range 20 {
		room, err := b.Reserve(x)
		if err == nil {
			acted++
			defer func() {
				if err := room.Release(); err != nil {
					t.Error(err)
				}
			}()
			continue
		}
		var beyond *budget.ExceededError
		if !errors.As(err, &beyond) || beyond.Dimension != budget.Iterations {
			t.Fatal(err)
		}
	}
	if acted != 3 || len(x.Iterations) != 97 || x.Outcome.GetCompletionReason() != "max_iterations" {
		t.Errorf("%d acted, %d iterations, outcome %+v", acted, len(x.Iterations), x.Outcome)
	}
	if _, err := b.Reserve(nil); !errors.Is(err, budget.ErrNoDocument) {
		t.Error(err)
	}
}

func TestTenMegabytesAreTheEnd(t *testing.T) {
	x := newTrajectory()
	b := opened(t, x, nil)
	large := iteration(1, "success", nil)
	large.Thought.Content = strings.Repeat("x", 3<<20)
	for i := range 3 {
		if err := b.Add(x, large); err != nil {
			t.Fatal(i, err)
		}
	}
	err := b.Add(x, large)
	var beyond *budget.ExceededError
	if !errors.As(err, &beyond) || beyond.Dimension != budget.Bytes || beyond.Limit != 10<<20 {
		t.Fatal(err)
	}
	if len(x.Iterations) != 3 || x.Outcome.Status != "error" || x.Outcome.GetCompletionReason() != "error" {
		t.Errorf("%d iterations, outcome %+v", len(x.Iterations), x.Outcome)
	}
	// To the last byte but for those that are left free to say that it is full.
	const left = 1024
	x.Outcome = nil
	size, _ := json.Marshal(x)
	small := iteration(4, "success", nil)
	rest, _ := json.Marshal(small)
	small.Thought.Content = strings.Repeat("x", 10<<20-left-len(size)-len(rest)-1-len(`,"outcome":{"status":"error","completion_reason":"error"}`)+1)
	if err := b.Add(x, small); err != nil {
		t.Errorf("a document of exactly the limit: %v", err)
	}
	if err := b.Add(x, iteration(5, "success", nil)); !errors.As(err, &beyond) {
		t.Error(err)
	}
	if size, _ := json.Marshal(x); len(size) > 10<<20 {
		t.Errorf("closed at %d bytes", len(size))
	}
	if err := trajectory.DefaultLimits().Check(x); err != nil {
		t.Error(err)
	}
}

func TestABudgetIsResumed(t *testing.T) {
	session, err := budget.New("session", budget.Limits{budget.TokensIn: {Hard: 1000}})
	if err != nil {
		t.Fatal(err)
	}
	x := newTrajectory()
	b := opened(t, x, session)
	spend := func(b *trajectory.Budget, n int64) error {
		return b.Add(x, iteration(1, "success", &trajectory.IterationCost{InputTokens: &n}))
	}
	if err := spend(b, 400); err != nil {
		t.Fatal(err)
	}
	restored, err := budget.Restore(session.State(), budget.ChargeInterrupted)
	if err != nil {
		t.Fatal(err)
	}
	again := opened(t, x, restored)
	if used := restored.Used()[budget.TokensIn]; used != 400 {
		t.Errorf("counted again: %d", used)
	}
	fresh := opened(t, x, nil)
	if fresh.Scope().Used()[budget.TokensIn] != 400 || fresh.Scope().Used()[budget.Iterations] != 1 {
		t.Errorf("of the document: %v", fresh.Scope().Used())
	}
	// What has been spent is recorded, also beyond what there was.
	var beyond *budget.ExceededError
	if err := spend(again, 700); !errors.As(err, &beyond) || beyond.Scope != "session" || len(x.Iterations) != 2 || restored.Used()[budget.TokensIn] != 1100 {
		t.Errorf("%v, %d iterations", err, len(x.Iterations))
	}
	over := trajectory.DefaultLimits()
	over.MaxIterations = 1
	late, err := trajectory.OpenBudget(x, over, nil, "late")
	if err != nil {
		t.Fatalf("a document beyond its budget: %v", err)
	}
	if err := late.Add(x, iteration(3, "success", nil)); !errors.As(err, &beyond) || len(x.Iterations) != 2 {
		t.Errorf("%v", err)
	}
	free := trajectory.Limits{MaxIterations: -1, MaxTrajectorySizeMb: -1}
	unlimited, err := trajectory.OpenBudget(x, free, nil, "free")
	if err != nil {
		t.Fatal(err)
	}
	if err := unlimited.Add(x, iteration(3, "success", nil)); !errors.Is(err, budget.ErrComplete) || len(x.Iterations) != 2 {
		t.Errorf("what has ended goes on: %v", err)
	}
	x.Outcome = nil
	if err := unlimited.Add(x, iteration(3, "success", nil)); err != nil {
		t.Error(err)
	}
}

func TestACrossedLimitRefusesEveryEntry(t *testing.T) {
	tokens := func(in int64) *trajectory.IterationCost { return &trajectory.IterationCost{InputTokens: &in} }
	for name, spent := range map[string]struct {
		limits  budget.Limits
		cost    *trajectory.IterationCost
		refused bool
	}{
		"tokens that the document has spent": {budget.Limits{budget.TokensIn: {Hard: 100}}, tokens(500), true},
		"tokens of another kind":             {budget.Limits{budget.TokensOut: {Hard: 10}}, &trajectory.IterationCost{OutputTokens: ptr(int64(11))}, true},
		"money":                              {budget.Limits{budget.CostNano: {Hard: 1}}, &trajectory.IterationCost{TotalCostUSD: ptr(1.0)}, true},
		"exactly reached":                    {budget.Limits{budget.TokensIn: {Hard: 100}}, tokens(100), false},
	} {
		t.Run(name, func(t *testing.T) {
			session, err := budget.New("session", spent.limits)
			if err != nil {
				t.Fatal(err)
			}
			x := newTrajectory()
			x.Iterations = []trajectory.TAOIteration{iteration(1, "success", spent.cost)}
			b := opened(t, x, session)
			before := session.Used()
			err = b.Add(x, iteration(2, "success", nil))
			var beyond *budget.ExceededError
			if errors.As(err, &beyond) != spent.refused || (len(x.Iterations) == 1) != spent.refused {
				t.Errorf("%v, %d iterations", err, len(x.Iterations))
			}
			if spent.refused && (session.Used() != before || beyond.Scope != "session") {
				t.Errorf("used %v, then %v", before, session.Used())
			}
			if session.Reserved() != (budget.Amounts{}) {
				t.Errorf("reserved %v", session.Reserved())
			}
		})
	}
}

func TestASumThatOverflowsChangesNothing(t *testing.T) {
	session, err := budget.New("session", nil)
	if err != nil {
		t.Fatal(err)
	}
	x := newTrajectory()
	b := opened(t, x, session)
	if err := session.Charge(budget.Amounts{budget.TokensIn: 1 << 62}); err != nil {
		t.Fatal(err)
	}
	before, used := *x, session.Used()
	err = b.Add(x, iteration(1, "success", &trajectory.IterationCost{InputTokens: ptr(int64(1) << 62)}))
	if !errors.Is(err, budget.ErrOverflow) {
		t.Errorf("got %v", err)
	}
	if diff := cmp.Diff(before.Iterations, x.Iterations); diff != "" || x.Metadata != before.Metadata || x.Outcome != nil {
		t.Errorf("the document has changed: %s", diff)
	}
	if session.Used() != used || session.Reserved() != (budget.Amounts{}) || b.Scope().Reserved() != (budget.Amounts{}) {
		t.Errorf("used %v, reserved %v", session.Used(), session.Reserved())
	}
}

func TestNoDocumentHasNoBudget(t *testing.T) {
	if _, err := trajectory.OpenBudget(nil, trajectory.DefaultLimits(), nil, "x"); !errors.Is(err, budget.ErrNoDocument) {
		t.Error(err)
	}
	if err := opened(t, newTrajectory(), nil).Add(nil, iteration(1, "success", nil)); !errors.Is(err, budget.ErrNoDocument) {
		t.Error(err)
	}
	if _, err := memorypacket.Allocate(nil, nil, nil); !errors.Is(err, budget.ErrNoDocument) {
		t.Error(err)
	}
}

func TestTheGuardOfTheBudget(t *testing.T) {
	session, err := budget.New("session", budget.Limits{budget.TokensIn: {Soft: 10, Hard: 100}})
	if err != nil {
		t.Fatal(err)
	}
	b := opened(t, newTrajectory(), session)
	guard := b.Guard()
	for _, test := range []struct {
		tokens  int64
		refused bool
	}{{5, false}, {50, false}, {100, true}} {
		_ = session.Charge(budget.Amounts{budget.TokensIn: test.tokens})
		if err := guard(t.Context(), nil); (err != nil) != test.refused {
			t.Errorf("after %d tokens more: %v", test.tokens, err)
		}
	}
}

func TestAmountsThatAreNone(t *testing.T) {
	x := newTrajectory()
	b := opened(t, x, nil)
	for place, it := range map[string]trajectory.TAOIteration{
		"/cost/input_tokens":   iteration(1, "success", &trajectory.IterationCost{InputTokens: ptr(int64(-1))}),
		"/cost/total_cost_usd": iteration(1, "success", &trajectory.IterationCost{TotalCostUSD: ptr(-0.5)}),
		"/duration_ms":         {DurationMs: ptr(int64(1) << 62)},
	} {
		if err := b.Add(x, it); err == nil || !strings.HasPrefix(err.Error(), place+": budget: ") || len(x.Iterations) != 0 {
			t.Errorf("%s: %v", place, err)
		}
		x.Iterations = []trajectory.TAOIteration{it}
		if _, err := trajectory.OpenBudget(x, trajectory.DefaultLimits(), nil, "x"); err == nil || !strings.HasPrefix(err.Error(), "/iterations/0"+place) {
			t.Errorf("%s: %v", place, err)
		}
		x.Iterations = nil
	}
	if _, err := trajectory.OpenBudget(x, trajectory.DefaultLimits(), nil, "a/b"); !errors.Is(err, budget.ErrName) {
		t.Error(err)
	}
}

func TestAPacketIsFilledWithinItsBudget(t *testing.T) {
	x := memorypacket.NewMemoryPacket()
	x.Meta.Budget.MaxTokens = 300
	x.Meta.Budget.PerSection.Facts = 10
	x.Meta.Budget.PerSection.Episodes = 200
	plan := memorypacket.BudgetPlan(x)
	if plan.MaxTokens != 300 || plan.PerSection["facts"] != 10 || plan.PerSection["insights"] != 0 || len(plan.PerSection) != 6 {
		t.Errorf("%+v", plan)
	}
	long := strings.Repeat("many words ", 50)
	placements, err := memorypacket.Allocate(x, []budget.Candidate{
		{ID: "f1", Section: "facts", Priority: 2, Forms: [4]string{budget.Raw: long, budget.Ref: "f1"}, Floor: new(budget.Ref)},
		{ID: "f2", Section: "facts", Priority: 1, Forms: [4]string{budget.Raw: long}},
		{ID: "e1", Section: "episodes", Priority: 1, Forms: [4]string{budget.Raw: "short"}},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(placements) != 2 || placements[0].Form != budget.Ref || placements[1].Form != budget.Raw {
		t.Errorf("%+v", placements)
	}
	r := x.BudgetReport
	if r.MaxTokens != 300 || r.UsedTokensEst <= 0 || r.UsedTokensEst > 300 || len(r.SectionUsage) != 6 || r.SectionUsage["facts"] > 10 {
		t.Errorf("%+v", r)
	}
	if len(r.Degradations) != 1 || r.Degradations[0].Section != "facts" || r.Degradations[0].Action != "raw->ref" || len(r.Omissions) != 1 || r.Omissions[0].Item != "f2" {
		t.Errorf("%+v", r)
	}
	before := x.BudgetReport
	x.Meta.Budget.MaxTokens = 100 // less than a report may say
	if _, err := memorypacket.Allocate(x, nil, nil); err == nil || !strings.HasPrefix(err.Error(), "/budget_report: 1:15: /max_tokens: ") {
		t.Errorf("a report that the schema refuses: %v", err)
	}
	if diff := cmp.Diff(before, x.BudgetReport, cmp.Comparer(func(a, b jsonvalue.Value) bool { return a.Equal(b) })); diff != "" {
		t.Errorf("the report has changed: %s", diff)
	}
	x.Meta.Budget.PerSection.Facts = -1
	if _, err := memorypacket.Allocate(x, nil, nil); !errors.Is(err, budget.ErrNegative) {
		t.Error(err)
	}
}

func ptr[T any](v T) *T { return &v }

// inStore makes a trajectory in a store of its own.
func inStore(t *testing.T) (*trajectory.Trajectories, string) {
	t.Helper()
	root, err := storage.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	s := trajectory.NewTrajectories(root)
	x, err := s.CreateNew(t.Context(), func(id string) (*trajectory.Trajectory, error) {
		x := newTrajectory()
		x.TrajectoryID = id
		return x, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return s, x.TrajectoryID
}

// TestAChildSpendsWhatItsParentGives: a parent of 100 iterations gives 60 and
// 1,000 tokens away; nobody else can have them until it has settled.
func TestAChildSpendsWhatItsParentGives(t *testing.T) {
	s, parent := inStore(t)
	ctx := t.Context()
	most := budget.Limits{budget.Iterations: {Hard: 60}, budget.TokensIn: {Hard: 1000}}
	room, scope, err := s.Grant(ctx, parent, time.Hour, most)
	if err != nil {
		t.Fatal(err)
	}
	var exceeded *budget.ExceededError
	if _, _, err := s.Grant(ctx, parent, time.Hour, most); !errors.As(err, &exceeded) || exceeded.Dimension != budget.Iterations {
		t.Error("what is given away is given away again: ", err)
	}
	child := newTrajectory()
	b := opened(t, child, scope)
	tokens := &trajectory.IterationCost{InputTokens: ptr(int64(600))}
	if err := b.Add(child, iteration(1, trajectory.ObservationStatusSuccess, tokens)); err != nil {
		t.Fatal(err)
	}
	if err := b.Add(child, iteration(2, trajectory.ObservationStatusSuccess, tokens)); !errors.As(err, &exceeded) || exceeded.Dimension != budget.TokensIn {
		t.Error("the child has spent more than it was given: ", err)
	}
	if err := b.Add(child, iteration(3, trajectory.ObservationStatusSuccess, tokens)); err == nil || len(child.Iterations) != 2 {
		t.Error("the child goes on: ", err, len(child.Iterations))
	}
	used := scope.Used()
	sum := iteration(1, trajectory.ObservationStatusSuccess, &trajectory.IterationCost{InputTokens: ptr(used[budget.TokensIn])})
	if err := s.Record(ctx, parent, room, sum); err != nil {
		t.Fatal(err)
	}
	x, err := s.Load(parent)
	if err != nil || len(x.Iterations) != 1 || x.Metadata.GetTotalTokens() != 1200 {
		t.Error(x, err)
	}
	if room, _, err = s.Grant(ctx, parent, time.Hour, most); err != nil {
		t.Error("what was not spent is still away: ", err)
	}
	if err := s.Release(ctx, parent, room); err != nil {
		t.Error(err)
	}
	if _, _, err := s.Grant(ctx, parent, time.Hour, budget.Limits{budget.TokensIn: {Hard: -1}}); !errors.Is(err, budget.ErrNegative) {
		t.Error(err)
	}
}

func TestRecordingAgainAddsNothing(t *testing.T) {
	s, id := inStore(t)
	ctx := t.Context()
	for _, c := range []struct {
		number int64
		tokens int64
		want   int
	}{
		{1, 1, 1},
		{1, 1, 1}, // again
		{1, 2, 2}, // somebody else's took the number
		{1, 2, 2},
		{2, 1, 3}, // another one that is equal to one before
		{0, 1, 4}, // says no number
		{0, 1, 5},
	} {
		e := iteration(c.number, trajectory.ObservationStatusSuccess, &trajectory.IterationCost{InputTokens: &c.tokens})
		room, err := s.Reserve(ctx, id, time.Hour, budget.Amounts{})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Record(ctx, id, room, e); err != nil {
			t.Fatal(err)
		}
		got, err := s.Load(id)
		if err != nil || len(got.Iterations) != c.want || got.Metadata.GetTotalIterations() != int64(c.want) {
			t.Errorf("after number %d with %d tokens there are %d, want %d: %v", c.number, c.tokens, len(got.Iterations), c.want, err)
		}
		if others, held, err := s.ReservedByOthers(id, room); held || err != nil || others != (budget.Amounts{}) {
			t.Error("the room is still reserved: ", others, held, err)
		}
	}
}
