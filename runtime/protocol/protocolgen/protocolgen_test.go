package protocolgen_test

import (
	"context"
	"errors"
	"testing"

	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocolgen"
)

// TestRunMethodsInsideAStep are errors of the step, and not passed by: the order
// is written before anything runs.
func TestRunMethodsInsideAStep(t *testing.T) {
	nothing := func(context.Context, *protocol.Call, *int) error { return nil }
	for name, late := range map[string]func(*protocolgen.Run[int]){
		"Step":   func(r *protocolgen.Run[int]) { r.Step("late", nothing) },
		"Return": func(r *protocolgen.Run[int]) { r.Return("late", nothing) },
		"Group":  func(r *protocolgen.Run[int]) { r.Group("late", func() {}) },
		"On":     func(r *protocolgen.Run[int]) { r.On("late", func() {}) },
		"Else":   func(r *protocolgen.Run[int]) { r.Else(func() {}) },
		"For": func(r *protocolgen.Run[int]) {
			r.For("late", func(context.Context, *protocol.Call, *int) (int, error) { return 1, nil }, func() {})
		},
	} {
		outcome, err := protocolgen.Do(t.Context(), "op", new(int), func(r *protocolgen.Run[int]) {
			r.Step("outer", func(context.Context, *protocol.Call, *int) error {
				late(r)
				return nil
			})
		})
		var located *protocol.StepError
		if outcome != "" || !errors.Is(err, protocol.ErrWritten) || !errors.As(err, &located) || located.Path != "op/1:outer" {
			t.Errorf("%s: %q, %v", name, outcome, err)
		}
	}
}
