//go:build unix

package engines_test

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"testing"
	"time"

	"example.com/agentmemory/gen/reflection"
	"github.com/bindery-go/bindery/gen/rlmstate"
	"github.com/bindery-go/bindery/gen/trajectory"
	"go.temporal.io/sdk/worker"

	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/temporalrun"
)

// system is an operation of a generated package, unchanged. Its steps write into
// the data what they are; what its conditions and loops come to follows from their
// paths and the seed.
type system struct {
	name     string
	run      temporalrun.Driver[struct{}, note]
	register func(w worker.Registry) error
}

func newSystem[S any](pkg string, steps S, driver temporalrun.Driver[S, note]) system {
	run := func(ctx context.Context, _ struct{}, n *note, opts ...protocol.Option) (protocol.Outcome, error) {
		return rewritten(driver, telling)(ctx, steps, n, opts...)
	}
	var found captured
	if _, err := run(context.Background(), struct{}{}, new(note), protocol.WithEngine(&found)); err != nil {
		panic(err)
	}
	return system{pkg + "." + found.program.Operation, run, func(w worker.Registry) error {
		return temporalrun.Register(w, run, struct{}{})
	}}
}

// systems are all operations of the generated packages that have any. The other
// two systems, memory packets and social rounds, describe no protocols.
var systems = []system{
	newSystem[reflection.RunLoopSteps[note]]("reflection", struct{ reflection.RunLoopSteps[note] }{}, reflection.RunRunLoop),
	newSystem[rlmstate.InitializeStateSteps[note]]("rlmstate", struct {
		rlmstate.InitializeStateSteps[note]
	}{}, rlmstate.RunInitializeState),
	newSystem[rlmstate.ReadVariableSteps[note]]("rlmstate", struct {
		rlmstate.ReadVariableSteps[note]
	}{}, rlmstate.RunReadVariable),
	newSystem[rlmstate.WriteVariableSteps[note]]("rlmstate", struct {
		rlmstate.WriteVariableSteps[note]
	}{}, rlmstate.RunWriteVariable),
	newSystem[rlmstate.CheckCompletionSteps[note]]("rlmstate", struct {
		rlmstate.CheckCompletionSteps[note]
	}{}, rlmstate.RunCheckCompletion),
	newSystem[rlmstate.CheckpointSteps[note]]("rlmstate", struct{ rlmstate.CheckpointSteps[note] }{}, rlmstate.RunCheckpoint),
	newSystem[rlmstate.RollbackSteps[note]]("rlmstate", struct{ rlmstate.RollbackSteps[note] }{}, rlmstate.RunRollback),
	newSystem[trajectory.RecordIterationSteps[note]]("trajectory", struct {
		trajectory.RecordIterationSteps[note]
	}{}, trajectory.RunRecordIteration),
	newSystem[trajectory.CompleteTrajectorySteps[note]]("trajectory", struct {
		trajectory.CompleteTrajectorySteps[note]
	}{}, trajectory.RunCompleteTrajectory),
	newSystem[trajectory.AnalyzeTrajectorySteps[note]]("trajectory", struct {
		trajectory.AnalyzeTrajectorySteps[note]
	}{}, trajectory.RunAnalyzeTrajectory),
}

// telling gives the items of a plan functions that say where they are.
func telling(items []protocol.PlanItem) []protocol.PlanItem {
	tell := func(c *protocol.Call, data any, what string) uint32 {
		n := data.(*note)
		n.Said = append(n.Said, c.Path()+what)
		h := fnv.New32a()
		fmt.Fprint(h, n.Who, c.Path())
		return h.Sum32()
	}
	var out []protocol.PlanItem
	for _, item := range items {
		if item.Step != nil {
			item.Step = func(_ context.Context, c *protocol.Call, data any) error {
				tell(c, data, "")
				return nil
			}
		}
		if item.Holds != nil {
			item.Holds = func(_ context.Context, c *protocol.Call, data any) (bool, error) {
				return tell(c, data, "?")%3 == 0, nil
			}
		}
		if item.Take != nil {
			item.Take = func(_ context.Context, c *protocol.Call, data any) (protocol.Taken, error) {
				return protocol.Taken{Count: int(tell(c, data, "*") % 4)}, nil
			}
		}
		item.Items = telling(item.Items)
		out = append(out, item)
	}
	return out
}

// TestSystems: the protocols of the five systems come to the same on all engines.
func TestSystems(t *testing.T) {
	c := temporal(t)
	queue := name("queue")
	w := newWorker(c, queue)
	for _, s := range systems {
		if err := s.register(w); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	defer w.Stop()
	for _, s := range systems {
		for seed := range many(2, 20) {
			t.Run(fmt.Sprintf("%s/seed=%d", s.name, seed), func(t *testing.T) { sameOnAll(t, s, queue, note{Who: fmt.Sprint(seed)}) })
		}
	}
}

// sameOnAll runs an operation on each engine.
func sameOnAll(t *testing.T, s system, queue string, data note) {
	results := make(map[string]string)
	for engine, open := range stores {
		n := data
		if postgres == nil && engine == "pgstore" {
			continue
		}
		outcome, err := s.run(t.Context(), struct{}{}, &n, protocol.WithRun(open(t), "r"))
		results[engine] = fmt.Sprint(outcome, err, n)
	}
	results["temporal"] = onTemporal(t, s, queue, data)
	for engine, result := range results {
		if result != results["memstore"] {
			t.Errorf("on %s: %s; in memory: %s", engine, result, results["memstore"])
		}
	}
}

func onTemporal(t *testing.T, s system, queue string, data note) string {
	c := temporal(t)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	run := name("run")
	var program captured
	if _, err := s.run(ctx, struct{}{}, new(note), protocol.WithEngine(&program)); err != nil {
		t.Fatal(err)
	}
	if _, err := temporalrun.Start(ctx, c, program.program.Operation, run, data, options(queue)); err != nil {
		t.Fatal(err)
	}
	var n note
	outcome, err := finish(ctx, c, run, &n, func(json.RawMessage) (any, error) { return nil, nil })
	return fmt.Sprint(outcome, err, n)
}
