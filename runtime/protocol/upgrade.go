package protocol

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// PlanPatch says how the plan of an operation has changed: see [Patch].
type PlanPatch struct {
	name    string
	added   []string
	removed []string
	renamed map[string]string // old to new
}

// Patch begins a declaration, under a name that goes into the record, of how the
// plan has changed since runs were begun that are not finished. [WithPatch] hands
// it to a run.
//
// A run needs none as long as what it has done is the beginning of the new plan:
// items may come, go and change behind the place where it stands.
func Patch(name string) PlanPatch { return PlanPatch{name: name} }

// Added says that items are new. A run that is past their place goes on without
// them; one that is not yet there runs them. An item is named by its key, or by its
// path where one of several of that key is meant.
func (p PlanPatch) Added(items ...string) PlanPatch {
	p.added = append(slices.Clip(p.added), items...)
	return p
}

// Removed says that items are there no more. A run that stands inside of one
// cannot go on.
func (p PlanPatch) Removed(items ...string) PlanPatch {
	p.removed = append(slices.Clip(p.removed), items...)
	return p
}

// Renamed says that items of one key have another now. Idempotency keys of runs
// that were begun before stay.
func (p PlanPatch) Renamed(old, new string) PlanPatch {
	p.renamed = maps.Clone(p.renamed)
	if p.renamed == nil {
		p.renamed = make(map[string]string)
	}
	p.renamed[old] = new
	return p
}

// WithPatch declares a change of the plan. Patches may stay for as long as there
// are runs from before them; those that were begun after them are not affected.
func WithPatch(patch PlanPatch) Option {
	return func(s *Settings) { s.Patches = append(slices.Clip(s.Patches), patch) }
}

// upgrade moves the run from the plan of its record to that of the program. The
// error is a *[DivergedError] where what the run has done, or is in, is not the
// beginning of the new plan.
func (r *runner) upgrade(plan []shape) error {
	record := &r.record
	if equalShapes(record.Plan, plan) {
		return nil
	}
	u := upgrade{run: r.runName(), renamed: make(map[string]string)}
	var names []string
	for _, patch := range r.settings.Patches {
		if slices.Contains(record.Patches, patch.name) {
			continue
		}
		names = append(names, patch.name)
		u.added = append(u.added, patch.added...)
		u.removed = append(u.removed, patch.removed...)
		maps.Copy(u.renamed, patch.renamed)
	}
	old := planList{record.Operation, record.Plan}
	now := planList{record.Operation, plan}
	if err := u.position(old, now, &record.At); err != nil {
		return err
	}
	if record.Events.At.Done > 0 || record.Events.At.Open != nil {
		// Events come when all items are over.
		if err := u.whole(old, now); err != nil {
			return err
		}
	}
	for _, at := range []*position{&record.At, &record.Events.At} {
		if err := u.effects(at, old, now); err != nil {
			return err
		}
	}
	record.Plan = plan
	record.Patches = append(record.Patches, names...)
	r.renameKeys(u.renamed)
	return nil
}

// renameKeys notes the first names of what has been renamed.
func (r *runner) renameKeys(renamed map[string]string) {
	first := make(map[string]string)
	maps.Copy(first, r.record.Renamed)
	for old, new := range renamed {
		name := old
		if before, ok := r.record.Renamed[old]; ok {
			name = before
			delete(first, old)
		}
		first[new] = name
	}
	if len(first) > 0 {
		r.record.Renamed = first
	}
}

func equalShapes(a, b []shape) bool {
	return slices.EqualFunc(a, b, func(a, b shape) bool {
		return a.Kind == b.Kind && a.Key == b.Key && equalShapes(a.Items, b.Items)
	})
}

// upgrade is a change from one plan to another.
type upgrade struct {
	run            string
	added, removed []string
	renamed        map[string]string
}

// planList is a list of items in a plan.
type planList struct {
	path  string
	items []shape
}

// at is the path of an item; "" behind the last.
func (l planList) at(i int) string {
	if i >= len(l.items) {
		return ""
	}
	return fmt.Sprintf("%s/%d:%s", l.path, i+1, l.items[i].Key)
}

func (l planList) inside(i int) planList { return planList{l.at(i), l.items[i].Items} }

// isOne reports whether an item is one of those named by key or path.
func (l planList) isOne(i int, names []string) bool {
	return i < len(l.items) && (slices.Contains(names, l.items[i].Key) || slices.Contains(names, l.at(i)))
}

func (l planList) isHandler(i int) bool {
	return i < len(l.items) && l.items[i].kind() == HandlerItem
}

// same reports whether one item stands for another.
func (u *upgrade) same(old, now planList, i, j int) bool {
	if i >= len(old.items) || j >= len(now.items) {
		return false
	}
	a, b := old.items[i], now.items[j]
	// Whether a step names the outcome hangs on what follows it.
	isStep := func(s shape) bool { return s.kind() == StepItem || s.kind() == ReturnItem }
	return (a.kind() == b.kind() || isStep(a) && isStep(b)) && u.newName(a.Key) == b.Key
}

// newName is the name that an item of the old plan has now.
func (u *upgrade) newName(key string) string {
	if new, ok := u.renamed[key]; ok {
		return new
	}
	return key
}

// match finds the place in the new list that corresponds to n items of the old
// one being over.
func (u *upgrade) match(old, now planList, n int) (int, error) {
	j := 0
	for i := 0; i < n; {
		switch {
		case old.isHandler(i): // it is passed by, and has no place in the order
			i++
		case now.isHandler(j):
			j++
		case slices.Contains(u.added, now.at(j)): // by path: it is meant, and not one of the same key
			j++
		case slices.Contains(u.removed, old.at(i)):
			i++
		case u.same(old, now, i, j):
			if err := u.whole(old.inside(i), now.inside(j)); err != nil {
				return 0, err
			}
			i, j = i+1, j+1
		case now.isOne(j, u.added):
			j++
		case old.isOne(i, u.removed):
			i++
		default:
			return 0, u.diverged(true, old.at(i), now.at(j))
		}
	}
	return j, nil
}

// whole demands that two lists are the same, but for what is declared.
func (u *upgrade) whole(old, now planList) error {
	j, err := u.match(old, now, len(old.items))
	if err != nil {
		return err
	}
	for now.isHandler(j) || now.isOne(j, u.added) {
		j++
	}
	if j < len(now.items) {
		return u.diverged(true, "", now.at(j))
	}
	return nil
}

// position moves a position from one list to another.
func (u *upgrade) position(old, now planList, at *position) error {
	done := at.Done
	j, err := u.match(old, now, done)
	if err != nil {
		return err
	}
	at.Done = j
	if at.Open == nil {
		return nil
	}
	for now.isHandler(j) || slices.Contains(u.added, now.at(j)) || !u.same(old, now, done, j) && now.isOne(j, u.added) {
		j++
	}
	if !u.same(old, now, done, j) {
		return u.diverged(false, old.at(done), now.at(j))
	}
	at.Done = j
	inOld, inNow := old.inside(done), now.inside(j)
	if at.Open.Item > 0 && old.items[done].kind() == LoopItem {
		// Earlier rounds have done the whole of it.
		if err := u.whole(inOld, inNow); err != nil {
			return err
		}
	}
	return u.position(inOld, inNow, &at.Open.Body)
}

// effects moves the position in the handler of an event that is under way. The
// lists are the whole plans, which have the handlers.
func (u *upgrade) effects(at *position, old, now planList) error {
	for at.Open != nil {
		for _, e := range at.Open.Effects {
			if e.Kind != eventEffect || e.Over {
				continue
			}
			inOld := old.handler(e.Name)
			e.Name = u.newName(e.Name)
			inNow := now.handler(e.Name)
			if err := u.position(inOld, inNow, &e.Body); err != nil {
				return err
			}
			if err := u.effects(&e.Body, old, now); err != nil {
				return err
			}
		}
		at = &at.Open.Body
	}
	return nil
}

// handler returns the list of all that happens on an event.
func (l planList) handler(event string) planList {
	found := planList{path: strings.SplitN(l.path, "/", 2)[0] + "/" + event}
	var search func([]shape)
	search = func(items []shape) {
		for _, item := range items {
			if item.kind() == HandlerItem && item.Key == event {
				found.items = append(found.items, item.Items...)
			}
			search(item.Items)
		}
	}
	search(l.items)
	return found
}

func (u *upgrade) diverged(done bool, record, program string) error {
	return &DivergedError{Run: u.run, Done: done, Record: record, Program: program}
}
