package protocol

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// Kind says what a [PlanItem] is.
type Kind string

const (
	StepItem    Kind = "step"
	ReturnItem  Kind = "return" // a step that ends the operation, its name being the outcome
	IfItem      Kind = "if"     // begins an if-run
	ElseIfItem  Kind = "else if"
	ElseItem    Kind = "else"
	LoopItem    Kind = "loop"
	GroupItem   Kind = "group"
	HandlerItem Kind = "handler" // of the event that is its key
)

// Program is an operation as its driver has written it: what an [Engine] runs.
type Program struct {
	Operation string
	Items     []PlanItem
}

// PlanItem is one item of a list of the schema. It has the function that its Kind
// says; data is the pointer that the driver was given.
type PlanItem struct {
	Kind  Kind
	Key   string     // its name in the schema
	Items []PlanItem // inside a branch, loop, group or handler

	Step  func(ctx context.Context, call *Call, data any) error         // of a step or return
	Holds func(ctx context.Context, call *Call, data any) (bool, error) // of an if or else if
	Take  func(ctx context.Context, call *Call, data any) (Taken, error)
}

// Taken is what a loop runs over, taken once before the first item: Items, or
// the numbers from 1 to Count where Items is nil.
type Taken struct {
	Items Items
	Count int
}

// String gives one line an item, indented by depth, with the numbers and keys
// that step paths are made of.
func (p *Program) String() string {
	var b strings.Builder
	b.WriteString(p.Operation + "\n")
	printItems(&b, "  ", p.Items)
	return b.String()
}

func printItems(b *strings.Builder, indent string, items []PlanItem) {
	for i, item := range items {
		fmt.Fprintf(b, "%s%d:%s", indent, i+1, item.Key)
		if item.Kind != StepItem {
			fmt.Fprintf(b, " (%s)", item.Kind)
		}
		b.WriteByte('\n')
		printItems(b, indent+"  ", item.Items)
	}
}

// MarshalJSON writes the plan: the items without their functions.
func (p *Program) MarshalJSON() ([]byte, error) {
	return json.Marshal(shape{Key: p.Operation, Items: shapes(p.Items)})
}

// UnmarshalJSON reads a plan; its items have no functions.
func (p *Program) UnmarshalJSON(text []byte) error {
	var s shape
	err := json.Unmarshal(text, &s)
	*p = Program{Operation: s.Key, Items: itemsOf(s.Items)}
	return err
}

// handlers returns what happens on each event.
func (p *Program) handlers() map[string][]PlanItem {
	found := make(map[string][]PlanItem)
	var search func([]PlanItem)
	search = func(items []PlanItem) {
		for _, item := range items {
			if item.Kind == HandlerItem {
				found[item.Key] = append(found[item.Key], item.Items...)
			}
			search(item.Items)
		}
	}
	search(p.Items)
	return found
}

// check returns an error, wrapping [ErrNoSteps], for the first item that has no
// function.
func (p *Program) check() error {
	if item, found := lacking(p.Items); found {
		return fmt.Errorf("%w: %s, %s %s", ErrNoSteps, p.Operation, item.Kind, item.Key)
	}
	return nil
}

func lacking(items []PlanItem) (PlanItem, bool) {
	for _, item := range items {
		missing := false
		switch item.Kind {
		case StepItem, ReturnItem:
			missing = item.Step == nil
		case IfItem, ElseIfItem:
			missing = item.Holds == nil
		case LoopItem:
			missing = item.Take == nil
		}
		if missing {
			return item, true
		}
		if inner, found := lacking(item.Items); found {
			return inner, true
		}
	}
	return PlanItem{}, false
}
