package filestore

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/runtime/checkpoint"
)

// view is a thread as the names in its directories show it. Segments are listed
// when they are looked at.
type view struct {
	store   *Store
	thread  string
	control header
	lost    bool // control is damaged
	top     *segment
	groups  []*group // ascending
	dead    []*group // those of which Delete has left something
	// fence is that of the newest checkpoint, once that was read.
	fence uint64
}

// group is a directory of segments.
type group struct {
	dir      string
	first    checkpoint.ID
	listed   bool
	segments []*segment // ascending
}

func (v *view) dir() string { return v.top.dir }

// look reads the thread's directory. Its name, and those in it, may come from a
// writer that died before it made them durable; look does that, so that nothing
// it tells of is lost later. A thread that does not exist is empty.
func (v *view) look() error {
	dir := threadDir(v.thread)
	v.control, v.lost, v.fence = header{}, false, 0
	v.groups, v.dead = nil, nil
	v.top = &segment{dir: dir}
	names, err := v.store.names(dir)
	if errors.Is(err, fs.ErrNotExist) {
		names = nil
	} else if err != nil {
		return err
	}
	if slices.Contains(names, controlName) {
		v.control, _, err = v.read(v.top, controlName, true)
		if v.lost = errors.Is(err, checkpoint.ErrDamaged); v.lost {
			v.control = header{}
		} else if err != nil {
			return err
		}
	}
	v.top.fill(names, v.control.Deleted)
	for _, name := range names {
		if first, ok := parseSegmentName(name); ok {
			g := &group{dir: dir + "/" + name, first: first}
			if first <= v.control.Deleted {
				v.dead = append(v.dead, g)
			} else {
				v.groups = append(v.groups, g)
			}
		}
	}
	slices.SortFunc(v.groups, func(a, b *group) int { return cmp.Compare(a.first, b.first) })
	return nil
}

// list lists a group, unless that was done.
func (v *view) listGroup(g *group) error {
	if g.listed {
		return nil
	}
	names, err := v.store.names(g.dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		if first, ok := parseSegmentName(name); ok {
			g.segments = append(g.segments, &segment{dir: g.dir + "/" + name, first: first})
		}
	}
	slices.SortFunc(g.segments, func(a, b *segment) int { return cmp.Compare(a.first, b.first) })
	g.listed = true
	return nil
}

func (v *view) list(s *segment) error {
	if s.listed {
		return nil
	}
	names, err := v.store.names(s.dir)
	if err != nil {
		return err
	}
	s.fill(names, v.control.Deleted)
	return nil
}

// backward yields the thread's segments, listed, with the writes that are pending,
// from the one on that may have the checkpoint id, to the oldest; with "" from the
// newest. One that cannot be listed is an error beside nil, and the next ones go
// on.
func (v *view) backward(id checkpoint.ID) iter.Seq2[*segment, error] {
	return func(yield func(*segment, error) bool) {
		var after *segment
		for s, err := range v.all() {
			switch {
			case err != nil:
			case id != "" && s.first > id:
				after = s // only to know what was taken up
				continue
			default:
				if err = v.list(s); err == nil && after != nil && len(s.writes) > 0 {
					err = v.list(after)
				}
			}
			if err != nil {
				if !yield(nil, err) {
					return
				}
				continue
			}
			s.dropTaken(after)
			after = s
			if !yield(s, nil) {
				return
			}
		}
	}
}

// all yields the thread's segments from the newest to the oldest.
func (v *view) all() iter.Seq2[*segment, error] {
	return func(yield func(*segment, error) bool) {
		for _, g := range slices.Backward(v.groups) {
			if err := v.listGroup(g); err != nil {
				if !yield(nil, err) {
					return
				}
				continue
			}
			for _, s := range slices.Backward(g.segments) {
				if !yield(s, nil) {
					return
				}
			}
		}
		yield(v.top, nil)
	}
}

// located is a checkpoint and the segment that it is in.
type located struct {
	*segment
	checkpoint.Node
}

// find finds the checkpoint with that ID.
func (v *view) find(id checkpoint.ID) (l located, found bool, err error) {
	for s, err := range v.backward(id) {
		if err != nil {
			return l, false, err
		}
		if at, ok := s.find(id); ok {
			return located{s, s.nodes[at]}, true, nil
		}
		break // the others have older ones
	}
	return l, false, nil
}

// lease returns the thread's latest one. A thread that has neither checkpoints nor
// a holder was never leased, whatever Delete has still left of it.
func (v *view) lease() checkpoint.Lease {
	l := v.latest()
	if v.vacant() && l.Holder == "" {
		return checkpoint.Lease{Thread: v.thread}
	}
	return l
}

// latest returns the lease with the highest number. Where its record is damaged, or
// older than the newest checkpoint, nobody knows how many leases there were: the
// number becomes one that none of them can have had, and the next lease follows it.
func (v *view) latest() checkpoint.Lease {
	if v.lost || v.control.Fence < v.fence {
		return checkpoint.Lease{Thread: v.thread, Fence: max(v.fence, v.store.unusedFence())}
	}
	return checkpoint.Lease{Thread: v.thread, Holder: v.control.Holder, Fence: v.control.Fence, Expires: v.control.Expires.Time}
}

// vacant reports whether the thread has no checkpoint.
func (v *view) vacant() bool { return len(v.top.nodes) == 0 && len(v.groups) == 0 && v.top.aside == "" }

// last returns the last ID that the thread has had, or may have had.
func (v *view) last() (checkpoint.ID, error) {
	last := v.control.Deleted
	for s, err := range v.backward("") {
		if err != nil {
			return "", err
		}
		last = max(last, s.aside)
		if len(s.nodes) > 0 {
			return max(last, s.nodes[len(s.nodes)-1].ID), nil
		}
	}
	floor, err := v.store.floor()
	return max(last, floor.Deleted), err
}

// room returns the newest group and the newest segment, nil where there are
// none. Only the thread's own directory is in no group.
func (v *view) room() (*group, *segment) {
	if len(v.groups) == 0 {
		return nil, v.top
	}
	g := v.groups[len(v.groups)-1]
	if len(g.segments) == 0 {
		return g, nil
	}
	return g, g.segments[len(g.segments)-1]
}

// begun returns the ID with which the newest segment or group begins: where that
// is empty, since its maker died, no checkpoint has it.
func (v *view) begun() checkpoint.ID {
	g, s := v.room()
	switch {
	case g == nil:
		return ""
	case s == nil:
		return g.first
	}
	return s.first
}

// read reads a record of a segment, whole or its header. A damaged one gives a
// *DamageError.
func (v *view) read(s *segment, name string, whole bool) (h header, body []byte, err error) {
	data, size, err := v.store.fs.Read(s.path(name), whole)
	if err == nil && whole {
		h, body, err = decodeRecord(data)
	} else if err == nil {
		h, err = decodeHead(data, size)
	}
	if err == nil && (string(h.Thread) != v.thread || h.name() != name) {
		err = damage("it is another one under this name")
	}
	if why, ok := errors.AsType[damage](err); ok {
		bad := &checkpoint.DamageError{Thread: v.thread, What: "lease", Reason: string(why)}
		if id, _, ok := strings.Cut(name, "."); ok {
			bad.ID, bad.What = checkpoint.ID(id), "checkpoint"
			if strings.HasSuffix(name, "."+writesKind) {
				bad.What = "pending writes"
			}
		}
		return header{}, nil, bad
	} else if err != nil {
		return header{}, nil, fmt.Errorf("thread %q, %s: %w", v.thread, name, err)
	}
	return h, body, nil
}

// checkpoint reads a checkpoint without its pending writes, and unless it is to be
// whole without its state.
func (v *view) checkpoint(l located, whole bool) (checkpoint.Checkpoint, error) {
	h, body, err := v.read(l.segment, nodeName(l.Node), whole)
	if err != nil {
		return checkpoint.Checkpoint{}, err
	}
	return checkpoint.Checkpoint{
		ID: h.ID, Parent: h.Parent, Kind: h.Kind, Step: h.Step, Meta: h.Meta, State: body, Fence: h.Fence,
	}, nil
}

// pending reads a checkpoint's pending writes. Beside a *DamageError it gives
// those that can be read.
func (v *view) pending(l located) (writes []checkpoint.Write, err error) {
	for _, c := range l.writes[l.ID] {
		h, body, failed := v.read(l.segment, writesName(l.ID, c), true)
		var some []checkpoint.Write
		if failed == nil {
			some, failed = h.writes(body)
		}
		switch {
		case failed == nil:
			writes, _ = checkpoint.MergeWrites(writes, some)
		case errors.Is(failed, checkpoint.ErrDamaged):
			err = cmp.Or(err, failed)
		default:
			return nil, failed
		}
	}
	return writes, err
}

// newest reads the latest checkpoint that can be read, without its pending
// writes, and says which newer ones cannot. It returns found = false for an empty
// thread. Records of a newer version are not passed over: that would fork the
// history behind the back of the program that wrote them.
func (v *view) newest(whole bool) (c checkpoint.Checkpoint, l located, found bool, err error) {
	var skipped []*checkpoint.DamageError
	for s, err := range v.backward("") {
		if err != nil {
			return c, l, false, err
		}
		for _, n := range slices.Backward(s.nodes) {
			l := located{s, n}
			c, err := v.checkpoint(l, whole)
			if bad, ok := errors.AsType[*checkpoint.DamageError](err); ok {
				skipped = append(skipped, bad)
				continue
			}
			c.Skipped, v.fence = skipped, c.Fence
			return c, l, err == nil, err
		}
	}
	if len(skipped) > 0 {
		return c, l, false, skipped[0]
	}
	return c, l, false, nil
}

// get reads a checkpoint, or with "" the newest, with its pending writes.
func (v *view) get(id checkpoint.ID) (c checkpoint.Checkpoint, err error) {
	var l located
	var found bool
	if id == "" {
		c, l, found, err = v.newest(true)
	} else if l, found, err = v.find(id); found {
		c, err = v.checkpoint(l, true)
	}
	if err == nil && !found {
		err = checkpoint.NotFound(v.thread, id)
	}
	if err != nil {
		return checkpoint.Checkpoint{}, err
	}
	return v.withPending(c, l)
}

// withPending adds a checkpoint's pending writes to it.
func (v *view) withPending(c checkpoint.Checkpoint, l located) (checkpoint.Checkpoint, error) {
	var err error
	c.Pending, err = v.pending(l)
	if bad, ok := errors.AsType[*checkpoint.DamageError](err); ok {
		c.Skipped, err = append(c.Skipped, bad), nil
	}
	return c, err
}
