package store_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/store"
)

// TestUpdateOrCreateGivesTheErrorsOfChange also where they are those by which it
// tells a document that is missing, or that somebody else has made.
func TestUpdateOrCreateGivesTheErrorsOfChange(t *testing.T) {
	for name, c := range map[string]struct {
		there bool
		fails error
	}{
		"missing elsewhere":    {true, fs.ErrNotExist},
		"there elsewhere":      {true, fs.ErrExist},
		"new, missing":         {false, fs.ErrNotExist},
		"new, there elsewhere": {false, fs.ErrExist},
	} {
		t.Run(name, func(t *testing.T) {
			d := open(t, t.TempDir())
			if c.there {
				if err := d.Create(t.Context(), &note{ID: "a"}); err != nil {
					t.Fatal(err)
				}
			}
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			cause := fmt.Errorf("what change reads: %w", c.fails)
			calls := 0
			err := d.UpdateOrCreate(ctx, "a", func() (*note, error) { return &note{ID: "a", Topic: "fresh"}, nil }, func(x *note) error {
				if calls++; calls > 100 {
					cancel()
				}
				if x.Topic == "fresh" && c.there {
					return nil
				}
				return cause
			})
			if err != cause || calls != 1 {
				t.Errorf("%v after %d calls", err, calls)
			}
			ctx, cancel = context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			calls = 0
			if err := d.UpdateOrCreate(ctx, "b", func() (*note, error) { calls++; return nil, cause }, nil); err != cause || calls != 1 {
				t.Errorf("fresh fails: %v after %d calls", err, calls)
			}
		})
	}
}

// TestPutBesideDelete makes documents in a directory that goes with those of others
// at the same moment.
func TestPutBesideDelete(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	var wg sync.WaitGroup
	for i := range 3 {
		id := fmt.Sprint(i)
		for _, change := range []func(d *store.Documents[note, string]) error{
			func(d *store.Documents[note, string]) error { return d.Put(t.Context(), &note{ID: id}) },
			func(d *store.Documents[note, string]) error {
				if err := d.Delete(t.Context(), id); !errors.Is(err, fs.ErrNotExist) {
					return err
				}
				return nil
			},
		} {
			d := flat(t, dir)
			wg.Go(func() {
				for ctx.Err() == nil {
					if err := change(d); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
	}
	wg.Wait()
}

// flat are documents whose files are in one directory, and that look is called with
// when they are asked for their date.
func flat(t *testing.T, dir string, look ...func(x *note)) *store.Documents[note, string] {
	t.Helper()
	root, err := storage.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	k := kind()
	k.Template, k.Parts, k.Logs, k.Index = storage.MustTemplate("flat/{id}.json"), nil, nil, nil
	date := k.Dates[0]
	k.Dates[0] = func(x *note) time.Time {
		for _, look := range look {
			look(x)
		}
		return date(x)
	}
	return store.New(root, k)
}

// TestDeletingTheLastTwoOfADirectory: whoever removes the last file removes the
// directory, while the other one has not yet made its own removal durable.
func TestDeletingTheLastTwoOfADirectory(t *testing.T) {
	dir := t.TempDir()
	deadline := time.Now().Add(time.Second)
	d := flat(t, dir)
	for time.Now().Before(deadline) && !t.Failed() {
		var wg sync.WaitGroup
		for i := range 4 {
			id := fmt.Sprint(i)
			if err := d.Create(t.Context(), &note{ID: id}); err != nil {
				t.Fatal(err)
			}
		}
		for i := range 4 {
			wg.Go(func() {
				if err := d.Delete(t.Context(), fmt.Sprint(i)); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	}
}

// TestACutSweepSaysSo also where no index is: what it has not looked at may be old.
func TestACutSweepSaysSo(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	d := flat(t, dir)
	for i := range 5 {
		if err := d.Create(t.Context(), &note{ID: fmt.Sprint(i), At: "2020-01-01T00:00:00Z"}); err != nil {
			t.Fatal(err)
		}
	}
	asked := 0
	d = flat(t, dir, func(*note) {
		if asked++; asked == 7 { // five are read, and the second is on its way
			cancel()
		}
	})
	removed, err := d.Sweep(ctx, time.Now())
	if len(removed) != 2 || !errors.Is(err, context.Canceled) || strings.Count(err.Error(), context.Canceled.Error()) != 1 {
		t.Errorf("%q removed, %v", removed, err)
	}
}

// TestAWriteBeforeItsIndexSaysSo: the document has changed, and who would change it
// again must know. Then the index is brought up to it, also where the document does
// not say any more which entry it had.
func TestAWriteBeforeItsIndexSaysSo(t *testing.T) {
	for _, key := range []string{"id", "topic"} {
		dir := t.TempDir()
		k := kind()
		k.Index.Key = key
		root, err := storage.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer root.Close()
		d := store.New(root, k)
		for _, id := range []string{"a", "b", "c"} {
			if err := d.Create(t.Context(), &note{ID: id, Topic: "old " + id}); err != nil {
				t.Fatal(err)
			}
		}
		for name, change := range map[string]func() error{
			"update": func() error {
				return d.Update(t.Context(), "a", func(x *note) error { x.Topic = "new"; return nil })
			},
			"create": func() error { return d.Create(t.Context(), &note{ID: "d", Topic: "d"}) },
			"delete": func() error { return d.Delete(t.Context(), "c") },
		} {
			before := read(t, dir, "notes/index.json")
			file := filepath.Join(dir, "notes/index.json")
			if err := errors.Join(os.Remove(file), os.Mkdir(file, 0o700)); err != nil {
				t.Fatal(err)
			}
			if err := change(); !errors.Is(err, store.ErrBehind) {
				t.Errorf("%s: %v", name, err)
			}
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
			write(t, dir, "notes/index.json", before)
			if text := sameIndex(t, d); text == before {
				t.Errorf("%s: %s", name, text)
			}
		}
	}
}

func TestCreateNewEndsWhereNoKeyIsLeft(t *testing.T) {
	d := flat(t, t.TempDir())
	if err := d.Create(t.Context(), &note{ID: "a"}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	x, err := d.CreateNew(ctx, func() string { return "a" }, func(id string) (*note, error) { return &note{ID: id}, nil })
	if x != nil || !errors.Is(err, fs.ErrExist) {
		t.Errorf("%v, %v", x, err)
	}
}
