package temporalrun

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
	"github.com/bindery-go/bindery/runtime/protocol"
)

// Names of what a workflow answers to.
const (
	updateHost   = "bindery-call"
	updateAnswer = "bindery-answer"
	queryRun     = "bindery-run"
	signalEvent  = "bindery-event"
)

// input is what a workflow begins with.
type input struct {
	Data     json.RawMessage `json:",omitempty"`
	Run      json.RawMessage `json:",omitempty"` // of protocol.Export: where it goes on
	IsFed    bool            `json:",omitempty"` // it takes events until they are ended
	Events   []event         `json:",omitempty"` // that have come; those that are over without their payloads
	IsClosed bool            `json:",omitempty"`

	Heartbeat time.Duration `json:",omitempty"`
}

// event is one from outside, or the end of them.
type event struct {
	Name    string          `json:",omitempty"`
	Payload json.RawMessage `json:",omitempty"`
	End     bool            `json:",omitempty"`
}

// output is what a workflow returns.
type output struct {
	Outcome protocol.Outcome
	Data    json.RawMessage
}

// Why a run is stopped, to go on.
var (
	errOtherPlan = errors.New("temporalrun: the plan has changed")
	errTooLong   = errors.New("temporalrun: the history is long")
)

// execution is a workflow under way, and the world of its run.
type execution struct {
	*operation
	root  workflow.Context
	id    string
	store checkpoint.Store // in memory
	input input
	plan  string // that the run keeps to now

	hosts    map[string]*hosted // of the tasks under way
	after    time.Duration      // between the last attempt that failed and the next
	tasks    int                // so far
	given    int                // events that the run has been given
	asked    bool
	answered bool
}

// hosted is a task that may ask for something.
type hosted struct {
	host   protocol.Host
	data   *json.RawMessage
	number int // of its requests
	busy   int // of these are being dealt with
}

type contextKey struct{}

// inside gives a workflow's context to the functions of package protocol.
func inside(ctx workflow.Context) context.Context {
	return context.WithValue(context.Background(), contextKey{}, ctx)
}

func outside(ctx context.Context) workflow.Context {
	return ctx.Value(contextKey{}).(workflow.Context)
}

// run is the workflow of an operation.
func (o *operation) run(root workflow.Context, in input) (*output, error) {
	info := workflow.GetInfo(root)
	x := &execution{operation: o, root: root, id: info.WorkflowExecution.ID, input: in, hosts: make(map[string]*hosted)}
	x.store = memstore.New(x.Now)
	ctx := inside(root)
	if in.Run != nil {
		if err := protocol.Import(ctx, x.store, x.id, in.Run); err != nil {
			return nil, err
		}
		x.asked = true // it may have
	}
	if err := x.listen(); err != nil {
		return nil, err
	}
	for {
		x.plan = x.present(root)
		var program protocol.Program
		if err := json.Unmarshal([]byte(x.plan), &program); err != nil {
			return nil, err
		}
		data := in.Data
		outcome, err := protocol.Execute(ctx, x.program(&program), &data, x.options)
		switch {
		case err == nil:
			return &output{outcome, data}, x.tell(ctx)
		case errors.Is(err, errOtherPlan):
		case errors.Is(err, errTooLong):
			return nil, x.continueAsNew(ctx, info.WorkflowType.Name)
		case errors.As(err, new(*protocol.WaitingError)):
			x.asked = true
			if err := x.tell(ctx); err != nil {
				return nil, err
			}
			if err := workflow.Await(root, func() bool { return x.answered }); err != nil {
				return nil, err
			}
			x.answered = false
			if err := x.remember(protocol.Run{Status: protocol.StatusRunning, Since: x.Now()}); err != nil {
				return nil, err
			}
		case errors.Is(err, protocol.ErrDiverged) && !errors.As(err, new(*protocol.StepError)):
			panic(err) // the workflow task fails, until a worker comes whose plan fits
		case root.Err() != nil:
			return nil, root.Err()
		default:
			return nil, x.failed(ctx, err)
		}
	}
}

// failed ends the workflow with what Start needs to take up the run again.
func (x *execution) failed(ctx context.Context, cause error) error {
	state, err := protocol.Export(ctx, x.store, x.id)
	if err = errors.Join(err, x.tell(ctx)); err != nil {
		return errors.Join(cause, err)
	}
	f, _ := failed(cause)
	if located, ok := errors.AsType[*protocol.StepError](cause); ok {
		f.Path = located.Path
	}
	return temporal.NewApplicationErrorWithOptions(cause.Error(), "Failed", temporal.ApplicationErrorOptions{
		NonRetryable: true, Details: []any{f, state},
	})
}

// options are those of the run in the workflow: what else there is, such as
// guards, the activities ask.
func (x *execution) options(s *protocol.Settings) {
	protocol.WithRun(x.store, x.id)(s)
	protocol.WithHistory(1)(s)
	protocol.WithRetry(protocol.Retry{
		Attempts: math.MaxInt,
		Retryable: func(err error) bool {
			f, ok := errors.AsType[*failure](err)
			if ok {
				x.after = f.After
			}
			return ok && f.Again
		},
		Wait: func(int) time.Duration { return x.after },
	})(s)
	s.World, s.Patches, s.Observer = x, x.settings.Patches, x.observe
	if x.input.IsFed {
		s.Events = x.events()
	}
}

// observe passes on what happens now, and is neither repeated nor the engine's
// own business.
func (x *execution) observe(ctx context.Context, e protocol.Event) context.Context {
	if workflow.IsReplaying(x.root) || errors.Is(e.Err, errOtherPlan) || errors.Is(e.Err, errTooLong) {
		return ctx
	}
	return x.settings.Observer(ctx, e)
}

// Now implements protocol.World.
func (x *execution) Now() time.Time { return workflow.Now(x.root) }

// NewRun implements protocol.World.
func (x *execution) NewRun() string { return workflow.GetInfo(x.root).OriginalRunID }

// SleepUntil implements protocol.World.
func (x *execution) SleepUntil(ctx context.Context, t time.Time) error {
	return workflow.Sleep(outside(ctx), max(0, t.Sub(x.Now())))
}

// present returns the plan of the worker at work, as the history has it.
func (x *execution) present(ctx workflow.Context) (plan string) {
	recorded := workflow.MutableSideEffect(ctx, "plan", func(workflow.Context) any { return x.operation.plan }, func(a, b any) bool { return a == b })
	if err := recorded.Get(&plan); err != nil {
		panic(err)
	}
	return plan
}

// program gives the items of a plan functions that let activities do the work.
func (x *execution) program(plan *protocol.Program) *protocol.Program {
	p := &stubs{execution: x}
	p.findLoops(plan.Items)
	return &protocol.Program{Operation: plan.Operation, Items: p.items(plan.Operation, plan.Items)}
}

type stubs struct {
	*execution
	loops []string
}

func (p *stubs) findLoops(items []protocol.PlanItem) {
	for _, item := range items {
		if item.Kind == protocol.LoopItem {
			p.loops = append(p.loops, item.Key)
		}
		p.findLoops(item.Items)
	}
}

func (p *stubs) items(list string, plan []protocol.PlanItem) []protocol.PlanItem {
	var items []protocol.PlanItem
	for i, item := range plan {
		path := pathOf(list, i, item)
		do := func(ctx context.Context, call *protocol.Call, data any) (done, error) {
			return p.do(ctx, path, call, data.(*json.RawMessage))
		}
		switch item.Kind {
		case protocol.StepItem, protocol.ReturnItem:
			item.Step = func(ctx context.Context, call *protocol.Call, data any) error {
				d, err := do(ctx, call, data)
				if err == nil {
					err = protocol.SignalNamed(d.Signal)
				}
				return err
			}
		case protocol.IfItem, protocol.ElseIfItem:
			item.Holds = func(ctx context.Context, call *protocol.Call, data any) (bool, error) {
				d, err := do(ctx, call, data)
				return d.Holds, err
			}
		case protocol.LoopItem:
			item.Take = func(ctx context.Context, call *protocol.Call, data any) (protocol.Taken, error) {
				d, err := do(ctx, call, data)
				return d.Taken, err
			}
		}
		item.Items = p.items(path, item.Items)
		items = append(items, item)
	}
	return items
}

// do lets an activity do what a call stands for.
func (p *stubs) do(ctx context.Context, path string, call *protocol.Call, data *json.RawMessage) (d done, err error) {
	x, wctx := p.execution, outside(ctx)
	if err := x.between(wctx); err != nil {
		return d, err
	}
	x.tasks++
	spec := call.Spec()
	t := task{
		Operation: spec.Operation, Path: spec.Path, Name: spec.Name, Key: spec.IdempotencyKey, Number: x.tasks, Attempt: spec.Attempt, First: spec.First,
		Items: make(map[string]json.RawMessage), Payload: spec.Payload, Asked: x.asked, Data: *data,
	}
	for _, loop := range p.loops {
		if item, ok := spec.Item(loop); ok {
			t.Items[loop] = item
		}
	}
	h := &hosted{host: spec.Host, data: data}
	x.hosts[t.id()] = h
	defer delete(x.hosts, t.id())
	wctx = workflow.WithActivityOptions(wctx, workflow.ActivityOptions{
		StartToCloseTimeout: 365 * 24 * time.Hour, // the time of a step is the worker's business
		HeartbeatTimeout:    cmp.Or(x.input.Heartbeat, defaultHeartbeat),
		RetryPolicy:         &temporal.RetryPolicy{InitialInterval: 200 * time.Millisecond, MaximumInterval: time.Minute},
	})
	err = workflow.ExecuteActivity(wctx, path, t).Get(wctx, &d)
	if h.busy > 0 { // the step has not waited for it
		if err := workflow.Await(wctx, func() bool { return h.busy == 0 }); err != nil {
			return d, err
		}
	}
	if err != nil {
		return d, cause(err)
	}
	*data = d.Data
	return d, nil
}

// cause returns the failure that an activity has ended with.
func cause(err error) error {
	var f *failure
	if application, ok := errors.AsType[*temporal.ApplicationError](err); ok && application.HasDetails() && application.Details(&f) == nil && f != nil {
		return f.err()
	}
	return err
}

// between says why the run cannot go on with the next item in this workflow as it
// is.
func (x *execution) between(ctx workflow.Context) error {
	switch {
	case len(x.hosts) > 0: // inside of a step
		return nil
	case x.present(ctx) != x.plan:
		return errOtherPlan
	case workflow.GetInfo(x.root).GetContinueAsNewSuggested():
		return errTooLong
	}
	return nil
}

func (x *execution) continueAsNew(ctx context.Context, name string) error {
	state, err := protocol.Export(ctx, x.store, x.id)
	if err != nil {
		return err
	}
	next := x.input
	next.Data, next.Run = nil, state
	for i := range x.given - 1 { // the last one may be under way
		next.Events[i].Payload = nil
	}
	for signal := (event{}); workflow.GetSignalChannel(x.root, signalEvent).ReceiveAsync(&signal); signal = (event{}) {
		next.receive(signal)
	}
	return workflow.NewContinueAsNewError(x.root, name, next)
}

func (in *input) receive(e event) {
	if e.End {
		in.IsClosed = true
	} else if !in.IsClosed {
		in.Events = append(in.Events, e)
	}
}

// events are those from outside, from the first on, and as they come.
func (x *execution) events() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for i := 0; ; i++ {
			for i == len(x.input.Events) {
				if x.input.IsClosed {
					return
				}
				var signal event
				workflow.GetSignalChannel(x.root, signalEvent).Receive(x.root, &signal)
				x.input.receive(signal)
			}
			e := x.input.Events[i]
			x.given = max(x.given, i+1)
			var payload any
			if e.Payload != nil {
				payload = e.Payload
			}
			if !yield(e.Name, payload) {
				return
			}
		}
	}
}

// listen lets the workflow answer to its steps and to people.
func (x *execution) listen() error {
	err := workflow.SetUpdateHandler(x.root, updateHost, x.serve)
	if err == nil {
		err = workflow.SetUpdateHandler(x.root, updateAnswer, func(ctx workflow.Context, value json.RawMessage, request string) (*failure, error) {
			if err := x.answer(inside(ctx), value, request); err != nil {
				return failed(err)
			}
			x.answered = true
			return nil, nil
		})
	}
	if err == nil {
		err = workflow.SetQueryHandler(x.root, queryRun, func() (*protocol.Inspection, error) {
			return protocol.Inspect(context.Background(), x.store, x.id)
		})
	}
	return err
}

func (x *execution) answer(ctx context.Context, value json.RawMessage, request string) error {
	if request != "" {
		return protocol.AnswerTo(ctx, x.store, x.id, request, value)
	}
	return protocol.Answer(ctx, x.store, x.id, value)
}

// serve does what a step asks for.
func (x *execution) serve(wctx workflow.Context, r request) (*reply, error) {
	h := x.hosts[r.Task]
	if h == nil {
		return nil, temporal.NewNonRetryableApplicationError("protocol: called outside its step", "Failed", nil)
	}
	answer, err := &reply{}, error(nil)
	if h.number++; r.Number != h.number {
		err = fmt.Errorf("%w: the step did something else as number %d before", protocol.ErrDiverged, r.Number)
	} else {
		h.busy++
		defer func() { h.busy-- }()
		err = x.grant(inside(wctx), h, &r, answer)
	}
	if err != nil {
		if answer.Failed, err = failed(err); err != nil {
			return nil, err
		}
	}
	return answer, nil
}

func (x *execution) grant(ctx context.Context, h *hosted, r *request, answer *reply) (err error) {
	switch r.Do {
	case "emit":
		*h.data = r.Data
		var payload any
		if r.Payload != nil {
			payload = r.Payload
		}
		err = h.host.Emit(ctx, r.Event, payload)
		answer.Data = *h.data
	case "sleep":
		err = h.host.SleepUntil(ctx, r.Until)
	case "answer":
		answer.Answer, answer.Found, err = h.host.Answer()
	case "run":
		answer.Data = r.Data
		answer.Outcome, err = protocol.Execute(ctx, x.program(r.Plan), &answer.Data, h.host.Sub())
	default:
		err = fmt.Errorf("temporalrun: a step asks for %q", r.Do)
	}
	return err
}
