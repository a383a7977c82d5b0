// Package protocolgen is what generated drivers and guards call. Users have no
// need of it: what is theirs is in package protocol.
package protocolgen

import (
	"context"
	"fmt"
	"strings"

	"github.com/bindery-go/bindery/runtime/protocol"
)

// The shapes of the methods that a user implements. D is the operation's data,
// which the user owns; with a store or retries it must survive encoding to JSON
// and back.
type (
	StepFunc[D any]      func(ctx context.Context, call *protocol.Call, data *D) error
	ConditionFunc[D any] func(ctx context.Context, call *protocol.Call, data *D) (bool, error)
	ItemsFunc[D any]     func(ctx context.Context, call *protocol.Call, data *D) (protocol.Items, error)
	CountFunc[D any]     func(ctx context.Context, call *protocol.Call, data *D) (int, error)
)

// Run is what a driver writes its order with. Each method stands for one item of
// the schema's list; bodies are functions that call further methods of the same
// Run. A call from inside a step comes too late: it is an error of that step, a
// protocol.PanicError of protocol.ErrWritten.
type Run[D any] struct {
	items   []protocol.PlanItem // of the list that is being written
	written bool                // the driver has returned
}

// Do runs an operation: see protocol.Execute. It calls the driver once, to learn
// the order, before any step runs; so the driver does nothing but call methods of
// run. Data may be nil where nobody looks at them.
func Do[D any](ctx context.Context, operation string, data *D, driver func(run *Run[D]), opts ...protocol.Option) (protocol.Outcome, error) {
	if driver == nil {
		return "", fmt.Errorf("%w: %s has no driver", protocol.ErrNoSteps, operation)
	}
	if data == nil {
		data = new(D)
	}
	return protocol.Execute(ctx, Program(operation, driver), data, opts...)
}

// Program is the operation that a driver writes, for engines that are given it
// before it is run. The data that its functions take is a *D.
func Program[D any](operation string, driver func(run *Run[D])) *protocol.Program {
	var run Run[D]
	driver(&run)
	run.written = true
	return &protocol.Program{Operation: operation, Items: run.items}
}

// add writes an item with the list inside it, if it has one.
func (r *Run[D]) add(item protocol.PlanItem, body func()) {
	if r.written {
		panic(fmt.Errorf("%w: %s %s", protocol.ErrWritten, item.Kind, item.Key)) // which the engine makes the step's error
	}
	outer := r.items
	r.items = nil
	if body != nil {
		body()
	}
	item.Items = r.items
	r.items = append(outer, item)
}

// Step runs one step.
func (r *Run[D]) Step(name string, f StepFunc[D]) { r.step(protocol.StepItem, name, f) }

// Return runs one step and ends the operation with the step's name as outcome.
func (r *Run[D]) Return(name string, f StepFunc[D]) { r.step(protocol.ReturnItem, name, f) }

func (r *Run[D]) step(kind protocol.Kind, name string, f StepFunc[D]) {
	item := protocol.PlanItem{Kind: kind, Key: name}
	if f != nil {
		item.Step = func(ctx context.Context, call *protocol.Call, data any) error { return f(ctx, call, data.(*D)) }
	}
	r.add(item, nil)
}

// If runs body when the condition holds. It starts a new if-run: conditions of
// adjacent Ifs are independent, each asked when it is reached.
func (r *Run[D]) If(name string, condition ConditionFunc[D], body func()) {
	r.branch(protocol.IfItem, name, condition, body)
}

// ElseIf asks its condition only when no earlier branch of the if-run was taken.
func (r *Run[D]) ElseIf(name string, condition ConditionFunc[D], body func()) {
	r.branch(protocol.ElseIfItem, name, condition, body)
}

// Else runs body when no branch of the if-run was taken.
func (r *Run[D]) Else(body func()) {
	r.add(protocol.PlanItem{Kind: protocol.ElseItem, Key: "else"}, body)
}

func (r *Run[D]) branch(kind protocol.Kind, name string, f ConditionFunc[D], body func()) {
	item := protocol.PlanItem{Kind: kind, Key: name}
	if f != nil {
		item.Holds = func(ctx context.Context, call *protocol.Call, data any) (bool, error) { return f(ctx, call, data.(*D)) }
	}
	r.add(item, body)
}

// ForEach runs body once an item. The items are taken once, before the first.
func (r *Run[D]) ForEach(name string, f ItemsFunc[D], body func()) {
	item := protocol.PlanItem{Kind: protocol.LoopItem, Key: name}
	if f != nil {
		item.Take = func(ctx context.Context, call *protocol.Call, data any) (protocol.Taken, error) {
			items, err := f(ctx, call, data.(*D))
			return protocol.Taken{Items: items, Count: len(items)}, err
		}
	}
	r.add(item, body)
}

// For runs body a number of times that is asked once; the items are 1, 2, 3 and so
// on.
func (r *Run[D]) For(name string, f CountFunc[D], body func()) {
	item := protocol.PlanItem{Kind: protocol.LoopItem, Key: name}
	if f != nil {
		item.Take = func(ctx context.Context, call *protocol.Call, data any) (protocol.Taken, error) {
			count, err := f(ctx, call, data.(*D))
			return protocol.Taken{Count: count}, err
		}
	}
	r.add(item, body)
}

// Group runs body under a name of its own.
func (r *Run[D]) Group(name string, body func()) {
	r.add(protocol.PlanItem{Kind: protocol.GroupItem, Key: name}, body)
}

// On says what happens when a step emits event (protocol.Call.Emit). The order of
// the steps passes it by.
func (r *Run[D]) On(event string, body func()) {
	r.add(protocol.PlanItem{Kind: protocol.HandlerItem, Key: event}, body)
}

// Arg makes a step of one that takes the argument which the schema writes beside
// its name. Nil stays nil.
func Arg[D, A any](f func(ctx context.Context, call *protocol.Call, data *D, arg A) error, arg A) StepFunc[D] {
	if f == nil {
		return nil
	}
	return func(ctx context.Context, call *protocol.Call, data *D) error { return f(ctx, call, data, arg) }
}

// IsOneOf reports whether an operation is one of those named: the name itself, or
// an alternative of it, "name.alternative".
func IsOneOf(operation string, names ...string) bool {
	for _, name := range names {
		if rest, ok := strings.CutPrefix(operation, name); ok && (rest == "" || rest[0] == '.') {
			return true
		}
	}
	return false
}

// Touches reports whether writing the value at one JSON Pointer writes that at the
// other: it is the same, or one is inside the other.
func Touches(pointer, other string) bool {
	return pointer == other || strings.HasPrefix(other, pointer+"/") || strings.HasPrefix(pointer, other+"/")
}
