//go:build unix

package engines_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocolgen"
	"github.com/bindery-go/bindery/runtime/protocol/temporalrun"
)

// note is the data of the programs here.
type note struct {
	Who  string `json:",omitempty"`
	Said []string
}

type noteRun = protocolgen.Run[note]

func says(text string) protocolgen.StepFunc[note] {
	return func(_ context.Context, _ *protocol.Call, n *note) error {
		n.Said = append(n.Said, text)
		return nil
	}
}

func holds(context.Context, *protocol.Call, *note) (bool, error) { return true, nil }

// everyForm has each form once, and writes down what its parts do, wherever they
// run.
func (rec *recorder) everyForm() temporalrun.Driver[struct{}, note] {
	return recorded(rec, driverOf("op", func(r *noteRun) { forms(r, rec.part()) }))
}

// threeSteps is a short one.
func (rec *recorder) threeSteps() temporalrun.Driver[struct{}, note] {
	return recorded(rec, planOf("a", "b", "c"))
}

// part is the operation that a step of it runs.
func (rec *recorder) part() temporalrun.Driver[struct{}, note] {
	return recorded(rec, driverOf("sub", func(r *noteRun) {
		r.Step("s", says("s"))
		r.Step("t", says("t"))
	}))
}

func forms(r *noteRun, part temporalrun.Driver[struct{}, note]) {
	r.If("if_first", holds, func() { r.Step("a", says("a")) })
	r.ForEach("for_each_x", func(context.Context, *protocol.Call, *note) (protocol.Items, error) {
		return protocol.List("p", "q")
	}, func() {
		r.Step("b", func(ctx context.Context, c *protocol.Call, n *note) error {
			x, err := protocol.Item[string](c, "for_each_x")
			if err == nil {
				n.Said = append(n.Said, x)
				err = c.Emit(ctx, "on_x", x)
			}
			if err == nil {
				err = c.SleepUntil(ctx, time.Now().Add(10*time.Millisecond))
			}
			return err
		})
	})
	r.Group("group", func() {
		r.Step("d", func(ctx context.Context, c *protocol.Call, n *note) error {
			_, err := part(ctx, struct{}{}, n, c.Sub())
			n.Said = append(n.Said, "d")
			return err
		})
	})
	r.Step("ask", func(_ context.Context, c *protocol.Call, n *note) error {
		answer, ok, err := protocol.Answered[string](c)
		if err == nil && !ok {
			err = protocol.Wait("which?")
		}
		n.Said = append(n.Said, answer)
		return err
	})
	r.On("on_x", func() {
		r.Step("x", func(_ context.Context, c *protocol.Call, n *note) error {
			x, err := protocol.Payload[string](c)
			n.Said = append(n.Said, "on "+x)
			return err
		})
	})
	r.If("if_last", holds, func() { r.Return("return_last", says("last")) })
}

func answerThis(json.RawMessage) (any, error) { return "this", nil }

// order says what a process is to work on.
type order struct {
	Address, Queue, Record string
	KillAt                 int64 // line of the record
	KillIn                 int64 // event that the workflow tells observers
}

const workerVariable = "BINDERY_TEST_WORKER"

// work is a process with a worker, until its standard input ends or it kills
// itself.
func work() {
	if err := workOn(os.Getenv(workerVariable)); err != nil {
		fmt.Fprintln(os.Stderr, "worker:", err)
		os.Exit(1)
	}
}

func workOn(text string) error {
	var o order
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return err
	}
	c, err := connect(o.Address)
	if err != nil {
		return err
	}
	r, err := newRecorder(o.Record, o.KillAt)
	if err != nil {
		return err
	}
	var events atomic.Int64
	observe := protocol.WithObserver(func(ctx context.Context, _ protocol.Event) context.Context {
		if events.Add(1) == o.KillIn {
			kill()
		}
		return ctx
	})
	w := newWorker(c, o.Queue)
	err = errors.Join(
		temporalrun.Register(w, r.everyForm(), struct{}{}, observe),
		temporalrun.Register(w, r.part(), struct{}{}),
		temporalrun.Register(w, r.threeSteps(), struct{}{}),
	)
	if err == nil {
		err = w.Start()
	}
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// process is a worker in a process of its own.
type process struct {
	cmd   *exec.Cmd
	stdin io.Closer
	ended chan struct{}
}

func startProcess(t testing.TB, o order) *process {
	t.Helper()
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	p := &process{cmd: exec.Command(os.Args[0]), ended: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), workerVariable+"="+string(text))
	p.cmd.Stderr = os.Stderr
	if p.stdin, err = p.cmd.StdinPipe(); err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = p.cmd.Wait() // its status says that it was killed
		close(p.ended)
	}()
	return p
}

func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	<-p.ended
}
