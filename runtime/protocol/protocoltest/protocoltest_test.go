package protocoltest_test

import (
	"testing"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/filestore"
	"github.com/bindery-go/bindery/runtime/protocol/protocoltest"
)

func TestFilestore(t *testing.T) {
	protocoltest.Run(t, protocoltest.Stored(func(t testing.TB) checkpoint.Store {
		store, err := filestore.Open(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { store.Close() })
		return store
	}), 4, nil)
}
