package temporalrun

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"

	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocolgen"
	"github.com/bindery-go/bindery/runtime/protocol/protocoltest"
)

// environment is a server of the SDK in this process, whose workflow gives its
// steps the updates that a client would.
type environment struct {
	*testsuite.TestWorkflowEnvironment
	mu sync.Mutex
}

func newEnvironment(t testing.TB) *environment {
	var suite testsuite.WorkflowTestSuite
	suite.SetLogger(silent{})
	env := &environment{TestWorkflowEnvironment: suite.NewTestWorkflowEnvironment()}
	env.SetTestTimeout(time.Minute)
	return env
}

type silent struct{}

func (silent) Debug(string, ...any) {}
func (silent) Info(string, ...any)  {}
func (silent) Warn(string, ...any)  {}
func (silent) Error(string, ...any) {}

// updated is an update, as a client sees it.
type updated struct {
	client.WorkflowUpdateHandle
	done  chan struct{}
	value any
	err   error
}

func (u *updated) Accept()          {}
func (u *updated) Reject(err error) { u.Complete(nil, err) }
func (u *updated) Complete(value any, err error) {
	u.value, u.err = value, err
	close(u.done)
}

func (u *updated) Get(ctx context.Context, to any) error {
	select {
	case <-u.done:
	case <-ctx.Done():
		return ctx.Err()
	}
	if u.err != nil {
		return u.err
	}
	payload, err := converter.GetDefaultDataConverter().ToPayload(u.value)
	if err != nil {
		return err
	}
	return converter.GetDefaultDataConverter().FromPayload(payload, to)
}

func (e *environment) UpdateWorkflow(_ context.Context, o client.UpdateWorkflowOptions) (client.WorkflowUpdateHandle, error) {
	u := &updated{done: make(chan struct{})}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.TestWorkflowEnvironment.UpdateWorkflow(o.UpdateName, o.UpdateID, u, o.Args...)
	return u, nil
}

// register is Register in an environment.
func register[D any](t testing.TB, env *environment, operation string, driver func(*protocolgen.Run[D]), opts ...protocol.Option) {
	t.Helper()
	o, err := newOperation(driverOf(operation, driver), struct{}{}, opts)
	if err != nil {
		t.Fatal(err)
	}
	o.client = func(context.Context) updater { return env }
	o.registerOn(env)
}

// driverOf stands for a generated Run function.
func driverOf[D any](operation string, driver func(*protocolgen.Run[D])) Driver[struct{}, D] {
	return func(ctx context.Context, _ struct{}, data *D, opts ...protocol.Option) (protocol.Outcome, error) {
		return protocolgen.Do(ctx, operation, data, driver, opts...)
	}
}

// execute runs a workflow and answers what it asks, if anybody does.
func execute(t testing.TB, env *environment, operation string, in input, answer func(protocol.Inspection) any) (*output, error) {
	t.Helper()
	var look func()
	look = func() {
		if env.IsWorkflowCompleted() {
			return
		}
		var found protocol.Inspection
		if value, err := env.QueryWorkflow(queryRun); err == nil && value.Get(&found) == nil && found.Status == protocol.StatusWaiting && found.Request != nil {
			text, err := json.Marshal(answer(found))
			if err != nil {
				t.Error(err)
			}
			env.TestWorkflowEnvironment.UpdateWorkflow(updateAnswer, "", &updated{done: make(chan struct{})}, json.RawMessage(text), "")
		}
		env.RegisterDelayedCallback(look, time.Minute)
	}
	if answer != nil {
		env.RegisterDelayedCallback(look, time.Minute)
	}
	env.ExecuteWorkflow(operation, in)
	if err := env.GetWorkflowError(); err != nil {
		return nil, err
	}
	var out output
	return &out, env.GetWorkflowResult(&out)
}

// TestConformance: random protocols of every form come to what they come to with
// the local engine.
func TestConformance(t *testing.T) {
	protocoltest.Run(t, func(t testing.TB, p *protocoltest.Program) (protocol.Outcome, protocoltest.Trace, error) {
		env := newEnvironment(t)
		register(t, env, "op", protocoltest.Driver(p), protocoltest.Options()...)
		register(t, env, "sub", p.Sub().Driver(1), protocoltest.Options()...)
		var trace protocoltest.Trace
		out, err := execute(t, env, "op", input{Data: json.RawMessage("{}")}, func(found protocol.Inspection) any {
			reply, err := protocoltest.Reply(found.Request)
			if err != nil {
				t.Error(err)
			}
			return reply
		})
		if err != nil {
			return "", trace, err
		}
		return out.Outcome, trace, json.Unmarshal(out.Data, &trace)
	}, 6, nil)
}

type note struct {
	N    int
	Said []string
}

func (n *note) say(s string) { n.Said = append(n.Said, s) }

type stepFunc = protocolgen.StepFunc[note]

func says(s string) stepFunc {
	return func(_ context.Context, _ *protocol.Call, n *note) error { n.say(s); return nil }
}

func TestUnknownMembersAreKept(t *testing.T) {
	env := newEnvironment(t)
	register(t, env, "op", func(r *protocolgen.Run[note]) { r.Step("a", says("a")) })
	out, err := execute(t, env, "op", input{Data: json.RawMessage(`{"N":1,"Later":{"x":[1]}}`)}, nil)
	if err != nil || !strings.Contains(string(out.Data), `"Later":{"x":[1]}`) || !strings.Contains(string(out.Data), `"a"`) {
		t.Errorf("%s, %v", out.Data, err)
	}
}

// TestEventsComeAsSignals, with payloads and in order, until they are ended.
func TestEventsComeAsSignals(t *testing.T) {
	env := newEnvironment(t)
	register(t, env, "op", func(r *protocolgen.Run[note]) {
		r.On("on_word", func() {
			r.Step("word", func(_ context.Context, c *protocol.Call, n *note) error {
				word, err := protocol.Payload[string](c)
				n.say(word)
				return err
			})
		})
	})
	for i, word := range []string{"one", "two", "three"} {
		env.RegisterDelayedCallback(func() {
			env.SignalWorkflow(signalEvent, event{Name: "on_word", Payload: json.RawMessage(`"` + word + `"`)})
		}, time.Duration(i+1)*time.Hour)
	}
	env.RegisterDelayedCallback(func() { env.SignalWorkflow(signalEvent, event{End: true}) }, 5*time.Hour)
	out, err := execute(t, env, "op", input{Data: json.RawMessage("{}"), IsFed: true}, nil)
	if err != nil || !strings.Contains(string(out.Data), `["one","two","three"]`) {
		t.Errorf("%+v, %v", out, err)
	}
}

// TestGuardsRetriesAndFailures: a guard is asked before each attempt, attempts
// count, their changes are undone, and a run that has failed can be taken up.
func TestGuardsRetriesAndFailures(t *testing.T) {
	asked, broken := 0, true
	op := func(r *protocolgen.Run[note]) {
		r.Step("flaky", func(_ context.Context, c *protocol.Call, n *note) error {
			if n.N++; c.Attempt() < 3 {
				return errors.New("flaky")
			}
			return nil
		})
		r.Step("panics", func(_ context.Context, c *protocol.Call, n *note) error {
			if broken {
				panic("what now?")
			}
			n.say(fmt.Sprint("attempt ", c.Attempt()))
			return nil
		})
	}
	opts := []protocol.Option{
		protocol.WithRetry(protocol.Retry{Attempts: 3, Wait: protocol.Backoff(time.Minute, time.Hour)}, "flaky"),
		protocol.WithGuard(func(context.Context, *protocol.Call) error { asked++; return nil }),
	}
	env := newEnvironment(t)
	register(t, env, "op", op, opts...)
	begun := env.Now()
	_, err := execute(t, env, "op", input{Data: json.RawMessage("{}")}, nil)
	var application *temporal.ApplicationError
	var f failure
	var state json.RawMessage
	if !errors.As(err, &application) || application.Details(&f, &state) != nil {
		t.Fatal(err)
	}
	if f.Path != "op/2:panics" || !strings.Contains(f.Message, "panic: what now?") || asked != 4 {
		t.Errorf("%+v after %d guards", f, asked)
	}
	if waited := env.Now().Sub(begun); waited < 3*time.Minute {
		t.Errorf("waited %v between three attempts", waited)
	}
	broken = false
	env = newEnvironment(t)
	register(t, env, "op", op, opts...)
	out, err := execute(t, env, "op", input{Run: state}, nil)
	if err != nil || string(out.Data) != `{"N":1,"Said":["attempt 1"]}` {
		t.Errorf("taken up: %+v, %v", out, err)
	}

	env = newEnvironment(t)
	register(t, env, "op", op, protocol.WithGuard(func(context.Context, *protocol.Call) error { return errors.New("no budget") }))
	if _, err = execute(t, env, "op", input{Data: json.RawMessage("{}")}, nil); err == nil || !strings.Contains(err.Error(), "op/1:flaky: not begun: no budget") {
		t.Error(err)
	}
}

func TestTimeoutsAreThoseOfSteps(t *testing.T) {
	env := newEnvironment(t)
	register(t, env, "op", func(r *protocolgen.Run[note]) {
		r.Step("slow", func(ctx context.Context, _ *protocol.Call, _ *note) error { <-ctx.Done(); return ctx.Err() })
	}, protocol.WithTimeout(10*time.Millisecond))
	if _, err := execute(t, env, "op", input{Data: json.RawMessage("{}")}, nil); err == nil || !strings.Contains(err.Error(), "timed out after 10ms") {
		t.Error(err)
	}
}

// TestALongHistoryContinuesAsNew, with items, events and where it was.
func TestALongHistoryContinuesAsNew(t *testing.T) {
	op := func(r *protocolgen.Run[note]) {
		r.ForEach("for_each_x", func(context.Context, *protocol.Call, *note) (protocol.Items, error) {
			return protocol.List("a", "b", "c")
		}, func() {
			r.Step("s", func(_ context.Context, c *protocol.Call, n *note) error {
				item, err := protocol.Item[string](c, "for_each_x")
				n.say(item)
				return err
			})
		})
		r.On("on_e", func() { r.Step("e", says("e")) })
	}
	in := input{Data: json.RawMessage("{}"), IsFed: true}
	for workflows := 1; ; workflows++ {
		env := newEnvironment(t)
		register(t, env, "op", op)
		var last task
		tasks := 0
		env.SetOnActivityStartedListener(func(_ *activity.Info, _ context.Context, args converter.EncodedValues) {
			if err := args.Get(&last); err != nil {
				t.Error(err)
			}
			tasks++
			env.SetContinueAsNewSuggested(true)
		})
		env.RegisterDelayedCallback(func() {
			env.SignalWorkflow(signalEvent, event{Name: "on_e", End: len(in.Events) > 0})
		}, time.Hour)
		out, err := execute(t, env, "op", in, nil)
		if tasks > 1 {
			t.Errorf("%d activities in a workflow that is to end", tasks)
		}
		var next *workflow.ContinueAsNewError
		if errors.As(err, &next) {
			if err := converter.GetDefaultDataConverter().FromPayloads(next.Input, &in); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err != nil || workflows != 5 || string(out.Data) != `{"N":0,"Said":["a","b","c","e"]}` {
			t.Errorf("%d workflows, %+v, %v", workflows, out, err)
		}
		return
	}
}

// TestAChangedPlanIsTakenUpAtItsPlace: a worker with another plan comes while the
// run is under way.
func TestAChangedPlanIsTakenUpAtItsPlace(t *testing.T) {
	for _, c := range []struct {
		name  string
		next  []string
		patch []protocol.Option
		want  string // said, or in the error
	}{
		{"added behind", []string{"a", "b", "c"}, nil, "a b c"},
		{"added before, declared", []string{"new", "a", "b"}, []protocol.Option{protocol.WithPatch(protocol.Patch("p").Added("new"))}, "a b"},
		{"added before", []string{"new", "a", "b"}, nil, "it has done op/1:a where this program has op/1:new"},
	} {
		t.Run(c.name, func(t *testing.T) {
			env := newEnvironment(t)
			var o *operation
			steps := func(names ...string) func(*protocolgen.Run[note]) {
				return func(r *protocolgen.Run[note]) {
					for _, name := range names {
						r.Step(name, says(name))
					}
				}
			}
			next, err := newOperation(driverOf("op", steps(c.next...)), struct{}{}, c.patch)
			if err != nil {
				t.Fatal(err)
			}
			o, err = newOperation(driverOf("op", func(r *protocolgen.Run[note]) {
				r.Step("a", func(_ context.Context, _ *protocol.Call, n *note) error {
					o.plan, o.settings = next.plan, next.settings // the next worker has it
					n.say("a")
					return nil
				})
				r.Step("b", says("b"))
			}), struct{}{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			o.registerOn(env)
			for _, step := range []string{"op/2:b", "op/3:b", "op/3:c"} {
				if step != "op/2:b" {
					env.RegisterActivityWithOptions(func(ctx context.Context, tk task) (*done, error) {
						return next.perform(ctx, protocol.PlanItem{Kind: protocol.StepItem, Key: step[5:], Step: func(_ context.Context, _ *protocol.Call, d any) error {
							d.(*note).say(step[5:])
							return nil
						}}, tk)
					}, activity.RegisterOptions{Name: step})
				}
			}
			next.client = func(context.Context) updater { return env }
			out, err := execute(t, env, "op", input{Data: json.RawMessage("{}")}, nil)
			if err != nil {
				if !strings.Contains(err.Error(), c.want) {
					t.Error(err)
				}
				return
			}
			var n note
			if err := json.Unmarshal(out.Data, &n); err != nil || strings.Join(n.Said, " ") != c.want {
				t.Errorf("said %q, %v", n.Said, err)
			}
		})
	}
}
