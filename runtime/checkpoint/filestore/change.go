package filestore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/internal/flock"
)

// thread is a thread as its writers in this process see it. One of them at a time
// uses it.
type thread struct {
	made bool // the directory is there
	// known says that the rest is what the disk holds, as long as this Store
	// was the last to lock the thread.
	known    bool
	recalled bool // it was known when the change began: nothing has been read
	view
	head    located   // without a segment where there is none
	damaged []located // those that are newer than the head
}

// change calls f while nobody else changes the thread. Waiting ends with the
// context; f runs to its end.
func change[T any](ctx context.Context, s *Store, name string, f func(*thread) (T, error)) (result T, err error) {
	done, err := s.turns.Take(ctx, name)
	if err != nil {
		return result, err
	}
	defer done()
	t := s.recall(name)
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
	t.end()
	s.remember(t)
	if err != nil {
		return result, err
	}
	return changed, nil
}

// lock waits for the thread's lock, in its directory, which it makes.
func (t *thread) lock(ctx context.Context) (l lock, err error) {
	disk, dir := t.store.fs, threadDir(t.thread)
	err = flock.Wait(ctx, disk.Queue(dir), func() (bool, error) {
		if !t.made {
			if err := disk.Mkdir(dir); err != nil {
				return false, err
			}
			t.made = true
		}
		l, err = disk.Lock(dir + "/" + lockName)
		switch {
		case errors.Is(err, errBusy):
			return false, nil
		case errors.Is(err, fs.ErrNotExist): // who had it has removed the directory
			t.made, t.known = false, false
			return false, nil
		}
		return err == nil, err
	})
	if err != nil {
		return nil, err
	}
	return l, nil
}

// load reads the thread anew unless it is known, and clears away what crashes
// have left.
func (t *thread) load() error {
	if t.known {
		return nil
	}
	t.store.forget(threadDir(t.thread)) // what is built on is made durable in any case
	if err := t.look(); err != nil {
		return err
	}
	if err := t.bury(); err != nil {
		return err
	}
	_, head, _, err := t.newest(true)
	if err != nil && !errors.Is(err, checkpoint.ErrDamaged) {
		return err
	}
	t.head, t.damaged = head, nil
	for s, err := range t.backward("") {
		if err != nil {
			return err
		}
		if err := t.tidy(s); err != nil {
			return err
		}
		for _, n := range slices.Backward(s.nodes) {
			if n.ID > head.ID {
				t.damaged = append(t.damaged, located{s, n})
			}
		}
		// The writes that the head took up are in its segment or in the one before.
		if head.segment != nil && s.nodes != nil && s.nodes[0].ID < head.ID {
			break
		}
	}
	if t.vacant() && t.latest().Holder == "" { // who removed it was interrupted
		if err := t.unbind(); err != nil {
			return err
		}
	}
	t.known = true
	return nil
}

// tidy removes what crashes have left in a segment.
func (t *thread) tidy(s *segment) error {
	for _, name := range s.stale {
		if err := t.store.fs.Remove(s.path(name)); err != nil {
			return err
		}
	}
	s.stale = nil
	return nil
}

// bury removes what Delete has left, were it by a crash. Nothing new comes
// before that is done, so that whole groups are either old or new.
func (t *thread) bury() error {
	for _, g := range t.dead {
		if err := t.listGroup(g); err != nil {
			return err
		}
		for _, s := range g.segments {
			if err := t.list(s); err != nil {
				return err
			}
			if err := t.removeAll(s); err != nil {
				return err
			}
			if err := t.rmdir(s.dir); err != nil {
				return err
			}
		}
		if err := t.rmdir(g.dir); err != nil {
			return err
		}
	}
	t.dead = nil
	return nil
}

// rmdir removes a directory with all that was removed in it. Where it is not
// empty, it has what is not ours, and what was ours is gone for good.
func (t *thread) rmdir(dir string) error {
	if t.store.fs.Rmdir(dir) == nil {
		return nil
	}
	return t.store.fs.Sync(dir)
}

// removeAll removes all of a segment's files.
func (t *thread) removeAll(s *segment) error {
	for _, n := range s.nodes {
		s.stale = append(s.stale, nodeName(n))
	}
	s.nodes = nil
	s.dropTaken(nil)
	return t.tidy(s)
}

// expect returns an error unless id is the head and fence the latest lease's.
func (t *thread) expect(id checkpoint.ID, fence uint64) error {
	if t.head.segment == nil && len(t.damaged) > 0 && t.lease().Admit(fence) == nil {
		// Records are there and none can be read: that is not a new thread.
		_, _, _, err := t.newest(true)
		return err
	}
	err := t.lease().Expect(fence, t.head.ID, id)
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
	if len(t.damaged) == 0 {
		return nil
	}
	t.known = false
	for _, l := range t.damaged {
		name := l.path(nodeName(l.Node))
		if err := errors.Join(t.store.fs.Rename(name, name+asideSuffix), t.store.fs.Sync(l.dir)); err != nil {
			return err
		}
	}
	return t.load()
}

// next gives the ID of a checkpoint that is saved now, and the segment for it,
// which it makes where the newest one is full.
func (t *thread) next() (checkpoint.ID, *segment, error) {
	last, err := t.last()
	if err != nil {
		return "", nil, err
	}
	id := max(checkpoint.NextID(last, t.store.now()), t.begun())
	if !id.Valid() {
		return "", nil, fmt.Errorf("%w: no ID follows %s", checkpoint.ErrInvalid, last)
	}
	g, at := t.room()
	if at != nil && len(at.nodes) < t.store.segmentSize {
		return id, at, nil
	}
	t.known = false
	if g == nil || len(g.segments) >= t.store.segmentSize {
		g = &group{dir: t.dir() + "/" + segmentPrefix + string(id), first: id, listed: true}
		if err := t.mkdir(g.dir, t.dir()); err != nil {
			return "", nil, err
		}
		t.groups = append(t.groups, g)
	}
	at = &segment{dir: g.dir + "/" + segmentPrefix + string(id), first: id}
	at.fill(nil, "")
	if err := t.mkdir(at.dir, g.dir); err != nil {
		return "", nil, err
	}
	g.segments = append(g.segments, at)
	t.known = true
	return id, at, nil
}

func (t *thread) mkdir(dir, parent string) error {
	if err := t.store.fs.Mkdir(dir); err != nil {
		return err
	}
	return t.store.fs.Sync(parent)
}

// save writes a checkpoint that becomes the head. Its parent's pending writes
// are taken up by it, unless it is a fork.
func (t *thread) save(s *segment, c checkpoint.Checkpoint) error {
	h := header{ID: c.ID, Parent: c.Parent, Kind: c.Kind, Step: c.Step, Fence: c.Fence, Meta: c.Meta}
	if err := t.write(s, h, c.State); err != nil {
		return err
	}
	parent := t.head
	n := checkpoint.Node{ID: c.ID, Parent: c.Parent, Kind: c.Kind}
	s.nodes = append(s.nodes, n)
	t.head, t.damaged, t.fence = located{s, n}, nil, c.Fence
	if c.Kind != checkpoint.Forked && parent.segment != nil && parent.writes[parent.ID] != nil {
		// The checkpoint is saved, whatever becomes of this: the next load
		// tries again.
		for _, calls := range parent.writes[parent.ID] {
			parent.stale = append(parent.stale, writesName(parent.ID, calls))
		}
		delete(parent.writes, parent.ID)
		t.known = t.tidy(parent.segment) == nil
	}
	return nil
}

// saveWrites adds pending writes to those of a checkpoint, in a file of their
// own. Where the last file has the writes of as many calls as the new one, the
// two become one: so each write is copied as often as the number of calls can be
// halved, and there are no more files than that.
func (t *thread) saveWrites(s *segment, id checkpoint.ID, writes []checkpoint.Write) error {
	const largest = 64 << 20 // of what is still copied
	spans := s.writes[id]
	span := calls{1, 1}
	if n := len(spans); n > 0 {
		span = calls{spans[n-1].Last + 1, spans[n-1].Last + 1}
	}
	merged := 0
	for n := len(spans); n > 0 && spans[n-1].number() == span.number() && sizeOf(writes) < largest; n-- {
		h, body, err := t.read(s, writesName(id, spans[n-1]), true)
		var before []checkpoint.Write
		if err == nil {
			before, err = h.writes(body)
		}
		if errors.Is(err, checkpoint.ErrDamaged) {
			break // it stays, to be told of
		}
		if err != nil {
			return err
		}
		writes, _ = checkpoint.MergeWrites(before, writes)
		span.First = spans[n-1].First
		merged++
	}
	h, body := header{ID: id, Calls: span}.withWrites(writes)
	if err := t.write(s, h, body); err != nil {
		return err
	}
	for _, c := range spans[len(spans)-merged:] {
		s.stale = append(s.stale, writesName(id, c))
	}
	s.writes[id] = append(spans[:len(spans)-merged:len(spans)-merged], span)
	t.known = t.tidy(s) == nil
	return nil
}

// prune removes checkpoints, in the order in which they are given, from the
// segments that have them.
func (t *thread) prune(expired []checkpoint.Node, at map[checkpoint.ID]*segment) error {
	touched := make(map[*segment]bool)
	for _, n := range expired {
		s := at[n.ID]
		touched[s] = true
		if err := t.store.fs.Remove(s.path(nodeName(n))); err != nil {
			return err
		}
		if n.Needs() { // it must not come back when its parent is gone
			if err := t.store.fs.Sync(s.dir); err != nil {
				return err
			}
		}
	}
	for s := range t.all() {
		if !touched[s] {
			continue
		}
		s.nodes = slices.DeleteFunc(s.nodes, func(n checkpoint.Node) bool {
			_, found := slices.BinarySearchFunc(expired, n.ID, func(e checkpoint.Node, id checkpoint.ID) int { return cmp.Compare(id, e.ID) })
			return found
		})
		s.dropTaken(nil)
		if err := errors.Join(t.tidy(s), t.store.fs.Sync(s.dir)); err != nil {
			return err
		}
	}
	t.known = true
	t.dropEmpty()
	return nil
}

// dropEmpty removes segments and groups that Prune has emptied, but for the
// newest, where new checkpoints go. What stays for a fault of the disk is found
// empty, and in nobody's way.
func (t *thread) dropEmpty() {
	if len(t.groups) == 0 {
		return
	}
	newest := t.groups[len(t.groups)-1]
	t.groups = slices.DeleteFunc(t.groups, func(g *group) bool {
		if !g.listed {
			return false
		}
		var last *segment
		if g == newest && len(g.segments) > 0 {
			last = g.segments[len(g.segments)-1]
		}
		g.segments = slices.DeleteFunc(g.segments, func(s *segment) bool {
			return s != last && s.listed && len(s.nodes) == 0 && t.store.fs.Rmdir(s.dir) == nil
		})
		return g != newest && len(g.segments) == 0 && t.store.fs.Rmdir(g.dir) == nil
	})
}

func sizeOf(writes []checkpoint.Write) (n int) {
	for _, w := range writes {
		n += len(w.Data)
	}
	return n
}

func (t *thread) saveControl(control header) error {
	err := t.write(t.top, control, nil)
	if err == nil {
		t.control, t.lost = control, false
	}
	return err
}

// write makes a record of the thread durable in a segment. After any error the
// thread is loaded anew.
func (t *thread) write(s *segment, h header, body []byte) error {
	t.known = false
	h.Thread = []byte(t.thread)
	if err := t.store.write(s.dir, h, body); err != nil {
		return err
	}
	t.known = true
	return nil
}

// end removes the directory of a thread that has no checkpoints and that nobody
// has a lease on, be it that it was deleted or that it never was. Where this
// fails, the directory stays until the next change.
func (t *thread) end() {
	if !t.known || !t.vacant() || t.latest().Holder != "" {
		return
	}
	t.known = false
	if t.unbind() != nil {
		return
	}
	if t.store.fs.Remove(t.top.path(lockName)) == nil && t.store.fs.Rmdir(t.dir()) == nil {
		t.made = false
	}
}

// unbind moves what has to be known of a thread that is no more to the one place
// for all of them.
func (t *thread) unbind() error {
	latest := t.latest()
	if latest.Fence == 0 && t.control.Deleted == "" {
		return nil
	}
	// All checkpoints are gone for good before the record that says so goes.
	if err := t.store.fs.Sync(t.dir()); err != nil {
		return err
	}
	if err := t.store.raise(t.control.Deleted, latest.Fence); err != nil {
		return err
	}
	if err := t.store.fs.Remove(t.top.path(controlName)); err != nil {
		return err
	}
	t.control, t.lost = header{}, false
	return t.store.fs.Sync(t.dir())
}
