//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package flock

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func open(t *testing.T, name string) *os.File {
	t.Helper()
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestTryExcludesByMode(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	for _, c := range []struct {
		held, wanted Mode
		want         bool
	}{{Exclusive, Exclusive, false}, {Exclusive, Shared, false}, {Shared, Exclusive, false}, {Shared, Shared, true}} {
		holder, other := open(t, name), open(t, name)
		if ok, err := Try(holder, c.held); !ok || err != nil {
			t.Fatal(ok, err)
		}
		if ok, err := Try(other, c.wanted); ok != c.want || err != nil {
			t.Errorf("%v while %v is held: %v, %v", c.wanted, c.held, ok, err)
		}
		holder.Close()
		if ok, err := Try(other, c.wanted); !ok || err != nil {
			t.Errorf("%v after Close: %v, %v", c.wanted, ok, err)
		}
		other.Close()
		if _, err := Try(other, Shared); err == nil {
			t.Error("a closed file was locked")
		}
	}
}

func TestWaitEndsWithTheContext(t *testing.T) {
	busy := func() (bool, error) { return false, nil }
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := Wait(ctx, nil, busy); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	tried := false
	if err := Wait(ctx, nil, func() (bool, error) { tried = true; return true, nil }); !errors.Is(err, context.DeadlineExceeded) || tried {
		t.Errorf("after its end: %v, tried %v", err, tried)
	}
	failure := errors.New("failure")
	if err := Wait(t.Context(), nil, func() (bool, error) { return false, failure }); !errors.Is(err, failure) {
		t.Error(err)
	}
}

// TestWhoComesAgainWaitsBehindTheOthers: one takes the lock again and again, and
// holds it for longer than anybody needs to notice that it is free.
func TestWhoComesAgainWaitsBehindTheOthers(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "lock")
	queue := func() (*os.File, error) { return os.Open(dir) }
	take := func(ctx context.Context) (*os.File, error) {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return nil, err
		}
		if err := Wait(ctx, queue, func() (bool, error) { return Try(f, Exclusive) }); err != nil {
			f.Close()
			return nil, err
		}
		return f, nil
	}
	ctx, cancel := context.WithCancel(t.Context())
	var (
		mu    sync.Mutex
		turns int // of the hot one
		wg    sync.WaitGroup
	)
	wg.Go(func() {
		for {
			f, err := take(ctx)
			if err != nil {
				return
			}
			mu.Lock()
			turns++
			mu.Unlock()
			time.Sleep(3 * time.Millisecond)
			f.Close()
		}
	})
	count := func() int { mu.Lock(); defer mu.Unlock(); return turns }
	const others, each = 3, 15
	waits := make(chan int, others*each)
	var rest sync.WaitGroup
	for range others {
		rest.Go(func() {
			for range each {
				time.Sleep(5 * time.Millisecond)
				before := count()
				f, err := take(t.Context())
				if err != nil {
					t.Error(err)
					return
				}
				waits <- count() - before
				f.Close()
			}
		})
	}
	rest.Wait()
	cancel()
	wg.Wait()
	close(waits)
	var all []int
	for n := range waits {
		all = append(all, n)
	}
	slices.Sort(all)
	// A goroutine that the machine leaves aside counts turns before it waits.
	if most := all[len(all)*9/10]; most > 10 {
		t.Errorf("a tenth waited for %d turns of another, and more: %v", most, all)
	}
	t.Logf("turns waited for: %v, of %d", all, turns)
}

func TestTurnsAreTakenInOrder(t *testing.T) { synctest.Test(t, turnsAreTakenInOrder) }

func turnsAreTakenInOrder(t *testing.T) {
	var turns Turns
	done, err := turns.Take(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	if other, err := turns.Take(t.Context(), "b"); err != nil {
		t.Fatal(err)
	} else {
		other()
	}
	gone, cancel := context.WithCancel(t.Context())
	failed := make(chan error)
	go func() {
		_, err := turns.Take(gone, "a")
		failed <- err
	}()
	cancel()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	order := make(chan int)
	for i := range 5 {
		go func() {
			mine, err := turns.Take(t.Context(), "a")
			if err != nil {
				t.Error(err)
			}
			order <- i
			mine()
		}()
		synctest.Wait() // until it stands in the queue
	}
	done()
	for i := range 5 {
		if got := <-order; got != i {
			t.Errorf("%d came in place of %d", got, i)
		}
	}
	if done, err := turns.Take(t.Context(), "a"); err != nil {
		t.Error(err)
	} else {
		done()
	}
	synctest.Wait() // until those before have left
	if len(turns.turns) != 0 {
		t.Errorf("%d turns are remembered", len(turns.turns))
	}
}
