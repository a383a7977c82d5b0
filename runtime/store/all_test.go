package store_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/store"
)

// TestAllAndFindHoldOneDocumentAtATime goes through 200 documents of 256 KB and
// lets go of each: what is live then is not the 50 MB of all.
func TestAllAndFindHoldOneDocumentAtATime(t *testing.T) {
	dir := t.TempDir()
	text := strings.Repeat("x", 256<<10)
	const documents = 200
	for i := range documents {
		name := filepath.Join(dir, fmt.Sprintf("notes/k%d/note.json", i))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, fmt.Appendf(nil, `{"id":"k%d","topic":%q,"lines":[]}`, i, text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	root, err := storage.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	k := kind()
	k.Logs, k.Index = nil, nil
	s := store.New(root, k)
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // only where live says
	live := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := live()
	for name, all := range map[string]func(func(*note, error) bool){
		"All":  s.All(),
		"Find": s.Find(func(x *note) bool { return len(x.Topic) == len(text) }),
	} {
		n := 0
		for x, err := range all {
			if err != nil {
				t.Fatal(err)
			}
			if n++; n%50 == 0 {
				if now := live(); now > before+10*uint64(len(text)) {
					t.Errorf("%s: at %s %d KB are live, more than before", name, x.ID, (now-before)>>10)
				}
			}
		}
		if n != documents {
			t.Errorf("%s gives %d of %d", name, n, documents)
		}
	}
}
