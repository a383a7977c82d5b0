package protocol_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	. "github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocolgen"
)

// trace is the data of the test operations: what ran, in order.
type trace struct {
	Ran []string
}

type (
	run  = protocolgen.Run[trace]
	step = protocolgen.StepFunc[trace]
)

// does gives a step that notes its name and path and returns result.
func does(result error) step {
	return func(_ context.Context, call *Call, data *trace) error {
		data.Ran = append(data.Ran, call.Name())
		return result
	}
}

var ok = does(nil)

func says(verdict bool) protocolgen.ConditionFunc[trace] {
	return func(_ context.Context, call *Call, data *trace) (bool, error) {
		data.Ran = append(data.Ran, call.Name()+"?")
		return verdict, nil
	}
}

func items(values ...string) protocolgen.ItemsFunc[trace] {
	return func(context.Context, *Call, *trace) (Items, error) { return List(values...) }
}

func times(n int) protocolgen.CountFunc[trace] {
	return func(context.Context, *Call, *trace) (int, error) { return n, nil }
}

// eachItem notes the current item of a loop beside its name.
func eachItem[T any](loop string, format func(T) string, result func(T) error) step {
	return func(_ context.Context, call *Call, data *trace) error {
		item, err := Item[T](call, loop)
		if err != nil {
			return err
		}
		data.Ran = append(data.Ran, call.Name()+"("+format(item)+")")
		return result(item)
	}
}

func TestOrderOfEveryForm(t *testing.T) {
	text := func(s string) string { return s }
	never := func(string) error { return nil }
	for name, test := range map[string]struct {
		driver  func(r *run)
		want    string
		outcome Outcome
	}{
		"steps":          {func(r *run) { r.Step("a", ok); r.Step("b", ok) }, "a b", Done},
		"nothing at all": {func(*run) {}, "", Done},
		"independent ifs are each asked": {func(r *run) {
			r.If("if_x", says(true), func() { r.Step("x", ok) })
			r.If("if_y", says(false), func() { r.Step("y", ok) })
			r.If("if_z", says(true), func() { r.Step("z", ok) })
		}, "if_x? x if_y? if_z? z", Done},
		"an if-run with else takes the first true branch only": {func(r *run) {
			r.If("if_x", says(false), func() { r.Step("x", ok) })
			r.ElseIf("if_y", says(true), func() { r.Step("y", ok) })
			r.ElseIf("if_z", says(true), func() { r.Step("z", ok) })
			r.Else(func() { r.Step("e", ok) })
			r.Step("after", ok)
		}, "if_x? if_y? y after", Done},
		"else": {func(r *run) {
			r.If("if_x", says(false), func() { r.Step("x", ok) })
			r.Else(func() { r.Step("e", ok) })
		}, "if_x? e", Done},
		"a taken if-run before another leaves no trace in it": {func(r *run) {
			r.If("if_x", says(true), func() { r.Step("x", ok) })
			r.If("if_y", says(false), func() { r.Step("y", ok) })
			r.Else(func() { r.Step("e", ok) })
		}, "if_x? x if_y? e", Done},
		"return steps name the outcome": {func(r *run) {
			r.Step("read", ok)
			r.If("if_non_null", says(true), func() { r.Return("return_complete", ok) })
			r.Else(func() { r.Return("return_incomplete", ok) })
		}, "read if_non_null? return_complete", "return_complete"},
		"nested loops with skip, continue and break": {func(r *run) {
			r.ForEach("for_each_row", items("1", "2", "3"), func() {
				r.ForEach("for_each_cell", items("a", "b", "c"), func() {
					r.Step("cell", eachItem("for_each_cell", text, func(s string) error {
						return map[string]error{"a": Continue, "b": Break}[s]
					}))
					r.Step("not_for_a", ok)
				})
				r.Step("row", eachItem("for_each_row", text, func(s string) error {
					return map[string]error{"1": Skip, "2": Break}[s]
				}))
				r.Step("not_for_1", ok)
			})
			r.Step("after", ok)
		}, "cell(a) cell(b) row(1) cell(a) cell(b) row(2) after", Done},
		"attempts with early return": {func(r *run) {
			r.Step("load", ok)
			r.For("for_attempt", times(5), func() {
				r.Step("execute", eachItem("for_attempt", func(i int) string { return string(rune('0' + i)) }, func(i int) error { return nil }))
				r.If("if_success", func(_ context.Context, c *Call, d *trace) (bool, error) {
					i, err := Item[int](c, "for_attempt")
					return i == 2, err
				}, func() {
					r.Step("return_result", does(Return))
				})
				r.Step("wait", ok)
			})
			r.Step("unreached", ok)
		}, "load execute(1) wait execute(2) return_result", Done},
		"attempts that run out go on after the loop": {func(r *run) {
			r.For("for_attempt", times(2), func() { r.Step("try", ok) })
			r.Step("trip", ok)
		}, "try try trip", Done},
		"a loop over nothing": {func(r *run) {
			r.ForEach("for_each_x", items(), func() { r.Step("x", ok) })
			r.For("for_y", times(0), func() { r.Step("y", ok) })
			r.Step("after", ok)
		}, "after", Done},
		"group, left by skip": {func(r *run) {
			r.Group("stage_1", func() { r.Step("a", ok); r.Step("b", does(Skip)); r.Step("c", ok) })
			r.Group("stage_2", func() { r.Step("d", ok) })
		}, "a b d", Done},
		"skip in a branch inside a loop leaves the branch": {func(r *run) {
			r.ForEach("for_each_x", items("1", "2"), func() {
				r.If("if_y", says(true), func() { r.Step("y", does(Skip)); r.Step("z", ok) })
				r.Step("end", ok)
			})
		}, "if_y? y end if_y? y end", Done},
		"skip in the operation's list ends it": {func(r *run) {
			r.Step("a", does(Skip))
			r.Step("b", ok)
		}, "a", Done},
		"a handler is passed by, and runs when a step emits, before or after it": {func(r *run) {
			emit := func(ctx context.Context, c *Call, d *trace) error {
				d.Ran = append(d.Ran, c.Name())
				err := c.Emit(ctx, "on_write", nil)
				d.Ran = append(d.Ran, c.Name()+"'")
				return err
			}
			r.Step("early", emit)
			r.On("on_write", func() {
				r.Step("verify", ok)
				r.If("if_none", says(true), func() { r.Step("block", does(Return)) })
				r.Step("unreached", ok)
			})
			r.Step("late", emit)
		}, "early verify if_none? block early' late verify if_none? block late'", Done},
		"a handler sees the items of the loop around its step": {func(r *run) {
			r.On("on_item", func() { r.Step("note", eachItem("for_each_x", text, never)) })
			r.ForEach("for_each_x", items("1", "2"), func() {
				r.Step("emit", func(ctx context.Context, c *Call, _ *trace) error { return c.Emit(ctx, "on_item", nil) })
			})
		}, "note(1) note(2)", Done},
	} {
		t.Run(name, func(t *testing.T) {
			var data trace
			outcome, err := do(t.Context(), "op", &data, nil, test.driver)
			if err != nil || outcome != test.outcome {
				t.Fatalf("outcome %q, error %v, want %q", outcome, err, test.outcome)
			}
			if got := strings.Join(data.Ran, " "); got != test.want {
				t.Errorf("ran  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestErrorsNameTheStepPath(t *testing.T) {
	cause := errors.New("disk full")
	fails := does(cause)
	emits := func(event string) step {
		return func(ctx context.Context, c *Call, _ *trace) error { return c.Emit(ctx, event, nil) }
	}
	for name, test := range map[string]struct {
		driver func(r *run)
		want   string
		is     error
	}{
		"step": {func(r *run) { r.Step("a", ok); r.Step("log_mutation", fails) },
			"op/2:log_mutation: disk full", cause},
		"step after an if-run keeps its number": {func(r *run) {
			r.If("if_x", says(true), func() {})
			r.ElseIf("if_y", says(true), func() {})
			r.Else(func() {})
			r.Step("d", fails)
		}, "op/4:d: disk full", cause},
		"third attempt": {func(r *run) {
			r.Step("a", ok)
			r.For("for_attempt", times(4), func() {
				r.Step("try", func(_ context.Context, c *Call, _ *trace) error {
					if i, _ := Item[int](c, "for_attempt"); i == 3 {
						return cause
					}
					return nil
				})
			})
		}, "op/2:for_attempt/3/1:try: disk full", cause},
		"condition": {func(r *run) {
			r.If("if_x", func(context.Context, *Call, *trace) (bool, error) { return false, cause }, func() {})
		}, "op/1:if_x: disk full", cause},
		"items": {func(r *run) {
			r.ForEach("for_each_x", func(context.Context, *Call, *trace) (Items, error) { return nil, cause }, func() {})
		}, "op/1:for_each_x: disk full", cause},
		"count below zero": {func(r *run) { r.For("for_x", times(-1), func() {}) }, "op/1:for_x: -1 items", nil},
		"handler, once": {func(r *run) {
			r.On("on_end", func() { r.Step("ok", ok); r.Step("save", fails) })
			r.Group("g", func() { r.Step("emit", emits("on_end")) })
		}, "op/2:g/1:emit/1:on_end/2:save: disk full", cause},
		"no handler": {func(r *run) { r.Step("emit", emits("on_end")) },
			"op/1:emit: protocol: no handler for the event: on_end", ErrNoHandler},
		"a handler that emits its own event": {func(r *run) {
			r.On("on_end", func() { r.Step("again", emits("on_end")) })
			r.Step("emit", emits("on_end"))
		}, "op/2:emit/1:on_end/1:again: protocol: endless recursion: a handler of on_end emits it", ErrRecursion},
		"break outside a loop": {func(r *run) { r.Group("g", func() { r.Step("a", does(Break)) }) },
			"op/1:g/1:a: protocol: not inside the loop: the step returned break", ErrNoLoop},
		"a handler cannot break the loop of its step": {func(r *run) {
			r.On("on_end", func() { r.Step("a", does(Break)) })
			r.For("for_x", times(1), func() { r.Step("emit", emits("on_end")) })
		}, "op/2:for_x/1/1:emit/1:on_end/1:a: protocol: not inside the loop: the step returned break", ErrNoLoop},
		"item of another loop": {func(r *run) {
			r.Step("a", func(_ context.Context, c *Call, _ *trace) error { _, err := Item[int](c, "for_x"); return err })
		}, "op/1:a: protocol: not inside the loop: for_x", ErrNoLoop},
		"a wrapped signal is an error": {func(r *run) { r.Step("a", does(errors.Join(Return))) }, "op/1:a: " + Return.Error(), Return},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := do(t.Context(), "op", nil, nil, func(r *run) { test.driver(r); r.Step("unreached", does(errors.New("reached"))) })
			if err == nil || err.Error() != test.want {
				t.Fatalf("got  %v\nwant %s", err, test.want)
			}
			if test.is != nil && !errors.Is(err, test.is) {
				t.Errorf("%v does not wrap %v", err, test.is)
			}
			if located := new(StepError); !errors.As(err, &located) {
				t.Errorf("%T is no StepError", err)
			}
		})
	}
}

func TestCancelledBetweenSteps(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("shutting down")
	var data trace
	_, err := do(ctx, "op", &data, nil, func(r *run) {
		r.Step("a", func(ctx context.Context, c *Call, d *trace) error { cancel(why); return ok(ctx, c, d) })
		r.Step("b", ok)
	})
	var located *StepError
	if !errors.Is(err, context.Canceled) || !errors.Is(err, why) || !errors.As(err, &located) || located.Path != "op/2:b" || located.Attempts != 0 {
		t.Errorf("error %#v", err)
	}
	if diff := cmp.Diff([]string{"a"}, data.Ran); diff != "" {
		t.Error(diff)
	}
}

func TestGuardRefusesBeforeTheStep(t *testing.T) {
	spent := errors.New("budget spent")
	var asked []string
	guard := func(_ context.Context, c *Call) error {
		asked = append(asked, c.Path())
		if c.Name() == "b" {
			return spent
		}
		return nil
	}
	var data trace
	_, err := do(t.Context(), "op", &data, []Option{WithGuard(guard)}, func(r *run) { r.Step("a", ok); r.Step("b", ok) })
	if !errors.Is(err, spent) || err.Error() != "op/2:b: not begun: budget spent" {
		t.Error(err)
	}
	if diff := cmp.Diff([]string{"op/1:a", "op/2:b"}, asked); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"a"}, data.Ran); diff != "" {
		t.Error(diff)
	}
	// A guard's sentinel is a refusal, not a signal.
	_, err = do(t.Context(), "op", &data, []Option{WithGuard(func(context.Context, *Call) error { return Return })}, func(r *run) { r.Step("a", ok) })
	if err == nil {
		t.Error("a guard ended the operation as a step would")
	}
}

func TestRetryPolicyOfAStep(t *testing.T) {
	transient, permanent := errors.New("transient"), errors.New("permanent")
	var keys []string
	var waits []int
	flaky := func(failures int, failure error) step {
		return func(_ context.Context, c *Call, _ *trace) error {
			keys = append(keys, c.IdempotencyKey())
			if c.Attempt() <= failures {
				return failure
			}
			return nil
		}
	}
	policy := Retry{Attempts: 3, Wait: func(n int) time.Duration { waits = append(waits, n); return 0 },
		Retryable: func(err error) bool { return err == transient }}
	attempt := func(f step, opts ...Option) (int, error) {
		keys, waits = nil, nil
		_, err := do(t.Context(), "op", nil, opts, func(r *run) { r.Step("s", f) })
		return len(keys), err
	}
	if n, err := attempt(flaky(2, transient), WithRetry(policy, "s")); n != 3 || err != nil {
		t.Errorf("%d attempts, %v", n, err)
	}
	if keys[0] != keys[1] || keys[1] != keys[2] || len(keys[0]) != 32 {
		t.Errorf("keys of the attempts: %q", keys)
	}
	if diff := cmp.Diff([]int{1, 2}, waits); diff != "" {
		t.Error(diff)
	}
	var located *StepError
	if n, err := attempt(flaky(9, transient), WithRetry(policy)); n != 3 || !errors.As(err, &located) || located.Attempts != 3 {
		t.Errorf("%d attempts, %v", n, err)
	}
	if n, err := attempt(flaky(9, permanent), WithRetry(policy)); n != 1 || !errors.Is(err, permanent) {
		t.Errorf("%d attempts, %v", n, err)
	}
	if n, _ := attempt(flaky(9, transient), WithRetry(policy, "other")); n != 1 {
		t.Errorf("%d attempts of a step without a policy", n)
	}
	if n, err := attempt(does(Return), WithRetry(policy)); n != 0 || err != nil {
		t.Errorf("a signal was tried again: %v", err)
	}
}

func TestRetryStopsWhenTheContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	_, err := do(ctx, "op", nil, []Option{WithRetry(Retry{Attempts: 9, Wait: func(int) time.Duration { cancel(); return time.Hour }})},
		func(r *run) { r.Step("s", func(context.Context, *Call, *trace) error { n++; return errors.New("no") }) })
	if n != 1 || err == nil || !strings.HasSuffix(err.Error(), ": no") {
		t.Errorf("%d attempts, %v", n, err)
	}
}

func everyForm(r *run) {
	r.Step("load", ok)
	r.If("if_a", says(true), func() { r.Step("a", ok) })
	r.ElseIf("if_b", says(true), func() { r.ForEach("for_each_b", items("1"), func() { r.Step("b", ok) }) })
	r.Else(func() { r.Step("c", ok) })
	r.Group("stage", func() { r.Step("d", ok) })
	r.On("on_end", func() { r.Step("e", ok) })
	r.If("if_done", says(true), func() { r.Return("return_done", ok) })
}

func TestDryRunPrintsThePlanAndRunsNothing(t *testing.T) {
	var data trace
	var out bytes.Buffer
	outcome, err := do(t.Context(), "op", &data, []Option{WithDryRun(&out), WithNewRun(nil, "x")}, everyForm)
	if outcome != Planned || err != nil || data.Ran != nil {
		t.Fatalf("%q, %v, ran %q", outcome, err, data.Ran)
	}
	want := `op
  1:load
  2:if_a (if)
    1:a
  3:if_b (else if)
    1:for_each_b (loop)
      1:b
  4:else (else)
    1:c
  5:stage (group)
    1:d
  6:on_end (handler)
    1:e
  7:if_done (if)
    1:return_done (return)
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

func TestObserversSeeEveryEventInOrder(t *testing.T) {
	type mark struct{}
	var seen []string
	tracer := func(ctx context.Context, e Event) context.Context {
		line := string(e.Kind) + " " + e.Path
		if e.Kind == StepFinished && ctx.Value(mark{}) != e.Path {
			t.Errorf("%s ends in the context of %v", e.Path, ctx.Value(mark{}))
		}
		seen = append(seen, line)
		return context.WithValue(ctx, mark{}, e.Path)
	}
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == "key" || a.Key == "duration" {
			return slog.Attr{}
		}
		return a
	}}))
	_, err := do(t.Context(), "op", nil, []Option{WithObserver(tracer), WithObserver(Log(logger))}, func(r *run) {
		r.If("if_a", says(true), func() {
			r.Step("a", func(ctx context.Context, c *Call, _ *trace) error {
				if ctx.Value(mark{}) != c.Path() {
					t.Errorf("the step runs in the context of %v", ctx.Value(mark{}))
				}
				return c.Emit(ctx, "on_x", nil)
			})
		})
		r.On("on_x", func() { r.Step("x", ok) })
		r.For("for_i", times(1), func() { r.Return("return_i", ok) })
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"run started op", "branch decided op/1:if_a", "step started op/1:if_a/1:a", "event emitted op/1:if_a/1:a/1:on_x",
		"step started op/1:if_a/1:a/1:on_x/1:x", "step finished op/1:if_a/1:a/1:on_x/1:x", "step finished op/1:if_a/1:a",
		"items taken op/3:for_i", "step started op/3:for_i/1/1:return_i", "step finished op/3:for_i/1/1:return_i", "run finished op",
	}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Error(diff)
	}
	for _, line := range []string{
		`level=DEBUG msg="branch decided" path=op/1:if_a taken=true`,
		`level=DEBUG msg="items taken" path=op/3:for_i items=1`,
		`level=DEBUG msg="step started" path=op/1:if_a/1:a attempt=1`,
		`level=DEBUG msg="run finished" path=op outcome=return_i`,
	} {
		if !strings.Contains(log.String(), line+"\n") {
			t.Errorf("no line %s in\n%s", line, log.String())
		}
	}
}

func TestSubCallIsARunOfItsOwnAndNeverTheCaller(t *testing.T) {
	inner := func(ctx context.Context, call *Call, data *trace) error {
		_, err := do(ctx, "inner", data, []Option{call.Sub()}, func(r *run) { r.Step("i", ok) })
		return err
	}
	var self step
	self = func(ctx context.Context, call *Call, data *trace) error {
		_, err := do(ctx, "op", data, []Option{call.Sub()}, func(r *run) { r.Step("again", self) })
		return err
	}
	var data trace
	if _, err := do(t.Context(), "op", &data, nil, func(r *run) { r.Step("inner", inner); r.Step("after", ok) }); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"i", "after"}, data.Ran); diff != "" {
		t.Error(diff)
	}
	_, err := do(t.Context(), "op", &data, nil, func(r *run) { r.Step("self", self) })
	if !errors.Is(err, ErrRecursion) || !strings.HasPrefix(err.Error(), "op/1:self: ") {
		t.Error(err)
	}
}

func TestEmitAfterItsStepIsRefused(t *testing.T) {
	var kept *Call
	_, err := do(t.Context(), "op", nil, nil, func(r *run) {
		r.On("on_x", func() { r.Step("x", ok) })
		r.Step("a", func(_ context.Context, c *Call, _ *trace) error { kept = c; return nil })
		r.Step("b", func(ctx context.Context, _ *Call, _ *trace) error { return kept.Emit(ctx, "on_x", nil) })
	})
	if err == nil || err.Error() != "op/3:b: protocol: op/2:a: called outside its step" {
		t.Error(err)
	}
}

func TestTransitions(t *testing.T) {
	type status string
	table := Transitions[status]{
		{"running", []status{"paused", "failed"}},
		{"paused", []status{"running"}},
		{"failed", nil},
	}
	if next, known := table.Next("running"); !known || !cmp.Equal(next, []status{"paused", "failed"}) {
		t.Errorf("next of running: %v, %v", next, known)
	}
	for _, test := range []struct {
		from, to status
		want     string
	}{
		{"running", "paused", ""},
		{"running", "running", `state "running" cannot move to "running": allowed: paused, failed`},
		{"failed", "running", `state "failed" cannot move to "running": it is terminal`},
		{"lost", "running", `state "lost" cannot move to "running": no such state`},
	} {
		err := table.Check(test.from, test.to)
		if got := table.CanMoveTo(test.from, test.to); got != (test.want == "") {
			t.Errorf("CanMoveTo(%s, %s) = %v", test.from, test.to, got)
		}
		if test.want == "" && err != nil || test.want != "" && (err == nil || err.Error() != test.want) {
			t.Errorf("%s to %s: %v, want %q", test.from, test.to, err, test.want)
		}
	}
}

func TestNilFunctionsAreRefusedBeforeAnythingRuns(t *testing.T) {
	type run = protocolgen.Run[int]
	ran := false
	first := func(context.Context, *Call, *int) error { ran = true; return nil }
	for _, test := range []struct {
		want   string
		driver func(*run)
	}{
		{"op has no driver", nil},
		{"op, step a", func(r *run) { r.Step("first", first); r.Step("a", nil); r.Step("b", nil) }},
		{"op, step with", func(r *run) { r.Step("first", first); r.Step("with", protocolgen.Arg[int, int](nil, 1)) }},
		{"op, return end", func(r *run) { r.Step("first", first); r.Return("end", nil) }},
		{"op, if x", func(r *run) { r.Step("first", first); r.If("x", nil, func() {}) }},
		{"op, else if y", func(r *run) {
			r.If("x", func(context.Context, *Call, *int) (bool, error) { ran = true; return true, nil }, func() {})
			r.ElseIf("y", nil, func() {})
		}},
		{"op, loop items", func(r *run) { r.Step("first", first); r.ForEach("items", nil, func() {}) }},
		{"op, loop count", func(r *run) { r.Step("first", first); r.For("count", nil, func() {}) }},
		{"op, step inner", func(r *run) { r.Step("first", first); r.Group("g", func() { r.Step("inner", nil) }) }},
	} {
		if _, err := do(t.Context(), "op", nil, nil, test.driver); !errors.Is(err, ErrNoSteps) || !strings.HasSuffix(err.Error(), ": "+test.want) {
			t.Errorf("%s: %v", test.want, err)
		}
	}
	if ran {
		t.Error("a step has run")
	}
}
