package statefiles

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

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
	if err := s.Rollback(t.Context(), id, "ckpt-000000ff"); !errors.Is(err, ErrNotFound) {
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
	path := filepath.Join(s.dir, ".aiwg/rlm/states", id, "checkpoints", torn+".json")
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
	doc, err := s.load(id)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"../../../x.json", "/etc/passwd", ".aiwg/rlm/states/" + id + "/state.json", ""} {
		doc.State.History.Checkpoints[0].SnapshotPath = &path
		if err := s.save(doc); err != nil {
			t.Fatal(err)
		}
		if err := s.Rollback(t.Context(), id, "ckpt-00000001"); !errors.Is(err, ErrOutside) {
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
		path := filepath.Join(s.dir, ".aiwg/rlm/states", id, "state.json")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		_, readErr := s.Read(t.Context(), id, "prompt")
		_, checkpointErr := s.Checkpoint(t.Context(), id, "x")
		for _, err := range []error{
			readErr, checkpointErr, s.Write(t.Context(), id, Write{Name: "v", Value: text("")}), s.Rollback(t.Context(), id, "ckpt-00000001"),
		} {
			var syntax *validate.SyntaxError
			var invalid *validate.Error
			if !errors.As(err, &syntax) && !errors.As(err, &invalid) && !errors.Is(err, ErrDamaged) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if got := file(t, s, id, "state.json"); got != content {
			t.Errorf("%s: the file has become %q", name, got)
		}
	}
}

// TestTheLogIsMended: whatever a crash or a disk has left of it, the next change
// makes it what the state's history is.
func TestTheLogIsMended(t *testing.T) {
	s, _ := open(t, t.TempDir())
	id := newState(t, s, Origin{})
	write(t, s, id, "v", "0")
	path := filepath.Join(s.dir, ".aiwg/rlm/states", id, "history.jsonl")
	for name, damage := range map[string]func(log string) string{
		"a line missing":  func(log string) string { return log[:strings.LastIndex(strings.TrimSpace(log), "\n")+1] },
		"half a line":     func(log string) string { return log[:len(log)-30] },
		"all missing":     func(string) string { return "" },
		"a line too many": func(log string) string { return log + log[strings.LastIndex(strings.TrimSpace(log), "\n")+1:] },
		"broken in the middle": func(log string) string {
			return "{" + log
		},
		"of another state": func(log string) string { return strings.ReplaceAll(log, "mut-", "mut-9") },
	} {
		if err := os.WriteFile(path, []byte(damage(file(t, s, id, "history.jsonl"))), 0o600); err != nil {
			t.Fatal(err)
		}
		write(t, s, id, "v", name)
		if t.Failed() {
			t.Fatal(name)
		}
		mutations(t, s, id) // compares
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
	doc, err := s.load(id)
	if err != nil {
		t.Fatal(err)
	}
	doc.State.History.Mutations[0].MutationID = "mut-00000002"
	doc.State.History.Checkpoints[0].CheckpointID = "ckpt-00000002"
	if err := s.save(doc); err != nil {
		t.Fatal(err)
	}
	write(t, s, id, "v", "")
	checkpoint, err := s.Checkpoint(t.Context(), id, "c")
	if err != nil || checkpoint != "ckpt-00000003" {
		t.Error(checkpoint, err)
	}
	if got := state(t, s, id).History.Mutations[1].MutationID; got != "mut-00000003" {
		t.Error(got)
	}
}
