package protocol_test

import (
	"context"
	"errors"
	"fmt"
	"time"

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
