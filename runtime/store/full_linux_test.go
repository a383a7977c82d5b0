package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/store"
)

const fullVariable = "BINDERY_TEST_FULL_DISK" // the directory of a child that runs out of room

// TestAFullDiskLosesNothing lets the files of a child grow to 6 KB and no
// further. Once a write has failed, all that was acknowledged is in the document
// and in its log, and when there is room again writing goes on.
func TestAFullDiskLosesNothing(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(program, "-test.run=^TestFullDiskChild$", "-test.count=1")
	child.Env = append(os.Environ(), fullVariable+"="+t.TempDir())
	if out, err := child.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestFullDiskChild(t *testing.T) {
	dir := os.Getenv(fullVariable)
	if dir == "" {
		return // TestAFullDiskLosesNothing runs it in a process of its own
	}
	signal.Ignore(syscall.SIGXFSZ) // then writes return EFBIG
	root, err := storage.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	d, ctx := store.New(root, kind()), context.Background()
	if err := d.Create(ctx, &note{ID: "a", Topic: "t"}); err != nil {
		t.Fatal(err)
	}
	add := func(i int) error {
		return d.Update(ctx, "a", func(x *note) error {
			x.Topic = fmt.Sprint("topic ", i)
			x.Lines = append(x.Lines, entry{ID: fmt.Sprint(i), Text: strings.Repeat("x", 700)})
			return nil
		})
	}
	check := func(acknowledged int) {
		t.Helper()
		x, err := d.Load("a")
		if err != nil {
			t.Fatal(err)
		}
		if len(x.Lines) != acknowledged || x.Topic != fmt.Sprint("topic ", acknowledged-1) {
			t.Fatalf("%d were acknowledged, %d are there, the topic is %s", acknowledged, len(x.Lines), x.Topic)
		}
		index, err := d.Index(ctx)
		if err != nil || !strings.Contains(string(index), `"`+x.Topic+`"`) {
			t.Fatalf("the index is %s, %v", index, err)
		}
	}
	limitFiles(t, 6<<10)
	n := 0
	for ; err == nil; n++ {
		if err = add(n); n > 20 {
			t.Fatal("there is no end of room")
		}
	}
	n--
	if !errors.Is(err, syscall.EFBIG) || n < 5 {
		t.Fatalf("after %d entries: %v", n, err)
	}
	check(n)
	if err := d.Create(ctx, &note{ID: "b", Topic: strings.Repeat("y", 7<<10)}); !errors.Is(err, syscall.EFBIG) {
		t.Fatal(err)
	}
	if has, err := d.Has("b"); has || err != nil {
		t.Fatal("half a document is there: ", err)
	}
	limitFiles(t, 1<<30)
	if err := add(n); err != nil {
		t.Fatal(err)
	}
	check(n + 1)
	lines := 0
	for id, err := range storage.LinesFunc(root, must(noteLog.Path("a")), func(line []byte) (string, error) {
		e, err := logOptions.Decode(line)
		return e.ID, err
	}) {
		if err != nil || id != fmt.Sprint(lines) {
			t.Fatalf("line %d of the log is of %s: %v", lines, id, err)
		}
		lines++
	}
	if lines != n+1 {
		t.Fatalf("the log has %d lines of %d", lines, n+1)
	}
	err = os.CopyFS(t.TempDir(), os.DirFS(dir)) // everything can be read
	for _, name := range []string{"notes/a", "notes/b"} {
		entries, _ := os.ReadDir(dir + "/" + name)
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), ".") || strings.Contains(e.Name(), "tmp") {
				err = errors.Join(err, fmt.Errorf("%s/%s is left", name, e.Name()))
			}
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// limitFiles sets how large files may become.
func limitFiles(t *testing.T, size uint64) {
	t.Helper()
	var limit syscall.Rlimit
	err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit)
	limit.Cur = min(size, limit.Max)
	if err == nil {
		err = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit)
	}
	if err != nil {
		t.Fatal(err)
	}
}
