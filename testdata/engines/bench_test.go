//go:build unix

package engines_test

import (
	"context"
	"testing"

	"go.temporal.io/sdk/client"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocolgen"
	"github.com/bindery-go/bindery/runtime/protocol/temporalrun"
)

// benchSteps is the number of steps of a run.
const benchSteps = 20

var manySteps = driverOf("steps", func(r *protocolgen.Run[note]) {
	r.For("for_i", func(context.Context, *protocol.Call, *note) (int, error) { return benchSteps, nil }, func() {
		r.Step("nothing", func(context.Context, *protocol.Call, *note) error { return nil })
	})
})

// BenchmarkStep reports what a step that does nothing costs on each engine, with
// what it takes to begin a run and to end it shared among twenty. All that is
// durable outlives a power cut.
func BenchmarkStep(b *testing.B) {
	measure := func(b *testing.B, run func(id string) error) {
		for b.Loop() {
			if err := run(name("run")); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*benchSteps), "µs/step")
		b.ReportMetric(0, "ns/op")
	}
	for _, engine := range []string{"memstore", "filestore", "pgstore"} {
		b.Run(engine, func(b *testing.B) {
			store := stores[engine](b)
			measure(b, func(id string) error {
				_, err := manySteps(b.Context(), struct{}{}, new(note), protocol.WithRun(checkpoint.Store(store), id))
				return err
			})
		})
	}
	b.Run("temporal", func(b *testing.B) {
		s, err := newServer(b.TempDir(), "full")
		if err != nil {
			b.Fatal(err)
		}
		defer s.kill()
		c, err := connect(s.address())
		if err != nil {
			b.Fatal(err)
		}
		defer c.Close()
		w := newWorker(c, "bench")
		if err := temporalrun.Register(w, manySteps, struct{}{}); err != nil {
			b.Fatal(err)
		}
		if err := w.Start(); err != nil {
			b.Fatal(err)
		}
		defer w.Stop()
		o := temporalrun.Options{StartWorkflowOptions: client.StartWorkflowOptions{TaskQueue: "bench"}}
		measure(b, func(id string) error {
			if _, err := temporalrun.Start(b.Context(), c, "steps", id, note{}, o); err != nil {
				return err
			}
			_, err := temporalrun.Result(b.Context(), c, id, nil)
			return err
		})
	})
}
