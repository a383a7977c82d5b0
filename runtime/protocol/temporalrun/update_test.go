package temporalrun

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"testing"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"

	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocolgen"
)

// unsteady is a server that answers nothing at first: every other update it takes
// all the same.
type unsteady struct {
	*environment
	mu   sync.Mutex
	seen []string
}

func (u *unsteady) UpdateWorkflow(ctx context.Context, o client.UpdateWorkflowOptions) (client.WorkflowUpdateHandle, error) {
	u.mu.Lock()
	again := slices.Contains(u.seen, o.UpdateID)
	u.seen = append(u.seen, o.UpdateID)
	taken := len(u.seen)%2 == 0
	u.mu.Unlock()
	switch {
	case again:
		return u.environment.UpdateWorkflow(ctx, o)
	case !taken:
		return nil, serviceerror.NewUnavailable("no connection")
	}
	if _, err := u.environment.UpdateWorkflow(ctx, o); err != nil {
		return nil, err
	}
	return nil, client.NewWorkflowUpdateServiceTimeoutOrCanceledError(context.DeadlineExceeded)
}

// TestStepsOutlastASlowServer: what a step asks its workflow for is asked again
// where no answer comes, and done once.
func TestStepsOutlastASlowServer(t *testing.T) {
	env := newEnvironment(t)
	server := &unsteady{environment: env}
	for name, driver := range map[string]func(*protocolgen.Run[note]){
		"op": func(r *protocolgen.Run[note]) {
			r.On("on_x", func() { r.Step("handled", says("handled")) })
			r.Step("a", func(ctx context.Context, call *protocol.Call, n *note) error {
				n.say("a")
				if err := call.Emit(ctx, "on_x", nil); err != nil {
					return err
				}
				_, err := driverOf("sub", func(r *protocolgen.Run[note]) { r.Step("b", says("b")) })(ctx, struct{}{}, n, call.Sub())
				return err
			})
		},
		"sub": func(r *protocolgen.Run[note]) { r.Step("b", says("b")) },
	} {
		o, err := newOperation(driverOf(name, driver), struct{}{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		o.client = func(context.Context) updater { return server }
		o.registerOn(env)
	}
	out, err := execute(t, env, "op", input{Data: json.RawMessage(`{}`)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var n note
	if err := json.Unmarshal(out.Data, &n); err != nil || !slices.Equal(n.Said, []string{"a", "handled", "b"}) {
		t.Errorf("%s, %v", out.Data, err)
	}
	if len(server.seen) < 4 {
		t.Errorf("%d updates", len(server.seen))
	}
}
