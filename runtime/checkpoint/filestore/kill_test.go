package filestore_test

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/filestore"
	"github.com/bindery-go/bindery/runtime/window"
)

// memory is the state of the run that the killed writers carry on: a count, a
// hash over its whole past, and a window and a budget that must agree with it.
type memory struct {
	N      int64        `json:"n"`
	Past   string       `json:"past"`
	Window []int64      `json:"window"`
	Budget budget.State `json:"budget"`
}

// next is one step of the run.
func (m memory) next(writer string) (memory, error) {
	held := func() iter.Seq2[window.Item[int64, string], error] {
		return func(yield func(window.Item[int64, string], error) bool) {
			for _, key := range m.Window {
				if !yield(window.Item[int64, string]{Key: key, Iteration: key}, nil) {
					return
				}
			}
		}
	}
	w, err := window.New(window.Config{Policy: window.FIFO, Capacity: 3}, held)
	if err != nil {
		return m, err
	}
	scope, err := budget.Restore(m.Budget, budget.ReleaseInterrupted)
	if err != nil {
		return m, err
	}
	reserved, err := scope.Reserve(budget.Amounts{budget.Iterations: 1, budget.TokensIn: 100})
	if err != nil {
		return m, err
	}
	if err := reserved.Settle(budget.Amounts{budget.Iterations: 1, budget.TokensIn: 7}); err != nil {
		return m, err
	}
	if _, _, err := w.Add(window.Item[int64, string]{Key: m.N + 1, Iteration: m.N + 1}); err != nil {
		return m, err
	}
	next := memory{N: m.N + 1, Past: pastOf(m.Past, writer), Budget: scope.State()}
	for item := range w.All() {
		next.Window = append(next.Window, item.Key)
	}
	return next, nil
}

func pastOf(past, writer string) string {
	sum := sha256.Sum256([]byte(past + writer))
	return hex.EncodeToString(sum[:])
}

const writerVariable = "BINDERY_TEST_WRITER"

func TestMain(m *testing.M) {
	switch os.Getenv(writerVariable) {
	case "":
		os.Exit(m.Run())
	case "once":
		fmt.Print(once(os.Args[1]))
	default:
		fmt.Println(write(os.Args[1], os.Args[2], os.Args[3])) // only on an error: writers are killed
		os.Exit(1)
	}
}

// once opens a store and saves a checkpoint.
func once(dir string) error {
	s, err := filestore.Open(dir)
	if err != nil {
		return err
	}
	defer s.Close()
	_, err = s.Put(ctx, "t", "", checkpoint.Checkpoint{})
	return err
}

// leasedThread says that the writers of a thread take turns under leases, and
// prune it.
const (
	leasedThread = "leased"
	keep         = 8
)

// write carries the run on until it is killed, and says on standard output what
// the store has acknowledged.
func write(dir, thread, writer string) error {
	s, err := filestore.Open(dir)
	if err != nil {
		return err
	}
	fmt.Println("ready")
	if !strings.HasPrefix(thread, leasedThread) {
		for {
			if err := step(s, thread, writer, 0); err != nil && !errors.Is(err, checkpoint.ErrConflict) {
				return err
			}
		}
	}
	for {
		lease, err := s.Acquire(ctx, thread, writer, 20*time.Millisecond)
		if errors.Is(err, checkpoint.ErrLeased) {
			time.Sleep(time.Millisecond)
			continue
		}
		if err == nil {
			err = turn(s, thread, writer, lease)
		}
		if err != nil && !errors.Is(err, checkpoint.ErrFenced) && !errors.Is(err, checkpoint.ErrConflict) {
			return err
		}
	}
}

// turn is what a writer does under a lease.
func turn(s *filestore.Store, thread, writer string, lease checkpoint.Lease) error {
	for i := range 5 {
		if err := step(s, thread, writer, lease.Fence); err != nil {
			return err
		}
		if i == 2 {
			if _, err := s.Prune(ctx, thread, checkpoint.Retention{Keep: keep}); err != nil {
				return err
			}
		}
		if i == 3 {
			if _, err := s.Renew(ctx, lease, 20*time.Millisecond); err != nil {
				return err
			}
		}
	}
	if err := s.Release(ctx, lease); err != nil {
		return err
	}
	if err := step(s, thread, writer, lease.Fence); !errors.Is(err, checkpoint.ErrFenced) {
		return fmt.Errorf("step under a released lease: %w", cmp.Or(err, errors.New("done")))
	}
	return nil
}

// step carries the run on by one.
func step(s *filestore.Store, thread, writer string, fence uint64) error {
	m := memory{Budget: budget.State{Name: "run", Limits: budget.Limits{budget.Iterations: {Hard: 1e6}}}}
	c, err := s.Get(ctx, thread, "")
	if err == nil {
		err = json.Unmarshal(c.State, &m)
	} else if errors.Is(err, checkpoint.ErrNotFound) {
		err = nil
	}
	if err != nil {
		return err
	}
	if m, err = m.next(writer); err != nil {
		return err
	}
	state, err := json.Marshal(m)
	if err != nil {
		return err
	}
	if c.ID != "" && m.N%3 == 0 {
		w := checkpoint.Write{Task: fmt.Sprint("step ", m.N), Data: state}
		if err := s.PutWrites(ctx, thread, c.ID, fence, w); err != nil {
			return err
		}
	}
	id, err := s.Put(ctx, thread, c.ID, checkpoint.Checkpoint{State: state, Fence: fence, Meta: map[string]string{"writer": writer}})
	if err == nil {
		fmt.Println("ack", id, m.N)
	}
	return err
}

// TestKilledWriters lets two processes write to one thread and kills them at
// random moments, again and again; on every other thread they take leases, and
// prune. BINDERY_KILLS sets how often: 500 takes some 20 seconds.
func TestKilledWriters(t *testing.T) {
	kills, each := 50, 25
	if testing.Short() {
		kills, each = 10, 5
	}
	if text := os.Getenv("BINDERY_KILLS"); text != "" {
		var err error
		if kills, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	acks := map[string]int{}
	for round := 0; kills > 0; round++ {
		kind := []string{"plain", leasedThread}[round%2]
		thread := fmt.Sprint(kind, " ", round)
		acked := killWriters(t, dir, thread, min(kills, each))
		if t.Failed() {
			return
		}
		acks[kind] += len(acked)
		verify(t, dir, thread, acked)
		kills -= each
	}
	t.Logf("checkpoints acknowledged: %v", acks)
	if acks["plain"] == 0 || acks[leasedThread] == 0 {
		t.Error("the writers never got anywhere")
	}
}

// killWriters keeps two writers going until that many have been killed, and
// returns what they said was acknowledged.
func killWriters(t *testing.T, dir, thread string, kills int) map[checkpoint.ID]int64 {
	var (
		mu    sync.Mutex
		acked = make(map[checkpoint.ID]int64)
		wg    sync.WaitGroup
	)
	for _, writer := range []string{"a", "b"} {
		wg.Go(func() {
			for !t.Failed() {
				mu.Lock()
				kills--
				done := kills < 0
				mu.Unlock()
				if done {
					return
				}
				lines, err := killOne(dir, thread, writer)
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				for _, line := range lines {
					var id checkpoint.ID
					var n int64
					if _, err := fmt.Sscanf(line, "ack %s %d\n", &id, &n); err == nil {
						acked[id] = n
					} else if line != "ready\n" {
						t.Errorf("writer %s: %s", writer, line)
					}
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return acked
}

// killOne starts a writer, kills it after a while and returns the whole lines
// that it printed. One in four is killed while it starts, two after they have got
// something acknowledged.
func killOne(dir, thread, writer string) (lines []string, err error) {
	cmd := exec.Command(os.Args[0], dir, thread, writer)
	cmd.Env = append(os.Environ(), writerVariable+"=1")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	progress := make(chan int, 100_000) // as many lines as there can be
	read := make(chan []string)
	go func() {
		var lines []string
		r := bufio.NewReader(out)
		for {
			line, err := r.ReadString('\n')
			if err != nil { // the rest of a line is not an acknowledgement
				read <- lines
				return
			}
			lines = append(lines, line)
			progress <- len(lines)
		}
	}()
	timeout := time.After(2 * time.Minute)
	for awaited := min(rand.IntN(4), 2); awaited > 0; awaited-- {
		select {
		case <-progress:
		case <-timeout:
			err = fmt.Errorf("writer %s is stuck", writer)
		}
	}
	time.Sleep(time.Duration(rand.IntN(40_000)) * time.Microsecond)
	if e := cmd.Process.Kill(); e != nil && !errors.Is(e, os.ErrProcessDone) {
		err = errors.Join(err, e)
	}
	lines = <-read
	_ = cmd.Wait() // always "signal: killed"
	return lines, err
}

// verify checks that a thread is one chain with everything acknowledged in it
// that was not pruned, that window, budget and state agree all along, and that
// nobody wrote under a lease after the next one.
func verify(t *testing.T, dir, thread string, acked map[checkpoint.ID]int64) {
	t.Helper()
	s := open(t, dir, time.Now)
	var chain []checkpoint.Checkpoint
	for c, err := range s.List(ctx, thread, checkpoint.Range{}) {
		if err != nil {
			t.Fatalf("%s: %v", thread, err)
		}
		if len(chain) > 0 && len(c.Pending) > 0 {
			t.Errorf("%s has pending writes although it is not the head", c.ID)
		}
		chain = append(chain, c)
	}
	slices.Reverse(chain)
	leased := strings.HasPrefix(thread, leasedThread)
	var before memory
	var last checkpoint.Checkpoint
	writers := map[uint64]string{}
	for i, c := range chain {
		var m memory
		if err := json.Unmarshal(c.State, &m); err != nil {
			t.Fatal(err)
		}
		if leased && c.Parent != last.ID && i <= len(chain)-keep { // what was before is pruned, or half of it
			before, last.ID = memory{N: m.N - 1, Past: m.Past}, c.Parent
		} else {
			before.Past = pastOf(before.Past, c.Meta["writer"])
		}
		n := before.N + 1
		var held []int64
		for key := max(1, n-2); key <= n; key++ {
			held = append(held, key)
		}
		if c.Parent != last.ID || m.N != n || m.Past != before.Past || !slices.Equal(m.Window, held) || len(c.Skipped) > 0 {
			t.Fatalf("%s: checkpoint %d after %q is %+v with %+v", thread, n, last.ID, c, m)
		}
		if want := (budget.Amounts{budget.Iterations: n, budget.TokensIn: 7 * n}); m.Budget.Used != want || m.Budget.Reserved != (budget.Amounts{}) {
			t.Fatalf("%s: budget at %d: %+v", thread, n, m.Budget)
		}
		if c.Fence < last.Fence || leased != (c.Fence > 0) {
			t.Fatalf("%s: %s was written under lease %d after %d", thread, c.ID, c.Fence, last.Fence)
		}
		if writer, ok := writers[c.Fence]; leased && ok && writer != c.Meta["writer"] {
			t.Fatalf("%s: lease %d was that of %s and of %s", thread, c.Fence, writer, c.Meta["writer"])
		}
		writers[c.Fence] = c.Meta["writer"]
		if got, ok := acked[c.ID]; ok && got != n {
			t.Fatalf("%s: %s was acknowledged as %d and is %d", thread, c.ID, got, n)
		}
		delete(acked, c.ID)
		before, last = m, c
	}
	for id := range acked {
		if !leased || len(chain) < keep || id >= chain[len(chain)-keep].ID {
			t.Fatalf("%s: acknowledged and not there: %v", thread, acked)
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) == 0 || slices.ContainsFunc(files, func(f os.DirEntry) bool { return !strings.HasPrefix(f.Name(), "t-") }) {
		t.Errorf("files %v, %v", files, err)
	}
}
