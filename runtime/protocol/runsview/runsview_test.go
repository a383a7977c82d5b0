package runsview

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/filestore"
	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocolgen"
)

type data struct{ Answer int }

func filled(t *testing.T) checkpoint.Store {
	t.Helper()
	store := memstore.New(nil)
	for id, result := range map[string]error{"done": nil, "fa\x1biled": errors.New("no\x1b[31m"), "waiting": protocol.Wait("which?")} {
		_, _ = protocolgen.Do(t.Context(), "op", &data{}, func(r *protocolgen.Run[data]) {
			r.Step("a", func(_ context.Context, c *protocol.Call, d *data) error {
				if answer, ok, err := protocol.Answered[int](c); ok || err != nil {
					d.Answer = answer
					return err
				}
				return result
			})
		}, protocol.WithRun(store, id))
	}
	return store
}

func TestCommands(t *testing.T) {
	store := filled(t)
	text := func(o Options, args ...string) string {
		t.Helper()
		var out strings.Builder
		if err := Do(t.Context(), store, args, o, &out); err != nil {
			t.Fatalf("%q: %v", args, err)
		}
		return out.String()
	}
	listed := text(Options{})
	if strings.Contains(listed, "\x1b") || !strings.Contains(listed, "which?") || strings.Count(listed, "\n") != 4 {
		t.Errorf("%s", listed)
	}
	var runs []protocol.Run
	if err := json.Unmarshal([]byte(text(Options{JSON: true}, "list")), &runs); err != nil || len(runs) != 3 || runs[1].Status != protocol.StatusFailed {
		t.Errorf("%+v, %v", runs, err)
	}
	for _, r := range runs {
		if r.RequestID != "" {
			text(Options{}, "answer", "waiting", "5", r.RequestID)
		}
	}
	if shown := text(Options{}, "show", "waiting"); !strings.Contains(shown, "  1:a\n") || !strings.Contains(shown, "\nrequest ") || !strings.Contains(shown, `{"Answer":0}`) {
		t.Errorf("%s", shown)
	}
	if got := text(Options{Keep: checkpoint.Retention{MaxAge: 1}, Failed: true}, "prune"); strings.Count(got, "deleted") != 2 {
		t.Errorf("%s", got)
	}
	text(Options{}, "delete", "waiting")
	if got := text(Options{JSON: true}); got != "[]\n" {
		t.Errorf("%s", got)
	}
}

// TestMoved: runs go on in another place, with the answers that they have; what
// cannot be moved stays.
func TestMoved(t *testing.T) {
	from, dir := filled(t), t.TempDir()
	o := Options{Open: Directory}
	run := func(want string, args ...string) {
		t.Helper()
		var out strings.Builder
		err := Do(t.Context(), from, args, o, &out)
		if got := fmt.Sprint(out.String(), err); !strings.Contains(got, want) {
			t.Errorf("%q: %s", args, got)
		}
	}
	run("<nil>", "answer", "waiting", "7")
	run("moved \"waiting\"\n<nil>", "move", dir, "waiting")
	run("not found", "move", dir, "waiting")
	run("moved \"done\"\nmoved \"fa\\x1biled\"\n<nil>", "move", dir)
	run("RUN  OPERATION  STATUS  SINCE  STEP  BY  MORE\n<nil>", "list")

	to, done, err := Directory(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	var d data
	outcome, err := protocolgen.Do(t.Context(), "op", &d, func(r *protocolgen.Run[data]) {
		r.Step("a", func(_ context.Context, c *protocol.Call, d *data) (err error) {
			d.Answer, _, err = protocol.Answered[int](c)
			return err
		})
	}, protocol.WithRun(to.(stored).store, "waiting"))
	if outcome != protocol.Done || err != nil || d.Answer != 7 {
		t.Errorf("in the other place: %q, %v, %+v", outcome, err, d)
	}

	again := filled(t)
	err = Do(t.Context(), again, []string{"move", dir, "done", "waiting"}, o, io.Discard)
	if !errors.Is(err, protocol.ErrRunExists) {
		t.Error("a run of that name is there:", err)
	}
	if err := Do(t.Context(), again, []string{"show", "done"}, o, io.Discard); err != nil {
		t.Error("what was not moved is gone:", err)
	}
	if err := Do(t.Context(), again, []string{"move", dir}, Options{}, io.Discard); err == nil {
		t.Error("nothing opens the other place")
	}
}

func TestWhatIsNoCommand(t *testing.T) {
	store := filled(t)
	for _, test := range []struct{ args, want string }{
		{"dance", "usage: "}, {"show", "usage: "}, {"list x", "usage: "}, {"prune", "needs --keep"},
		{"answer waiting {", "not valid JSON"}, {"answer done 1", "does not wait"}, {"answer waiting 1 other", "has an answer already"}, {"show nobody", "not found"}, {"delete nobody", "not found"},
	} {
		err := Do(t.Context(), store, strings.Fields(test.args), Options{}, &strings.Builder{})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.args, err)
		}
	}
}

// TestShowSaysNothingToTheTerminal: names and data come from the store, and may be
// anybody's.
func TestShowSaysNothingToTheTerminal(t *testing.T) {
	store := memstore.New(nil)
	data := struct{ Text string }{"a\u009b2J\u202eb\x7f"}
	step := func(context.Context, *protocol.Call, any) error { return nil }
	program := &protocol.Program{Operation: "op\x1b[2J", Items: []protocol.PlanItem{{Kind: protocol.StepItem, Key: "a\x1b]0;x\a", Step: step}}}
	if _, err := protocol.Execute(t.Context(), program, &data, protocol.WithRun(store, "r\x1b")); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := Do(t.Context(), store, []string{"show", "r\x1b"}, Options{}, &out); err != nil {
		t.Fatal(err)
	}
	for _, r := range out.String() {
		if r != '\n' && !unicode.IsPrint(r) {
			t.Errorf("%U in %q", r, out.String())
		}
	}
}

// TestNamesOfRunsAreWhole: they are what commands take.
func TestNamesOfRunsAreWhole(t *testing.T) {
	store, id := memstore.New(nil), strings.Repeat("run ", 40)+"\x1b"
	if _, err := protocolgen.Do(t.Context(), "op", &data{}, func(*protocolgen.Run[data]) {}, protocol.WithRun(store, id)); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{"list", "prune"} {
		var out strings.Builder
		if err := Do(t.Context(), store, []string{args}, Options{Keep: checkpoint.Retention{MaxAge: 1}}, &out); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), strings.Repeat("run ", 40)+`\x1b"`) {
			t.Errorf("%s: %s", args, out.String())
		}
	}
}

// TestADamagedRunIsNotHealthy: what is told of it is that of an earlier record, and
// says so, with what to do.
func TestADamagedRunIsNotHealthy(t *testing.T) {
	dir := t.TempDir()
	store, err := filestore.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	run := func() error {
		_, err := protocolgen.Do(t.Context(), "op", &data{}, func(r *protocolgen.Run[data]) {
			r.Step("a", func(context.Context, *protocol.Call, *data) error { return nil })
			r.Step("b", func(context.Context, *protocol.Call, *data) error { return errors.New("no") })
		}, protocol.WithRun(store, "torn"))
		return err
	}
	_ = run() // fails
	records, err := filepath.Glob(filepath.Join(dir, "*", "*.full"))
	if err != nil || len(records) < 2 {
		t.Fatalf("%q, %v", records, err)
	}
	if err := os.Truncate(slices.Max(records), 20); err != nil {
		t.Fatal(err)
	}
	if store, err = filestore.Open(dir); err != nil {
		t.Fatal(err)
	}
	const help = "its last good record is"
	for _, args := range [][]string{{"list"}, {"show", "torn"}} {
		var out strings.Builder
		if err := Do(t.Context(), store, args, Options{}, &out); err != nil || !strings.Contains(out.String(), "damaged") || !strings.Contains(out.String(), help) {
			t.Errorf("%q: %s, %v", args, out.String(), err)
		}
	}
	if err := run(); !errors.Is(err, checkpoint.ErrDamaged) || !strings.Contains(err.Error(), help) {
		t.Error(err)
	}
	if err := Do(t.Context(), store, []string{"delete", "torn"}, Options{}, io.Discard); err != nil {
		t.Error(err)
	}
}
