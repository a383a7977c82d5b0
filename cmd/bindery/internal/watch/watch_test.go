package watch_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/bindery-go/bindery/cmd/bindery/internal/watch"
)

// folder is a directory as a file system with links.
type folder struct {
	fs.FS
	dir string
}

func (f folder) ReadFile(name string) ([]byte, error)       { return fs.ReadFile(f.FS, name) }
func (f folder) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(f.FS, name) }
func (f folder) Stat(name string) (fs.FileInfo, error)      { return fs.Stat(f.FS, name) }
func (f folder) RealPath(name string) (string, error) {
	real, err := filepath.EvalSymlinks(filepath.Join(f.dir, name))
	if err != nil {
		return "", err
	}
	rel, err := filepath.Rel(f.dir, real)
	return filepath.ToSlash(rel), err
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	full := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func rename(t *testing.T, dir, from, to string) {
	t.Helper()
	if err := os.Rename(filepath.Join(dir, from), filepath.Join(dir, to)); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, dir, name string) {
	t.Helper()
	if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
		t.Fatal(err)
	}
}

// edits are what people and their programs do to files, with what Wait names. a/x.json
// and a/b/y.json are read, a is listed, missing.json is looked for and link, which leads to linked.json, is resolved.
var edits = map[string]struct {
	do   func(t *testing.T, dir string)
	want []string
}{
	"write in place":            {func(t *testing.T, dir string) { write(t, dir, "a/x.json", "2") }, []string{"a/x.json"}},
	"replace by rename":         {func(t *testing.T, dir string) { write(t, dir, "a.new", "2"); rename(t, dir, "a.new", "a/x.json") }, []string{"a/x.json"}},
	"rename to a backup, write": {func(t *testing.T, dir string) { rename(t, dir, "a/x.json", "x~"); write(t, dir, "a/x.json", "2") }, []string{"a/x.json"}},
	"remove":                    {func(t *testing.T, dir string) { remove(t, dir, "a/x.json") }, []string{"a/x.json"}},
	"add to a listed directory": {func(t *testing.T, dir string) { write(t, dir, "a/z.json", "2") }, []string{"a"}},
	"add what was looked for":   {func(t *testing.T, dir string) { write(t, dir, "missing.json", "2") }, []string{"missing.json"}},
	"move a directory above":    {func(t *testing.T, dir string) { rename(t, dir, "a", "c") }, []string{"a/b/y.json", "a/x.json"}},
	"make a directory anew": {func(t *testing.T, dir string) {
		remove(t, dir, "a/b")
		write(t, dir, "a/b/y.json", "2")
	}, []string{"a/b/y.json"}},
	"let a link lead elsewhere": {func(t *testing.T, dir string) {
		remove(t, dir, "link")
		if err := os.Symlink("a/b/y.json", filepath.Join(dir, "link")); err != nil {
			t.Fatal(err)
		}
	}, []string{"link"}},
}

func record(t *testing.T) (*watch.Recorder, string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "a/x.json", "1")
	write(t, dir, "a/b/y.json", "1")
	write(t, dir, "linked.json", "1")
	if err := os.Symlink("linked.json", filepath.Join(dir, "link")); err != nil {
		t.Skip("2026-11-28: no symbolic links here:", err)
	}
	r := watch.Record(folder{os.DirFS(dir), dir})
	for _, name := range []string{"a/x.json", "a/b/y.json", "missing.json", "away/missing.json"} {
		_, _ = r.ReadFile(name)
	}
	if _, err := r.ReadDir("a"); err != nil {
		t.Fatal(err)
	}
	if _, err := r.RealPath("link"); err != nil {
		t.Fatal(err)
	}
	return r, dir
}

// wait is Wait, which must come to an end.
func wait(t *testing.T, r *watch.Recorder, dir string) ([]string, error) {
	t.Helper()
	w, err := watch.New(dir, ".")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return w.Wait(ctx, r)
}

// TestWaitNoticesEdits does each edit before the wait and while it lasts.
func TestWaitNoticesEdits(t *testing.T) {
	for name, edit := range edits {
		for _, when := range []string{"before", "during"} {
			t.Run(name+" "+when, func(t *testing.T) {
				t.Parallel()
				r, dir := record(t)
				done := make(chan struct{})
				if when == "before" {
					edit.do(t, dir)
					close(done)
				} else {
					go func() {
						defer close(done)
						time.Sleep(20 * time.Millisecond) // most likely waiting; right if it is not
						edit.do(t, dir)
					}()
				}
				got, err := wait(t, r, dir)
				<-done
				if err != nil || len(got) == 0 {
					t.Fatalf("%q, %v", got, err)
				}
				if changed := r.Changed(); !slices.Equal(changed, edit.want) { // Wait may come in the middle
					t.Errorf("%q, want %q", changed, edit.want)
				}
			})
		}
	}
}

// What nobody has read, and what is written as it was, is no change.
func TestWaitPassesOverWhatWasNotRead(t *testing.T) {
	r, dir := record(t)
	write(t, dir, "other/z.json", "2")
	write(t, dir, "a/x.json", "1")
	write(t, dir, "a/b/z.json", "2")
	if got := r.Changed(); len(got) > 0 {
		t.Errorf("%q", got)
	}
}

func TestAcceptTakesOwnFilesAsTheyAre(t *testing.T) {
	r, dir := record(t)
	write(t, dir, "a/z.json", "2")
	write(t, dir, "a/x.json", "2")
	r.Accept([]string{"a/z.json"})
	if got := r.Changed(); !slices.Equal(got, []string{"a/x.json"}) {
		t.Errorf("%q", got)
	}
}

func TestWaitEndsWithItsContext(t *testing.T) {
	r, dir := record(t)
	w, err := watch.New(dir, ".")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got, err := w.Wait(ctx, r); !errors.Is(err, context.Canceled) {
		t.Errorf("%q, %v", got, err)
	}
}
