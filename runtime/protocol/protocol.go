// Package protocol runs the operations of an agent protocol: steps, branches,
// loops, groups and handlers in the order the schema gives them. Generated
// drivers call it and read as that order; users implement the steps, choose
// options, and look at outcomes and errors.
//
// A run with a checkpoint store ([Checkpoints]) is durable. After each step, each branch decision and
// each taking of loop items a record goes to the store, and only when it is
// durable does anything further happen. A run that goes on from its record
// ([Resume]) repeats nothing that the record holds; the one step that was
// interrupted runs again, with the same idempotency key ([Call.Key]).
//
// A run calls its steps, guards and observers one after the other, on the
// goroutine of [Do]; its [Run] and [Call] are used there only. All else here is
// safe for concurrent use.
package protocol

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// Outcome says how an operation ended: [Done], [Planned], or the name of the
// return step that ended it.
type Outcome string

const (
	Done    Outcome = "done"    // the operation came to its end
	Planned Outcome = "planned" // a dry run printed the plan and ran nothing
)

// The shapes of the methods that a user implements. D is the operation's data,
// which the user owns; with a store it must survive encoding to JSON and back.
type (
	StepFunc[D any]      func(ctx context.Context, call *Call, data *D) error
	ConditionFunc[D any] func(ctx context.Context, call *Call, data *D) (bool, error)
	ItemsFunc[D any]     func(ctx context.Context, call *Call, data *D) (Items, error)
	CountFunc[D any]     func(ctx context.Context, call *Call, data *D) (int, error)
)

// Run is what a driver writes its order with. Each method stands for one item
// of the schema's list; bodies are functions that call further methods of the
// same Run.
type Run[D any] struct {
	data     *D
	items    []PlanItem // of the list that is being written
	handlers map[string][]PlanItem
	missing  string // the first item whose function is nil
}

// Do runs an operation. It calls the driver once, to learn the order, before
// any step runs; a dry run ends there. So the driver does nothing but call
// methods of run.
//
// Errors are *[StepError] where a step, condition or item list failed, was
// refused by a guard, or was not begun because ctx ended; otherwise they come
// from the store, or are [ErrRunExists], [ErrDiverged] or [ErrRecursion], or wrap [ErrNoSteps].
func Do[D any](ctx context.Context, operation string, data *D, opts []Option, driver func(run *Run[D])) (Outcome, error) {
	if data == nil {
		data = new(D)
	}
	run := &Run[D]{data: data, handlers: make(map[string][]PlanItem)}
	if driver == nil {
		return "", fmt.Errorf("%w: %s has no driver", ErrNoSteps, operation)
	}
	driver(run)
	if run.missing != "" {
		return "", fmt.Errorf("%w: %s, %s", ErrNoSteps, operation, run.missing)
	}
	e := newEngine(ctx, Plan{operation, run.items}, run.handlers, opts)
	if e.options.dryRun != nil {
		_, err := fmt.Fprint(e.options.dryRun, e.plan)
		return Planned, err
	}
	e.encode = func() (json.RawMessage, error) { return json.Marshal(data) }
	e.decode = func(saved json.RawMessage) error {
		*data = *new(D) // members that the record leaves out are zero in it
		return json.Unmarshal(saved, data)
	}
	return e.run()
}

// add writes an item with the list inside it, if it has one.
func (r *Run[D]) add(kind, key string, body func(), run func(*engine, place)) {
	outer := r.items
	r.items = nil
	if body != nil {
		body()
	}
	r.items = append(outer, PlanItem{Kind: kind, Key: key, Items: r.items, run: run})
}

// need notes an item that cannot run, since its function is nil.
func (r *Run[D]) need(isNil bool, kind, key string) {
	if isNil && r.missing == "" {
		r.missing = kind + " " + key
	}
}

// Step runs one step.
func (r *Run[D]) Step(name string, f StepFunc[D]) {
	r.need(f == nil, kindStep, name)
	r.add(kindStep, name, nil, func(e *engine, p place) { e.step(p, "", r.bind(f)) })
}

// Return runs one step and ends the operation with the step's name as outcome.
func (r *Run[D]) Return(name string, f StepFunc[D]) {
	r.need(f == nil, kindReturn, name)
	r.add(kindReturn, name, nil, func(e *engine, p place) { e.step(p, Outcome(name), r.bind(f)) })
}

func (r *Run[D]) bind(f StepFunc[D]) func(context.Context, *Call) error {
	return func(ctx context.Context, call *Call) error { return f(ctx, call, r.data) }
}

// If runs body when the condition holds. It starts a new if-run: conditions
// of adjacent Ifs are independent, each asked when it is reached.
func (r *Run[D]) If(name string, condition ConditionFunc[D], body func()) {
	r.branch(kindIf, name, condition, body)
}

// ElseIf asks its condition only when no earlier branch of the if-run was taken.
func (r *Run[D]) ElseIf(name string, condition ConditionFunc[D], body func()) {
	r.branch(kindElseIf, name, condition, body)
}

// Else runs body when no branch of the if-run was taken.
func (r *Run[D]) Else(body func()) {
	r.branch(kindElse, "else", func(context.Context, *Call, *D) (bool, error) { return true, nil }, body)
}

func (r *Run[D]) branch(kind, name string, condition ConditionFunc[D], body func()) {
	r.need(condition == nil, kind, name)
	r.add(kind, name, body, func(e *engine, p place) {
		e.branch(p, func(ctx context.Context, call *Call) (bool, error) { return condition(ctx, call, r.data) })
	})
}

// ForEach runs body once an item. The items are taken once, before the first.
func (r *Run[D]) ForEach(name string, items ItemsFunc[D], body func()) {
	r.need(items == nil, kindLoop, name)
	r.add(kindLoop, name, body, func(e *engine, p place) {
		e.loop(p, func(ctx context.Context, call *Call) (*opened, error) {
			list, err := items(ctx, call, r.data)
			return &opened{Items: list, Count: len(list)}, err
		})
	})
}

// For runs body a number of times that is asked once; the items are 1, 2, 3 and so on.
func (r *Run[D]) For(name string, count CountFunc[D], body func()) {
	r.need(count == nil, kindLoop, name)
	r.add(kindLoop, name, body, func(e *engine, p place) {
		e.loop(p, func(ctx context.Context, call *Call) (*opened, error) {
			n, err := count(ctx, call, r.data)
			return &opened{Count: n}, err
		})
	})
}

// Group runs body under a name of its own.
func (r *Run[D]) Group(name string, body func()) { r.add(kindGroup, name, body, (*engine).group) }

// On says what happens when a step emits event ([Call.Emit]). The order of the
// steps passes it by.
func (r *Run[D]) On(event string, body func()) {
	r.add(kindHandler, event, body, (*engine).over)
	r.handlers[event] = append(r.handlers[event], r.items[len(r.items)-1].Items...)
}

// Plan is the order of an operation without any of its code.
type Plan struct {
	Operation string
	Items     []PlanItem
}

// PlanItem is one item of a list: Kind is step, return, if, else if, else,
// loop, group or handler, Key is its name in the schema.
type PlanItem struct {
	Kind, Key string
	Items     []PlanItem
	run       func(*engine, place)
}

// String gives one line an item, indented by depth, with the numbers and keys
// that step paths are made of.
func (p Plan) String() string {
	var b strings.Builder
	b.WriteString(p.Operation + "\n")
	printItems(&b, "  ", p.Items)
	return b.String()
}

func printItems(b *strings.Builder, indent string, items []PlanItem) {
	for i, item := range items {
		fmt.Fprintf(b, "%s%d:%s", indent, i+1, item.Key)
		if item.Kind != kindStep {
			fmt.Fprintf(b, " (%s)", item.Kind)
		}
		b.WriteByte('\n')
		printItems(b, indent+"  ", item.Items)
	}
}
