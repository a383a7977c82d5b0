package protocol_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	. "github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocolgen"
)

// TestAStepStartsFromTheDataBeforeIt: a step that fails after it has changed the
// data, with an event between or not, begins anew from what they were, whether it
// is tried again in the same process, or taken up by another.
func TestAStepStartsFromTheDataBeforeIt(t *testing.T) {
	type sum struct{ N, Handled int }
	fails := func(times *int, emits bool) func(*protocolgen.Run[sum]) {
		return func(r *protocolgen.Run[sum]) {
			r.On("on_x", func() {
				r.Step("x", func(_ context.Context, _ *Call, d *sum) error { d.Handled++; return nil })
			})
			r.Step("first", func(_ context.Context, _ *Call, d *sum) error { d.N = 1; return nil })
			r.Step("add", func(ctx context.Context, c *Call, d *sum) error {
				d.N += 10
				if emits {
					if err := c.Emit(ctx, "on_x", nil); err != nil {
						return err
					}
					if d.N != 11 || d.Handled != 1 {
						t.Errorf("after the event: %+v", d)
					}
				}
				if *times--; *times >= 0 {
					d.N += 100
					return errFlaky
				}
				return nil
			})
		}
	}
	for name, test := range map[string]struct {
		emits bool
		opts  func(*memory) []Option
		runs  int
	}{
		"retry in process":                  {false, func(m *memory) []Option { return []Option{WithRun(m, "r"), WithRetry(Retry{Attempts: 3})} }, 1},
		"retry in process without a store":  {false, func(m *memory) []Option { return []Option{WithRetry(Retry{Attempts: 3})} }, 1},
		"retry after Emit":                  {true, func(m *memory) []Option { return []Option{WithRun(m, "r"), WithRetry(Retry{Attempts: 3})} }, 1},
		"retry after Emit without a store":  {true, func(m *memory) []Option { return []Option{WithRetry(Retry{Attempts: 3})} }, 1},
		"taken up":                          {false, func(m *memory) []Option { return []Option{WithRun(m, "r")} }, 3},
		"taken up after Emit":               {true, func(m *memory) []Option { return []Option{WithRun(m, "r")} }, 3},
		"taken up after Emit, half a retry": {true, func(m *memory) []Option { return []Option{WithRun(m, "r"), WithRetry(Retry{Attempts: 2})} }, 2},
	} {
		t.Run(name, func(t *testing.T) {
			store, times := newMemory(), 2
			var d sum
			var err error
			for range test.runs {
				if _, err = do(t.Context(), "op", &d, test.opts(store), fails(&times, test.emits)); err != nil && !errors.Is(err, errFlaky) {
					t.Fatal(err)
				}
			}
			if err != nil || d.N != 11 || test.emits != (d.Handled == 1) {
				t.Errorf("%+v, %v", d, err)
			}
		})
	}
}

func TestWhatAFailedStepChangedIsUndone(t *testing.T) {
	d := trace{Ran: []string{"before"}}
	_, err := do(t.Context(), "op", &d, []Option{WithRun(newMemory(), "r")}, func(r *run) { r.Step("a", ok); r.Step("b", does(errFlaky)) })
	if !errors.Is(err, errFlaky) || strings.Join(d.Ran, " ") != "before a" {
		t.Errorf("%q, %v", d.Ran, err)
	}
	var asked trace
	_, err = do(t.Context(), "op", &asked, []Option{WithRun(newMemory(), "r")}, func(r *run) {
		r.If("if_x", func(_ context.Context, _ *Call, d *trace) (bool, error) {
			d.Ran = append(d.Ran, "?")
			return false, errFlaky
		}, func() {})
	})
	if !errors.Is(err, errFlaky) || asked.Ran != nil {
		t.Errorf("%q, %v", asked.Ran, err)
	}
}

// TestAHandlersErrorThatAStepGoesPastStays: it is the same when the step runs again,
// and what the handler had finished before stays done.
func TestAHandlersErrorThatAStepGoesPastStays(t *testing.T) {
	store, handled, crash := newMemory(), 0, true
	driver := func(r *run) {
		r.On("on_x", func() {
			r.Step("x1", ok)
			r.Step("x2", func(_ context.Context, _ *Call, d *trace) error {
				handled++
				d.Ran = append(d.Ran, "half")
				return errFlaky
			})
		})
		r.On("on_y", func() { r.Step("y", ok) })
		r.Step("a", func(ctx context.Context, c *Call, d *trace) error {
			if err := c.Emit(ctx, "on_x", nil); err == nil || !strings.Contains(err.Error(), "flaky") {
				t.Errorf("error of the handler: %v", err)
			}
			if err := c.Emit(ctx, "on_y", nil); err != nil {
				return err
			}
			d.Ran = append(d.Ran, "a")
			if crash {
				return errCrash
			}
			return nil
		})
	}
	if _, err := do(t.Context(), "op", nil, []Option{WithRun(store, "r")}, driver); !errors.Is(err, errCrash) {
		t.Fatal(err)
	}
	crash = false
	var d trace
	if _, err := do(t.Context(), "op", &d, []Option{WithRun(store, "r")}, driver); err != nil || handled != 1 || strings.Join(d.Ran, " ") != "x1 y a" {
		t.Errorf("%q, %d, %v", d.Ran, handled, err)
	}
}

// dataOf returns the data of the newest record.
func dataOf(t *testing.T, m *memory) (data map[string]any) {
	t.Helper()
	found, err := Inspect(t.Context(), m, "r")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(found.Data, &data); err != nil {
		t.Fatal(err)
	}
	return data
}

func TestDataOfAnotherProgram(t *testing.T) {
	type inner struct{ A, Future int }
	type newer struct {
		A, Future int
		In        inner
		List      []inner
	}
	type oldInner struct{ A int }
	type older struct {
		A    int
		In   oldInner
		List []oldInner
		Dep  *int `json:"-"`
		own  *int
	}
	begun := func(data newer) *memory {
		store := newMemory()
		_, err := do(t.Context(), "op", &data, []Option{WithRun(store, "r")}, func(r *protocolgen.Run[newer]) {
			r.Step("a", func(context.Context, *Call, *newer) error { return errCrash })
		})
		if !errors.Is(err, errCrash) {
			t.Fatal(err)
		}
		return store
	}
	step := func(_ context.Context, _ *Call, d *older) error {
		if d.Dep == nil || d.own == nil {
			t.Error("what JSON does not carry is gone")
		}
		d.A++
		d.In.A++
		return nil
	}
	driver := func(r *protocolgen.Run[older]) { r.Step("a", step); r.Step("b", step) }

	store := begun(newer{A: 1, Future: 2, In: inner{3, 4}})
	d := older{Dep: new(int), own: new(int)}
	if _, err := do(t.Context(), "op", &d, []Option{WithRun(store, "r")}, driver); err != nil {
		t.Fatal(err)
	}
	got, in := dataOf(t, store), map[string]any(nil)
	in, _ = got["In"].(map[string]any)
	if got["A"] != 3. || got["Future"] != 2. || in["A"] != 5. || in["Future"] != 4. {
		t.Errorf("unknown members are lost: %v", got)
	}

	store = begun(newer{List: []inner{{1, 2}}})
	_, err := do(t.Context(), "op", &d, []Option{WithRun(store, "r")}, driver)
	if !errors.Is(err, ErrDiverged) || !strings.Contains(err.Error(), "/List/0/Future") {
		t.Errorf("a member that cannot be kept: %v", err)
	}
}

// TestDependenciesStayOverRetries: what JSON does not carry is left alone when a
// step is undone, also behind pointers.
func TestDependenciesStayOverRetries(t *testing.T) {
	type client struct {
		Name string
		dial func() string
	}
	type data struct {
		N      int
		Log    func(string) `json:"-"`
		Client *client
	}
	var logged []string
	d := data{Log: func(s string) { logged = append(logged, s) }, Client: &client{"c", func() string { return "dialled" }}}
	n := 0
	_, err := do(t.Context(), "op", &d, []Option{WithRun(newMemory(), "r"), WithRetry(Retry{Attempts: 2})}, func(r *protocolgen.Run[data]) {
		r.Step("a", func(_ context.Context, _ *Call, d *data) error {
			d.Log(d.Client.dial())
			d.N++
			d.Client.Name += "x"
			if n++; n == 1 {
				return errFlaky
			}
			return nil
		})
	})
	if err != nil || d.N != 1 || d.Client.Name != "cx" || len(logged) != 2 {
		t.Errorf("%+v, %q, %v", d.N, logged, err)
	}
}

// TestAStepThatIsTriedAgainBeginsWithItsFirstEvent: what the handlers of several events
// have finished is gone through once more in their order, by one process.
func TestAStepThatIsTriedAgainBeginsWithItsFirstEvent(t *testing.T) {
	fail := true
	var handled []string
	handler := func(name string) func(context.Context, *Call, *trace) error {
		return func(context.Context, *Call, *trace) error {
			handled = append(handled, name)
			return nil
		}
	}
	_, err := do(t.Context(), "op", nil, []Option{WithRun(newMemory(), "r"), WithRetry(Retry{Attempts: 2})}, func(r *run) {
		r.On("on_x", func() { r.Step("x", handler("x")) })
		r.On("on_y", func() { r.Step("y", handler("y")) })
		r.Step("a", func(ctx context.Context, c *Call, d *trace) error {
			for _, event := range []string{"on_x", "on_y"} {
				if err := c.Emit(ctx, event, nil); err != nil {
					return err
				}
			}
			if fail {
				fail = false
				return errFlaky
			}
			return nil
		})
	})
	if err != nil || strings.Join(handled, " ") != "x y" {
		t.Errorf("%q, %v", handled, err)
	}
}
