package protocol_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocolgen"
)

type Release struct{ Approved bool }

// publish stands for a generated driver with its steps.
func publish(ctx context.Context, data *Release, opts ...protocol.Option) (protocol.Outcome, error) {
	return protocolgen.Do(ctx, "publish", data, func(run *protocolgen.Run[Release]) {
		run.Step("ask", func(_ context.Context, call *protocol.Call, data *Release) error {
			approved, ok, err := protocol.Answered[bool](call)
			if err != nil {
				return err
			}
			if !ok {
				return protocol.Wait("Publish?")
			}
			data.Approved = approved
			return nil
		})
	}, opts...)
}

// A run stops where it needs an answer, and goes on when that is there.
func ExampleWait() {
	ctx, store := context.Background(), memstore.New(nil)
	var data Release
	_, err := publish(ctx, &data, protocol.WithRun(store, "v1"))
	var waiting *protocol.WaitingError
	fmt.Println(errors.As(err, &waiting), string(waiting.Request))

	// Any process that has the store may answer.
	fmt.Println(protocol.Answer(ctx, store, "v1", true))

	outcome, err := publish(ctx, &data, protocol.WithRun(store, "v1"))
	fmt.Println(outcome, err, data.Approved)
	// Output:
	// true "Publish?"
	// <nil>
	// done <nil> true
}

// One process at a time works on a run.
func ExampleExclusive() {
	ctx := context.Background()
	store := protocol.Exclusive(memstore.New(nil), "worker-7", 10*time.Second)
	_, err := publish(ctx, nil, protocol.WithRun(store, "v1"))
	fmt.Println(err)
	for run, err := range protocol.Runs(ctx, store) {
		fmt.Println(run.ID, run.Status, run.Step, string(run.Request), err)
	}
	// Output:
	// publish/1:ask: waiting for an answer to "\"Publish?\""
	// v1 waiting publish/1:ask "Publish?" <nil>
}

// The program has come to have a review since a run was begun that stands behind
// its place: the patch says that such a run goes on without one.
func ExamplePatch() {
	ctx, store := context.Background(), memstore.New(nil)
	step := func(name string, err error) (string, protocolgen.StepFunc[Release]) {
		return name, func(context.Context, *protocol.Call, *Release) error { fmt.Println(name); return err }
	}
	before := func(run *protocolgen.Run[Release]) {
		run.Step(step("build", nil))
		run.Step(step("publish", errors.New("offline")))
	}
	after := func(run *protocolgen.Run[Release]) {
		run.Step(step("review", nil))
		run.Step(step("build", nil))
		run.Step(step("publish", nil))
	}
	durable := protocol.WithRun(store, "v1")
	_, err := protocolgen.Do(ctx, "release", nil, before, durable)
	fmt.Println(err)
	_, err = protocolgen.Do(ctx, "release", nil, after, durable)
	fmt.Println(err)
	patch := protocol.WithPatch(protocol.Patch("added-review").Added("review"))
	fmt.Println(protocolgen.Do(ctx, "release", nil, after, durable, patch))
	// Output:
	// build
	// publish
	// release/2:publish: offline
	// protocol: the run does not match its record: run "v1": it has done release/1:build where this program has release/1:review; say with WithPatch what has changed, or end the run with the program that began it
	// publish
	// done <nil>
}

// A step sleeps until a time that its run remembers: one that is interrupted and
// runs again does not begin to wait anew.
func ExampleCall_SleepUntil() {
	store := memstore.New(nil)
	ctx, interrupt := context.WithCancel(context.Background())
	remind := func(run *protocolgen.Run[Release]) {
		run.Step("wait", func(ctx context.Context, call *protocol.Call, _ *Release) error {
			interrupt()
			return call.SleepUntil(ctx, time.Now().Add(200*time.Millisecond))
		})
	}
	_, err := protocolgen.Do(ctx, "remind", nil, remind, protocol.WithRun(store, "r"))
	fmt.Println(errors.Is(err, context.Canceled))
	for run, err := range protocol.Runs(context.Background(), store) {
		fmt.Println(run.Status, run.Until.Sub(run.Begun) < time.Second, err)
	}
	fmt.Println(protocolgen.Do(context.Background(), "remind", nil, remind, protocol.WithRun(store, "r")))
	// Output:
	// true
	// waiting true <nil>
	// done <nil>
}

// Runs tells how the runs of a store stand, without reading their data.
func ExampleRuns() {
	ctx, store := context.Background(), memstore.New(nil)
	for run, result := range map[string]error{"v1": nil, "v2": errors.New("offline"), "v3": protocol.Wait("Publish?")} {
		_, _ = protocolgen.Do(ctx, "publish", nil, func(r *protocolgen.Run[Release]) {
			r.Step("upload", func(context.Context, *protocol.Call, *Release) error { return result })
		}, protocol.WithRun(store, run))
	}
	for run, err := range protocol.Runs(ctx, store) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s is %s: %q\n", run.ID, run.Status, run.Error+string(run.Request))
	}
	deleted, err := protocol.Prune(ctx, store, checkpoint.Retention{MaxAge: 1}, protocol.StatusDone, protocol.StatusFailed)
	fmt.Println("deleted", deleted, err)
	// Output:
	// v1 is done: ""
	// v2 is failed: "publish/1:upload: offline"
	// v3 is waiting: "\"Publish?\""
	// deleted [v1 v2] <nil>
}
