package store_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/store"
)

// filled makes a store of n documents, without an index and logs, by plain files.
func filled(b *testing.B, n int) (*store.Documents[note, string], string) {
	b.Helper()
	dir := b.TempDir()
	root, err := storage.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { root.Close() })
	k := kind()
	k.Logs, k.Index = nil, nil
	for i := range n {
		write(b, dir, fmt.Sprintf("notes/k%d/note.json", i), fmt.Sprintf(`{"id":"k%d","topic":"t","lines":[]}`, i))
	}
	return store.New(root, k), dir
}

// BenchmarkStore measures each operation at several numbers of documents, beside
// what the plain calls of the system take that do the same without locks, checks
// and, but for one fsync, durability.
func BenchmarkStore(b *testing.B) {
	sizes := []int{10, 1000}
	if !testing.Short() {
		sizes = append(sizes, 100_000)
	}
	for _, n := range sizes {
		d, dir := filled(b, n)
		each := func(name string, f func(i int) error) {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					if err := f(i); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		each("All", func(int) error {
			for _, err := range d.All() {
				if err != nil {
					return err
				}
			}
			return nil
		})
		each("AllPlain", func(int) error {
			folders, err := os.ReadDir(filepath.Join(dir, "notes"))
			if err != nil {
				return err
			}
			for _, folder := range folders {
				data, err := os.ReadFile(filepath.Join(dir, "notes", folder.Name(), "note.json"))
				if err != nil {
					return err
				}
				if err := json.Unmarshal(data, new(note)); err != nil {
					return err
				}
			}
			return nil
		})
		each("Find", func(i int) error {
			id := fmt.Sprint("k", i%n)
			for _, err := range d.Find(func(x *note) bool { return x.ID == id }) {
				if err != nil {
					return err
				}
			}
			return nil
		})
		made, plain := 0, 0
		each("Create", func(int) error {
			made++
			return d.Create(b.Context(), &note{ID: fmt.Sprint("new", made), Topic: "t"})
		})
		each("CreatePlain", func(int) error {
			plain++
			return writePlain(dir, fmt.Sprint("plain", plain))
		})
		each("Load", func(i int) error {
			_, err := d.Load(fmt.Sprint("k", i%n))
			return err
		})
		each("LoadPlain", func(i int) error {
			data, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("notes/k%d/note.json", i%n)))
			if err != nil {
				return err
			}
			return json.Unmarshal(data, new(note))
		})
		each("Update", func(i int) error {
			return d.Update(b.Context(), fmt.Sprint("k", i%n), func(x *note) error {
				x.At = fmt.Sprint(i)
				return nil
			})
		})
		each("UpdatePlain", func(i int) error { return writePlain(dir, fmt.Sprint("k", i%n)) })
	}
}

// writePlain writes a document by rename, with one fsync.
func writePlain(dir, id string) error {
	name := filepath.Join(dir, "notes", id, "note.json")
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	f, err := os.Create(name + ".new")
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := fmt.Fprintf(f, `{"id":%q,"topic":"t","lines":[]}`, id); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}
