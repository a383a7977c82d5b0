package storage

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/runtime/internal/faulty"
)

const leftover = tempPrefix + "AAAAAAAAAAAAAAAAAAAAAAAAAA"

// changes are what a call that fails may interrupt. A change that says that it was
// made has made the file what it is to be; another one may have.
var changes = map[string]struct {
	before, after string // of a/f.json; "" for none
	do            func(*Root, Path) error
}{
	"create": {"", "new", func(r *Root, p Path) error { return r.CreateFile(p, []byte("new")) }},
	"update": {"old", "old, new", func(r *Root, p Path) error {
		return r.Update(context.Background(), p, func(old []byte) ([]byte, error) { return append(old, ", new"...), nil })
	}},
	"replace": {"old", "new", func(r *Root, p Path) error {
		return r.ReplaceFile(context.Background(), p, []byte("old"), []byte("new"))
	}},
	"write":               {"old", "new", func(r *Root, p Path) error { return r.WriteFile(p, []byte("new")) }},
	"append":              {"1\n", "1\n2\n", func(r *Root, p Path) error { return r.AppendLine(p, 2) }},
	"append after a tear": {"1\n{\"n\":", "1\n2\n", func(r *Root, p Path) error { return r.AppendLine(p, 2) }},
	"note": {"old", "new", func(r *Root, p Path) error {
		l, err := r.Lock(context.Background(), p)
		if err != nil {
			return err
		}
		return errors.Join(l.Note([]byte("new")), l.Unlock())
	}},
	"remove": {"old", "", func(r *Root, p Path) error { return r.Remove(p) }},
	"sweep": {"old", "old", func(r *Root, _ Path) error {
		_, err := r.Sweep(Path{})
		return err
	}},
}

func init() { writers["change"] = change }

// change is what the process does whose calls fail.
func change(root *Root, args []string) error {
	p, err := MustTemplate("a/f.json").Path()
	if err != nil {
		return err
	}
	return changes[args[0]].do(root, p)
}

// TestCallsThatFailAreTold lets each call of the system that a change makes fail. What a
// change acknowledges is there; what it does not acknowledge has left the file as it was,
// or the error says that it may not have; and nothing stays beside it for ever.
func TestCallsThatFailAreTold(t *testing.T) {
	if testing.Short() {
		t.Skip("2026-11-28: it starts some hundred processes")
	}
	for name, c := range changes {
		begin := func(dir string) *exec.Cmd {
			if err := os.Mkdir(filepath.Join(dir, "a"), 0o700); err != nil {
				t.Fatal(err)
			}
			for file, text := range map[string]string{"f.json": c.before, leftover: "x"} {
				if text == "" {
					continue
				}
				if err := os.WriteFile(filepath.Join(dir, "a", file), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.Command(os.Args[0], "change", name)
			cmd.Env = append(os.Environ(), writerVariable+"="+dir)
			return cmd
		}
		faulty.Each(t, slices.Concat(faulty.Changing, faulty.Reading), begin, func(run faulty.Run) {
			data, _ := os.ReadFile(filepath.Join(run.Dir, "a", "f.json"))
			text := string(data)
			may := []string{c.before, c.after}
			switch name {
			case "note": // it is written in its place
				may = append(may, "")
			case "append after a tear": // without what the crash had left
				may = append(may, "1\n")
			}
			isTold := run.Told == "" || strings.Contains(run.Told, ErrInDoubt.Error())
			switch {
			case run.Acknowledged && text != c.after, !slices.Contains(may, text):
				t.Errorf("%s, %s: acknowledged %t, and the file is %q", name, run.Fault, run.Acknowledged, text)
			case !run.Acknowledged && text == c.after && c.after != c.before && name != "note" && !isTold:
				t.Errorf("%s, %s: the file is %q, and the error says nothing of it: %s", name, run.Fault, text, run.Told)
			}
			// What could not be removed goes with the next file that is written there.
			root, err := Open(run.Dir)
			if err != nil {
				t.Fatal(err)
			}
			defer root.Close()
			if err := root.WriteFile(at(t, "a/next.json"), nil); err != nil {
				t.Fatal(err)
			}
			for _, left := range tree(t, run.Dir) {
				if strings.Contains(left, tempPrefix) {
					t.Errorf("%s, %s: %s stays", name, run.Fault, left)
				}
			}
		})
	}
}

// TestWhatHasTheNameNextIsMadeDurable: a file may have the number of one that had its
// name before, by which the two cannot be told apart.
func TestWhatHasTheNameNextIsMadeDurable(t *testing.T) {
	for name, remove := range map[string]func(r *Root, p Path) error{
		"Remove":    (*Root).Remove,
		"RemoveAll": (*Root).RemoveAll,
		"RemoveAll of its directory": func(r *Root, p Path) error {
			return r.RemoveAll(at(t, "a"))
		},
		"Lock.Remove": func(r *Root, p Path) error {
			l, err := r.LockFile(t.Context(), p)
			if err != nil {
				return err
			}
			return errors.Join(l.Remove(), l.Unlock())
		},
		"WriteFile": func(r *Root, p Path) error { return r.WriteFile(p, nil) },
	} {
		root, _ := open(t)
		p := at(t, "a/f.json")
		if err := errors.Join(root.CreateFile(p, nil), root.Settle(p)); err != nil {
			t.Fatal(err)
		}
		if root.entries.seen["a/f.json"] == nil {
			t.Fatalf("%s: Settle does not remember", name)
		}
		if err := remove(root, p); err != nil {
			t.Fatal(err)
		}
		if root.entries.seen["a/f.json"] != nil {
			t.Errorf("%s: what has the name next is taken for durable", name)
		}
		if err := root.Settle(p); name != "WriteFile" && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: Settle of nothing: %v", name, err)
		}
	}
}

// TestSweepBesideALockedFile: the name by which a file was written, which its writer
// could not remove, goes although somebody has locked the file; that of a file that is
// being written does not.
func TestSweepBesideALockedFile(t *testing.T) {
	root, dir := open(t)
	locked, err := root.Lock(t.Context(), at(t, "a/f.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer locked.Unlock()
	if err := os.Link(filepath.Join(dir, "a", "f.json"), filepath.Join(dir, "a", leftover)); err != nil {
		t.Fatal(err)
	}
	writing, temp, err := root.temp("a")
	if err != nil {
		t.Fatal(err)
	}
	defer writing.Close()
	if got, want := tree(t, dir), []string{"a", temp, "a/f.json"}; !slices.Equal(got, want) {
		t.Errorf("writing leaves %q, not %q", got, want)
	}
	if err := os.Link(filepath.Join(dir, "a", "f.json"), filepath.Join(dir, "a", leftover)); err != nil {
		t.Fatal(err)
	}
	if n, err := root.Sweep(Path{}); n != 1 || err != nil {
		t.Errorf("%d are swept, %v", n, err)
	}
	if got, want := tree(t, dir), []string{"a", temp, "a/f.json"}; !slices.Equal(got, want) {
		t.Errorf("sweeping leaves %q, not %q", got, want)
	}
}

// TestNoteMakesItsFileDurable: the note is the first that the file has, which locking
// has made.
func TestNoteMakesItsFileDurable(t *testing.T) {
	root, _ := open(t)
	locked, err := root.Lock(t.Context(), at(t, "note"))
	if err != nil {
		t.Fatal(err)
	}
	defer locked.Unlock()
	if err := locked.Note([]byte("new")); err != nil {
		t.Fatal(err)
	}
	if root.entries.seen["note"] == nil {
		t.Error("nothing has made the entry of the directory durable")
	}
}
