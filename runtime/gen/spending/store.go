package spending

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/internal/behind"
)

// Store is what *store.Documents offers; budgets without a store do without its package.
type Store[D, K any] interface {
	Update(ctx context.Context, key K, change func(x *D) error) error
	Reserve(ctx context.Context, key K, lease time.Duration, more budget.Amounts, fits func(x *D, reserved budget.Amounts) error) (string, error)
	ReservedByOthers(key K, id string) (others budget.Amounts, held bool, err error)
	Release(ctx context.Context, key K, id string) error
}

// Stored is the documents of a kind in a store, with the limits of their budgets.
type Stored[K, D any, S ~[]E, E, L any] struct {
	kind   *Kind[D, S, E, L]
	store  Store[D, K]
	limits L
}

// In returns the documents of a kind in a store.
func In[K, D any, S ~[]E, E, L any](store Store[D, K], kind *Kind[D, S, E, L], l L) Stored[K, D, S, E, L] {
	return Stored[K, D, S, E, L]{kind, store, l}
}

func (in Stored[K, D, S, E, L]) open(x *D) (*budget.Scope, error) {
	return in.kind.Open(x, in.limits, nil, in.kind.Name)
}

// openForMore is open for a document that is to take more entries.
func (in Stored[K, D, S, E, L]) openForMore(x *D) (*budget.Scope, error) {
	scope, err := in.open(x)
	if err == nil {
		err = in.kind.takesMore(scope, x)
	}
	return scope, err
}

// Reserve keeps room in a document for one more entry, and for more of what that
// takes, until Record or Release is given the id, or the lease ends. Where there is no
// room that is not reserved for others, the document says so, if it is not complete.
func (in Stored[K, D, S, E, L]) Reserve(ctx context.Context, key K, lease time.Duration, more budget.Amounts) (id string, err error) {
	more, err = more.Plus(oneMore)
	if err != nil {
		return "", err
	}
	id, err = in.store.Reserve(ctx, key, lease, more, func(x *D, reserved budget.Amounts) error {
		scope, err := in.openForMore(x)
		if err == nil {
			_, err = scope.Reserve(reserved)
		}
		return err
	})
	var beyond *budget.ExceededError
	if in.kind.Exhaust == nil || !errors.As(err, &beyond) || errors.Is(err, budget.ErrComplete) {
		return id, err
	}
	return "", errors.Join(err, in.store.Update(ctx, key, func(x *D) error {
		scope, err := in.open(x)
		if err != nil {
			return err
		}
		if _, err := in.kind.Reserve(scope, x); !errors.As(err, &beyond) || errors.Is(err, budget.ErrComplete) {
			return err
		}
		return nil
	}))
}

// Grant reserves the hard limits of a scope in a document, beside the room for an
// entry, and makes the scope.
func (in Stored[K, D, S, E, L]) Grant(ctx context.Context, key K, lease time.Duration, most budget.Limits) (id string, scope *budget.Scope, err error) {
	scope, err = budget.New("granted", most)
	if err != nil {
		return "", nil, err
	}
	id, err = in.Reserve(ctx, key, lease, most.Hard())
	if err != nil {
		return "", nil, err
	}
	return id, scope, nil
}

// Record adds an entry to a document in the room of a reservation, which it ends; ""
// for none. One that is there is not added again. Where the entry is not recorded, or
// nobody knows whether it is, the reservation stays until Record is called again, it is
// released, or its lease ends. So it does where it could not be ended, and the error
// wraps store.ErrBehind then: the entry is recorded.
func (in Stored[K, D, S, E, L]) Record(ctx context.Context, key K, reservation string, entry E) error {
	var beyond *budget.ExceededError
	isIn := false
	err := in.store.Update(ctx, key, func(x *D) error {
		if isIn = in.kind.has(x, entry); isIn {
			return nil
		}
		scope, err := in.openForMore(x)
		if err != nil {
			return err
		}
		others, held, err := in.store.ReservedByOthers(key, reservation)
		if err == nil && !held {
			_, err = scope.Reserve(others)
		}
		if err != nil {
			return err
		}
		before, _ := in.kind.Entries(x)
		err = in.kind.Add(scope, x, entry)
		after, _ := in.kind.Entries(x)
		isIn = len(after) > len(before)
		if !errors.As(err, &beyond) {
			return err
		}
		return nil // the document says so
	})
	isRecorded := isIn && (err == nil || errors.Is(err, behind.Err))
	if beyond != nil {
		err = errors.Join(beyond, err)
	}
	if reservation == "" || !isRecorded {
		return err
	}
	if failed := in.store.Release(ctx, key, reservation); failed != nil {
		err = errors.Join(err, fmt.Errorf("%w: %w", behind.Err, failed))
	}
	return err
}
