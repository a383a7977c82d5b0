package protocol

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
)

// list is a list of items while it runs.
type list struct {
	path    string
	keyPath string // what idempotency keys are made of: it does not change where other items are added
	items   []PlanItem
	at      *position
	before  int // items that come before those of the list, in paths
	outer   *list

	kind   Kind    // of the item whose body it is; "" for the operation
	key    string  // of that item
	opened *opened // that item
	taken  Items   // of a loop
	event  *effect // of a handler
}

// place is an item of a list that is next to run, or running.
type place struct {
	*list
	path    string
	keyPath string
	item    PlanItem
}

// next is the place of the item that follows those that are over.
func (r *runner) next(l *list, item PlanItem) place {
	name, same := r.oldName(item.Key), 1
	for _, before := range l.items[:min(l.at.Done, len(l.items))] {
		if r.oldName(before.Key) == name {
			same++
		}
	}
	if len(l.items) == 0 { // events from outside
		same = l.at.Done + 1
	}
	return place{l, fmt.Sprintf("%s/%d:%s", l.path, l.before+l.at.Done+1, item.Key), fmt.Sprintf("%s/%q#%d", l.keyPath, name, same), item}
}

// oldName is the name that an item had when the run began.
func (r *runner) oldName(key string) string {
	if old, ok := r.record.Renamed[key]; ok {
		return old
	}
	return key
}

// inside is the list inside an item that has been opened.
func (p place) inside() *list {
	open := p.at.Open
	return &list{path: p.path, keyPath: p.keyPath, items: p.item.Items, at: &open.Body, outer: p.list, kind: p.item.Kind, key: p.item.Key, opened: open}
}

// round is the list of one item of a loop.
func (p place) round(taken Items) *list {
	l := p.inside()
	l.taken = taken
	round := "/" + strconv.Itoa(l.opened.Item+1)
	l.path, l.keyPath = l.path+round, l.keyPath+round
	return l
}

// inLoop reports whether a loop is around the list, inside the same handler.
func (l *list) inLoop() bool {
	for ; l != nil && l.kind != HandlerItem; l = l.outer {
		if l.kind == LoopItem {
			return true
		}
	}
	return false
}

// current returns the item of a loop around the list.
func (l *list) current(loop string) (json.RawMessage, bool) {
	for ; l != nil; l = l.outer {
		if l.kind == LoopItem && l.key == loop {
			if l.taken != nil {
				return l.taken[l.opened.Item], true
			}
			return json.RawMessage(strconv.Itoa(l.opened.Item + 1)), true
		}
	}
	return nil, false
}

// payload returns what came with the event that the list handles.
func (l *list) payload() json.RawMessage {
	for ; l != nil; l = l.outer {
		if l.kind == HandlerItem {
			if l.event.Payload == nil {
				return json.RawMessage("null")
			}
			return l.event.Payload
		}
	}
	return nil
}

// goOn runs the items of a list that are not over, until something ends it.
func (r *runner) goOn(l *list) {
	if l.at.Open == nil && r.record.Signal != "" {
		// Only a run that was taken up enters a list with a signal in its record,
		// and the innermost is the list of the step that returned it.
		r.signal = signals[r.record.Signal]
	}
	for l.at.Done < len(l.items) && r.err == nil && r.signal == nil {
		item := l.items[l.at.Done]
		r.runItem(r.next(l, item))
	}
}

func (r *runner) runItem(p place) {
	switch p.item.Kind {
	case StepItem:
		r.step(p, "")
	case ReturnItem:
		r.step(p, Outcome(p.item.Key))
	case IfItem, ElseIfItem, ElseItem:
		r.branch(p)
	case LoopItem:
		r.loop(p)
	case GroupItem:
		if p.at.Open == nil {
			p.at.Open = &opened{}
		}
		r.body(p)
	default: // the order of the steps passes handlers by
		r.over(p)
	}
}

// ends stops a signal that has reached what it ends.
func (r *runner) ends(signals ...error) bool {
	if r.signal == nil || !slices.Contains(signals, r.signal) {
		return false
	}
	r.signal, r.record.Signal = nil, ""
	return true
}

// over counts an item, with all inside it, as finished.
func (r *runner) over(p place) {
	if r.err == nil {
		p.at.Done, p.at.Open = p.at.Done+1, nil
	}
}

func (r *runner) branch(p place) {
	if p.at.Open == nil {
		if p.item.Kind != IfItem && p.at.Taken {
			r.over(p)
			return
		}
		taken := p.item.Kind == ElseItem
		if !taken {
			r.ask(p, func(ctx context.Context, call *Call) (err error) {
				taken, err = p.item.Holds(ctx, call, r.data)
				return err
			})
		}
		if r.err != nil {
			return
		}
		if p.at.Taken = taken; taken {
			p.at.Open = &opened{}
		} else {
			r.over(p)
		}
		r.settle(r.ctx, p, Event{Kind: Decided, Path: p.path, Taken: taken})
		if !taken || r.err != nil {
			return
		}
	}
	r.body(p)
}

// ask lets a condition or an item list answer. What it changed before it failed
// is undone.
func (r *runner) ask(p place, f func(context.Context, *Call) error) {
	before, err := r.before()
	if err == nil {
		err = ended(r.ctx)
	}
	if err == nil {
		s := r.newStep(p)
		err = safely(func() error { return f(r.ctx, s.call) })
		if err != nil {
			if failed := r.restore(before); failed != nil {
				err = failed
			}
		}
	}
	if err != nil {
		r.err = r.located(p, 1, err)
	}
}

// body runs what is inside a branch or group.
func (r *runner) body(p place) {
	r.goOn(p.inside())
	r.ends(Skip)
	if r.signal == nil {
		r.over(p)
	}
}

func (r *runner) loop(p place) {
	taken, err := r.take(p)
	if r.err != nil {
		return
	}
	if err != nil {
		r.err = r.located(p, 1, err)
		return
	}
	open := p.at.Open
	if open.Spilled != nil {
		r.top.open = open.Spilled.Slot + 1
		defer func() { r.top.open = open.Spilled.Slot }()
	}
	for r.err == nil && open.Item < open.Count {
		r.goOn(p.round(taken))
		if r.ends(Break) {
			break
		}
		r.ends(Continue, Skip)
		if r.err != nil || r.signal != nil {
			return
		}
		open.Item, open.Body = open.Item+1, position{}
	}
	r.over(p)
}

// take takes the items of a loop, those of the record where they have been taken.
func (r *runner) take(p place) (Items, error) {
	if p.at.Open != nil {
		return r.takenItems(p.at.Open)
	}
	var taken Taken
	r.ask(p, func(ctx context.Context, call *Call) (err error) {
		if taken, err = p.item.Take(ctx, call, r.data); err == nil && taken.Count < 0 {
			err = fmt.Errorf("%d items", taken.Count)
		}
		return err
	})
	if r.err != nil {
		return nil, nil
	}
	open := &opened{Items: taken.Items, Count: taken.Count}
	if taken.Items != nil {
		open.Count = len(taken.Items)
	}
	if err := r.spill(open); err != nil {
		return nil, err
	}
	p.at.Open = open
	r.settle(r.ctx, p, Event{Kind: ItemsTaken, Path: p.path, Items: open.Count})
	return taken.Items, nil
}

// rest reports whether nothing runs after an item of the list, as the list stands:
// handlers are passed by, and so are branches of an if-run that has taken one.
func (l *list) rest(done int) bool {
	for _, item := range l.items[min(done, len(l.items)):] {
		passed := item.Kind == HandlerItem || l.at.Taken && (item.Kind == ElseIfItem || item.Kind == ElseItem)
		if !passed {
			return false
		}
	}
	return true
}

// isLast reports whether the run is done with the step that has just been counted
// as over, so that one record says both.
func (r *runner) isLast(p place) bool {
	if r.settings.Events != nil || r.signal != nil {
		return false
	}
	done := p.at.Done
	for l := p.list; l != nil; l = l.outer {
		if l.kind == HandlerItem || !l.rest(done) || l.kind == LoopItem && l.opened.Item+1 < l.opened.Count {
			return false
		}
		if l.outer != nil {
			done = l.outer.at.Done + 1
		}
	}
	return true
}

// standing is the path of what runs next, or goes on; "" at the end.
func (r *runner) standing() string {
	l := &list{path: r.program.Operation, items: r.program.Items, at: &r.record.At}
	for l.at.Done < len(l.items) {
		p := r.next(l, l.items[l.at.Done])
		open := p.at.Open
		if open == nil {
			return p.path
		}
		switch p.item.Kind {
		case LoopItem:
			l = p.round(nil)
		case StepItem, ReturnItem:
			return p.path
		default:
			l = p.inside()
		}
		if l.at.Done >= len(l.items) {
			return l.path
		}
	}
	return ""
}
