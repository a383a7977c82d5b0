package protocol_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
	. "github.com/bindery-go/bindery/runtime/protocol"
)

// TestMoveAtEveryRecord stops a run after each of its records, moves it, and lets
// it go on in the other store: nothing runs twice, and keys stay.
func TestMoveAtEveryRecord(t *testing.T) {
	large := strings.Repeat("x", 5000) // lies beside the record
	keys := map[string]string{}
	driver := func(r *run) {
		step := func(_ context.Context, c *Call, d *trace) error {
			item, err := Item[string](c, "for_each_x")
			d.Ran = append(d.Ran, item[:1]+c.Name())
			if key, ok := keys[item+c.Path()]; ok && key != c.IdempotencyKey() {
				t.Errorf("%s has another key", c.Path())
			}
			keys[item+c.Path()] = c.IdempotencyKey()
			return err
		}
		r.ForEach("for_each_x", items("1"+large, "2"+large), func() {
			r.Step("a", step)
			r.Step("sub", func(ctx context.Context, c *Call, d *trace) error {
				_, err := do(ctx, "inner", d, []Option{c.Sub()}, func(r *run) {
					r.ForEach("for_each_y", items("y"+large, "z"+large), func() {
						r.Step("b", func(_ context.Context, c *Call, d *trace) error {
							item, err := Item[string](c, "for_each_y")
							d.Ran = append(d.Ran, item[:1])
							return err
						})
					})
				})
				return err
			})
		})
	}
	for stop := 2; ; stop++ {
		clear(keys)
		from, to := newMemory(), memstore.New(nil)
		from.stopAt, from.after = stop, true
		var d trace
		_, err := do(t.Context(), "op", &d, []Option{WithRun(from, "r")}, driver)
		if err == nil {
			if stop < 12 {
				t.Errorf("only %d records", stop)
			}
			return
		}
		if err := Move(t.Context(), from.Store, "r", to); err != nil {
			t.Fatal(stop, err)
		}
		for thread, err := range from.Threads(t.Context()) {
			// Items of a loop whose own record was not made are left to Prune.
			if err != nil || thread.Name == "r" {
				t.Errorf("left: %+v, %v", thread, err)
			}
		}
		outcome, err := do(t.Context(), "op", &d, []Option{WithRun(to, "r")}, driver)
		if want := strings.Fields("1a y z 2a y z"); err != nil || outcome != Done || !slices.Equal(d.Ran, want) {
			t.Fatalf("stopped at %d: %s %v, ran %q", stop, outcome, err, d.Ran)
		}
	}
}

func TestMoveTakesAnAnswerAlong(t *testing.T) {
	for _, answerFirst := range []bool{true, false} {
		from, to := memstore.New(nil), memstore.New(nil)
		got := 0
		driver := func(r *run) {
			r.Step("ask", func(_ context.Context, c *Call, d *trace) (err error) {
				var ok bool
				if got, ok, err = Answered[int](c); err == nil && !ok {
					err = Wait("how many?")
				}
				return err
			})
		}
		_, err := do(t.Context(), "op", nil, []Option{WithRun(from, "r")}, driver)
		if !errors.As(err, new(*WaitingError)) {
			t.Fatal(err)
		}
		at := checkpoint.Store(from)
		if !answerFirst {
			at = to
		}
		answer := func() {
			if err := Answer(t.Context(), at, "r", 7); err != nil {
				t.Fatal(err)
			}
		}
		if answerFirst {
			answer()
		}
		if err := Move(t.Context(), from, "r", to); err != nil {
			t.Fatal(err)
		}
		if !answerFirst {
			answer()
		}
		if _, err := do(t.Context(), "op", nil, []Option{WithRun(to, "r")}, driver); err != nil || got != 7 {
			t.Errorf("answered first %v: %d, %v", answerFirst, got, err)
		}
	}
}

func TestMoveIsRefused(t *testing.T) {
	from, to := memstore.New(nil), memstore.New(nil)
	one := func(r *run) { r.Step("a", ok) }
	for _, store := range []checkpoint.Store{from, to} {
		if _, err := do(t.Context(), "op", nil, []Option{WithRun(store, "r")}, one); err != nil {
			t.Fatal(err)
		}
	}
	if err := Move(t.Context(), from, "r", to); !errors.Is(err, ErrRunExists) {
		t.Error("onto another run:", err)
	}
	if err := Move(t.Context(), from, "nobody", to); !errors.Is(err, checkpoint.ErrNotFound) {
		t.Error("of nothing:", err)
	}
	if _, err := from.Acquire(t.Context(), "r", "somebody", time.Minute); err != nil {
		t.Fatal(err)
	}
	if err := Move(t.Context(), from, "r", memstore.New(nil)); !errors.Is(err, checkpoint.ErrLeased) {
		t.Error("of a run at work:", err)
	}
	if _, err := Inspect(t.Context(), from, "r"); err != nil {
		t.Error("a refused move changed the run:", err)
	}
}
