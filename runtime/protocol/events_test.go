package protocol_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "github.com/bindery-go/bindery/runtime/protocol"
)

func TestEventsFromOutside(t *testing.T) {
	store := newMemory()
	crash := true
	driver := func(r *run) {
		r.On("on_start", func() { r.Step("begin", ok) })
		r.On("on_end", func() {
			r.Step("stop", ok)
			r.Step("report", func(ctx context.Context, c *Call, d *trace) error {
				if crash {
					return errCrash
				}
				return ok(ctx, c, d)
			})
		})
	}
	events := WithEvents(named("on_start", "on_end", "on_start"))
	_, err := do(t.Context(), "op", nil, []Option{WithNewRun(store, "r"), events}, driver)
	if !errors.Is(err, errCrash) || !strings.HasPrefix(err.Error(), "op/4:on_end/1:on_end/2:report: ") {
		t.Fatal(err)
	}
	crash = false
	var data trace
	if _, err := do(t.Context(), "op", &data, []Option{WithRun(store, "r"), events}, driver); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"begin", "stop", "report", "begin"}, data.Ran); diff != "" {
		t.Error(diff)
	}
	_, err = do(t.Context(), "op", &data, []Option{WithEvents(named("on_pause"))}, driver)
	if !errors.Is(err, ErrNoHandler) {
		t.Error(err)
	}
}

// TestEventsAreComparedByName stops a run in its third event and takes it up with
// other lists of events: only one that begins with those that it was given goes on.
func TestEventsAreComparedByName(t *testing.T) {
	for _, test := range []struct {
		given string
		want  string // what runs; an error where it begins with "!"
	}{
		{"e1 e2 e3 e4", "e3 e4"},
		{"e1 e2 e3", "e3"},
		{"e1 e2 e3 e3 e1", "e3 e3 e1"},
		{"e3 e4", "!the first 2 events that it was given, the last of them e2, are not those that it is given now"},
		{"e2 e1 e3", "!the first 2 events"},
		{"e1 e2 e4", "!event 3 was e3, and now is e4"},
		{"e1 e2", "!e3, event 3, was interrupted and is not given again"},
		{"e1", "!the first 2 events"},
		{"", "!the first 2 events"},
	} {
		t.Run(test.given, func(t *testing.T) {
			store, fail, ran := newMemory(), true, []string(nil)
			driver := func(r *run) {
				for _, e := range []string{"e1", "e2", "e3", "e4"} {
					r.On(e, func() {
						r.Step("s", func(_ context.Context, _ *Call, d *trace) error {
							if fail && e == "e3" {
								return errCrash
							}
							ran = append(ran, e)
							return nil
						})
					})
				}
			}
			if _, err := do(t.Context(), "op", nil, []Option{WithRun(store, "r"), WithEvents(named("e1", "e2", "e3", "e4"))}, driver); !errors.Is(err, errCrash) {
				t.Fatal(err)
			}
			fail, ran = false, nil
			outcome, err := do(t.Context(), "op", nil, []Option{WithRun(store, "r"), WithEvents(named(strings.Fields(test.given)...))}, driver)
			if problem, refused := strings.CutPrefix(test.want, "!"); refused {
				if !errors.Is(err, ErrDiverged) || !strings.Contains(err.Error(), problem) || ran != nil {
					t.Errorf("%q, %v, ran %q", outcome, err, ran)
				}
			} else if err != nil || outcome != Done || strings.Join(ran, " ") != test.want {
				t.Errorf("%q, %v, ran %q", outcome, err, ran)
			}
		})
	}
}

// TestEventsAreComparedWhenNoneIsUnderWay: a run that stopped between two events,
// too.
func TestEventsAreComparedWhenNoneIsUnderWay(t *testing.T) {
	driver := func(r *run) {
		for _, e := range []string{"e1", "e2", "e3"} {
			r.On(e, func() { r.Step(e, ok) })
		}
	}
	for given, problem := range map[string]string{"e1 e2 e3": "", "e2 e3": "the first 2 events", "e1": "the first 2 events", "e1 e3": "the first 2 events"} {
		store := newMemory()
		ctx, cancel := context.WithCancel(t.Context())
		two := func(yield func(string, any) bool) {
			if yield("e1", nil) && yield("e2", nil) {
				cancel()
				yield("e3", nil)
			}
		}
		if _, err := do(ctx, "op", nil, []Option{WithRun(store, "r"), WithEvents(two)}, driver); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		_, err := do(t.Context(), "op", nil, []Option{WithRun(store, "r"), WithEvents(named(strings.Fields(given)...))}, driver)
		if problem == "" && err != nil || problem != "" && (!errors.Is(err, ErrDiverged) || !strings.Contains(err.Error(), problem)) {
			t.Errorf("%s: %v", given, err)
		}
	}
}

type payload struct{ Text string }

func TestPayloads(t *testing.T) {
	store, crash := newMemory(), true
	note := func(_ context.Context, c *Call, d *trace) error {
		p, err := Payload[payload](c)
		d.Ran = append(d.Ran, c.Name()+" "+p.Text)
		return err
	}
	driver := func(r *run) {
		r.On("on_x", func() {
			r.Step("x", note)
			r.For("for_i", times(1), func() {
				r.Step("crash", func(context.Context, *Call, *trace) error {
					if crash {
						return errCrash
					}
					return nil
				})
				r.Step("deep", note)
			})
		})
		r.Step("a", func(ctx context.Context, c *Call, _ *trace) error { return c.Emit(ctx, "on_x", payload{"of a"}) })
		r.Step("b", func(ctx context.Context, c *Call, _ *trace) error { return c.Emit(ctx, "on_x", nil) })
		r.Step("c", func(_ context.Context, c *Call, _ *trace) error {
			if _, err := Payload[payload](c); !errors.Is(err, ErrNoEvent) {
				return fmt.Errorf("outside of handlers: %w", err)
			}
			return nil
		})
	}
	outside := func(text string) Option {
		return WithEvents(iter.Seq2[string, any](func(yield func(string, any) bool) { yield("on_x", payload{text}) }))
	}
	if _, err := do(t.Context(), "op", nil, []Option{WithRun(store, "r"), outside("of outside")}, driver); !errors.Is(err, errCrash) {
		t.Fatal(err)
	}
	crash = false
	var d trace
	if _, err := do(t.Context(), "op", &d, []Option{WithRun(store, "r"), outside("of outside")}, driver); err != nil {
		t.Fatal(err)
	}
	want := []string{"x of a", "deep of a", "x ", "deep ", "x of outside", "deep of outside"}
	if diff := cmp.Diff(want, d.Ran); diff != "" {
		t.Error(diff)
	}
	_, err := do(t.Context(), "op", nil, nil, func(r *run) {
		r.On("on_x", func() {})
		r.Step("a", func(ctx context.Context, c *Call, _ *trace) error { return c.Emit(ctx, "on_x", func() {}) })
	})
	if err == nil || !strings.Contains(err.Error(), "op/2:a: the payload: json: unsupported type") {
		t.Error(err)
	}
}

// TestManyEventsOfAStep do not make its record grow, as long as their handlers
// change nothing.
func TestManyEventsOfAStep(t *testing.T) {
	largest, n, crash := 0, 0, true
	store := newMemory()
	driver := func(r *run) {
		r.On("on_x", func() { r.Step("x", func(context.Context, *Call, *trace) error { n++; return nil }) })
		r.Step("a", func(ctx context.Context, c *Call, _ *trace) error {
			for i := range 300 {
				if err := c.Emit(ctx, "on_x", i); err != nil {
					return err
				}
				if crash && i == 200 {
					return errCrash
				}
			}
			return nil
		})
	}
	if _, err := do(t.Context(), "op", nil, []Option{WithRun(measured{store, &largest}, "r")}, driver); !errors.Is(err, errCrash) {
		t.Fatal(err)
	}
	crash = false
	if _, err := do(t.Context(), "op", nil, []Option{WithRun(measured{store, &largest}, "r")}, driver); err != nil || n != 300 || largest > 600 {
		t.Errorf("%d handled, a record of %d bytes, %v", n, largest, err)
	}
}
