//go:build unix

package pgstore_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocolgen"
)

// TestBinderyRuns lets the program bindery, in which nothing knows of PostgreSQL,
// look after the runs of a server by way of bindery-runs-postgres.
func TestBinderyRuns(t *testing.T) {
	schema := newSchema(t)
	bin := t.TempDir()
	for program, dir := range map[string]string{"bindery": "../../../cmd/bindery", "bindery-runs-postgres": "cmd/bindery-runs-postgres"} {
		build := exec.Command("go", "build", "-o", filepath.Join(bin, program), ".")
		build.Dir = dir
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", dir, err, out)
		}
	}
	address := url.URL{Scheme: "postgres", User: url.User("postgres"), Path: "/postgres"}
	address.RawQuery = url.Values{"host": {filepath.Dir(server.Socket())}, "search_path": {schema}}.Encode()
	runs := func(wantStatus int, args ...string) string {
		t.Helper()
		cmd := exec.Command(filepath.Join(bin, "bindery"), append([]string{"runs", address.String()}, args...)...)
		cmd.Env = append(os.Environ(), "PATH="+bin)
		out, err := cmd.CombinedOutput()
		if status := cmd.ProcessState.ExitCode(); status != wantStatus {
			t.Fatalf("bindery runs %q: %v: exit status %d\n%s", args, err, status, out)
		}
		return string(out)
	}
	if out := runs(0); out != "RUN  OPERATION  STATUS  SINCE  STEP  BY  MORE\n" {
		t.Errorf("of an empty store: %q", out)
	}

	store := open(t, schema)
	publish := func(run string) (protocol.Outcome, error) {
		var approved bool
		return protocolgen.Do(ctx, "publish", &approved, func(r *protocolgen.Run[bool]) {
			r.Step("ask", func(_ context.Context, call *protocol.Call, approved *bool) (err error) {
				var answered bool
				if *approved, answered, err = protocol.Answered[bool](call); err == nil && !answered {
					err = protocol.Wait("publish " + run + "?")
				}
				return err
			})
		}, protocol.WithRun(store, run))
	}
	for _, run := range []string{"v1", "v2"} {
		if _, err := publish(run); err == nil {
			t.Fatal("it did not wait")
		}
	}
	if out := runs(0, "show", "v1"); !strings.Contains(out, "1:ask") || !strings.Contains(out, "publish v1?") {
		t.Error(out)
	}
	runs(0, "answer", "v1", "true")
	if out := runs(2, "answer", "v1", "false"); !strings.Contains(out, protocol.ErrAnswered.Error()) {
		t.Error(out)
	}
	if outcome, err := publish("v1"); outcome != protocol.Done || err != nil {
		t.Fatal(outcome, err)
	}
	var listed []protocol.Run
	if err := json.Unmarshal([]byte(runs(0, "--format", "json")), &listed); err != nil || len(listed) != 2 {
		t.Fatal(err, listed)
	}
	if got := fmt.Sprint(listed[0].Status, listed[1].Status, string(listed[1].Request)); got != `donewaiting"publish v2?"` {
		t.Error(got)
	}
	if out := runs(0, "prune", "--older-than", "1ns"); out != "deleted \"v1\"\n" {
		t.Error(out)
	}
	dir := t.TempDir()
	if out := runs(0, "move", dir, "v2"); out != "moved \"v2\"\n" {
		t.Error(out)
	}
	moveBack := exec.Command(filepath.Join(bin, "bindery"), "runs", dir, "move", address.String())
	moveBack.Env = append(os.Environ(), "PATH="+bin)
	if out, err := moveBack.CombinedOutput(); string(out) != "moved \"v2\"\n" || err != nil {
		t.Errorf("%s, %v", out, err)
	}
	if _, err := publish("v2"); err == nil || !strings.Contains(err.Error(), "waiting") {
		t.Error(err)
	}
	runs(0, "delete", "v2")
	if out := runs(2, "show", "v2"); !strings.Contains(out, "not found") {
		t.Error(out)
	}
	for thread, err := range store.Threads(ctx) {
		t.Error("left in the store:", thread.Name, err)
	}
	address.User, address.RawQuery = url.UserPassword("postgres", "not-to-be-shown"), url.Values{"host": {bin}}.Encode()
	if out := runs(2); strings.Contains(out, "not-to-be-shown") || !strings.Contains(out, "bindery-runs-postgres: ") {
		t.Error(out)
	}
}
