//go:build unix

package pgstore_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/pgstore"
)

// hole is a network between clients and the server in which everything vanishes
// once a client says a word.
type hole struct {
	net.Listener
	word  atomic.Pointer[string]
	swept atomic.Bool
}

func newHole(t *testing.T) *hole {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h := &hole{Listener: l}
	t.Cleanup(func() { l.Close() })
	socket := server.Socket()
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			to, err := net.Dial("unix", socket)
			if err != nil {
				t.Error(err)
				return
			}
			t.Cleanup(func() { client.Close(); to.Close() })
			go h.pass(to, client, true)
			go h.pass(client, to, false)
		}
	}()
	return h
}

func (h *hole) pass(to io.Writer, from io.Reader, listen bool) {
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		if word := h.word.Load(); listen && word != nil && bytes.Contains(buffer[:n], []byte(*word)) {
			h.swept.Store(true)
		}
		if h.swept.Load() {
			select {} // neither side hears that the other is gone
		}
		if err != nil {
			return
		}
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}

func (h *hole) conn(schema string) string {
	_, port, _ := net.SplitHostPort(h.Addr().String())
	return fmt.Sprintf("host=127.0.0.1 port=%s sslmode=disable user=postgres dbname=postgres search_path=%s", port, schema)
}

// TestAMachineVanishes: at each moment of a change, its caller returns soon after
// its deadline, and the thread is soon free for others.
func TestAMachineVanishes(t *testing.T) {
	for _, word := range []string{"BEGIN", "FOR UPDATE", "clock_timestamp", "INSERT INTO bindery_checkpoints", "commit\x00"} {
		t.Run(word, func(t *testing.T) {
			schema := newSchema(t)
			here := open(t, schema)
			id, err := here.Put(ctx, "t", "", checkpoint.Checkpoint{})
			if err != nil {
				t.Fatal(err)
			}
			h := newHole(t)
			lost, err := pgstore.Open(ctx, h.conn(schema), pgstore.Timeout(500*time.Millisecond))
			if err != nil {
				t.Fatal(err)
			}
			go func() { time.Sleep(30 * time.Second); lost.Close() }() // it waits for what hangs
			if _, err := lost.Get(ctx, "t", ""); err != nil {
				t.Fatal(err)
			}
			h.word.Store(&word)
			short, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
			defer cancel()
			begun := time.Now()
			_, err = lost.Put(short, "t", id, checkpoint.Checkpoint{State: []byte("lost")})
			if waited := time.Since(begun); err == nil || waited > 7*time.Second {
				t.Errorf("after %v: %v", waited, err)
			}
			if uncertain := word == "commit\x00"; errors.Is(err, checkpoint.ErrUncertain) != uncertain {
				t.Errorf("the outcome of a change that ends at %q: %v", word, err)
			}
			if !h.swept.Load() {
				t.Fatalf("nothing says %q", word)
			}
			begun = time.Now()
			if _, err := here.Put(ctx, "t", id, checkpoint.Checkpoint{State: []byte("here")}); err != nil {
				t.Errorf("the next writer: %v", err)
			}
			if waited := time.Since(begun); waited > 5*time.Second {
				t.Errorf("the next writer waited %v", waited)
			}
		})
	}
}

func TestCommitsAreOnDiskWhateverTheDefault(t *testing.T) {
	for set, want := range map[string]string{"off": "on", "on": "on", "local": "local", "remote_apply": "remote_apply"} {
		schema := newSchema(t)
		s, err := pgstore.Open(ctx, server.Conn(schema)+" options='-c synchronous_commit="+set+"'")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		conn, err := pgx.Connect(ctx, server.Conn(schema))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(ctx)
		if _, err := conn.Exec(ctx, `
			CREATE TABLE seen (setting text);
			CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$
				BEGIN INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NEW; END $$;
			CREATE TRIGGER see BEFORE INSERT ON bindery_checkpoints FOR EACH ROW EXECUTE FUNCTION see()`); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Put(ctx, "t", "", checkpoint.Checkpoint{}); err != nil {
			t.Fatal(err)
		}
		var got string
		if err := conn.QueryRow(ctx, `SELECT setting FROM seen`).Scan(&got); err != nil || got != want {
			t.Errorf("where the default is %s, a change has %q, %v", set, got, err)
		}
	}
}

// TestAUserOfTablesThatAreThere has the rights that Migrate names, and no more.
func TestAUserOfTablesThatAreThere(t *testing.T) {
	schema := newSchema(t)
	user := "user_of_" + schema
	conn, err := pgx.Connect(ctx, server.Conn(schema))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, fmt.Sprintf(`CREATE ROLE %[1]s LOGIN; GRANT USAGE ON SCHEMA %[2]s TO %[1]s`, user, schema)); err != nil {
		t.Fatal(err)
	}
	as := strings.Replace(server.Conn(schema), "user=postgres", "user="+user, 1)
	if s, err := pgstore.Open(ctx, as); err == nil {
		s.Close()
		t.Error("tables were made without the right to")
	}
	open(t, schema)
	if _, err := conn.Exec(ctx, fmt.Sprintf(`
		GRANT SELECT ON bindery_migrations TO %[1]s;
		GRANT SELECT, INSERT, UPDATE, DELETE ON bindery_threads, bindery_checkpoints, bindery_writes TO %[1]s`, user)); err != nil {
		t.Fatal(err)
	}
	s, err := pgstore.Open(ctx, as)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	lease, err := s.Acquire(ctx, "t", "a", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	id, err := s.Put(ctx, "t", "", checkpoint.Checkpoint{Fence: lease.Fence})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.PutWrites(ctx, "t", id, lease.Fence, checkpoint.Write{Task: "a"}); err != nil {
		t.Fatal(err)
	}
	if c, err := s.Get(ctx, "t", ""); err != nil || len(c.Pending) != 1 {
		t.Fatalf("%+v, %v", c, err)
	}
	if err := errors.Join(s.Release(ctx, lease), s.Delete(ctx, "t")); err != nil {
		t.Fatal(err)
	}
}

// TestStoreOfAPool: the caller's connections serve, and stay open.
func TestStoreOfAPool(t *testing.T) {
	schema := newSchema(t)
	pool, err := pgxpool.New(ctx, server.Conn(schema))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	s := pgstore.New(pool)
	if _, err := s.Put(ctx, "t", "", checkpoint.Checkpoint{}); err == nil {
		t.Error("a store without tables saves")
	}
	for range 2 {
		if err := pgstore.Migrate(ctx, pool); err != nil {
			t.Fatal(err)
		}
	}
	id, err := s.Put(ctx, "t", "", checkpoint.Checkpoint{})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	if c, err := pgstore.New(pool).Get(ctx, "t", ""); err != nil || c.ID != id {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestWhatIsNoMoreLeavesNoRow: of threads that are deleted, or were only asked
// for, one row tells for all.
func TestWhatIsNoMoreLeavesNoRow(t *testing.T) {
	schema := newSchema(t)
	s := open(t, schema)
	for i := range 20 {
		name := fmt.Sprint("thread ", i)
		lease, err := s.Acquire(ctx, name, "w", time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		id, err := s.Put(ctx, name, "", checkpoint.Checkpoint{Fence: lease.Fence})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(s.PutWrites(ctx, name, id, lease.Fence, checkpoint.Write{Task: "a"}), s.Delete(ctx, name), s.Release(ctx, lease)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Put(ctx, "unknown", id, checkpoint.Checkpoint{}); !errors.Is(err, checkpoint.ErrConflict) {
			t.Error(err)
		}
		if err := s.Delete(ctx, "unknown"); err != nil {
			t.Error(err)
		}
	}
	conn, err := pgx.Connect(ctx, server.Conn(schema))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	var threads, checkpoints, writes int
	err = conn.QueryRow(ctx, `SELECT (SELECT count(*) FROM bindery_threads), (SELECT count(*) FROM bindery_checkpoints), (SELECT count(*) FROM bindery_writes)`).
		Scan(&threads, &checkpoints, &writes)
	if err != nil || threads != 1 || checkpoints != 0 || writes != 0 {
		t.Errorf("%d threads, %d checkpoints, %d writes, %v", threads, checkpoints, writes, err)
	}
}
