//go:build unix

// Package engines_test runs the same protocols on all engines: the local one on
// memory, files and PostgreSQL, and a Temporal server of its own, whose workers it
// kills. It is a module of its own because of what the server takes to compile.
//
// BINDERY_EXHAUSTIVE lets it take minutes and not seconds.
package engines_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/filestore"
	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
	"github.com/bindery-go/bindery/runtime/checkpoint/pgstore"
	"github.com/bindery-go/bindery/runtime/checkpoint/pgstore/pgtest"
	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocolgen"
	"github.com/bindery-go/bindery/runtime/protocol/protocoltest"
	"github.com/bindery-go/bindery/runtime/protocol/temporalrun"
)

var (
	postgres *pgtest.Server // nil where it is not installed
	names    atomic.Int64
)

func TestMain(m *testing.M) {
	if os.Getenv(workerVariable) != "" {
		work()
		return
	}
	var err error
	postgres, err = pgtest.Start(context.Background())
	if err != nil && (!errors.Is(err, pgtest.ErrNotInstalled) || os.Getenv("BINDERY_REQUIRE_POSTGRES") != "") {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	closeShared()
	if postgres != nil {
		_ = postgres.Close()
	}
	os.Exit(code)
}

// many is a number of tests, or that of an exhaustive run.
func many(few, all int) int {
	if os.Getenv("BINDERY_EXHAUSTIVE") != "" {
		return all
	}
	return few
}

// name is a new one for a run, a queue or a schema.
func name(kind string) string { return fmt.Sprintf("%s_%d_%d", kind, os.Getpid(), names.Add(1)) }

// stores are those of the local engine.
var stores = map[string]func(t testing.TB) checkpoint.Store{
	"memstore": func(testing.TB) checkpoint.Store { return memstore.New(nil) },
	"filestore": func(t testing.TB) checkpoint.Store {
		s, err := filestore.Open(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	},
	"pgstore": openPostgres,
}

func openPostgres(t testing.TB) checkpoint.Store {
	if postgres == nil {
		t.Skip("2026-11-28: the test starts a server of its own:", pgtest.ErrNotInstalled)
	}
	schema := name("schema")
	conn, err := pgx.Connect(t.Context(), postgres.Conn("public"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.Exec(t.Context(), "CREATE SCHEMA "+schema)
	if err := errors.Join(err, conn.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
	s, err := pgstore.Open(t.Context(), postgres.Conn(schema)+" pool_max_conns=4")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// options are those of a run that is tested: a worker that dies is soon missed.
func options(queue string) temporalrun.Options {
	return temporalrun.Options{StartWorkflowOptions: client.StartWorkflowOptions{TaskQueue: queue}, Heartbeat: 2 * time.Second}
}

// newWorker makes a worker, which the caller starts.
func newWorker(c client.Client, queue string) worker.Worker {
	return worker.New(c, queue, worker.Options{WorkerStopTimeout: time.Second})
}

// driverOf stands for a generated Run function.
func driverOf[D any](operation string, driver func(*protocolgen.Run[D])) temporalrun.Driver[struct{}, D] {
	return func(ctx context.Context, _ struct{}, data *D, opts ...protocol.Option) (protocol.Outcome, error) {
		return protocolgen.Do(ctx, operation, data, driver, opts...)
	}
}

// registerProgram lets a worker run a random program.
func registerProgram(w worker.Registry, p *protocoltest.Program, depth int) error {
	return errors.Join(
		temporalrun.Register(w, driverOf("op", p.Driver(depth)), struct{}{}, protocoltest.Options()...),
		temporalrun.Register(w, driverOf("sub", p.Sub().Driver(1)), struct{}{}, protocoltest.Options()...),
	)
}

// finish waits for the end of a run and answers what it asks until then.
func finish(ctx context.Context, c client.Client, run string, data any, reply func(json.RawMessage) (any, error)) (protocol.Outcome, error) {
	asking, stop := context.WithCancel(ctx)
	failed := make(chan error, 1)
	go func() {
		defer close(failed)
		for pause := 100 * time.Millisecond; asking.Err() == nil; pause = min(2*pause, 2*time.Second) {
			select {
			case <-asking.Done():
				return
			case <-time.After(pause):
			}
			if found, err := temporalrun.Inspect(asking, c, run); err == nil && found.Status == protocol.StatusWaiting && found.Request != nil {
				answer, err := reply(found.Request)
				if err == nil {
					err = temporalrun.Answer(asking, c, run, answer)
				}
				if err != nil && asking.Err() == nil && !errors.Is(err, protocol.ErrNotWaiting) && !errors.Is(err, protocol.ErrAnswered) {
					failed <- err
					return
				}
			}
		}
	}()
	outcome, err := temporalrun.Result(ctx, c, run, data)
	stop()
	return outcome, errors.Join(err, <-failed)
}

// TestConformance: random protocols of every form come on a server to what they
// come to in memory.
func TestConformance(t *testing.T) {
	c := temporal(t)
	protocoltest.Run(t, func(t testing.TB, p *protocoltest.Program) (protocol.Outcome, protocoltest.Trace, error) {
		t.(*testing.T).Parallel()
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(many(5, 30))*time.Minute)
		defer cancel()
		queue, run := name("queue"), name("run")
		w := newWorker(c, queue)
		var trace protocoltest.Trace
		if err := registerProgram(w, p, protocoltest.Depth); err != nil {
			return "", trace, err
		}
		if err := w.Start(); err != nil {
			return "", trace, err
		}
		defer w.Stop()
		o := options(queue)
		o.Heartbeat = time.Minute // nobody dies, and no step is to begin twice
		if _, err := temporalrun.Start(ctx, c, "op", run, trace, o); err != nil {
			return "", trace, err
		}
		outcome, err := finish(ctx, c, run, &trace, func(request json.RawMessage) (any, error) { return protocoltest.Reply(request) })
		return outcome, trace, err
	}, uint64(many(1, 12)), nil)
}
