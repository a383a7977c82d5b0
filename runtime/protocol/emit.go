package protocol

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
)

// Emit implements [Host].
func (s *stepRun) Emit(ctx context.Context, event string, payload any) error {
	items, found := s.handlers[event]
	if !found {
		return fmt.Errorf("%w: %s", ErrNoHandler, event)
	}
	for l := s.list; l != nil; l = l.outer {
		if l.kind == HandlerItem && l.key == event {
			return fmt.Errorf("%w: a handler of %s emits it", ErrRecursion, event)
		}
	}
	text, err := encodePayload(payload)
	if err != nil {
		return err
	}
	e, err := s.take(eventEffect, event)
	if err != nil {
		return err
	}
	if e.Payload == nil && !e.Over {
		e.Payload = text
	}
	if !e.Over {
		s.lastErr = s.handle(ctx, e, items)
		return s.lastErr
	}
	if e.Change != nil {
		if _, err := s.redo(e); err != nil {
			return err
		}
	}
	if e.Failed != "" {
		return goneBy(e)
	}
	return nil
}

// redo makes the changes in the data that the handler of an event has made before
// the step was interrupted. It returns the data from before; nil where nobody
// remembers.
func (s *stepRun) redo(e *effect) (before json.RawMessage, err error) {
	if !s.remembers() {
		return nil, nil
	}
	if before, err = s.encode(); err != nil {
		return nil, err
	}
	s.now = before
	if e.Change == nil {
		return before, nil
	}
	after, err := e.Change.Apply(before)
	if err != nil {
		return nil, err
	}
	return before, s.restore(after)
}

// handle runs the handler of an event, or what is left of it.
func (s *stepRun) handle(ctx context.Context, e *effect, items []PlanItem) error {
	r := s.runner
	start, err := s.redo(e)
	if err != nil {
		return err
	}
	if start != nil {
		r.frames = append(r.frames, &frame{effect: e, start: start})
		defer func() { r.frames = r.frames[:len(r.frames)-1] }()
	}
	name, outer := fmt.Sprintf("/%d:%s", s.number, e.Name), r.ctx
	r.ctx = ctx
	defer func() { r.ctx = outer }()
	r.observe(Event{Kind: Emitted, Path: s.path + name})
	r.goOn(&list{
		path: s.path + name, keyPath: fmt.Sprintf("%s/%d:%q", s.keyPath, s.number, e.Name), items: items, at: &e.Body, outer: s.list,
		kind: HandlerItem, key: e.Name, opened: s.at.Open, event: e,
	})
	if err := r.err; err != nil {
		r.err = nil
		return err
	}
	r.ends(Skip, Return)
	s.done(e)
	return nil
}

// takeEvents emits the events from outside, each as a step of its own after the
// others.
func (r *runner) takeEvents() {
	if r.err != nil || r.signal != nil || r.record.Outcome != "" {
		return
	}
	over := &r.record.Events
	l := &list{path: r.program.Operation, keyPath: strconv.Quote(r.program.Operation) + "/events", at: &over.At, before: len(r.program.Items)}
	given, hash := 0, ""
	if r.settings.Events != nil {
		for event, payload := range r.settings.Events {
			if given++; given <= over.At.Done {
				hash = chain(hash, event)
				if given == over.At.Done && hash != over.Hash {
					break
				}
				continue
			}
			if began := over.begun(); began != "" && began != event {
				r.err = r.diverged("event %d was %s, and now is %s", given, began, event)
				return
			}
			r.step(r.next(l, PlanItem{Kind: StepItem, Key: event, Step: func(ctx context.Context, call *Call, _ any) error {
				return call.Emit(ctx, event, payload)
			}}), "")
			if r.err != nil {
				return
			}
			hash = over.Hash
		}
	}
	switch began := over.begun(); {
	case r.settings.Events != nil && hash != over.Hash:
		r.err = r.diverged("the first %d events that it was given, the last of them %s, are not those that it is given now: give it all, from the first on", over.At.Done, over.Last)
	case began != "":
		r.err = r.diverged("%s, event %d, was interrupted and is not given again", began, over.At.Done+1)
	}
}

// begun is the event that is under way; "" for none.
func (o *outside) begun() string {
	if open := o.At.Open; open != nil && len(open.Effects) > 0 {
		return open.Effects[0].Name
	}
	return ""
}

// note counts an event as over.
func (o *outside) note(event string) { o.Hash, o.Last = chain(o.Hash, event), event }

// chain is a hash of names in order.
func chain(hash, name string) string {
	sum := sha256.Sum256([]byte(hash + "\x00" + name))
	return hex.EncodeToString(sum[:8])
}
