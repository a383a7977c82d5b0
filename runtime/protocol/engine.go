package protocol

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

const (
	kindStep    = "step"
	kindReturn  = "return"
	kindIf      = "if"
	kindElseIf  = "else if"
	kindElse    = "else"
	kindLoop    = "loop"
	kindGroup   = "group"
	kindHandler = "handler"
)

// engine is a run without the type of its data.
type engine struct {
	ctx      context.Context // of the run; while a handler runs, of the step that emitted
	options  options
	plan     Plan
	planned  *[]PlanItem // the list being surveyed; nil once steps run
	handlers map[string][]func()

	record record
	parent string // ID of the newest record
	begun  bool   // a step has finished, or the record is past its beginning
	encode func() (json.RawMessage, error)
	decode func(json.RawMessage) error

	list   *list
	signal error // returned by a step, on its way to what it ends
	err    error // ends the run
}

// list is a list of items while it runs.
type list struct {
	path   string
	count  int // items come to
	at     *position
	outer  *list
	kind   string  // of the item whose body it is; "" for the operation
	key    string  // of that item
	opened *opened // that item; nil for the operation
}

func newEngine(ctx context.Context, operation string, opts []Option) *engine {
	e := &engine{ctx: ctx, plan: Plan{Operation: operation}, handlers: map[string][]func(){}}
	e.options.run = rand.Text() // keys differ from run to run
	e.options.observer = func(ctx context.Context, _ Event) context.Context { return ctx }
	for _, option := range opts {
		option(&e.options)
	}
	return e
}

// survey goes through the driver for its plan and its handlers.
func (e *engine) survey(driver func()) {
	e.planned = &e.plan.Items
	driver()
	e.planned = nil
	sum := sha256.Sum256([]byte(e.plan.String()))
	e.record = record{Version: recordVersion, Operation: e.plan.Operation, Plan: hex.EncodeToString(sum[:8])}
}

func (e *engine) run(driver func()) (Outcome, error) {
	operation := e.plan.Operation
	if slices.Contains(e.options.callers, operation) {
		return "", fmt.Errorf("%w: operation %s calls itself", ErrRecursion, operation)
	}
	resumed, err := e.load()
	if err != nil {
		return "", err
	}
	if e.record.Outcome != "" {
		return e.record.Outcome, nil
	}
	kind := RunStarted
	if resumed {
		kind = RunResumed
	}
	e.ctx = e.options.observer(e.ctx, Event{Kind: kind, Path: operation, Plan: &e.plan})
	e.within(list{path: operation, at: &e.record.At}, func() {
		driver()
		e.takeEvents()
	})
	if e.err != nil {
		e.observe(Event{Kind: RunFailed, Path: operation, Err: e.err})
		return "", e.err
	}
	if e.record.Outcome == "" {
		e.record.Outcome = Done // not worth a record: a resumed run comes to it without running anything
	}
	e.observe(Event{Kind: RunFinished, Path: operation, Outcome: e.record.Outcome})
	return e.record.Outcome, nil
}

// takeEvents emits the events from outside, each as a step of its own after the others.
func (e *engine) takeEvents() {
	if e.options.events == nil || e.err != nil || e.signal != nil {
		return
	}
	for event := range e.options.events {
		e.item(kindStep, event, nil, func(path string) {
			e.step(path, event, "", func(ctx context.Context, call *Call) error { return call.Emit(ctx, event) })
		})
		if e.err != nil {
			return
		}
	}
}

func (e *engine) observe(event Event) { e.options.observer(e.ctx, event) }

// item comes to the next item of the list and runs it, unless it is over or
// something has ended the list.
func (e *engine) item(kind, key string, body func(), live func(path string)) {
	if e.planned != nil {
		e.surveyItem(kind, key, body)
		return
	}
	l := e.list
	l.count++
	if e.err != nil || e.signal != nil || l.count <= l.at.Done {
		return
	}
	live(fmt.Sprintf("%s/%d:%s", l.path, l.count, key))
}

func (e *engine) surveyItem(kind, key string, body func()) {
	if kind == kindHandler {
		e.handlers[key] = append(e.handlers[key], body)
	}
	outer, item := e.planned, PlanItem{Kind: kind, Key: key}
	if body != nil {
		e.planned = &item.Items
		body()
	}
	*outer = append(*outer, item)
	e.planned = outer
}

// within runs the items of one list.
func (e *engine) within(l list, body func()) {
	l.outer = e.list
	e.list = &l
	if l.at.Open == nil && e.record.Signal != "" {
		// Only a resumed run enters a list with a signal in its record, and the
		// innermost is the list of the step that returned it.
		e.signal = signals[e.record.Signal]
	}
	body()
	e.list = l.outer
}

// ends stops a signal that has reached what it ends.
func (e *engine) ends(signals ...error) bool {
	if e.signal == nil || !slices.Contains(signals, e.signal) {
		return false
	}
	e.signal, e.record.Signal = nil, ""
	return true
}

// over counts the item that the list has come to, with all inside it, as finished.
func (e *engine) over(l *list) {
	if e.err == nil {
		l.at.Done, l.at.Open = l.count, nil
	}
}

// settle records what has just been decided or done; from here on it is never done again.
func (e *engine) settle(ctx context.Context, event Event) {
	if err := e.save(); err != nil {
		e.err = located(event.Path, e.key(event.Path), event.Attempt, err)
		if event.Kind != StepFinished {
			return
		}
		event.Kind, event.Err = StepFailed, err
	}
	e.options.observer(ctx, event)
}

// key is the same for every attempt of a step of a run, in every process.
func (e *engine) key(path string) string {
	sum := sha256.Sum256([]byte(e.options.run + "\x00" + path))
	return hex.EncodeToString(sum[:16])
}

func (e *engine) call(path, name string) *Call {
	return &Call{engine: e, list: e.list, path: path, name: name, key: e.key(path)}
}

func (e *engine) step(path, name string, outcome Outcome, f func(context.Context, *Call) error) {
	l, call := e.list, e.call(path, name)
	ctx, event, err := e.attempt(call, f)
	signal := signalName(err)
	switch {
	case err != nil && signal == "":
		e.err = located(path, call.key, call.attempt, err)
		return
	case outcome != "" && (err == nil || err == Return):
		err, signal, e.record.Outcome = Return, "return", outcome
	case (err == Continue || err == Break) && !l.inLoop():
		e.err = located(path, call.key, call.attempt, fmt.Errorf("%w: the step returned %s", ErrNoLoop, signal))
		return
	}
	e.over(l)
	e.begun = true
	e.signal, e.record.Signal = err, signal
	event.Kind, event.Err = StepFinished, err
	e.settle(ctx, event)
}

// attempt runs a step until it is finished, refused, or out of attempts. It
// gives the context and the account of the last attempt.
func (e *engine) attempt(call *Call, f func(context.Context, *Call) error) (context.Context, Event, error) {
	policy := e.options.retry(call.name)
	event := Event{Path: call.path, Key: call.key}
	for {
		err := ended(e.ctx)
		for i := 0; err == nil && i < len(e.options.guards); i++ {
			err = e.options.guards[i](e.ctx, call)
		}
		if err != nil {
			return e.ctx, event, fmt.Errorf("not begun: %w", err)
		}
		call.attempt++
		call.emitted = 0
		event.Kind, event.Attempt, event.Duration, event.Err = StepStarted, call.attempt, 0, nil
		ctx, started := e.options.observer(e.ctx, event), time.Now()
		call.running = true
		err = f(ctx, call)
		call.running = false
		event.Duration = time.Since(started)
		if err == nil || signalName(err) != "" {
			return ctx, event, err
		}
		event.Kind, event.Err = StepFailed, err
		e.options.observer(ctx, event)
		if !policy.again(e.ctx, call.attempt, err) {
			return ctx, event, err
		}
	}
}

func (e *engine) branch(path, name string, chained bool, condition func(context.Context, *Call) (bool, error), body func()) {
	l := e.list
	if l.at.Open == nil {
		if chained && l.at.Taken {
			e.over(l)
			return
		}
		taken, err := e.ask(path, name, condition)
		if err != nil {
			e.err = err
			return
		}
		if l.at.Taken = taken; taken {
			l.at.Open = &opened{}
		} else {
			e.over(l)
		}
		e.settle(e.ctx, Event{Kind: Decided, Path: path, Taken: taken})
		if !taken || e.err != nil {
			return
		}
	}
	e.inside(path, kindIf, name, body)
}

func (e *engine) ask(path, name string, condition func(context.Context, *Call) (bool, error)) (bool, error) {
	call := e.call(path, name)
	err := ended(e.ctx)
	taken := false
	if err == nil {
		taken, err = condition(e.ctx, call)
	}
	if err != nil {
		return false, located(path, call.key, 1, err)
	}
	return taken, nil
}

func (e *engine) group(path, name string, body func()) {
	if e.list.at.Open == nil {
		e.list.at.Open = &opened{}
	}
	e.inside(path, kindGroup, name, body)
}

func (e *engine) inside(path, kind, name string, body func()) {
	l := e.list
	open := l.at.Open
	e.within(list{path: path, at: &open.Body, kind: kind, key: name, opened: open}, body)
	e.ends(Skip)
	if e.signal == nil {
		e.over(l)
	}
}

func (e *engine) loop(path, name string, take func(context.Context, *Call) (*opened, error), body func()) {
	l := e.list
	if l.at.Open == nil {
		var open *opened
		_, err := e.ask(path, name, func(ctx context.Context, call *Call) (_ bool, err error) {
			open, err = take(ctx, call)
			return false, err
		})
		if err == nil && open.Count < 0 {
			err = located(path, e.key(path), 1, fmt.Errorf("%d items", open.Count))
		}
		if err != nil {
			e.err = err
			return
		}
		l.at.Open = open
		e.settle(e.ctx, Event{Kind: ItemsTaken, Path: path, Items: open.Count})
	}
	for open := l.at.Open; e.err == nil && open.Item < open.Count; {
		e.within(list{path: fmt.Sprintf("%s/%d", path, open.Item+1), at: &open.Body, kind: kindLoop, key: name, opened: open}, body)
		if e.ends(Break) {
			break
		}
		e.ends(Continue, Skip)
		if e.err != nil || e.signal != nil {
			return
		}
		open.Item, open.Body = open.Item+1, position{}
	}
	e.over(l)
}

// inLoop says whether a loop is around the list, inside the same handler.
func (l *list) inLoop() bool {
	for ; l != nil && l.kind != kindHandler; l = l.outer {
		if l.kind == kindLoop {
			return true
		}
	}
	return false
}
