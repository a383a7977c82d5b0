package checkpointtest_test

import (
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/checkpointtest"
	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
)

// The test of a store of one's own. What it cannot do is left out of the
// capabilities, and reported as skipped.
func ExampleRun() {
	var _ = func(t *testing.T) {
		factory := func(t testing.TB, clock func() time.Time) checkpoint.Store { return memstore.New(clock) }
		checkpointtest.Run(t, factory, checkpointtest.Capabilities{Fork: true, Writes: true, Delete: true, Prune: true, Lease: true})
	}
}
