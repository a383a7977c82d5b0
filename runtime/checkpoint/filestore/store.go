// Package filestore keeps checkpoints as files under one directory, for any
// number of processes on one machine.
//
// A record is written to a temporary file, synced, renamed to its name, and the
// directory synced, before the store acknowledges it. So a crash, of the
// process or of the machine, leaves every record whole or absent, and what was
// acknowledged in place. A lock that the kernel frees with its holder (flock)
// keeps writers apart; the file system must be a local one. Each record carries
// its lengths and a checksum: where the disk itself has damaged the newest one,
// Get falls back to the one before and says so in Skipped; a damaged older one
// is reported by Get and List. What has the name of a record and is none, such as
// a directory or a link, is damaged too; a record has at most a gibibyte.
//
// Who goes on from what Get fell back to just calls Put with its ID: that one
// becomes the head, the damaged record stays in its place, and List reports it.
// PutWrites renames the damaged record first, adding ".damaged" to its name: it
// stays on disk until Delete, and is a checkpoint no more. Where the record of a
// thread's leases is damaged, its writers are fenced off, and the next lease has a
// number that none before can have had.
//
// The directory is opened as an os.Root: no name, whatever thread it is made
// from, leads outside. Files have the mode 0600 and directories 0700.
//
// # Costs
//
// A thread with n checkpoints lists three directories of at most some 128 names to
// find its newest one, or one of a known ID; beyond two million checkpoints the
// first of them grows by a name for each 16,384. With s the bytes of a state and w
// those of pending writes:
//
//	Get           the names, and s + w bytes
//	Put, Fork     s bytes written and two syncs; a writer that finds that another
//	              one was there since also reads what Get reads
//	PutWrites     its own bytes written, and as often again as the number of calls
//	              for that checkpoint can be halved
//	List          the names of what it passes, and s + w bytes for each checkpoint
//	              that it yields, or its header where the Range asks for no states
//	Prune         all n names, unless this Store has seen them; a removal for each
//	              checkpoint that goes
//	Delete        all n names, and a removal for each
//	Acquire, Renew, Release
//	              a small record written
//	Threads       for each thread, the names and the header of its newest record
//
// BenchmarkGrowth in package checkpoint measures that. With states of 1 KB in
// threads of 100, 1,000 and 10,000 checkpoints (two cores of a virtual machine
// that had other work; means of 50 calls), Get of the newest took 0.3,
// 0.7 and 0.4 ms, Get of an old one 0.2, 0.5 and 0.7 ms, List of ten 1.3, 1.8 and
// 2.6 ms, PutWrites 5.1, 4.3 and 2.3 ms and Put 14, 1.5 and 5.5 ms: what the disk
// takes for a sync, and not the history, decides.
//
// Who waits for the lock of a thread asks for it every few milliseconds, and comes
// before a writer that has just had it. Waiting ends with the context, some
// milliseconds later at most; what follows it is a few writes and syncs of the
// local disk, which go on to their end.
//
// The store needs flock, which Linux, macOS and the BSDs have. Elsewhere, on
// Windows and Solaris among others, there is no lock here that ends with its
// holder, and so no safe store: Open makes nothing and returns an error that
// wraps errors.ErrUnsupported. Runs on such systems keep their checkpoints in
// pgstore, or in memstore where they need not outlive the process.
package filestore

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"hash/maphash"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/internal/flock"
)

// Store is a checkpoint.Store in files. It is safe for concurrent use, also by
// several processes and by several Stores in one.
type Store struct {
	fs          fileSystem
	now         func() time.Time
	mark        mark // of this Store alone
	segmentSize int
	turns       flock.Turns

	mu      sync.Mutex
	threads map[string]*thread // some that nobody is changing
	synced  map[string]uint64  // hashes of names in directories that are durable
}

var _ checkpoint.Store = (*Store)(nil)

// Option sets how a store works.
type Option func(*Store)

// Clock lets the store read the time from now instead of time.Now.
func Clock(now func() time.Time) Option { return func(s *Store) { s.now = now } }

// Open opens the store in a directory, which it makes when it is not there, with
// those above it. The error wraps errors.ErrUnsupported where the system has no
// flock.
func Open(dir string, options ...Option) (*Store, error) {
	if !flock.Supported {
		return nil, fmt.Errorf("filestore: %s has no flock to keep writers apart; use pgstore, or memstore for one process: %w", runtime.GOOS, errors.ErrUnsupported)
	}
	if err := mkdirAll(filepath.Clean(dir)); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return newStore(diskFS{root}, options...), nil
}

// mkdirAll makes directories durable from the outermost in. The last one that is
// there may be that of a process which died before it had made it durable; in a
// directory that may not be read, it is not ours.
func mkdirAll(dir string) error {
	parent := filepath.Dir(dir)
	err := os.Mkdir(dir, dirMode)
	if errors.Is(err, fs.ErrNotExist) && parent != dir {
		if err := mkdirAll(parent); err != nil {
			return err
		}
		err = os.Mkdir(dir, dirMode)
	}
	existed := errors.Is(err, fs.ErrExist)
	if err != nil && !existed {
		if info, statErr := os.Stat(dir); statErr != nil || !info.IsDir() {
			return err
		}
		existed = true // where nothing may be made, or at the root
	}
	f, err := os.Open(parent)
	if err == nil {
		err = errors.Join(f.Sync(), f.Close())
	}
	if existed && errors.Is(err, fs.ErrPermission) {
		return nil
	}
	return err
}

func newStore(disk fileSystem, options ...Option) *Store {
	s := &Store{fs: disk, now: time.Now, segmentSize: segmentSize, threads: make(map[string]*thread), synced: make(map[string]uint64)}
	rand.Read(s.mark[:])
	for _, option := range options {
		option(s)
	}
	return s
}

// Close lets go of the directory. The store is not to be used afterwards.
func (s *Store) Close() error { return s.fs.Close() }

func (s *Store) view(thread string) *view { return &view{store: s, thread: thread} }

// recall gives what is known of a thread. Its user has the turn.
func (s *Store) recall(name string) *thread {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.threads[name]
	if t == nil {
		return &thread{view: *s.view(name)}
	}
	delete(s.threads, name)
	return t
}

// remember keeps what is known of a thread that was just changed, and forgets
// another one.
func (s *Store) remember(t *thread) {
	const most = 256
	s.mu.Lock()
	defer s.mu.Unlock()
	if !t.known {
		return
	}
	for name := range s.threads {
		if len(s.threads) < most {
			break
		}
		delete(s.threads, name)
	}
	s.threads[t.thread] = t
}

var seed = maphash.MakeSeed()

// names lists a directory in order, and makes durable what it tells, unless it
// has told the same before. A thread's directory is itself a name.
func (s *Store) names(dir string) ([]string, error) {
	names, err := s.fs.Names(dir)
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	var h maphash.Hash
	h.SetSeed(seed)
	for _, name := range names {
		h.WriteString(name)
		h.WriteByte('/')
	}
	sum := h.Sum64()
	s.mu.Lock()
	last, ok := s.synced[dir]
	s.mu.Unlock()
	if ok && last == sum {
		return names, nil
	}
	if err := s.fs.Sync(dir); err != nil {
		return nil, err
	}
	if !strings.Contains(dir, "/") {
		if err := s.fs.Sync("."); err != nil {
			return nil, err
		}
	}
	const most = 4096
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.synced) >= most {
		clear(s.synced)
	}
	s.synced[dir] = sum
	return names, nil
}

// forget lets names make a directory durable in any case.
func (s *Store) forget(dir string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.synced, dir)
}

// write makes a record durable under its name. Until the rename nothing has
// happened; an error from then on wraps ErrUncertain.
func (s *Store) write(dir string, h header, body []byte) error {
	parts, err := encodeRecord(h, body)
	if err != nil {
		return err
	}
	tmp := dir + "/" + tmpPrefix + h.name()
	f, err := s.fs.Create(tmp)
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
		return errors.Join(err, s.fs.Remove(tmp))
	}
	if err = s.fs.Rename(tmp, dir+"/"+h.name()); err == nil {
		err = s.fs.Sync(dir)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", checkpoint.ErrUncertain, err)
	}
	return nil
}

// unusedFence is a number that no lease can have had that was acquired before
// now, where leases are acquired less often than once a millisecond.
func (s *Store) unusedFence() uint64 { return uint64(max(s.now().UnixMilli(), 0)) }

// floor reads what is remembered of threads that are no more: the last ID and the
// last fence of any of them. Those that come after begin above.
func (s *Store) floor() (header, error) {
	data, _, err := s.fs.Read(deletedName, true)
	if errors.Is(err, fs.ErrNotExist) {
		return header{}, nil
	}
	var h header
	if err == nil {
		h, _, err = decodeRecord(data)
	}
	if _, ok := errors.AsType[damage](err); ok {
		return header{Fence: s.unusedFence()}, nil
	}
	return h, err
}

// raise raises the floor.
func (s *Store) raise(last checkpoint.ID, fence uint64) error {
	var l lock
	err := flock.Wait(context.Background(), s.fs.Queue("."), func() (bool, error) {
		var err error
		l, err = s.fs.Lock(lockName)
		if errors.Is(err, errBusy) {
			return false, nil
		}
		return err == nil, err
	})
	if err != nil {
		return err
	}
	defer l.Close()
	floor, err := s.floor()
	if err != nil {
		return err
	}
	raised := header{Deleted: max(floor.Deleted, last), Fence: max(floor.Fence, fence)}
	if raised.Deleted == floor.Deleted && raised.Fence == floor.Fence {
		return s.fs.Sync(".")
	}
	return s.write(".", raised, nil)
}

// Put implements checkpoint.Store.
func (s *Store) Put(ctx context.Context, name string, parent checkpoint.ID, c checkpoint.Checkpoint) (checkpoint.ID, error) {
	c, err := c.Successor(parent)
	if err != nil {
		return "", err
	}
	return change(ctx, s, name, func(t *thread) (checkpoint.ID, error) {
		if err := t.expect(parent, c.Fence); err != nil {
			return "", err
		}
		var at *segment
		if c.ID, at, err = t.next(); err != nil {
			return "", err
		}
		return c.ID, t.save(at, c)
	})
}

// read calls do with the thread as it is. A file that went away after it was
// listed was pruned, deleted or taken up by another writer, and a new listing
// tells. One that is never there is none of ours.
func (s *Store) read(ctx context.Context, name string, do func(*view) error) error {
	const attempts = 100
	var err error
	for range attempts {
		if err := ctx.Err(); err != nil {
			return err
		}
		v := s.view(name)
		if err = v.look(); err == nil {
			err = do(v)
		}
		if !errors.Is(err, fs.ErrNotExist) {
			break
		}
		s.forget(threadDir(name))
	}
	return err
}

// Get implements checkpoint.Store.
func (s *Store) Get(ctx context.Context, name string, id checkpoint.ID) (c checkpoint.Checkpoint, err error) {
	err = s.read(ctx, name, func(v *view) error {
		c, err = v.get(id)
		return err
	})
	return c, err
}

// List implements checkpoint.Store. It yields the thread as it was at the call,
// without what is pruned meanwhile.
func (s *Store) List(ctx context.Context, name string, r checkpoint.Range) iter.Seq2[checkpoint.Checkpoint, error] {
	return func(yield func(checkpoint.Checkpoint, error) bool) {
		v := s.view(name)
		if err := errors.Join(ctx.Err(), v.look()); err != nil {
			yield(checkpoint.Checkpoint{}, err)
			return
		}
		yielded := 0
		for seg, err := range v.backward(r.Before) {
			if errors.Is(err, fs.ErrNotExist) {
				continue // pruned or deleted
			}
			if err != nil {
				yield(checkpoint.Checkpoint{}, err)
				return
			}
			for _, n := range slices.Backward(seg.nodes) {
				if r.Before != "" && n.ID >= r.Before {
					continue
				}
				c, err := v.listed(located{seg, n}, r.NoState)
				if err = cmp.Or(ctx.Err(), err); errors.Is(err, fs.ErrNotExist) {
					continue
				}
				if err != nil {
					c = checkpoint.Checkpoint{ID: n.ID, Parent: n.Parent, Kind: n.Kind}
				}
				if yielded++; !yield(c, err) || yielded == r.Limit || ctx.Err() != nil {
					return
				}
			}
		}
	}
}

// listed reads a checkpoint as List yields it.
func (v *view) listed(l located, noState bool) (checkpoint.Checkpoint, error) {
	c, err := v.checkpoint(l, !noState)
	if err != nil || noState {
		return c, err
	}
	return v.withPending(c, l)
}

// Fork implements checkpoint.Store.
func (s *Store) Fork(ctx context.Context, name string, from checkpoint.ID, fence uint64) (checkpoint.ID, error) {
	return change(ctx, s, name, func(t *thread) (checkpoint.ID, error) {
		if err := t.lease().Admit(fence); err != nil {
			return "", err
		}
		l, found, err := t.find(from)
		if err != nil {
			return "", err
		}
		if !found {
			return "", checkpoint.NotFound(name, from)
		}
		c, err := t.checkpoint(l, true)
		if err != nil {
			return "", err
		}
		pending, err := t.pending(l)
		if err != nil {
			return "", err
		}
		var at *segment
		if c.ID, at, err = t.next(); err != nil {
			return "", err
		}
		c.Parent, c.Kind, c.Fence = from, checkpoint.Forked, fence
		// Writes without their checkpoint count for nothing, so they go first.
		if len(pending) > 0 {
			if err := t.saveWrites(at, c.ID, pending); err != nil {
				return "", err
			}
		}
		return c.ID, t.save(at, c)
	})
}

// PutWrites implements checkpoint.Store.
func (s *Store) PutWrites(ctx context.Context, name string, head checkpoint.ID, fence uint64, writes ...checkpoint.Write) error {
	if err := checkpoint.CheckWrites(writes); err != nil {
		return err
	}
	writes, _ = checkpoint.MergeWrites(nil, writes)
	_, err := change(ctx, s, name, func(t *thread) (none struct{}, err error) {
		if err := t.expect(head, fence); err != nil {
			return none, err
		}
		if head == "" {
			return none, checkpoint.NotFound(name, head)
		}
		if err := t.setAside(); err != nil || len(writes) == 0 {
			return none, err
		}
		return none, t.saveWrites(t.head.segment, head, writes)
	})
	return err
}

// Delete implements checkpoint.Store.
func (s *Store) Delete(ctx context.Context, name string) error {
	_, err := change(ctx, s, name, func(t *thread) (none struct{}, err error) {
		lease := t.lease().Lapsed(s.now())
		if t.vacant() && lease.Holder == t.lease().Holder {
			return none, nil
		}
		// This one record deletes them all; the files go after it, when the thread
		// is next loaded, which a crash can only put off.
		control := controlOf(lease)
		last, err := t.last()
		if err != nil {
			return none, err
		}
		control.Deleted = max(last, t.begun())
		if err := t.saveControl(control); err != nil {
			return none, err
		}
		t.known = false
		_ = t.load()
		return none, nil
	})
	return err
}

// Prune implements checkpoint.Store. Records newer than the head, which are
// damaged, stay as evidence until they are older than one.
func (s *Store) Prune(ctx context.Context, name string, r checkpoint.Retention) (int, error) {
	return change(ctx, s, name, func(t *thread) (int, error) {
		var nodes []checkpoint.Node
		at := make(map[checkpoint.ID]*segment)
		for seg, err := range t.backward("") {
			if err != nil {
				return 0, err
			}
			for _, n := range slices.Backward(seg.nodes) {
				if n.ID <= t.head.ID {
					nodes = append(nodes, n)
					at[n.ID] = seg
				}
			}
		}
		slices.Reverse(nodes)
		expired := r.Expired(nodes, s.now())
		if len(expired) == 0 {
			return 0, nil
		}
		t.known = false
		return len(expired), t.prune(expired, at)
	})
}

// Acquire implements checkpoint.Store.
func (s *Store) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (checkpoint.Lease, error) {
	return change(ctx, s, name, func(t *thread) (checkpoint.Lease, error) {
		latest := t.latest()
		if t.lease().Fence == 0 {
			floor, err := s.floor()
			if err != nil {
				return checkpoint.Lease{}, err
			}
			latest.Fence = max(latest.Fence, floor.Fence)
		}
		lease, err := latest.Next(holder, s.now(), ttl)
		return t.pass(lease, err)
	})
}

// Renew implements checkpoint.Store.
func (s *Store) Renew(ctx context.Context, lease checkpoint.Lease, ttl time.Duration) (checkpoint.Lease, error) {
	return change(ctx, s, lease.Thread, func(t *thread) (checkpoint.Lease, error) {
		return t.pass(t.lease().Extended(lease.Fence, s.now(), ttl))
	})
}

// Release implements checkpoint.Store.
func (s *Store) Release(ctx context.Context, lease checkpoint.Lease) error {
	_, err := change(ctx, s, lease.Thread, func(t *thread) (checkpoint.Lease, error) {
		return t.pass(t.lease().Ended(lease.Fence))
	})
	return err
}

// pass makes a lease the thread's latest one, unless there is an error.
func (t *thread) pass(lease checkpoint.Lease, err error) (checkpoint.Lease, error) {
	if err != nil {
		return checkpoint.Lease{}, err
	}
	if lease == t.lease() {
		return lease, nil
	}
	control := controlOf(lease)
	control.Deleted = t.control.Deleted
	return lease, t.saveControl(control)
}

func controlOf(l checkpoint.Lease) header {
	return header{Holder: l.Holder, Fence: l.Fence, Expires: instant{l.Expires}}
}
