package pgstore

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/bindery-go/bindery/runtime/checkpoint"
)

const (
	// grace is how long after the end of its context a change that has begun is
	// still given to come to its end, so that its outcome is known.
	grace = 5 * time.Second

	// defaultTimeout is that of Timeout.
	defaultTimeout = 10 * time.Second
)

// outlive gives a context that ends some time after ctx does.
func outlive(ctx context.Context, by time.Duration) (context.Context, context.CancelFunc) {
	later, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		timer := time.AfterFunc(by, cancel)
		context.AfterFunc(later, func() { timer.Stop() })
	})
	return later, func() { stop(); cancel() }
}

// begin says how a change begins: with a bound on all that the server waits for,
// so that a client which is gone keeps the row of its thread from nobody; and
// with commits that are on disk before they are acknowledged, whatever the
// database's default is. What it sets ends with the transaction.
func (s *Store) begin(ctx context.Context) pgx.TxOptions {
	lock, statement := 3*s.timeout, 30*s.timeout
	if deadline, ok := ctx.Deadline(); ok {
		left := max(time.Until(deadline), 0) + grace
		lock, statement = min(lock, left), min(statement, left)
	}
	seconds := max(int(s.timeout/time.Second), 1)
	return pgx.TxOptions{BeginQuery: fmt.Sprintf(`
		BEGIN ISOLATION LEVEL READ COMMITTED;
		SET LOCAL lock_timeout = %d;
		SET LOCAL statement_timeout = %d;
		SET LOCAL idle_in_transaction_session_timeout = %d;
		SET LOCAL tcp_keepalives_idle = %d;
		SET LOCAL tcp_keepalives_interval = %d;
		SET LOCAL tcp_keepalives_count = 3;
		SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'`,
		lock.Milliseconds()+1, statement.Milliseconds()+1, s.timeout.Milliseconds()+1, seconds, seconds)}
}

// dialer notices within the time that the server has gone.
func dialer(timeout time.Duration) *net.Dialer {
	probe := max(timeout/3, time.Second)
	return &net.Dialer{KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: probe, Interval: probe, Count: 3}}
}

// thread is a thread's row, locked by the transaction.
type thread struct {
	tx    pgx.Tx
	name  string
	key   []byte
	now   time.Time
	last  checkpoint.ID // the last ID given, also to a checkpoint that is gone
	head  checkpoint.ID
	lease checkpoint.Lease
	used  uint64 // the last number of a lease, also in a thread that is gone
	floor struct {
		last checkpoint.ID
		used uint64
	}
}

// change calls f in a transaction that holds the thread's row, and commits it
// unless f returns an error. Waiting for a connection and for the row ends with
// the context; what comes then goes on until a while after that.
func (s *Store) change(ctx context.Context, name string, f func(context.Context, *thread) error) error {
	ending, cancel := outlive(ctx, grace)
	defer cancel()
	tx, err := s.pool.BeginTx(ctx, s.begin(ctx))
	if err != nil {
		return err
	}
	defer tx.Rollback(ending)
	t, err := s.lock(ctx, tx, name)
	if err != nil {
		return err
	}
	if err := f(ending, t); err != nil {
		return err
	}
	if err := t.end(ending); err != nil {
		return err
	}
	if err := tx.Commit(ending); err != nil && !errors.Is(err, pgx.ErrTxCommitRollback) {
		return fmt.Errorf("%w: %w", checkpoint.ErrUncertain, err)
	} else if err != nil {
		return err
	}
	return nil
}

// lock takes the thread's row, which it makes where there is none.
func (s *Store) lock(ctx context.Context, tx pgx.Tx, name string) (*thread, error) {
	const attempts = 10
	t := &thread{tx: tx, name: name, key: key(name), lease: checkpoint.Lease{Thread: name}}
	var (
		fence   int64
		holder  []byte
		expires *time.Time
		err     error
	)
	for range attempts {
		err = tx.QueryRow(ctx, `
			SELECT last, fence, holder, expires FROM bindery_threads WHERE thread = $1 FOR UPDATE`,
			t.key).Scan(&t.last, &fence, &holder, &expires)
		if !errors.Is(err, pgx.ErrNoRows) {
			break
		}
		// Another one may make it at the same time, and even remove it.
		if _, err := tx.Exec(ctx, `INSERT INTO bindery_threads (thread, name) VALUES ($1, $2) ON CONFLICT DO NOTHING`, t.key, []byte(name)); err != nil {
			return nil, err
		}
	}
	if err != nil {
		return nil, fmt.Errorf("pgstore: the row of thread %.60q: %w", name, err)
	}
	// A statement of its own: one that waited for the row would still see the
	// checkpoints and the time from before.
	var used int64
	err = tx.QueryRow(ctx, `
		SELECT coalesce((SELECT max(id) FROM bindery_checkpoints WHERE thread = $1), ''), clock_timestamp(),
			coalesce((SELECT last FROM bindery_threads WHERE thread = $2), ''),
			coalesce((SELECT fence FROM bindery_threads WHERE thread = $2), 0)`,
		t.key, floorKey).Scan(&t.head, &t.now, &t.floor.last, &used)
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
	t.used, t.floor.used = t.lease.Fence, uint64(used)
	if t.head == "" {
		t.last = max(t.last, t.floor.last)
	}
	if t.vacant() { // as one that was never leased, whatever a former program has left
		t.lease.Fence = 0
	}
	if t.lease.Fence == 0 {
		t.used = max(t.used, t.floor.used)
	}
	return t, nil
}

// vacant reports whether the thread has neither checkpoints nor a holder.
func (t *thread) vacant() bool { return t.head == "" && t.lease.Holder == "" }

// floorKey is that of the row which remembers what has to be known of threads
// that are no more: the last ID and the last number of a lease of any of them. A
// thread's key is never empty.
var floorKey = []byte{}

// end removes the row of a thread that is no more.
func (t *thread) end(ctx context.Context) error {
	if !t.vacant() {
		return nil
	}
	var batch pgx.Batch
	batch.Queue(`DELETE FROM bindery_threads WHERE thread = $1`, t.key)
	if used := max(t.used, t.lease.Fence); t.last > t.floor.last || used > t.floor.used {
		batch.Queue(`
			INSERT INTO bindery_threads AS old (thread, name, last, fence) VALUES ($1, '', $2, $3)
			ON CONFLICT (thread) DO UPDATE SET last = greatest(old.last, excluded.last), fence = greatest(old.fence, excluded.fence)
			WHERE old.last < excluded.last OR old.fence < excluded.fence`,
			floorKey, t.last, int64(used))
	}
	return t.tx.SendBatch(ctx, &batch).Close()
}

// next gives the ID of a checkpoint that is saved now.
func (t *thread) next() (checkpoint.ID, error) {
	id := checkpoint.NextID(t.last, t.now)
	if !id.Valid() {
		return "", fmt.Errorf("%w: no ID follows %s", checkpoint.ErrInvalid, t.last)
	}
	t.head = id
	return id, nil
}
