//go:build unix

package engines_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/temporalrun"
)

// recorder writes down what the functions of programs do, where it outlives the
// process: a line as each begins and as each ends.
type recorder struct {
	file   *os.File
	killAt int64 // line at which the process kills itself; 0: it lives
	lines  atomic.Int64
}

func newRecorder(file string, killAt int64) (*recorder, error) {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	return &recorder{file: f, killAt: killAt}, err
}

func (r *recorder) write(what string, c *protocol.Call, data any) {
	if _, err := fmt.Fprintf(r.file, "%s %s %s %s\n", what, c.Path(), c.IdempotencyKey(), data.(*note).Who); err != nil {
		panic(err)
	}
	if r.lines.Add(1) == r.killAt {
		kill()
	}
}

// kill ends this process as a power cut does.
func kill() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// around gives the functions of a program lines before and after.
func (r *recorder) around(items []protocol.PlanItem) []protocol.PlanItem {
	var out []protocol.PlanItem
	for _, item := range items {
		if f := item.Step; f != nil {
			item.Step = func(ctx context.Context, c *protocol.Call, data any) error {
				r.write("begin", c, data)
				err := f(ctx, c, data)
				r.write("end", c, data)
				return err
			}
		}
		if f := item.Holds; f != nil {
			item.Holds = func(ctx context.Context, c *protocol.Call, data any) (bool, error) {
				r.write("begin", c, data)
				holds, err := f(ctx, c, data)
				r.write("end", c, data)
				return holds, err
			}
		}
		if f := item.Take; f != nil {
			item.Take = func(ctx context.Context, c *protocol.Call, data any) (protocol.Taken, error) {
				r.write("begin", c, data)
				taken, err := f(ctx, c, data)
				r.write("end", c, data)
				return taken, err
			}
		}
		item.Items = r.around(item.Items)
		out = append(out, item)
	}
	return out
}

// recorded is a driver whose program is written down.
func recorded[S, D any](r *recorder, driver temporalrun.Driver[S, D]) temporalrun.Driver[S, D] {
	return rewritten(driver, r.around)
}

// rewritten is a driver whose items have other functions.
func rewritten[S, D any](driver temporalrun.Driver[S, D], rewrite func([]protocol.PlanItem) []protocol.PlanItem) temporalrun.Driver[S, D] {
	return func(ctx context.Context, steps S, data *D, opts ...protocol.Option) (protocol.Outcome, error) {
		var found captured
		if _, err := driver(ctx, steps, data, protocol.WithEngine(&found)); err != nil {
			return "", err
		}
		p := &protocol.Program{Operation: found.program.Operation, Items: rewrite(found.program.Items)}
		return protocol.Execute(ctx, p, data, opts...)
	}
}

// captured is an engine that notes what it is to run.
type captured struct{ program *protocol.Program }

func (c *captured) Run(_ context.Context, program *protocol.Program, _ any, _ *protocol.Settings) (protocol.Outcome, error) {
	c.program = program
	return "", nil
}

// begun are the places of a record in the order in which they began first, and of
// each the last one that began before it had ended.
func begun(lines []string) (places []string, until []int) {
	at := make(map[string]int)
	for _, line := range lines {
		what, place, _ := strings.Cut(line, " ")
		i, ok := at[place]
		switch {
		case !ok:
			at[place] = len(places)
			places, until = append(places, place), append(until, len(places))
		case what == "end":
			until[i] = len(places) - 1
		}
	}
	return places, until
}

// compareRecords says where an engine that was interrupted has left something
// out, has done it in another order, or has done again what was recorded: when
// something begins that comes behind a step, the step's result has been recorded.
func compareRecords(t testing.TB, got, local []string) {
	t.Helper()
	want, until := begun(local)
	have, _ := begun(got)
	path := func(place string) string { return strings.Fields(place)[0] }
	for i := range max(len(want), len(have)) {
		if i >= len(want) || i >= len(have) || path(want[i]) != path(have[i]) {
			t.Fatalf("part at %d: %q, locally %q", i, have[min(i, len(have)):], want[min(i, len(want)):])
		}
	}
	index := make(map[string]int)
	for i, place := range have {
		index[place] = i
	}
	last := 0
	for _, line := range got {
		what, place, _ := strings.Cut(line, " ")
		if what != "begin" {
			continue
		}
		i := index[place]
		if last > until[i] {
			t.Errorf("%s was recorded, and has run again after %s", path(place), path(have[last]))
		}
		last = max(last, i)
	}
}

// linesOf reads a record.
func linesOf(t testing.TB, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}
