//go:build unix

package engines_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint/filestore"
	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/temporalrun"
)

// TestBinderyRuns lets the program bindery, in which nothing knows of Temporal,
// look after runs there by way of bindery-runs-temporal, and move one there that
// was begun in files.
func TestBinderyRuns(t *testing.T) {
	c := temporal(t)
	bin, dir := t.TempDir(), t.TempDir()
	for program, pkg := range map[string]string{
		"bindery":               "../../cmd/bindery",
		"bindery-runs-temporal": "../../runtime/protocol/temporalrun/cmd/bindery-runs-temporal",
	} {
		build := exec.Command("go", "build", "-o", filepath.Join(bin, program), ".")
		build.Dir = pkg
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", pkg, err, out)
		}
	}
	place := "temporal://" + shared.address() + "/default"
	runs := func(wantStatus int, args ...string) string {
		t.Helper()
		cmd := exec.Command(filepath.Join(bin, "bindery"), append([]string{"runs"}, args...)...)
		cmd.Env = append(os.Environ(), "PATH="+bin)
		out, err := cmd.CombinedOutput()
		if status := cmd.ProcessState.ExitCode(); status != wantStatus {
			t.Fatalf("bindery runs %q: %v: exit status %d\n%s", args, err, status, out)
		}
		return string(out)
	}

	driver := planOf("a", "ask", "b")
	store, err := filestore.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	run := name("moved")
	var n note
	if _, err := driver(t.Context(), struct{}{}, &n, protocol.WithRun(store, run)); !errors.As(err, new(*protocol.WaitingError)) {
		t.Fatal(err)
	}
	key := inspected(t, runs(0, dir, "show", run, "--format", "json"))
	if out := runs(2, dir, "move", place, run); !strings.Contains(out, "?queue=QUEUE") {
		t.Error(out)
	}
	queue := name("queue")
	if out := runs(0, dir, "move", place+"?queue="+queue, run); out != "moved \""+run+"\"\n" {
		t.Error(out)
	}
	if out := runs(0, dir, "list", "--format", "json"); out != "[]\n" {
		t.Error(out)
	}
	stop := startWorker(t, c, queue, driver)
	defer stop()
	waitUntil(t.Context(), t, c, run, protocol.StatusWaiting)
	if got := inspected(t, runs(0, place, "show", run, "--format", "json")); got.RequestID != key.RequestID || string(got.Request) != `"which?"` {
		t.Errorf("it asks %s (%s), and has asked %s (%s)", got.Request, got.RequestID, key.Request, key.RequestID)
	}
	list := func() string { return runs(0, place, "--format", "json") }
	if got := listed(t, list, run, protocol.StatusWaiting); got.Step != "change/2:ask" {
		t.Errorf("%+v", got)
	}
	if out := runs(2, place, "answer", run, `"that"`, "another"); !strings.Contains(out, protocol.ErrAnswered.Error()) {
		t.Error(out)
	}
	runs(0, place, "answer", run, `"that"`, key.RequestID)
	outcome, err := temporalrun.Result(t.Context(), c, run, &n)
	if err != nil || outcome != protocol.Done || strings.Join(n.Said, " ") != "a that b" {
		t.Errorf("%q, %v, %q", outcome, err, n.Said)
	}
	if got := listed(t, list, run, protocol.StatusDone); got.Steps != 3 {
		t.Errorf("%+v", got)
	}
	if out := runs(2, place, "move", dir, run); !strings.Contains(out, "only runs in a store can be moved") {
		t.Error(out)
	}
	runs(0, place, "delete", run)

	// Of the runs that are done, the newest stay, and with them those that are not.
	var ids []string
	for range 3 {
		id := name("pruned")
		if _, err := temporalrun.Start(t.Context(), c, "change", id, note{}, options(queue)); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
		waitUntil(t.Context(), t, c, id, protocol.StatusWaiting)
		if len(ids) < 3 {
			if err := temporalrun.Answer(t.Context(), c, id, "that"); err != nil {
				t.Fatal(err)
			}
			listed(t, list, id, protocol.StatusDone)
		}
	}
	if out := runs(2, place, "prune"); !strings.Contains(out, "--keep or --older-than") {
		t.Error(out)
	}
	if out := runs(0, place, "prune", "--older-than", "24h"); out != "" {
		t.Error(out)
	}
	if out := runs(0, place, "prune", "--keep", "1"); !strings.Contains(out, "deleted \""+ids[0]+"\"\n") || strings.Contains(out, ids[1]) || strings.Contains(out, ids[2]) {
		t.Error(out)
	}
	runs(0, place, "prune", "--keep", "1") // what has gone may be listed for a moment
	listed(t, list, ids[1], protocol.StatusDone)
	listed(t, list, ids[2], protocol.StatusWaiting)
	if err := temporalrun.Answer(t.Context(), c, ids[2], "that"); err != nil {
		t.Fatal(err)
	}
}

func inspected(t *testing.T, text string) (found protocol.Inspection) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		t.Fatal(err, text)
	}
	return found
}

// listed is a run of a list, once the server lists that it has come to a status,
// which takes it a moment.
func listed(t *testing.T, list func() string, run string, status protocol.Status) protocol.Run {
	t.Helper()
	var text string
	for range 50 {
		var all []protocol.Run
		text = list()
		if err := json.Unmarshal([]byte(text), &all); err != nil {
			t.Fatal(err, text)
		}
		for _, r := range all {
			if r.ID == run && r.Status == status {
				return r
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("%s is not in\n%s", run, text)
	return protocol.Run{}
}
