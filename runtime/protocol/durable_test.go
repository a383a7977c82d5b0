package protocol_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
	. "github.com/bindery-go/bindery/runtime/protocol"
)

var errCrash = errors.New("crash")

// memory is a store that stops at a given put, before or after it is durable.
type memory struct {
	*memstore.Store
	puts   int
	stopAt int  // number of the put that fails; 0 for none
	after  bool // whether that put is durable all the same
}

func newMemory() *memory { return &memory{Store: memstore.New(nil)} }

func (m *memory) Put(ctx context.Context, thread string, parent checkpoint.ID, c checkpoint.Checkpoint) (checkpoint.ID, error) {
	m.puts++
	if m.puts == m.stopAt && !m.after {
		return "", errCrash
	}
	id, err := m.Store.Put(ctx, thread, parent, c)
	if m.puts == m.stopAt {
		return "", errCrash
	}
	return id, err
}

// edit puts another record in the place of the newest.
func (m *memory) edit(t *testing.T, old, new string) {
	c, err := m.Get(t.Context(), "r", "")
	if err != nil {
		t.Fatal(err)
	}
	edited := strings.Replace(string(c.State), old, new, 1)
	if edited == string(c.State) {
		t.Fatalf("no %s in %s", old, edited)
	}
	if _, err := m.Store.Put(t.Context(), "r", c.ID, checkpoint.Checkpoint{State: []byte(edited)}); err != nil {
		t.Fatal(err)
	}
}

func TestFinishedRunGivesItsOutcomeAgain(t *testing.T) {
	store := newMemory()
	driver := func(r *run) { r.Step("a", ok); r.If("if_x", says(true), func() { r.Return("return_x", ok) }) }
	var data trace
	if _, err := do(t.Context(), "op", &data, []Option{WithNewRun(store, "r")}, driver); err != nil {
		t.Fatal(err)
	}
	puts := store.puts
	var again trace
	outcome, err := do(t.Context(), "op", &again, []Option{WithRun(store, "r")}, driver)
	if outcome != "return_x" || err != nil || store.puts != puts {
		t.Errorf("%q, %v, %d puts", outcome, err, store.puts-puts)
	}
	if diff := cmp.Diff(data, again); diff != "" {
		t.Error(diff)
	}
}

func TestRefusedBeforeAnythingRuns(t *testing.T) {
	driver := func(r *run) { r.Step("a", ok); r.Step("b", does(errCrash)) }
	begun := func() *memory {
		store := newMemory()
		if _, err := do(t.Context(), "op", nil, []Option{WithNewRun(store, "r")}, driver); !errors.Is(err, errCrash) {
			t.Fatal(err)
		}
		return store
	}
	for name, test := range map[string]struct {
		operation string
		option    func(*memory) Option
		spoil     func(*memory)
		driver    func(*run)
		want      string
		is        error
	}{
		"a second start": {"op", func(m *memory) Option { return WithNewRun(m, "r") }, nil, driver,
			`the run already exists: "r"`, ErrRunExists},
		"another order": {"op", func(m *memory) Option { return WithRun(m, "r") }, nil, func(r *run) { r.Step("b", ok); r.Step("a", ok) },
			"it has done op/1:a where this program has op/1:b", ErrDiverged},
		"another operation": {"po", func(m *memory) Option { return WithRun(m, "r") }, nil, driver,
			"its operation is op, that of this program is po", ErrDiverged},
		"a record that is none": {"op", func(m *memory) Option { return WithRun(m, "r") }, func(m *memory) { m.edit(t, "}", "") }, driver,
			"invalid character", ErrDiverged},
		"a record of a later version": {"op", func(m *memory) Option { return WithRun(m, "r") },
			func(m *memory) { m.edit(t, `"version":2`, `"version":3`) }, driver,
			"its record is of version 3, this program reads 2", ErrDiverged},
		"data of another shape": {"op", func(m *memory) Option { return WithRun(m, "r") },
			func(m *memory) { m.edit(t, `"data":{`, `"data":[],"Data":[{`) }, driver,
			"", ErrDiverged},
		"a store that is ahead": {"op", func(m *memory) Option { return WithRun(stale{m}, "r") }, nil, driver, "has the head", checkpoint.ErrConflict},
	} {
		t.Run(name, func(t *testing.T) {
			store := begun()
			if test.spoil != nil {
				test.spoil(store)
			}
			var data trace
			_, err := do(t.Context(), test.operation, &data, []Option{test.option(store)}, test.driver)
			if err == nil || !strings.Contains(err.Error(), test.want) || test.is != nil && !errors.Is(err, test.is) {
				t.Errorf("error %v", err)
			}
		})
	}
}

// stale answers with a record that another writer has already followed up.
type stale struct{ *memory }

func (s stale) Get(ctx context.Context, thread string, id checkpoint.ID) (checkpoint.Checkpoint, error) {
	c, err := s.memory.Get(ctx, thread, id)
	c.ID = checkpoint.NextID("", c.ID.Time().Add(-time.Hour))
	return c, err
}

func TestAFinishedStepIsRecordedAlthoughTheContextEnded(t *testing.T) {
	store := newMemory()
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	driver := func(r *run) {
		r.Step("a", func(context.Context, *Call, *trace) error { n++; cancel(); return nil })
		r.Step("b", ok)
	}
	if _, err := do(ctx, "op", nil, []Option{WithNewRun(store, "r")}, driver); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	var data trace
	if _, err := do(t.Context(), "op", &data, []Option{WithRun(store, "r")}, driver); err != nil || n != 1 {
		t.Errorf("a ran %d times, %v", n, err)
	}
	if diff := cmp.Diff([]string{"b"}, data.Ran); diff != "" {
		t.Error(diff)
	}
}

func TestRecordStaysSmallInALongLoop(t *testing.T) {
	store := newMemory()
	largest := 0
	_, err := do(t.Context(), "op", nil, []Option{WithNewRun(measured{store, &largest}, "r")}, func(r *run) {
		r.For("for_i", times(500), func() { r.Step("a", func(context.Context, *Call, *trace) error { return nil }) })
	})
	if err != nil || largest > 400 {
		t.Errorf("a record of %d bytes, %v", largest, err)
	}
}

type measured struct {
	*memory
	largest *int
}

func (m measured) Put(ctx context.Context, thread string, parent checkpoint.ID, c checkpoint.Checkpoint) (checkpoint.ID, error) {
	*m.largest = max(*m.largest, len(c.State))
	return m.memory.Put(ctx, thread, parent, c)
}

func TestARepeatedStepMustEmitTheSameEvents(t *testing.T) {
	store := newMemory()
	event := "on_x"
	fail := errors.New("no")
	driver := func(r *run) {
		r.On("on_x", func() { r.Step("x", ok) })
		r.On("on_y", func() { r.Step("y", ok) })
		r.Step("a", func(ctx context.Context, c *Call, _ *trace) error { return errors.Join(c.Emit(ctx, event, nil), fail) })
	}
	if _, err := do(t.Context(), "op", nil, []Option{WithNewRun(store, "r")}, driver); !errors.Is(err, fail) {
		t.Fatal(err)
	}
	event = "on_y"
	_, err := do(t.Context(), "op", nil, []Option{WithRun(store, "r")}, driver)
	if !errors.Is(err, ErrDiverged) || !strings.Contains(err.Error(), "the step emitted on_x before, and now emitted on_y") {
		t.Error(err)
	}
}

func TestASwallowedHandlerErrorLeavesTheNextEventWhole(t *testing.T) {
	n := 0
	var data trace
	_, err := do(t.Context(), "op", &data, nil, func(r *run) {
		r.On("on_x", func() {
			r.Step("x1", ok)
			r.Step("x2", func(ctx context.Context, c *Call, d *trace) error {
				if n++; n == 1 {
					return errors.New("no")
				}
				return ok(ctx, c, d)
			})
		})
		r.Step("a", func(ctx context.Context, c *Call, _ *trace) error {
			if err := c.Emit(ctx, "on_x", nil); err == nil {
				t.Error("the handler's error is lost")
			}
			return c.Emit(ctx, "on_x", nil)
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"x1", "x1", "x2"}, data.Ran); diff != "" {
		t.Error(diff)
	}
}

func TestAnInterruptedSubCallGoesOn(t *testing.T) {
	store := newMemory()
	inner := 0
	driver := func(r *run) {
		r.Step("inner", func(ctx context.Context, call *Call, _ *trace) error {
			_, err := do(ctx, "inner", nil, []Option{call.Sub()}, func(r *run) {
				r.Step("once", func(context.Context, *Call, *trace) error { inner++; return nil })
				r.Step("twice", func(context.Context, *Call, *trace) error {
					if inner == 1 {
						inner++
						return errCrash
					}
					return nil
				})
			})
			return err
		})
	}
	if _, err := do(t.Context(), "op", nil, []Option{WithNewRun(store, "r")}, driver); !errors.Is(err, errCrash) {
		t.Fatal(err)
	}
	if _, err := do(t.Context(), "op", nil, []Option{WithRun(store, "r")}, driver); err != nil || inner != 2 {
		t.Errorf("once ran %d times, %v", inner-1, err)
	}
}
