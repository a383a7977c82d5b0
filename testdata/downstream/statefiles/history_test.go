package statefiles

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/agentmemory/gen/rlmstate"
	"github.com/bindery-go/bindery/runtime/store"
	"github.com/bindery-go/bindery/runtime/validate"
)

func TestRollbackLogsEachChangeOnce(t *testing.T) {
	s, _ := open(t, t.TempDir())
	id := newState(t, s, Origin{})
	write(t, s, id, "changed", "old")
	write(t, s, id, "kept", "same")
	write(t, s, id, "to_and_fro", "same")
	checkpoint, err := s.Checkpoint(t.Context(), id, "before")
	if err != nil {
		t.Fatal(err)
	}
	write(t, s, id, "changed", "new")
	write(t, s, id, "added", "new")
	write(t, s, id, "Final", "done")
	read(t, s, id, "kept") // counts as an access, which is no change
	before := mutations(t, s, id)
	if err := s.Rollback(t.Context(), id, checkpoint); err != nil {
		t.Fatal(err)
	}
	log := mutations(t, s, id)
	source := " rollback:" + checkpoint
	want := append(before,
		`mut-00000008 delete Final "done" `+source,
		`mut-00000009 delete added "new" `+source,
		`mut-0000000a update changed "new" "old"`+source)
	if !slices.Equal(log, want) {
		t.Errorf("got %q\nwant %q", log, want)
	}
	x := state(t, s, id)
	if v := x.Variables.Additional["kept"]; v.GetAccessCount() != 1 {
		t.Error("an access was forgotten")
	}
	if len(x.History.Checkpoints) != 2 || x.Metadata.GetMutationCount() != 10 || x.Metadata.GetCheckpointCount() != 2 {
		t.Errorf("%+v", x.Metadata)
	}
	// Back to where it is: nothing to log.
	if err := s.Rollback(t.Context(), id, checkpoint); err != nil || len(mutations(t, s, id)) != len(log) {
		t.Error(err)
	}
	// What was deleted is created again.
	write(t, s, id, "changed", "newer")
	if err := s.Rollback(t.Context(), id, "ckpt-00000001"); err != nil {
		t.Fatal(err)
	}
	if err := s.Rollback(t.Context(), id, checkpoint); err != nil {
		t.Fatal(err)
	}
	if log := mutations(t, s, id); !slices.Contains(log, `mut-0000000f create changed  "old"`+source) {
		t.Errorf("%q", log)
	}
	if err := s.Rollback(t.Context(), id, "ckpt-000000ff"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// TestADamagedCheckpointHidesNoOther damages the newest one in several ways.
func TestADamagedCheckpointHidesNoOther(t *testing.T) {
	s, _ := open(t, t.TempDir())
	id := newState(t, s, Origin{})
	write(t, s, id, "v", "1")
	good, err := s.Checkpoint(t.Context(), id, "good")
	if err != nil {
		t.Fatal(err)
	}
	write(t, s, id, "v", "2")
	torn, err := s.Checkpoint(t.Context(), id, "torn")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(s.Root().Name(), ".aiwg/rlm/states", id, "checkpoints", torn+".json")
	whole := file(t, s, id, "checkpoints/"+torn+".json")
	another, _ := open(t, t.TempDir())
	for name, content := range map[string]string{
		"half": whole[:len(whole)/2], "empty": "", "list": "[]", "of another state": file(t, another, newState(t, another, Origin{}), "state.json"),
	} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := s.Rollback(t.Context(), id, torn); err == nil {
			t.Errorf("%s: the state is that of a damaged file", name)
		}
		if got := read(t, s, id, "v"); got != "2" {
			t.Errorf("%s: %s", name, got)
		}
	}
	if err := s.Rollback(t.Context(), id, good); err != nil {
		t.Fatal(err)
	}
	if got := read(t, s, id, "v"); got != "1" {
		t.Error(got)
	}
}

func TestASnapshotElsewhereIsRefused(t *testing.T) {
	s, _ := open(t, t.TempDir())
	id := newState(t, s, Origin{})
	for _, path := range []string{"../../../x.json", "/etc/passwd", ".aiwg/rlm/states/" + id + "/state.json", ""} {
		change(t, s, id, func(x *rlmstate.State) { x.History.Checkpoints[0].SnapshotPath = &path })
		if err := s.Rollback(t.Context(), id, "ckpt-00000001"); !errors.Is(err, store.ErrOutside) {
			t.Errorf("%q: %v", path, err)
		}
	}
}

// TestADamagedStateStaysAsItIs: no operation takes it for a state, and none
// overwrites what may still be of use.
func TestADamagedStateStaysAsItIs(t *testing.T) {
	s, _ := open(t, t.TempDir())
	id := newState(t, s, Origin{})
	whole := file(t, s, id, "state.json")
	for name, content := range map[string]string{
		"list": "[]", "empty": "", "half": whole[:len(whole)/2], "null": "null", "no state": "{}",
		"zeros": strings.Repeat("\x00", 100), "of another state": strings.ReplaceAll(whole, id, "state-00000000"),
	} {
		path := filepath.Join(s.Root().Name(), ".aiwg/rlm/states", id, "state.json")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		_, readErr := s.Read(t.Context(), id, "prompt")
		_, checkpointErr := s.Checkpoint(t.Context(), id, "x")
		for _, err := range []error{
			readErr, checkpointErr, s.Write(t.Context(), id, rlmstate.Variable{Name: "v", Value: text("")}), s.Rollback(t.Context(), id, "ckpt-00000001"),
		} {
			var syntax *validate.SyntaxError
			var invalid *validate.Error
			if !errors.As(err, &syntax) && !errors.As(err, &invalid) && !errors.As(err, new(*store.IdentityError)) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if got := file(t, s, id, "state.json"); got != content {
			t.Errorf("%s: the file has become %q", name, got)
		}
	}
}

// TestTheLogIsCompleted: whatever a crash or a disk has left of it, the next
// change adds what the state's history has and the log has not. What else is
// there stays: the log alone has what the state has no room for. Damage before the
// end is for bindery fsck to find: no write reads the whole log.
func TestTheLogIsCompleted(t *testing.T) {
	s, _ := open(t, t.TempDir())
	id := newState(t, s, Origin{})
	write(t, s, id, "v", "0")
	path := filepath.Join(s.Root().Name(), ".aiwg/rlm/states", id, "history.jsonl")
	for name, damage := range map[string]func(log string) string{
		"a line missing":   func(log string) string { return log[:strings.LastIndex(strings.TrimSpace(log), "\n")+1] },
		"half a line":      func(log string) string { return log[:len(log)-30] },
		"all missing":      func(string) string { return "" },
		"a line too many":  func(log string) string { return log + log[strings.LastIndex(strings.TrimSpace(log), "\n")+1:] },
		"of another state": func(log string) string { return strings.ReplaceAll(log, "mut-", "mut-9") },
	} {
		if err := os.WriteFile(path, []byte(damage(file(t, s, id, "history.jsonl"))), 0o600); err != nil {
			t.Fatal(err)
		}
		write(t, s, id, "v", name)
		if t.Failed() {
			t.Fatal(name)
		}
		logged := map[string]bool{}
		for line, err := range rlmstate.HistoryLogFileLines(s.Root(), id) {
			if err == nil {
				logged[line.MutationID] = true
			}
		}
		for _, m := range state(t, s, id).History.Mutations {
			if !logged[m.MutationID] {
				t.Errorf("%s: the log lacks %s:\n%s", name, m.MutationID, file(t, s, id, "history.jsonl"))
			}
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	write(t, s, id, "v", "")
	mutations(t, s, id)
}

// TestNumbersThatOthersTookAreNotGivenTwice takes a state that another program
// has numbered its own way.
func TestNumbersThatOthersTookAreNotGivenTwice(t *testing.T) {
	s, _ := open(t, t.TempDir())
	id := newState(t, s, Origin{})
	change(t, s, id, func(x *rlmstate.State) {
		x.History.Mutations[0].MutationID = "mut-00000002"
		x.History.Checkpoints[0].CheckpointID = "ckpt-00000002"
	})
	write(t, s, id, "v", "")
	checkpoint, err := s.Checkpoint(t.Context(), id, "c")
	if err != nil || checkpoint != "ckpt-00000003" {
		t.Error(checkpoint, err)
	}
	if got := state(t, s, id).History.Mutations[1].MutationID; got != "mut-00000003" {
		t.Error(got)
	}
}
