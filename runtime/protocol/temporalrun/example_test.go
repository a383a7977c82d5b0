package temporalrun_test

import (
	"context"
	"fmt"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"

	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocolgen"
	"github.com/bindery-go/bindery/runtime/protocol/temporalrun"
)

// What follows stands for a generated package and the steps of its user.

type Release struct{ Version string }

type PublishSteps[D any] interface {
	Upload(ctx context.Context, call *protocol.Call, data *D) error
}

func RunPublish[D any](ctx context.Context, steps PublishSteps[D], data *D, opts ...protocol.Option) (protocol.Outcome, error) {
	return protocolgen.Do(ctx, "publish", data, func(run *protocolgen.Run[D]) { run.Step("upload", steps.Upload) }, opts...)
}

type steps struct{}

func (steps) Upload(_ context.Context, call *protocol.Call, r *Release) error { return nil }

// A worker has the steps; whoever has a client starts runs and waits for them.
func Example() {
	ctx := context.Background()
	c, err := client.Dial(client.Options{})
	if err != nil {
		return // no server here
	}
	defer c.Close()
	w := worker.New(c, "releases", worker.Options{})
	if err := temporalrun.Register[PublishSteps[Release], Release](w, RunPublish, steps{}); err != nil {
		fmt.Println(err)
	}
	if err := w.Start(); err != nil {
		fmt.Println(err)
	}
	defer w.Stop()

	options := temporalrun.Options{StartWorkflowOptions: client.StartWorkflowOptions{TaskQueue: "releases"}}
	if _, err := temporalrun.Start(ctx, c, "publish", "v1", Release{Version: "v1"}, options); err != nil {
		fmt.Println(err)
	}
	var r Release
	outcome, err := temporalrun.Result(ctx, c, "v1", &r)
	fmt.Println(outcome, err, r.Version)
}
