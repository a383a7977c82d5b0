package storage

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

var sorted = cmpopts.SortSlices(strings.Compare)

func TestLockExcludes(t *testing.T) {
	root, dir := open(t)
	other, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	p := at(t, "d/lock")
	type way func(*Root, context.Context, Path) (*Lock, error)
	for _, c := range []struct {
		name         string
		held, wanted way
		excludes     bool
	}{
		{"Lock, Lock", (*Root).Lock, (*Root).Lock, true},
		{"Lock, RLock", (*Root).Lock, (*Root).RLock, true},
		{"RLock, Lock", (*Root).RLock, (*Root).Lock, true},
		{"RLock, RLock", (*Root).RLock, (*Root).RLock, false},
		{"Lock, LockFile", (*Root).Lock, (*Root).LockFile, true},
	} {
		for _, root := range []*Root{root, other} {
			held, err := c.held(root, t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			patience := time.Minute
			if c.excludes {
				patience = 20 * time.Millisecond
			}
			short, cancel := context.WithTimeout(t.Context(), patience)
			begun := time.Now()
			got, err := c.wanted(other, short, p)
			cancel()
			if c.excludes != errors.Is(err, context.DeadlineExceeded) || !c.excludes && err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			if waited := time.Since(begun); waited > 20*time.Second {
				t.Errorf("%s: waited %v, with a deadline of 20 ms", c.name, waited)
			}
			if err == nil {
				err = got.Unlock()
			} else {
				err = nil
			}
			if err := errors.Join(err, held.Unlock()); err != nil {
				t.Error(err)
			}
		}
	}
	if _, err := root.LockFile(t.Context(), at(t, "d/missing")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("LockFile of nothing: %v", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := root.Lock(gone, at(t, "d/new")); !errors.Is(err, context.Canceled) {
		t.Errorf("Lock with a context that has ended: %v", err)
	}
	if diff := cmp.Diff([]string{"d", "d/lock"}, tree(t, dir)); diff != "" {
		t.Error(diff)
	}
}

// TestWhoWaitsGetsWhatIsThere: the file is replaced and removed while another
// one waits for its lock.
// TestALockThatHasEnded: a deferred Unlock beside another one takes nobody's turn,
// and what comes too late changes nothing.
func TestALockThatHasEnded(t *testing.T) {
	root, _ := open(t)
	p := at(t, "f")
	l, err := root.Lock(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Unlock(); err != nil {
		t.Fatal(err)
	}
	next, err := root.Lock(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	_, readErr := l.Read()
	for name, err := range map[string]error{
		"Unlock": l.Unlock(), "Replace": l.Replace([]byte("x")), "Note": l.Note([]byte("x")), "Remove": l.Remove(), "Read": readErr,
	} {
		if !errors.Is(err, os.ErrClosed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ended, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if other, err := root.Lock(ended, p); err == nil {
		t.Error("two have the lock")
		other.Unlock()
	}
	if data, err := next.Read(); len(data) != 0 || err != nil {
		t.Errorf("%q, %v", data, err)
	}
	if err := next.Unlock(); err != nil {
		t.Error(err)
	}
}

func TestWhoWaitsGetsWhatIsThere(t *testing.T) {
	root, dir := open(t)
	p := at(t, "d/f")
	if err := root.CreateFile(p, []byte("old")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		do   func(*Lock) error
		want string
		err  error
	}{
		{"replaced", func(l *Lock) error { return l.Replace([]byte("new")) }, "new", nil},
		{"removed", (*Lock).Remove, "", fs.ErrNotExist},
	} {
		held, err := root.LockFile(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		got := make(chan error)
		var content []byte
		go func() {
			other, err := Open(dir)
			if err == nil {
				defer other.Close()
				err = other.Update(context.Background(), p, func(old []byte) ([]byte, error) {
					content = old
					return old, nil
				})
			}
			got <- err
		}()
		time.Sleep(5 * time.Millisecond)
		if err := errors.Join(c.do(held), held.Unlock()); err != nil {
			t.Fatal(err)
		}
		if err := <-got; !errors.Is(err, c.err) || string(content) != c.want && c.err == nil {
			t.Errorf("%s: %q, %v", c.name, content, err)
		}
	}
}

func TestUpdateThatFailsChangesNothing(t *testing.T) {
	root, dir := open(t)
	p := at(t, "d/f")
	failure := errors.New("failure")
	change := func([]byte) ([]byte, error) { return []byte("new"), failure }
	if err := root.Update(t.Context(), p, change); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if err := root.CreateFile(p, []byte("old")); err != nil {
		t.Fatal(err)
	}
	if err := root.Update(t.Context(), p, change); !errors.Is(err, failure) {
		t.Error(err)
	}
	if err := root.ReplaceFile(t.Context(), p, []byte("other"), []byte("new")); !errors.Is(err, ErrChanged) || !strings.Contains(err.Error(), "d/f") {
		t.Error(err)
	}
	if err := root.CreateFile(p, []byte("new")); !errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}
	if got, err := root.ReadFile(p); string(got) != "old" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if diff := cmp.Diff([]string{"d", "d/f"}, tree(t, dir)); diff != "" {
		t.Error(diff)
	}
}

func TestAllThatIsMadeIsTheUsersOwn(t *testing.T) {
	root, dir := open(t)
	p := at(t, "a/b/f")
	f, err := root.Create(at(t, "a/b/created"))
	if err != nil {
		t.Fatal(err)
	}
	l, err := root.Lock(t.Context(), at(t, "a/b/lock"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Close(), l.Unlock(), root.WriteFile(p, nil), root.Append(at(t, "a/b/log"), nil),
		root.AppendLine(at(t, "a/b/lines"), 1), root.MkdirAll(at(t, "a/c/")), root.CreateFile(at(t, "a/b/file"), nil)); err != nil {
		t.Fatal(err)
	}
	for _, name := range tree(t, dir) {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if want := map[bool]os.FileMode{false: 0o600, true: 0o700}[info.IsDir()]; info.Mode().Perm() != want {
			t.Errorf("%s has the mode %o", name, info.Mode().Perm())
		}
	}
}

// TestLeftovers: what a crash has left of a file that was being written is not
// found, and goes with the next write beside it, or with Sweep; one that is being
// written stays.
func TestLeftovers(t *testing.T) {
	root, dir := open(t)
	p := at(t, "a/b/x.json")
	if err := root.WriteFile(p, nil); err != nil {
		t.Fatal(err)
	}
	live, name, err := root.temp("a/b")
	if err != nil {
		t.Fatal(err)
	}
	defer live.Close()
	dead := []string{
		"a/b/" + tempPrefix + strings.Repeat("A", 26), "a/" + tempPrefix + strings.Repeat("7", 26), tempPrefix + strings.Repeat("Z", 26),
	}
	theirs := []string{"a/b/" + tempPrefix + "notes", "a/b/x.tmp"}
	for _, name := range append(dead, theirs...) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var found []string
	for p, err := range root.Glob(MustGlob("**/*")) {
		found = append(found, p.String())
		if err != nil {
			t.Error(err)
		}
	}
	if diff := cmp.Diff([]string{"a/b/x.json", "a/b/x.tmp"}, found); diff != "" {
		t.Errorf("a query finds:\n%s", diff)
	}
	left := func() (left []string) {
		for _, name := range tree(t, dir) {
			if strings.Contains(name, tempPrefix) {
				left = append(left, name)
			}
		}
		return left
	}
	fresh, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer fresh.Close()
	if err := fresh.WriteFile(p, nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{dead[2], dead[1], name, theirs[0]}, left(), sorted); diff != "" {
		t.Errorf("after a write beside one:\n%s", diff)
	}
	if n, err := root.Sweep(at(t, "a/")); n != 1 || err != nil {
		t.Errorf("swept %d, %v", n, err)
	}
	if n, err := root.Sweep(Path{}); n != 1 || err != nil {
		t.Errorf("swept %d, %v", n, err)
	}
	if diff := cmp.Diff([]string{name, theirs[0]}, left(), sorted); diff != "" {
		t.Errorf("after Sweep:\n%s", diff)
	}
	if _, err := ParseTemplate(tempPrefix + "{id}"); err == nil {
		t.Error("a path of such a name was taken")
	}
}
