package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/store"
)

// old makes n documents from before now with entries in the index.
func old(t *testing.T, dir string, n int) {
	t.Helper()
	for i := range n {
		write(t, dir, fmt.Sprintf("notes/old%d/note.json", i), fmt.Sprintf(`{"id":"old%d","topic":"t","at":"2020-01-01T00:00:00Z","lines":[]}`, i))
	}
}

// sameIndex wants an index that says what one says that is made anew.
func sameIndex(t *testing.T, d *store.Documents[note, string]) string {
	t.Helper()
	is, err := d.Index(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Reindex(t.Context()); err != nil {
		t.Fatal(err)
	}
	anew, err := d.Index(t.Context())
	if err != nil || string(is) != string(anew) {
		t.Errorf("the index says\n%s\nand should\n%s %v", is, anew, err)
	}
	return string(is)
}

// TestSweepWritesTheIndexOnce looks at the index when some documents are gone.
func TestSweepWritesTheIndexOnce(t *testing.T) {
	dir := t.TempDir()
	old(t, dir, 20)
	d := open(t, dir)
	if err := d.Create(t.Context(), &note{ID: "new", Topic: "t", At: "2040-01-01T00:00:00Z"}); err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for id := range inodes(t, dir, func() {
		if removed, err := d.Sweep(t.Context(), time.Now()); err != nil || len(removed) != 20 {
			t.Errorf("%d removed, %v", len(removed), err)
		}
	}) {
		ids[id] = true
	}
	if text := sameIndex(t, d); strings.Contains(text, "old") || !strings.Contains(text, "new") {
		t.Error(text)
	}
	if len(ids) > 3 {
		t.Errorf("the index was written %d times", len(ids))
	}
}

// inodes gives the files that an index has been while f ran.
func inodes(t *testing.T, dir string, f func()) map[string]bool {
	t.Helper()
	seen := map[string]bool{}
	stop, done := make(chan bool), make(chan bool)
	go func() {
		defer close(done)
		for {
			if info, err := os.Stat(filepath.Join(dir, "notes/index.json")); err == nil {
				seen[fmt.Sprint(info.ModTime().UnixNano(), info.Size())] = true
			}
			select {
			case <-stop:
				return
			case <-time.After(200 * time.Microsecond):
			}
		}
	}()
	f()
	close(stop)
	<-done
	return seen
}

func TestSweepBesideOtherWriters(t *testing.T) {
	dir := t.TempDir()
	old(t, dir, 40)
	sweeping, writing := open(t, dir), open(t, dir)
	var wg sync.WaitGroup
	wg.Go(func() {
		if _, err := sweeping.Sweep(t.Context(), time.Now()); err != nil {
			t.Error(err)
		}
	})
	kept := 0
	for i := range 40 {
		if err := writing.Create(t.Context(), &note{ID: fmt.Sprint("new", i), Topic: "t", At: "2040-01-01T00:00:00Z"}); err != nil {
			t.Fatal(err)
		}
		err := writing.Update(t.Context(), fmt.Sprint("old", 39-i), func(x *note) error { // saved, if it is still there
			x.At = "2040-01-01T00:00:00Z"
			return nil
		})
		if err == nil {
			kept++
		}
	}
	wg.Wait()
	if got := strings.Count(sameIndex(t, writing), `"id":`); got != 40+kept {
		t.Errorf("%d entries, of %d", got, 40+kept)
	}
}

// TestSweepOfWhatChangesMeanwhile gives a document an entry in the index just
// after the sweep has read it: the entry goes with the document.
func TestSweepOfWhatChangesMeanwhile(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "notes/a/note.json", `{"id":"a","at":"2020-01-01T00:00:00Z","lines":[]}`)
	write(t, dir, "notes/b/note.json", `{"id":"b","topic":"t","at":"2020-01-01T00:00:00Z","lines":[]}`)
	other := open(t, dir)
	listed := false
	d := openDated(t, dir, func(x *note) {
		if x.ID != "a" || listed {
			return
		}
		listed = true
		if err := other.Update(t.Context(), "a", func(x *note) error { x.Topic = "t"; return nil }); err != nil {
			t.Error(err)
		}
	})
	if removed, err := d.Sweep(t.Context(), time.Now()); err != nil || len(removed) != 2 {
		t.Errorf("%d removed, %v", len(removed), err)
	}
	if text := sameIndex(t, d); strings.Contains(text, `"id":`) {
		t.Error(text)
	}
}

// openDated opens a store that calls look with each document whose date it asks for.
func openDated(t *testing.T, dir string, look func(x *note)) *store.Documents[note, string] {
	t.Helper()
	root, err := storage.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	k := kind()
	date := k.Dates[0]
	k.Dates = []func(x *note) time.Time{func(x *note) time.Time {
		look(x)
		return date(x)
	}}
	return store.New(root, k)
}

// TestASweepThatIsCutShort leaves an index that is brought up to what is there.
func TestASweepThatIsCutShort(t *testing.T) {
	dir := t.TempDir()
	old(t, dir, 30)
	ctx, cancel := context.WithCancel(t.Context())
	asked := 0
	d := openDated(t, dir, func(*note) {
		if asked++; asked == 40 { // all are read, and some are gone
			cancel()
		}
	})
	if err := d.Reindex(t.Context()); err != nil {
		t.Fatal(err)
	}
	removed, err := d.Sweep(ctx, time.Now())
	if len(removed) == 0 || len(removed) == 30 || !errors.Is(err, context.Canceled) || strings.Count(err.Error(), context.Canceled.Error()) != 1 {
		t.Fatalf("%d removed, %v", len(removed), err)
	}
	if note := read(t, dir, "notes/index.json.lock"); note != "" {
		t.Errorf("the next who comes makes the index anew: %s", note)
	}
	if got := strings.Count(sameIndex(t, d), `"id":`); got != 30-len(removed) {
		t.Errorf("%d entries, and %d were removed", got, len(removed))
	}
}
