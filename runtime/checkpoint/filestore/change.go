package filestore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
)

// thread is a thread as its writers in this process see it. Only the goroutine
// whose turn it is uses anything but turn.
type thread struct {
	place
	turn chan struct{} // holds one element during a change
	made bool          // the directory is there
	// known says that the rest is what the disk holds, as long as this Store
	// was the last to lock the thread.
	known bool
	listing
	head int // place of the head in nodes; −1 without one
}

// change calls f while nobody else changes the thread. Waiting ends with the
// context; f runs to its end.
func (s *Store) change(ctx context.Context, name string, f func(*thread) error) error {
	s.mu.Lock()
	t := s.threads[name]
	if t == nil {
		t = &thread{place: s.place(name), turn: make(chan struct{}, 1)}
		s.threads[name] = t
	}
	s.mu.Unlock()

	select {
	case t.turn <- struct{}{}:
		defer func() { <-t.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := ctx.Err(); err != nil { // select chooses at random when both are ready
		return err
	}
	if !t.made {
		if err := t.fs.Mkdir(t.dir); err != nil {
			return err
		}
		t.made = true
	}
	l, err := t.lock(ctx)
	if err != nil {
		return err
	}
	defer l.Close()
	// The mark in the lock file tells whether another writer has been here
	// since; if not, what is known need not be read again.
	last, err := l.ReadMark()
	if err != nil {
		return err
	}
	if last != s.mark {
		t.known = false
		if err := l.WriteMark(s.mark); err != nil {
			return err
		}
	}
	if err := t.load(); err != nil {
		return err
	}
	return f(t)
}

// lock waits for the thread's lock. It asks again and again, since a wait in
// the kernel would not end with the context.
func (t *thread) lock(ctx context.Context) (lock, error) {
	const shortest, longest = 50 * time.Microsecond, 2 * time.Millisecond
	for wait := shortest; ; wait = min(wait*2, longest) {
		l, err := t.fs.Lock(t.path(lockName))
		if !errors.Is(err, errBusy) {
			return l, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(wait):
		}
	}
}

// load reads the thread anew unless it is known, and clears away what crashes
// have left.
func (t *thread) load() error {
	if t.known {
		return nil
	}
	l, err := t.list()
	if err != nil {
		return err
	}
	for _, name := range l.stale {
		if err := t.fs.Remove(t.path(name)); err != nil {
			return err
		}
	}
	_, head, err := t.newest(&l)
	if err != nil && !errors.Is(err, checkpoint.ErrDamaged) {
		return err
	}
	t.listing, t.head, t.known = l, head, true
	return nil
}

// expect returns an error unless id is the head and fence the latest lease's.
func (t *thread) expect(id checkpoint.ID, fence uint64) error {
	if err := t.lease().Admit(fence); err != nil {
		return err
	}
	var head checkpoint.ID
	if t.head >= 0 {
		head = t.nodes[t.head].ID
	} else if len(t.nodes) > 0 {
		// Records are there and none can be read: that is not a new thread.
		_, _, err := t.newest(&t.listing)
		return err
	}
	if id != head {
		return &checkpoint.ConflictError{Thread: t.thread, Expected: id, Head: head}
	}
	return nil
}

// save writes a checkpoint that becomes the head. Its parent's pending writes
// are taken up by it, unless it is a fork.
func (t *thread) save(c checkpoint.Checkpoint) error {
	n := checkpoint.Node{ID: c.ID, Parent: c.Parent, Kind: c.Kind}
	head := checkpointHead{Thread: []byte(t.thread), ID: c.ID, Parent: c.Parent, Kind: c.Kind, Step: c.Step, Fence: c.Fence, Meta: c.Meta}
	if err := t.write(nodeName(n), head, c.State); err != nil {
		return err
	}
	t.nodes = append(t.nodes, n)
	t.head = len(t.nodes) - 1
	if c.Kind != checkpoint.Forked && t.writes[c.Parent] {
		// The checkpoint is saved, whatever becomes of this: the next load
		// tries again.
		delete(t.writes, c.Parent)
		t.known = t.fs.Remove(t.path(writesName(c.Parent))) == nil
	}
	return nil
}

func (t *thread) saveWrites(id checkpoint.ID, writes []checkpoint.Write) error {
	err := t.write(writesName(id), writesHead{Thread: []byte(t.thread), ID: id, Writes: writes}, nil)
	if err == nil {
		t.writes[id] = true
	}
	return err
}

func (t *thread) saveControl(c controlHead) error {
	err := t.write(controlName, c, nil)
	if err == nil {
		t.control = c
	}
	return err
}

// write makes a record durable under its name. Until the rename nothing has
// happened; an error from then on wraps ErrUncertain. After any error the
// thread is loaded anew.
func (t *thread) write(name string, head any, body []byte) error {
	t.known = false
	tmp := t.path(tmpPrefix + name)
	f, err := t.fs.Create(tmp)
	if err != nil {
		return err
	}
	err = writeRecord(f, head, body)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, t.fs.Remove(tmp))
	}
	if err = t.fs.Rename(tmp, t.path(name)); err == nil {
		err = t.fs.Sync(t.dir)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", checkpoint.ErrUncertain, err)
	}
	t.known = true
	return nil
}
