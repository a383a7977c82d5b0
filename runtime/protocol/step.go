package protocol

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

// stepRun is a step while it runs, in all its attempts, and the Host of its Call.
type stepRun struct {
	*runner
	place
	call *Call

	running bool
	effects cursor
	number  int     // of the effect that the cursor has passed last, from 1
	last    *effect // that one
	lastErr error   // with which it ended
}

func (r *runner) newStep(p place) *stepRun {
	s := &stepRun{runner: r, place: p}
	spec := CallSpec{
		Operation: r.program.Operation, Path: p.path, Name: p.item.Key, IdempotencyKey: r.key(p.keyPath),
		First: r.record.Steps == 0, Item: p.list.current, Payload: p.list.payload(), Host: s,
	}
	if p.at.Open != nil {
		spec.Attempt = p.at.Open.Attempts
	}
	s.call = NewCall(spec)
	return s
}

func (r *runner) step(p place, outcome Outcome) {
	s := r.newStep(p)
	ctx, event, err := s.attempts()
	signal := Signal(err)
	switch {
	case err != nil && signal == "":
		r.err = r.located(p, s.call.Attempt(), err)
		return
	case outcome != "" && (err == nil || err == Return):
		err, signal, r.record.Outcome = Return, "return", outcome
	case (err == Continue || err == Break) && !p.inLoop():
		r.err = r.located(p, s.call.Attempt(), fmt.Errorf("%w: the step returned %s", ErrNoLoop, signal))
		return
	}
	r.over(p)
	r.record.Steps++
	r.signal, r.record.Signal = err, signal
	if r.record.Outcome == "" && r.isLast(p) {
		r.record.Outcome = Done
	}
	if p.list.kind == "" && len(p.items) == 0 {
		r.record.Events.note(p.item.Key)
	}
	event.Kind, event.Err = StepFinished, err
	r.settle(ctx, p, event)
}

// attempts runs a step until it is finished, refused, waits, or is out of
// attempts. It gives the context and the account of the last attempt.
func (s *stepRun) attempts() (ctx context.Context, event Event, err error) {
	policy := s.settings.Retry(s.item.Key)
	if policy.Attempts > 1 {
		s.retrying++
		defer func() { s.retrying-- }()
	}
	event = Event{Path: s.path, IdempotencyKey: s.call.IdempotencyKey()}
	before, err := s.before()
	if err == nil && s.at.Open != nil && !s.at.Open.RetryAt.IsZero() {
		err = s.settings.World.SleepUntil(s.ctx, s.at.Open.RetryAt)
	}
	if err != nil {
		return s.ctx, event, notBegun(err)
	}
	for {
		if err := s.refused(); err != nil {
			return s.ctx, event, notBegun(err)
		}
		ctx, err = s.attempt(&event)
		if err == nil || Signal(err) != "" {
			return ctx, event, err
		}
		if failed := s.restore(before); failed != nil {
			err = errors.Join(err, failed)
		} else if request, ok := errors.AsType[*waitRequest](err); ok {
			err = s.wait(request)
		}
		event.Err, event.Kind = err, StepFailed
		isWaiting := errors.As(err, new(*WaitingError))
		if isWaiting {
			event.Kind = StepWaiting
		}
		s.settings.Observer(ctx, event)
		if isWaiting || s.ctx.Err() != nil || !policy.Again(s.call.Attempt(), err) {
			if s.at.Open != nil && s.ctx.Err() == nil {
				s.at.Open.Attempts, s.at.Open.RetryAt = 0, time.Time{}
			}
			return ctx, event, err
		}
		if failed := s.pause(policy, err); failed != nil {
			return ctx, event, failed
		}
	}
}

func notBegun(err error) error { return fmt.Errorf("not begun: %w", err) }

// refused asks whether the next attempt may begin.
func (s *stepRun) refused() error {
	if err := ended(s.ctx); err != nil {
		return err
	}
	s.call.spec.First = s.record.Steps == 0
	return s.settings.Refuse(s.ctx, s.call)
}

// Refuse asks the guards whether an attempt of a step may begin.
func (s *Settings) Refuse(ctx context.Context, call *Call) error {
	for _, guard := range s.Guards {
		if err := safely(func() error { return guard(ctx, call) }); err != nil {
			return err
		}
	}
	return nil
}

// attempt runs the step once.
func (s *stepRun) attempt(event *Event) (context.Context, error) {
	s.call.spec.Attempt++
	s.effects, s.number, s.last, s.lastErr = cursor{}, 0, nil, nil
	event.Kind, event.Attempt, event.Duration, event.Err = StepStarted, s.call.Attempt(), 0, nil
	ctx, started := s.settings.Observer(s.ctx, *event), s.settings.World.Now()
	s.running = true
	err := s.settings.Attempt(ctx, s.item.Key, func(ctx context.Context) error { return s.item.Step(ctx, s.call, s.data) })
	s.running = false
	event.Duration = s.settings.World.Now().Sub(started)
	return ctx, err
}

// Attempt calls the function of a step once, within the time that the step may
// take. It makes an error of a panic.
func (s *Settings) Attempt(ctx context.Context, step string, f func(context.Context) error) error {
	limit, bounded := s.Timeout(step), ctx
	if limit > 0 {
		var cancel context.CancelFunc
		bounded, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	err := safely(func() error { return f(bounded) })
	if err != nil && Signal(err) == "" && bounded.Err() != nil && ctx.Err() == nil {
		err = fmt.Errorf("timed out after %v: %w", limit, err)
	}
	return err
}

// safely calls f and makes an error of a panic.
func safely(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &PanicError{Value: v, Stack: debug.Stack()}
		}
	}()
	return f()
}

// pause records a failed attempt and waits for the next. The error is that of the
// attempt where the context ends meanwhile.
func (s *stepRun) pause(policy Retry, failed error) error {
	open := s.openStep()
	open.Attempts, open.RetryAt = s.call.Attempt(), time.Time{}
	wait := policy.WaitAfter(s.call.Attempt())
	if wait > 0 {
		open.RetryAt = s.settings.World.Now().Add(wait).UTC()
	}
	if err := s.save(); err != nil {
		return err
	}
	if err := s.settings.World.SleepUntil(s.ctx, open.RetryAt); err != nil {
		return failed
	}
	return nil
}

// openStep gives the step a place in the record for what must not be forgotten
// before it has finished.
func (s *stepRun) openStep() *opened {
	if s.at.Open == nil {
		s.at.Open = &opened{}
	}
	return s.at.Open
}

// cursor is a place among the effects of a step: how many have been passed, and
// how many repetitions of the next.
type cursor struct{ passed, times int }

// peek returns the effect that the step is to repeat next; nil where it has done
// no more before.
func (s *stepRun) peek() *effect {
	if s.at.Open == nil {
		return nil
	}
	list := s.at.Open.Effects
	if s.effects.passed < len(list) && s.effects.times > list[s.effects.passed].Times {
		s.effects = cursor{s.effects.passed + 1, 0}
	}
	if s.effects.passed == len(list) {
		return nil
	}
	return list[s.effects.passed]
}

// take returns the next effect of the step, which must be of a kind and name where
// there is one in the record, and is new otherwise.
func (s *stepRun) take(kind effectKind, name string) (*effect, error) {
	if !s.running {
		return nil, fmt.Errorf("protocol: %s: called outside its step", s.path)
	}
	s.abandon()
	e := s.peek()
	if e == nil {
		e = &effect{Kind: kind, Name: name}
		open := s.openStep()
		open.Effects = append(open.Effects, e)
		s.effects.passed = len(open.Effects) - 1
	}
	if e.Kind != kind || e.Name != name {
		return nil, fmt.Errorf("%w: the step %s before, and now %s", ErrDiverged, e.Kind.did(e.Name), kind.did(name))
	}
	s.effects.times++
	s.number++
	s.last, s.lastErr = e, nil
	return e, nil
}

// abandon marks the last effect as one that has failed and that the step has gone
// past, so that it will be the same when the step runs again.
func (s *stepRun) abandon() {
	if s.last == nil || s.lastErr == nil || s.last.Over {
		return
	}
	*s.last = effect{Kind: s.last.Kind, Name: s.last.Name, Change: s.last.Change, Over: true, Failed: s.lastErr.Error()}
}

// goneBy is the error of an effect that a step went past before it was
// interrupted.
func goneBy(e *effect) error { return errors.New(e.Failed) }

// done counts an event as over.
func (s *stepRun) done(e *effect) {
	e.Over, e.Body, e.Payload = true, position{}, nil
	list := s.at.Open.Effects
	if n := len(list); n > 1 && list[n-1] == e && e.isPlain() && list[n-2].isPlain() && list[n-2].Name == e.Name {
		list[n-2].Times++
		s.at.Open.Effects = list[:n-1]
		s.effects = cursor{n - 2, list[n-2].Times + 1}
	}
}

// isPlain reports whether an effect is an event that is over and has changed
// nothing: of several in a row one is kept, with their number.
func (e *effect) isPlain() bool {
	return e.Kind == eventEffect && e.Over && e.Change == nil && e.Failed == ""
}

// SleepUntil implements [Host].
func (s *stepRun) SleepUntil(ctx context.Context, t time.Time) error {
	e, err := s.take(sleepEffect, "")
	if err != nil {
		return err
	}
	if e.Until.IsZero() {
		e.Until = t.UTC().Round(0)
	}
	if !s.settings.World.Now().Before(e.Until) {
		return ended(ctx)
	}
	s.top.record.Waiting = &waiting{Path: s.fullPath(), Until: e.Until}
	if err := s.save(); err != nil {
		return err
	}
	err = s.settings.World.SleepUntil(ctx, e.Until)
	s.top.record.Waiting = nil
	return err
}

// fullPath is the path of the step, behind those of the steps that its operation
// is run by.
func (s *stepRun) fullPath() string {
	if s.caller == nil {
		return s.path
	}
	return s.caller.fullPath() + ": " + s.path
}

// Sub implements [Host].
func (s *stepRun) Sub() Option {
	return func(settings *Settings) {
		*settings = *s.settings
		settings.Events, settings.DryRun, settings.Store, settings.New = nil, nil, nil, false
		settings.caller = s
	}
}

// encodePayload makes JSON of what comes with an event; nil stays nil.
func encodePayload(payload any) (json.RawMessage, error) {
	if payload == nil {
		return nil, nil
	}
	text, err := json.Marshal(payload)
	if err != nil {
		return nil, fmt.Errorf("the payload: %w", err)
	}
	return text, nil
}
