package filestore_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/checkpointtest"
	"github.com/bindery-go/bindery/runtime/checkpoint/filestore"
)

func open(t testing.TB, dir string, clock func() time.Time) *filestore.Store {
	t.Helper()
	s, err := filestore.Open(dir, filestore.Clock(clock))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestStore(t *testing.T) {
	dirs := map[checkpoint.Store]string{}
	factory := func(t testing.TB, clock func() time.Time) checkpoint.Store {
		dir := t.TempDir() + "/new/store"
		s := open(t, dir, clock)
		dirs[s] = dir
		return s
	}
	checkpointtest.Run(t, factory, checkpointtest.All(func(t testing.TB, s checkpoint.Store, clock func() time.Time) checkpoint.Store {
		return open(t, dirs[s], clock)
	}))
}

func FuzzOperations(f *testing.F) {
	f.Add([]byte("\x00\x00\x01\x05\x06\x01\x04\x00\x00\x00\x02\x01\x07\x02\x00\x0a\x00\x00\x00\x00\x01"))
	f.Add([]byte("\x08\x00\x00\x00\x00\x01\x03\x00\x01\x03\x00\x01\x04\x00\x00\x07\x02\x00\x09\xff\x00\x00\x00\x01"))
	f.Fuzz(func(t *testing.T, operations []byte) {
		clock := checkpointtest.NewClock()
		store := open(t, t.TempDir(), clock.Now)
		checkpointtest.Operations(t, store, clock, operations[:min(len(operations), 90)])
	})
}

// TestOpenBelowWhatMayNotBeRead: a directory of somebody else's that may be
// entered and no more, above the store's.
func TestOpenBelowWhatMayNotBeRead(t *testing.T) {
	outer := t.TempDir()
	program, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(outer, "program") // where anybody may run it
	closed := filepath.Join(outer, "closed")
	store := filepath.Join(closed, "store")
	if err := errors.Join(os.WriteFile(copied, program, 0o755), os.Chmod(filepath.Dir(outer), 0o755), os.Chmod(outer, 0o755), os.Mkdir(closed, 0o777), os.Mkdir(store, 0o777)); err != nil {
		t.Fatal(err)
	}
	attr := &syscall.SysProcAttr{}
	if os.Getuid() == 0 { // who may read everything
		const nobody = 65534
		attr.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
		if err := os.Chown(store, nobody, nobody); err != nil {
			t.Fatal(err)
		}
	}
	mode := os.FileMode(0o711)
	if attr.Credential == nil {
		mode = 0o311 // its owner
	}
	if err := os.Chmod(closed, mode); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(closed, 0o700)
	for _, dir := range []string{store, filepath.Join(store, "a", "b")} {
		cmd := exec.Command(copied, dir)
		cmd.Env = append(os.Environ(), writerVariable+"=once")
		cmd.Dir = outer
		cmd.SysProcAttr = attr
		if out, err := cmd.CombinedOutput(); err != nil || string(out) != "<nil>" {
			t.Errorf("%s: %s, %v", dir, out, err)
		}
	}
}

func TestAllFilesAreTheUsersOwn(t *testing.T) {
	outer := t.TempDir()
	s := open(t, filepath.Join(outer, "a/b/store"), time.Now)
	lease, err := s.Acquire(ctx, "t", "w", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	var parent checkpoint.ID
	for range 200 {
		if parent, err = s.Put(ctx, "t", parent, checkpoint.Checkpoint{Fence: lease.Fence}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.PutWrites(ctx, "t", parent, lease.Fence, checkpoint.Write{Task: "a"}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Put(ctx, "gone", "", checkpoint.Checkpoint{}); err != nil {
		t.Fatal(err)
	}
	if err := s.Delete(ctx, "gone"); err != nil {
		t.Fatal(err)
	}
	found := 0
	err = filepath.WalkDir(outer, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == outer {
			return err
		}
		found++
		info, err := d.Info()
		if want := map[bool]os.FileMode{false: 0o600, true: 0o700}[d.IsDir()]; err == nil && info.Mode().Perm() != want {
			t.Errorf("%s has the mode %o", path, info.Mode().Perm())
		}
		return err
	})
	if err != nil || found < 200 {
		t.Errorf("%d files, %v", found, err)
	}
}

// TestClockBeyondIDs: times that no ID and no JSON text can hold.
func TestClockBeyondIDs(t *testing.T) {
	for _, year := range []int{9999, 10_000, 10_889, 10_890, 200_000, 290_000_000, -1, -10_000} {
		now := time.Date(year, 12, 31, 23, 59, 59, 5, time.UTC)
		dir := t.TempDir()
		s := open(t, dir, func() time.Time { return now })
		lease, err := s.Acquire(ctx, "t", "a", time.Hour)
		if err != nil || !lease.Expires.Equal(now.Add(time.Hour)) {
			t.Fatalf("%d: %+v, %v", year, lease, err)
		}
		var ids []checkpoint.ID
		parent := checkpoint.ID("")
		for range 3 {
			if parent, err = s.Put(ctx, "t", parent, checkpoint.Checkpoint{Fence: lease.Fence}); err != nil {
				t.Fatalf("%d: %v", year, err)
			}
			ids = append(ids, parent)
		}
		again := open(t, dir, func() time.Time { return now })
		if _, err := again.Acquire(ctx, "t", "b", time.Hour); !errors.Is(err, checkpoint.ErrLeased) {
			t.Errorf("%d: a lease that lasts: %v", year, err)
		}
		if c, err := again.Get(ctx, "t", ""); err != nil || c.ID != ids[2] || !slices.IsSorted(ids) {
			t.Errorf("%d: %+v of %q, %v", year, c, ids, err)
		}
		if n, err := again.Prune(ctx, "t", checkpoint.Retention{MaxAge: time.Hour}); n != 0 && year >= 1970 && year < 10_889 || err != nil {
			t.Errorf("%d: pruned %d, %v", year, n, err)
		}
	}
}

// TestHotWriter: one writes all the time, and others wait for few of its Puts.
func TestHotWriter(t *testing.T) {
	dir := t.TempDir()
	hot := open(t, dir, time.Now)
	state := make([]byte, 100<<10)
	var (
		puts  atomic.Int64
		mu    sync.Mutex
		waits []int64
	)
	put := func(s *filestore.Store) error {
		for {
			var parent checkpoint.ID
			if c, err := s.Get(ctx, "t", ""); err == nil {
				parent = c.ID
			}
			if _, err := s.Put(ctx, "t", parent, checkpoint.Checkpoint{State: state}); !errors.Is(err, checkpoint.ErrConflict) {
				return err
			}
		}
	}
	stop := make(chan struct{})
	var wg, hotter sync.WaitGroup
	hotter.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			if err := put(hot); err != nil {
				t.Error(err)
				return
			}
			puts.Add(1)
		}
	})
	for range 3 {
		cold := open(t, dir, time.Now)
		wg.Go(func() {
			for range 10 {
				before := puts.Load()
				// What it asks for waits for the lock, and finds the head as it may be.
				if _, err := cold.Prune(ctx, "t", checkpoint.Retention{Keep: 100}); err != nil {
					t.Error(err)
				}
				mu.Lock()
				waits = append(waits, puts.Load()-before)
				mu.Unlock()
				time.Sleep(10 * time.Millisecond)
			}
		})
	}
	wg.Wait()
	close(stop)
	hotter.Wait()
	slices.Sort(waits)
	// A goroutine that the machine leaves aside counts Puts before it waits.
	if most := waits[len(waits)*9/10]; most > 10 {
		t.Errorf("a tenth waited for %d Puts of another, and more: %v", most, waits)
	}
}
