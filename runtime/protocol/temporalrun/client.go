package temporalrun

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"time"

	"go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"github.com/bindery-go/bindery/runtime/protocol"
)

// Options say how a run is started.
type Options struct {
	// The ID is the run's; what has one policy only, Start sets.
	client.StartWorkflowOptions

	// IsFed lets the run take events ([Emit]) when its own items are over, until
	// [EndEvents].
	IsFed bool

	// Run is what protocol.Export has given: the run goes on where it was.
	Run json.RawMessage

	// Heartbeat is the time after which a worker that says nothing is taken for
	// dead, and what it was doing begins again elsewhere. Zero stands for ten
	// seconds. It is no bound on the time of a step.
	Heartbeat time.Duration
}

// Start begins a run of an operation, or takes it up: one that is at work or done
// stays as it is, one that has failed goes on at the step that failed. The
// identifier is that of the workflow. Workers with the operation must poll the
// task queue.
func Start(ctx context.Context, c client.Client, operation, id string, data any, o Options) (client.WorkflowRun, error) {
	in := input{IsFed: o.IsFed, Run: o.Run, Heartbeat: cmp.Or(o.Heartbeat, defaultHeartbeat)}
	var err error
	if in.Data, err = json.Marshal(data); err != nil {
		return nil, fmt.Errorf("encoding the data: %w", err)
	}
	if in.Run == nil {
		if in.Run, err = stopped(ctx, c, id); err != nil {
			return nil, err
		}
	}
	o.WorkflowIDReusePolicy = enums.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE_FAILED_ONLY
	return begin(ctx, c, operation, id, in, o.StartWorkflowOptions)
}

func begin(ctx context.Context, c client.Client, operation, id string, in input, o client.StartWorkflowOptions) (client.WorkflowRun, error) {
	o.ID = id
	o.Memo = maps.Clone(o.Memo)
	if o.Memo == nil {
		o.Memo = make(map[string]any)
	}
	o.Memo[memoRun] = protocol.Run{Status: protocol.StatusRunning}
	return c.ExecuteWorkflow(ctx, o, operation, in)
}

// stopped returns where a run that has failed stands; nil for others.
func stopped(ctx context.Context, c client.Client, id string) (json.RawMessage, error) {
	found, err := c.DescribeWorkflowExecution(ctx, id, "")
	if errors.As(err, new(*serviceerror.NotFound)) {
		return nil, nil
	}
	if err != nil || found.GetWorkflowExecutionInfo().GetStatus() != enums.WORKFLOW_EXECUTION_STATUS_FAILED {
		return nil, err
	}
	var state json.RawMessage
	err = c.GetWorkflow(ctx, id, "").Get(ctx, nil)
	if application, ok := errors.AsType[*temporal.ApplicationError](err); ok && application.HasDetails() {
		if err := application.Details(new(failure), &state); err != nil {
			return nil, fmt.Errorf("run %s has failed, and does not say where: %w", id, err)
		}
	}
	return state, nil
}

// Result waits for the end of a run, gives its outcome, and decodes its data into
// what data points to, unless that is nil. The error of a run that has failed is a
// *protocol.StepError where a step has.
func Result(ctx context.Context, c client.Client, id string, data any) (protocol.Outcome, error) {
	var out output
	if err := c.GetWorkflow(ctx, id, "").Get(ctx, &out); err != nil {
		var f *failure
		application, ok := errors.AsType[*temporal.ApplicationError](err)
		if ok && application.HasDetails() && application.Details(&f, new(json.RawMessage)) == nil && f != nil && f.Path != "" {
			return "", &protocol.StepError{Path: f.Path, Err: err}
		}
		return "", err
	}
	if data == nil {
		return out.Outcome, nil
	}
	return out.Outcome, json.Unmarshal(out.Data, data)
}

// Answer gives a run that waits what it waits for, as protocol.Answer does. It needs
// a worker whose plan fits: where there is none it waits until ctx ends.
func Answer(ctx context.Context, c client.Client, id string, value any) error {
	return AnswerTo(ctx, c, id, "", value)
}

// AnswerTo is [Answer] to one request, as protocol.AnswerTo is.
func AnswerTo(ctx context.Context, c client.Client, id, request string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("the answer: %w", err)
	}
	var f *failure
	err = update(ctx, c, client.UpdateWorkflowOptions{
		UpdateID: "answer/" + rand.Text(), WorkflowID: id, UpdateName: updateAnswer, Args: []any{json.RawMessage(text), request}, WaitForStage: client.WorkflowUpdateStageCompleted,
	}, &f)
	if err != nil {
		return err
	}
	if f != nil {
		return f
	}
	return nil
}

// Emit gives a run an event from outside, with its payload: see Options.IsFed. The
// handlers run in the order in which the server takes the events.
func Emit(ctx context.Context, c client.Client, id, name string, payload any) error {
	e := event{Name: name}
	if payload != nil {
		text, err := json.Marshal(payload)
		if err != nil {
			return fmt.Errorf("the payload: %w", err)
		}
		e.Payload = text
	}
	return c.SignalWorkflow(ctx, id, "", signalEvent, e)
}

// EndEvents says that no further events come: the run ends after those that it has
// been given.
func EndEvents(ctx context.Context, c client.Client, id string) error {
	return c.SignalWorkflow(ctx, id, "", signalEvent, event{End: true})
}

// Inspect tells how a run stands that is not at its end.
func Inspect(ctx context.Context, c client.Client, id string) (*protocol.Inspection, error) {
	value, err := c.QueryWorkflow(ctx, id, "", queryRun)
	if err != nil {
		return nil, err
	}
	var found protocol.Inspection
	return &found, value.Get(&found)
}
