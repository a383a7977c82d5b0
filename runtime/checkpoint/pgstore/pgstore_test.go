//go:build unix

package pgstore_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/checkpointtest"
	"github.com/bindery-go/bindery/runtime/checkpoint/pgstore"
	"github.com/bindery-go/bindery/runtime/checkpoint/pgstore/pgtest"
)

var (
	ctx     = context.Background()
	server  *pgtest.Server
	schemas atomic.Int64
)

// TestMain starts a server. Where PostgreSQL is not installed the tests are
// skipped, or fail when BINDERY_REQUIRE_POSTGRES is set, as CI does.
func TestMain(m *testing.M) {
	var err error
	server, err = pgtest.Start(ctx)
	missing := errors.Is(err, pgtest.ErrNotInstalled) && os.Getenv("BINDERY_REQUIRE_POSTGRES") == ""
	if err != nil && !missing {
		fmt.Println(err)
		os.Exit(1)
	}
	code := m.Run()
	if server != nil {
		if err := server.Close(); err != nil {
			fmt.Println(err)
			code = 1
		}
	}
	os.Exit(code)
}

// newSchema makes an empty schema, as good as a database of one's own.
func newSchema(t testing.TB) string {
	t.Helper()
	if server == nil {
		t.Skip("2026-11-28: the test starts a server of its own:", pgtest.ErrNotInstalled)
	}
	conn, err := pgx.Connect(ctx, server.Conn("public"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	schema := fmt.Sprint("test_", schemas.Add(1))
	if _, err := conn.Exec(ctx, "CREATE SCHEMA "+schema); err != nil {
		t.Fatal(err)
	}
	return schema
}

func open(t testing.TB, schema string, options ...pgstore.Option) *pgstore.Store {
	t.Helper()
	s, err := pgstore.Open(ctx, server.Conn(schema)+" pool_max_conns=4", options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func TestStore(t *testing.T) {
	opened := map[checkpoint.Store]string{}
	factory := func(t testing.TB, clock func() time.Time) checkpoint.Store {
		schema := newSchema(t)
		s := open(t, schema, pgstore.Clock(clock))
		opened[s] = schema
		return s
	}
	checkpointtest.Run(t, factory, checkpointtest.All(func(t testing.TB, s checkpoint.Store, clock func() time.Time) checkpoint.Store {
		return open(t, opened[s], pgstore.Clock(clock))
	}))
}

func TestStoresThatOpenAtOnceMigrateOnce(t *testing.T) {
	schema := newSchema(t)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			s, err := pgstore.Open(ctx, server.Conn(schema))
			if err != nil {
				t.Error(err)
				return
			}
			s.Close()
		})
	}
	wg.Wait()
	conn, err := pgx.Connect(ctx, server.Conn(schema))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, "INSERT INTO bindery_migrations VALUES (1000)"); err != nil {
		t.Fatal(err)
	}
	if s, err := pgstore.Open(ctx, server.Conn(schema)); err == nil {
		s.Close()
		t.Error("tables of a newer version were taken")
	}
}

func TestLeasesRunByTheServersClock(t *testing.T) {
	s := open(t, newSchema(t))
	l, err := s.Acquire(ctx, "t", "a", 50*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Acquire(ctx, "t", "b", time.Minute); !errors.Is(err, checkpoint.ErrLeased) {
		t.Fatalf("a lease that lasts: %v", err)
	}
	for err = checkpoint.ErrLeased; errors.Is(err, checkpoint.ErrLeased); {
		_, err = s.Acquire(ctx, "t", "b", time.Minute)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Put(ctx, "t", "", checkpoint.Checkpoint{Fence: l.Fence}); !errors.Is(err, checkpoint.ErrFenced) {
		t.Fatalf("the first holder: %v", err)
	}
}

func TestWaitingForAThreadEndsWithTheContext(t *testing.T) {
	schema := newSchema(t)
	s := open(t, schema)
	id, err := s.Put(ctx, "t", "", checkpoint.Checkpoint{})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(ctx, server.Conn(schema))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	tx, err := conn.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(ctx, "SELECT FROM bindery_threads FOR UPDATE"); err != nil {
		t.Fatal(err)
	}
	short, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	if _, err := s.Put(short, "t", id, checkpoint.Checkpoint{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("Put while the row is locked: %v", err)
	}
	if c, err := s.Get(ctx, "t", ""); err != nil || c.ID != id {
		t.Fatalf("reading waits for nobody: %+v, %v", c, err)
	}
	if err := tx.Rollback(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Put(ctx, "t", id, checkpoint.Checkpoint{}); err != nil {
		t.Fatal(err)
	}
}

// TestServerCrash lets the server crash while writers are at work. What was
// acknowledged is there afterwards, in one chain.
func TestServerCrash(t *testing.T) {
	crashes := 5
	if testing.Short() {
		crashes = 1
	}
	schema := newSchema(t)
	s := open(t, schema)
	var (
		mu    sync.Mutex
		acked = map[checkpoint.ID]bool{}
	)
	for crash := range crashes {
		var wg sync.WaitGroup
		stop := make(chan struct{})
		first := make(chan struct{}, 1)
		for range 2 {
			wg.Go(func() {
				for {
					select {
					case <-stop:
						return
					default:
					}
					var parent checkpoint.ID
					c, err := s.Get(ctx, "t", "")
					if err == nil {
						parent = c.ID
					} else if !errors.Is(err, checkpoint.ErrNotFound) {
						continue
					}
					if id, err := s.Put(ctx, "t", parent, checkpoint.Checkpoint{State: make([]byte, 5000)}); err == nil {
						mu.Lock()
						acked[id] = true
						mu.Unlock()
						select {
						case first <- struct{}{}:
						default:
						}
					}
				}
			})
		}
		<-first
		time.Sleep(time.Duration(crash*17) * time.Millisecond)
		if err := server.Crash(); err != nil {
			t.Fatal(err)
		}
		close(stop)
		wg.Wait()
		if err := server.Run(ctx); err != nil {
			t.Fatal(err)
		}
	}
	s = open(t, schema)
	expected := checkpoint.ID("")
	for c, err := range s.List(ctx, "t", checkpoint.Range{}) {
		if err != nil {
			t.Fatal(err)
		}
		if expected != "" && c.ID != expected {
			t.Fatalf("%s follows, not %s", c.ID, expected)
		}
		delete(acked, c.ID)
		expected = c.Parent
	}
	if expected != "" || len(acked) > 0 {
		t.Fatalf("the chain ends at %q; acknowledged and not there: %v", expected, acked)
	}
}

func FuzzOperations(f *testing.F) {
	f.Add([]byte("\x00\x00\x01\x05\x06\x01\x04\x00\x00\x00\x02\x01\x07\x02\x00\x0a\x00\x00\x00\x00\x01"))
	f.Fuzz(func(t *testing.T, operations []byte) {
		clock := checkpointtest.NewClock()
		store := open(t, newSchema(t), pgstore.Clock(clock.Now))
		checkpointtest.Operations(t, store, clock, operations[:min(len(operations), 60)])
	})
}
