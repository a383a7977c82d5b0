package memstore_test

import (
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/checkpointtest"
	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
)

func TestStore(t *testing.T) {
	factory := func(_ testing.TB, clock func() time.Time) checkpoint.Store { return memstore.New(clock) }
	checkpointtest.Run(t, factory, checkpointtest.All(nil))
}

func FuzzOperations(f *testing.F) {
	f.Add([]byte("\x00\x00\x01\x05\x06\x01\x04\x00\x00\x00\x02\x01\x07\x02\x00\x0a\x00\x00\x00\x00\x01"))
	f.Add([]byte("\x08\x00\x00\x00\x00\x01\x03\x00\x01\x03\x00\x01\x04\x00\x00\x07\x02\x00\x09\xff\x00\x00\x00\x01"))
	f.Fuzz(func(t *testing.T, operations []byte) {
		clock := checkpointtest.NewClock()
		checkpointtest.Operations(t, memstore.New(clock.Now), clock, operations[:min(len(operations), 300)])
	})
}
