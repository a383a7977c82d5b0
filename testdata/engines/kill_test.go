//go:build unix

package engines_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/temporalrun"
)

// local runs an operation in memory, and gives what it writes down.
func local(t testing.TB, operation func(*recorder) temporalrun.Driver[struct{}, note], n *note) (protocol.Outcome, []string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "record")
	r, err := newRecorder(file, 0)
	if err != nil {
		t.Fatal(err)
	}
	store := memstore.New(nil)
	for {
		outcome, err := operation(r)(t.Context(), struct{}{}, n, protocol.WithRun(store, "r"))
		if errors.As(err, new(*protocol.WaitingError)) {
			err = protocol.Answer(t.Context(), store, "r", "this")
		}
		if err != nil {
			t.Fatal(err)
		}
		if outcome != "" {
			return outcome, linesOf(t, file)
		}
	}
}

// TestWorkerIsKilledAtEachBoundary: before each step, condition and item list, and
// between its end and the report of it; and in the workflow, when that tells what
// has happened. Another worker takes the run up.
func TestWorkerIsKilledAtEachBoundary(t *testing.T) {
	c := temporal(t)
	var want note
	outcome, record := local(t, (*recorder).everyForm, &want)
	stride := many(6, 1)
	var orders []order
	for at := 1; at <= len(record); at += stride {
		orders = append(orders, order{KillAt: int64(at)})
	}
	for in := 1; in <= 20; in += 2 * stride {
		orders = append(orders, order{KillIn: int64(in)})
	}
	t.Logf("%d boundaries, record of %d lines", len(orders), len(record))
	for _, o := range orders {
		t.Run(fmt.Sprintf("line=%d,event=%d", o.KillAt, o.KillIn), func(t *testing.T) {
			t.Parallel()
			o.Address, o.Queue, o.Record = shared.address(), name("queue"), filepath.Join(t.TempDir(), "record")
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
			defer cancel()
			first := startProcess(t, o)
			defer first.kill()
			run := name("run")
			if _, err := temporalrun.Start(ctx, c, "op", run, note{}, options(o.Queue)); err != nil {
				t.Fatal(err)
			}
			go func() {
				select {
				case <-first.ended:
				case <-ctx.Done():
					return
				}
				next := o
				next.KillAt, next.KillIn = 0, 0
				second := startProcess(t, next)
				defer second.kill()
				<-ctx.Done()
			}()
			var got note
			ended, err := finish(ctx, c, run, &got, answerThis)
			if err != nil || ended != outcome || !slices.Equal(got.Said, want.Said) {
				t.Fatalf("%q, %q, %v; locally %q, %q", ended, got.Said, err, outcome, want.Said)
			}
			select {
			case <-first.ended:
			default:
				t.Error("the worker has not been killed")
			}
			compareRecords(t, linesOf(t, o.Record), record)
		})
	}
}

// TestManyRunsWithKills: 60 runs at once, 200 of an exhaustive test, while the process of their worker and
// the server are killed and begin again, the server from its file. Each step of
// each run ends; none begins again when a later one has begun.
func TestManyRunsWithKills(t *testing.T) {
	runs := many(60, 200)
	s, err := newServer(t.TempDir(), "off")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.kill() })
	c, err := connect(s.address())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	var want note
	outcome, record := local(t, (*recorder).threeSteps, &want)
	o := order{Address: s.address(), Queue: name("queue"), Record: filepath.Join(t.TempDir(), "record")}
	p := startProcess(t, o)
	defer func() { p.kill() }()
	ended := make(chan error, runs)
	for i := range runs {
		run := fmt.Sprint("run", i)
		if _, err := temporalrun.Start(ctx, c, "change", run, note{Who: run}, options(o.Queue)); err != nil {
			t.Fatal(err)
		}
		go func() {
			var got note
			end, err := temporalrun.Result(ctx, c, run, &got)
			if err != nil || end != outcome || !slices.Equal(got.Said, want.Said) {
				err = fmt.Errorf("%s: %q, %q, %w", run, end, got.Said, err)
			}
			ended <- err
		}()
		if i%(runs/many(2, 8)) == 10 {
			p.kill()
			p = startProcess(t, o)
		}
	}
	if err := errors.Join(s.kill(), s.start()); err != nil {
		t.Fatal(err)
	}
	for range runs {
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
	}
	of := make(map[string][]string)
	for _, line := range linesOf(t, o.Record) {
		run := line[strings.LastIndexByte(line, ' ')+1:]
		of[run] = append(of[run], line)
	}
	for i := range runs {
		compareRecords(t, of[fmt.Sprint("run", i)], record)
	}
}
