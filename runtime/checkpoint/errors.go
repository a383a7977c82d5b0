package checkpoint

import (
	"errors"
	"fmt"
	"time"

	"github.com/bindery-go/bindery/runtime/internal/brief"
)

var (
	// ErrNotFound is wrapped where a thread or checkpoint does not exist.
	ErrNotFound = errors.New("checkpoint: not found")
	// ErrConflict is what a *ConflictError is.
	ErrConflict = errors.New("checkpoint: conflict")
	// ErrFenced is what a *FencedError is.
	ErrFenced = errors.New("checkpoint: fenced off")
	// ErrLeased is what a *LeasedError is.
	ErrLeased = errors.New("checkpoint: leased")
	// ErrDamaged is what a *DamageError is.
	ErrDamaged = errors.New("checkpoint: damaged")
	// ErrUncertain is wrapped where a change may or may not have happened.
	ErrUncertain = errors.New("checkpoint: outcome unknown, load the thread again")
	// ErrVersion is wrapped where a record was written by a newer program.
	ErrVersion = errors.New("checkpoint: unknown record version")
	// ErrInvalid is wrapped where an argument is none that a store can keep: a
	// Kind that Put does not take, or text that is not UTF-8.
	ErrInvalid = errors.New("checkpoint: invalid argument")
)

// NotFound is the error, wrapping [ErrNotFound], for a checkpoint that a thread
// does not have.
func NotFound(thread string, id ID) error {
	return fmt.Errorf("%w: thread %s, checkpoint %s", ErrNotFound, brief.Quote(thread), brief.Quote(string(id)))
}

// ConflictError says that the thread has moved on.
type ConflictError struct {
	Thread   string
	Expected ID // the head that the writer built on
	Head     ID // the head that there is; "" for none
}

func (e *ConflictError) Error() string {
	return fmt.Sprintf("checkpoint: thread %s has the head %q, not %s", brief.Quote(e.Thread), e.Head, brief.Quote(string(e.Expected)))
}

// Is makes errors.Is(err, ErrConflict) true.
func (e *ConflictError) Is(target error) bool { return target == ErrConflict }

// FencedError says that a writer's lease is not the latest one, or was released.
type FencedError struct {
	Thread   string
	Fence    uint64 // of the writer; 0 for one without a lease
	Latest   uint64 // 0 for a thread that has none
	Released bool   // the writer's lease is the latest, and was given back
}

func (e *FencedError) Error() string {
	switch {
	case e.Released:
		return fmt.Sprintf("checkpoint: thread %s: lease %d was released: acquire a new one", brief.Quote(e.Thread), e.Fence)
	case e.Latest == 0:
		return fmt.Sprintf("checkpoint: thread %s has no lease %d: nobody has acquired one", brief.Quote(e.Thread), e.Fence)
	case e.Fence == 0:
		return fmt.Sprintf("checkpoint: thread %s is written to under leases, the latest of which is %d: acquire one", brief.Quote(e.Thread), e.Latest)
	}
	return fmt.Sprintf("checkpoint: thread %s: lease %d is not the latest, which is %d", brief.Quote(e.Thread), e.Fence, e.Latest)
}

// Is makes errors.Is(err, ErrFenced) true.
func (e *FencedError) Is(target error) bool { return target == ErrFenced }

// LeasedError says who has the lease, and until when.
type LeasedError struct {
	Thread  string
	Holder  string
	Expires time.Time
}

func (e *LeasedError) Error() string {
	return fmt.Sprintf("checkpoint: thread %s is leased to %s until %s", brief.Quote(e.Thread), brief.Quote(e.Holder), e.Expires.UTC().Format(time.RFC3339Nano))
}

// Is makes errors.Is(err, ErrLeased) true.
func (e *LeasedError) Is(target error) bool { return target == ErrLeased }

// DamageError says which record cannot be read, and why.
type DamageError struct {
	Thread string
	ID     ID
	What   string // "checkpoint", "pending writes" or "lease"
	Reason string
}

func (e *DamageError) Error() string {
	s := "checkpoint: thread " + brief.Quote(e.Thread) + ": "
	if e.ID != "" {
		s += string(e.ID) + ": "
	}
	return s + e.What + " damaged: " + e.Reason
}

// Is makes errors.Is(err, ErrDamaged) true.
func (e *DamageError) Is(target error) bool { return target == ErrDamaged }
