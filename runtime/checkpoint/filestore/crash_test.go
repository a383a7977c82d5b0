package filestore

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/checkpointtest"
	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
)

var ctx = context.Background()

// script is a run of a thread, as operations on a store. Operations find the
// IDs they need in the store, so that one can be tried again.
var script = []struct {
	name string
	do   func(checkpoint.Store) error
}{
	{"first put", put("", 0)},
	{"writes", func(s checkpoint.Store) error {
		return s.PutWrites(ctx, "t", head(s), 0, checkpoint.Write{Task: "a", Data: []byte("a0")}, checkpoint.Write{Task: "a", Index: 1})
	}},
	{"more writes", func(s checkpoint.Store) error {
		return s.PutWrites(ctx, "t", head(s), 0, checkpoint.Write{Task: "b", Data: []byte("b0")})
	}},
	{"put that takes them up", put(checkpoint.Full, 0)},
	{"delta", put(checkpoint.Delta, 0)},
	{"acquire", func(s checkpoint.Store) error {
		_, err := s.Acquire(ctx, "t", "w", time.Hour)
		return err
	}},
	{"put under lease", put(checkpoint.Delta, 1)},
	{"writes before a fork", func(s checkpoint.Store) error {
		return s.PutWrites(ctx, "t", head(s), 1, checkpoint.Write{Task: "c", Data: []byte("c0")})
	}},
	{"fork", func(s checkpoint.Store) error {
		_, err := s.Fork(ctx, "t", head(s), 1)
		return err
	}},
	{"put on the fork", put(checkpoint.Full, 1)},
	{"another put", put(checkpoint.Full, 1)},
	{"prune", func(s checkpoint.Store) error {
		_, err := s.Prune(ctx, "t", checkpoint.Retention{Keep: 1})
		return err
	}},
	{"put after pruning", put(checkpoint.Full, 1)},
	{"delete", func(s checkpoint.Store) error { return s.Delete(ctx, "t") }},
	{"beginning anew", put(checkpoint.Full, 1)},
	{"a second", put(checkpoint.Delta, 1)},
	{"release", release},
	{"delete without a lease", func(s checkpoint.Store) error { return s.Delete(ctx, "t") }},
	{"put without a lease", put(checkpoint.Full, 0)},
	{"another one", put(checkpoint.Full, 0)},
	{"acquire again", func(s checkpoint.Store) error {
		_, err := s.Acquire(ctx, "t", "w", time.Hour)
		return err
	}},
	{"put under the second lease", put(checkpoint.Full, 2)},
}

func release(s checkpoint.Store) error {
	return s.Release(ctx, checkpoint.Lease{Thread: "t", Fence: 1})
}

func put(kind checkpoint.Kind, fence uint64) func(checkpoint.Store) error {
	return func(s checkpoint.Store) error {
		parent := head(s)
		_, err := s.Put(ctx, "t", parent, checkpoint.Checkpoint{Kind: kind, Fence: fence, State: []byte("state after " + parent), Meta: map[string]string{"k": "v"}})
		return err
	}
}

func head(s checkpoint.Store) checkpoint.ID {
	c, err := s.Get(ctx, "t", "")
	if err != nil {
		return ""
	}
	return c.ID
}

// snapshot is all that can be seen of the thread.
func snapshot(s checkpoint.Store) string {
	var b strings.Builder
	b.WriteString(history(s))
	for thread, err := range s.Threads(ctx) {
		fmt.Fprintf(&b, "holder %q %v\n", thread.Lease.Holder, err)
	}
	var fenced *checkpoint.FencedError
	if _, err := s.Put(ctx, "t", "", checkpoint.Checkpoint{Fence: math.MaxUint64}); !errors.As(err, &fenced) {
		fmt.Fprintf(&b, "fence: %v\n", err)
	} else {
		fmt.Fprintf(&b, "fence %d\n", fenced.Latest)
	}
	return b.String()
}

// history is what can be read of the thread.
func history(s checkpoint.Store) string {
	var b strings.Builder
	for c, err := range s.List(ctx, "t", checkpoint.Range{}) {
		fmt.Fprintf(&b, "%s<%s %s %d %v %q %v %v %v\n", c.ID, c.Parent, c.Kind, c.Fence, c.Meta, c.State, c.Pending, c.Skipped, err)
	}
	c, err := s.Get(ctx, "t", "")
	fmt.Fprintf(&b, "head %s %v %v\n", c.ID, c.Skipped, err != nil && !errors.Is(err, checkpoint.ErrNotFound))
	return b.String()
}

// legalStates returns what may be seen when operation i was interrupted, by the
// memory store: the state before it first, those on its way, and as the first
// of legal[i+1] the state after it.
func legalStates(t *testing.T) (legal [][]string) {
	s := memstore.New(checkpointtest.NewClock().Now)
	for _, op := range script {
		before := snapshot(s)
		if err := op.do(s); err != nil {
			t.Fatalf("%s: %v", op.name, err)
		}
		states := []string{before}
		if op.name == "prune" {
			states = append(states, halfPruned(before, snapshot(s))...)
		}
		legal = append(legal, states)
	}
	return append(legal, []string{snapshot(s)})
}

// halfPruned returns the states in which any of the victims are gone, but none
// without the children that need it.
func halfPruned(before, after string) (states []string) {
	lines := strings.SplitAfter(before, "\n")
	var victims []string
	for _, line := range lines {
		if !strings.Contains(after, line) {
			victims = append(victims, line)
		}
	}
	for gone := range 1 << len(victims) {
		state, ids := before, map[string]bool{}
		for i, line := range victims {
			if gone>>i&1 == 1 {
				state = strings.Replace(state, line, "", 1)
				ids[line[:21]] = true
			}
		}
		orphaned := func(line string) bool {
			needs := strings.Contains(line, " delta ") || strings.Contains(line, " fork ")
			return needs && ids[line[22:43]]
		}
		if !slices.ContainsFunc(strings.SplitAfter(state, "\n"), orphaned) {
			states = append(states, state)
		}
	}
	return states
}

// store is one of many segments: two checkpoints fill one.
func store(disk *faultFS) *Store {
	s := newStore(disk, Clock(checkpointtest.NewClock().Now))
	s.segmentSize = 2
	return s
}

// TestCrashAtEveryStep lets each step that the store does to its disk go wrong
// in each way, and looks at what is found afterwards. Each way meets every third step,
// another one than the ways before and after it, and where tests are exhaustive, all.
func TestCrashAtEveryStep(t *testing.T) {
	apart := 3
	if os.Getenv("BINDERY_EXHAUSTIVE") != "" {
		apart = 1
	}
	legal := legalStates(t)
	final := legal[len(script)][0]
	for i, fault := range faults {
		t.Run(fault.name, func(t *testing.T) {
			for at := 1 + i%apart; ; at += apart {
				disk := newFaultFS()
				disk.at, disk.fault = at, fault
				s := store(disk)
				done, err := 0, error(nil)
				for done < len(script) {
					if err = script[done].do(s); err != nil {
						break
					}
					done++
				}
				if err == nil && !disk.dead {
					if disk.step < at {
						if at < 200 {
							t.Fatalf("the whole script takes %d steps only", at)
						}
						return
					}
					if got := snapshot(s); got != final {
						t.Fatalf("step %d, passed over: got\n%s\nwant\n%s", at, got, final)
					}
					continue
				}
				where := fmt.Sprintf("step %d", at)
				if done < len(script) {
					where = fmt.Sprintf("step %d, during %q", at, script[done].name)
				}
				if !fault.crash {
					goOn(t, where+", same store", s, legal, done)
					continue
				}
				// The process dies; then, after another one has looked, the machine.
				restarted := disk.restart()
				for _, loss := range powerLosses {
					head := restarted.restart()
					was, _ := store(head).Get(ctx, "t", "")
					if is, _ := store(head.powerCut(loss)).Get(ctx, "t", ""); was.ID != "" && !reflect.DeepEqual(is, was) {
						t.Fatalf("%s, then %s: what was read is gone: got %+v, was %+v", where, loss.name, is, was)
					}
					all := restarted.restart()
					seen := history(store(all))
					if got := history(store(all.powerCut(loss))); got != seen {
						t.Fatalf("%s, then %s: what was read is gone: got\n%s\nwas\n%s", where, loss.name, got, seen)
					}
				}
				goOn(t, where+", process restarted", store(restarted), legal, done)
				for _, loss := range powerLosses {
					goOn(t, where+", machine restarted, "+loss.name, store(disk.powerCut(loss)), legal, done)
				}
			}
		})
	}
}

// goOn checks that operations up to done have happened, the one after it has or
// has not, and that the script can be brought to its end.
func goOn(t *testing.T, where string, s *Store, legal [][]string, done int) {
	t.Helper()
	got := snapshot(s)
	if done < len(script) && got == legal[done+1][0] {
		done++
	} else if !slices.Contains(legal[done], got) {
		t.Fatalf("%s: got\n%s\nwant one of\n%s", where, got, strings.Join(append(legal[done], legal[min(done+1, len(script))]...), "or\n"))
	}
	for ; done < len(script); done++ {
		if err := script[done].do(s); err != nil {
			t.Fatalf("%s, then %s: %v", where, script[done].name, err)
		}
	}
	if got, want := snapshot(s), legal[len(script)][0]; got != want {
		t.Fatalf("%s, at the end: got\n%s\nwant\n%s", where, got, want)
	}
}
