package filestore_test

import (
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/checkpointtest"
	"github.com/bindery-go/bindery/runtime/checkpoint/filestore"
)

func open(t testing.TB, dir string, clock func() time.Time) *filestore.Store {
	t.Helper()
	s, err := filestore.Open(dir, filestore.Clock(clock))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestStore(t *testing.T) {
	dirs := map[checkpoint.Store]string{}
	factory := func(t testing.TB, clock func() time.Time) checkpoint.Store {
		dir := t.TempDir() + "/new/store"
		s := open(t, dir, clock)
		dirs[s] = dir
		return s
	}
	checkpointtest.Run(t, factory, checkpointtest.All(func(t testing.TB, s checkpoint.Store, clock func() time.Time) checkpoint.Store {
		return open(t, dirs[s], clock)
	}))
}

func FuzzOperations(f *testing.F) {
	f.Add([]byte("\x00\x00\x01\x05\x06\x01\x04\x00\x00\x00\x02\x01\x07\x02\x00\x0a\x00\x00\x00\x00\x01"))
	f.Add([]byte("\x08\x00\x00\x00\x00\x01\x03\x00\x01\x03\x00\x01\x04\x00\x00\x07\x02\x00\x09\xff\x00\x00\x00\x01"))
	f.Fuzz(func(t *testing.T, operations []byte) {
		clock := checkpointtest.NewClock()
		store := open(t, t.TempDir(), clock.Now)
		checkpointtest.Operations(t, store, clock, operations[:min(len(operations), 90)])
	})
}
