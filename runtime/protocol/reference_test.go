package protocol_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	. "github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocoltest"
)

// reference is an engine as plain as can be: it walks the program once, in
// memory, and remembers nothing. What the engine of the package does in any number
// of processes must come to the same.
type reference struct {
	answer func(request any) any // of every wait
	keys   int
}

func (e *reference) Run(ctx context.Context, program *Program, data any, settings *Settings) (Outcome, error) {
	w := &walk{engine: e, ctx: ctx, program: program, data: data, settings: settings}
	err := w.list(program.Items, scope{path: program.Operation})
	if err == Return || err == Skip {
		err = nil
	}
	if err == nil && w.outcome == "" {
		w.outcome = Done
	}
	return w.outcome, err
}

type walk struct {
	engine   *reference
	ctx      context.Context
	program  *Program
	data     any
	settings *Settings
	outcome  Outcome
}

// scope is what surrounds a list.
type scope struct {
	path    string
	loop    string
	item    json.RawMessage
	payload json.RawMessage
	outer   *scope
}

func (s *scope) current(loop string) (json.RawMessage, bool) {
	for ; s != nil; s = s.outer {
		if s.item != nil && s.loop == loop {
			return s.item, true
		}
	}
	return nil, false
}

func (s *scope) event() json.RawMessage {
	for ; s != nil; s = s.outer {
		if s.payload != nil {
			return s.payload
		}
	}
	return nil
}

func (w *walk) list(items []PlanItem, in scope) error {
	taken := false
	for i, item := range items {
		here := scope{path: fmt.Sprintf("%s/%d:%s", in.path, i+1, item.Key), outer: &in}
		var err error
		switch item.Kind {
		case StepItem, ReturnItem:
			err = w.step(item, here)
		case IfItem, ElseIfItem, ElseItem:
			if item.Kind != IfItem && taken {
				continue
			}
			holds := item.Kind == ElseItem
			if !holds {
				if holds, err = item.Holds(w.ctx, w.call(item, here, nil), w.data); err != nil {
					return err
				}
			}
			if taken = holds; taken {
				err = w.list(item.Items, here)
			}
		case LoopItem:
			err = w.loop(item, here)
		case GroupItem:
			err = w.list(item.Items, here)
		}
		if err == Skip && item.Items != nil {
			err = nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) loop(item PlanItem, here scope) error {
	taken, err := item.Take(w.ctx, w.call(item, here, nil), w.data)
	if err != nil {
		return err
	}
	for i := range taken.Count {
		round := scope{path: here.path + "/" + strconv.Itoa(i+1), loop: item.Key, item: json.RawMessage(strconv.Itoa(i + 1)), outer: here.outer}
		if taken.Items != nil {
			round.item = taken.Items[i]
		}
		switch err := w.list(item.Items, round); err {
		case nil, Skip, Continue:
		case Break:
			return nil
		default:
			return err
		}
	}
	return nil
}

func (w *walk) call(item PlanItem, here scope, host Host) *Call {
	w.engine.keys++
	return NewCall(CallSpec{
		Operation: w.program.Operation, Path: here.path, Name: item.Key, IdempotencyKey: strconv.Itoa(w.engine.keys),
		Attempt: 1, Item: here.current, Payload: here.event(), Host: host,
	})
}

// step runs a step until it neither fails nor waits.
func (w *walk) step(item PlanItem, here scope) error {
	host := &referenceHost{walk: w, here: here}
	before, err := json.Marshal(w.data)
	if err != nil {
		return err
	}
	for attempt := 1; ; attempt++ {
		host.taken, host.effects = 0, 0
		call := w.call(item, here, host)
		err := item.Step(w.ctx, call, w.data)
		if err == nil && item.Kind == ReturnItem {
			w.outcome, err = Outcome(item.Key), Return
		}
		if request, waits := Request(err); waits {
			host.answers = append(host.answers, w.engine.answer(request))
		} else {
			return err
		}
		*w.data.(*protocoltest.Trace) = protocoltest.Trace{}
		if err := json.Unmarshal(before, w.data); err != nil {
			return err
		}
	}
}

type referenceHost struct {
	*walk
	here    scope
	answers []any
	taken   int
	effects int
}

func (h *referenceHost) Emit(_ context.Context, event string, payload any) error {
	h.effects++
	raw, err := json.Marshal(payload)
	if err != nil {
		return err
	}
	in := scope{path: fmt.Sprintf("%s/%d:%s", h.here.path, h.effects, event), payload: raw, outer: h.here.outer}
	for _, item := range h.program.Items {
		if item.Kind == HandlerItem && item.Key == event {
			if err := h.list(item.Items, in); err != nil && err != Return && err != Skip {
				return err
			}
		}
	}
	return nil
}

func (h *referenceHost) SleepUntil(context.Context, time.Time) error { h.effects++; return nil }

func (h *referenceHost) Answer() (json.RawMessage, bool, error) {
	if h.taken == len(h.answers) {
		return nil, false, nil
	}
	h.effects++
	h.taken++
	raw, err := json.Marshal(h.answers[h.taken-1])
	return raw, true, err
}

func (h *referenceHost) Sub() Option {
	h.effects++
	return func(s *Settings) { *s = *h.settings }
}
