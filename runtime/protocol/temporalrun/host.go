package temporalrun

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"go.temporal.io/sdk/client"

	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/internal/jsondata"
)

// request is what a step asks of its workflow, in an update.
type request struct {
	Task    string            // that asks: task.id
	Number  int               // among its requests, from 1
	Do      string            // "emit", "sleep", "answer" or "run"
	Event   string            `json:",omitempty"`
	Payload json.RawMessage   `json:",omitempty"`
	Until   time.Time         `json:",omitzero"`
	Plan    *protocol.Program `json:",omitempty"` // of an operation that is to run
	Data    json.RawMessage   `json:",omitempty"`
}

// reply is the answer.
type reply struct {
	Data    json.RawMessage  `json:",omitempty"`
	Found   bool             `json:",omitempty"`
	Answer  json.RawMessage  `json:",omitempty"`
	Outcome protocol.Outcome `json:",omitempty"`
	Failed  *failure         `json:",omitempty"`
}

// host is the protocol.Host of a step in an activity.
type host struct {
	ctx           context.Context // of the activity, for what has no other
	task          *task
	data          any
	unknown       *jsondata.Unknown
	client        func() updater
	workflow, run string
	number        int
}

func (h *host) encode() (json.RawMessage, error) {
	text, err := json.Marshal(h.data)
	if err == nil {
		text, err = h.unknown.Merge(text)
	}
	if err != nil {
		return nil, fmt.Errorf("encoding the data: %w", err)
	}
	return text, nil
}

// ask sends a request. An activity that is tried again sends it with the same
// identifier, and gets the reply that the first was given.
func (h *host) ask(ctx context.Context, r request) (*reply, error) {
	h.number++
	r.Task, r.Number = h.task.id(), h.number
	sum := sha256.Sum256([]byte(r.Do + "\x00" + r.Event))
	var answer reply
	err := update(ctx, h.client(), client.UpdateWorkflowOptions{
		UpdateID: r.Task + "/" + strconv.Itoa(r.Number) + "/" + hex.EncodeToString(sum[:8]), UpdateName: updateHost,
		WorkflowID: h.workflow, RunID: h.run, Args: []any{r}, WaitForStage: client.WorkflowUpdateStageCompleted,
	}, &answer)
	if err != nil {
		return nil, err
	}
	if answer.Failed != nil {
		err = answer.Failed.err()
	}
	return &answer, err
}

// Emit implements protocol.Host.
func (h *host) Emit(ctx context.Context, event string, payload any) error {
	data, err := h.encode()
	if err != nil {
		return err
	}
	r := request{Do: "emit", Event: event, Data: data}
	if payload != nil {
		if r.Payload, err = json.Marshal(payload); err != nil {
			return fmt.Errorf("the payload: %w", err)
		}
	}
	answer, err := h.ask(ctx, r)
	if answer != nil && answer.Data != nil {
		if restored := jsondata.Restore(h.data, answer.Data); restored != nil {
			return fmt.Errorf("restoring the data: %w", restored)
		}
	}
	return err
}

// SleepUntil implements protocol.Host.
func (h *host) SleepUntil(ctx context.Context, t time.Time) error {
	_, err := h.ask(ctx, request{Do: "sleep", Until: t})
	return err
}

// Answer implements protocol.Host.
func (h *host) Answer() (json.RawMessage, bool, error) {
	if !h.task.Asked {
		return nil, false, nil
	}
	answer, err := h.ask(h.ctx, request{Do: "answer"})
	if err != nil {
		return nil, false, err
	}
	return answer.Answer, answer.Found, nil
}

// Sub implements protocol.Host.
func (h *host) Sub() protocol.Option { return protocol.WithEngine(part{h}) }

// part is the engine of an operation that runs as part of a step.
type part struct{ host *host }

func (p part) Run(ctx context.Context, program *protocol.Program, data any, _ *protocol.Settings) (protocol.Outcome, error) {
	text, err := json.Marshal(data)
	if err != nil {
		return "", fmt.Errorf("encoding the data: %w", err)
	}
	answer, err := p.host.ask(ctx, request{Do: "run", Event: program.Operation, Plan: program, Data: text})
	if answer == nil {
		return "", err
	}
	if answer.Data != nil {
		if restored := jsondata.Restore(data, answer.Data); restored != nil {
			return "", fmt.Errorf("restoring the data: %w", restored)
		}
	}
	return answer.Outcome, err
}
