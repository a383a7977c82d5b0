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
	turn chan struct{} // holds one element during a change
	made bool          // the directory is there
	// known says that the rest is what the disk holds, as long as this Store
	// was the last to lock the thread.
	known    bool
	recalled bool // it was known when the change began: nothing has been read
	view
	head int // place of the head in nodes; −1 without one
}

// change calls f while nobody else changes the thread. Waiting ends with the
// context; f runs to its end.
func change[T any](ctx context.Context, s *Store, name string, f func(*thread) (T, error)) (result T, err error) {
	s.mu.Lock()
	t := s.threads[name]
	if t == nil {
		t = &thread{view: s.view(name), turn: make(chan struct{}, 1)}
		s.threads[name] = t
	}
	s.mu.Unlock()

	select {
	case t.turn <- struct{}{}:
		defer func() { <-t.turn }()
	case <-ctx.Done():
		return result, ctx.Err()
	}
	if err := ctx.Err(); err != nil { // select chooses at random when both are ready
		return result, err
	}
	l, err := t.lock(ctx)
	if err != nil {
		return result, err
	}
	defer l.Close()
	// The mark in the lock file tells whether another writer has been here
	// since; if not, what is known need not be read again.
	last, err := l.ReadMark()
	if err != nil {
		return result, err
	}
	if last != s.mark {
		t.known = false
		if err := l.WriteMark(s.mark); err != nil {
			return result, err
		}
	}
	t.recalled = t.known
	if err := t.load(); err != nil {
		return result, err
	}
	changed, err := f(t)
	if err != nil {
		return result, err
	}
	return changed, nil
}

// lock waits for the thread's lock. It asks again and again, since a wait in
// the kernel would not end with the context.
func (t *thread) lock(ctx context.Context) (lock, error) {
	if !t.made {
		if err := t.fs.Mkdir(t.dir); err != nil {
			return nil, err
		}
		t.made = true
	}
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
	if err := t.look(); err != nil {
		return err
	}
	for _, name := range t.stale {
		if err := t.fs.Remove(t.path(name)); err != nil {
			return err
		}
	}
	var err error
	if _, t.head, err = t.newest(); err != nil && !errors.Is(err, checkpoint.ErrDamaged) {
		return err
	}
	t.known = true
	return nil
}

// expect returns an error unless id is the head and fence the latest lease's.
func (t *thread) expect(id checkpoint.ID, fence uint64) error {
	var head checkpoint.ID
	if t.head >= 0 {
		head = t.nodes[t.head].ID
	} else if len(t.nodes) > 0 && t.control.Fence == fence {
		// Records are there and none can be read: that is not a new thread.
		_, _, err := t.newest()
		return err
	}
	err := t.lease().Expect(fence, head, id)
	if t.recalled && errors.Is(err, checkpoint.ErrConflict) {
		// The disk may have damaged the head since this store has saved it. Get
		// reads the disk and falls back, so who goes on from there must be met.
		t.known, t.recalled = false, false
		if err := t.load(); err != nil {
			return err
		}
		return t.expect(id, fence)
	}
	return err
}

// setAside renames the records that are newer than the head, which are damaged.
// Their names say that the head has children, which have taken up its pending
// writes: new ones would go with the next look.
func (t *thread) setAside() error {
	damaged := t.nodes[t.head+1:]
	if len(damaged) == 0 {
		return nil
	}
	t.known = false
	for _, n := range damaged {
		name := t.path(nodeName(n))
		if err := t.fs.Rename(name, name+asideSuffix); err != nil {
			return err
		}
	}
	if err := t.fs.Sync(t.dir); err != nil {
		return err
	}
	return t.load()
}

// save writes a checkpoint that becomes the head. Its parent's pending writes
// are taken up by it, unless it is a fork.
func (t *thread) save(c checkpoint.Checkpoint) error {
	h := header{ID: c.ID, Parent: c.Parent, Kind: c.Kind, Step: c.Step, Fence: c.Fence, Meta: c.Meta}
	if err := t.write(h, c.State); err != nil {
		return err
	}
	t.nodes = append(t.nodes, checkpoint.Node{ID: c.ID, Parent: c.Parent, Kind: c.Kind})
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
	err := t.write(header{ID: id, Writes: writes}, nil)
	if err == nil {
		t.writes[id] = true
	}
	return err
}

func (t *thread) saveControl(control header) error {
	err := t.write(control, nil)
	if err == nil {
		t.control = control
	}
	return err
}

// write makes a record durable under its name. Until the rename nothing has
// happened; an error from then on wraps ErrUncertain. After any error the
// thread is loaded anew.
func (t *thread) write(h header, body []byte) error {
	t.known = false
	h.Thread = []byte(t.thread)
	parts, err := encodeRecord(h, body)
	if err != nil {
		return err
	}
	tmp := t.path(tmpPrefix + h.name())
	f, err := t.fs.Create(tmp)
	if err != nil {
		return err
	}
	for _, part := range parts {
		if err == nil && len(part) > 0 {
			_, err = f.Write(part)
		}
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, t.fs.Remove(tmp))
	}
	if err = t.fs.Rename(tmp, t.path(h.name())); err == nil {
		err = t.fs.Sync(t.dir)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", checkpoint.ErrUncertain, err)
	}
	t.known = true
	return nil
}
