package protocol_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
	. "github.com/bindery-go/bindery/runtime/protocol"
)

// everyStatus fills a store with runs of every status, a minute apart.
func everyStatus(t *testing.T, store checkpoint.Store) {
	t.Helper()
	begin := func(id string, opts []Option, driver func(*run)) {
		_, _ = do(t.Context(), "op", nil, append(opts, WithRun(store, id)), driver)
		time.Sleep(time.Minute)
	}
	begin("done", nil, func(r *run) { r.Step("a", ok); r.Step("b", ok) })
	begin("returned", nil, func(r *run) { r.If("if_x", says(true), func() { r.Return("return_x", ok) }) })
	begin("nothing to do", nil, func(r *run) { r.If("if_x", says(false), func() {}) })
	begin("failed", nil, func(r *run) { r.Step("a", ok); r.For("for_i", times(3), func() { r.Step("b", does(errFlaky)) }) })
	begin("waiting", nil, func(r *run) { r.Step("a", ok); r.Step("ask", asks(1)) })
	begin("asking much", nil, func(r *run) {
		r.Step("ask", func(context.Context, *Call, *trace) error { return Wait(strings.Repeat("x", 5000)) })
	})
	ctx, cancel := context.WithCancel(t.Context())
	_, _ = do(ctx, "op", nil, []Option{WithRun(store, "interrupted")}, func(r *run) {
		r.Step("a", func(context.Context, *Call, *trace) error { cancel(); return nil })
		r.Group("g", func() { r.Step("b", ok) })
	})
	time.Sleep(time.Minute)
	ctx, cancel = context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	_, _ = do(ctx, "op", nil, []Option{WithRun(store, "sleeping")}, func(r *run) {
		r.Step("a", func(ctx context.Context, c *Call, _ *trace) error {
			return c.SleepUntil(ctx, time.Now().Add(time.Hour))
		})
	})
	// Threads of others are no runs.
	if _, err := store.Put(t.Context(), "somebody else's", "", checkpoint.Checkpoint{State: []byte("{}")}); err != nil {
		t.Fatal(err)
	}
}

func listRuns(t *testing.T, store checkpoint.Store) (list []Run) {
	t.Helper()
	for r, err := range Runs(t.Context(), store) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	return list
}

func TestRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, began := memstore.New(time.Now), time.Now()
		everyStatus(t, store)
		started, done := make(chan bool), make(chan bool)
		go do(t.Context(), "op", nil, []Option{WithRun(Exclusive(store, "worker-7", time.Minute), "live")}, func(r *run) {
			r.Step("a", ok)
			r.Step("b", func(context.Context, *Call, *trace) error { close(started); <-done; return nil })
		})
		<-started
		defer close(done)
		var got []string
		for _, r := range listRuns(t, store) {
			line := fmt.Sprintf("%s: %s %s at %s, %d steps, since %v", r.ID, r.Status, r.Outcome, r.Step, r.Steps, r.Since.Sub(began))
			if r.Operation != "op" || r.Begun.IsZero() || r.Begun.After(r.Since) {
				t.Errorf("%+v", r)
			}
			if r.Error != "" {
				line += ", error " + r.Error
			}
			if r.Request != nil {
				line += ", request " + string(r.Request)
			}
			if !r.Until.IsZero() {
				line += ", until " + r.Until.Sub(began).String()
			}
			if r.Live() {
				line += ", by " + r.Holder[:9]
			}
			got = append(got, line)
		}
		want := []string{
			"asking much: waiting  at op/1:ask, 0 steps, since 5m0s",
			"done: done done at , 2 steps, since 0s",
			"failed: failed  at op/2:for_i/1/1:b, 1 steps, since 3m0s, error op/2:for_i/1/1:b: flaky",
			"interrupted: running  at op/2:g, 1 steps, since 6m0s",
			"live: running  at op/2:b, 1 steps, since 8m0s, by worker-7 ",
			"nothing to do: done done at , 0 steps, since 2m0s",
			"returned: done return_x at , 1 steps, since 1m0s",
			"sleeping: waiting  at op/1:a, 0 steps, since 7m0s, until 1h7m0s",
			`waiting: waiting  at op/2:ask, 1 steps, since 4m0s, request {"ask":0}`,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		found, err := Inspect(t.Context(), store, "asking much")
		if err != nil || len(found.Request) != 5002 || found.Plan != "op\n  1:ask\n" || string(found.Data) != `{"Ran":null}` || found.Records != 2 {
			t.Errorf("%+v, %v", found, err)
		}
		if _, err := Inspect(t.Context(), store, "somebody else's"); !errors.Is(err, checkpoint.ErrNotFound) {
			t.Errorf("a thread that is no run: %v", err)
		}
		if found, err := Inspect(t.Context(), store, "live"); err != nil || !found.Live() {
			t.Errorf("%+v, %v", found, err)
		}
	})
}

func TestPrune(t *testing.T) {
	for name, test := range map[string]struct {
		keep     checkpoint.Retention
		statuses []Status
		want     string
	}{
		"nothing bounds":     {checkpoint.Retention{}, nil, ""},
		"by count":           {checkpoint.Retention{Keep: 1}, nil, "done returned"},
		"by age":             {checkpoint.Retention{MaxAge: 6*time.Minute + time.Second}, nil, "done returned"},
		"by both":            {checkpoint.Retention{Keep: 2, MaxAge: 5 * time.Minute}, nil, "done nothing to do returned"},
		"those that failed":  {checkpoint.Retention{MaxAge: time.Second}, []Status{StatusFailed}, "failed"},
		"whatever is at end": {checkpoint.Retention{Keep: 1}, []Status{StatusFailed, StatusDone}, "done nothing to do returned"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				store := memstore.New(time.Now)
				everyStatus(t, store)
				before := len(listRuns(t, store))
				got, err := Prune(t.Context(), store, test.keep, test.statuses...)
				if err != nil || strings.Join(got, " ") != test.want {
					t.Errorf("%q, %v", got, err)
				}
				if after := len(listRuns(t, store)); after != before-len(got) {
					t.Errorf("%d runs are left of %d", after, before)
				}
				if _, err := store.Get(t.Context(), "somebody else's", ""); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// TestDeleteLeavesNothing beside the run, and what the store alone has deleted
// Prune clears away; what belongs to other runs stays.
func TestDeleteLeavesNothing(t *testing.T) {
	store := memstore.New(nil)
	begin := func(id string) {
		_, err := do(t.Context(), "op", nil, []Option{WithRun(store, id)}, func(r *run) {
			r.ForEach("for_x", items(strings.Repeat("x", 9000)), func() { r.Step("ask", asks(2)) })
		})
		if !errors.As(err, new(*WaitingError)) {
			t.Fatal(err)
		}
		if err := Answer(t.Context(), store, id, 1); err != nil {
			t.Fatal(err)
		}
	}
	threads := func() (names []string) {
		for thread := range store.Threads(t.Context()) {
			names = append(names, thread.Name)
		}
		return names
	}
	begin("a")
	begin("a/b") // no part of a
	begin("c")
	if n := len(threads()); n != 9 {
		t.Fatalf("%q", threads())
	}
	if err := Delete(t.Context(), store, "a"); err != nil {
		t.Fatal(err)
	}
	if err := Delete(t.Context(), store, "a"); !errors.Is(err, checkpoint.ErrNotFound) {
		t.Errorf("deleted twice: %v", err)
	}
	if list := threads(); len(list) != 6 || list[0] != "a/b" {
		t.Errorf("%q", list)
	}
	if err := store.Delete(t.Context(), "c"); err != nil {
		t.Fatal(err)
	}
	begin("c") // again: the threads of the first are orphans
	if got, err := Prune(t.Context(), store, checkpoint.Retention{}); err != nil || len(got) != 0 {
		t.Errorf("%q, %v", got, err)
	}
	list := threads()
	if len(list) != 6 || !slices.Contains(list, "c") {
		t.Errorf("%q", list)
	}
}

// late is a store in which a run has begun while its threads were listed: some of
// them had been passed by.
type late struct {
	checkpoint.Store
	passedBy string
}

func (l late) Threads(ctx context.Context) iter.Seq2[checkpoint.Thread, error] {
	return func(yield func(checkpoint.Thread, error) bool) {
		for t, err := range l.Store.Threads(ctx) {
			if t.Name != l.passedBy && !yield(t, err) {
				return
			}
		}
	}
}

// TestPruneKeepsWhatBelongsToRuns, whatever they are called and whenever they have
// begun: the items of the loop that they are in, and answers.
func TestPruneKeepsWhatBelongsToRuns(t *testing.T) {
	for _, name := range []string{"r", "", "a\xff", "a\ufffd", "a~b/items/1", strings.Repeat("long", 500)} {
		for _, passedBy := range []string{"nobody", name} {
			store := newMemory()
			large := strings.Repeat("x", 3000)
			ask := func(_ context.Context, c *Call, d *trace) error {
				answer, ok, err := Answered[string](c)
				if err == nil && !ok {
					err = Wait("?")
				}
				d.Ran = append(d.Ran, answer)
				return err
			}
			run := func() (string, error) {
				var d trace
				_, err := do(t.Context(), "op", &d, []Option{WithRun(store, name)}, func(r *run) {
					r.ForEach("for_each_x", items("1"+large, "2"+large), func() { r.Step("ask", ask) })
				})
				return strings.Join(d.Ran, " "), err
			}
			for _, answer := range []string{"yes", "no"} {
				if _, err := run(); !errors.As(err, new(*WaitingError)) {
					t.Fatalf("%.20q: %v", name, err)
				}
				if err := Answer(t.Context(), store, name, answer); err != nil {
					t.Fatal(err)
				}
				if _, err := Prune(t.Context(), late{store, passedBy}, checkpoint.Retention{Keep: 1}); err != nil {
					t.Fatal(err)
				}
			}
			if ran, err := run(); err != nil || ran != "yes no" {
				t.Errorf("%.20q, passed by is %.20q: %q, %v", name, passedBy, ran, err)
			}
			if err := Delete(t.Context(), store, name); err != nil {
				t.Error(err)
			}
			for thread := range store.Threads(t.Context()) {
				t.Errorf("%.20q is left of %.20q", thread.Name, name)
			}
		}
	}
}
