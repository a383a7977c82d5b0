package storage

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func open(t *testing.T) (*Root, string) {
	t.Helper()
	dir := t.TempDir()
	root, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root, dir
}

func at(t *testing.T, text string, args ...string) Path {
	t.Helper()
	p, err := MustTemplate(text).Path(args...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// tree lists everything below a directory.
func tree(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		if name != dir {
			below, _ := filepath.Rel(dir, name)
			names = append(names, filepath.ToSlash(below))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestWriteFileReplacesAsAWhole(t *testing.T) {
	root, dir := open(t)
	p := at(t, "a/b/{id}.json", "x")
	for _, content := range []string{"one", "", "three"} {
		if err := root.WriteFile(p, []byte(content)); err != nil {
			t.Fatal(err)
		}
		if got, err := root.ReadFile(p); err != nil || string(got) != content {
			t.Errorf("read %q, %v", got, err)
		}
	}
	if diff := cmp.Diff([]string{"a", "a/b", "a/b/x.json"}, tree(t, dir)); diff != "" {
		t.Error(diff)
	}
	// A reader that opened the old file still has all of it.
	f, err := root.Open(p)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := root.WriteFile(p, []byte("four!")); err != nil {
		t.Fatal(err)
	}
	old := make([]byte, 5)
	if _, err := f.Read(old); err != nil || string(old) != "three" {
		t.Errorf("the opened file reads %q, %v", old, err)
	}
}

// TestHugeFilesAreNotRead: a file with a hole takes no room on the disk, and as much
// memory as it pleases.
func TestHugeFilesAreNotRead(t *testing.T) {
	root, dir := open(t)
	name, p := filepath.Join(dir, "f"), at(t, "f")
	if err := errors.Join(os.WriteFile(name, nil, 0o600), os.Truncate(name, MaxFile+1)); err != nil {
		t.Skip("2026-11-29: no such file can be made here: ", err)
	}
	if data, err := root.ReadFile(p); !errors.Is(err, ErrTooLarge) || data != nil {
		t.Errorf("ReadFile: %d bytes, %v", len(data), err)
	}
	err := root.Update(t.Context(), p, func(old []byte) ([]byte, error) {
		t.Errorf("Update: %d bytes", len(old))
		return old, nil
	})
	if !errors.Is(err, ErrTooLarge) {
		t.Error("Update: ", err)
	}
	if err := root.WriteFile(p, []byte("new")); err != nil {
		t.Error("it can be replaced: ", err)
	}
}

func TestFailedWriteLeavesNothing(t *testing.T) {
	root, dir := open(t)
	if err := root.MkdirAll(at(t, "a/x.json/")); err != nil {
		t.Fatal(err)
	}
	if err := root.WriteFile(at(t, "a/x.json"), []byte("content")); err == nil {
		t.Error("a file replaced a directory")
	}
	if err := root.WriteFile(at(t, "a/x.json/y"), []byte("content")); err != nil {
		t.Error(err)
	}
	if err := root.WriteFile(at(t, "a/x.json/y/z"), []byte("content")); err == nil {
		t.Error("a file became a directory")
	}
	if diff := cmp.Diff([]string{"a", "a/x.json", "a/x.json/y"}, tree(t, dir)); diff != "" {
		t.Error(diff)
	}
}

func TestLinksThatLeadOutAreRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("2026-11-28: links need privileges")
	}
	root, dir := open(t)
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "secret"), []byte("s"), 0o600); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{
		"out": outside, "up": "..", "file": filepath.Join(outside, "secret"), "new": filepath.Join(outside, "new"),
	} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range []string{"out/x", "up/x", "out/d/x"} {
		p := at(t, text)
		if err := root.WriteFile(p, []byte("x")); err == nil {
			t.Errorf("WriteFile went through %s", text)
		}
		if f, err := root.Create(p); err == nil {
			f.Close()
			t.Errorf("Create went through %s", text)
		}
		if err := root.AppendLine(p, 1); err == nil {
			t.Errorf("AppendLine went through %s", text)
		}
		if err := root.MkdirAll(at(t, text+"/")); err == nil {
			t.Errorf("MkdirAll went through %s", text)
		}
		if err := root.Remove(p); err == nil {
			t.Errorf("Remove went through %s", text)
		}
	}
	if _, err := root.ReadFile(at(t, "file")); err == nil {
		t.Error("ReadFile followed a link")
	}
	if err := root.Append(at(t, "file"), []byte("x")); err == nil {
		t.Error("Append followed a link")
	}
	if err := root.Append(at(t, "new"), []byte("x")); err == nil {
		t.Error("Append made a file through a link")
	}
	for p, err := range root.Glob(MustGlob("**/*")) {
		t.Errorf("the query found %s, %v", p, err)
	}
	if diff := cmp.Diff([]string{"secret"}, tree(t, outside)); diff != "" {
		t.Errorf("outside the root:\n%s", diff)
	}
	if got, _ := os.ReadFile(filepath.Join(outside, "secret")); string(got) != "s" {
		t.Errorf("the secret is %q", got)
	}
}

func TestZeroAndHomePathsAreRefusedByOtherRoots(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("USERPROFILE", os.Getenv("HOME"))
	home, err := OpenHome()
	if err != nil {
		t.Fatal(err)
	}
	defer home.Close()
	root, dir := open(t)
	for _, wrong := range []struct {
		root *Root
		path Path
	}{{root, Path{}}, {root, at(t, "~/a")}, {home, at(t, "a")}} {
		if err := wrong.root.WriteFile(wrong.path, nil); err == nil {
			t.Errorf("wrote %q", wrong.path)
		}
		if _, err := wrong.root.Open(wrong.path); err == nil {
			t.Errorf("opened %q", wrong.path)
		}
	}
	if names := tree(t, dir); len(names) > 0 {
		t.Errorf("left %q", names)
	}
	if err := home.WriteFile(at(t, "~/.config/x/token"), []byte("t")); err != nil {
		t.Error(err)
	}
	if got, err := os.ReadFile(filepath.Join(os.Getenv("HOME"), ".config", "x", "token")); string(got) != "t" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestGlob(t *testing.T) {
	root, _ := open(t)
	for _, name := range []string{"INDEX.md", "a/INDEX.md", "a/b/INDEX.md", "a/b/c/x.md", "a/b/x.txt", "z/x.md"} {
		if err := root.WriteFile(at(t, name), nil); err != nil {
			t.Fatal(err)
		}
	}
	for query, want := range map[string][]string{
		"**/INDEX.md":     {"INDEX.md", "a/INDEX.md", "a/b/INDEX.md"},
		"a/**/*.md":       {"a/INDEX.md", "a/b/INDEX.md", "a/b/c/x.md"},
		"a/**/b/**/x.*":   {"a/b/c/x.md", "a/b/x.txt"},
		"*/x.md":          {"z/x.md"},
		"**/**/x.md":      {"a/b/c/x.md", "z/x.md"},
		"a/*/":            {"a/b/"},
		"z/x.md":          {"z/x.md"},
		"missing/**/*.md": nil,
	} {
		var got []string
		for p, err := range root.Glob(MustGlob(query)) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, p.String())
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s:\n%s", query, diff)
		}
	}
	for p, err := range root.Glob(MustGlob("**/*.md")) {
		if p.String() != "INDEX.md" || err != nil {
			t.Errorf("first of several: %q, %v", p, err)
		}
		break
	}
}

type entry struct {
	N int `json:"n"`
}

func readLines(root *Root, p Path) (numbers []int, problems []string) {
	for e, err := range Lines[entry](root, p) {
		if err != nil {
			problems = append(problems, err.Error())
			continue
		}
		numbers = append(numbers, e.N)
	}
	return numbers, problems
}

// TestANewFileIsNotTheOneBefore: a file that was removed may leave its number to the
// next one of its name, whose entry is to be made durable again.
func TestANewFileIsNotTheOneBefore(t *testing.T) {
	root, dir := open(t)
	p := at(t, "a/log")
	if err := root.Append(p, []byte("1")); err != nil {
		t.Fatal(err)
	}
	name, other := filepath.Join(dir, "a", "log"), filepath.Join(dir, "other")
	if err := errors.Join(os.Link(name, other), os.Truncate(other, 0), root.Remove(p), os.Rename(other, name)); err != nil {
		t.Fatal(err)
	}
	before := root.entries.seen["a/log"]
	if err := root.Append(p, []byte("1")); err != nil {
		t.Fatal(err)
	}
	if now := root.entries.seen["a/log"]; now == before {
		t.Error("its entry was taken for durable")
	}
	root.RemoveEmpty(at(t, "a/x"))
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if root.RemoveEmpty(p); root.entries.seen["a"] != nil {
		t.Error("the entry of a directory that is gone is taken for durable")
	}
}

// TestWhatIsRemovedIsForgotten: what has the names next is to be made durable again.
func TestWhatIsRemovedIsForgotten(t *testing.T) {
	root, _ := open(t)
	for _, name := range []string{"a/log", "b/c/log", "bc/log"} {
		if err := errors.Join(root.Append(at(t, name), []byte("1")), root.WriteFile(at(t, name+".json"), nil)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(root.Remove(at(t, "a/log")), root.RemoveAll(at(t, "b"))); err != nil {
		t.Fatal(err)
	}
	for name := range root.entries.seen {
		if name == "a/log" || strings.HasPrefix(name+"/", "b/") {
			t.Errorf("%s is gone, and its entry is taken for durable", name)
		}
	}
	for _, name := range []string{"a", "bc", "bc/log", "bc/"} {
		if root.entries.seen[name] == nil {
			t.Errorf("%s is forgotten: %v", name, slices.Collect(maps.Keys(root.entries.seen)))
		}
	}
}

// TestWriteThatIsNotDurable: once a file has its name, a lock of it is one of the new
// file, whatever becomes of the directory.
func TestWriteThatIsNotDurable(t *testing.T) {
	root, dir := open(t)
	f, err := root.write("a/f.json", []byte("new"), func(temp, name string) error {
		return errors.Join(root.root.Rename(temp, name), os.Rename(filepath.Join(dir, "a"), filepath.Join(dir, "b")))
	})
	if err == nil || f == nil {
		t.Fatal(f, err)
	}
	defer f.Close()
	is, err := f.Stat()
	named, failed := os.Stat(filepath.Join(dir, "b", "f.json"))
	if err != nil || failed != nil || !os.SameFile(is, named) {
		t.Error(err, failed)
	}
}

func TestAppendAndRemove(t *testing.T) {
	root, dir := open(t)
	p := at(t, "a/log")
	for i := range 2 {
		if err := root.Append(p, fmt.Appendf(nil, "%d;", i)); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := root.ReadFile(p); string(got) != "0;1;" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if err := root.Remove(p); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff([]string{"a"}, tree(t, dir)); diff != "" {
		t.Error(diff)
	}
}

// TestDirectoriesMadeAgainAreSynced: one that others have removed and that is made again
// may have the number of the old one.
func TestDirectoriesMadeAgainAreSynced(t *testing.T) {
	root, dir := open(t)
	p := at(t, "a/f")
	for range 2 { // the second finds the directory there
		if err := root.WriteFile(p, nil); err != nil {
			t.Fatal(err)
		}
	}
	if root.entries.seen["a"] == nil {
		t.Fatal("it is not noted that a directory is durable")
	}
	if err := os.RemoveAll(filepath.Join(dir, "a")); err != nil {
		t.Fatal(err)
	}
	if err := root.mkdirs("a"); err != nil || root.entries.seen["a"] != nil {
		t.Error("what is noted is of the directory that was removed:", err)
	}
}

func TestSettle(t *testing.T) {
	root, _ := open(t)
	p := at(t, "f")
	if err := root.Settle(p); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if err := root.CreateFile(p, nil); err != nil {
		t.Fatal(err)
	}
	if err := root.Settle(p); err != nil || root.entries.seen["f"] == nil {
		t.Error(err, root.entries.seen)
	}
}
