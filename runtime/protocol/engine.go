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

	"github.com/bindery-go/bindery/runtime/checkpoint"
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
	handlers map[string][]PlanItem

	record record
	parent checkpoint.ID // of the newest record
	puts   int64         // records so far
	begun  bool          // a step has finished, or the record is past its beginning
	encode func() (json.RawMessage, error)
	decode func(json.RawMessage) error

	signal error // returned by a step, on its way to what it ends
	err    error // ends the run
}

// list is a list of items while it runs.
type list struct {
	path   string
	items  []PlanItem
	at     *position
	outer  *list
	kind   string  // of the item whose body it is; "" for the operation
	key    string  // of that item
	opened *opened // that item; nil for the operation
}

// place is an item of a list that is next to run, or running.
type place struct {
	*list
	path string
	item PlanItem
}

// next is the place of the item that follows those that are over.
func (l *list) next(item PlanItem) place {
	return place{l, fmt.Sprintf("%s/%d:%s", l.path, l.at.Done+1, item.Key), item}
}

// inside is the list inside an item that has been opened.
func (p place) inside(path string) *list {
	open := p.at.Open
	return &list{path: path, items: p.item.Items, at: &open.Body, outer: p.list, kind: p.item.Kind, key: p.item.Key, opened: open}
}

func newEngine(ctx context.Context, plan Plan, handlers map[string][]PlanItem, opts []Option) *engine {
	e := &engine{ctx: ctx, plan: plan, handlers: handlers}
	e.options.run = rand.Text() // keys differ from run to run
	e.options.observer = func(ctx context.Context, _ Event) context.Context { return ctx }
	for _, option := range opts {
		option(&e.options)
	}
	sum := sha256.Sum256([]byte(plan.String()))
	e.record = record{Version: recordVersion, Operation: plan.Operation, Plan: hex.EncodeToString(sum[:8])}
	return e
}

func (e *engine) run() (Outcome, error) {
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
	all := &list{path: operation, items: e.plan.Items, at: &e.record.At}
	e.goOn(all)
	e.takeEvents(all)
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

// goOn runs the items of a list that are not over, until something ends it.
func (e *engine) goOn(l *list) {
	if l.at.Open == nil && e.record.Signal != "" {
		// Only a resumed run enters a list with a signal in its record, and the
		// innermost is the list of the step that returned it.
		e.signal = signals[e.record.Signal]
	}
	for l.at.Done < len(l.items) && e.err == nil && e.signal == nil {
		item := l.items[l.at.Done]
		item.run(e, l.next(item))
	}
}

// takeEvents emits the events from outside, each as a step of its own after the others.
func (e *engine) takeEvents(l *list) {
	if e.options.events == nil || e.err != nil || e.signal != nil {
		return
	}
	n := len(l.items)
	for event := range e.options.events {
		if n++; n <= l.at.Done {
			continue
		}
		e.step(l.next(PlanItem{Kind: kindStep, Key: event}), "", func(ctx context.Context, call *Call) error { return call.Emit(ctx, event) })
		if e.err != nil {
			return
		}
	}
}

func (e *engine) observe(event Event) { e.options.observer(e.ctx, event) }

// ends stops a signal that has reached what it ends.
func (e *engine) ends(signals ...error) bool {
	if e.signal == nil || !slices.Contains(signals, e.signal) {
		return false
	}
	e.signal, e.record.Signal = nil, ""
	return true
}

// over counts an item, with all inside it, as finished.
func (e *engine) over(p place) {
	if e.err == nil {
		p.at.Done, p.at.Open = p.at.Done+1, nil
	}
}

// settle records what has just been decided or done; from here on it is never done again.
func (e *engine) settle(ctx context.Context, event Event) {
	if err := e.save(); err != nil {
		e.err = e.located(event.Path, event.Attempt, err)
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

func (e *engine) call(p place) *Call { return &Call{engine: e, place: p, key: e.key(p.path)} }

func (e *engine) step(p place, outcome Outcome, f func(context.Context, *Call) error) {
	call := e.call(p)
	ctx, event, err := e.attempt(call, f)
	signal := signalName(err)
	switch {
	case err != nil && signal == "":
		e.err = e.located(p.path, call.attempt, err)
		return
	case outcome != "" && (err == nil || err == Return):
		err, signal, e.record.Outcome = Return, "return", outcome
	case (err == Continue || err == Break) && !p.inLoop():
		e.err = e.located(p.path, call.attempt, fmt.Errorf("%w: the step returned %s", ErrNoLoop, signal))
		return
	}
	e.over(p)
	e.begun = true
	e.signal, e.record.Signal = err, signal
	event.Kind, event.Err = StepFinished, err
	e.settle(ctx, event)
}

// attempt runs a step until it is finished, refused, or out of attempts. It
// gives the context and the account of the last attempt.
func (e *engine) attempt(call *Call, f func(context.Context, *Call) error) (context.Context, Event, error) {
	policy := e.options.retry(call.item.Key)
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

func (e *engine) branch(p place, condition func(context.Context, *Call) (bool, error)) {
	if p.at.Open == nil {
		if p.item.Kind != kindIf && p.at.Taken {
			e.over(p)
			return
		}
		taken := false
		if e.err = e.ask(p, func(ctx context.Context, call *Call) (err error) {
			taken, err = condition(ctx, call)
			return err
		}); e.err != nil {
			return
		}
		if p.at.Taken = taken; taken {
			p.at.Open = &opened{}
		} else {
			e.over(p)
		}
		e.settle(e.ctx, Event{Kind: Decided, Path: p.path, Taken: taken})
		if !taken || e.err != nil {
			return
		}
	}
	e.body(p)
}

// ask lets a condition or an item list answer.
func (e *engine) ask(p place, f func(context.Context, *Call) error) error {
	err := ended(e.ctx)
	if err == nil {
		err = f(e.ctx, e.call(p))
	}
	if err != nil {
		return e.located(p.path, 1, err)
	}
	return nil
}

func (e *engine) group(p place) {
	if p.at.Open == nil {
		p.at.Open = &opened{}
	}
	e.body(p)
}

// body runs what is inside a branch or group.
func (e *engine) body(p place) {
	e.goOn(p.inside(p.path))
	e.ends(Skip)
	if e.signal == nil {
		e.over(p)
	}
}

func (e *engine) loop(p place, take func(context.Context, *Call) (*opened, error)) {
	if p.at.Open == nil {
		var open *opened
		if e.err = e.ask(p, func(ctx context.Context, call *Call) (err error) {
			if open, err = take(ctx, call); err == nil && open.Count < 0 {
				err = fmt.Errorf("%d items", open.Count)
			}
			return err
		}); e.err != nil {
			return
		}
		p.at.Open = open
		e.settle(e.ctx, Event{Kind: ItemsTaken, Path: p.path, Items: open.Count})
	}
	for open := p.at.Open; e.err == nil && open.Item < open.Count; {
		e.goOn(p.inside(fmt.Sprintf("%s/%d", p.path, open.Item+1)))
		if e.ends(Break) {
			break
		}
		e.ends(Continue, Skip)
		if e.err != nil || e.signal != nil {
			return
		}
		open.Item, open.Body = open.Item+1, position{}
	}
	e.over(p)
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
