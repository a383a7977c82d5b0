package statefiles

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/agentmemory/gen/rlmstate"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/limits"
	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/validate"
	"github.com/bindery-go/bindery/runtime/variables"
)

// clock is a time that tests set.
type clock struct{ time.Time }

func (c *clock) now() time.Time { return c.Time }

func open(t *testing.T, dir string) (*Store, *clock) {
	t.Helper()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	c := &clock{time.Date(2026, 2, 9, 10, 0, 0, 0, time.UTC)}
	s.Now = c.now
	return s, c
}

func newState(t *testing.T, s *Store, origin Origin) string {
	t.Helper()
	id, err := s.Initialize(t.Context(), "Find the risks", origin)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func text(s string) rlmstate.VariableValue { return rlmstate.NewVariableValueString(s) }

func write(t *testing.T, s *Store, id, name, value string) {
	t.Helper()
	if err := s.Write(t.Context(), id, rlmstate.Variable{Name: name, Value: text(value), Source: new("test")}); err != nil {
		t.Fatal(err)
	}
}

// read gives the text of a variable, or what is wrong with it.
func read(t *testing.T, s *Store, id, name string) string {
	t.Helper()
	value, err := s.Read(t.Context(), id, name)
	if errors.Is(err, fs.ErrNotExist) {
		return "not found"
	}
	if err != nil {
		t.Fatal(err)
	}
	got, ok := value.AsString()
	if !ok {
		t.Fatalf("%s is no text but of kind %d", name, value.Kind())
	}
	return got
}

func state(t *testing.T, s *Store, id string) *rlmstate.State {
	t.Helper()
	state, err := s.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// change changes a state behind the back of the protocol.
func change(t *testing.T, s *Store, id string, change func(x *rlmstate.State)) {
	t.Helper()
	err := s.Update(t.Context(), id, func(x *rlmstate.State) error {
		change(x)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// file gives the content of a file of the state.
func file(t *testing.T, s *Store, id, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(s.Root().Name(), ".aiwg/rlm/states", id, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// mutations gives the log in short, as it is in the state and, which is
// checked, in history.jsonl.
func mutations(t *testing.T, s *Store, id string) []string {
	t.Helper()
	list := state(t, s, id).History.Mutations
	var lines strings.Builder
	var short []string
	for _, m := range list {
		line, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(line, '\n'))
		short = append(short, fmt.Sprint(m.MutationID, " ", m.Operation, " ", m.VariableName, " ", m.OldValue, " ", m.NewValue, " ", m.GetSource()))
	}
	if got := file(t, s, id, "history.jsonl"); got != lines.String() {
		t.Errorf("history.jsonl is\n%s, the state's history\n%s", got, lines.String())
	}
	return short
}

func TestInitialize(t *testing.T) {
	s, c := open(t, t.TempDir())
	id := newState(t, s, Origin{SessionID: "sess-1", TreeID: "tree-87654321"})
	x := state(t, s, id)
	if got := read(t, s, id, "prompt"); got != "Find the risks" {
		t.Errorf("the prompt is %q", got)
	}
	if !x.Variables.Final.IsNull() || x.GetSessionID() != "sess-1" || x.GetTreeID() != "tree-87654321" {
		t.Errorf("%+v", x)
	}
	m := x.GetMetadata()
	if m.GetVariableCount() != 2 || m.GetMutationCount() != 1 || m.GetCheckpointCount() != 1 || m.GetTotalSizeBytes() == 0 ||
		m.GetCompletionStatus() != rlmstate.StateMetadataCompletionStatusIncomplete || !m.GetCreatedAt().Time().Equal(c.Time) {
		t.Errorf("%+v", m)
	}
	if got := mutations(t, s, id); !slices.Equal(got, []string{`mut-00000001 create prompt  "Find the risks" user_input`}) {
		t.Error(got)
	}
	if got := x.History.Checkpoints; len(got) != 1 || got[0].CheckpointID != "ckpt-00000001" || got[0].Name != "initial_state" {
		t.Error(got)
	}
	if rlmstate.ValidateState([]byte(file(t, s, id, "checkpoints/ckpt-00000001.json"))) != nil {
		t.Error("the snapshot is no state")
	}
}

func TestWriteAndReadBack(t *testing.T) {
	s, c := open(t, t.TempDir())
	id := newState(t, s, Origin{})
	for name, value := range map[string]rlmstate.VariableValue{
		"text": text("a"), "number": rlmstate.NewVariableValueNumber(0.1), "boolean": rlmstate.NewVariableValueBool(false),
		"null": rlmstate.NewVariableValueNull(), "json": rlmstate.NewVariableValueObject(map[string]jsonvalue.Value{"a": jsonvalue.FromInt(1)}),
		"array": rlmstate.NewVariableValueArray([]jsonvalue.Value{jsonvalue.Null()}),
	} {
		if err := s.Write(t.Context(), id, rlmstate.Variable{Name: name, Value: value}); err != nil {
			t.Fatal(err)
		}
		got, err := s.Read(t.Context(), id, name)
		if want, _ := value.MarshalJSON(); err != nil || string(must(got.MarshalJSON())) != string(want) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		if kind := state(t, s, id).Variables.Additional[name].Type; string(kind) != name {
			t.Errorf("the type of %s is %s", name, kind)
		}
	}

	created := c.Time
	write(t, s, id, "note", "one")
	c.Time = created.Add(time.Minute)
	if err := s.Write(t.Context(), id, rlmstate.Variable{Name: "note", Value: text("two"), Description: new("a note"), Source: new("task-1")}); err != nil {
		t.Fatal(err)
	}
	read(t, s, id, "note")
	read(t, s, id, "note")
	v := state(t, s, id).Variables.Additional["note"]
	if v.GetAccessCount() != 2 || !v.GetCreatedAt().Time().Equal(created) || !v.GetUpdatedAt().Time().Equal(c.Time) || v.GetDescription() != "a note" || v.GetSource() != "task-1" {
		t.Errorf("%+v", v)
	}
	got := mutations(t, s, id)
	want := []string{`mut-00000008 create note  "one" test`, `mut-00000009 update note "one" "two" task-1`}
	if !slices.Equal(got[len(got)-2:], want) {
		t.Errorf("got %q, want %q", got[len(got)-2:], want)
	}
	if got := read(t, s, id, "nothing"); got != "not found" {
		t.Error(got)
	}
}

func TestThePromptIsReadOnly(t *testing.T) {
	s, _ := open(t, t.TempDir())
	id := newState(t, s, Origin{})
	before := file(t, s, id, "state.json")
	err := s.Write(t.Context(), id, rlmstate.Variable{Name: "prompt", Value: text("Do something else")})
	var readOnly *protocol.ReadOnlyError
	if !errors.As(err, &readOnly) || !strings.Contains(err.Error(), "write_variable/2:capture_old_value") {
		t.Error(err)
	}
	if file(t, s, id, "state.json") != before {
		t.Error("the file has changed")
	}
	// Any other variable may be read-only by its own metadata.
	write(t, s, id, "fixed", "1")
	fixed := rlmstate.Variable{Name: "fixed", Value: text("1"), Metadata: &rlmstate.VariableMetadata{ReadOnly: new(true)}}
	if err := s.Write(t.Context(), id, fixed); err != nil {
		t.Error(err)
	}
	if err := s.Write(t.Context(), id, rlmstate.Variable{Name: "fixed", Value: text("2")}); !errors.Is(err, variables.ErrReadOnly) {
		t.Error(err)
	}
}

func TestFinalCompletes(t *testing.T) {
	s, _ := open(t, t.TempDir())
	id := newState(t, s, Origin{})
	told := ""
	s.Completed = func(stateID string, answer rlmstate.VariableValue) {
		got, _ := answer.AsString()
		told += stateID + got
	}
	if _, complete, err := s.Completion(t.Context(), id); complete || err != nil {
		t.Error(complete, err)
	}
	if err := s.Write(t.Context(), id, rlmstate.Variable{Name: "Final", Value: rlmstate.NewVariableValueNull()}); err != nil || told != "" {
		t.Error(err, told)
	}
	if x := state(t, s, id); !x.Variables.Final.IsNull() || x.Metadata.GetCompletionStatus() != rlmstate.StateMetadataCompletionStatusIncomplete {
		t.Errorf("%+v", x)
	}
	write(t, s, id, "Final", "3 risks")
	answer, complete, err := s.Completion(t.Context(), id)
	if got, _ := answer.AsString(); !complete || err != nil || got != "3 risks" {
		t.Error(answer, complete, err)
	}
	if told != id+"3 risks" {
		t.Errorf("told of %q", told)
	}
	if status := state(t, s, id).Metadata.GetCompletionStatus(); status != rlmstate.StateMetadataCompletionStatusComplete {
		t.Error(status)
	}
	for _, name := range []string{"Final", "late"} {
		if err := s.Write(t.Context(), id, rlmstate.Variable{Name: name, Value: text("")}); !errors.As(err, new(*protocol.CompleteError)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := read(t, s, id, "Final"); got != "3 risks" {
		t.Error(got)
	}
	// Going back to the time before opens the state again.
	if err := s.Rollback(t.Context(), id, "ckpt-00000001"); err != nil {
		t.Fatal(err)
	}
	if _, complete, err := s.Completion(t.Context(), id); complete || err != nil {
		t.Error(complete, err)
	}
	write(t, s, id, "Final", "4 risks")
}

func TestNames(t *testing.T) {
	s, _ := open(t, t.TempDir())
	id := newState(t, s, Origin{})
	var invalid *validate.Error
	for _, name := range []string{"", "1st", "a-b", "a b", "größe", "../x"} {
		if err := s.Write(t.Context(), id, rlmstate.Variable{Name: name, Value: text("")}); !errors.As(err, &invalid) || !strings.Contains(err.Error(), "write_variable/1:validate_variable_name") {
			t.Errorf("%q: %v", name, err)
		}
	}
	write(t, s, id, strings.Repeat("n", 128), "")
	var exceeded *limits.Error
	err := s.Write(t.Context(), id, rlmstate.Variable{Name: strings.Repeat("n", 129), Value: text("")})
	if !errors.As(err, &exceeded) || exceeded.Breaches[0].Name != "max_variable_name_length" {
		t.Error(err)
	}
}

// TestLimits fills a state up to each of its limits and goes one beyond.
func TestLimits(t *testing.T) {
	for _, test := range []struct {
		limit  string
		fill   func(x *rlmstate.State)
		beyond func(s *Store, id string) error
	}{
		{"max_variables_per_state", func(x *rlmstate.State) {
			x.Variables.Additional = make(map[string]rlmstate.Variable)
			for i := range rlmstate.MaxVariablesPerState - 3 { // with Final, prompt and the one to come
				name := fmt.Sprintf("v%d", i)
				x.Variables.Additional[name] = rlmstate.Variable{Name: name, Value: text(""), Type: rlmstate.VariableTypeText}
			}
		}, func(s *Store, id string) error {
			return s.Write(t.Context(), id, rlmstate.Variable{Name: "beyond", Value: text(strings.Repeat("x", 20_000))})
		}},
	} {
		t.Run(test.limit, func(t *testing.T) {
			s, _ := open(t, t.TempDir())
			id := newState(t, s, Origin{})
			change(t, s, id, test.fill)
			write(t, s, id, "last", "fits")

			before, files := file(t, s, id, "state.json"), tree(t, s.Root().Name())
			var exceeded *limits.Error
			if err := test.beyond(s, id); !errors.As(err, &exceeded) || len(exceeded.Breaches) != 1 || exceeded.Breaches[0].Name != test.limit {
				t.Fatal(err)
			}
			if file(t, s, id, "state.json") != before || !slices.Equal(tree(t, s.Root().Name()), files) {
				t.Error("something was written, or trimmed")
			}
			read(t, s, id, "last") // what needs no room goes on
		})
	}
}

// TestAFullStateGoesOn fills a state's history and its checkpoints: it can be
// written to, completed and rolled back all the same, and the log has it all.
func TestAFullStateGoesOn(t *testing.T) {
	s, _ := open(t, t.TempDir())
	id := newState(t, s, Origin{})
	first, err := s.Checkpoint(t.Context(), id, "first")
	if err != nil {
		t.Fatal(err)
	}
	change(t, s, id, func(x *rlmstate.State) {
		m, c := x.History.Mutations[0], x.History.Checkpoints[1]
		for i := len(x.History.Mutations); i < rlmstate.MaxHistoryEntries; i++ {
			m.MutationID = fmt.Sprintf("mut-%08x", i+1)
			x.History.Mutations = append(x.History.Mutations, m)
		}
		for i := len(x.History.Checkpoints); i < rlmstate.MaxCheckpoints; i++ {
			c.CheckpointID = fmt.Sprintf("ckpt-%08x", i+1)
			x.History.Checkpoints = append(x.History.Checkpoints, c)
		}
	})
	write(t, s, id, "v", "one more")
	write(t, s, id, "Final", "done")
	if err := s.Rollback(t.Context(), id, first); err != nil {
		t.Fatal(err)
	}
	x := state(t, s, id)
	if n := len(x.History.Mutations); n >= rlmstate.MaxHistoryEntries || n < 5000 || !x.Variables.Final.IsNull() {
		t.Errorf("%d mutations, Final is %+v", n, x.Variables.Final)
	}
	lines := 0
	for line, err := range rlmstate.HistoryLogFileLines(s.Root(), id) {
		if lines++; err != nil || line.MutationID != fmt.Sprintf("mut-%08x", lines) {
			t.Fatal(lines, line.MutationID, err)
		}
	}
	if want := rlmstate.MaxHistoryEntries + 4; lines != want { // written, completed; both taken back
		t.Errorf("the log has %d entries, want %d", lines, want)
	}

	last, err := s.Checkpoint(t.Context(), id, "last")
	if err != nil {
		t.Fatal(err)
	}
	list := state(t, s, id).History.Checkpoints
	if len(list) != rlmstate.MaxCheckpoints || list[0].CheckpointID != first || list[len(list)-1].CheckpointID != last {
		t.Errorf("%d checkpoints from %s to %s", len(list), list[0].CheckpointID, list[len(list)-1].CheckpointID)
	}
	write(t, s, id, "v", "two")
	if err := s.Rollback(t.Context(), id, last); err != nil {
		t.Fatal(err)
	}
	// The snapshots of those that made room go with the next one.
	if _, err := s.Checkpoint(t.Context(), id, "next"); err != nil {
		t.Fatal(err)
	}
	if names := must(os.ReadDir(filepath.Join(s.Root().Name(), ".aiwg/rlm/states", id, "checkpoints"))); len(names) != 3 {
		t.Errorf("%d snapshots: %v", len(names), names)
	}
}

// tree lists the files below a directory.
func tree(t *testing.T, dir string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		files = append(files, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestObserversAreToldOfEveryStep(t *testing.T) {
	s, _ := open(t, t.TempDir())
	id := newState(t, s, Origin{})
	var steps []string
	s.Observer = func(ctx context.Context, e protocol.Event) context.Context {
		if e.Kind == protocol.StepFinished {
			steps = append(steps, e.Path)
		}
		return ctx
	}
	if _, _, err := s.Completion(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if want := []string{"check_completion/1:read_Final_variable", "check_completion/3:else/1:return_incomplete"}; !slices.Equal(steps, want) {
		t.Errorf("got %q, want %q", steps, want)
	}
}
