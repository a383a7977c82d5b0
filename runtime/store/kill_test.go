package store_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/store"
)

// writerVariable makes this test's program a writer of a directory.
const writerVariable = "BINDERY_TEST_STORE_WRITER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(writerVariable); dir != "" {
		if err := start(dir, os.Args[1]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// start does what this program is told, as one of changes or as a writer.
func start(dir, what string) error {
	if c, ok := changes[what]; ok {
		return c.in(dir)
	}
	return writer(dir, what)
}

// writer adds entries to a document, says each that is acknowledged, and gives
// the document another topic each time.
func writer(dir, who string) error {
	root, err := storage.Open(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	d := store.New(root, kind())
	for i := range 30 {
		id := fmt.Sprintf("%s-%d", who, i)
		err := d.UpdateOrCreate(context.Background(), "a", func() (*note, error) { return &note{ID: "a"}, nil }, func(x *note) error {
			x.Topic = id
			x.Lines = append(x.Lines, entry{ID: id})
			return nil
		})
		if err != nil {
			return err
		}
		fmt.Println(id)
	}
	return nil
}

// TestWritersAndKillsLoseNothing: processes and goroutines write one document,
// processes are killed meanwhile; what was acknowledged is in the log, once, and
// the index says what the document does.
func TestWritersAndKillsLoseNothing(t *testing.T) {
	dir := t.TempDir()
	var mu sync.Mutex
	acknowledged := map[string]bool{}
	var group sync.WaitGroup
	for p := range 6 {
		group.Go(func() {
			cmd := exec.Command(os.Args[0], fmt.Sprint("p", p))
			cmd.Env = append(os.Environ(), writerVariable+"="+dir)
			cmd.Stderr = os.Stderr
			out, err := cmd.StdoutPipe()
			if err == nil {
				err = cmd.Start()
			}
			if err != nil {
				t.Error(err)
				return
			}
			if p%2 == 0 {
				timer := time.AfterFunc(time.Duration(20+30*p)*time.Millisecond, func() { cmd.Process.Kill() })
				defer timer.Stop()
			}
			var text bytes.Buffer
			_, _ = text.ReadFrom(out)
			if err := cmd.Wait(); err != nil && p%2 == 1 {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			ids := strings.Split(text.String(), "\n")
			for _, id := range ids[:len(ids)-1] { // what follows the last newline is torn
				acknowledged[id] = true
			}
		})
	}
	group.Wait()
	d := open(t, dir)
	if err := d.Update(t.Context(), "a", add("last")); err != nil {
		t.Fatal(err)
	}
	logged := map[string]int{}
	for line := range strings.Lines(read(t, dir, "notes/a/log.jsonl")) {
		var e entry
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Errorf("%q: %v", line, err)
		}
		logged[e.ID]++
	}
	if len(acknowledged) < 90 {
		t.Errorf("only %d writes", len(acknowledged))
	}
	for id := range acknowledged {
		if logged[id] == 0 {
			t.Errorf("%s is lost", id)
		}
	}
	for id, n := range logged {
		if n > 1 {
			t.Errorf("%s is there %d times", id, n)
		}
	}
	x, err := d.Load("a")
	if err != nil {
		t.Fatal(err)
	}
	text, err := d.Index(t.Context())
	if err != nil || !strings.Contains(string(text), `"topic":"`+x.Topic+`"`) {
		t.Errorf("%s, %v; want %s", text, err, x.Topic)
	}
}

func TestOneOfManyCreates(t *testing.T) {
	d := open(t, t.TempDir())
	var group sync.WaitGroup
	var mu sync.Mutex
	keys := map[string]bool{}
	for range 8 {
		group.Go(func() {
			n := 0
			x, err := d.CreateNew(t.Context(), func() string { n++; return fmt.Sprint("k", n) }, func(key string) (*note, error) {
				return &note{ID: key, Topic: "t"}, nil
			})
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			if keys[x.ID] {
				t.Errorf("%s was made twice", x.ID)
			}
			keys[x.ID] = true
		})
	}
	group.Wait()
	n := 0
	for _, err := range d.Keys() {
		if err != nil {
			t.Error(err)
		}
		n++
	}
	if n != 8 || len(keys) != 8 {
		t.Errorf("%d files, %d keys", n, len(keys))
	}
}
