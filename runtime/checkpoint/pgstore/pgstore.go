// Package pgstore keeps checkpoints in PostgreSQL, for runs on more than one
// machine. It is a module of its own, so that only its users depend on pgx.
//
// Every change is one transaction that locks the row of its thread; what is
// acknowledged is committed, and on the server's disk also where the database's
// synchronous_commit is off. Leases run by the server's clock, so that the
// machines need not agree on the time.
//
// Waiting for a connection or for a thread ends with the context. A change that
// has begun is given five seconds more to come to its end; if it has not by then,
// its outcome is unknown, and the error wraps checkpoint.ErrUncertain. The server
// in turn ends the transaction of a client that it has not heard from for a while,
// see [Timeout]: a machine that vanishes keeps a thread from the others no longer
// than that.
//
// # Costs
//
// Get and Put read and write one state, found by an index, however long the
// history. List reads some checkpoints at a time, by their size, and with NoState
// no states. Prune reads the IDs of a thread, Threads the newest row of each. What
// was deleted leaves no row.
package pgstore

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/bindery-go/bindery/runtime/checkpoint"
)

// Store is a checkpoint.Store in PostgreSQL, safe for concurrent use by any
// number of processes and machines.
type Store struct {
	pool    *pgxpool.Pool
	owned   bool
	now     func() time.Time // nil: the server's clock
	timeout time.Duration
}

var _ checkpoint.Store = (*Store)(nil)

// Option sets how a store works.
type Option func(*Store)

// Clock lets the store read the time from now instead of the server's clock.
func Clock(now func() time.Time) Option { return func(s *Store) { s.now = now } }

// Timeout is how long the server waits for a client in the middle of a change
// before it takes it for gone and frees the thread, instead of 10 seconds. A
// change waits three times that for a thread, and one of its statements takes at
// most thirty times that; less where its context has a deadline.
func Timeout(d time.Duration) Option { return func(s *Store) { s.timeout = max(d, time.Millisecond) } }

// Open connects to a database, by a URL or a list of key=value settings as
// libpq takes them, and makes or upgrades the tables in the first schema of its
// search_path, as [Migrate] does.
func Open(ctx context.Context, conn string, options ...Option) (*Store, error) {
	config, err := pgxpool.ParseConfig(conn)
	if err != nil {
		return nil, err
	}
	s := New(nil, options...)
	config.ConnConfig.DialFunc = dialer(s.timeout).DialContext
	if s.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, err
	}
	s.owned = true
	if err := Migrate(ctx, s.pool); err != nil {
		s.pool.Close()
		return nil, err
	}
	return s, nil
}

// New makes a store that uses connections of the caller's. The tables must be
// there: [Migrate] makes them. The pool should probe idle connections
// (net.Dialer.KeepAliveConfig), as that of Open does: without a deadline a change
// learns by that alone that the server is gone.
func New(pool *pgxpool.Pool, options ...Option) *Store {
	s := &Store{pool: pool, timeout: defaultTimeout}
	for _, option := range options {
		option(s)
	}
	return s
}

// Close closes the connections of [Open]; those of [New] are the caller's. The
// store is not to be used afterwards.
func (s *Store) Close() {
	if s.owned {
		s.pool.Close()
	}
}

func key(name string) []byte {
	sum := sha256.Sum256([]byte(name))
	return sum[:]
}

// Put implements checkpoint.Store.
func (s *Store) Put(ctx context.Context, name string, parent checkpoint.ID, c checkpoint.Checkpoint) (id checkpoint.ID, err error) {
	c, err = c.Successor(parent)
	if err != nil {
		return "", err
	}
	meta, err := json.Marshal(c.Meta)
	if err != nil {
		return "", err
	}
	if c.State == nil {
		c.State = []byte{}
	}
	err = s.change(ctx, name, func(ctx context.Context, t *thread) error {
		if err := t.lease.Expect(c.Fence, t.head, parent); err != nil {
			return err
		}
		if id, err = t.next(); err != nil {
			return err
		}
		var batch pgx.Batch
		batch.Queue(`UPDATE bindery_threads SET last = $2 WHERE thread = $1`, t.key, id)
		batch.Queue(`DELETE FROM bindery_writes WHERE thread = $1 AND id = $2`, t.key, parent)
		batch.Queue(`
			INSERT INTO bindery_checkpoints (thread, id, parent, kind, step, fence, meta, state)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			t.key, id, parent, c.Kind, c.Step, int64(c.Fence), meta, c.State)
		return t.tx.SendBatch(ctx, &batch).Close()
	})
	if err != nil {
		return "", err
	}
	return id, nil
}

// Get implements checkpoint.Store.
func (s *Store) Get(ctx context.Context, name string, id checkpoint.ID) (checkpoint.Checkpoint, error) {
	where, argument := `id = $2 ORDER BY id DESC LIMIT 1`, id
	if id == "" {
		where, argument = `id >= $2 ORDER BY id DESC LIMIT 1`, ""
	} else if !id.Valid() {
		return checkpoint.Checkpoint{}, errors.Join(ctx.Err(), checkpoint.NotFound(name, id))
	}
	found, err := s.read(ctx, name, false, where, argument)
	if err != nil {
		return checkpoint.Checkpoint{}, err
	}
	if len(found) == 0 {
		return checkpoint.Checkpoint{}, checkpoint.NotFound(name, id)
	}
	return found[0], nil
}

// read returns checkpoints, with their states and pending writes, both of one
// moment, or without. The condition may use $2.
func (s *Store) read(ctx context.Context, name string, noState bool, where string, argument checkpoint.ID) ([]checkpoint.Checkpoint, error) {
	rows, err := s.pool.Query(ctx, `
		SELECT id, parent, kind, step, fence, meta, CASE WHEN $3 THEN NULL ELSE state END,
			ARRAY(SELECT w.name FROM bindery_writes w WHERE (w.thread, w.id) = (c.thread, c.id) AND NOT $3 ORDER BY w.name, w.index),
			ARRAY(SELECT w.index FROM bindery_writes w WHERE (w.thread, w.id) = (c.thread, c.id) AND NOT $3 ORDER BY w.name, w.index),
			ARRAY(SELECT w.data FROM bindery_writes w WHERE (w.thread, w.id) = (c.thread, c.id) AND NOT $3 ORDER BY w.name, w.index)
		FROM bindery_checkpoints c WHERE thread = $1 AND `+where, key(name), argument, noState)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (c checkpoint.Checkpoint, err error) {
		var (
			fence       int64
			meta        []byte
			tasks, data [][]byte
			indexes     []int
		)
		if err := row.Scan(&c.ID, &c.Parent, &c.Kind, &c.Step, &fence, &meta, &c.State, &tasks, &indexes, &data); err != nil {
			return c, err
		}
		c.Fence = uint64(fence)
		for i := range tasks {
			c.Pending = append(c.Pending, checkpoint.Write{Task: string(tasks[i]), Index: indexes[i], Data: data[i]})
		}
		return c, json.Unmarshal(meta, &c.Meta)
	})
}

// List implements checkpoint.Store. It reads a few checkpoints at a time, the
// fewer the larger they are, and holds no connection while the caller looks at
// them; what is saved meanwhile is not yielded, and neither is what is pruned.
func (s *Store) List(ctx context.Context, name string, r checkpoint.Range) iter.Seq2[checkpoint.Checkpoint, error] {
	return func(yield func(checkpoint.Checkpoint, error) bool) {
		before := r.Before
		if before == "" {
			before = "~" // after every ID
		}
		page := 1
		for left := r.Limit; ; {
			if r.Limit > 0 {
				page = min(page, left)
			}
			some, err := s.read(ctx, name, r.NoState, fmt.Sprintf(`id < $2 ORDER BY id DESC LIMIT %d`, page), before)
			if err != nil {
				yield(checkpoint.Checkpoint{}, err)
				return
			}
			largest := 0
			for _, c := range some {
				if !yield(c, nil) {
					return
				}
				before, largest = c.ID, max(largest, len(c.State))
			}
			if left -= len(some); len(some) < page || left == 0 {
				return
			}
			page = nextPage(page, largest)
		}
	}
}

// nextPage is how many checkpoints List reads after some of which the largest has
// a size: more than before, but no more than a few megabytes.
func nextPage(last, largest int) int {
	const most, budget = 64, 4 << 20
	return max(1, min(4*last, most, budget/max(largest, 1)))
}

// Fork implements checkpoint.Store.
func (s *Store) Fork(ctx context.Context, name string, from checkpoint.ID, fence uint64) (id checkpoint.ID, err error) {
	err = s.change(ctx, name, func(ctx context.Context, t *thread) error {
		if err := t.lease.Admit(fence); err != nil {
			return err
		}
		if !from.Valid() {
			return checkpoint.NotFound(name, from)
		}
		if id, err = t.next(); err != nil {
			return err
		}
		tag, err := t.tx.Exec(ctx, `
			INSERT INTO bindery_checkpoints (thread, id, parent, kind, step, fence, meta, state)
			SELECT thread, $3, id, $4, step, $5, meta, state FROM bindery_checkpoints WHERE thread = $1 AND id = $2`,
			t.key, from, id, checkpoint.Forked, int64(fence))
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return checkpoint.NotFound(name, from)
		}
		var batch pgx.Batch
		batch.Queue(`UPDATE bindery_threads SET last = $2 WHERE thread = $1`, t.key, id)
		batch.Queue(`
			INSERT INTO bindery_writes (thread, id, task, name, index, data)
			SELECT thread, $3, task, name, index, data FROM bindery_writes WHERE thread = $1 AND id = $2`,
			t.key, from, id)
		return t.tx.SendBatch(ctx, &batch).Close()
	})
	if err != nil {
		return "", err
	}
	return id, nil
}

// PutWrites implements checkpoint.Store.
func (s *Store) PutWrites(ctx context.Context, name string, head checkpoint.ID, fence uint64, writes ...checkpoint.Write) error {
	if err := checkpoint.CheckWrites(writes); err != nil {
		return err
	}
	return s.change(ctx, name, func(ctx context.Context, t *thread) error {
		if err := t.lease.Expect(fence, t.head, head); err != nil {
			return err
		}
		if head == "" {
			return checkpoint.NotFound(name, head)
		}
		var batch pgx.Batch
		for _, w := range writes {
			data := w.Data
			if data == nil {
				data = []byte{}
			}
			batch.Queue(`
				INSERT INTO bindery_writes (thread, id, task, name, index, data) VALUES ($1, $2, $3, $4, $5, $6)
				ON CONFLICT DO NOTHING`,
				t.key, head, key(w.Task), []byte(w.Task), int64(w.Index), data)
		}
		return t.tx.SendBatch(ctx, &batch).Close()
	})
}

// Delete implements checkpoint.Store.
func (s *Store) Delete(ctx context.Context, name string) error {
	return s.change(ctx, name, func(ctx context.Context, t *thread) error {
		lease := t.lease.Lapsed(t.now)
		if _, err := t.tx.Exec(ctx, `DELETE FROM bindery_checkpoints WHERE thread = $1`, t.key); err != nil {
			return err
		}
		t.head = ""
		return t.pass(ctx, lease)
	})
}

// Prune implements checkpoint.Store.
func (s *Store) Prune(ctx context.Context, name string, r checkpoint.Retention) (n int, err error) {
	err = s.change(ctx, name, func(ctx context.Context, t *thread) error {
		rows, err := t.tx.Query(ctx, `SELECT id, parent, kind FROM bindery_checkpoints WHERE thread = $1 ORDER BY id`, t.key)
		if err != nil {
			return err
		}
		nodes, err := pgx.CollectRows(rows, pgx.RowToStructByPos[checkpoint.Node])
		if err != nil {
			return err
		}
		var ids []string
		for _, node := range r.Expired(nodes, t.now) {
			ids = append(ids, string(node.ID))
		}
		n = len(ids)
		_, err = t.tx.Exec(ctx, `DELETE FROM bindery_checkpoints WHERE thread = $1 AND id = ANY($2)`, t.key, ids)
		return err
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}

// Acquire implements checkpoint.Store.
func (s *Store) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (checkpoint.Lease, error) {
	return s.lease(ctx, name, func(t *thread) (checkpoint.Lease, error) {
		latest := t.lease
		latest.Fence = t.used
		return latest.Next(holder, t.now, ttl)
	})
}

// Renew implements checkpoint.Store.
func (s *Store) Renew(ctx context.Context, lease checkpoint.Lease, ttl time.Duration) (checkpoint.Lease, error) {
	return s.lease(ctx, lease.Thread, func(t *thread) (checkpoint.Lease, error) { return t.lease.Extended(lease.Fence, t.now, ttl) })
}

// Release implements checkpoint.Store.
func (s *Store) Release(ctx context.Context, lease checkpoint.Lease) error {
	_, err := s.lease(ctx, lease.Thread, func(t *thread) (checkpoint.Lease, error) { return t.lease.Ended(lease.Fence) })
	return err
}

// Threads implements checkpoint.Store. It reads some threads at a time and holds
// no connection while the caller looks at them.
func (s *Store) Threads(ctx context.Context) iter.Seq2[checkpoint.Thread, error] {
	const page = 100
	return func(yield func(checkpoint.Thread, error) bool) {
		for after := []byte(nil); ; {
			some, err := s.threads(ctx, after, page)
			if err != nil {
				yield(checkpoint.Thread{}, err)
				return
			}
			for _, t := range some {
				if !yield(t, nil) {
					return
				}
			}
			if len(some) < page {
				return
			}
			after = []byte(some[page-1].Name)
		}
	}
}

// threads returns the first n threads after a name, nil being before all.
func (s *Store) threads(ctx context.Context, after []byte, n int) ([]checkpoint.Thread, error) {
	rows, err := s.pool.Query(ctx, `
		SELECT t.name, t.fence, t.holder, t.expires, c.id, c.parent, c.kind, c.step, c.fence, c.meta
		FROM bindery_threads t CROSS JOIN LATERAL (
			SELECT id, parent, kind, step, fence, meta FROM bindery_checkpoints WHERE thread = t.thread ORDER BY id DESC LIMIT 1
		) c
		WHERE $1::bytea IS NULL OR t.name > $1 ORDER BY t.name LIMIT $2`, after, n)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (t checkpoint.Thread, err error) {
		var (
			name, holder, meta []byte
			leased, put        int64
			expires            *time.Time
		)
		head := &t.Head
		err = row.Scan(&name, &leased, &holder, &expires, &head.ID, &head.Parent, &head.Kind, &head.Step, &put, &meta)
		if err != nil {
			return t, err
		}
		t.Name, head.Fence = string(name), uint64(put)
		t.Lease = checkpoint.Lease{Thread: t.Name, Holder: string(holder), Fence: uint64(leased)}
		if expires != nil {
			t.Lease.Expires = expires.UTC()
		}
		return t, json.Unmarshal(meta, &head.Meta)
	})
}

// lease replaces the thread's lease by what rule makes of it.
func (s *Store) lease(ctx context.Context, name string, rule func(*thread) (checkpoint.Lease, error)) (lease checkpoint.Lease, err error) {
	err = s.change(ctx, name, func(ctx context.Context, t *thread) error {
		if lease, err = rule(t); err != nil {
			return err
		}
		lease.Expires = lease.Expires.Truncate(time.Microsecond) // what PostgreSQL keeps
		return t.pass(ctx, lease)
	})
	if err != nil {
		return checkpoint.Lease{}, err
	}
	return lease, nil
}

// pass makes a lease the thread's latest one.
func (t *thread) pass(ctx context.Context, lease checkpoint.Lease) error {
	t.lease = lease
	if t.vacant() { // its row goes
		return nil
	}
	var expires *time.Time
	if !lease.Expires.IsZero() {
		expires = &lease.Expires
	}
	_, err := t.tx.Exec(ctx, `UPDATE bindery_threads SET fence = $2, holder = $3, expires = $4 WHERE thread = $1`,
		t.key, int64(lease.Fence), []byte(lease.Holder), expires)
	return err
}
