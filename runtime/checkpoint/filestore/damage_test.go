package filestore_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/filestore"
)

var ctx = context.Background()

// history saves states 0 to n−1 in thread "t" and returns the store, the
// directory of the thread and the IDs.
func history(t *testing.T, n int) (s *filestore.Store, dir string, ids []checkpoint.ID) {
	t.Helper()
	root := t.TempDir()
	s = open(t, root, time.Now)
	var parent checkpoint.ID
	for i := range n {
		id, err := s.Put(ctx, "t", parent, checkpoint.Checkpoint{State: fmt.Append(nil, "state ", i)})
		if err != nil {
			t.Fatal(err)
		}
		ids, parent = append(ids, id), id
	}
	return s, filepath.Join(root, "t-t"), ids
}

// record returns the path of a file of the thread.
func record(t *testing.T, dir, pattern string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(files) != 1 {
		t.Fatalf("%s: %v, %v", pattern, files, err)
	}
	return files[0]
}

func rewrite(t *testing.T, file string, damage func([]byte) []byte) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(file, damage(data), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

var damages = []struct {
	name   string
	damage func([]byte) []byte
	reason string
}{
	{"empty", func(b []byte) []byte { return nil }, "torn after 0 bytes"},
	{"torn in its front", func(b []byte) []byte { return b[:10] }, "torn after 10 bytes"},
	{"torn in its body", func(b []byte) []byte { return b[:len(b)-7] }, "torn"},
	{"torn at its end", func(b []byte) []byte { return b[:len(b)-1] }, "torn"},
	{"longer", func(b []byte) []byte { return append(b, 0) }, "bytes after its end"},
	{"zeros", func(b []byte) []byte { return make([]byte, len(b)) }, "not a record"},
	{"a flipped bit in its body", func(b []byte) []byte { b[len(b)-5] ^= 1; return b }, "checksum"},
	{"a flipped bit in its checksum", func(b []byte) []byte { b[len(b)-1] ^= 0x80; return b }, "checksum"},
	{"a length beyond all bounds", func(b []byte) []byte { copy(b[8:], strings.Repeat("\xff", 12)); return b }, "torn"},
	{"a flipped bit in its version", func(b []byte) []byte { b[7] ^= 1; return b }, ""},
	{"a version beyond all", func(b []byte) []byte { b[7] = 0xff; return b }, "checksum"},
	{"a flipped bit in its header", func(b []byte) []byte { b[40] ^= 4; return b }, "checksum"},
	{"another format", func(b []byte) []byte { return []byte("[] is no record, whatever reads it as one") }, "not a record"},
}

func TestDamagedNewestFallsBackAndSaysSo(t *testing.T) {
	for _, d := range damages {
		t.Run(d.name, func(t *testing.T) {
			s, dir, ids := history(t, 3)
			rewrite(t, record(t, dir, string(ids[2])+".*"), d.damage)
			for _, s := range []*filestore.Store{s, open(t, filepath.Dir(dir), time.Now)} {
				c, err := s.Get(ctx, "t", "")
				if err != nil || c.ID != ids[1] || string(c.State) != "state 1" {
					t.Fatalf("got %+v, %v", c, err)
				}
				if len(c.Skipped) != 1 || c.Skipped[0].ID != ids[2] || !strings.Contains(c.Skipped[0].Reason, d.reason) {
					t.Fatalf("skipped %v, want %q", c.Skipped, d.reason)
				}
				_, err = s.Get(ctx, "t", ids[2])
				var bad *checkpoint.DamageError
				if !errors.As(err, &bad) || !errors.Is(err, checkpoint.ErrDamaged) || bad.ID != ids[2] || bad.Thread != "t" {
					t.Fatalf("Get by its ID: %v", err)
				}
			}
			// A writer that has the damaged one in memory must not build on it unawares.
			fresh := open(t, filepath.Dir(dir), time.Now)
			_, err := fresh.Put(ctx, "t", ids[2], checkpoint.Checkpoint{})
			var conflict *checkpoint.ConflictError
			if !errors.As(err, &conflict) || conflict.Head != ids[1] {
				t.Fatalf("Put after the damaged one: %v", err)
			}
			next, err := fresh.Put(ctx, "t", ids[1], checkpoint.Checkpoint{State: []byte("state 2 again")})
			if err != nil || next <= ids[2] {
				t.Fatalf("Put after the fallback: %q, %v", next, err)
			}
			if c, err := s.Get(ctx, "t", ""); err != nil || c.ID != next || c.Skipped != nil {
				t.Fatalf("got %+v, %v", c, err)
			}
		})
	}
}

// others are what may stand in a record's place and be no file of the store.
var others = []struct {
	name   string
	put    func(file string) error
	reason string
}{
	{"a directory", func(file string) error { return os.Mkdir(file, 0o777) }, "not a regular file"},
	{"a directory that is not empty", func(file string) error { return os.MkdirAll(filepath.Join(file, "sub"), 0o777) }, "not a regular file"},
	{"a link that leads out", func(file string) error { return os.Symlink("/etc/hostname", file) }, "not a regular file"},
	{"a link to nothing", func(file string) error { return os.Symlink("nothing", file) }, "not a regular file"},
	{"a link to itself", func(file string) error { return os.Symlink(filepath.Base(file), file) }, "not a regular file"},
	{"a pipe", func(file string) error { return exec.Command("mkfifo", file).Run() }, "not a regular file"},
	{"a terabyte of zeros", func(file string) error { return sparse(file, nil) }, "larger than any record"},
	{"a terabyte that begins as a record", func(file string) error {
		return sparse(file, append([]byte("bindery\x01\x02\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00"), "{}"...))
	}, "larger than any record"},
	{"a gigabyte that begins as a record", func(file string) error {
		front := append([]byte("bindery\x01\x02\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00"), "{}"...)
		return errors.Join(os.WriteFile(file, front, 0o666), os.Truncate(file, 1<<30))
	}, "bytes after its end"},
	{"a terabyte that says so", func(file string) error {
		front := append([]byte("bindery\x01"), 0, 0, 0, 0)
		return sparse(file, binary.LittleEndian.AppendUint64(front, 1<<40-uint64(len(front))-8-4))
	}, "larger than any record"},
}

func sparse(file string, front []byte) error {
	return errors.Join(os.WriteFile(file, front, 0o666), os.Truncate(file, 1<<40))
}

func TestWhatIsNoRecordIsDamage(t *testing.T) {
	for _, o := range others {
		t.Run(o.name, func(t *testing.T) {
			s, dir, ids := history(t, 3)
			file := record(t, dir, string(ids[2])+".*")
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
			if err := o.put(file); err != nil {
				t.Skip("2026-11-28: the file system has no such files:", err)
			}
			for _, s := range []*filestore.Store{s, open(t, filepath.Dir(dir), time.Now)} {
				c, err := s.Get(ctx, "t", "")
				if err != nil || c.ID != ids[1] || len(c.Skipped) != 1 || !strings.Contains(c.Skipped[0].Reason, o.reason) {
					t.Fatalf("got %+v, %v", c, err)
				}
				if _, err := s.Get(ctx, "t", ids[2]); !errors.Is(err, checkpoint.ErrDamaged) {
					t.Fatalf("Get by its ID: %v", err)
				}
			}
			if next, err := s.Put(ctx, "t", ids[1], checkpoint.Checkpoint{}); err != nil || next <= ids[2] {
				t.Fatalf("Put after the fallback: %q, %v", next, err)
			}
		})
	}
}

// TestTheStoreThatSavedGoesOn: the store remembers the head that it has saved,
// which its own Get falls back from.
func TestTheStoreThatSavedGoesOn(t *testing.T) {
	s, dir, ids := history(t, 3)
	rewrite(t, record(t, dir, string(ids[2])+".*"), func(b []byte) []byte { return b[:9] })
	c, err := s.Get(ctx, "t", "")
	if err != nil || c.ID != ids[1] {
		t.Fatalf("got %+v, %v", c, err)
	}
	next, err := s.Put(ctx, "t", c.ID, checkpoint.Checkpoint{State: []byte("again")})
	if err != nil || next <= ids[2] {
		t.Fatalf("got %q, %v", next, err)
	}
	var conflict *checkpoint.ConflictError
	if _, err := s.Put(ctx, "t", c.ID, checkpoint.Checkpoint{}); !errors.As(err, &conflict) || conflict.Head != next {
		t.Fatalf("the head has moved on: %v", err)
	}
}

func TestWritesAfterTheFallbackStay(t *testing.T) {
	for _, after := range []string{"PutWrites", "Put", "Delete"} {
		t.Run(after, func(t *testing.T) {
			s, dir, ids := history(t, 3)
			rewrite(t, record(t, dir, string(ids[2])+".*"), func(b []byte) []byte { return b[:9] })
			if err := s.PutWrites(ctx, "t", ids[1], 0, checkpoint.Write{Task: "a", Data: []byte("done")}); err != nil {
				t.Fatal(err)
			}
			for _, s := range []*filestore.Store{s, open(t, filepath.Dir(dir), time.Now)} {
				c, err := s.Get(ctx, "t", "")
				if err != nil || c.ID != ids[1] || len(c.Pending) != 1 || string(c.Pending[0].Data) != "done" {
					t.Fatalf("got %+v, %v", c, err)
				}
			}
			aside := record(t, dir, string(ids[2])+".*.damaged")
			fresh := open(t, filepath.Dir(dir), time.Now)
			switch after {
			case "PutWrites":
				if err := fresh.PutWrites(ctx, "t", ids[1], 0, checkpoint.Write{Task: "b"}); err != nil {
					t.Fatal(err)
				}
				if c, err := fresh.Get(ctx, "t", ""); err != nil || len(c.Pending) != 2 {
					t.Fatalf("got %+v, %v", c, err)
				}
			case "Put":
				if next, err := fresh.Put(ctx, "t", ids[1], checkpoint.Checkpoint{}); err != nil || next <= ids[2] {
					t.Fatalf("an ID is used twice: %q, %v", next, err)
				}
			case "Delete":
				if err := fresh.Delete(ctx, "t"); err != nil {
					t.Fatal(err)
				}
				if _, err := os.Stat(aside); !errors.Is(err, fs.ErrNotExist) {
					t.Errorf("%s is still there: %v", aside, err)
				}
				if next, err := fresh.Put(ctx, "t", "", checkpoint.Checkpoint{}); err != nil || next <= ids[2] {
					t.Fatalf("an ID is used twice: %q, %v", next, err)
				}
			}
		})
	}
}

func TestDamagedMiddleIsReportedAndHidesNothing(t *testing.T) {
	for _, d := range damages {
		t.Run(d.name, func(t *testing.T) {
			s, dir, ids := history(t, 4)
			rewrite(t, record(t, dir, string(ids[1])+".*"), d.damage)
			var seen []string
			for c, err := range s.List(ctx, "t", checkpoint.Range{}) {
				if errors.Is(err, checkpoint.ErrDamaged) {
					seen = append(seen, "damaged "+string(c.ID)+" of "+string(c.Parent))
				} else if err != nil {
					t.Fatal(err)
				} else {
					seen = append(seen, string(c.State))
				}
			}
			want := []string{"state 3", "state 2", fmt.Sprintf("damaged %s of %s", ids[1], ids[0]), "state 0"}
			if fmt.Sprint(seen) != fmt.Sprint(want) {
				t.Fatalf("got %q, want %q", seen, want)
			}
			if c, err := s.Get(ctx, "t", ""); err != nil || c.ID != ids[3] || c.Skipped != nil {
				t.Fatalf("head: %+v, %v", c, err)
			}
			if _, err := s.Fork(ctx, "t", ids[1], 0); !errors.Is(err, checkpoint.ErrDamaged) {
				t.Fatalf("Fork: %v", err)
			}
			if n, err := s.Prune(ctx, "t", checkpoint.Retention{Keep: 2}); n != 2 || err != nil {
				t.Fatalf("Prune: %d, %v", n, err)
			}
		})
	}
}

func TestAllDamagedIsNotEmpty(t *testing.T) {
	_, dir, ids := history(t, 2)
	for _, id := range ids {
		rewrite(t, record(t, dir, string(id)+".*"), func(b []byte) []byte { return b[:len(b)/2] })
	}
	s := open(t, filepath.Dir(dir), time.Now)
	if _, err := s.Get(ctx, "t", ""); !errors.Is(err, checkpoint.ErrDamaged) {
		t.Errorf("Get: %v", err)
	}
	if _, err := s.Put(ctx, "t", "", checkpoint.Checkpoint{}); !errors.Is(err, checkpoint.ErrDamaged) {
		t.Errorf("Put of a new beginning: %v", err)
	}
	if err := s.Delete(ctx, "t"); err != nil {
		t.Errorf("Delete: %v", err)
	}
	if _, err := s.Put(ctx, "t", "", checkpoint.Checkpoint{}); err != nil {
		t.Errorf("Put after Delete: %v", err)
	}
}

func TestNewerVersionIsRefusedNotPassedOver(t *testing.T) {
	_, dir, ids := history(t, 2)
	rewrite(t, record(t, dir, string(ids[1])+".*"), func(b []byte) []byte {
		b[7] = 9
		end := len(b) - 4
		return binary.LittleEndian.AppendUint32(b[:end], crc32.Checksum(b[:end], crc32.MakeTable(crc32.Castagnoli)))
	})
	s := open(t, filepath.Dir(dir), time.Now)
	if c, err := s.Get(ctx, "t", ""); !errors.Is(err, checkpoint.ErrVersion) {
		t.Errorf("Get: %+v, %v", c, err)
	}
	if _, err := s.Put(ctx, "t", ids[0], checkpoint.Checkpoint{}); !errors.Is(err, checkpoint.ErrVersion) {
		t.Errorf("Put: %v", err)
	}
	if _, err := s.Get(ctx, "t", ids[0]); err != nil {
		t.Errorf("Get of the older one: %v", err)
	}
}

func TestRecordUnderAnotherName(t *testing.T) {
	s, dir, ids := history(t, 3)
	copyOf := func(from, to string) {
		data, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(to, data, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	copyOf(record(t, dir, string(ids[0])+".*"), record(t, dir, string(ids[1])+".*"))
	if _, err := s.Get(ctx, "t", ids[1]); !errors.Is(err, checkpoint.ErrDamaged) {
		t.Errorf("a checkpoint under another's name: %v", err)
	}
	if _, err := s.Put(ctx, "u", "", checkpoint.Checkpoint{}); err != nil {
		t.Fatal(err)
	}
	name := record(t, dir, string(ids[2])+".*")
	copyOf(name, filepath.Join(filepath.Dir(dir), "t-u", filepath.Base(name)))
	if _, err := s.Get(ctx, "u", ids[2]); !errors.Is(err, checkpoint.ErrDamaged) {
		t.Errorf("a checkpoint of another thread: %v", err)
	}
}

func TestDamagedWrites(t *testing.T) {
	s, dir, ids := history(t, 1)
	if err := s.PutWrites(ctx, "t", ids[0], 0, checkpoint.Write{Task: "a", Data: []byte("done")}); err != nil {
		t.Fatal(err)
	}
	rewrite(t, record(t, dir, "*.writes"), func(b []byte) []byte { return b[:len(b)-2] })
	c, err := s.Get(ctx, "t", "")
	if err != nil || len(c.Skipped) != 1 || c.Skipped[0].What != "pending writes" {
		t.Errorf("Get: %+v, %v", c, err)
	}
	// What comes after it is kept beside it, and it is told of further.
	for i := range 3 {
		if err := s.PutWrites(ctx, "t", ids[0], 0, checkpoint.Write{Task: "b", Index: i}); err != nil {
			t.Fatal(err)
		}
	}
	if c, err = s.Get(ctx, "t", ""); err != nil || len(c.Skipped) != 1 || len(c.Pending) != 3 {
		t.Errorf("Get: %+v, %v", c, err)
	}
}

// TestDamagedControl: whatever byte of it changes, reading goes on, nobody
// writes under a lease that may have been another's, and the next lease has a
// number that is above all.
func TestDamagedControl(t *testing.T) {
	root := t.TempDir()
	s := open(t, root, time.Now)
	lease, err := s.Acquire(ctx, "t", "a", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	if lease, err = s.Acquire(ctx, "t", "a", time.Minute); err != nil { // 2, of which no checkpoint tells
		t.Fatal(err)
	}
	id, err := s.Put(ctx, "t", "", checkpoint.Checkpoint{State: []byte("1"), Fence: lease.Fence})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(root, "t-t", "control")
	sound, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	latest := lease.Fence
	for at := range sound {
		rewrite(t, file, func([]byte) []byte {
			b := bytes.Clone(sound)
			b[at] ^= 1
			return b
		})
		s := open(t, root, time.Now)
		if c, err := s.Get(ctx, "t", ""); err != nil || c.ID != id || c.Skipped != nil {
			t.Fatalf("byte %d: Get: %+v, %v", at, c, err)
		}
		for c, err := range s.List(ctx, "t", checkpoint.Range{}) {
			if err != nil || c.ID > id {
				t.Fatalf("byte %d: List: %+v, %v", at, c, err)
			}
		}
		for thread, err := range s.Threads(ctx) {
			if err != nil || thread.Name != "t" || thread.Head.ID != id {
				t.Fatalf("byte %d: Threads: %+v, %v", at, thread, err)
			}
		}
		if at%8 > 0 {
			continue
		}
		for _, fence := range []uint64{0, 1, lease.Fence} {
			if _, err := s.Put(ctx, "t", id, checkpoint.Checkpoint{Fence: fence}); !errors.Is(err, checkpoint.ErrFenced) {
				t.Fatalf("byte %d: Put under lease %d: %v", at, fence, err)
			}
		}
		next, err := s.Acquire(ctx, "t", "b", 0)
		if err != nil || next.Fence <= latest {
			t.Fatalf("byte %d: Acquire after %d: %+v, %v", at, latest, next, err)
		}
		if id, err = s.Put(ctx, "t", id, checkpoint.Checkpoint{Fence: next.Fence}); err != nil {
			t.Fatalf("byte %d: Put under the new lease: %v", at, err)
		}
		latest = next.Fence
	}
	rewrite(t, file, func(b []byte) []byte { return b[:len(b)/2] })
	s = open(t, root, time.Now)
	if err := s.Delete(ctx, "t"); err != nil {
		t.Errorf("Delete: %v", err)
	}
	if next, err := s.Acquire(ctx, "t", "b", 0); err != nil || next.Fence <= latest {
		t.Errorf("Acquire after Delete: %+v, %v", next, err)
	}
}

func TestNothingLeadsOutside(t *testing.T) {
	outer := t.TempDir()
	s := open(t, filepath.Join(outer, "store"), time.Now)
	for _, thread := range []string{"../../esc", "..", "/etc/passwd", "a/../../b", "\x00", strings.Repeat("../", 100)} {
		if _, err := s.Put(ctx, thread, "", checkpoint.Checkpoint{}); err != nil {
			t.Fatalf("%q: %v", thread, err)
		}
	}
	err := filepath.WalkDir(outer, func(path string, d fs.DirEntry, err error) error {
		if rel, _ := filepath.Rel(outer, path); rel != "." && rel != "store" && !strings.HasPrefix(rel, "store/t-") {
			t.Errorf("%s", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}

	// A thread's directory that is a link out of the store is not followed.
	if err := os.Symlink(outer, filepath.Join(outer, "store", "t-link")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Put(ctx, "link", "", checkpoint.Checkpoint{}); err == nil {
		t.Error("Put went through a link out of the store")
	}
}

func TestFilesOfOthersAreLeftAlone(t *testing.T) {
	_, dir, ids := history(t, 1)
	theirs := []string{"notes.txt", "a.b.c", string(ids[0]) + ".txt", string(ids[0]) + ".root.other"}
	for _, name := range theirs {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	left := filepath.Join(dir, "tmp-"+string(ids[0])+".root.full")
	if err := os.WriteFile(left, []byte("half a rec"), 0o666); err != nil {
		t.Fatal(err)
	}
	s := open(t, filepath.Dir(dir), time.Now)
	if _, err := s.Put(ctx, "t", ids[0], checkpoint.Checkpoint{}); err != nil {
		t.Fatal(err)
	}
	for _, name := range theirs {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(left); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a record that was never finished is still there: %v", err)
	}
}

func TestEmptyLockFileBlocksNobody(t *testing.T) {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "t-t"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "t-t", "lock"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := open(t, root, time.Now).Put(ctx, "t", "", checkpoint.Checkpoint{}); err != nil {
		t.Fatal(err)
	}
}
