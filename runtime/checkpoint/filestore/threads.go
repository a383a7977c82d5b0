package filestore

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"iter"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/runtime/checkpoint"
)

// Threads implements checkpoint.Store. It reads the header of the newest record
// of each thread.
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

// summary returns what Threads tells of a thread.
func (s *Store) summary(ctx context.Context, name string) (t checkpoint.Thread, err error) {
	t.Name = name
	err = s.read(ctx, name, func(v *view) error {
		c, _, found, err := v.newest(false)
		if err == nil && !found {
			err = checkpoint.NotFound(name, "")
		}
		if err == nil {
			t.Head, t.Lease = c, v.lease()
		}
		return err
	})
	return t, err
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
			thread, known, err = s.threadIn(name, name)
		}
		if known || err != nil {
			dirs = append(dirs, dir{thread, err})
		}
	}
	slices.SortFunc(dirs, func(a, b dir) int { return cmp.Compare(a.thread, b.thread) })
	return dirs, nil
}

// threadIn returns the thread of a directory whose name has only the beginning
// of the thread's, as its records have it, here or in segments below; known is
// false where there are none.
func (s *Store) threadIn(name, dir string) (thread string, known bool, err error) {
	names, err := s.fs.Names(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return "", false, nil
	}
	if err != nil {
		return "", false, err
	}
	slices.Sort(names)
	for _, record := range slices.Backward(names) {
		path := dir + "/" + record
		var failed error
		if _, ok := parseSegmentName(record); ok {
			thread, known, failed = s.threadIn(name, path)
		} else if _, ok := parseNodeName(record); ok || record == controlName {
			thread, known, failed = s.threadOf(name, path)
		}
		if known {
			return thread, true, nil
		}
		if !errors.Is(failed, fs.ErrNotExist) {
			err = cmp.Or(err, failed)
		}
	}
	return "", false, err
}

// threadOf returns the thread that a record is of.
func (s *Store) threadOf(name, record string) (thread string, known bool, err error) {
	data, size, err := s.fs.Read(record, false)
	var h header
	if err == nil {
		h, err = decodeHead(data, size)
	}
	if err == nil && threadDir(string(h.Thread)) != name {
		err = damage("it is another one under this name")
	}
	if why, ok := errors.AsType[damage](err); ok {
		id, _, _ := strings.Cut(record[strings.LastIndexByte(record, '/')+1:], ".")
		err = &checkpoint.DamageError{Thread: name, ID: checkpoint.ID(id), What: "checkpoint", Reason: string(why)}
	}
	return string(h.Thread), err == nil, err
}
