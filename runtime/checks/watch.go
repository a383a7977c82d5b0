package checks

import (
	"slices"
	"strconv"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// wanted is a path from the document, or what is left of it below a value.
type wanted struct {
	steps []Step
	sized bool // it is asked how many members or elements the value has
}

// watcher makes the machine that keeps what paths lead to.
type watcher struct {
	wanted []wanted
	tokens map[string]int32 // of names and indexes
	watch  jsonscan.Watch
}

// token is the number of a name or index, above 0.
func (w *watcher) token(name string) int32 {
	n, known := w.tokens[name]
	if !known {
		n = int32(len(w.tokens) + 1)
		w.tokens[name] = n
	}
	return n
}

// want enters a path from the places of another, and reports whether it does not
// lead above the document. sized is for those whose members or elements are counted.
func (w *watcher) want(p, at Path, sized bool) bool {
	whole, ok := p.From(at)
	if !ok {
		return false
	}
	w.wanted = append(w.wanted, wanted{whole.Steps, sized})
	// A deep step may stand for fewer tokens than there are levels up beyond it.
	if deep := slices.IndexFunc(at.Steps, func(s Step) bool { return s.Deep }); deep >= 0 {
		beyond := p.Up - len(at.Steps[deep+1:])
		for i := max(0, deep-beyond); i < deep; i++ {
			w.wanted = append(w.wanted, wanted{slices.Concat(at.Steps[:i], p.Steps), sized})
		}
	}
	return true
}

// state adds the state of a value with the paths that are wanted of it. Where one
// goes on with any member, all members have one state, that of what is wanted of
// any of them; below a deep step everything is kept. This may keep more than is
// asked for, and has no more states than the paths have steps.
func (w *watcher) state(of []wanted) int32 {
	here := int32(len(w.watch))
	w.watch = append(w.watch, jsonscan.WatchState{Others: -1})
	state := jsonscan.WatchState{Others: -1}
	var steps []Step
	var below []wanted
	for _, p := range of {
		state.Inside = state.Inside || p.sized || len(p.steps) > 0
		if len(p.steps) > 0 {
			steps = append(steps, p.steps[0])
			below = append(below, wanted{p.steps[1:], p.sized})
		}
	}
	switch {
	case slices.ContainsFunc(steps, func(s Step) bool { return s.Deep }):
		state.Others = here
		for _, p := range below {
			steps = append(steps, p.steps...)
		}
	case slices.ContainsFunc(steps, func(s Step) bool { return s.Any }):
		state.Others = w.state(below)
	}
	for i, s := range steps {
		if s.Any || s.Deep || slices.Contains(steps[:i], s) {
			continue
		}
		next := state.Others
		if next < 0 {
			var of []wanted
			for k, p := range below {
				if steps[k] == s {
					of = append(of, p)
				}
			}
			next = w.state(of)
		}
		state.Names = append(state.Names, jsonscan.WatchName{Name: s.Name, Index: indexOf(s.Name), Token: w.token(s.Name), State: next})
	}
	w.watch[here] = state
	return here
}

// indexOf is the index that a token is, −1 for other names.
func indexOf(name string) int32 {
	n, err := strconv.ParseInt(name, 10, 32)
	if err != nil || strconv.FormatInt(n, 10) != name || n < 0 {
		return -1
	}
	return int32(n)
}
