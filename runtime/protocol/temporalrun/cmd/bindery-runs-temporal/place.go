package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/temporalrun"
)

// patience is how long a worker may take to say how a run stands, or to take an
// answer.
const patience = 20 * time.Second

// place is a namespace.
type place struct {
	client           client.Client
	namespace, queue string
}

func (p *place) Runs(ctx context.Context) iter.Seq2[protocol.Run, error] {
	return temporalrun.Runs(ctx, p.client)
}

func (p *place) Inspect(ctx context.Context, run string) (*protocol.Inspection, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	found, err := temporalrun.Inspect(ctx, p.client, run)
	return found, hint(err)
}

func (p *place) Answer(ctx context.Context, run, request string, value any) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return hint(temporalrun.AnswerTo(ctx, p.client, run, request, value))
}

// hint says what is missing where nobody has replied.
func hint(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("no worker of the run's task queue has replied: %w", err)
	}
	return err
}

func (p *place) Delete(ctx context.Context, run string) error {
	_, err := p.client.WorkflowService().DeleteWorkflowExecution(ctx, &workflowservice.DeleteWorkflowExecutionRequest{
		Namespace: p.namespace, WorkflowExecution: &commonpb.WorkflowExecution{WorkflowId: run},
	})
	return err
}

func (p *place) Prune(ctx context.Context, keep checkpoint.Retention, statuses ...protocol.Status) (deleted []string, err error) {
	var meant []protocol.Run
	for r, err := range p.Runs(ctx) {
		if err != nil {
			return nil, err
		}
		if slices.Contains(statuses, r.Status) {
			meant = append(meant, r)
		}
	}
	slices.SortStableFunc(meant, func(a, b protocol.Run) int { return cmp.Compare(b.Since.UnixMilli(), a.Since.UnixMilli()) })
	for i, r := range meant {
		tooMany := keep.Keep > 0 && i >= keep.Keep
		tooOld := keep.MaxAge > 0 && time.Since(r.Since) > keep.MaxAge
		if !tooMany && !tooOld {
			continue
		}
		switch err := p.Delete(ctx, r.ID); {
		case err == nil:
			deleted = append(deleted, r.ID)
		case errors.As(err, new(*serviceerror.NotFound)): // it has gone, and is still listed for a moment
		default:
			return deleted, err
		}
	}
	return deleted, nil
}

func (p *place) Take(ctx context.Context, from checkpoint.Store, run string) error {
	if p.queue == "" {
		return errors.New("the place needs the task queue of the workers: temporal://HOST:PORT/NAMESPACE?queue=QUEUE")
	}
	return temporalrun.Move(ctx, from, run, p.client, temporalrun.Options{StartWorkflowOptions: client.StartWorkflowOptions{TaskQueue: p.queue}})
}
