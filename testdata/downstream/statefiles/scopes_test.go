package statefiles

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/agentmemory/gen/rlmstate"
	"github.com/bindery-go/bindery/runtime/timefmt"
)

const (
	temporary = rlmstate.VariableMetadataScopeTemporary
	inTree    = rlmstate.VariableMetadataScopeTree
	session   = rlmstate.VariableMetadataScopeSession
	global    = rlmstate.VariableMetadataScopeGlobal
)

// variable is one of a scope, for so many seconds; "" and 0 say nothing.
func variable(name, value string, scope rlmstate.VariableMetadataScope, seconds int64) rlmstate.Variable {
	v := rlmstate.Variable{Name: name, Value: text(value), Metadata: &rlmstate.VariableMetadata{}}
	if scope != "" {
		v.Metadata.Scope = &scope
	}
	if seconds > 0 {
		v.Metadata.TTLSeconds = &seconds
	}
	return v
}

func writeIn(t *testing.T, s *Store, id, name, value string, scope rlmstate.VariableMetadataScope) {
	t.Helper()
	if err := s.Write(t.Context(), id, variable(name, value, scope, 0)); err != nil {
		t.Fatal(err)
	}
}

func TestScopesHaveFiles(t *testing.T) {
	s, _ := open(t, t.TempDir())
	id := newState(t, s, Origin{SessionID: "sess-1", TreeID: "tree-87654321"})
	for scope, name := range map[rlmstate.VariableMetadataScope]string{
		global: "global-state.json", session: "sessions/sess-1/state.json", inTree: "trees/tree-87654321/state.json", temporary: "temp/" + id + "/state.json",
	} {
		writeIn(t, s, id, "v_"+string(scope), "shared", scope)
		content, err := os.ReadFile(filepath.Join(s.Root().Name(), ".aiwg/rlm", name))
		if err != nil {
			t.Fatal(err)
		}
		x, err := rlmstate.ParseState(content)
		if err != nil || len(x.Variables.Additional) != 1 {
			t.Errorf("%s: %v, %v", name, x, err)
		}
		if v := state(t, s, id).Variables.Additional["v_"+string(scope)]; v.Metadata.GetScope() != scope {
			t.Errorf("the state has %+v", v)
		}
	}
	write(t, s, id, "ours", "") // names no scope, so it is one of the session, unlike what each state has
	for name, want := range map[string]bool{"global-state.json": false, "sessions/sess-1/state.json": true} {
		content, _ := os.ReadFile(filepath.Join(s.Root().Name(), ".aiwg/rlm", name))
		if strings.Contains(string(content), `"ours"`) != want || strings.Contains(string(content), `"prompt"`) {
			t.Errorf("%s: %s", name, content)
		}
	}
	for _, scope := range []rlmstate.VariableMetadataScope{session, inTree, "universe"} {
		if err := s.Write(t.Context(), newState(t, s, Origin{}), variable("v", "", scope, 0)); err == nil {
			t.Errorf("a state without one writes to its %s", scope)
		}
	}
}

// TestWhatIsNotSavedIsNotShared: an operation shares when the state is saved, which
// may fail after its last step.
func TestWhatIsNotSavedIsNotShared(t *testing.T) {
	s, _ := open(t, t.TempDir())
	id, err := s.Initialize(t.Context(), "a prompt", Origin{SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	data := operation{Variable: variable("secret", "x", session, 0)}
	refused := errors.New("refused")
	err = s.Update(t.Context(), id, func(x *rlmstate.State) error {
		data.X = x
		_, err := rlmstate.RunWriteVariable(t.Context(), steps{s}, &data, s.options(&data)...)
		return errors.Join(err, refused)
	})
	if err == nil || err.Error() != refused.Error() {
		t.Fatal(err)
	}
	x, err := s.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	if found, err := s.Variables.Find(x, "secret"); err == nil {
		t.Errorf("others find it in %q", found.Scope)
	}
}

// TestSetFillsTheTypeIn: a value says its own type.
func TestSetFillsTheTypeIn(t *testing.T) {
	s, _ := open(t, t.TempDir())
	id, err := s.Initialize(t.Context(), "a prompt", Origin{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Update(t.Context(), id, func(x *rlmstate.State) error {
		return s.Variables.Set(x, "n", rlmstate.Variable{Name: "n", Value: rlmstate.NewVariableValueNumber(1)}, "me")
	}); err != nil {
		t.Fatal(err)
	}
	if x, err := s.Load(id); err != nil {
		t.Error(err)
	} else if v, _ := s.Variables.Get(x, "n"); v.Type != rlmstate.VariableTypeNumber {
		t.Errorf("the type is %q", v.Type)
	}
}

func TestLookupGoesFromNarrowToWide(t *testing.T) {
	s, c := open(t, t.TempDir())
	origin := Origin{SessionID: "sess-1", TreeID: "tree-87654321"}
	mine, other := newState(t, s, origin), newState(t, s, origin)
	stranger := newState(t, s, Origin{SessionID: "sess-2"})
	want := func(id, value string) {
		t.Helper()
		if got := read(t, s, id, "v"); got != value {
			t.Errorf("got %q, want %q", got, value)
		}
	}
	writeIn(t, s, stranger, "v", "global", global)
	want(mine, "global")
	writeIn(t, s, other, "v", "session", session)
	want(mine, "session")
	want(stranger, "global")
	writeIn(t, s, other, "v", "tree", inTree) // and no longer in the session
	want(mine, "tree")
	if err := s.Write(t.Context(), mine, variable("v", "temporary", temporary, 60)); err != nil {
		t.Fatal(err)
	}
	want(mine, "temporary")
	want(other, "tree")
	c.Time = c.Time.Add(time.Minute)
	want(mine, "tree")
	writeIn(t, s, mine, "v", "newer", inTree)
	want(other, "newer")
	want(newState(t, s, Origin{SessionID: "sess-1"}), "global")
	write(t, s, mine, "w", "of the session")
	if got := read(t, s, other, "w"); got != "of the session" {
		t.Errorf("a sibling has %q", got)
	}
	if got := read(t, s, stranger, "w"); got != "not found" {
		t.Errorf("a stranger has %q", got)
	}
	loner := newState(t, s, Origin{})
	write(t, s, loner, "v", "own")
	if got := read(t, s, loner, "v"); got != "own" {
		t.Errorf("got %q instead of the variable of a state without a session", got)
	}
}

func TestAccessesAreCountedWhereTheVariableIs(t *testing.T) {
	s, _ := open(t, t.TempDir())
	mine, other := newState(t, s, Origin{}), newState(t, s, Origin{})
	writeIn(t, s, mine, "v", "", global)
	read(t, s, mine, "v")
	read(t, s, other, "v")
	shared, err := rlmstate.NewGlobalState(s.Root()).Load()
	if err != nil {
		t.Fatal(err)
	}
	if v := shared.Variables.Additional["v"]; v.GetAccessCount() != 2 {
		t.Errorf("%d accesses", v.GetAccessCount())
	}
}

func TestLargeValuesAreSharedToo(t *testing.T) {
	s, _ := open(t, t.TempDir())
	mine, other := newState(t, s, Origin{}), newState(t, s, Origin{})
	large := strings.Repeat("x", 20_000)
	writeIn(t, s, mine, "v", large, global)
	if read(t, s, other, "v") != large || read(t, s, mine, "v") != large {
		t.Error("the value is another")
	}
}

func TestRollbackReachesTheScope(t *testing.T) {
	s, _ := open(t, t.TempDir())
	mine, other := newState(t, s, Origin{}), newState(t, s, Origin{})
	writeIn(t, s, mine, "a", "before", global)
	writeIn(t, s, mine, "b", "before", global)
	writeIn(t, s, mine, "moved", "before", global)
	checkpoint, err := s.Checkpoint(t.Context(), mine, "before")
	if err != nil {
		t.Fatal(err)
	}
	writeIn(t, s, mine, "a", "after", global)
	writeIn(t, s, mine, "b", "after", global)
	writeIn(t, s, mine, "new", "after", global)
	writeIn(t, s, mine, "moved", "after", temporary)
	writeIn(t, s, other, "b", "of the other", global)
	if err := s.Rollback(t.Context(), mine, checkpoint); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"a": "before", "b": "of the other", "new": "not found", "moved": "before"} {
		if got := read(t, s, other, name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if got := read(t, s, mine, "moved"); got != "before" {
		t.Error(got)
	}
}

func TestTimeToLive(t *testing.T) {
	s, c := open(t, t.TempDir())
	id := newState(t, s, Origin{})
	start := c.Time
	if err := s.Write(t.Context(), id, variable("v", "1", temporary, 90)); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		after time.Duration
		write bool
		want  string
	}{
		{89 * time.Second, false, "1"},
		{89 * time.Second, true, "2"}, // the time begins anew
		{178 * time.Second, false, "2"},
		{179 * time.Second, false, "not found"},
	} {
		c.Time = start.Add(step.after)
		if step.write {
			writeIn(t, s, id, "v", "2", "")
		}
		if got := read(t, s, id, "v"); got != step.want {
			t.Errorf("after %v: got %q, want %q", step.after, got, step.want)
		}
	}
	write(t, s, id, "other", "") // takes away what has expired
	if v, ok := s.Variables.Get(state(t, s, id), "v"); ok {
		t.Errorf("%+v is still there", v)
	}
	log := mutations(t, s, id)
	if !slices.Contains(log, `mut-00000004 delete v "2"  ttl`) {
		t.Errorf("%q", log)
	}
	write(t, s, id, "v", "3")
	if v, _ := s.Variables.Get(state(t, s, id), "v"); v.Metadata != nil || v.UpdatedAt != nil {
		t.Errorf("the new variable has what the old one had: %+v", v)
	}
	// A time to live that is longer than any clock runs.
	v := rlmstate.Variable{CreatedAt: new(timefmt.DateTimeOf(s.Now())), Metadata: &rlmstate.VariableMetadata{TTLSeconds: new(int64(1<<63 - 1))}}
	if s.Variables.Expired(&v) {
		t.Error("2^63 s have gone by")
	}
	v.CreatedAt = nil
	if v.Metadata.TTLSeconds = new(int64(0)); s.Variables.Expired(&v) {
		t.Error("what has no beginning has an end")
	}
}
