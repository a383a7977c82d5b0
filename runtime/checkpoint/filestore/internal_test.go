package filestore

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/internal/flock"
)

func TestWaitingForTheLockEndsWithTheContext(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	id, err := s.Put(ctx, "t", "", checkpoint.Checkpoint{})
	if err != nil {
		t.Fatal(err)
	}
	holder, err := os.OpenFile(filepath.Join(dir, "t-t", lockName), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := flock.Try(holder, flock.Exclusive); !ok || err != nil {
		t.Fatal(ok, err)
	}
	short, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
	defer cancel()
	if _, err := s.Put(short, "t", id, checkpoint.Checkpoint{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("Put while the lock is held: %v", err)
	}
	if c, err := s.Get(ctx, "t", ""); err != nil || c.ID != id {
		t.Fatalf("reading needs no lock: %+v, %v", c, err)
	}

	// Two goroutines wait: one for its turn, one for the lock.
	waiting, stop := context.WithCancel(ctx)
	results := make(chan error)
	for range 2 {
		go func() {
			_, err := s.Put(waiting, "t", id, checkpoint.Checkpoint{})
			results <- err
		}()
	}
	stop()
	for range 2 {
		if err := <-results; !errors.Is(err, context.Canceled) {
			t.Errorf("Put: %v", err)
		}
	}
	if err := holder.Close(); err != nil { // as the death of the holder does
		t.Fatal(err)
	}
	if _, err := s.Put(ctx, "t", id, checkpoint.Checkpoint{}); err != nil {
		t.Fatal(err)
	}
}

func TestThreadDirsAreTheirOwn(t *testing.T) {
	seen := map[string]string{}
	long := strings.Repeat("x", 300)
	for _, thread := range []string{"", "a", "A", "%41", "a.", "a/", "..", long, long + "y", strings.Repeat("X", 300), strings.Repeat("%58", 300)} {
		dir := threadDir(thread)
		if len(dir) > 200 || strings.ContainsAny(dir, "./\\: ") || dir != strings.ToLower(dir) {
			t.Errorf("%q has the directory %q", thread, dir)
		}
		if other, ok := seen[dir]; ok {
			t.Errorf("%q and %q share %q", thread, other, dir)
		}
		seen[dir] = thread
	}
}

// FuzzReadRecord reads arbitrary bytes as a record, and what was written as
// what it was, whatever byte of it changes.
func FuzzReadRecord(f *testing.F) {
	parts, err := encodeRecord(header{Thread: []byte("t"), Step: 3}, []byte("state"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(bytes.Join(parts[:], nil), 3, byte(1))
	f.Add([]byte("bindery\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), 0, byte(0))
	f.Fuzz(func(t *testing.T, data []byte, at int, flip byte) {
		if _, _, err := decodeRecord(data); err == nil && len(data) < frontSize1 {
			t.Fatal("too short for a record")
		}
		parts, err := encodeRecord(header{Thread: data}, data)
		if err != nil {
			t.Fatal(err)
		}
		record := bytes.Join(parts[:], nil)
		h, body, err := decodeRecord(record)
		if err != nil || !bytes.Equal(body, data) || !bytes.Equal(h.Thread, data) {
			t.Fatalf("got %q of %q: %v", body, h.Thread, err)
		}
		if at >= 0 && at < len(record) && flip != 0 {
			record[at] ^= flip
			if _, _, err := decodeRecord(record); err == nil {
				t.Fatalf("byte %d changed by %x, unnoticed", at, flip)
			}
		}
	})
}

// TestVersion1IsRead: a thread as the program before this one has left it, its
// records in the thread's directory and its pending writes in one file.
func TestVersion1IsRead(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const first, second = checkpoint.ID("019ca9450a00-00000000"), checkpoint.ID("019ca9450a00-00000001")
	files := map[string][2]string{
		string(first) + ".root.full":                   {`{"thread":"dA==","id":"` + string(first) + `","kind":"full","step":3,"fence":2,"meta":{"k":"v"}}`, "state 1"},
		string(second) + "." + string(first) + ".full": {`{"thread":"dA==","id":"` + string(second) + `","parent":"` + string(first) + `","kind":"full","fence":2}`, "state 2"},
		string(second) + ".writes":                     {`{"thread":"dA==","id":"` + string(second) + `","writes":[{"Task":"a","Index":1,"Data":"ZGF0YQ=="}]}`, ""},
		"control":                                      {`{"thread":"dA==","fence":2,"holder":"w","expires":"2100-01-01T00:00:00Z"}`, ""},
	}
	if err := os.Mkdir(filepath.Join(dir, "t-t"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, parts := range files {
		data := binary.LittleEndian.AppendUint32([]byte("bindery\x01"), uint32(len(parts[0])))
		data = binary.LittleEndian.AppendUint64(data, uint64(len(parts[1])))
		data = append(data, parts[0]+parts[1]...)
		data = binary.LittleEndian.AppendUint32(data, crc32.Checksum(data, castagnoli))
		if err := os.WriteFile(filepath.Join(dir, "t-t", name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c, err := s.Get(ctx, "t", "")
	if err != nil || c.ID != second || c.Parent != first || string(c.State) != "state 2" || len(c.Pending) != 1 || string(c.Pending[0].Data) != "data" {
		t.Fatalf("%+v, %v", c, err)
	}
	for thread, err := range s.Threads(ctx) {
		if err != nil || thread.Head.ID != second || thread.Lease.Holder != "w" || thread.Lease.Expires.Year() != 2100 {
			t.Errorf("%+v, %v", thread, err)
		}
	}
	if err := s.PutWrites(ctx, "t", second, 2, checkpoint.Write{Task: "a", Index: 1, Data: []byte("again")}, checkpoint.Write{Task: "b"}); err != nil {
		t.Fatal(err)
	}
	if c, err = s.Get(ctx, "t", ""); err != nil || len(c.Pending) != 2 || string(c.Pending[0].Data) != "data" {
		t.Fatalf("%+v, %v", c, err)
	}
	if _, err := s.Put(ctx, "t", second, checkpoint.Checkpoint{Fence: 2}); err != nil {
		t.Fatal(err)
	}
	if c, err = s.Get(ctx, "t", first); err != nil || c.Step != 3 || c.Meta["k"] != "v" || string(c.State) != "state 1" {
		t.Fatalf("%+v, %v", c, err)
	}
}
