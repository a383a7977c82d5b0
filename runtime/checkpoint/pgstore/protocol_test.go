//go:build unix

package pgstore_test

import (
	"os"
	"testing"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/protocol/protocoltest"
)

// TestProtocols: random protocols of every form come in PostgreSQL to what they
// come to in memory. BINDERY_EXHAUSTIVE takes twenty times as many.
func TestProtocols(t *testing.T) {
	seeds := uint64(2)
	if os.Getenv("BINDERY_EXHAUSTIVE") != "" {
		seeds *= 20
	}
	protocoltest.Run(t, protocoltest.Stored(func(t testing.TB) checkpoint.Store {
		t.(*testing.T).Parallel()
		return open(t, newSchema(t))
	}), seeds, nil)
}
