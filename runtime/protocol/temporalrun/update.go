package temporalrun

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
)

// updater is the part of a client that a step needs.
type updater interface {
	UpdateWorkflow(ctx context.Context, options client.UpdateWorkflowOptions) (client.WorkflowUpdateHandle, error)
}

// How long update waits before it tries again.
const (
	firstPause = 100 * time.Millisecond
	mostPause  = 10 * time.Second
)

// update sends an update and reads what the workflow replies. Where the server
// cannot be reached or is slow, it sends it again until ctx ends: the workflow sees
// an update once, by its identifier, which must be given.
func update(ctx context.Context, c updater, o client.UpdateWorkflowOptions, reply any) error {
	for pause := firstPause; ; pause = min(2*pause, mostPause) {
		handle, err := c.UpdateWorkflow(ctx, o)
		if err == nil {
			err = handle.Get(ctx, reply)
		}
		if err == nil || !passes(err) {
			return err
		}
		select {
		case <-ctx.Done():
			if !errors.Is(err, ctx.Err()) {
				err = fmt.Errorf("%w: %w", ctx.Err(), err)
			}
			return err
		case <-time.After(pause):
		}
	}
}

// passes reports whether an error is between the client and the server, and so
// says nothing about the workflow.
func passes(err error) bool {
	var (
		slow        *client.WorkflowUpdateServiceTimeoutOrCanceledError
		unavailable *serviceerror.Unavailable
		exhausted   *serviceerror.ResourceExhausted
		deadline    *serviceerror.DeadlineExceeded
		canceled    *serviceerror.Canceled
	)
	return errors.As(err, &slow) || errors.As(err, &unavailable) || errors.As(err, &exhausted) ||
		errors.As(err, &deadline) || errors.As(err, &canceled) || errors.Is(err, context.DeadlineExceeded)
}
