// Package pgstore keeps checkpoints in PostgreSQL, for runs on more than one
// machine. It is a module of its own, so that only its users depend on pgx.
//
// Every change is one transaction that locks the row of its thread; what is
// acknowledged is committed. Leases run by the server's clock, so that the
// machines need not agree on the time.
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
	pool *pgxpool.Pool
	now  func() time.Time // nil: the server's clock
}

var _ checkpoint.Store = (*Store)(nil)

// Option sets how a store works.
type Option func(*Store)

// Clock lets the store read the time from now instead of the server's clock.
func Clock(now func() time.Time) Option { return func(s *Store) { s.now = now } }

// Open connects to a database, by a URL or a list of key=value settings as
// libpq takes them, and makes or upgrades the tables in the first schema of its
// search_path.
func Open(ctx context.Context, conn string, options ...Option) (*Store, error) {
	pool, err := pgxpool.New(ctx, conn)
	if err != nil {
		return nil, err
	}
	if err := migrate(ctx, pool); err != nil {
		pool.Close()
		return nil, err
	}
	s := &Store{pool: pool}
	for _, option := range options {
		option(s)
	}
	return s, nil
}

// Close closes the connections. The store is not to be used afterwards.
func (s *Store) Close() { s.pool.Close() }

func key(name string) []byte {
	sum := sha256.Sum256([]byte(name))
	return sum[:]
}

// thread is a thread's row, locked by the transaction.
type thread struct {
	tx    pgx.Tx
	key   []byte
	now   time.Time
	last  checkpoint.ID
	head  checkpoint.ID
	lease checkpoint.Lease
}

// change calls f in a transaction that holds the thread's row, and commits it
// unless f returns an error. Waiting for the row ends with the context; what
// comes then, does not, so that the outcome is known.
func (s *Store) change(ctx context.Context, name string, f func(context.Context, *thread) error) error {
	tx, err := s.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.ReadCommitted})
	if err != nil {
		return err
	}
	ending := context.WithoutCancel(ctx)
	defer tx.Rollback(ending)
	t, err := s.lock(ctx, tx, name)
	if err != nil {
		return err
	}
	if err := f(ending, t); err != nil {
		return err
	}
	if err := tx.Commit(ending); err != nil && !errors.Is(err, pgx.ErrTxCommitRollback) {
		return fmt.Errorf("%w: %w", checkpoint.ErrUncertain, err)
	} else if err != nil {
		return err
	}
	return nil
}

func (s *Store) lock(ctx context.Context, tx pgx.Tx, name string) (*thread, error) {
	t := &thread{tx: tx, key: key(name), lease: checkpoint.Lease{Thread: name}}
	var (
		fence   int64
		holder  []byte
		expires *time.Time
	)
	read := func() error {
		return tx.QueryRow(ctx, `
			SELECT last, fence, holder, expires FROM bindery_threads WHERE thread = $1 FOR UPDATE`,
			t.key).Scan(&t.last, &fence, &holder, &expires)
	}
	err := read()
	if errors.Is(err, pgx.ErrNoRows) {
		_, err = tx.Exec(ctx, `INSERT INTO bindery_threads (thread, name) VALUES ($1, $2) ON CONFLICT DO NOTHING`, t.key, []byte(name))
		if err == nil {
			err = read()
		}
	}
	if err != nil {
		return nil, err
	}
	// A statement of its own: one that waited for the row would still see the
	// checkpoints and the time from before.
	err = tx.QueryRow(ctx, `
		SELECT coalesce(max(id), ''), clock_timestamp() FROM bindery_checkpoints WHERE thread = $1`,
		t.key).Scan(&t.head, &t.now)
	if err != nil {
		return nil, err
	}
	if s.now != nil {
		t.now = s.now()
	}
	t.lease.Fence, t.lease.Holder = uint64(fence), string(holder)
	if expires != nil {
		t.lease.Expires = expires.UTC()
	}
	return t, nil
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
		id = checkpoint.NextID(t.last, t.now)
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
	found, err := s.read(ctx, name, where, argument)
	if err != nil {
		return checkpoint.Checkpoint{}, err
	}
	if len(found) == 0 {
		return checkpoint.Checkpoint{}, checkpoint.NotFound(name, id)
	}
	return found[0], nil
}

// read returns checkpoints with their pending writes, both of one moment. The
// condition may use $2.
func (s *Store) read(ctx context.Context, name, where string, argument checkpoint.ID) ([]checkpoint.Checkpoint, error) {
	rows, err := s.pool.Query(ctx, `
		SELECT id, parent, kind, step, fence, meta, state,
			ARRAY(SELECT w.name FROM bindery_writes w WHERE (w.thread, w.id) = (c.thread, c.id) ORDER BY w.name, w.index),
			ARRAY(SELECT w.index FROM bindery_writes w WHERE (w.thread, w.id) = (c.thread, c.id) ORDER BY w.name, w.index),
			ARRAY(SELECT w.data FROM bindery_writes w WHERE (w.thread, w.id) = (c.thread, c.id) ORDER BY w.name, w.index)
		FROM bindery_checkpoints c WHERE thread = $1 AND `+where, key(name), argument)
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

// List implements checkpoint.Store. It reads a few checkpoints at a time and
// holds no connection while the caller looks at them; what is saved meanwhile is
// not yielded, and neither is what is pruned.
func (s *Store) List(ctx context.Context, name string, r checkpoint.Range) iter.Seq2[checkpoint.Checkpoint, error] {
	const page = 8
	return func(yield func(checkpoint.Checkpoint, error) bool) {
		before := r.Before
		if before == "" {
			before = "~" // after every ID
		}
		for left := r.Limit; ; {
			n := page
			if r.Limit > 0 {
				n = min(n, left)
			}
			some, err := s.read(ctx, name, fmt.Sprintf(`id < $2 ORDER BY id DESC LIMIT %d`, n), before)
			if err != nil {
				yield(checkpoint.Checkpoint{}, err)
				return
			}
			for _, c := range some {
				if !yield(c, nil) {
					return
				}
				before = c.ID
			}
			if left -= len(some); len(some) < n || left == 0 {
				return
			}
		}
	}
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
		id = checkpoint.NextID(t.last, t.now)
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
		_, err := t.tx.Exec(ctx, `DELETE FROM bindery_checkpoints WHERE thread = $1`, t.key)
		return err
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
	return s.pass(ctx, name, func(t *thread) (checkpoint.Lease, error) { return t.lease.Next(holder, t.now, ttl) })
}

// Renew implements checkpoint.Store.
func (s *Store) Renew(ctx context.Context, lease checkpoint.Lease, ttl time.Duration) (checkpoint.Lease, error) {
	return s.pass(ctx, lease.Thread, func(t *thread) (checkpoint.Lease, error) { return t.lease.Extended(lease.Fence, t.now, ttl) })
}

// Release implements checkpoint.Store.
func (s *Store) Release(ctx context.Context, lease checkpoint.Lease) error {
	_, err := s.pass(ctx, lease.Thread, func(t *thread) (checkpoint.Lease, error) { return t.lease.Ended(lease.Fence) })
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

// pass replaces the thread's lease by what rule makes of it.
func (s *Store) pass(ctx context.Context, name string, rule func(*thread) (checkpoint.Lease, error)) (lease checkpoint.Lease, err error) {
	err = s.change(ctx, name, func(ctx context.Context, t *thread) error {
		if lease, err = rule(t); err != nil {
			return err
		}
		// PostgreSQL keeps microseconds.
		lease.Expires = lease.Expires.Truncate(time.Microsecond)
		var expires *time.Time
		if !lease.Expires.IsZero() {
			expires = &lease.Expires
		}
		_, err := t.tx.Exec(ctx, `UPDATE bindery_threads SET fence = $2, holder = $3, expires = $4 WHERE thread = $1`,
			t.key, int64(lease.Fence), []byte(lease.Holder), expires)
		return err
	})
	if err != nil {
		return checkpoint.Lease{}, err
	}
	return lease, nil
}
