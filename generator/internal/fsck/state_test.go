package fsck_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/gen/rlmstate"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/runtime/storage"
)

const (
	stateID  = "state-00000001"
	stateDir = ".aiwg/rlm/states/" + stateID + "/"
	snapshot = stateDir + "checkpoints/ckpt-00000001.json"
	logFile  = stateDir + "history.jsonl"
)

// states makes a state with a session that shares a large variable, a snapshot of it,
// and a log of what was set before and after.
func states(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	root, err := storage.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	ctx, s := context.Background(), rlmstate.NewStates(root)
	session, x := "s1", rlmstate.NewState()
	x.StateID, x.SessionID = stateID, &session
	if err := s.Create(ctx, x); err != nil {
		t.Fatal(err)
	}
	set := func(name, value string) {
		t.Helper()
		if err := s.Update(ctx, stateID, func(x *rlmstate.State) error {
			return s.Variables.Set(x, name, rlmstate.Variable{Name: name, Value: rlmstate.NewVariableValueString(value)}, "me")
		}); err != nil {
			t.Fatal(err)
		}
	}
	set("shared", strings.Repeat("s", 20_000))
	if err := s.Update(ctx, stateID, func(x *rlmstate.State) error { return s.Variables.Share(ctx, x, "shared", nil) }); err != nil {
		t.Fatal(err)
	}
	set("big", strings.Repeat("b", 20_000))
	if err := s.Update(ctx, stateID, func(x *rlmstate.State) error {
		id, err := s.Variables.AddSnapshot(x, "before")
		if err != nil {
			return err
		}
		return s.Variables.SaveSnapshot(x, id)
	}); err != nil {
		t.Fatal(err)
	}
	set("big", "small")
	return dir
}

func checkStates(t *testing.T, dir string) []string {
	t.Helper()
	return checkFrom(t, os.DirFS("../../.."), config.Config{AssertFormat: true, Packages: []config.Package{{
		Schema: "schemas/rlm-state.yaml", Overlay: "schemas/rlm-state.overlay.yaml", Name: "rlmstate", Out: "gen/rlmstate",
		Roots: []config.Root{{Name: "State", Pointer: "#"}},
	}}}, dir, os.DirFS(dir), false)
}

// expectStates checks what is found of states after a damage, each by what it begins with.
func expectStates(t *testing.T, dir string, want ...string) {
	t.Helper()
	got := checkStates(t, dir)
	if !slices.EqualFunc(got, want, strings.HasPrefix) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestSoundStates(t *testing.T) { expectStates(t, states(t)) }

func TestSnapshots(t *testing.T) {
	dir := states(t)
	if err := os.Truncate(filepath.Join(dir, snapshot), 100); err != nil {
		t.Fatal(err)
	}
	expectStates(t, dir, snapshot+" string is not closed")
	if err := os.Remove(filepath.Join(dir, snapshot)); err != nil {
		t.Fatal(err)
	}
	expectStates(t, dir, stateDir+"state.json "+snapshot+" does not exist")
	text := `{"version": "1.0.0", "state_id": "state-00000002", "variables": {}}`
	if err := os.WriteFile(filepath.Join(dir, snapshot), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	expectStates(t, dir, snapshot+` /state_id is "state-00000002"`)
}

// TestValuesThatAreGone has values that only a scope, a snapshot or a log names.
func TestValuesThatAreGone(t *testing.T) {
	dir := states(t)
	files, err := filepath.Glob(filepath.Join(dir, ".aiwg/rlm/states/*/variables/*"))
	if err != nil || len(files) != 3 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	got := checkStates(t, dir)
	in := map[string]int{}
	for _, line := range got {
		if name, rest, _ := strings.Cut(line, " "); strings.HasSuffix(rest, " does not exist") {
			in[name]++
		}
	}
	for name, n := range map[string]int{stateDir + "state.json": 1, ".aiwg/rlm/sessions/s1/state.json": 1, snapshot: 2, logFile: 2} {
		if in[name] != n {
			t.Errorf("%d of %d in %s: %q", in[name], n, name, got)
		}
	}
}

func TestFilesOfADocumentThatIsGone(t *testing.T) {
	dir, document := states(t), stateDir+"state.json"
	write(t, dir, map[string]string{document + ".reserved": "[]"})
	if err := os.Remove(filepath.Join(dir, document)); err != nil {
		t.Fatal(err)
	}
	gone := " this file belongs to " + document + ", which is gone"
	expectStates(t, dir, snapshot+gone, logFile+gone, document+".reserved"+gone)
}

// TestLogsThatLackEntries has lines that are taken out, and a log that is behind.
func TestLogsThatLackEntries(t *testing.T) {
	dir := states(t)
	file := filepath.Join(dir, logFile)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	of := " of " + stateDir + "state.json"
	for _, tt := range []struct {
		text string
		want []string
	}{
		{lines[1] + lines[2], []string{logFile + ` the log lacks "mut-00000001"` + of}},
		{lines[2], []string{logFile + ` the log lacks "mut-00000001" and 1 more` + of}},
		{lines[0] + "garbage\n" + lines[2], []string{logFile + ` the log lacks "mut-00000002"` + of, logFile + ` unexpected "garbage"`}},
		{lines[0] + lines[1] + lines[2][:20], []string{logFile + ` the log lacks "mut-00000003"` + of, logFile + " the last line is not whole"}},
		{"", []string{logFile + ` the log lacks "mut-00000001" and 2 more` + of}},
		{lines[0] + lines[1] + strings.TrimSuffix(lines[2], "\n"), nil},
	} {
		if err := os.WriteFile(file, []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		expectStates(t, dir, tt.want...)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	expectStates(t, dir, logFile+` the log lacks "mut-00000001" and 2 more`+of)
}
