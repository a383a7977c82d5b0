package protocol

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
)

// ExclusiveStore is a store whose runs are worked on by one process at a time:
// see [Exclusive].
type ExclusiveStore struct {
	checkpoint.Store
	holder string
	ttl    time.Duration
	noWait bool
}

// Exclusive makes a store for [WithRun] that lets one caller at a time work on a
// run. Before a run begins or goes on, its lease is acquired in the name of the
// holder; while it runs the lease is renewed, three times in each ttl; when the
// lease is lost, since another has it or the store could not be reached in time,
// the context of the run ends with [ErrLeaseLost]; when the run ends or stops, the
// lease is released. Nothing that a run does after its lease has gone to another
// holder gets into the store.
//
// Where another caller works on the run, in this process or elsewhere, the next
// waits for the lease, and then finds the run further on or done. Where its context
// ends meanwhile, and at once with [ExclusiveStore.NoWait], the error is a
// *checkpoint.LeasedError, which names the holder and until when the lease lasts if
// nobody renews it. After a process that was killed the next one waits until the
// ttl is over: some seconds suit most runs. Holders need not be unique, each call
// is told apart; the name is for people.
//
// A store that wraps others goes inside, not around.
func Exclusive(store checkpoint.Store, holder string, ttl time.Duration) *ExclusiveStore {
	if inner, ok := store.(*ExclusiveStore); ok {
		store = inner.Store
	}
	return &ExclusiveStore{Store: store, holder: holder, ttl: ttl}
}

// NoWait is the store with which a run that somebody works on is refused at once.
func (x *ExclusiveStore) NoWait() *ExclusiveStore {
	y := *x
	y.noWait = true
	return &y
}

// held is a lease while it is being renewed.
type held struct {
	ctx     context.Context
	release func()
}

// hold acquires the lease on a run and renews it until it is released. The
// context that it gives ends when the lease is lost.
func (x *ExclusiveStore) hold(ctx context.Context, run string, grace time.Duration) (held, checkpoint.Lease, error) {
	if x.ttl <= 0 {
		return held{}, checkpoint.Lease{}, fmt.Errorf("protocol: a lease of %v cannot be held", x.ttl)
	}
	lease, began, err := x.acquire(ctx, run)
	if err != nil && ctx.Err() != nil {
		err = fmt.Errorf("protocol: waiting for the lease on the run %q: %w", run, err)
	}
	if err != nil {
		return held{}, lease, err
	}
	inside, cancel := context.WithCancelCause(ctx)
	var wg sync.WaitGroup
	wg.Go(func() { x.renew(inside, cancel, lease, began) })
	release := func() {
		cancel(context.Canceled)
		wg.Wait()
		ctx, cancel := outlive(ctx, grace)
		defer cancel()
		_ = x.Store.Release(ctx, lease) // else it ends by itself
	}
	return held{inside, release}, lease, nil
}

// acquire takes the lease, and waits for it where another has it. It tells when
// the lease that it got has begun.
func (x *ExclusiveStore) acquire(ctx context.Context, run string) (checkpoint.Lease, time.Time, error) {
	// The same holder would be given the lease of its other self.
	holder := x.holder + " " + rand.Text()[:8]
	var refusal error
	for {
		began := time.Now()
		lease, err := x.Store.Acquire(ctx, run, holder, x.ttl)
		leased, busy := errors.AsType[*checkpoint.LeasedError](err)
		if err != nil && ctx.Err() != nil {
			err = errors.Join(refusal, err) // it says more than that time is up
		}
		if !busy || x.noWait {
			return lease, began, err
		}
		refusal = err
		again := min(max(x.ttl/10, 10*time.Millisecond), time.Second, max(time.Until(leased.Expires), time.Millisecond))
		if ended := sleepUntil(ctx, time.Now().Add(again)); ended != nil {
			return lease, began, errors.Join(err, ended)
		}
	}
}

// renew lets the lease last until its context ends, or it is lost.
func (x *ExclusiveStore) renew(ctx context.Context, cancel context.CancelCauseFunc, lease checkpoint.Lease, since time.Time) {
	ticker := time.NewTicker(max(x.ttl/3, time.Millisecond))
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		began := time.Now()
		asked, stop := context.WithDeadline(ctx, since.Add(x.ttl))
		_, err := x.Store.Renew(asked, lease, x.ttl)
		stop()
		switch {
		case err == nil:
			since = began
		case errors.Is(err, checkpoint.ErrFenced), time.Since(since) >= x.ttl-x.ttl/3:
			cancel(fmt.Errorf("%w: %w", ErrLeaseLost, err))
			return
		}
	}
}
