package protocol_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
	. "github.com/bindery-go/bindery/runtime/protocol"
)

// asks is a step that waits n times and notes the answers.
func asks(n int) step {
	return func(_ context.Context, c *Call, d *trace) error {
		d.Ran = append(d.Ran, c.Name())
		for i := range n {
			answer, ok, err := Answered[string](c)
			if err != nil {
				return err
			}
			if !ok {
				d.Ran = append(d.Ran, "lost with the attempt")
				return fmt.Errorf("no verdict yet: %w", Wait(map[string]int{c.Name(): i}))
			}
			d.Ran = append(d.Ran, answer)
		}
		return nil
	}
}

func waitingFor(t *testing.T, err error) string {
	t.Helper()
	var waits *WaitingError
	var located *StepError
	if !errors.As(err, &waits) || !errors.As(err, &located) || !strings.HasPrefix(waits.Path, located.Path) || waits.Run != "r" {
		t.Fatalf("not waiting: %v", err)
	}
	return string(waits.Request)
}

func TestWaitAndAnswer(t *testing.T) {
	store := memstore.New(nil)
	driver := func(r *run) {
		r.On("on_x", func() { r.Step("handler", asks(1)) })
		r.Step("a", ok)
		r.Step("ask", asks(2))
		r.For("for_i", times(2), func() { r.Step("again", asks(1)) })
		r.Step("emits", func(ctx context.Context, c *Call, d *trace) error { return c.Emit(ctx, "on_x", nil) })
		r.Step("runs", func(ctx context.Context, c *Call, d *trace) error {
			_, err := do(ctx, "inner", d, []Option{c.Sub()}, func(r *run) { r.Step("below", asks(1)) })
			return err
		})
		r.Step("b", ok)
	}
	var d trace
	goOn := func() error {
		_, err := do(t.Context(), "op", &d, []Option{WithRun(store, "r")}, driver)
		return err
	}
	for i, want := range []string{`{"ask":0}`, `{"ask":1}`, `{"again":0}`, `{"again":0}`, `{"handler":0}`, `{"below":0}`} {
		for range 2 { // it waits until it is answered
			if got := waitingFor(t, goOn()); got != want {
				t.Fatalf("wait %d for %s, want %s", i, got, want)
			}
		}
		if found, err := Inspect(t.Context(), store, "r"); err != nil || found.Status != StatusWaiting || string(found.Request) != want {
			t.Errorf("wait %d: %+v, %v", i, found, err)
		}
		if err := Answer(t.Context(), store, "r", fmt.Sprint("answer ", i)); err != nil {
			t.Fatal(err)
		}
		if err := Answer(t.Context(), store, "r", "too late"); !errors.Is(err, ErrAnswered) {
			t.Errorf("a second answer: %v", err)
		}
	}
	if err := goOn(); err != nil {
		t.Fatal(err)
	}
	want := "a ask answer 0 answer 1 again answer 2 again answer 3 handler answer 4 below answer 5 b"
	if got := strings.Join(d.Ran, " "); got != want {
		t.Errorf("ran  %s\nwant %s", got, want)
	}
	if err := Answer(t.Context(), store, "r", 1); !errors.Is(err, ErrNotWaiting) || !strings.Contains(err.Error(), `"r" is done`) {
		t.Errorf("an answer to a run that is done: %v", err)
	}
	if err := Answer(t.Context(), store, "s", 1); !errors.Is(err, checkpoint.ErrNotFound) {
		t.Errorf("an answer to no run: %v", err)
	}
	for thread := range store.Threads(t.Context()) {
		if thread.Name != "r" {
			t.Errorf("left is %q", thread.Name)
		}
	}
}

// TestAnswersAreNeverLost: of answers given to many runs at once, several to each,
// one counts, and its run has it.
func TestAnswersAreNeverLost(t *testing.T) {
	store := memstore.New(nil)
	const runs, rivals = 20, 5
	driver := func(r *run) { r.Step("ask", asks(1)) }
	id := func(i int) string { return fmt.Sprint("run ", i) }
	for i := range runs {
		if _, err := do(t.Context(), "op", nil, []Option{WithRun(store, id(i))}, driver); !errors.As(err, new(*WaitingError)) {
			t.Fatal(err)
		}
	}
	accepted := make([][]string, runs)
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range runs {
		for rival := range rivals {
			wg.Go(func() {
				value := fmt.Sprint(i, " by ", rival)
				switch err := Answer(t.Context(), store, id(i), value); {
				case err == nil:
					mu.Lock()
					accepted[i] = append(accepted[i], value)
					mu.Unlock()
				case !errors.Is(err, ErrAnswered):
					t.Error(err)
				}
			})
		}
	}
	wg.Wait()
	for i := range runs {
		var d trace
		if _, err := do(t.Context(), "op", &d, []Option{WithRun(store, id(i))}, driver); err != nil {
			t.Fatal(err)
		}
		if len(accepted[i]) != 1 || d.Ran[1] != accepted[i][0] {
			t.Errorf("run %d: accepted %q, has %q", i, accepted[i], d.Ran)
		}
	}
}

// TestAnAnswerNeedsNoLease: the run may be held by the process that waits.
func TestAnAnswerNeedsNoLease(t *testing.T) {
	store := memstore.New(nil)
	driver := func(r *run) { r.Step("ask", asks(1)) }
	exclusive := Exclusive(store, "worker", time.Minute)
	goOn := func() error {
		_, err := do(t.Context(), "op", nil, []Option{WithRun(exclusive, "r")}, driver)
		return err
	}
	waitingFor(t, goOn())
	lease, err := store.Acquire(t.Context(), "r", "somebody", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	if err := Answer(t.Context(), store, "r", "x"); err != nil {
		t.Fatal(err)
	}
	if err := store.Release(t.Context(), lease); err != nil {
		t.Fatal(err)
	}
	if err := goOn(); err != nil {
		t.Error(err)
	}
}

func TestAnswersGoToTheRunThatAsked(t *testing.T) {
	store := memstore.New(nil)
	driver := func(r *run) { r.Step("ask", asks(1)) }
	goOn := func(d *trace) error {
		_, err := do(t.Context(), "op", d, []Option{WithRun(store, "r"), WithHistory(0)}, driver)
		return err
	}
	waitingFor(t, goOn(nil))
	if err := Answer(t.Context(), store, "r", "old"); err != nil {
		t.Fatal(err)
	}
	// The run is deleted, by the store alone, and begun again: it asks again.
	if err := store.Delete(t.Context(), "r"); err != nil {
		t.Fatal(err)
	}
	waitingFor(t, goOn(nil))
	waitingFor(t, goOn(nil))
	if err := Answer(t.Context(), store, "r", "new"); err != nil {
		t.Fatal(err)
	}
	head, err := store.Get(t.Context(), "r", "")
	if err != nil {
		t.Fatal(err)
	}
	var d trace
	if err := goOn(&d); err != nil || d.Ran[1] != "new" {
		t.Errorf("%q, %v", d.Ran, err)
	}
	// A branch asks again too.
	if _, err := store.Fork(t.Context(), "r", head.ID, 0); err != nil {
		t.Fatal(err)
	}
	waitingFor(t, goOn(nil))
	if err := Answer(t.Context(), store, "r", "of the branch"); err != nil {
		t.Fatal(err)
	}
	d = trace{}
	if err := goOn(&d); err != nil || d.Ran[1] != "of the branch" {
		t.Errorf("%q, %v", d.Ran, err)
	}
}

func TestWaitsThatCannotBe(t *testing.T) {
	refuses := func(want string, is error, opts []Option, f step) {
		t.Helper()
		_, err := do(t.Context(), "op", nil, opts, func(r *run) { r.Step("a", f) })
		if err == nil || !strings.Contains(err.Error(), want) || is != nil && !errors.Is(err, is) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	refuses("only a run with a store can wait", ErrNotDurable, nil, asks(1))
	store := memstore.New(nil)
	refuses("the request: json: unsupported type", nil, []Option{WithRun(store, "q")},
		func(context.Context, *Call, *trace) error { return Wait(func() {}) })
	forgetful := func(context.Context, *Call, *trace) error { return Wait(1) }
	refuses("waiting for an answer to \"1\"", nil, []Option{WithRun(store, "r")}, forgetful)
	if err := Answer(t.Context(), store, "r", 1); err != nil {
		t.Fatal(err)
	}
	refuses("has not taken the answer that it has", ErrDiverged, []Option{WithRun(store, "r")}, forgetful)
	if err := Answer(t.Context(), store, "r", func() {}); err == nil || !strings.Contains(err.Error(), "the answer: json: ") {
		t.Error(err)
	}
	n := 0
	_, err := do(t.Context(), "op", nil, []Option{WithRun(store, "s"), WithRetry(Retry{Attempts: 5})}, func(r *run) {
		r.Step("a", func(context.Context, *Call, *trace) error { n++; return Wait(1) })
	})
	if n != 1 || !errors.As(err, new(*WaitingError)) {
		t.Errorf("a wait was tried again: %d, %v", n, err)
	}
}

// TestAnswerToOneRequest: who answers what was answered meanwhile does not answer
// what the run asks next.
func TestAnswerToOneRequest(t *testing.T) {
	store := newMemory()
	var got []int
	driver := func(r *run) {
		for _, name := range []string{"a", "b"} {
			r.Step(name, func(_ context.Context, c *Call, _ *trace) error {
				n, ok, err := Answered[int](c)
				if err != nil || ok {
					got = append(got, n)
					return err
				}
				return Wait(name)
			})
		}
	}
	waits := func() string {
		t.Helper()
		var w *WaitingError
		if _, err := do(t.Context(), "op", nil, []Option{WithRun(store, "r")}, driver); !errors.As(err, &w) {
			t.Fatal(err)
		}
		again := w.ID
		if _, err := do(t.Context(), "op", nil, []Option{WithRun(store, "r")}, driver); !errors.As(err, &w) || w.ID != again {
			t.Fatalf("%v, and request %q, then %q", err, again, w.ID)
		}
		if found, err := Inspect(t.Context(), store, "r"); err != nil || found.RequestID != w.ID || w.ID == "" {
			t.Fatalf("request %q, %q in the list, %v", w.ID, found.RequestID, err)
		}
		return w.ID
	}
	first := waits()
	if err := AnswerTo(t.Context(), store, "r", first, 1); err != nil {
		t.Fatal(err)
	}
	if err := AnswerTo(t.Context(), store, "r", first, 2); !errors.Is(err, ErrAnswered) {
		t.Errorf("a second answer: %v", err)
	}
	second := waits()
	if err := AnswerTo(t.Context(), store, "r", first, 3); !errors.Is(err, ErrAnswered) {
		t.Errorf("a late answer: %v", err)
	}
	if err := AnswerTo(t.Context(), store, "r", "", 4); !errors.Is(err, ErrNotWaiting) {
		t.Errorf("an answer to nothing: %v", err)
	}
	if err := AnswerTo(t.Context(), store, "r", second, 5); err != nil {
		t.Fatal(err)
	}
	if _, err := do(t.Context(), "op", nil, []Option{WithRun(store, "r")}, driver); err != nil || fmt.Sprint(got) != "[1 5]" {
		t.Errorf("%v, %v", got, err)
	}
	if err := AnswerTo(t.Context(), store, "r", second, 6); !errors.Is(err, ErrNotWaiting) {
		t.Errorf("an answer to a run that is done: %v", err)
	}
}

// TestSleepUntil: the time that was given first holds, whatever happens between.
func TestSleepUntil(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, began := memstore.New(time.Now), time.Now()
		var woke []time.Duration
		driver := func(r *run) {
			r.Step("sleep", func(ctx context.Context, c *Call, d *trace) error {
				d.Ran = append(d.Ran, "once")
				if err := c.SleepUntil(ctx, time.Now().Add(time.Hour)); err != nil {
					return err
				}
				woke = append(woke, time.Since(began))
				return nil
			})
		}
		for range 2 { // two processes that die in their sleep
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
			_, err := do(ctx, "op", nil, []Option{WithRun(store, "r")}, driver)
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Fatal(err)
			}
			found, err := Inspect(t.Context(), store, "r")
			if err != nil || found.Status != StatusWaiting || !found.Until.Equal(began.Add(time.Hour)) || found.Step != "op/1:sleep" {
				t.Errorf("%+v, %v", found, err)
			}
			if err := Answer(t.Context(), store, "r", 1); !errors.Is(err, ErrNotWaiting) {
				t.Errorf("an answer to a sleeper: %v", err)
			}
		}
		var d trace
		if _, err := do(t.Context(), "op", &d, []Option{WithRun(store, "r")}, driver); err != nil || len(woke) != 1 || woke[0] != time.Hour || len(d.Ran) != 1 {
			t.Errorf("woke after %v, %q, %v", woke, d.Ran, err)
		}
		began = time.Now()
		if _, err := do(t.Context(), "op", nil, nil, driver); err != nil || woke[1] != time.Hour {
			t.Errorf("without a store: %v, %v", woke, err)
		}
	})
}

// TestRetriesCountOverRestarts: failed attempts and the wait between them are
// those of the run, and not of a process.
func TestRetriesCountOverRestarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, began := memstore.New(time.Now), time.Now()
		type attempt struct {
			Number int
			At     time.Duration
		}
		var attempts []attempt
		driver := func(r *run) {
			r.Step("s", func(_ context.Context, c *Call, _ *trace) error {
				attempts = append(attempts, attempt{c.Attempt(), time.Since(began)})
				return errFlaky
			})
		}
		retry := WithRetry(Retry{Attempts: 4, Wait: Backoff(time.Hour, 3*time.Hour)})
		for range 6 { // each process dies within half an hour, and never at the moment of an attempt
			ctx, cancel := context.WithTimeout(t.Context(), 29*time.Minute)
			_, err := do(ctx, "op", nil, []Option{WithRun(store, "r"), retry}, driver)
			cancel()
			if err == nil {
				t.Fatal("it is done")
			}
			if found, err := Inspect(t.Context(), store, "r"); err != nil || found.Status != StatusRunning {
				t.Errorf("%+v, %v", found, err)
			}
		}
		_, err := do(t.Context(), "op", nil, []Option{WithRun(store, "r"), retry}, driver)
		var located *StepError
		if !errors.Is(err, errFlaky) || !errors.As(err, &located) || located.Attempts != 4 {
			t.Errorf("%v", err)
		}
		want := []attempt{{1, 0}, {2, time.Hour}, {3, 3 * time.Hour}, {4, 6 * time.Hour}}
		if fmt.Sprint(attempts) != fmt.Sprint(want) {
			t.Errorf("attempts %v, want %v", attempts, want)
		}
		found, err := Inspect(t.Context(), store, "r")
		if err != nil || found.Status != StatusFailed || found.Step != "op/1:s" || found.Error != "op/1:s: flaky" {
			t.Errorf("%+v, %v", found, err)
		}
		// Whoever takes up a run that has failed gives it another round.
		attempts, began = nil, time.Now()
		if _, err := do(t.Context(), "op", nil, []Option{WithRun(store, "r"), retry}, driver); err == nil || fmt.Sprint(attempts) != fmt.Sprint(want) {
			t.Errorf("attempts %v, %v", attempts, err)
		}
	})
}

func TestBackoff(t *testing.T) {
	wait := Backoff(time.Second, 10*time.Second)
	var got []time.Duration
	for i := range 7 {
		got = append(got, wait(i+1))
	}
	if fmt.Sprint(got) != "[1s 2s 4s 8s 10s 10s 10s]" || wait(1_000_000_000) != 10*time.Second {
		t.Error(got)
	}
	if got := Backoff(time.Minute, time.Second)(1); got != time.Second {
		t.Error(got)
	}
}

func TestAStepHasItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n, began := 0, time.Now()
		driver := func(r *run) {
			r.Step("slow", func(ctx context.Context, _ *Call, _ *trace) error {
				n++
				<-ctx.Done()
				return ctx.Err()
			})
		}
		_, err := do(t.Context(), "op", nil, []Option{WithTimeout(time.Minute), WithTimeout(time.Second, "slow"), WithRetry(Retry{Attempts: 3})}, driver)
		if !errors.Is(err, context.DeadlineExceeded) || n != 3 || time.Since(began) != 3*time.Second || err.Error() != "op/1:slow: timed out after 1s: context deadline exceeded" {
			t.Errorf("%d attempts in %v: %v", n, time.Since(began), err)
		}
		// One that is done although its time is over is done; others are not bounded.
		_, err = do(t.Context(), "op", nil, []Option{WithTimeout(time.Second, "deaf")}, func(r *run) {
			r.Step("deaf", func(context.Context, *Call, *trace) error { time.Sleep(time.Minute); return nil })
			r.Step("other", func(ctx context.Context, _ *Call, _ *trace) error { time.Sleep(time.Minute); return ctx.Err() })
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// TestAnEngineSeesWhatAStepAsks for, without knowing how.
func TestAnEngineSeesWhatAStepAsks(t *testing.T) {
	request, ok := Request(fmt.Errorf("wrapped: %w", Wait(json.Number("5"))))
	if !ok || request != json.Number("5") {
		t.Errorf("%v, %v", request, ok)
	}
	if _, ok := Request(errFlaky); ok {
		t.Error("any error is a wait")
	}
}
