package store_test

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
	"time"

	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/internal/faulty"
	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/store"
)

// change is what a call that fails may interrupt.
type change struct {
	before, after string // the entries of the note, "none" where there is no note
	do            func(ctx context.Context, d *store.Documents[note, string]) error
}

func (c change) in(dir string) error {
	root, err := storage.Open(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	return c.do(context.Background(), store.New(root, kind()))
}

var asked = budget.Amounts{budget.TokensIn: 100}

var changes = map[string]change{
	"create": {"none", "1", func(ctx context.Context, d *store.Documents[note, string]) error {
		return d.Create(ctx, &note{ID: "a", Topic: "t", Lines: []entry{{ID: "1"}}})
	}},
	"update": {"1", "1 2", func(ctx context.Context, d *store.Documents[note, string]) error {
		return d.Update(ctx, "a", func(x *note) error {
			x.Topic = "changed"
			return add("2")(x)
		})
	}},
	"delete": {"1", "none", func(ctx context.Context, d *store.Documents[note, string]) error { return d.Delete(ctx, "a") }},
	"sweep": {"1", "none", func(ctx context.Context, d *store.Documents[note, string]) error {
		_, err := d.Sweep(ctx, time.Now().Add(time.Hour))
		return err
	}},
	"reserve": {"1", "1", func(ctx context.Context, d *store.Documents[note, string]) error {
		_, err := d.Reserve(ctx, "a", time.Hour, asked, atMost(100))
		return err
	}},
}

// TestCallsThatFailAreTold lets each call of the system that a change makes fail. What is
// acknowledged is there; what is not has left the document as it was, or the error says
// that it may not have. Whoever comes next finds the index and the log in step with the
// document, and nothing stays beside it for ever.
func TestCallsThatFailAreTold(t *testing.T) {
	if testing.Short() {
		t.Skip("2026-11-29: it starts some hundred processes")
	}
	for name, c := range changes {
		begin := func(dir string) *exec.Cmd {
			if c.before != "none" {
				d := open(t, dir)
				if err := d.Create(t.Context(), &note{ID: "a", Topic: "t", Lines: []entry{{ID: "1"}}}); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.Command(os.Args[0], name)
			cmd.Env = append(os.Environ(), writerVariable+"="+dir)
			return cmd
		}
		faulty.Each(t, faulty.Changing, begin, func(run faulty.Run) {
			wrong := func(format string, args ...any) {
				t.Helper()
				t.Errorf("%s, %s: acknowledged %t, %s: "+format, append([]any{name, run.Fault, run.Acknowledged, run.Told}, args...)...)
			}
			d := open(t, run.Dir)
			is := entriesOf(t, d)
			isTold := run.Told == "" || strings.Contains(run.Told, storage.ErrInDoubt.Error()) || strings.Contains(run.Told, store.ErrBehind.Error())
			switch {
			case is != c.before && is != c.after, run.Acknowledged && is != c.after:
				wrong("the note has %s", is)
			case !run.Acknowledged && c.after != c.before && is == c.after && !isTold:
				wrong("the note has %s, and the error says nothing of it", is)
			}
			if name == "reserve" {
				_, err := d.Reserve(t.Context(), "a", time.Hour, asked, atMost(100))
				stays := run.Acknowledged || isTold && strings.Contains(run.Fault, "unlinkat")
				if err == nil && run.Acknowledged || err != nil && !stays {
					wrong("there is room for others %t, %v", err == nil, err)
				}
			}
			if is == "none" {
				if err := d.Create(t.Context(), &note{ID: "a", Topic: "t"}); err != nil {
					wrong("%v", err)
				}
			}
			if err := d.Update(t.Context(), "a", func(x *note) error { x.Topic = "last"; return add("9")(x) }); err != nil {
				wrong("%v", err)
			}
			is = entriesOf(t, d)
			if log := logged(t, run.Dir); log != is {
				wrong("the note has %s, its log %s", is, log)
			}
			if text, err := d.Index(t.Context()); err != nil || strings.Count(string(text), `"topic"`) != 1 || !strings.Contains(string(text), `"last"`) {
				wrong("the index is %s, %v", text, err)
			}
			err := filepath.WalkDir(run.Dir, func(file string, _ fs.DirEntry, err error) error {
				if storage.IsLeftover(filepath.Base(file)) {
					wrong("%s stays", file)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// entriesOf gives the entries of the note a.
func entriesOf(t *testing.T, d *store.Documents[note, string]) string {
	t.Helper()
	x, err := d.Load("a")
	if errors.Is(err, fs.ErrNotExist) {
		return "none"
	}
	if err != nil {
		t.Error(err)
		return "damaged"
	}
	var ids []string
	for _, e := range x.Lines {
		ids = append(ids, e.ID)
	}
	return strings.Join(ids, " ")
}

// logged gives the entries of the log of the note a, those of a deleted note aside.
func logged(t *testing.T, dir string) string {
	t.Helper()
	var ids []string
	for line := range strings.Lines(read(t, dir, "notes/a/log.jsonl")) {
		ids = append(ids, strings.Trim(strings.TrimPrefix(strings.TrimSpace(line), `{"id":`), `"}`))
	}
	return strings.Join(slices.Compact(ids), " ")
}
