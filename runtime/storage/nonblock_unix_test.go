//go:build unix

package storage

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestNothingWaitsForAPipe reads one that nobody writes to.
func TestNothingWaitsForAPipe(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Skip("2026-11-29: no pipes here: ", err)
	}
	root, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	p, err := MustTemplate("pipe").Path()
	if err != nil {
		t.Fatal(err)
	}
	for name, read := range map[string]func() error{
		"ReadFile": func() error { _, err := root.ReadFile(p); return err },
		"LastLine": func() error { _, err := root.LastLine(p); return err },
		"Lines": func() error {
			for _, err := range Lines[int](root, p) {
				return err
			}
			return nil
		},
	} {
		done := make(chan error, 1)
		go func() { done <- read() }()
		select {
		case err := <-done:
			if !errors.Is(err, ErrNotRegular) {
				t.Errorf("%s: %v", name, err)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s waits", name)
		}
	}
}
