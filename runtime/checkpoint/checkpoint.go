// Package checkpoint says what a store of checkpoints promises. A checkpoint is
// the whole state of a run after a step, window and budget included, so that a
// run which dies goes on from its last finished step.
//
// Checkpoints belong to threads, which any string can name; threads know
// nothing of each other. All other text is UTF-8. A thread's
// checkpoints form a tree: each names its parent. The newest checkpoint is the
// thread's head, and only the head can be continued:
//
//   - Put is a compare-and-swap. It names the head it builds on; when another
//     writer was faster it changes nothing and says which head there is now.
//     Branches arise by Fork only.
//   - What Put, Fork or PutWrites acknowledged survives a crash at any moment.
//     What was interrupted is there as a whole or not at all.
//   - Writers may take a lease. Its number fences off all earlier writers,
//     whatever their clocks say.
//   - Stores share no memory with their callers: bytes and maps are copied in
//     and out.
//   - Stores are safe for concurrent use, and so is all else here.
//
// The packages memstore and filestore are stores; pgstore, in a module of its
// own, keeps checkpoints in PostgreSQL. The package checkpointtest has the tests
// that make a store one, for any implementation. Generated code and the package
// protocol import this package. It needs the standard library only.
package checkpoint

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// ID names a checkpoint within its thread. IDs of a thread ascend as strings
// in the order of saving.
type ID string

// Times of IDs are from 1970 to the year 10889.
const (
	maxMillis = 1<<48 - 1
	maxCount  = 1<<32 - 1
)

// NextID returns the ID that follows prev (or "") at the given time. It ascends
// also when the clock steps back or stands still, and where it shows a time that
// an ID cannot hold. After ffffffffffff-ffffffff there is none: it returns "".
func NextID(prev ID, now time.Time) ID {
	millis, count := int64(0), int64(0)
	if seconds := now.Unix(); seconds > maxMillis/1000 {
		millis = maxMillis
	} else if seconds >= 0 {
		millis = now.UnixMilli()
	}
	if last, n, ok := prev.split(); ok && last >= millis {
		millis, count = last, n+1
		if count > maxCount {
			millis, count = last+1, 0
		}
	}
	if millis > maxMillis {
		return ""
	}
	return ID(fmt.Sprintf("%012x-%08x", millis, count))
}

// Valid reports whether id has the form that NextID gives.
func (id ID) Valid() bool {
	_, _, ok := id.split()
	return ok
}

// Time returns when the checkpoint was saved, to the millisecond: the zero time
// for an invalid ID.
func (id ID) Time() time.Time {
	if millis, _, ok := id.split(); ok {
		return time.UnixMilli(millis)
	}
	return time.Time{}
}

func (id ID) split() (millis, count int64, ok bool) {
	isHex := func(s ID) bool { return strings.Trim(string(s), "0123456789abcdef") == "" }
	if len(id) != 21 || !isHex(id[:12]) || id[12] != '-' || !isHex(id[13:]) {
		return 0, 0, false
	}
	millis, _ = strconv.ParseInt(string(id[:12]), 16, 64)
	count, _ = strconv.ParseInt(string(id[13:]), 16, 64)
	return millis, count, true
}

// Kind says how a checkpoint's State relates to its parent.
type Kind string

const (
	// Full states stand alone. The empty Kind means Full.
	Full Kind = "full"
	// Delta states are changes to the parent's state: the parent is kept as
	// long as they are.
	Delta Kind = "delta"
	// Forked checkpoints repeat their parent's State and begin a branch. The
	// parent is kept as long as they are.
	Forked Kind = "fork"
)

// Checkpoint is one saved state.
type Checkpoint struct {
	// Set by the store.
	ID     ID
	Parent ID // "" for the first of a thread

	// Given to Put and returned as given.
	Kind  Kind
	Step  int64
	Meta  map[string]string
	State []byte
	// Fence is the number of the writer's lease; zero for a writer without one,
	// in a thread that was never leased.
	Fence uint64

	// Pending holds the writes of finished tasks that no later checkpoint has
	// taken up, by task and index. Set by Get and List.
	Pending []Write
	// Skipped says which newer records Get found damaged on its way to the
	// latest one that can be read, and whether Pending is incomplete. Whoever
	// goes on from here goes on from an earlier state than was saved.
	Skipped []*DamageError
}

// Successor returns the checkpoint that a store saves for Put: with its parent
// and without what only the store sets. The error wraps ErrInvalid.
func (c Checkpoint) Successor(parent ID) (Checkpoint, error) {
	switch c.Kind {
	case Full, Delta:
	case "":
		c.Kind = Full
	default:
		return Checkpoint{}, fmt.Errorf("%w: kind %q", ErrInvalid, string(c.Kind))
	}
	for key, value := range c.Meta {
		if !utf8.ValidString(key) || !utf8.ValidString(value) {
			return Checkpoint{}, fmt.Errorf("%w: meta is not UTF-8", ErrInvalid)
		}
	}
	c.ID, c.Parent, c.Pending, c.Skipped = "", parent, nil, nil
	return c, nil
}

// Clone returns a copy that shares no memory with c.
func (c Checkpoint) Clone() Checkpoint {
	c.Meta = maps.Clone(c.Meta)
	c.State = slices.Clone(c.State)
	c.Pending = cloneWrites(c.Pending)
	c.Skipped = slices.Clone(c.Skipped)
	return c
}

// Write is what one finished task of an unfinished step has produced.
type Write struct {
	Task  string
	Index int
	Data  []byte
}

func cloneWrites(writes []Write) []Write {
	writes = slices.Clone(writes)
	for i := range writes {
		writes[i].Data = slices.Clone(writes[i].Data)
	}
	return writes
}

func compareWrites(a, b Write) int {
	return cmp.Or(cmp.Compare(a.Task, b.Task), cmp.Compare(a.Index, b.Index))
}

// CheckWrites returns an error wrapping ErrInvalid for writes that PutWrites
// does not take.
func CheckWrites(writes []Write) error {
	for _, w := range writes {
		if !utf8.ValidString(w.Task) {
			return fmt.Errorf("%w: task %q is not UTF-8", ErrInvalid, w.Task)
		}
	}
	return nil
}

// MergeWrites returns pending, which is in order, with those of added whose task
// and index are new, copied and in order, and whether there are any. The first
// write of a task and index stands: its side effects have happened.
func MergeWrites(pending, added []Write) (merged []Write, changed bool) {
	merged = append(slices.Clone(pending), cloneWrites(added)...)
	slices.SortStableFunc(merged, compareWrites)
	merged = slices.CompactFunc(merged, func(a, b Write) bool { return compareWrites(a, b) == 0 })
	return merged, len(merged) > len(pending)
}

// Range selects what List yields.
type Range struct {
	Before ID  // only older checkpoints; "" begins with the newest
	Limit  int // at most that many; zero means all
	// NoState leaves State and Pending out, so that stores read no more than
	// what describes a checkpoint.
	NoState bool
}

// Store keeps checkpoints. All methods are safe for concurrent use, within a
// process and, where the store says so, between processes and machines. A
// cancelled context stops waiting, and work that has changed nothing yet; once
// a change has begun it is brought to its end. After an error that is none of
// those named below, or wraps ErrUncertain, the change may have happened: the
// caller goes on from a new Get.
type Store interface {
	// Put saves a checkpoint whose parent is the thread's head, makes it the
	// head and clears the parent's pending writes. The parent "" stands for a
	// thread without checkpoints. ID, Parent, Pending and Skipped of c are
	// ignored.
	//
	// The error is a *ConflictError when another checkpoint is the head, a
	// *FencedError when c.Fence is not the number of the thread's latest
	// lease, or wraps ErrInvalid.
	Put(ctx context.Context, thread string, parent ID, c Checkpoint) (ID, error)

	// Get returns the checkpoint with that ID, or with "" the latest one that
	// can be read. The error wraps ErrNotFound or is a *DamageError; for the
	// latest, that means that none of the thread's records can be read.
	Get(ctx context.Context, thread string, id ID) (Checkpoint, error)

	// List yields the thread's checkpoints, newest first. A damaged one is
	// yielded as its ID and Parent with a *DamageError, and the next ones go on.
	List(ctx context.Context, thread string, r Range) iter.Seq2[Checkpoint, error]

	// Fork begins a branch: it saves a copy of a checkpoint and its pending
	// writes as a new head whose parent is the original. The branch that was
	// left stays as it is. Errors are those of Get and of Put's fence.
	Fork(ctx context.Context, thread string, from ID, fence uint64) (ID, error)

	// PutWrites keeps writes with the head, durably, before the checkpoint that
	// takes them up. A write whose task and index are there already is ignored.
	// Errors are those of Put.
	PutWrites(ctx context.Context, thread string, head ID, fence uint64, writes ...Write) error

	// Delete removes all checkpoints of a thread, in one step. A lease that has
	// not run out stays with its holder. Where there is none, the thread is as
	// one that was never leased, and stores keep nothing of its own; but IDs and
	// the numbers of leases ascend further, so that earlier writers stay fenced
	// off.
	Delete(ctx context.Context, thread string) error

	// Prune removes what the retention does not keep and returns how many
	// checkpoints that were.
	Prune(ctx context.Context, thread string, r Retention) (int, error)

	// Acquire takes the thread's lease, with a number higher than all before.
	// The error is a *LeasedError while another holder's lease lasts, or wraps
	// ErrInvalid. The same holder gets it anew: its earlier self is fenced off.
	Acquire(ctx context.Context, thread, holder string, ttl time.Duration) (Lease, error)
	// Renew lets the lease last for ttl from now, also one that has run out. The
	// error is a *FencedError when it is not the latest one, or was released.
	Renew(ctx context.Context, lease Lease, ttl time.Duration) (Lease, error)
	// Release ends the lease, so that others need not wait, and fences off its
	// holder: who goes on acquires a lease first. The error is a *FencedError
	// when it is not the latest one, which then stays untouched.
	Release(ctx context.Context, lease Lease) error

	// Threads yields the threads that have checkpoints, ascending by name as
	// bytes, without their states: each as it was at some moment of the call. A
	// thread that cannot be read is yielded with its error, and with its Name
	// where that is known, and the next ones go on. The cost grows with the
	// number of threads, not with their histories.
	Threads(ctx context.Context) iter.Seq2[Thread, error]
}
