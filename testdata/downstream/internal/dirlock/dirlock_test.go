package dirlock

import (
	"context"
	"errors"
	"testing"
)

func TestLockExcludes(t *testing.T) {
	dir := t.TempDir()
	unlock, err := Lock(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Lock(stopped, dir); !errors.Is(err, context.Canceled) {
		t.Errorf("a second holder: %v", err)
	}
	unlock()
	unlock, err = Lock(t.Context(), dir) // also from the one that had given up
	if err != nil {
		t.Fatal(err)
	}
	unlock()
	if _, err := Lock(t.Context(), dir+"/missing"); err == nil {
		t.Error("a directory that is not there is locked")
	}
}
