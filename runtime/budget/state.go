package budget

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// State is a tree of scopes at one moment: what a checkpoint holds of a budget.
// It encodes to JSON, deterministically.
type State struct {
	Name     string  `json:"name"`
	Limits   Limits  `json:"limits,omitempty"`
	Used     Amounts `json:"used"`
	Reserved Amounts `json:"reserved"`
	Children []State `json:"children,omitempty"` // by name
}

// State returns the scope and all below it, in one consistent moment.
func (s *Scope) State() State {
	s.ledger.Lock()
	defer s.ledger.Unlock()
	return s.state()
}

func (s *Scope) state() State {
	state := State{Name: s.name, Limits: maps.Clone(s.limits), Used: s.used, Reserved: s.reserved}
	for _, name := range slices.Sorted(maps.Keys(s.children)) {
		state.Children = append(state.Children, s.children[name].state())
	}
	return state
}

// Interrupted says what becomes of amounts that were reserved when the state
// was taken and never settled, because the program died: whether they were
// spent nobody knows.
type Interrupted uint8

const (
	// ChargeInterrupted counts them as used. It never understates the bill.
	ChargeInterrupted Interrupted = iota
	// ReleaseInterrupted gives them back: right where the interrupted work
	// runs again under the same idempotency key and is paid for once.
	ReleaseInterrupted
)

// ErrState is wrapped where a state contradicts itself.
var ErrState = errors.New("budget: inconsistent state")

// maxDepth bounds the recursion over a state that was read from a file.
const maxDepth = 100

// Restore makes the root of a tree from a state, without open reservations. The
// error wraps ErrState, ErrName, ErrNegative or ErrOverflow.
func Restore(state State, interrupted Interrupted) (*Scope, error) {
	return restore(&state, interrupted, nil, &ledger{}, maxDepth)
}

func restore(state *State, interrupted Interrupted, parent *Scope, l *ledger, depth int) (*Scope, error) {
	s, err := newScope(state.Name, parent, l, state.Limits)
	if err != nil {
		return nil, err
	}
	if depth == 0 {
		return nil, fmt.Errorf("%w: more than %d levels", ErrState, maxDepth)
	}
	if err := errors.Join(state.Used.check(), state.Reserved.check()); err != nil {
		return nil, fmt.Errorf("%w at %s", err, s.Path())
	}
	s.used = state.Used
	var below Amounts // how much the scopes below can have used
	for d, n := range state.Reserved {
		if n > Unlimited-s.used[d] {
			return nil, fmt.Errorf("%w: %v of %s", ErrOverflow, Dimension(d), s.Path())
		}
		if interrupted == ChargeInterrupted {
			s.used[d] += n
		}
		below[d] = s.used[d]
	}
	for i := range state.Children {
		child, err := restore(&state.Children[i], interrupted, s, l, depth-1)
		if err != nil {
			return nil, err
		}
		if _, twice := s.children[child.name]; twice {
			return nil, fmt.Errorf("%w: %s twice", ErrState, child.Path())
		}
		for d, n := range child.used {
			if below[d] -= n; below[d] < 0 {
				return nil, fmt.Errorf("%w: the scopes below %s used more %v than it", ErrState, s.Path(), Dimension(d))
			}
		}
		s.children[child.name] = child
	}
	return s, nil
}
