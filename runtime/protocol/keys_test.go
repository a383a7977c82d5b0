package protocol_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
	. "github.com/bindery-go/bindery/runtime/protocol"
)

// keyed gives a step that notes its key under its path.
func keyed(keys map[string][]string, result error) step {
	return func(_ context.Context, c *Call, _ *trace) error {
		keys[c.Path()] = append(keys[c.Path()], c.IdempotencyKey())
		return result
	}
}

// different counts the keys that differ.
func different(keys []string) int {
	keys = slices.Clone(keys)
	slices.Sort(keys)
	return len(slices.Compact(keys))
}

func TestKeysDifferBetweenRuns(t *testing.T) {
	store, keys := memstore.New(nil), map[string][]string{}
	driver := func(r *run) { r.Step("a", keyed(keys, nil)) }
	for _, id := range []string{"r", "r", "s"} {
		if _, err := do(t.Context(), "op", nil, []Option{WithNewRun(store, id)}, driver); err != nil {
			t.Fatal(err)
		}
		if err := Delete(t.Context(), store, id); err != nil { // and begun again
			t.Fatal(err)
		}
	}
	for range 2 {
		if _, err := do(t.Context(), "op", nil, nil, driver); err != nil {
			t.Fatal(err)
		}
	}
	if list := keys["op/1:a"]; different(list) != 5 {
		t.Errorf("keys %q", list)
	}
}

// TestABranchHasKeysOfItsOwn forks a run in its middle twice, and a fork of a fork:
// the steps of each have other keys, and the same when they run again.
func TestABranchHasKeysOfItsOwn(t *testing.T) {
	store, keys := memstore.New(nil), map[string][]string{}
	var from checkpoint.ID
	fails := errFlaky
	driver := func(r *run) {
		r.Step("a", keyed(keys, nil))
		r.Step("b", func(ctx context.Context, c *Call, d *trace) error { return keyed(keys, fails)(ctx, c, d) })
	}
	goOn := func(want error) {
		t.Helper()
		if _, err := do(t.Context(), "op", nil, []Option{WithRun(store, "r"), WithHistory(0)}, driver); !errors.Is(err, want) {
			t.Fatal(err)
		}
	}
	goOn(errFlaky)
	for c, err := range store.List(t.Context(), "r", checkpoint.Range{}) {
		if err == nil && c.Step == 1 { // after a
			from = c.ID
		}
	}
	fails = nil
	goOn(nil)
	for range 2 {
		if _, err := store.Fork(t.Context(), "r", from, 0); err != nil {
			t.Fatal(err)
		}
		fails = errFlaky
		goOn(errFlaky)
		fails = nil
		goOn(nil)
	}
	list := keys["op/2:b"]
	if len(list) != 6 || list[0] != list[1] || list[2] != list[3] || list[4] != list[5] || different(list) != 3 || len(keys["op/1:a"]) != 1 {
		t.Errorf("keys %q", keys)
	}
}

// TestKeysOfAllPlacesDiffer, of loops, handlers, sub-operations, and of items whose
// names look like places.
func TestKeysOfAllPlacesDiffer(t *testing.T) {
	keys := map[string][]string{}
	key := keyed(keys, nil)
	inner := func(r *run) { r.Step("a", key) }
	_, err := do(t.Context(), "op", nil, nil, func(r *run) {
		r.Step("a", key)
		r.Step("a", key)
		r.Step("events/a#1", key)
		r.Group("g", func() { r.Step("a", key) })
		r.Step(`g"#1/"a`, key)
		r.Step("g#1/a", key)
		r.For("for_i", times(2), func() { r.For("for_j", times(2), func() { r.Step("a", key) }) })
		r.On("on_x", func() { r.Step("a", key) })
		r.Step("emits", func(ctx context.Context, c *Call, d *trace) error {
			for range 2 {
				if err := c.Emit(ctx, "on_x", nil); err != nil {
					return err
				}
				if _, err := do(ctx, "inner", d, []Option{c.Sub()}, inner); err != nil {
					return err
				}
			}
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = do(t.Context(), "op", nil, []Option{WithEvents(named("a", "a"))}, func(r *run) {
		r.On("a", func() { r.Step("b", key) })
		r.Step("a", key)
	})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, list := range keys {
		all = append(all, list...)
	}
	if len(all) != 17 || different(all) != 17 {
		t.Errorf("%d keys, %d of them different: %v", len(all), different(all), fmt.Sprint(keys))
	}
}
