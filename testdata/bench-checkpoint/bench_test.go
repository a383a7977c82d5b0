//go:build unix

// Package bench_test measures what a durable checkpoint costs: in files, in
// SQLite, in PostgreSQL, and as the bare file operations that no durable file
// can do without. It is a module of its own because of what it compares with.
package bench_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/filestore"
	"github.com/bindery-go/bindery/runtime/checkpoint/pgstore"
	"github.com/bindery-go/bindery/runtime/checkpoint/pgstore/pgtest"
)

var ctx = context.Background()

// contender saves one state durably, as the successor of the one before.
type contender struct {
	name string
	save func(state []byte) error
}

// BenchmarkCheckpoint lets the contenders take turns, so that all meet the same
// disk at the same time. It reports how many checkpoints a second each would
// save, by the median of its times, and how filestore compares with the bare
// file operations.
func BenchmarkCheckpoint(b *testing.B) {
	for _, size := range []int{10 << 10, 1 << 20} {
		b.Run(fmt.Sprintf("%dKB", size>>10), func(b *testing.B) {
			contenders := []contender{bare(b), files(b), sqlite(b)}
			if c, ok := postgres(b); ok {
				contenders = append(contenders, c)
			}
			state := bytes.Repeat([]byte("memory! "), size/8)
			times := make([][]time.Duration, len(contenders))
			for n := 0; b.Loop(); n++ {
				for k := range contenders {
					i := (n + k) % len(contenders) // nobody always comes after the same one
					start := time.Now()
					if err := contenders[i].save(state); err != nil {
						b.Fatalf("%s: %v", contenders[i].name, err)
					}
					times[i] = append(times[i], time.Since(start))
				}
			}
			median := func(i int) float64 {
				slices.Sort(times[i])
				return times[i][len(times[i])/2].Seconds()
			}
			for i, c := range contenders {
				b.ReportMetric(1/median(i), c.name+"/s")
			}
			b.ReportMetric(median(0)/median(1), "filestore×bare")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func bare(b *testing.B) contender {
	dir := b.TempDir()
	n := 0
	return contender{"bare", func(state []byte) error {
		n++
		f, err := os.Create(filepath.Join(dir, "tmp"))
		if err != nil {
			return err
		}
		_, err = f.Write(state)
		if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
			return err
		}
		if err := os.Rename(filepath.Join(dir, "tmp"), filepath.Join(dir, fmt.Sprint(n))); err != nil {
			return err
		}
		d, err := os.Open(dir)
		if err != nil {
			return err
		}
		return errors.Join(d.Sync(), d.Close())
	}}
}

func puts(name string, s checkpoint.Store) contender {
	var parent checkpoint.ID
	return contender{name, func(state []byte) (err error) {
		parent, err = s.Put(ctx, "t", parent, checkpoint.Checkpoint{State: state})
		return err
	}}
}

func files(b *testing.B) contender {
	s, err := filestore.Open(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	return puts("filestore", s)
}

// sqlite does what a Put does: look at the head, then insert, in a transaction.
func sqlite(b *testing.B) contender {
	db, err := sql.Open("sqlite", "file:"+filepath.Join(b.TempDir(), "db")+
		"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_txlock=immediate")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	if _, err := db.Exec(`CREATE TABLE checkpoints (thread TEXT, id TEXT, parent TEXT, state BLOB, PRIMARY KEY (thread, id))`); err != nil {
		b.Fatal(err)
	}
	var mode string
	var synchronous int
	if err := errors.Join(db.QueryRow("PRAGMA journal_mode").Scan(&mode), db.QueryRow("PRAGMA synchronous").Scan(&synchronous)); err != nil || mode != "wal" || synchronous != 2 {
		b.Fatalf("journal_mode %s, synchronous %d, %v", mode, synchronous, err)
	}
	var parent checkpoint.ID
	return contender{"sqlite", func(state []byte) error {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		var head checkpoint.ID
		if err := tx.QueryRow("SELECT coalesce(max(id), '') FROM checkpoints WHERE thread = 't'").Scan(&head); err != nil {
			return err
		}
		if head != parent {
			return checkpoint.ErrConflict
		}
		id := checkpoint.NextID(head, time.Now())
		if _, err := tx.Exec("INSERT INTO checkpoints VALUES ('t', ?, ?, ?)", id, parent, state); err != nil {
			return err
		}
		parent = id
		return tx.Commit()
	}}
}

func postgres(b *testing.B) (contender, bool) {
	server, err := pgtest.Start(ctx)
	if errors.Is(err, pgtest.ErrNotInstalled) && os.Getenv("BINDERY_REQUIRE_POSTGRES") == "" {
		b.Log("without PostgreSQL: it is not installed")
		return contender{}, false
	}
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := server.Close(); err != nil {
			b.Error(err)
		}
	})
	s, err := pgstore.Open(ctx, server.Conn("public"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(s.Close)
	return puts("postgres", s), true
}
