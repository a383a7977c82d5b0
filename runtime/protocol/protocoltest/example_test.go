package protocoltest_test

import (
	"testing"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
	"github.com/bindery-go/bindery/runtime/protocol/protocoltest"
)

// A store holds the runs of protocols as well as any other: put this into a test.
func ExampleRun() {
	test := func(t *testing.T) {
		protocoltest.Run(t, protocoltest.Stored(func(testing.TB) checkpoint.Store {
			return memstore.New(nil) // yours
		}), 4, nil)
	}
	_ = test
}
