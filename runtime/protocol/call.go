package protocol

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Call is what a step, condition or item list knows about its place in the
// run. It is good until that method returns, and on its goroutine only.
type Call struct {
	place
	engine  *engine
	key     string
	attempt int
	emitted int // events of this attempt
	running bool
}

// Path is where the run stands, as in [StepError].
func (c *Call) Path() string { return c.path }

// Name is the step's name in the schema.
func (c *Call) Name() string { return c.item.Key }

// Attempt counts from 1; a guard sees the number of attempts before.
func (c *Call) Attempt() int { return c.attempt }

// Key is the idempotency key: 32 hexadecimal digits, the same whenever this
// step of this run runs again, different from that of any other. A step with
// an effect outside hands it on, so that an interrupted one can be told apart
// from a new one. Without a store each run has keys of its own.
func (c *Call) Key() string { return c.key }

// Items are the items of a loop, each as JSON.
type Items []json.RawMessage

// List makes items of values.
func List[T any](values ...T) (Items, error) {
	var items Items
	for _, value := range values {
		item, err := json.Marshal(value)
		if err != nil {
			return nil, fmt.Errorf("item %d: %w", len(items)+1, err)
		}
		items = append(items, item)
	}
	return items, nil
}

// Item gives the current item of the named loop around the call; that of a
// counted loop is its number, from 1. The error is [ErrNoLoop] or that of decoding.
func Item[T any](call *Call, loop string) (item T, err error) {
	for l := call.list; l != nil; l = l.outer {
		if l.kind == kindLoop && l.key == loop {
			raw := json.RawMessage(fmt.Sprint(l.opened.Item + 1))
			if l.opened.Items != nil {
				raw = l.opened.Items[l.opened.Item]
			}
			return item, json.Unmarshal(raw, &item)
		}
	}
	return item, fmt.Errorf("%w: %s", ErrNoLoop, loop)
}

// Sub gives the option for running another operation as this step: with the
// store, guards, retries and observer of this run, under an ID of its own that
// follows from this run's and this step's place, and resumed when it was interrupted.
func (c *Call) Sub() Option {
	parent := c.engine
	return func(o *options) {
		*o = parent.options
		o.run, o.resume, o.events = parent.options.run+"/"+c.path, true, nil
		o.fence = 0 // the lease is on the outer run
		o.callers = append(slices.Clone(o.callers), parent.plan.Operation)
	}
}

// Emit runs the handlers of an event, as part of the step that calls it, and
// gives their error. When the step is interrupted and runs again it must emit
// the same events; what their handlers had finished is not repeated.
func (c *Call) Emit(ctx context.Context, event string) error {
	if !c.running {
		return errors.New("protocol: Emit outside its step")
	}
	e, at := c.engine, c.at
	items, found := e.handlers[event]
	if !found {
		return fmt.Errorf("%w: %s", ErrNoHandler, event)
	}
	for l := c.list; l != nil; l = l.outer {
		if l.kind == kindHandler && l.key == event {
			return fmt.Errorf("%w: a handler of %s emits it", ErrRecursion, event)
		}
	}
	if at.Open == nil {
		at.Open = &opened{}
	}
	open, n := at.Open, c.emitted
	c.emitted++
	if n == len(open.Events) {
		open.Events = append(open.Events, event)
	}
	if open.Events[n] != event {
		return fmt.Errorf("%w: the step emitted %s, and now %s", ErrDiverged, strings.Join(open.Events[:n+1], ", "), event)
	}
	if n < open.Item {
		return nil
	}
	if n > open.Item { // the step went on although a handler failed
		open.Item, open.Body = n, position{}
	}

	path := fmt.Sprintf("%s/%d:%s", c.path, n+1, event)
	outer := e.ctx
	e.ctx = ctx
	e.observe(Event{Kind: Emitted, Path: path})
	e.goOn(&list{path: path, items: items, at: &open.Body, outer: c.list, kind: kindHandler, key: event, opened: open})
	e.ctx = outer
	if err := e.err; err != nil {
		e.err = nil
		return err
	}
	e.ends(Skip, Return)
	open.Item, open.Body = n+1, position{}
	return nil
}
