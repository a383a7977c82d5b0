package temporalrun

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"github.com/bindery-go/bindery/runtime/protocol"
)

// Driver is a generated Run function.
type Driver[S, D any] = func(ctx context.Context, steps S, data *D, opts ...protocol.Option) (protocol.Outcome, error)

// Register lets a worker run an operation: its workflow has the operation's name,
// and its activities the paths of the steps.
//
//	err := temporalrun.Register[release.PublishSteps[Data], Data](worker, release.RunPublish, steps)
//
// The options are what holds on this worker for the operation, whether it is
// started by itself or runs as a part of another: guards, retries, timeouts,
// patches and observers. The workflow is told to observers once, and not again when
// it is replayed. A store or events are an error, since Temporal has them.
func Register[S, D any](w worker.Registry, driver Driver[S, D], steps S, opts ...protocol.Option) error {
	o, err := newOperation(driver, steps, opts)
	if err == nil {
		o.registerOn(w)
	}
	return err
}

func newOperation[S, D any](driver Driver[S, D], steps S, opts []protocol.Option) (*operation, error) {
	var found capture
	if _, err := driver(context.Background(), steps, new(D), append(slices.Clip(opts), protocol.WithEngine(&found))...); err != nil {
		return nil, err
	}
	if found.program == nil || found.settings.Store != nil || found.settings.Events != nil {
		return nil, errors.New("temporalrun: the options must not set a store, events or a dry run")
	}
	plan, err := json.Marshal(found.program)
	if err != nil {
		return nil, err
	}
	return &operation{
		program: found.program, plan: string(plan), settings: found.settings, newData: func() any { return new(D) },
		client: func(ctx context.Context) updater { return activity.GetClient(ctx) },
	}, nil
}

// registry is the part of a worker that operations are registered with.
type registry interface {
	RegisterWorkflowWithOptions(w any, options workflow.RegisterOptions)
	RegisterActivityWithOptions(a any, options activity.RegisterOptions)
}

func (o *operation) registerOn(w registry) {
	w.RegisterWorkflowWithOptions(o.run, workflow.RegisterOptions{Name: o.program.Operation})
	o.register(w, o.program.Operation, o.program.Items)
}

// capture is the engine that notes what it is to run.
type capture struct {
	program  *protocol.Program
	settings *protocol.Settings
}

func (c *capture) Run(_ context.Context, program *protocol.Program, _ any, settings *protocol.Settings) (protocol.Outcome, error) {
	c.program, c.settings = program, settings
	return "", nil
}

// operation is an operation on a worker.
type operation struct {
	program  *protocol.Program
	plan     string // of the program, as JSON
	settings *protocol.Settings
	newData  func() any // a pointer
	client   func(activity context.Context) updater
}

func (o *operation) register(w registry, path string, items []protocol.PlanItem) {
	for i, item := range items {
		at := pathOf(path, i, item)
		if item.Step != nil || item.Holds != nil || item.Take != nil {
			perform := func(ctx context.Context, t task) (*done, error) { return o.perform(ctx, item, t) }
			w.RegisterActivityWithOptions(perform, activity.RegisterOptions{Name: at})
		}
		o.register(w, at, item.Items)
	}
}

// pathOf names an item of a list, as protocol.StepError does but for the numbers
// of loops' items.
func pathOf(list string, i int, item protocol.PlanItem) string {
	return fmt.Sprintf("%s/%d:%s", list, i+1, item.Key)
}
