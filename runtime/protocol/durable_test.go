package protocol_test

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
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

// world is what the steps act on: it remembers every effect by key, over crashes.
type world struct {
	effects []string // path and key of each step as it ran, doubles included
	asked   []string // conditions and item lists
}

// randomDriver makes a protocol of every form; what its steps return and emit
// follows from their paths, so that every execution of it is the same.
func randomDriver(seed uint64, w *world) func(r *run) {
	pick := func(path string, n uint32) uint32 {
		h := fnv.New32a()
		fmt.Fprint(h, seed, path)
		return h.Sum32() % n
	}
	act := func(ctx context.Context, c *Call, d *trace) error {
		w.effects = append(w.effects, c.Path()+" "+c.Key())
		d.Ran = append(d.Ran, c.Path())
		for i := range pick(c.Path()+"emit", 6) {
			if i < 2 && !strings.Contains(c.Path(), ":on_") {
				if err := c.Emit(ctx, []string{"on_x", "on_y"}[pick(fmt.Sprint(c.Path(), i), 2)]); err != nil {
					return err
				}
			}
		}
		inLoop := strings.Contains(c.Path()[strings.LastIndex(c.Path(), ":on_")+1:], ":for_")
		switch pick(c.Path()+"signal", 12) {
		case 0:
			return Skip
		case 1:
			if inLoop {
				return Break
			}
		case 2:
			if inLoop {
				return Continue
			}
		case 3:
			if pick(c.Path()+"return", 4) == 0 {
				return Return
			}
		}
		return nil
	}
	ask := func(_ context.Context, c *Call, d *trace) (bool, error) {
		w.asked = append(w.asked, c.Path())
		d.Ran = append(d.Ran, c.Path()+"?")
		return pick(c.Path(), 2) == 0, nil
	}
	list := func(_ context.Context, c *Call, d *trace) (Items, error) {
		w.asked = append(w.asked, c.Path())
		return List([]string{"p", "q", "r"}[:pick(c.Path(), 4)]...)
	}
	count := func(_ context.Context, c *Call, d *trace) (int, error) {
		w.asked = append(w.asked, c.Path())
		return int(pick(c.Path(), 4)), nil
	}
	return func(r *run) {
		random := rand.New(rand.NewPCG(seed, 0)) // the same shape each time the driver is gone through
		var some func(depth int)
		some = func(depth int) {
			for range 1 + random.IntN(4) {
				form := random.IntN(9)
				if depth == 0 {
					form = 0
				}
				below := func() { some(depth - 1) }
				// The shape must be drawn even where a branch is not taken, so
				// each body draws from a source of its own.
				shape := random.Uint64()
				body := func() {
					outer := random
					random = rand.New(rand.NewPCG(shape, 1))
					below()
					random = outer
				}
				switch form {
				case 1:
					r.If("if_a", ask, body)
				case 2:
					r.If("if_a", ask, body)
					r.ElseIf("if_b", ask, body)
					r.Else(body)
				case 3:
					r.ForEach("for_each_x", list, body)
				case 4:
					r.For("for_i", count, body)
				case 5:
					r.Group("group", body)
				default:
					r.Step("step", act)
				}
			}
		}
		r.On("on_x", func() { r.Step("x1", act); r.Group("g", func() { r.Step("x2", act) }) })
		some(3)
		r.On("on_y", func() { r.For("for_i", count, func() { r.Step("y", act) }) })
		r.If("if_last", ask, func() { r.Return("return_last", act) })
	}
}

// TestCrashAtEveryRecord stops runs at their puts, before and
// after the put is durable, and resumes it: the run must end as an undisturbed
// one does; what is recorded never runs again; what runs again has its old key.
func TestCrashAtEveryRecord(t *testing.T) {
	for seed := range uint64(12) {
		var calm world
		var want trace
		store := newMemory()
		wantOutcome, err := Do(t.Context(), "op", &want, []Option{Checkpoints(store, "r")}, randomDriver(seed, &calm))
		if err != nil {
			t.Fatal(err)
		}
		for stop := 1; stop <= store.puts; stop += 1 + store.puts/50 { // every one, in short runs
			for _, after := range []bool{false, true} {
				name := fmt.Sprintf("seed %d, put %d, durable %v", seed, stop, after)
				var w world
				crashing := newMemory()
				crashing.stopAt, crashing.after = stop, after
				if _, err := Do(t.Context(), "op", &trace{}, []Option{Checkpoints(crashing, "r")}, randomDriver(seed, &w)); !errors.Is(err, errCrash) {
					t.Fatalf("%s: %v", name, err)
				}
				got := trace{Ran: []string{"rubbish that the record replaces"}}
				if _, err := crashing.Get(t.Context(), "r", ""); err != nil {
					got = trace{}
				}
				outcome, err := Do(t.Context(), "op", &got, []Option{Resume(crashing, "r")}, randomDriver(seed, &w))
				if err != nil || outcome != wantOutcome {
					t.Fatalf("%s: outcome %q, %v, want %q", name, outcome, err, wantOutcome)
				}
				// An emitting step is interrupted by any crash in its handlers, and
				// is then in the data once per beginning of it that was recorded.
				if diff := cmp.Diff(unique(want.Ran), unique(got.Ran)); diff != "" {
					t.Fatalf("%s: data:\n%s", name, diff)
				}
				if diff := cmp.Diff(unique(calm.effects), unique(w.effects)); diff != "" {
					t.Fatalf("%s: effects:\n%s", name, diff)
				}
				interrupted := len(w.effects) - len(unique(w.effects))
				// At most the step at the crash, and the step whose handler it is.
				if interrupted > 2 || after && interrupted > 1 {
					t.Fatalf("%s: %d steps ran again: %q", name, interrupted, w.effects)
				}
				if again := len(w.asked) - len(calm.asked); again > 1 || after && again != 0 {
					t.Fatalf("%s: %d conditions or item lists asked again", name, again)
				}
			}
		}
	}
}

func unique(list []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, s := range list {
		if !seen[s] {
			out = append(out, s)
		}
		seen[s] = true
	}
	return out
}

func TestFinishedRunGivesItsOutcomeAgain(t *testing.T) {
	store := newMemory()
	driver := func(r *run) { r.Step("a", ok); r.If("if_x", says(true), func() { r.Return("return_x", ok) }) }
	var data trace
	if _, err := Do(t.Context(), "op", &data, []Option{Checkpoints(store, "r")}, driver); err != nil {
		t.Fatal(err)
	}
	puts := store.puts
	var again trace
	outcome, err := Do(t.Context(), "op", &again, []Option{Resume(store, "r")}, driver)
	if outcome != "return_x" || err != nil || store.puts != puts {
		t.Errorf("%q, %v, %d puts", outcome, err, store.puts-puts)
	}
	if diff := cmp.Diff(data, again); diff != "" {
		t.Error(diff)
	}
}

func TestRefusedBeforeAnythingRuns(t *testing.T) {
	driver := func(r *run) { r.Step("a", ok); r.Step("b", ok) }
	begun := func() *memory {
		store := newMemory()
		if _, err := Do(t.Context(), "op", nil, []Option{Checkpoints(store, "r")}, driver); err != nil {
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
		"a second start": {"op", func(m *memory) Option { return Checkpoints(m, "r") }, nil, driver,
			`the run already exists: "r"`, ErrRunExists},
		"another order": {"op", func(m *memory) Option { return Resume(m, "r") }, nil, func(r *run) { r.Step("b", ok); r.Step("a", ok) },
			"its plan is ", ErrDiverged},
		"another operation": {"po", func(m *memory) Option { return Resume(m, "r") }, nil, driver,
			"its operation is op, that of this program is po", ErrDiverged},
		"a record that is none": {"op", func(m *memory) Option { return Resume(m, "r") }, func(m *memory) { m.edit(t, "}", "") }, driver,
			"unexpected EOF", ErrDiverged},
		"a record of a later version": {"op", func(m *memory) Option { return Resume(m, "r") },
			func(m *memory) { m.edit(t, `"version":1`, `"version":2`) }, driver,
			"its version is 2", ErrDiverged},
		"data of another shape": {"op", func(m *memory) Option { return Resume(m, "r") },
			func(m *memory) { m.edit(t, `"data":{`, `"data":[],"Data":[{`) }, driver,
			"", ErrDiverged},
		"a store that is ahead": {"op", func(m *memory) Option { return Resume(stale{m}, "r") }, nil, driver, "has the head", checkpoint.ErrConflict},
	} {
		t.Run(name, func(t *testing.T) {
			store := begun()
			if test.spoil != nil {
				test.spoil(store)
			}
			var data trace
			_, err := Do(t.Context(), test.operation, &data, []Option{test.option(store)}, test.driver)
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
	if _, err := Do(ctx, "op", nil, []Option{Checkpoints(store, "r")}, driver); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	var data trace
	if _, err := Do(t.Context(), "op", &data, []Option{Resume(store, "r")}, driver); err != nil || n != 1 {
		t.Errorf("a ran %d times, %v", n, err)
	}
	if diff := cmp.Diff([]string{"b"}, data.Ran); diff != "" {
		t.Error(diff)
	}
}

func TestRecordStaysSmallInALongLoop(t *testing.T) {
	store := newMemory()
	largest := 0
	_, err := Do(t.Context(), "op", nil, []Option{Checkpoints(measured{store, &largest}, "r")}, func(r *run) {
		r.For("for_i", times(500), func() { r.Step("a", func(context.Context, *Call, *trace) error { return nil }) })
	})
	if err != nil || largest > 300 {
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
		r.Step("a", func(ctx context.Context, c *Call, _ *trace) error { return errors.Join(c.Emit(ctx, event), fail) })
	}
	if _, err := Do(t.Context(), "op", nil, []Option{Checkpoints(store, "r")}, driver); !errors.Is(err, fail) {
		t.Fatal(err)
	}
	event = "on_y"
	_, err := Do(t.Context(), "op", nil, []Option{Resume(store, "r")}, driver)
	if !errors.Is(err, ErrDiverged) || !strings.Contains(err.Error(), "the step emitted on_x, and now on_y") {
		t.Error(err)
	}
}

func TestASwallowedHandlerErrorLeavesTheNextEventWhole(t *testing.T) {
	n := 0
	var data trace
	_, err := Do(t.Context(), "op", &data, nil, func(r *run) {
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
			if err := c.Emit(ctx, "on_x"); err == nil {
				t.Error("the handler's error is lost")
			}
			return c.Emit(ctx, "on_x")
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
			_, err := Do(ctx, "inner", nil, []Option{call.Sub()}, func(r *run) {
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
	if _, err := Do(t.Context(), "op", nil, []Option{Checkpoints(store, "r")}, driver); !errors.Is(err, errCrash) {
		t.Fatal(err)
	}
	if _, err := Do(t.Context(), "op", nil, []Option{Resume(store, "r")}, driver); err != nil || inner != 2 {
		t.Errorf("once ran %d times, %v", inner-1, err)
	}
}

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
	events := Events(slices.Values([]string{"on_start", "on_end", "on_start"}))
	_, err := Do(t.Context(), "op", nil, []Option{Checkpoints(store, "r"), events}, driver)
	if !errors.Is(err, errCrash) || !strings.HasPrefix(err.Error(), "op/4:on_end/1:on_end/2:report: ") {
		t.Fatal(err)
	}
	crash = false
	var data trace
	if _, err := Do(t.Context(), "op", &data, []Option{Resume(store, "r"), events}, driver); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"begin", "stop", "report", "begin"}, data.Ran); diff != "" {
		t.Error(diff)
	}
	_, err = Do(t.Context(), "op", &data, []Option{Events(slices.Values([]string{"on_pause"}))}, driver)
	if !errors.Is(err, ErrNoHandler) {
		t.Error(err)
	}
}
