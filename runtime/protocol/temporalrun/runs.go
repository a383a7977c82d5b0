package temporalrun

import (
	"context"
	"encoding/json"
	"iter"

	"go.temporal.io/api/enums/v1"
	workflowpb "go.temporal.io/api/workflow/v1"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/workflow"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/protocol"
)

// memoRun is the part of a workflow's memo that says how its run stands: a
// protocol.Run, so that runs can be listed where no worker is.
const memoRun = "bindery"

// tell puts into the memo how the run stands.
func (x *execution) tell(ctx context.Context) error {
	for r, err := range protocol.Runs(ctx, x.store) {
		if err == nil && r.ID == x.id {
			return x.remember(r)
		}
	}
	return nil
}

func (x *execution) remember(r protocol.Run) error {
	return workflow.UpsertMemo(x.root, map[string]any{memoRun: r})
}

// Runs yields the runs of a namespace, the newest first, those at work before
// those that have ended. Until says nothing of one that sleeps. The cost is that of
// listing all workflows of the namespace, and the names of the runs are held in
// memory; the runs are not read.
func Runs(ctx context.Context, c client.Client) iter.Seq2[protocol.Run, error] {
	return func(yield func(protocol.Run, error) bool) {
		seen := make(map[string]bool)
		request := &workflowservice.ListWorkflowExecutionsRequest{}
		for {
			page, err := c.ListWorkflow(ctx, request)
			if err != nil {
				yield(protocol.Run{}, err)
				return
			}
			for _, info := range page.GetExecutions() {
				r, ok := runOf(info)
				if !ok || seen[r.ID] {
					continue // the run has gone on in a newer workflow
				}
				seen[r.ID] = true
				if !yield(r, nil) {
					return
				}
			}
			if request.NextPageToken = page.GetNextPageToken(); len(request.NextPageToken) == 0 {
				return
			}
		}
	}
}

// runOf reads what a workflow says of its run; ok is false for other workflows.
func runOf(info *workflowpb.WorkflowExecutionInfo) (r protocol.Run, ok bool) {
	memo, ok := info.GetMemo().GetFields()[memoRun]
	if !ok || info.GetStatus() == enums.WORKFLOW_EXECUTION_STATUS_CONTINUED_AS_NEW {
		return r, false
	}
	if err := converter.GetDefaultDataConverter().FromPayload(memo, &r); err != nil {
		r = protocol.Run{} // whoever encrypts values keeps this from us, too
	}
	r.ID, r.Operation = info.GetExecution().GetWorkflowId(), info.GetType().GetName()
	if r.Begun.IsZero() {
		r.Begun = info.GetStartTime().AsTime()
	}
	if closed := info.GetCloseTime(); closed != nil {
		r.Since = closed.AsTime()
	} else if r.Since.IsZero() {
		r.Since = info.GetStartTime().AsTime()
	}
	switch info.GetStatus() {
	case enums.WORKFLOW_EXECUTION_STATUS_RUNNING:
		if r.Status != protocol.StatusWaiting {
			r.Status = protocol.StatusRunning
		}
	case enums.WORKFLOW_EXECUTION_STATUS_COMPLETED:
		r.Status = protocol.StatusDone
	case enums.WORKFLOW_EXECUTION_STATUS_FAILED:
		r.Status = protocol.StatusFailed
	default:
		r.Status, r.Error = protocol.StatusFailed, "workflow "+info.GetStatus().String()
	}
	return r, true
}

// Move takes a run from a store to Temporal, where it goes on at the step at which
// it stopped, with the same idempotency keys, as protocol.Move does between stores.
// The error is of the server where it has a workflow of that ID. A process that
// dies meanwhile leaves the run in the store, or in both: then delete it in the
// store.
func Move(ctx context.Context, from checkpoint.Store, run string, c client.Client, o Options) error {
	return protocol.Hand(ctx, from, run, func(operation string, state json.RawMessage) error {
		o.WorkflowExecutionErrorWhenAlreadyStarted = true
		o.WorkflowIDReusePolicy = enums.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE
		in := input{IsFed: o.IsFed, Heartbeat: o.Heartbeat, Data: json.RawMessage("null"), Run: state}
		_, err := begin(ctx, c, operation, run, in, o.StartWorkflowOptions)
		return err
	})
}
