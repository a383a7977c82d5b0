package checkpointtest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
)

type (
	point = checkpoint.Checkpoint
	lid   = checkpoint.ID
)

// mutant is memstore with one fault: what its functions do goes before or after
// what memstore does; nil ones do nothing.
type mutant struct {
	checkpoint.Store
	mu sync.Mutex

	thread    func(name string) string
	ctx       string // the method that does not look at its context
	beforePut func(m *mutant, thread string, parent *lid, c *point)
	put       func(m *mutant, thread string, parent lid, c point, id lid, err error) (lid, error)
	after     func(m *mutant, c *point) // Get and List
	get       func(m *mutant, thread string, id lid, c point, err error) (point, error)
	rng       func(r *checkpoint.Range)
	list      func(all []point) []point
	fork      func(m *mutant, thread string, from lid, id lid, err error) (lid, error)
	writes    func(writes []checkpoint.Write) []checkpoint.Write
	putWrites func(err error) error
	del       func(m *mutant, thread string) (done bool, err error)
	prune     func(r *checkpoint.Retention) (skip bool, extra int)
	acquire   func(m *mutant, thread, holder string, l checkpoint.Lease, err error) (checkpoint.Lease, error)
	renew     func(l, was checkpoint.Lease, err error) (checkpoint.Lease, error)
	release   func(err error) error
	noRelease bool
	threads   func(all []checkpoint.Thread) []checkpoint.Thread

	kept map[string]point // for those that share memory
}

func (m *mutant) in(ctx context.Context, method, name string) (context.Context, string) {
	if m.ctx == method {
		ctx = context.Background()
	}
	if m.thread != nil {
		name = m.thread(name)
	}
	return ctx, name
}

func (m *mutant) Put(ctx context.Context, name string, parent lid, c point) (lid, error) {
	ctx, name = m.in(ctx, "Put", name)
	if m.beforePut != nil {
		c.Meta = cloneMeta(c.Meta)
		m.beforePut(m, name, &parent, &c)
	}
	id, err := m.Store.Put(ctx, name, parent, c)
	if m.put != nil {
		return m.put(m, name, parent, c, id, err)
	}
	return id, err
}

func cloneMeta(meta map[string]string) map[string]string {
	if meta == nil {
		return nil
	}
	clone := map[string]string{}
	for k, v := range meta {
		clone[k] = v
	}
	return clone
}

func (m *mutant) Get(ctx context.Context, name string, id lid) (point, error) {
	ctx, name = m.in(ctx, "Get", name)
	c, err := m.Store.Get(ctx, name, id)
	if m.after != nil && err == nil {
		m.after(m, &c)
	}
	if m.get != nil {
		return m.get(m, name, id, c, err)
	}
	return c, err
}

func (m *mutant) List(ctx context.Context, name string, r checkpoint.Range) iter.Seq2[point, error] {
	ctx, name = m.in(ctx, "List", name)
	if m.rng != nil {
		m.rng(&r)
	}
	return func(yield func(point, error) bool) {
		var all []point
		for c, err := range m.Store.List(ctx, name, r) {
			if err != nil {
				yield(c, err)
				return
			}
			if m.after != nil {
				m.after(m, &c)
			}
			all = append(all, c)
		}
		if m.list != nil {
			all = m.list(all)
		}
		for _, c := range all {
			if !yield(c, nil) {
				return
			}
		}
	}
}

func (m *mutant) Fork(ctx context.Context, name string, from lid, fence uint64) (lid, error) {
	ctx, name = m.in(ctx, "Fork", name)
	id, err := m.Store.Fork(ctx, name, from, fence)
	if m.fork != nil {
		return m.fork(m, name, from, id, err)
	}
	return id, err
}

func (m *mutant) PutWrites(ctx context.Context, name string, head lid, fence uint64, writes ...checkpoint.Write) error {
	ctx, name = m.in(ctx, "PutWrites", name)
	if m.writes != nil {
		writes = m.writes(slices.Clone(writes))
	}
	err := m.Store.PutWrites(ctx, name, head, fence, writes...)
	if m.putWrites != nil {
		return m.putWrites(err)
	}
	return err
}

func (m *mutant) Delete(ctx context.Context, name string) error {
	ctx, name = m.in(ctx, "Delete", name)
	if m.del != nil {
		if done, err := m.del(m, name); done {
			return err
		}
	}
	return m.Store.Delete(ctx, name)
}

func (m *mutant) Prune(ctx context.Context, name string, r checkpoint.Retention) (int, error) {
	ctx, name = m.in(ctx, "Prune", name)
	extra := 0
	if m.prune != nil {
		var skip bool
		if skip, extra = m.prune(&r); skip {
			return 0, nil
		}
	}
	n, err := m.Store.Prune(ctx, name, r)
	return n + extra, err
}

func (m *mutant) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (checkpoint.Lease, error) {
	ctx, name = m.in(ctx, "Acquire", name)
	l, err := m.Store.Acquire(ctx, name, holder, ttl)
	if m.acquire != nil {
		return m.acquire(m, name, holder, l, err)
	}
	return l, err
}

func (m *mutant) Renew(ctx context.Context, lease checkpoint.Lease, ttl time.Duration) (checkpoint.Lease, error) {
	l, err := m.Store.Renew(ctx, lease, ttl)
	if m.renew != nil {
		return m.renew(l, lease, err)
	}
	return l, err
}

func (m *mutant) Release(ctx context.Context, lease checkpoint.Lease) error {
	if m.noRelease {
		return nil
	}
	err := m.Store.Release(ctx, lease)
	if m.release != nil {
		return m.release(err)
	}
	return err
}

func (m *mutant) Threads(ctx context.Context) iter.Seq2[checkpoint.Thread, error] {
	ctx, _ = m.in(ctx, "Threads", "")
	if m.threads == nil {
		return m.Store.Threads(ctx)
	}
	return func(yield func(checkpoint.Thread, error) bool) {
		var all []checkpoint.Thread
		for t, err := range m.Store.Threads(ctx) {
			if err != nil {
				yield(t, err)
				return
			}
			all = append(all, t)
		}
		for _, t := range m.threads(all) {
			if !yield(t, nil) {
				return
			}
		}
	}
}

func onPut(f func(c *point)) *mutant {
	return &mutant{beforePut: func(_ *mutant, _ string, _ *lid, c *point) { f(c) }}
}

func onRead(f func(c *point)) *mutant {
	return &mutant{after: func(_ *mutant, c *point) { f(c) }}
}

func onMeta(f func(k, v string) (string, string)) *mutant {
	return onPut(func(c *point) {
		meta := map[string]string{}
		for k, v := range c.Meta {
			k, v = f(k, v)
			meta[k] = v
		}
		if c.Meta != nil {
			c.Meta = meta
		}
	})
}

func onWrites(f func(w *checkpoint.Write)) *mutant {
	return &mutant{writes: func(writes []checkpoint.Write) []checkpoint.Write {
		for i := range writes {
			f(&writes[i])
		}
		return writes
	}}
}

func noNUL(s string) string { return strings.ReplaceAll(s, "\x00", "") }

// mutants are made anew for each store, since some remember.
var mutants = map[string]func() *mutant{
	"the state is dropped":           func() *mutant { return onPut(func(c *point) { c.State = nil }) },
	"the state loses its last byte":  func() *mutant { return onPut(func(c *point) { c.State = c.State[:max(0, len(c.State)-1)] }) },
	"the state is trimmed":           func() *mutant { return onPut(func(c *point) { c.State = bytes.TrimSpace(c.State) }) },
	"the state loses NULs":           func() *mutant { return onPut(func(c *point) { c.State = []byte(noNUL(string(c.State))) }) },
	"the state is cut at a megabyte": func() *mutant { return onPut(func(c *point) { c.State = c.State[:min(len(c.State), 1<<20)] }) },
	"meta is dropped":                func() *mutant { return onPut(func(c *point) { c.Meta = nil }) },
	"meta loses NULs in values":      func() *mutant { return onMeta(func(k, v string) (string, string) { return k, noNUL(v) }) },
	"meta loses NULs in keys":        func() *mutant { return onMeta(func(k, v string) (string, string) { return noNUL(k), v }) },
	"meta is trimmed in values":      func() *mutant { return onMeta(func(k, v string) (string, string) { return k, strings.TrimSpace(v) }) },
	"meta is trimmed in keys":        func() *mutant { return onMeta(func(k, v string) (string, string) { return strings.TrimSpace(k), v }) },
	"meta ignores case":              func() *mutant { return onMeta(func(k, v string) (string, string) { return strings.ToLower(k), v }) },
	"meta loses the empty key":       func() *mutant { return onPut(func(c *point) { delete(c.Meta, "") }) },
	"meta loses empty values": func() *mutant {
		return onPut(func(c *point) {
			for k, v := range c.Meta {
				if v == "" {
					delete(c.Meta, k)
				}
			}
		})
	},
	"meta takes what is not UTF-8": func() *mutant {
		return onMeta(func(k, v string) (string, string) { return k, strings.ToValidUTF8(v, "?") })
	},
	"the step has 32 bits": func() *mutant { return onPut(func(c *point) { c.Step = int64(int32(c.Step)) }) },
	"the step has no sign": func() *mutant { return onPut(func(c *point) { c.Step = max(c.Step, -c.Step) }) },
	"the step is a float":  func() *mutant { return onPut(func(c *point) { c.Step = int64(float64(c.Step/2)) * 2 }) },
	"every kind is full":   func() *mutant { return onPut(func(c *point) { c.Kind = checkpoint.Full }) },
	"deltas are full": func() *mutant {
		return onPut(func(c *point) {
			if c.Kind == checkpoint.Delta {
				c.Kind = checkpoint.Full
			}
		})
	},
	"unknown kinds are full": func() *mutant {
		return onPut(func(c *point) {
			if c.Kind == "half" {
				c.Kind = checkpoint.Full
			}
		})
	},
	"Put takes forks": func() *mutant {
		return onPut(func(c *point) {
			if c.Kind == checkpoint.Forked {
				c.Kind = checkpoint.Full
			}
		})
	},
	"names of threads are trimmed":           func() *mutant { return &mutant{thread: strings.TrimSpace} },
	"names of threads lose a blank in front": func() *mutant { return &mutant{thread: func(s string) string { return strings.TrimPrefix(s, " ") }} },
	"names of threads lose a blank behind":   func() *mutant { return &mutant{thread: func(s string) string { return strings.TrimSuffix(s, " ") }} },
	"names of threads ignore case":           func() *mutant { return &mutant{thread: strings.ToLower} },
	"names of threads lose NULs":             func() *mutant { return &mutant{thread: noNUL} },
	"names of threads end at a NUL": func() *mutant {
		return &mutant{thread: func(s string) string { s, _, _ = strings.Cut(s, "\x00"); return s }}
	},
	"names of threads are cut":   func() *mutant { return &mutant{thread: func(s string) string { return s[:min(len(s), 255)] }} },
	"names of threads are paths": func() *mutant { return &mutant{thread: path.Clean} },
	"names of threads are UTF-8": func() *mutant { return &mutant{thread: func(s string) string { return strings.ToValidUTF8(s, "") }} },
	"names of threads are unescaped": func() *mutant {
		return &mutant{thread: func(s string) string { return strings.ReplaceAll(s, "%2f", "/") }}
	},
	"Put reparents onto a newer head":  func() *mutant { return &mutant{beforePut: reparent} },
	"Put reparents when it is refused": func() *mutant { return &mutant{put: reparentRefused} },
	"Put trims the parent": func() *mutant {
		return &mutant{beforePut: func(_ *mutant, _ string, p *lid, _ *point) { *p = lid(strings.TrimSpace(string(*p))) }}
	},
	"a conflict has no head": func() *mutant { return conflicting(func(e *checkpoint.ConflictError) error { e.Head = ""; return e }) },
	"a conflict names the wrong head": func() *mutant {
		return conflicting(func(e *checkpoint.ConflictError) error { e.Head = e.Expected; return e })
	},
	"a conflict has no type": func() *mutant {
		return conflicting(func(*checkpoint.ConflictError) error { return checkpoint.ErrConflict })
	},
	"a conflict is passed over":       func() *mutant { return conflicting(func(*checkpoint.ConflictError) error { return nil }) },
	"Put looks at no context":         func() *mutant { return &mutant{ctx: "Put"} },
	"Get looks at no context":         func() *mutant { return &mutant{ctx: "Get"} },
	"List looks at no context":        func() *mutant { return &mutant{ctx: "List"} },
	"Threads looks at no context":     func() *mutant { return &mutant{ctx: "Threads"} },
	"the parent is not read":          func() *mutant { return onRead(func(c *point) { c.Parent = "" }) },
	"the fence is not read":           func() *mutant { return onRead(func(c *point) { c.Fence = 0 }) },
	"pending writes are not read":     func() *mutant { return onRead(func(c *point) { c.Pending = nil }) },
	"pending writes are out of order": func() *mutant { return onRead(func(c *point) { slices.Reverse(c.Pending) }) },
	"all is skipped":                  func() *mutant { return onRead(func(c *point) { c.Skipped = []*checkpoint.DamageError{{}} }) },
	"forks are full": func() *mutant {
		return onRead(func(c *point) {
			if c.Kind == checkpoint.Forked {
				c.Kind = checkpoint.Full
			}
		})
	},
	"forks lose pending writes": func() *mutant {
		return onRead(func(c *point) {
			if c.Kind == checkpoint.Forked {
				c.Pending = nil
			}
		})
	},
	"what is missing is empty": func() *mutant {
		return &mutant{get: func(_ *mutant, _ string, _ lid, c point, _ error) (point, error) { return c, nil }}
	},
	"what is missing is the head": func() *mutant { return &mutant{get: headInstead} },
	"readers share memory":        func() *mutant { return &mutant{get: shared} },
	"the writer shares its state": func() *mutant { return &mutant{put: keepState, after: keptState} },
	"List begins with the oldest": func() *mutant { return &mutant{list: func(all []point) []point { slices.Reverse(all); return all }} },
	"List leaves out the newest":  func() *mutant { return &mutant{list: func(all []point) []point { return all[min(1, len(all)):] }} },
	"List leaves out the oldest":  func() *mutant { return &mutant{list: func(all []point) []point { return all[:max(0, len(all)-1)] }} },
	"List has no limit":           func() *mutant { return &mutant{rng: func(r *checkpoint.Range) { r.Limit = 0 }} },
	"List goes beyond its limit": func() *mutant {
		return &mutant{rng: func(r *checkpoint.Range) {
			if r.Limit > 0 {
				r.Limit++
			}
		}}
	},
	"List begins anywhere": func() *mutant { return &mutant{rng: func(r *checkpoint.Range) { r.Before = "" }} },
	"List begins one too early": func() *mutant {
		return &mutant{rng: func(r *checkpoint.Range) {
			if r.Before.Valid() {
				r.Before += "0"
			}
		}}
	},
	"List always has states":      func() *mutant { return &mutant{rng: func(r *checkpoint.Range) { r.NoState = false }} },
	"List never has states":       func() *mutant { return &mutant{rng: func(r *checkpoint.Range) { r.NoState = true }} },
	"Fork of nothing is the head": func() *mutant { return &mutant{fork: forkNothing} },
	"writes are dropped":          func() *mutant { return &mutant{writes: func([]checkpoint.Write) []checkpoint.Write { return nil }} },
	"one write is kept": func() *mutant {
		return &mutant{writes: func(w []checkpoint.Write) []checkpoint.Write { return w[:min(1, len(w))] }}
	},
	"writes lose NULs in data":  func() *mutant { return onWrites(func(w *checkpoint.Write) { w.Data = []byte(noNUL(string(w.Data))) }) },
	"writes lose NULs in tasks": func() *mutant { return onWrites(func(w *checkpoint.Write) { w.Task = noNUL(w.Task) }) },
	"tasks are trimmed":         func() *mutant { return onWrites(func(w *checkpoint.Write) { w.Task = strings.TrimSpace(w.Task) }) },
	"data are trimmed":          func() *mutant { return onWrites(func(w *checkpoint.Write) { w.Data = bytes.TrimSpace(w.Data) }) },
	"indexes have no sign":      func() *mutant { return onWrites(func(w *checkpoint.Write) { w.Index = max(w.Index, -w.Index) }) },
	"tasks are made UTF-8": func() *mutant {
		return onWrites(func(w *checkpoint.Write) { w.Task = strings.ToValidUTF8(w.Task, "") })
	},
	"PutWrites passes over conflicts":       func() *mutant { return &mutant{putWrites: unless(checkpoint.ErrConflict)} },
	"PutWrites passes over what is missing": func() *mutant { return &mutant{putWrites: unless(checkpoint.ErrNotFound)} },
	"PutWrites passes over fences":          func() *mutant { return &mutant{putWrites: unless(checkpoint.ErrFenced)} },
	"Delete does nothing":                   func() *mutant { return &mutant{del: func(*mutant, string) (bool, error) { return true, nil }} },
	"Delete wants something there":          func() *mutant { return &mutant{del: deleteSome} },
	"Delete takes another thread": func() *mutant {
		return &mutant{del: func(m *mutant, _ string) (bool, error) { return false, m.Store.Delete(ctx, "other") }}
	},
	"Prune does nothing":    func() *mutant { return &mutant{prune: func(*checkpoint.Retention) (bool, int) { return true, 0 }} },
	"Prune counts one more": func() *mutant { return &mutant{prune: func(*checkpoint.Retention) (bool, int) { return false, 1 }} },
	"Prune keeps one more": func() *mutant {
		return &mutant{prune: func(r *checkpoint.Retention) (bool, int) {
			if r.Keep > 0 {
				r.Keep++
			}
			return false, 0
		}}
	},
	"Prune keeps one": func() *mutant {
		return &mutant{prune: func(r *checkpoint.Retention) (bool, int) { r.Keep = 1; return false, 0 }}
	},
	"Prune knows no age": func() *mutant {
		return &mutant{prune: func(r *checkpoint.Retention) (bool, int) { r.MaxAge = 0; return false, 0 }}
	},
	"Prune knows no number": func() *mutant {
		return &mutant{prune: func(r *checkpoint.Retention) (bool, int) { r.Keep = 0; return false, 0 }}
	},
	"leases are taken from others":    func() *mutant { return &mutant{acquire: takeAway} },
	"a lease tells an earlier number": func() *mutant { return onLease(func(l *checkpoint.Lease) { l.Fence-- }) },
	"a lease tells no holder":         func() *mutant { return onLease(func(l *checkpoint.Lease) { l.Holder = "" }) },
	"a lease tells no end":            func() *mutant { return onLease(func(l *checkpoint.Lease) { l.Expires = time.Time{} }) },
	"a lease tells no thread":         func() *mutant { return onLease(func(l *checkpoint.Lease) { l.Thread = "" }) },
	"holders need no name":            func() *mutant { return &mutant{acquire: anyHolder} },
	"Renew changes nothing that one sees": func() *mutant {
		return &mutant{renew: func(_, was checkpoint.Lease, err error) (checkpoint.Lease, error) { return was, err }}
	},
	"Renew passes over fences": func() *mutant {
		return &mutant{renew: func(_, was checkpoint.Lease, _ error) (checkpoint.Lease, error) { return was, nil }}
	},
	"Release does nothing":       func() *mutant { return &mutant{noRelease: true} },
	"Release passes over fences": func() *mutant { return &mutant{release: unless(checkpoint.ErrFenced)} },
	"Threads are out of order": func() *mutant {
		return &mutant{threads: func(all []checkpoint.Thread) []checkpoint.Thread { slices.Reverse(all); return all }}
	},
	"Threads leaves one out": func() *mutant {
		return &mutant{threads: func(all []checkpoint.Thread) []checkpoint.Thread { return all[min(1, len(all)):] }}
	},
	"Threads tells no lease": func() *mutant { return onThreads(func(t *checkpoint.Thread) { t.Lease = checkpoint.Lease{} }) },
	"Threads tells no head":  func() *mutant { return onThreads(func(t *checkpoint.Thread) { t.Head = point{} }) },
	"Threads tells states":   func() *mutant { return onThreads(func(t *checkpoint.Thread) { t.Head.State = []byte{} }) },
}

func unless(passed error) func(error) error {
	return func(err error) error {
		if errors.Is(err, passed) {
			return nil
		}
		return err
	}
}

func reparent(m *mutant, thread string, parent *lid, _ *point) {
	if c, err := m.Store.Get(ctx, thread, ""); err == nil && *parent != "" && *parent < c.ID {
		*parent = c.ID
	}
}

func reparentRefused(m *mutant, thread string, _ lid, c point, id lid, err error) (lid, error) {
	conflict, ok := errors.AsType[*checkpoint.ConflictError](err)
	if ok && conflict.Head > conflict.Expected && conflict.Expected != "" {
		return m.Store.Put(ctx, thread, conflict.Head, c)
	}
	return id, err
}

func conflicting(f func(*checkpoint.ConflictError) error) *mutant {
	return &mutant{put: func(_ *mutant, _ string, _ lid, _ point, id lid, err error) (lid, error) {
		if conflict, ok := errors.AsType[*checkpoint.ConflictError](err); ok {
			return conflict.Head, f(conflict)
		}
		return id, err
	}}
}

func headInstead(m *mutant, thread string, id lid, c point, err error) (point, error) {
	if errors.Is(err, checkpoint.ErrNotFound) && id != "" {
		return m.Store.Get(ctx, thread, "")
	}
	return c, err
}

func shared(m *mutant, thread string, _ lid, c point, err error) (point, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil {
		m.kept = map[string]point{}
	}
	key := thread + "\x00" + string(c.ID) + fmt.Sprint(len(c.Pending))
	if before, ok := m.kept[key]; ok && err == nil {
		return before, nil
	}
	m.kept[key] = c
	return c, err
}

func keepState(m *mutant, _ string, _ lid, c point, id lid, err error) (lid, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil {
		m.kept = map[string]point{}
	}
	m.kept[string(id)] = c
	return id, err
}

func keptState(m *mutant, c *point) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if kept, ok := m.kept[string(c.ID)]; ok && len(kept.State) == len(c.State) {
		c.State = kept.State
	}
}

func forkNothing(m *mutant, thread string, _ lid, id lid, err error) (lid, error) {
	if errors.Is(err, checkpoint.ErrNotFound) {
		c, _ := m.Store.Get(ctx, thread, "")
		return c.ID, nil
	}
	return id, err
}

func deleteSome(m *mutant, thread string) (bool, error) {
	_, err := m.Store.Get(ctx, thread, "")
	return err != nil, err
}

func onLease(f func(l *checkpoint.Lease)) *mutant {
	return &mutant{acquire: func(_ *mutant, _, _ string, l checkpoint.Lease, err error) (checkpoint.Lease, error) {
		f(&l)
		return l, err
	}}
}

func takeAway(m *mutant, thread, holder string, l checkpoint.Lease, err error) (checkpoint.Lease, error) {
	if leased, ok := errors.AsType[*checkpoint.LeasedError](err); ok {
		return m.Store.Acquire(ctx, thread, leased.Holder, time.Minute)
	}
	return l, err
}

func anyHolder(m *mutant, thread, holder string, l checkpoint.Lease, err error) (checkpoint.Lease, error) {
	if errors.Is(err, checkpoint.ErrInvalid) {
		return m.Store.Acquire(ctx, thread, "somebody", time.Minute)
	}
	return l, err
}

func onThreads(f func(t *checkpoint.Thread)) *mutant {
	return &mutant{threads: func(all []checkpoint.Thread) []checkpoint.Thread {
		for i := range all {
			f(&all[i])
		}
		return all
	}}
}

// verdict is what tests say of a store, in place of a *testing.T.
type verdict struct {
	testing.TB
	mu       sync.Mutex
	failures []string
}

func (v *verdict) Helper() {}
func (v *verdict) Errorf(format string, args ...any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.failures = append(v.failures, fmt.Sprintf(format, args...))
}
func (v *verdict) Fatalf(format string, args ...any) { v.Errorf(format, args...); runtime.Goexit() }
func (v *verdict) Fatal(args ...any)                 { v.Fatalf("%s", fmt.Sprint(args...)) }

// judge runs all tests on stores that a factory makes.
func judge(t *testing.T, factory Factory, can Capabilities) []string {
	v := &verdict{TB: t}
	for _, g := range groups(can) {
		if !g.claimed {
			continue
		}
		for _, test := range g.tests {
			done := make(chan struct{})
			go func() {
				defer close(done)
				group{tests: []func(*harness){test}}.run(v, factory, can)
			}()
			<-done
		}
	}
	return v.failures
}

// TestEachMutantFails: what is not quite memstore is no store, and an assertion
// says so.
func TestEachMutantFails(t *testing.T) {
	if len(mutants) < 50 {
		t.Fatalf("%d mutants", len(mutants))
	}
	sound := func(_ testing.TB, clock func() time.Time) checkpoint.Store {
		return &mutant{Store: memstore.New(clock)}
	}
	if failures := judge(t, sound, All(nil)); len(failures) > 0 {
		t.Fatalf("memstore itself: %q", failures)
	}
	for name, mutate := range mutants {
		t.Run(name, func(t *testing.T) {
			failures := judge(t, func(_ testing.TB, clock func() time.Time) checkpoint.Store {
				m := mutate()
				m.Store = memstore.New(clock)
				return m
			}, All(nil))
			if len(failures) == 0 {
				t.Error("it passes for a store")
			}
			for _, failure := range failures {
				if strings.HasPrefix(failure, "panic") {
					t.Errorf("not an assertion: %.600s", failure)
				}
			}
		})
	}
}

// TestAStoreThatPanicsFails like any other.
func TestAStoreThatPanicsFails(t *testing.T) {
	failures := judge(t, func(testing.TB, func() time.Time) checkpoint.Store { return &mutant{} }, All(nil))
	if len(failures) == 0 || !strings.HasPrefix(cmp.Or(failures...), "panic") {
		t.Errorf("%q", failures)
	}
}
