package protocol_test

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	. "github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocoltest"
)

// seeds are eight in CI: one takes seconds.
var seeds = flag.Uint64("seeds", 2, "number of random protocols that are crashed")

// TestEnginesAgree: a run that nothing disturbs, but that waits for answers, comes
// to what the reference comes to.
func TestEnginesAgree(t *testing.T) {
	for seed := range *seeds * 4 {
		var want, got protocoltest.Trace
		answer := func(request any) any { return fmt.Sprint(request, "!") }
		plain := protocoltest.Program{Seed: seed, World: protocoltest.NewWorld()}
		wantOutcome, err := do(t.Context(), "op", &want, []Option{WithEngine(&reference{answer: answer})}, plain.Driver(3))
		if err != nil {
			t.Fatal(err)
		}
		calm := protocoltest.Program{Seed: seed, World: protocoltest.NewWorld()}
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
func toTheEnd(t *testing.T, store checkpoint.Store, data *protocoltest.Trace, p *protocoltest.Program, opts []Option) (Outcome, int, error) {
	t.Helper()
	for n := 1; ; n++ {
		outcome, err := do(t.Context(), "op", data, append(opts, WithRun(store, "r")), p.Driver(3))
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
			var want protocoltest.Trace
			calm := protocoltest.Program{Seed: seed, World: protocoltest.NewWorld(), Longer: longer}
			store := newMemory()
			wantOutcome, _, err := toTheEnd(t, store, &want, &calm, nil)
			if err != nil {
				t.Fatal(err)
			}
			for stop := 1; stop <= store.puts; stop += 1 + store.puts/12 { // every one, in short runs
				for _, after := range []bool{false, true} {
					programs++
					name := fmt.Sprintf("seed %d, longer %v, put %d, durable %v", seed, longer, stop, after)
					crashOnce(t, name, &protocoltest.Program{Seed: seed, World: protocoltest.NewWorld(), Longer: longer}, stop, after, &calm, want, wantOutcome)
				}
			}
		}
	}
	t.Logf("%d crashes", programs)
}

func crashOnce(t *testing.T, name string, p *protocoltest.Program, stop int, after bool, calm *protocoltest.Program, want protocoltest.Trace, wantOutcome Outcome) {
	t.Helper()
	crashing := newMemory()
	crashing.stopAt, crashing.after = stop, after
	first := *p
	first.Longer = false
	var got protocoltest.Trace
	outcome, _, err := toTheEnd(t, crashing, &got, &first, nil)
	if err == nil && p.Longer {
		return // it was done before the steps were added
	}
	if err != nil && !errors.Is(err, errCrash) {
		t.Fatalf("%s: %v", name, err)
	}
	if err != nil {
		got = protocoltest.Trace{Ran: []string{"rubbish that the record replaces"}}
		if _, err := crashing.Get(t.Context(), "r", ""); err != nil {
			got = protocoltest.Trace{}
		}
		if outcome, _, err = toTheEnd(t, crashing, &got, p, nil); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if c, err := crashing.Get(t.Context(), "r", ""); err == nil && p.Longer && !strings.Contains(string(c.State), "added_too") {
			return // it was done, and is what it was
		}
	}
	if outcome != wantOutcome {
		t.Fatalf("%s: outcome %q, want %q", name, outcome, wantOutcome)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%s: data:\n%s", name, diff)
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(protocoltest.Paths(calm.Keys))), slices.Sorted(maps.Keys(protocoltest.Paths(p.Keys)))); diff != "" {
		t.Fatalf("%s: steps:\n%s", name, diff)
	}
	for path, keys := range protocoltest.Paths(p.Keys) {
		if keys != 1 && stop > 1 {
			t.Fatalf("%s: %s had %d keys", name, path, keys)
		}
	}
	// At most the step at the crash, and those that it is inside of: the step that
	// emitted or ran it.
	again := len(p.Ran) - len(calm.Ran)
	if again > 4 {
		t.Fatalf("%s: %d steps ran again: %q", name, again, p.Ran)
	}
	if again := len(p.Asked) - len(calm.Asked); again > 1 || after && again > 0 && err == nil {
		t.Fatalf("%s: %d conditions or item lists asked again", name, again)
	}
}

// TestFlakyStepsAreTriedInEveryProcess: steps that fail twice are tried a third
// time, whatever happens between, and their failures leave no protocoltest.Trace in the data.
func TestFlakyStepsAreTriedInEveryProcess(t *testing.T) {
	retry := []Option{WithRetry(Retry{Attempts: 3, Retryable: func(err error) bool { return errors.Is(err, protocoltest.ErrFlaky) }})}
	for seed := range *seeds * 3 {
		var want, got protocoltest.Trace
		calm := protocoltest.Program{Seed: seed, World: protocoltest.NewWorld()}
		if _, _, err := toTheEnd(t, newMemory(), &want, &calm, nil); err != nil {
			t.Fatal(err)
		}
		flaky := protocoltest.Program{Seed: seed, World: protocoltest.NewWorld()}
		flaky.Flaky = true
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
				got = protocoltest.Trace{}
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("seed %d: %s", seed, diff)
		}
		for path, n := range flaky.Failed {
			if n > 2 {
				t.Errorf("%s failed %d times", path, n)
			}
		}
	}
}
