package protocol_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	. "github.com/bindery-go/bindery/runtime/protocol"
)

var seeds = flag.Uint64("seeds", 8, "number of random protocols that are crashed")

var errFlaky = errors.New("flaky")

// world is what the steps of a random protocol act on: it remembers what has
// happened, over crashes.
type world struct {
	ran     []string       // paths of steps as they began, doubles included
	keys    map[string]int // by path and key
	failed  map[string]int // attempts that have failed, by path
	asked   []string       // conditions and item lists
	waited  int
	flaky   bool
	sleeper time.Time
}

func newWorld() *world { return &world{keys: map[string]int{}, failed: map[string]int{}} }

// random makes a protocol of every form; what its steps return, emit, run and wait
// for follows from their paths, so that every execution of it is the same.
type random struct {
	seed   uint64
	prefix string // of a sub-operation: where it is run
	*world
	// The program has changed since: items have come behind those that were
	// there.
	longer bool
}

// note puts what has happened into the data, in short.
func (d *trace) note(what string) {
	h := fnv.New32a()
	h.Write([]byte(what))
	d.Ran = append(d.Ran, fmt.Sprintf("%x", h.Sum32()))
}

func (p *random) pick(path string, n uint32) uint32 {
	h := fnv.New32a()
	fmt.Fprint(h, p.seed, path)
	return h.Sum32() % n
}

// act is every step. It changes the data before and after all that it does, so
// that a change which is made twice, or lost, shows.
func (p *random) act(ctx context.Context, c *Call, d *trace) error {
	path := p.prefix + c.Path()
	p.ran = append(p.ran, path)
	p.keys[path+" "+c.IdempotencyKey()]++
	d.note(path)
	if p.flaky && p.pick(path+"flaky", 5) == 0 && p.failed[path] < 2 {
		p.failed[path]++
		return errFlaky
	}
	if err := p.effects(ctx, c, d); err != nil {
		return err
	}
	d.note(path + "'")
	return p.signal(path, c.Path())
}

// effects are up to three things that are durable before their step is.
func (p *random) effects(ctx context.Context, c *Call, d *trace) error {
	path := p.prefix + c.Path()
	inHandler := strings.Contains(c.Path(), ":on_")
	for i := range p.pick(path+"effects", 7) {
		at := fmt.Sprint(path, "effect", i)
		kind := p.pick(at, 8)
		switch {
		case i > 2:
		case kind < 3 && !inHandler:
			if err := c.Emit(ctx, []string{"on_x", "on_y"}[p.pick(at+"event", 2)], at); err != nil {
				return err
			}
		case kind == 3 && !inHandler:
			if err := c.Emit(ctx, "on_same", nil); err != nil {
				return err
			}
		case kind == 4:
			verdict, ok, err := Answered[string](c)
			if err != nil {
				return err
			}
			if !ok {
				p.waited++
				return Wait(at)
			}
			d.note(verdict)
		case kind == 5:
			if err := c.SleepUntil(ctx, p.sleeper); err != nil {
				return err
			}
		case kind == 6 && c.Operation() == "op":
			sub := &random{seed: p.seed + 1000, prefix: at + " ", world: p.world}
			if _, err := do(ctx, "sub", d, []Option{c.Sub()}, sub.driver(1)); err != nil {
				return err
			}
		}
		d.note(at)
	}
	if inHandler {
		payload, err := Payload[*string](c)
		if err != nil {
			return err
		}
		if payload != nil {
			d.note(*payload)
		}
	}
	return nil
}

func (p *random) signal(path, inside string) error {
	inLoop := strings.Contains(inside[strings.LastIndex(inside, ":on_")+1:], ":for_")
	switch p.pick(path+"signal", 12) {
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
		if p.pick(path+"return", 4) == 0 {
			return Return
		}
	}
	return nil
}

func (p *random) ask(_ context.Context, c *Call, d *trace) (bool, error) {
	p.asked = append(p.asked, c.Path())
	d.note(c.Path() + "?")
	return p.pick(c.Path(), 2) == 0, nil
}

func (p *random) list(_ context.Context, c *Call, d *trace) (Items, error) {
	p.asked = append(p.asked, c.Path())
	items := []string{"p", "q", "r"}[:p.pick(c.Path(), 4)]
	if p.pick(c.Path()+"large", 3) == 0 && len(items) > 0 {
		items[0] = strings.Repeat("large ", 1000) // not in the record
	}
	return List(items...)
}

func (p *random) count(_ context.Context, c *Call, d *trace) (int, error) {
	p.asked = append(p.asked, c.Path())
	return int(p.pick(c.Path(), 4)), nil
}

// item notes the current items of the loops around.
func (p *random) item(_ context.Context, c *Call, d *trace) error {
	if strings.Contains(c.Path(), ":for_each_x/") {
		item, err := Item[string](c, "for_each_x")
		if err != nil {
			return err
		}
		d.note(item[:1])
	}
	return nil
}

func (p *random) driver(depth int) func(r *run) {
	return func(r *run) {
		random := rand.New(rand.NewPCG(p.seed, 0)) // the same shape each time the driver is gone through
		var some func(depth int)
		some = func(depth int) {
			for range 1 + random.IntN(4) {
				form := random.IntN(10)
				if depth == 0 {
					form = 0
				}
				body := func() { some(depth - 1) }
				switch form {
				case 1:
					r.If("if_a", p.ask, body)
				case 2:
					r.If("if_a", p.ask, body)
					r.ElseIf("if_b", p.ask, body)
					r.Else(body)
				case 3:
					r.ForEach("for_each_x", p.list, func() { r.Step("item", p.item); body() })
				case 4:
					r.For("for_i", p.count, body)
				case 5:
					r.Group("group", body)
				default:
					r.Step("step", p.act)
				}
			}
		}
		if random.IntN(2) == 0 { // before the first step
			r.If("if_first", p.ask, func() { r.Group("g", func() { some(0) }) })
		}
		r.On("on_x", func() { r.Step("x1", p.act); r.Group("g", func() { r.Step("x2", p.act) }) })
		some(depth)
		r.On("on_y", func() { r.For("for_i", p.count, func() { r.Step("y", p.act) }) })
		r.On("on_same", func() { r.Step("same", func(context.Context, *Call, *trace) error { return nil }) })
		r.If("if_last", p.ask, func() { r.Return("return_last", p.act) })
		if p.longer {
			r.Step("added", p.item)
			r.Step("added_too", p.item)
		}
	}
}

// TestEnginesAgree: a run that nothing disturbs, but that waits for answers, comes
// to what the reference comes to.
func TestEnginesAgree(t *testing.T) {
	for seed := range *seeds * 4 {
		var want, got trace
		answer := func(request any) any { return fmt.Sprint(request, "!") }
		plain := random{seed: seed, world: newWorld()}
		wantOutcome, err := do(t.Context(), "op", &want, []Option{WithEngine(&reference{answer: answer})}, plain.driver(3))
		if err != nil {
			t.Fatal(err)
		}
		calm := random{seed: seed, world: newWorld()}
		outcome, _, err := toTheEnd(t, newMemory(), &got, &calm, nil)
		if err != nil || outcome != wantOutcome {
			t.Fatalf("seed %d: %q, %v, want %q", seed, outcome, err, wantOutcome)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("seed %d: %s", seed, diff)
		}
	}
}

// toTheEnd runs a protocol and answers what it asks until it is done, or fails
// with another error. It tells how often the run was taken up.
func toTheEnd(t *testing.T, store checkpoint.Store, data *trace, p *random, opts []Option) (Outcome, int, error) {
	t.Helper()
	for n := 1; ; n++ {
		outcome, err := do(t.Context(), "op", data, append(opts, WithRun(store, "r")), p.driver(3))
		var waits *WaitingError
		if !errors.As(err, &waits) {
			return outcome, n, err
		}
		if err := Answer(t.Context(), store, "r", strings.Trim(string(waits.Request), `"`)+"!"); err != nil {
			return "", n, err
		}
	}
}

// TestCrashAtEveryRecord stops runs at their puts, before and after the put is
// durable, and takes them up again, some with a program to which steps have been
// added: the run must end with the data of an undisturbed one; what is recorded
// never runs again; what runs again has its old key.
func TestCrashAtEveryRecord(t *testing.T) {
	programs := 0
	for seed := range *seeds {
		for _, longer := range []bool{false, true} {
			var want trace
			calm := random{seed: seed, world: newWorld(), longer: longer}
			store := newMemory()
			wantOutcome, _, err := toTheEnd(t, store, &want, &calm, nil)
			if err != nil {
				t.Fatal(err)
			}
			for stop := 1; stop <= store.puts; stop += 1 + store.puts/12 { // every one, in short runs
				for _, after := range []bool{false, true} {
					programs++
					name := fmt.Sprintf("seed %d, longer %v, put %d, durable %v", seed, longer, stop, after)
					crashOnce(t, name, &random{seed: seed, world: newWorld(), longer: longer}, stop, after, &calm, want, wantOutcome)
				}
			}
		}
	}
	t.Logf("%d crashes", programs)
}

func crashOnce(t *testing.T, name string, p *random, stop int, after bool, calm *random, want trace, wantOutcome Outcome) {
	t.Helper()
	crashing := newMemory()
	crashing.stopAt, crashing.after = stop, after
	first := *p
	first.longer = false
	var got trace
	outcome, _, err := toTheEnd(t, crashing, &got, &first, nil)
	if err == nil && p.longer {
		return // it was done before the steps were added
	}
	if err != nil && !errors.Is(err, errCrash) {
		t.Fatalf("%s: %v", name, err)
	}
	if err != nil {
		got = trace{Ran: []string{"rubbish that the record replaces"}}
		if _, err := crashing.Get(t.Context(), "r", ""); err != nil {
			got = trace{}
		}
		if outcome, _, err = toTheEnd(t, crashing, &got, p, nil); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if c, err := crashing.Get(t.Context(), "r", ""); err == nil && p.longer && !strings.Contains(string(c.State), "added_too") {
			return // it was done, and is what it was
		}
	}
	if outcome != wantOutcome {
		t.Fatalf("%s: outcome %q, want %q", name, outcome, wantOutcome)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%s: data:\n%s", name, diff)
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(paths(calm.keys))), slices.Sorted(maps.Keys(paths(p.keys)))); diff != "" {
		t.Fatalf("%s: steps:\n%s", name, diff)
	}
	for path, keys := range paths(p.keys) {
		if keys != 1 && stop > 1 {
			t.Fatalf("%s: %s had %d keys", name, path, keys)
		}
	}
	// At most the step at the crash, and those that it is inside of: the step that
	// emitted or ran it.
	again := len(p.ran) - len(calm.ran)
	if again > 4 {
		t.Fatalf("%s: %d steps ran again: %q", name, again, p.ran)
	}
	if again := len(p.asked) - len(calm.asked); again > 1 || after && again > 0 && err == nil {
		t.Fatalf("%s: %d conditions or item lists asked again", name, again)
	}
}

// paths counts the keys of each path.
func paths(keys map[string]int) map[string]int {
	out := map[string]int{}
	for pair := range keys {
		path := pair[:strings.LastIndex(pair, " ")]
		out[path]++
	}
	return out
}

// TestFlakyStepsAreTriedInEveryProcess: steps that fail twice are tried a third
// time, whatever happens between, and their failures leave no trace in the data.
func TestFlakyStepsAreTriedInEveryProcess(t *testing.T) {
	retry := []Option{WithRetry(Retry{Attempts: 3, Retryable: func(err error) bool { return errors.Is(err, errFlaky) }})}
	for seed := range *seeds * 3 {
		var want, got trace
		calm := random{seed: seed, world: newWorld()}
		if _, _, err := toTheEnd(t, newMemory(), &want, &calm, nil); err != nil {
			t.Fatal(err)
		}
		flaky := random{seed: seed, world: newWorld()}
		flaky.flaky = true
		store := newMemory()
		store.stopAt, store.after = 1+int(seed)*3%17, seed%2 == 0
		for {
			_, _, err := toTheEnd(t, store, &got, &flaky, retry)
			if err == nil {
				break
			}
			if !errors.Is(err, errCrash) {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if _, err := store.Get(t.Context(), "r", ""); err != nil {
				got = trace{}
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("seed %d: %s", seed, diff)
		}
		for path, n := range flaky.failed {
			if n > 2 {
				t.Errorf("%s failed %d times", path, n)
			}
		}
	}
}
