package trajectories

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/agentmemory/gen/trajectory"
)

func TestReport(t *testing.T) {
	s, agent := open(t)
	id := begin(t, s)
	agent.statuses = []trajectory.ObservationStatus{failure, success}
	record(t, s, id, agent, 2)
	complete(t, s, id, Result{FinalResult: "Fixed it."})
	path, err := s.Analyze(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(s.Root().Name(), path.String()))
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/report.md")
	if err != nil {
		t.Fatal(err)
	}
	if strings.ReplaceAll(string(got), id, "traj-00000000") != string(want) {
		t.Errorf("the report is\n%s", got)
	}
}

func TestTheIndexIsMadeAnewWhereItIsDamaged(t *testing.T) {
	s, agent := open(t)
	for range 3 {
		id := begin(t, s)
		record(t, s, id, agent, 1)
		complete(t, s, id, Result{})
	}
	begin(t, s) // has not ended, so it is not in the index
	path := place(s, "index.json")
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, content := range []string{"", "[]", "{", `{"version":"1.0.0","trajectories":[{}]}`} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Index(t.Context()); err != nil {
			t.Error(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != string(want) {
			t.Errorf("after %q: %s, want %s", content, got, want)
		}
	}
}

func TestSweep(t *testing.T) {
	s, agent := open(t)
	now := *agent.clock
	const day = 24 * time.Hour
	at := func(age time.Duration) { *agent.clock = now.Add(-age) }
	ended := func(started, completed time.Duration) string {
		t.Helper()
		at(started)
		id := begin(t, s)
		at(completed)
		complete(t, s, id, Result{})
		if _, err := s.Analyze(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		return id
	}
	unended := func(started time.Duration) string {
		t.Helper()
		at(started)
		return begin(t, s)
	}
	// A file that says nothing of its time goes by its own.
	damaged := func(id string, age time.Duration) string {
		t.Helper()
		path := place(s, id, "trajectory.json")
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("{"), 0o600), os.Chtimes(path, now.Add(-age), now.Add(-age))); err != nil {
			t.Fatal(err)
		}
		return id
	}
	gone := []string{ended(100*day, 91*day), unended(91 * day), damaged("traj-0000000a", 91*day)}
	kept := []string{ended(200*day, 89*day), ended(100*day, 90*day), unended(89 * day), damaged("traj-0000000b", 89*day), damaged("notes", 1000*day)}

	at(0)
	removed, err := s.Expire(t.Context(), s.Now())
	slices.Sort(gone)
	if err != nil || !slices.Equal(removed, gone) {
		t.Errorf("removed %v, want %v: %v", removed, gone, err)
	}
	for _, id := range kept {
		if _, err := os.Stat(place(s, id, "trajectory.json")); err != nil {
			t.Error(err)
		}
	}
	for _, id := range gone {
		if _, err := os.Stat(place(s, id)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: %v", id, err)
		}
	}
	if list := index(t, s).Trajectories; len(list) != 2 {
		t.Errorf("%+v", list)
	}

	s.Limits.TrajectoryRetentionDays = -1 // for ever
	at(-1000 * day)
	if removed, err := s.Expire(t.Context(), s.Now()); len(removed) != 0 || err != nil {
		t.Error(removed, err)
	}

	// What somebody else has put beside a trajectory is not ours to remove.
	s.Limits.TrajectoryRetentionDays = 90
	if err := os.WriteFile(place(s, kept[0], "mine.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	removed, err = s.Expire(t.Context(), s.Now())
	if err != nil || len(removed) != 4 {
		t.Error(removed, err)
	}
	if _, err := os.Stat(place(s, kept[0], "mine.txt")); err != nil {
		t.Error(err)
	}
}
