package budget

import (
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/bindery-go/bindery/runtime/internal/brief"
)

// ExceededError says which limit was in the way or was crossed.
type ExceededError struct {
	Scope     string // names from the root, joined by "/"
	Dimension Dimension
	Threshold Threshold
	Limit     int64
	Used      int64 // settled so far, in that scope
	Reserved  int64 // reserved and not yet settled
	Requested int64 // what Reserve was asked for; zero from Settle, Charge and Check
}

func (e *ExceededError) Error() string {
	s := fmt.Sprintf("budget: %s: %v above the %v limit %d: %d used, %d reserved", brief.Pointer(e.Scope), e.Dimension, e.Threshold, e.Limit, e.Used, e.Reserved)
	if e.Requested != 0 {
		s += fmt.Sprintf(", %d requested", e.Requested)
	}
	return s
}

// Threshold is the kind of a limit: the soft one warns, the hard one stops.
type Threshold uint8

const (
	Hard Threshold = iota
	Soft
)

func (t Threshold) String() string {
	if t == Soft {
		return "soft"
	}
	return "hard"
}

var (
	// ErrSettled is returned for a reservation that was settled or released.
	ErrSettled = errors.New("budget: reservation has ended")
	// ErrName is wrapped where a scope's name is empty or contains "/".
	ErrName = errors.New("budget: bad scope name")
)

// Scope is one level of spending. All scopes of one tree may be used by many
// goroutines at once: one lock guards them. What is asked, reserved or charged
// costs as much as there are scopes above; Close and State cost those below too.
type Scope struct {
	name     string
	parent   *Scope
	ledger   *ledger // shared by the tree; its lock guards all below
	children map[string]*Scope
	limits   Limits
	most     [2]Amounts // by Threshold
	used     Amounts
	reserved Amounts
}

// New makes the root of a tree. The error wraps ErrName or ErrNegative, or says
// which limits contradict each other.
func New(name string, limits Limits) (*Scope, error) {
	return newScope(name, nil, &ledger{}, limits)
}

func newScope(name string, parent *Scope, l *ledger, limits Limits) (*Scope, error) {
	if name == "" || strings.Contains(name, "/") {
		return nil, fmt.Errorf("%w %s", ErrName, brief.Quote(name))
	}
	most, err := limits.thresholds()
	if err != nil {
		return nil, err
	}
	return &Scope{
		name: name, parent: parent, ledger: l, children: make(map[string]*Scope),
		limits: maps.Clone(limits), most: most,
	}, nil
}

// Child returns the scope of that name below s, making it if there is none.
// Limits other than nil replace those of a scope that is there, so that a
// restored tree takes the limits of the program that resumes it; what was
// spent stays. A section with a cap of its own is a child.
func (s *Scope) Child(name string, limits Limits) (*Scope, error) {
	s.ledger.Lock()
	defer s.ledger.Unlock()
	child, err := newScope(name, s, s.ledger, limits)
	if err != nil {
		return nil, err
	}
	if old, ok := s.children[name]; ok {
		if limits != nil {
			old.limits, old.most = child.limits, child.most
		}
		return old, nil
	}
	s.children[name] = child
	return child, nil
}

// Close takes a scope, with all below it, out of its tree and the tree's State.
// What was spent in it, and what its open reservations are settled for, stays
// counted in its ancestors. A root stays what it is.
func (s *Scope) Close() {
	s.ledger.Lock()
	defer s.ledger.Unlock()
	if s.parent != nil && s.parent.children[s.name] == s {
		delete(s.parent.children, s.name)
	}
}

// Path returns the scope's name after those of its ancestors: "session/tree".
func (s *Scope) Path() string {
	if s.parent == nil {
		return s.name
	}
	return s.parent.Path() + "/" + s.name
}

// Used returns what was settled in this scope and below.
func (s *Scope) Used() Amounts {
	s.ledger.Lock()
	defer s.ledger.Unlock()
	return s.used
}

// Reserved returns what is reserved and neither settled nor released.
func (s *Scope) Reserved() Amounts {
	s.ledger.Lock()
	defer s.ledger.Unlock()
	return s.reserved
}

// Remaining returns what can still be reserved here: the least room of this
// scope and its ancestors, never negative; Unlimited without a limit.
func (s *Scope) Remaining(d Dimension) int64 {
	s.ledger.Lock()
	defer s.ledger.Unlock()
	room := int64(Unlimited)
	for ; s != nil; s = s.parent {
		if s.most[Hard][d] != Unlimited {
			room = min(room, s.most[Hard][d]-s.used[d]-s.reserved[d])
		}
	}
	return max(room, 0)
}

// Check returns an *ExceededError for the first threshold that is crossed: hard
// ones, which Settle may have crossed, before soft ones, inner scopes before
// outer ones.
func (s *Scope) Check() error {
	s.ledger.Lock()
	defer s.ledger.Unlock()
	for _, threshold := range []Threshold{Hard, Soft} {
		for sc := s; sc != nil; sc = sc.parent {
			for d := range dimensions {
				if sc.used[d]+sc.reserved[d] > sc.most[threshold][d] {
					return sc.exceeded(d, threshold, 0)
				}
			}
		}
	}
	return nil
}

func (s *Scope) exceeded(d Dimension, t Threshold, requested int64) *ExceededError {
	return &ExceededError{
		Scope: s.Path(), Dimension: d, Threshold: t, Limit: s.most[t][d],
		Used: s.used[d], Reserved: s.reserved[d], Requested: requested,
	}
}
