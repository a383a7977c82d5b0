package statefiles

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/agentmemory/gen/rlmstate"
	"github.com/bindery-go/bindery/runtime/store"
)

func TestLargeValuesGoToFilesAndBack(t *testing.T) {
	s, _ := open(t, t.TempDir())
	id := newState(t, s, Origin{})
	fits := strings.Repeat("x", 10240-2) // with its quotes
	write(t, s, id, "v", fits)
	if v := state(t, s, id).Variables.Additional["v"]; v.Type != rlmstate.VariableTypeText {
		t.Errorf("10,240 bytes are of type %s", v.Type)
	}
	large := fits + "x"
	write(t, s, id, "v", large)
	v := state(t, s, id).Variables.Additional["v"]
	name, _ := v.Value.AsString()
	if v.Type != rlmstate.VariableTypeFilePath || !strings.HasPrefix(name, "file:.aiwg/rlm/states/"+id+"/variables/") {
		t.Errorf("10,241 bytes are %s %q", v.Type, name)
	}
	if kind := v.Metadata.GetInlineType(); kind != "text" {
		t.Errorf("the inline type is %q", kind)
	}
	log := mutations(t, s, id)
	if !strings.Contains(log[2], name) || strings.Contains(file(t, s, id, "state.json"), large) {
		t.Errorf("the value is in the state: %.100s", log[2])
	}
	if read(t, s, id, "v") != large {
		t.Error("the value is another")
	}

	// A later value, small or large, leaves the file alone, for the log and for
	// checkpoints.
	checkpoint, err := s.Checkpoint(t.Context(), id, "large")
	if err != nil {
		t.Fatal(err)
	}
	write(t, s, id, "v", "small")
	if v := state(t, s, id).Variables.Additional["v"]; v.Type != rlmstate.VariableTypeText || v.Metadata.InlineType != nil {
		t.Errorf("a small value is %+v", v)
	}
	write(t, s, id, "v", large+"!")
	if err := s.Rollback(t.Context(), id, checkpoint); err != nil {
		t.Fatal(err)
	}
	if read(t, s, id, "v") != large {
		t.Error("the value is not that of the checkpoint")
	}
	if got := state(t, s, id).Variables.Additional["v"]; got.GetAccessCount() != 2 {
		t.Errorf("%d accesses", got.GetAccessCount())
	}

	path := filepath.Join(s.Root().Name(), strings.TrimPrefix(name, "file:"))
	if err := os.WriteFile(path, []byte(`"other"`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Read(t.Context(), id, "v"); !errors.Is(err, store.ErrDamaged) {
		t.Error(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Read(t.Context(), id, "v"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if got := state(t, s, id).Variables.Additional["v"]; got.GetAccessCount() != 2 {
		t.Error("a read that failed was counted")
	}
}

func TestALargePromptAndAnswer(t *testing.T) {
	s, _ := open(t, t.TempDir())
	large := strings.Repeat("why? ", 10_000)
	id, err := s.Initialize(t.Context(), large, Origin{})
	if err != nil {
		t.Fatal(err)
	}
	write(t, s, id, "Final", large)
	answer, complete, err := s.Completion(t.Context(), id)
	if got, _ := answer.AsString(); err != nil || !complete || got != large {
		t.Error(complete, err)
	}
	if read(t, s, id, "prompt") != large {
		t.Error("the prompt is another")
	}
}

func TestAFileOfTheUserIsText(t *testing.T) {
	s, _ := open(t, t.TempDir())
	id := newState(t, s, Origin{})
	name := ".aiwg/rlm/states/" + id + "/variables/document.txt"
	if err := os.MkdirAll(filepath.Join(s.Root().Name(), filepath.Dir(name)), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(s.Root().Name(), name), []byte("as it is"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := s.Write(t.Context(), id, rlmstate.Variable{Name: "document", Value: text("file:" + name), Type: rlmstate.VariableTypeFilePath})
	if err != nil {
		t.Fatal(err)
	}
	if got := read(t, s, id, "document"); got != "as it is" {
		t.Error(got)
	}
}

func TestPathsOutsideAreRefused(t *testing.T) {
	s, _ := open(t, t.TempDir())
	id, other := newState(t, s, Origin{}), newState(t, s, Origin{})
	write(t, s, other, "secret", strings.Repeat("x", 20_000))
	secret, _ := state(t, s, other).Variables.Additional["secret"].Value.AsString()
	folder := ".aiwg/rlm/states/" + id + "/variables/"
	for _, name := range []string{
		secret, "file:/etc/passwd", "file:../x", "file:" + folder + "../state.json", "file:" + folder, "file:",
		"file:" + folder + "a/b", "file:" + folder + `..\..\x`, "file:.aiwg/rlm/states/" + id + "/state.json",
	} {
		err := s.Write(t.Context(), id, rlmstate.Variable{Name: "v", Value: text(name), Type: rlmstate.VariableTypeFilePath})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Read(t.Context(), id, "v"); !errors.Is(err, store.ErrOutside) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, bad := range []string{"../../esc", "state-a1b2c3d4/../x", "", "state-A1B2C3D4"} {
		if err := s.Write(t.Context(), bad, rlmstate.Variable{Name: "v", Value: text("")}); err == nil {
			t.Errorf("a state is called %q", bad)
		}
		if bad == "" {
			continue // no session, no tree
		}
		if _, err := s.Initialize(t.Context(), "", Origin{TreeID: bad}); err == nil {
			t.Errorf("a tree is called %q", bad)
		}
	}
	if _, err := s.Initialize(t.Context(), "", Origin{SessionID: "../../esc"}); err == nil {
		t.Error("a session is called ../../esc")
	}
	if found, _ := filepath.Glob(filepath.Join(filepath.Dir(s.Root().Name()), "esc*")); found != nil {
		t.Error(found)
	}
}
