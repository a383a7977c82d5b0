package sections_test

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bindery-go/bindery/gen/rlmstate"
	"github.com/bindery-go/bindery/gen/socialrl"
	"github.com/bindery-go/bindery/gen/trajectory"
	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/store"
	"github.com/bindery-go/bindery/runtime/timefmt"
)

// open opens an empty directory for the stores of a system, and says where it is.
func open(t *testing.T) (*storage.Root, string) {
	t.Helper()
	dir := t.TempDir()
	root, err := storage.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root, dir
}

// TestTheValuesOfTheExamplesResolve: the schema's own example names a file that
// is in no directory of the storage paths.
func TestTheValuesOfTheExamplesResolve(t *testing.T) {
	root, dir := open(t)
	s := rlmstate.NewStates(root)
	const id = "state-c3d4e5f6"
	v := &rlmstate.Variable{Name: "document", Type: rlmstate.VariableTypeFilePath, Value: rlmstate.NewVariableValueString("file:.aiwg/rlm/" + id + "/document.txt")}
	if err := os.MkdirAll(filepath.Join(dir, ".aiwg/rlm", id), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".aiwg/rlm", id, "document.txt"), []byte("as it is"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.InlineValue("state-00000000", v); !errors.Is(err, store.ErrOutside) {
		t.Error(err)
	}
	if err := s.InlineValue(id, v); err != nil {
		t.Fatal(err)
	}
	if text, _ := v.Value.AsString(); text != "as it is" {
		t.Error(text)
	}
}

func TestLargeValuesOfStatesKeepTheirTypes(t *testing.T) {
	root, _ := open(t)
	s := rlmstate.NewStates(root)
	large := strings.Repeat("x", rlmstate.MaxInlineValueSizeBytes)
	x, err := s.CreateNew(t.Context(), func(id string) (*rlmstate.State, error) {
		x := rlmstate.NewState()
		x.StateID = id
		x.Variables.Additional = map[string]rlmstate.Variable{
			"v": {Name: "v", Type: rlmstate.VariableTypeText, Value: rlmstate.NewVariableValueString(large)},
		}
		return x, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if x, err = s.Load(x.StateID); err != nil {
		t.Fatal(err)
	}
	v := x.Variables.Additional["v"]
	if v.Type != rlmstate.VariableTypeFilePath || x.Metadata.GetVariableCount() < 1 || x.Metadata.GetCreatedAt().IsZero() {
		t.Errorf("%+v", x)
	}
	if err := s.InlineValue(x.StateID, &v); err != nil {
		t.Fatal(err)
	}
	if text, _ := v.Value.AsString(); text != large || v.Type != rlmstate.VariableTypeText || v.Metadata.InlineType != nil {
		t.Errorf("type %s, %d bytes", v.Type, len(text))
	}
	// The document that v is a copy of is as it was.
	if x.Variables.Additional["v"].Metadata.GetInlineType() != "text" {
		t.Error("the document has changed")
	}
}

func TestTrajectoriesExpire(t *testing.T) {
	root, _ := open(t)
	s := trajectory.NewTrajectories(root)
	x := trajectory.NewTrajectory()
	x.TrajectoryID = trajectory.NewTrajectoryID()
	x.TaskContext = trajectory.TaskContext{TaskID: "task-00000001", TaskType: "bug_fixing", TaskPrompt: "Fix it"}
	started := time.Date(2026, 2, 9, 10, 0, 0, 0, time.UTC)
	x.Metadata = &trajectory.TrajectoryMetadata{StartedAt: new(timefmt.DateTimeOf(started))}
	if err := s.Create(t.Context(), x); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ days, gone int }{{89, 0}, {91, 1}} {
		removed, err := s.Expire(t.Context(), started.AddDate(0, 0, test.days))
		if err != nil || len(removed) != test.gone {
			t.Errorf("after %d days %q go, %v", test.days, removed, err)
		}
	}
	if ok, err := s.Has(x.TrajectoryID); ok || err != nil {
		t.Error("it is still there", err)
	}
}

// TestVariablesThatCannotBeWritten: the error names the variable and its document.
func TestVariablesThatCannotBeWritten(t *testing.T) {
	root, _ := open(t)
	s := rlmstate.NewStates(root)
	x := rlmstate.NewState()
	x.StateID = "state-00000001"
	for _, value := range []rlmstate.VariableValue{rlmstate.NewVariableValueString("\xff"), rlmstate.NewVariableValueNumber(math.NaN())} {
		v := rlmstate.Variable{Name: "v", Value: value}
		err := s.Variables.Set(x, "v", v, "")
		if err == nil || !strings.HasPrefix(err.Error(), `.aiwg/rlm/states/state-00000001/state.json: variable "v": jsonscan: `) {
			t.Error(err)
		}
	}
}

// TestAStateGoesWithItsTemporaryScope: nobody else has the variables that it shares with
// itself alone; those of its session stay.
func TestAStateGoesWithItsTemporaryScope(t *testing.T) {
	root, dir := open(t)
	s := rlmstate.NewStates(root)
	x := rlmstate.NewState()
	x.StateID, x.SessionID = "state-00000001", new("s")
	if err := s.Create(t.Context(), x); err != nil {
		t.Fatal(err)
	}
	for name, scope := range map[string]rlmstate.VariableMetadataScope{"a": rlmstate.VariableMetadataScopeTemporary, "b": rlmstate.VariableMetadataScopeSession} {
		err := s.Update(t.Context(), x.StateID, func(x *rlmstate.State) error {
			v := rlmstate.Variable{Name: name, Type: rlmstate.VariableTypeText, Metadata: &rlmstate.VariableMetadata{Scope: &scope}}
			v.Value = rlmstate.NewVariableValueString(strings.Repeat("x", 20_000))
			if err := s.Variables.Set(x, name, v, ""); err != nil {
				return err
			}
			return s.Variables.Share(t.Context(), x, name, nil)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Delete(t.Context(), x.StateID); err != nil {
		t.Fatal(err)
	}
	for name, stays := range map[string]bool{"temp": false, "states/state-00000001": false, "sessions/s/state.json": true} {
		if _, err := os.Stat(filepath.Join(dir, ".aiwg/rlm", name)); (err == nil) != stays {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestClocksThatStepBack: what a store writes is never from before what it wrote earlier,
// so that its own checks do not refuse it.
func TestClocksThatStepBack(t *testing.T) {
	ctx := t.Context()
	root, _ := open(t)
	noon := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	now := noon
	states, trajectories := rlmstate.NewStates(root), trajectory.NewTrajectories(root)
	states.Now = func() time.Time { return now }
	trajectories.Now = states.Now
	set := func(x *rlmstate.State) error {
		return states.Variables.Set(x, "v", rlmstate.Variable{Name: "v", Type: rlmstate.VariableTypeText, Value: rlmstate.NewVariableValueString("v"), CreatedAt: new(timefmt.DateTimeOf(noon))}, "")
	}
	x := rlmstate.NewState()
	x.StateID = rlmstate.NewStateID()
	y := trajectory.NewTrajectory()
	y.TrajectoryID = trajectory.NewTrajectoryID()
	y.TaskContext = trajectory.TaskContext{TaskID: "task-00000001", TaskType: "bug_fixing", TaskPrompt: "Fix it"}
	y.Metadata = &trajectory.TrajectoryMetadata{StartedAt: new(timefmt.DateTimeOf(noon))}
	for _, err := range []error{states.Create(ctx, x), states.Update(ctx, x.StateID, set), trajectories.Create(ctx, y)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	now = noon.Add(-time.Hour)
	for what, err := range map[string]error{
		"nothing":    states.Update(ctx, x.StateID, func(*rlmstate.State) error { return nil }),
		"a variable": states.Update(ctx, x.StateID, set),
		"a snapshot": states.Update(ctx, x.StateID, func(x *rlmstate.State) error {
			_, err := states.Variables.AddSnapshot(x, "s")
			return err
		}),
		"an outcome": trajectories.Update(ctx, y.TrajectoryID, func(x *trajectory.Trajectory) error {
			x.Outcome = &trajectory.TrajectoryOutcome{Status: trajectory.TrajectoryOutcomeStatusSuccess}
			return nil
		}),
	} {
		if err != nil {
			t.Errorf("%s cannot be written: %v", what, err)
		}
	}
	x, err := states.Load(x.StateID)
	if err != nil {
		t.Fatal(err)
	}
	data, err := x.MarshalJSON()
	if warnings, failed := rlmstate.WarningsState(data), err; len(warnings) > 0 || failed != nil || !x.Metadata.GetLastUpdatedAt().Time().Equal(noon) {
		t.Errorf("%v, %v, last updated %v", warnings, failed, x.Metadata.GetLastUpdatedAt())
	}
	if y, err = trajectories.Load(y.TrajectoryID); err != nil || y.Metadata.GetTotalDurationMs() != 0 || !y.Metadata.GetCompletedAt().Time().Equal(noon) {
		t.Errorf("%v, %+v", err, y.Metadata)
	}
}

func TestRoundsAreTheRoundsOfTheirFiles(t *testing.T) {
	root, dir := open(t)
	s := socialrl.NewRounds(root)
	if err := os.WriteFile(filepath.Join(dir, "round2_social_rl.json"), []byte(`{"round_number": 3, "messages": [], "feedback": {}, "policy_adaptations": [], "synthesis": "", "duration_seconds": 1}`), 0o600); err != nil {
		t.Fatal(err)
	}
	var other *store.IdentityError
	if _, err := s.Load(2); !errors.As(err, &other) || other.Found != "3" {
		t.Error(err)
	}
}
