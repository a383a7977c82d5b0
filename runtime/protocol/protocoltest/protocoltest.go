// Package protocoltest has the tests that make an engine one. An engine, or a store
// below the local one, runs random programs of every form, and must come to what
// the local engine comes to with everything in memory: the same outcome and data,
// the same steps, each with one idempotency key.
package protocoltest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocolgen"
)

// Engine runs a program to its end, under a name that is new to it: the operation
// "op" with [Driver], whose steps run "sub". Whenever the run waits it gives the
// [AnswerTo] the request. It may stop and go on as often as it likes.
type Engine func(t testing.TB, p *Program) (protocol.Outcome, Trace, error)

// Depth is how deep lists are in each other in the operation "op"; in "sub" it is 1.
const Depth = 3

// Driver is that of the operation "op".
func Driver(p *Program) func(*protocolgen.Run[Trace]) { return p.Driver(Depth) }

// AnswerTo answers a request.
func AnswerTo(request any) string { return fmt.Sprint(request, "!") }

// Options are those of all runs: steps of flaky programs are tried three times.
func Options() []protocol.Option {
	return []protocol.Option{protocol.WithRetry(protocol.Retry{
		Attempts: 3, Retryable: func(err error) bool { return errors.Is(err, ErrFlaky) },
	})}
}

// Run compares an engine with the local one, on programs of the seeds from 0 on.
// May says of a path how often the engine may have run it in all, where it stops
// and goes on on purpose; nil is as often as the local one.
func Run(t *testing.T, engine Engine, seeds uint64, may func(path string, local int) int) {
	for seed := range seeds {
		for _, flaky := range []bool{false, true} {
			t.Run(fmt.Sprintf("seed=%d,flaky=%v", seed, flaky), func(t *testing.T) {
				want := &Program{Seed: seed, World: NewWorld()}
				got := &Program{Seed: seed, World: NewWorld()}
				want.Flaky, got.Flaky = flaky, flaky
				wantOutcome, wantTrace, err := Stored(func(testing.TB) checkpoint.Store { return memstore.New(nil) })(t, want)
				if err != nil {
					t.Fatal("the local engine:", err)
				}
				outcome, trace, err := engine(t, got)
				if err != nil || outcome != wantOutcome {
					t.Fatalf("%q, %v; locally %q", outcome, err, wantOutcome)
				}
				if i := firstDifference(trace.Ran, wantTrace.Ran); i >= 0 {
					t.Fatalf("the data part at %d of %d: %q, locally %q", i, len(wantTrace.Ran), tail(trace.Ran, i), tail(wantTrace.Ran, i))
				}
				compareSteps(t, got, want, may)
			})
		}
	}
}

// compareSteps compares what has run.
func compareSteps(t *testing.T, got, want *Program, may func(string, int) int) {
	t.Helper()
	keys, wantKeys := Paths(got.Keys), Paths(want.Keys)
	if !slices.Equal(slices.Sorted(maps.Keys(keys)), slices.Sorted(maps.Keys(wantKeys))) {
		t.Fatalf("other steps have run: %d, locally %d", len(keys), len(wantKeys))
	}
	ran, local := times(got.Ran), times(want.Ran)
	for path, n := range keys {
		most := local[path]
		if may != nil {
			most = may(path, most)
		}
		if n != wantKeys[path] || ran[path] > most {
			t.Errorf("%s has run %d times with %d keys; locally %d with %d", path, ran[path], n, local[path], wantKeys[path])
		}
	}
}

func times(paths []string) map[string]int {
	n := make(map[string]int)
	for _, path := range paths {
		n[path]++
	}
	return n
}

// firstDifference is the index at which two lists part; -1 for equal ones.
func firstDifference(a, b []string) int {
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			return i
		}
	}
	return -1
}

func tail(list []string, i int) []string { return list[min(i, len(list)):min(i+3, len(list))] }

// Stored is the local engine on a store.
// It answers as soon as the run waits.
func Stored(open func(t testing.TB) checkpoint.Store) Engine {
	return func(t testing.TB, p *Program) (outcome protocol.Outcome, data Trace, err error) {
		t.Helper()
		store := open(t)
		const run = "a run"
		for {
			outcome, err = protocolgen.Do(t.Context(), "op", &data, Driver(p), append(Options(), protocol.WithRun(store, run))...)
			waits, ok := errors.AsType[*protocol.WaitingError](err)
			if !ok {
				return outcome, data, err
			}
			if err := answer(t.Context(), store, run, waits); err != nil {
				return "", data, err
			}
		}
	}
}

func answer(ctx context.Context, store checkpoint.Store, run string, w *protocol.WaitingError) error {
	value, err := Reply(w.Request)
	if err != nil {
		return err
	}
	return protocol.Answer(ctx, store, run, value)
}

// Reply is [AnswerTo] for a request as JSON.
func Reply(request []byte) (string, error) {
	var asked string
	err := json.Unmarshal(request, &asked)
	return AnswerTo(asked), err
}
