package store_test

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
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

// listed are the keys and the errors of a listing, in its order.
func listed[K any](all iter.Seq2[K, error], key func(K) string) (out []string) {
	for x, err := range all {
		if err != nil {
			out = append(out, err.Error())
		} else {
			out = append(out, key(x))
		}
	}
	return out
}

// TestKeysComeOnce: a name that the store would write in another way is not a second
// document of its key.
func TestKeysComeOnce(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"1", "01", "x", "99999999999999999999", "10"} {
		if err := os.WriteFile(filepath.Join(dir, "round"+name+".json"), []byte(`{"id":"`+name+`"}`), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	root, err := storage.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	k := kind()
	s := store.New(root, store.Kind[note, int64]{
		Template: storage.MustTemplate("round{n}.json"), Args: store.NumberArgs, Key: store.NumberKey, Members: k.Members, Parse: k.Parse,
	})
	want := []string{
		`round01.json: the path has n "01", which a store writes as "1": rename or remove it`,
		"1",
		"10",
		`round99999999999999999999.json: the path is that of no document, and can be renamed or removed: strconv.ParseInt: parsing "99999999999999999999": value out of range`,
		`roundx.json: the path is that of no document, and can be renamed or removed: strconv.ParseInt: parsing "x": invalid syntax`,
	}
	for name, got := range map[string][]string{
		"Keys": listed(s.Keys(), func(key int64) string { return strconv.FormatInt(key, 10) }),
		"All":  listed(s.All(), func(x *note) string { return x.ID }),
	} {
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}
