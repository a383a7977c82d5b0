//go:build unix

package engines_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"

	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocolgen"
	"github.com/bindery-go/bindery/runtime/protocol/temporalrun"
)

// orders are those in which n things can come.
func orders(n int) (all [][]int) {
	if n == 0 {
		return [][]int{nil}
	}
	for _, rest := range orders(n - 1) {
		for at := range n {
			all = append(all, append(append(append([]int{}, rest[:at]...), n-1), rest[at:]...))
		}
	}
	return all
}

// TestSignalsInEveryOrder: before a worker comes, and while one is at work.
func TestSignalsInEveryOrder(t *testing.T) {
	c := temporal(t)
	listening := driverOf("listen", func(r *noteRun) {
		r.Step("first", says("first"))
		for _, event := range []string{"on_0", "on_1", "on_2"} {
			r.On(event, func() {
				r.Step("told", func(_ context.Context, c *protocol.Call, n *note) error {
					word, err := protocol.Payload[string](c)
					n.Said = append(n.Said, word)
					return err
				})
			})
		}
	})
	for _, early := range []bool{false, true} {
		for _, order := range orders(3) {
			t.Run(fmt.Sprint(order, early), func(t *testing.T) {
				t.Parallel()
				ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
				defer cancel()
				var want, got note
				outcome, err := listening(ctx, struct{}{}, &want, protocol.WithEvents(events(order)))
				if err != nil {
					t.Fatal(err)
				}
				queue, run := name("queue"), name("run")
				w := newWorker(c, queue)
				err = temporalrun.Register(w, listening, struct{}{})
				if !early {
					err = errors.Join(err, w.Start())
				}
				o := options(queue)
				o.IsFed = true
				_, started := temporalrun.Start(ctx, c, "listen", run, note{}, o)
				if err := errors.Join(err, started); err != nil {
					t.Fatal(err)
				}
				for event, word := range events(order) {
					if err := temporalrun.Emit(ctx, c, run, event, word); err != nil {
						t.Fatal(err)
					}
				}
				err = temporalrun.EndEvents(ctx, c, run)
				if early {
					err = errors.Join(err, w.Start())
				}
				if err != nil {
					t.Fatal(err)
				}
				defer w.Stop()
				ended, err := temporalrun.Result(ctx, c, run, &got)
				if err != nil || ended != outcome || fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("%q, %v, %v; locally %q, %v", ended, got, err, outcome, want)
				}
			})
		}
	}
}

func events(order []int) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for _, i := range order {
			if !yield(fmt.Sprint("on_", i), fmt.Sprint("word ", i)) {
				return
			}
		}
	}
}

// planOf is an operation that has these steps; "ask" waits for an answer.
func planOf(steps ...string) temporalrun.Driver[struct{}, note] {
	return driverOf("change", func(r *noteRun) {
		for _, step := range steps {
			f := says(step)
			if step == "ask" {
				f = ask
			}
			r.Step(step, f)
		}
	})
}

var ask protocolgen.StepFunc[note] = func(_ context.Context, c *protocol.Call, n *note) error {
	answer, ok, err := protocol.Answered[string](c)
	if err == nil && !ok {
		err = protocol.Wait("which?")
	}
	n.Said = append(n.Said, answer)
	return err
}

// TestPlanChanges: a run waits, and meanwhile its worker is replaced by one with
// another plan. It goes on by the rules of the local engine; where these do not
// allow it the run stands still until a worker comes whose plan fits.
func TestPlanChanges(t *testing.T) {
	c := temporal(t)
	before := planOf("a", "ask", "b")
	for _, test := range []struct {
		name  string
		after temporalrun.Driver[struct{}, note]
		patch []protocol.Option
	}{
		{"added behind", planOf("a", "ask", "b", "c"), nil},
		{"removed behind", planOf("a", "ask"), nil},
		{"renamed behind", planOf("a", "ask", "z"), nil},
		{"added before", planOf("new", "a", "ask", "b"), nil},
		{"added before, declared", planOf("new", "a", "ask", "b"), []protocol.Option{protocol.WithPatch(protocol.Patch("p").Added("new"))}},
		{"removed before", planOf("ask", "b"), nil},
		{"removed before, declared", planOf("ask", "b"), []protocol.Option{protocol.WithPatch(protocol.Patch("p").Removed("a"))}},
		{"renamed before, declared", planOf("first", "ask", "b"), []protocol.Option{protocol.WithPatch(protocol.Patch("p").Renamed("a", "first"))}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			defer cancel()
			var want, got note
			store := memstore.New(nil)
			if _, err := before(ctx, struct{}{}, &want, protocol.WithRun(store, "r")); err == nil {
				t.Fatal("it did not wait")
			}
			if err := protocol.Answer(ctx, store, "r", "this"); err != nil {
				t.Fatal(err)
			}
			outcome, diverged := test.after(ctx, struct{}{}, &want, append(test.patch, protocol.WithRun(store, "r"))...)
			if diverged != nil {
				if !errors.Is(diverged, protocol.ErrDiverged) {
					t.Fatal(diverged)
				}
				var err error
				if outcome, err = before(ctx, struct{}{}, &want, protocol.WithRun(store, "r")); err != nil {
					t.Fatal(err)
				}
			}

			queue, run := name("queue"), name("run")
			stop := startWorker(t, c, queue, before)
			if _, err := temporalrun.Start(ctx, c, "change", run, note{}, options(queue)); err != nil {
				t.Fatal(err)
			}
			waitUntil(ctx, t, c, run, protocol.StatusWaiting)
			stop()
			stop = startWorker(t, c, queue, test.after, test.patch...)
			err := temporalrun.Answer(ctx, c, run, "this")
			if (err != nil) != (diverged != nil) {
				t.Fatal("the answer:", err)
			}
			if diverged != nil {
				if reason := standsStill(ctx, t, c, run); !strings.Contains(reason, protocol.ErrDiverged.Error()) {
					t.Errorf("it stands still by %s; locally %v", reason, diverged)
				}
				stop()
				stop = startWorker(t, c, queue, before)
				for err = temporalrun.Answer(ctx, c, run, "this"); err != nil; err = temporalrun.Answer(ctx, c, run, "this") {
					if ctx.Err() != nil {
						t.Fatal(err) // the worker has not come to it
					}
				}
			}
			defer stop()
			ended, err := temporalrun.Result(ctx, c, run, &got)
			if err != nil || ended != outcome || fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%q, %v, %v; locally %q, %v", ended, got, err, outcome, want)
			}
		})
	}
}

// startWorker starts a worker that knows nothing of what others have done.
func startWorker(t *testing.T, c client.Client, queue string, driver temporalrun.Driver[struct{}, note], opts ...protocol.Option) (stop func()) {
	t.Helper()
	worker.PurgeStickyWorkflowCache()
	w := newWorker(c, queue)
	if err := errors.Join(temporalrun.Register(w, driver, struct{}{}, opts...), w.Start()); err != nil {
		t.Fatal(err)
	}
	return w.Stop
}

func waitUntil(ctx context.Context, t *testing.T, c client.Client, run string, status protocol.Status) {
	t.Helper()
	for ctx.Err() == nil {
		if found, err := temporalrun.Inspect(ctx, c, run); err == nil && found.Status == status {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal(ctx.Err())
}

// standsStill waits until a workflow task has failed, and gives the reason.
func standsStill(ctx context.Context, t *testing.T, c client.Client, run string) string {
	t.Helper()
	for ctx.Err() == nil {
		for history := c.GetWorkflowHistory(ctx, run, "", false, 0); history.HasNext(); {
			event, err := history.Next()
			if err != nil {
				t.Fatal(err)
			}
			if failed := event.GetWorkflowTaskFailedEventAttributes(); failed != nil {
				return failed.GetFailure().GetMessage()
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal(ctx.Err())
	return ""
}
