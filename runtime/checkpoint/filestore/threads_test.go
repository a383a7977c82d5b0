package filestore

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/runtime/checkpoint"
)

// TestADamagedThreadHidesNoOther: a thread whose records cannot be read is told
// of with its error, those of long names too.
func TestADamagedThreadHidesNoOther(t *testing.T) {
	path := t.TempDir()
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	long := strings.Repeat("long", 100)
	for _, name := range []string{"a", "b", "c", long, long + "2"} {
		id, err := s.Put(t.Context(), name, "", checkpoint.Checkpoint{State: []byte(name)})
		if err != nil {
			t.Fatal(err)
		}
		if name == "b" || name == long {
			if err := os.WriteFile(filepath.Join(path, threadDir(name), string(id)+".root.full"), []byte("rubbish"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.WriteFile(filepath.Join(path, "README"), nil, 0o600); err != nil { // somebody else's
		t.Fatal(err)
	}
	var sound, damaged []string
	for thread, err := range s.Threads(t.Context()) {
		if err == nil {
			sound = append(sound, thread.Name)
		} else if errors.Is(err, checkpoint.ErrDamaged) {
			damaged = append(damaged, thread.Name)
		} else {
			t.Error(err)
		}
	}
	if strings.Join(sound, " ") != "a c "+long+"2" || len(damaged) != 2 || damaged[1] != "b" {
		t.Errorf("sound %q, damaged %q", sound, damaged)
	}
}
