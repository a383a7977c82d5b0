package agentmemory

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"testing"
)

// TestSchemasAreTheOriginals compares the schemas with those that Bindery comes
// with, where this repository lies beside them. The overlays are this project's.
func TestSchemasAreTheOriginals(t *testing.T) {
	for _, name := range []string{"memory-packet.json", "reflection-memory.json", "rlm-state.yaml", "rlm-trajectory.yaml", "social-rl.yaml"} {
		original, err := os.ReadFile("../../schemas/" + name)
		if errors.Is(err, fs.ErrNotExist) {
			t.Skip("2026-11-28: this project stands alone, without the repository of Bindery:", err)
		}
		if err != nil {
			t.Fatal(err)
		}
		if ours, err := os.ReadFile("schemas/" + name); err != nil || !bytes.Equal(ours, original) {
			t.Errorf("%s is another schema: %v", name, err)
		}
	}
}
