package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGoSources_saysWhatIsMissing: of what the go command says one line is told, which
// announces no other.
func TestGoSources_saysWhatIsMissing(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/m\n\ngo 1.26\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := goSources(dir)("example.org/nowhere")
	if err == nil || !strings.Contains(err.Error(), "example.org/nowhere") || strings.Contains(err.Error(), "to add it") {
		t.Errorf("the error is %v", err)
	}
}
