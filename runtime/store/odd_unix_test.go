//go:build unix

package store_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/store"
)

// TestWhatIsNoDocumentIsTold: what has the name of a document or of its directory and
// is something else is an error that names it, between the documents; other names are
// passed over, and an index is made of the documents alone.
func TestWhatIsNoDocumentIsTold(t *testing.T) {
	dir := t.TempDir()
	root, err := storage.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	s := store.New(root, kind())
	for _, id := range []string{"a", "k"} {
		if err := s.Create(t.Context(), &note{ID: id, Topic: "t"}); err != nil {
			t.Fatal(err)
		}
	}
	in := func(name string) string { return filepath.Join(dir, "notes", name) }
	for _, err := range []error{
		os.MkdirAll(in("b/note.json"), 0o700),
		os.Symlink("a", in("c")),
		os.MkdirAll(in("d"), 0o700),
		os.Symlink("../a/note.json", in("d/note.json")),
		os.MkdirAll(in("e"), 0o700),
		syscall.Mkfifo(in("e/note.json"), 0o600),
		syscall.Mkfifo(in("f"), 0o600),
		os.Symlink("nowhere", in("g")),
		os.WriteFile(in("h"), nil, 0o600), // of whoever keeps files here
		os.Symlink("a", in("-i")),         // no key
		os.MkdirAll(in("j"), 0o700),       // of a document that was deleted
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	want := []string{
		"a",
		"open notes/b/note.json: storage: not a regular file but a directory",
		"open notes/c: storage: not a directory but a symbolic link",
		"open notes/d/note.json: storage: not a regular file but a symbolic link",
		"open notes/e/note.json: storage: not a regular file but a named pipe",
		"open notes/f: storage: not a directory but a named pipe",
		"open notes/g: storage: not a directory but a symbolic link",
		"k",
	}
	id := func(x *note) string { return x.ID }
	for name, got := range map[string][]string{
		"All":  listed(s.All(), id),
		"Find": listed(s.Find(func(*note) bool { return true }), id),
		"Keys": listed(s.Keys(), func(key string) string { return key }),
	} {
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	if err := s.Reindex(t.Context()); err != nil {
		t.Fatal(err)
	}
	if text, err := s.Index(t.Context()); err != nil || strings.Count(string(text), `"id"`) != 2 {
		t.Errorf("%s, %v", text, err)
	}
}
