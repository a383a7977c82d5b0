package protocol_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	. "github.com/bindery-go/bindery/runtime/protocol"
)

// TestAGuardRefusesOnEveryEntry: what a guard refuses at the beginning of an
// operation it refuses whenever that is entered, whatever has been decided, taken
// or tried before the first step.
func TestAGuardRefusesOnEveryEntry(t *testing.T) {
	complete := errors.New("complete")
	for name, driver := range map[string]func(ran *bool, r *run){
		"a step": func(ran *bool, r *run) { r.Step("a", marks(ran)) },
		"a branch": func(ran *bool, r *run) {
			r.If("if_x", says(true), func() { r.Step("a", marks(ran)) })
		},
		"branches that are not taken": func(ran *bool, r *run) {
			r.If("if_x", says(false), func() {})
			r.If("if_y", says(false), func() {})
			r.Else(func() { r.Group("g", func() { r.Step("a", marks(ran)) }) })
		},
		"a loop": func(ran *bool, r *run) { r.ForEach("for_each_x", items("1", "2"), func() { r.Step("a", marks(ran)) }) },
		"a counted loop in a branch": func(ran *bool, r *run) {
			r.If("if_x", says(true), func() { r.For("for_i", times(2), func() { r.Step("a", marks(ran)) }) })
		},
		"a sub-operation": func(ran *bool, r *run) {
			r.If("if_x", says(true), func() { r.Step("sub", marks(ran)) })
		},
	} {
		t.Run(name, func(t *testing.T) {
			store, ran, refuses := newMemory(), false, true
			guard := WithGuard(func(_ context.Context, c *Call) error {
				if refuses && c.First() {
					return complete
				}
				return nil
			})
			enter := func() error {
				_, err := do(t.Context(), "op", nil, []Option{WithRun(store, "r"), guard, WithRetry(Retry{Attempts: 3})}, func(r *run) { driver(&ran, r) })
				return err
			}
			for i := range 4 {
				if err := enter(); !errors.Is(err, complete) || ran {
					t.Fatalf("entry %d: %v, ran %v", i+1, err, ran)
				}
			}
			refuses = false
			if err := enter(); err != nil || !ran {
				t.Fatalf("when it is allowed: %v, ran %v", err, ran)
			}
		})
	}
}

func marks(ran *bool) step {
	return func(context.Context, *Call, *trace) error { *ran = true; return nil }
}

// TestAGuardIsAskedBeforeEachAttempt also after a step has been tried in vain, in
// handlers and in sub-operations.
func TestAGuardIsAskedBeforeEachAttempt(t *testing.T) {
	var asked []string
	guard := WithGuard(func(_ context.Context, c *Call) error {
		asked = append(asked, fmt.Sprintf("%s %s %d %v", c.Operation(), c.Name(), c.Attempt(), c.First()))
		return nil
	})
	n := 0
	_, err := do(t.Context(), "op", nil, []Option{guard, WithRetry(Retry{Attempts: 2}, "a")}, func(r *run) {
		r.On("on_x", func() { r.Step("x", ok) })
		r.Step("a", func(ctx context.Context, c *Call, d *trace) error {
			if n++; n == 1 {
				return errFlaky
			}
			if err := c.Emit(ctx, "on_x", nil); err != nil {
				return err
			}
			_, err := do(ctx, "inner", d, []Option{c.Sub()}, func(r *run) { r.Step("i", ok) })
			return err
		})
		r.Step("b", ok)
	})
	want := []string{"op a 0 true", "op a 1 true", "op x 0 true", "inner i 0 true", "op b 0 false"}
	if err != nil || !slices.Equal(asked, want) {
		t.Errorf("%q, %v", asked, err)
	}
}

func TestAPanicIsAnErrorOfItsStep(t *testing.T) {
	cause := errors.New("cause")
	boom := func() { panic(cause) }
	for name, test := range map[string]struct {
		driver func(r *run)
		opts   []Option
		want   string
	}{
		"step": {func(r *run) { r.Step("a", func(context.Context, *Call, *trace) error { boom(); return nil }) }, nil, "op/1:a: panic: cause"},
		"condition": {func(r *run) {
			r.If("if_x", func(context.Context, *Call, *trace) (bool, error) { boom(); return true, nil }, func() {})
		}, nil, "op/1:if_x: panic: cause"},
		"items": {func(r *run) {
			r.ForEach("for_x", func(context.Context, *Call, *trace) (Items, error) { boom(); return nil, nil }, func() {})
		}, nil, "op/1:for_x: panic: cause"},
		"guard": {func(r *run) { r.Step("a", ok) }, []Option{WithGuard(func(context.Context, *Call) error { boom(); return nil })}, "op/1:a: not begun: panic: cause"},
	} {
		t.Run(name, func(t *testing.T) {
			store := newMemory()
			_, err := do(t.Context(), "op", nil, append(test.opts, WithRun(store, "r")), test.driver)
			var panicked *PanicError
			if !errors.As(err, &panicked) || !errors.Is(err, cause) || err.Error() != test.want || len(panicked.Stack) == 0 {
				t.Errorf("%v", err)
			}
			if found, err := Inspect(t.Context(), store, "r"); err != nil || found.Status != StatusFailed || found.Error != test.want {
				t.Errorf("%+v, %v", found, err)
			}
		})
	}
	n := 0
	_, err := do(t.Context(), "op", nil, []Option{WithRetry(Retry{Attempts: 2})}, func(r *run) {
		r.Step("a", func(context.Context, *Call, *trace) error {
			if n++; n == 1 {
				boom()
			}
			return nil
		})
	})
	if err != nil || n != 2 {
		t.Errorf("a panic is tried again like any error: %d, %v", n, err)
	}
}
