package protocol_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
	. "github.com/bindery-go/bindery/runtime/protocol"
)

// TestSubOperationsLoseTheLeaseWithTheirRun: when another has taken the lease, the
// next step of a sub-operation is not begun, however deep it is.
func TestSubOperationsLoseTheLeaseWithTheirRun(t *testing.T) {
	store := memstore.New(nil)
	first, err := store.Acquire(t.Context(), "r", "first", 0)
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	steps := func(r *run) {
		r.For("for_i", times(5), func() {
			r.Step("s", func(ctx context.Context, _ *Call, _ *trace) error {
				ran++
				_, err := store.Acquire(ctx, "r", "second", 0)
				return err
			})
		})
	}
	sub := func(name string, driver func(*run)) func(*run) {
		return func(r *run) {
			r.Step(name, func(ctx context.Context, c *Call, d *trace) error {
				_, err := do(ctx, name, d, []Option{c.Sub()}, driver)
				return err
			})
		}
	}
	_, err = do(t.Context(), "op", nil, []Option{WithNewRun(store, "r"), WithFence(first.Fence)}, sub("outer", sub("inner", steps)))
	if !errors.Is(err, checkpoint.ErrFenced) || ran != 1 {
		t.Errorf("%d steps ran after another took the lease, %v", ran-1, err)
	}
}

// TestOneCallerAtATime: of callers on one run one works, and the others get what
// it came to; a step runs once.
func TestOneCallerAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memstore.New(time.Now)
		var mu sync.Mutex
		actions, working := 0, 0
		driver := func(r *run) {
			r.Step("act", func(context.Context, *Call, *trace) error {
				mu.Lock()
				actions++
				working++
				if working > 1 {
					t.Error("two at a time")
				}
				mu.Unlock()
				time.Sleep(3 * time.Second) // several renewals
				mu.Lock()
				working--
				mu.Unlock()
				return nil
			})
		}
		var wg sync.WaitGroup
		for i := range 4 {
			wg.Go(func() {
				time.Sleep(time.Duration(i) * 60 * time.Millisecond)
				// All with one name, as a careless user has it.
				outcome, err := do(t.Context(), "op", nil, []Option{WithRun(Exclusive(store, "worker", time.Second), "r")}, driver)
				if outcome != Done || err != nil {
					t.Errorf("caller %d: %q, %v", i, outcome, err)
				}
			})
		}
		wg.Wait()
		if actions != 1 {
			t.Errorf("the action ran %d times", actions)
		}
	})
}

func TestARunThatSomebodyWorksOnIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memstore.New(time.Now)
		started, done := make(chan bool), make(chan bool)
		go do(t.Context(), "op", nil, []Option{WithRun(Exclusive(store, "first", time.Second), "r")}, func(r *run) {
			r.Step("a", func(context.Context, *Call, *trace) error { close(started); <-done; return nil })
		})
		<-started
		defer synctest.Wait()
		defer close(done)
		short, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		for name, opts := range map[string]struct {
			ctx   context.Context
			store checkpoint.Store
		}{
			"at once":            {t.Context(), Exclusive(store, "second", time.Second).NoWait()},
			"with its deadline":  {short, Exclusive(store, "second", time.Second)},
			"one around another": {t.Context(), Exclusive(Exclusive(store, "a", time.Hour), "b", time.Second).NoWait()},
		} {
			_, err := do(opts.ctx, "op", nil, []Option{WithRun(opts.store, "r")}, func(r *run) { r.Step("a", ok) })
			var leased *checkpoint.LeasedError
			if !errors.As(err, &leased) || leased.Holder[:6] != "first " {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := Delete(t.Context(), store, "r"); !errors.Is(err, checkpoint.ErrLeased) {
			t.Errorf("deleting a run that is worked on: %v", err)
		}
	})
}

// deaf is a store whose leases cannot be renewed from some moment on.
type deaf struct {
	checkpoint.Store
	away atomic.Bool
}

func (d *deaf) Renew(ctx context.Context, lease checkpoint.Lease, ttl time.Duration) (checkpoint.Lease, error) {
	if d.away.Load() {
		return lease, errors.New("away")
	}
	return d.Store.Renew(ctx, lease, ttl)
}

// TestALostLeaseEndsTheContext, and nothing of what is done afterwards gets into
// the store.
func TestALostLeaseEndsTheContext(t *testing.T) {
	for name, lose := range map[string]func(context.Context, *deaf) error{
		"another has it": func(ctx context.Context, d *deaf) error {
			// The clock of the other is an hour ahead.
			_, err := d.Store.Acquire(ctx, "r", "other", time.Minute)
			return err
		},
		"the store is away": func(_ context.Context, d *deaf) error { d.away.Store(true); return nil },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var ahead atomic.Int64
				store := &deaf{Store: memstore.New(func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) })}
				began := time.Now()
				_, err := do(t.Context(), "op", nil, []Option{WithRun(Exclusive(store, "first", 3*time.Second), "r")}, func(r *run) {
					r.Step("a", func(ctx context.Context, _ *Call, _ *trace) error {
						ahead.Store(int64(time.Hour))
						if err := lose(ctx, store); err != nil {
							return err
						}
						<-ctx.Done()
						return context.Cause(ctx)
					})
					r.Step("b", func(context.Context, *Call, *trace) error { t.Error("it goes on"); return nil })
				})
				if !errors.Is(err, ErrLeaseLost) || time.Since(began) > 3*time.Second {
					t.Errorf("%v after %v", err, time.Since(began))
				}
				found, err := Inspect(t.Context(), store, "r")
				if err != nil || found.Steps != 0 || found.Status != StatusRunning {
					t.Errorf("%+v, %v", found, err)
				}
			})
		})
	}
}

func TestALeaseIsReleased(t *testing.T) {
	store := memstore.New(nil)
	for i, result := range []error{nil, errFlaky} {
		id := fmt.Sprint("r", i)
		_, err := do(t.Context(), "op", nil, []Option{WithRun(Exclusive(store, "first", time.Hour), id)}, func(r *run) { r.Step("a", does(result)) })
		if !errors.Is(err, result) {
			t.Fatal(err)
		}
		if _, err := store.Acquire(t.Context(), id, "second", time.Hour); err != nil {
			t.Errorf("after %v: %v", result, err)
		}
	}
	if _, err := do(t.Context(), "op", nil, []Option{WithRun(Exclusive(store, "first", 0), "r")}, func(*run) {}); err == nil {
		t.Error("a lease of no time")
	}
}

// slow is a store that keeps its caller waiting until that gives up.
type slow struct {
	*memory
	gets, puts bool
}

func (s *slow) Get(ctx context.Context, thread string, id checkpoint.ID) (checkpoint.Checkpoint, error) {
	if s.gets {
		<-ctx.Done()
		return checkpoint.Checkpoint{}, ctx.Err()
	}
	return s.memory.Get(ctx, thread, id)
}

func (s *slow) Put(ctx context.Context, thread string, parent checkpoint.ID, c checkpoint.Checkpoint) (checkpoint.ID, error) {
	if s.puts {
		<-ctx.Done()
		return "", ctx.Err()
	}
	return s.memory.Put(ctx, thread, parent, c)
}

// TestWaitingForALeaseSaysSo: where time is up, the error tells what for.
func TestWaitingForALeaseSaysSo(t *testing.T) {
	store := newMemory()
	if _, err := store.Acquire(t.Context(), "r", "another", time.Hour); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := do(ctx, "op", nil, []Option{WithRun(Exclusive(store, "me", time.Minute), "r")}, func(r *run) {
		r.Step("a", func(context.Context, *Call, *trace) error { t.Error("it runs"); return nil })
	})
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), `waiting for the lease on the run "r": `) {
		t.Error(err)
	}
}

// TestARunHeedsItsDeadline also while it records what it has done: it outlives its
// context by the grace, and no more.
func TestARunHeedsItsDeadline(t *testing.T) {
	for name, test := range map[string]struct {
		grace  []Option
		before func(*slow) // the run
		during func(*slow) // its first step
		after  time.Duration
	}{
		"reading":                       {nil, func(s *slow) { s.gets = true }, nil, time.Second},
		"recording":                     {nil, nil, func(s *slow) { s.puts = true }, 3 * time.Second},
		"recording, with another grace": {[]Option{WithGrace(5 * time.Second)}, nil, func(s *slow) { s.puts = true }, 6 * time.Second},
		"the first record":              {nil, func(s *slow) { s.puts = true }, nil, 3 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				store := &slow{memory: newMemory()}
				if test.before != nil {
					test.before(store)
				}
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				began := time.Now()
				_, err := do(ctx, "op", nil, append(test.grace, WithRun(store, "r")), func(r *run) {
					r.Step("a", func(context.Context, *Call, *trace) error { test.during(store); return nil })
					r.Step("b", func(context.Context, *Call, *trace) error { t.Error("it goes on"); return nil })
				})
				if took := time.Since(began); err == nil || took != test.after {
					t.Errorf("%v after %v, want %v", err, took, test.after)
				}
			})
		})
	}
}
