package protocol

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/runtime/internal/brief"
)

// Transitions says, in the schema's order, which states may follow which. A
// state with none is terminal.
type Transitions[S ~string] []Transition[S]

// Transition lists what may follow one state.
type Transition[S ~string] struct {
	From S
	To   []S
}

// Next gives the states that may follow from; known is false where from is not a state of the machine.
func (t Transitions[S]) Next(from S) (to []S, known bool) {
	for _, transition := range t {
		if transition.From == from {
			return slices.Clone(transition.To), true
		}
	}
	return nil, false
}

// CanMoveTo reports whether to may follow from.
func (t Transitions[S]) CanMoveTo(from, to S) bool { return t.Check(from, to) == nil }

// Check gives nil when to may follow from, otherwise a *[TransitionError].
func (t Transitions[S]) Check(from, to S) error {
	next, known := t.Next(from)
	if slices.Contains(next, to) {
		return nil
	}
	refusal := &TransitionError{From: string(from), To: string(to), Known: known}
	for _, state := range next {
		refusal.Allowed = append(refusal.Allowed, string(state))
	}
	return refusal
}

// TransitionError refuses a change of state.
type TransitionError struct {
	From, To string
	Allowed  []string
	Known    bool // whether From is a state of the machine
}

func (e *TransitionError) Error() string {
	reason := "allowed: " + strings.Join(e.Allowed, ", ")
	if !e.Known {
		reason = "no such state"
	} else if len(e.Allowed) == 0 {
		reason = "it is terminal"
	}
	return fmt.Sprintf("state %s cannot move to %s: %s", brief.Quote(e.From), brief.Quote(e.To), reason)
}
