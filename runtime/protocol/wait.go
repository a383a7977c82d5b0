package protocol

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/internal/brief"
)

// Wait is returned by a step that cannot go on without an answer, of a person or
// of another program. The request, anything that JSON can hold, says what is
// asked. The run stops with a *[WaitingError] and is durable in the state of
// waiting; the process may end. When the answer is there ([Answer]) the run goes on with
// the step, from the data as they were before it, and [Answered] gives it the
// answer:
//
//	verdict, ok, err := protocol.Answered[Verdict](call)
//	if err != nil {
//		return err
//	}
//	if !ok {
//		return protocol.Wait(Question{"Publish?", data.Draft})
//	}
//
// A step may wait several times: Answered gives the answers in the order of the
// waits. The error is the same for errors.As when it is wrapped. In a run without a
// store it fails with [ErrNotDurable].
func Wait(request any) error { return &waitRequest{request} }

// Request returns what a step asks that returned err, for an [Engine]; ok is false
// where err is not of [Wait].
func Request(err error) (request any, ok bool) {
	w, ok := errors.AsType[*waitRequest](err)
	if !ok {
		return nil, false
	}
	return w.request, true
}

type waitRequest struct{ request any }

func (*waitRequest) Error() string { return "protocol: wait for an answer" }

// Answered gives the answer to the next of the step's waits; ok is false where it
// has not waited, or not been answered.
func Answered[T any](call *Call) (answer T, ok bool, err error) {
	raw, ok, err := call.spec.Host.Answer()
	if err != nil || !ok {
		return answer, false, err
	}
	return answer, true, json.Unmarshal(raw, &answer)
}

// WaitingError says that a run waits for an answer. It is wrapped in the
// *[StepError] of the step that waits.
type WaitingError struct {
	Run     string          // as [Answer] takes it
	Path    string          // of the step, behind those of the steps that run its operation: "op/2:publish: review/1:ask"
	Request json.RawMessage // what it asks
	ID      string          // of this request, as [AnswerTo] takes it
}

func (e *WaitingError) Error() string {
	return "waiting for an answer to " + brief.Quote(string(e.Request))
}

// wait records what the step waits for.
func (s *stepRun) wait(request *waitRequest) error {
	top := s.top
	if top.thread == nil {
		return ErrNotDurable
	}
	text, err := json.Marshal(request.request)
	if err != nil {
		return fmt.Errorf("the request: %w", err)
	}
	s.abandon()
	e := s.peek()
	if e == nil {
		e = &effect{Kind: waitEffect, ID: fmt.Sprintf("%s/%d", s.call.IdempotencyKey(), s.number+1)}
		open := s.openStep()
		open.Effects = append(open.Effects, e)
	}
	if e.Kind != waitEffect {
		return fmt.Errorf("%w: the step %s before, and now %s", ErrDiverged, e.Kind.did(e.Name), waitEffect.did(""))
	}
	if _, answered := top.record.Answers[e.ID]; answered {
		return fmt.Errorf("%w: the step waits again and has not taken the answer that it has: see Answered", ErrDiverged)
	}
	top.record.Asked = true
	top.record.Waiting = &waiting{Path: s.fullPath(), ID: e.ID, Request: text}
	if err := s.save(); err != nil {
		return err
	}
	return &WaitingError{Run: top.thread.run, Path: s.fullPath(), Request: text, ID: e.ID}
}

// Answer implements [Host].
func (s *stepRun) Answer() (json.RawMessage, bool, error) {
	if !s.running {
		return nil, false, fmt.Errorf("protocol: %s: called outside its step", s.path)
	}
	e := s.peek()
	if e == nil || e.Kind != waitEffect {
		return nil, false, nil
	}
	answer, found := s.top.record.Answers[e.ID]
	if !found {
		return nil, false, nil
	}
	if _, err := s.take(waitEffect, ""); err != nil {
		return nil, false, err
	}
	return answer, true, nil
}

// takeAnswer looks for what a run that is taken up has waited for.
func (r *runner) takeAnswer() error {
	w := r.record.Waiting
	r.record.Waiting = nil
	if w == nil || w.ID == "" {
		return nil
	}
	answer, err := findAnswer(r.ctx, r.thread.store, answersThread(r.thread.run, r.record.Run), w.ID)
	if err != nil {
		return err
	}
	if answer == nil {
		r.record.Waiting = w
		return &StepError{Path: w.Path, Err: &WaitingError{Run: r.thread.run, Path: w.Path, Request: w.Request, ID: w.ID}}
	}
	if r.record.Answers == nil {
		r.record.Answers = make(map[string]json.RawMessage)
	}
	r.record.Answers[w.ID] = answer
	return nil
}

// answer is the record of an answer, in a thread beside the run's: whoever
// answers needs no lease on the run and is in nobody's way.
type answer struct {
	ID    string          `json:"id"`
	Value json.RawMessage `json:"value"`
}

// findAnswer returns the answer to what was asked under an ID; nil where there is
// none.
func findAnswer(ctx context.Context, store checkpoint.Store, thread, id string) (json.RawMessage, error) {
	a, _, err := newestAnswer(ctx, store, thread)
	if err != nil || a.ID != id {
		return nil, err
	}
	return a.Value, nil
}

func newestAnswer(ctx context.Context, store checkpoint.Store, thread string) (a answer, head checkpoint.ID, err error) {
	c, err := store.Get(ctx, thread, "")
	if errors.Is(err, checkpoint.ErrNotFound) {
		return a, "", nil
	}
	if err == nil {
		err = damageOf(c)
	}
	if err != nil {
		return a, "", err
	}
	return a, c.ID, json.Unmarshal(c.State, &a)
}

// Answer gives a run that waits what it waits for, from any process that has the
// store. The value, anything that JSON can hold, is durable when Answer returns;
// the run goes on with it when it is taken up next, by its driver with [WithRun].
//
// It answers what the run asks now. Where several may answer, each after having
// looked at the request, one may come when the run has been answered, has gone on
// and asks something else: see [AnswerTo].
//
// The error wraps [ErrNotWaiting] where the run waits for nothing, [ErrAnswered]
// where another answer was first and has not been taken yet, or
// checkpoint.ErrNotFound; else it is the store's. Of answers that are given at the
// same time one is taken, and the others get [ErrAnswered].
func Answer(ctx context.Context, store checkpoint.Store, run string, value any) error {
	return giveAnswer(ctx, store, run, "", value)
}

// AnswerTo is [Answer] to one request, by the ID that [WaitingError], [Runs] and
// [Inspect] give: the error wraps [ErrAnswered] where the run waits for an answer
// to another one, since it has been given one to this.
func AnswerTo(ctx context.Context, store checkpoint.Store, run, id string, value any) error {
	if id == "" {
		return fmt.Errorf("%w: the request has no ID", ErrNotWaiting)
	}
	return giveAnswer(ctx, store, run, id, value)
}

// giveAnswer answers the request of that ID, or with "" the present one.
func giveAnswer(ctx context.Context, store checkpoint.Store, run, id string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("the answer: %w", err)
	}
	_, r, err := newestRecord(ctx, store, run)
	if err != nil {
		return err
	}
	if r.Waiting == nil || r.Waiting.ID == "" {
		return fmt.Errorf("%w: %s is %s", ErrNotWaiting, brief.Quote(run), r.status())
	}
	answered := fmt.Errorf("%w: %s", ErrAnswered, brief.Quote(run))
	if id != "" && id != r.Waiting.ID {
		return answered
	}
	thread := answersThread(run, r.Run)
	before, head, err := newestAnswer(ctx, store, thread)
	if err != nil {
		return err
	}
	if before.ID == r.Waiting.ID {
		return answered
	}
	state, err := json.Marshal(answer{r.Waiting.ID, text})
	if err != nil {
		return err
	}
	meta := map[string]string{metaRole: roleAnswers, metaOf: validText(run), metaRun: r.Run}
	_, err = store.Put(ctx, thread, head, checkpoint.Checkpoint{Meta: meta, State: state})
	if errors.Is(err, checkpoint.ErrConflict) {
		return answered
	}
	if err != nil {
		return err
	}
	_, _ = store.Prune(ctx, thread, checkpoint.Retention{Keep: 1}) // the run has taken the earlier ones
	return nil
}
