package filestore

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"io/fs"
	"iter"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/runtime/checkpoint"
)

// Threads implements checkpoint.Store. It reads the newest record of each
// thread.
func (s *Store) Threads(ctx context.Context) iter.Seq2[checkpoint.Thread, error] {
	return func(yield func(checkpoint.Thread, error) bool) {
		dirs, err := s.dirs(ctx)
		if err != nil {
			yield(checkpoint.Thread{}, err)
			return
		}
		for _, d := range dirs {
			t, err := checkpoint.Thread{Name: d.thread}, d.err
			if err == nil {
				t, err = s.summary(ctx, d.thread)
			}
			if errors.Is(err, checkpoint.ErrNotFound) { // deleted, or only ever leased
				continue
			}
			if !yield(t, err) || ctx.Err() != nil {
				return
			}
		}
	}
}

// summary returns what Threads tells of a thread. Where the newest record is
// taken away by another writer while it is read, Get reads again.
func (s *Store) summary(ctx context.Context, name string) (t checkpoint.Thread, err error) {
	t.Name = name
	if t.Head, err = s.Get(ctx, name, ""); err != nil {
		return t, err
	}
	t.Head.State, t.Head.Pending = nil, nil
	t.Lease, err = s.leaseOf(name)
	return t, err
}

// leaseOf reads the latest lease of a thread.
func (s *Store) leaseOf(name string) (checkpoint.Lease, error) {
	v := s.view(name)
	control, _, err := v.read(controlName)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return checkpoint.Lease{Thread: name}, err
	}
	v.control = control
	return v.lease(), nil
}

// dir is a directory with the thread that it belongs to. The error says why
// that is not known.
type dir struct {
	thread string
	err    error
}

// dirs returns the directories of threads, in the order of the threads.
func (s *Store) dirs(ctx context.Context) ([]dir, error) {
	names, err := s.fs.Names(".")
	if err != nil {
		return nil, err
	}
	var dirs []dir
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var err error
		thread, known := parseThreadDir(name)
		if !known && strings.HasPrefix(name, dirPrefix) && strings.Contains(name, "~") {
			thread, known, err = s.threadIn(name)
		}
		if known || err != nil {
			dirs = append(dirs, dir{thread, err})
		}
	}
	slices.SortFunc(dirs, func(a, b dir) int { return cmp.Compare(a.thread, b.thread) })
	return dirs, nil
}

// threadIn returns the thread of a directory whose name has only the beginning
// of the thread's, as its records have it; known is false where there are none.
func (s *Store) threadIn(name string) (thread string, known bool, err error) {
	names, err := s.fs.Names(name)
	if err != nil {
		return "", false, err
	}
	slices.Sort(names)
	for _, record := range slices.Backward(names) {
		if _, ok := parseNodeName(record); !ok && record != controlName {
			continue
		}
		data, failed := s.fs.ReadFile(name + "/" + record)
		if failed == nil {
			var h header
			if h, _, failed = decodeRecord(data); failed == nil && threadDir(string(h.Thread)) == name {
				return string(h.Thread), true, nil
			}
		}
		if failed == nil {
			failed = damage("it is another one under this name")
		}
		if !errors.Is(failed, fs.ErrNotExist) {
			id, _, _ := strings.Cut(record, ".")
			err = &checkpoint.DamageError{Thread: name, ID: checkpoint.ID(id), What: "checkpoint", Reason: failed.Error()}
		}
	}
	return "", false, err
}

// parseThreadDir is the inverse of threadDir; ok is false for a name that does
// not hold the whole of the thread's.
func parseThreadDir(dir string) (thread string, ok bool) {
	rest, ok := strings.CutPrefix(dir, dirPrefix)
	if !ok {
		return "", false
	}
	var b strings.Builder
	for len(rest) > 0 {
		if rest[0] == '%' && len(rest) >= 3 {
			c, err := hex.DecodeString(rest[1:3])
			if err != nil {
				return "", false
			}
			b.Write(c)
			rest = rest[3:]
			continue
		}
		b.WriteByte(rest[0])
		rest = rest[1:]
	}
	return b.String(), threadDir(b.String()) == dir
}
