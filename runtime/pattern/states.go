package pattern

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
)

// before is what stands before a place, as far as assertions tell it apart.
type before uint8

const (
	other before = iota
	word
	newline
	nothing
)

// sample is a character of the kind, as syntax.EmptyOpContext takes it.
func (b before) sample() rune { return [...]rune{' ', 'a', '\n', -1}[b] }

// placeSet is the set of instructions that a text can have led to, of those that
// take a character or assert something of what comes next: a state.
type placeSet struct {
	places []uint32 // in ascending order
	before before   // other where nothing is asserted
}

// appendKey appends what tells a set from others.
func (s *placeSet) appendKey(key []byte) []byte {
	key = append(key, byte(s.before))
	for _, p := range s.places {
		key = binary.LittleEndian.AppendUint32(key, p)
	}
	return key
}

// walker finds the sets that follow a set. Its memory is used again for each.
type walker struct {
	*machine
	seen  []uint32 // the round in which an instruction was seen
	round uint32
	stack []uint32
	found []uint32
	steps int // taken so far
}

func newWalker(m *machine) *walker {
	return &walker{machine: m, seen: make([]uint32, len(m.prog.Inst))}
}

// first returns the set before any character; match tells that every text has a
// match.
func (w *walker) first() (set placeSet, match bool) {
	w.begin()
	match = w.walk(uint32(w.prog.Start), true)
	return w.set(nothing), match
}

// next returns the set after a character of a class. A match may begin behind it
// as well. match tells that there is one, whatever follows.
func (w *walker) next(from *placeSet, class uint8) (set placeSet, match bool) {
	places := from.places
	sample := w.samples[class]
	if w.asserts(places) {
		if w.settle(places, syntax.EmptyOpContext(from.before.sample(), sample)) {
			return placeSet{}, true
		}
		places = slices.Clone(w.found)
	}
	w.begin()
	for _, p := range places {
		inst := &w.prog.Inst[p]
		if inst.Op != syntax.InstEmptyWidth && w.sets[w.takes[p]].has(class) && w.walk(inst.Out, false) {
			return placeSet{}, true
		}
	}
	if w.walk(uint32(w.prog.Start), false) {
		return placeSet{}, true
	}
	return w.set(w.kind(sample)), false
}

// ends tells whether there is a match if the text ends behind a set.
func (w *walker) ends(set *placeSet) bool {
	return w.settle(set.places, syntax.EmptyOpContext(set.before.sample(), -1))
}

// kind is what a character is to the assertions behind it.
func (w *walker) kind(r rune) before {
	switch {
	case w.lines && r == '\n':
		return newline
	case w.words && syntax.IsWordChar(r):
		return word
	}
	return other
}

func (w *walker) asserts(places []uint32) bool {
	return slices.ContainsFunc(places, func(p uint32) bool { return w.prog.Inst[p].Op == syntax.InstEmptyWidth })
}

// set is what was found since begin.
func (w *walker) set(b before) placeSet {
	places := slices.Clone(w.found)
	slices.Sort(places)
	if !w.asserts(places) {
		b = other
	}
	return placeSet{places, b}
}

func (w *walker) begin() {
	w.found = w.found[:0]
	w.round++
	if w.round == 0 {
		clear(w.seen)
		w.round = 1
	}
}

// walk finds the places that can be reached from an instruction without a
// character, with assertions among them, and tells whether one is a match.
// Behind a character, what only holds before all is no place.
func (w *walker) walk(from uint32, start bool) (match bool) {
	w.stack = append(w.stack[:0], from)
	return w.explore(func(at uint32, inst *syntax.Inst) {
		if start || syntax.EmptyOp(inst.Arg)&syntax.EmptyBeginText == 0 {
			w.found = append(w.found, at)
		}
	})
}

// settle follows the assertions of a set that hold, and tells whether that is a
// match. What it finds takes a character.
func (w *walker) settle(places []uint32, holds syntax.EmptyOp) (match bool) {
	w.begin()
	w.stack = append(w.stack[:0], places...)
	return w.explore(func(_ uint32, inst *syntax.Inst) {
		if syntax.EmptyOp(inst.Arg)&^holds == 0 {
			w.stack = append(w.stack, inst.Out)
		}
	})
}

// explore goes on from the instructions of the stack and finds those that take a
// character, until it comes to a match. What becomes of assertions is for asserts to say.
func (w *walker) explore(asserts func(at uint32, inst *syntax.Inst)) (match bool) {
	for len(w.stack) > 0 {
		w.steps++
		last := len(w.stack) - 1
		at := w.stack[last]
		w.stack = w.stack[:last]
		if w.seen[at] == w.round {
			continue
		}
		w.seen[at] = w.round
		switch inst := &w.prog.Inst[at]; inst.Op {
		case syntax.InstMatch:
			return true
		case syntax.InstEmptyWidth:
			asserts(at, inst)
		case syntax.InstAlt, syntax.InstAltMatch:
			w.stack = append(w.stack, inst.Out, inst.Arg)
		case syntax.InstCapture, syntax.InstNop:
			w.stack = append(w.stack, inst.Out)
		case syntax.InstFail:
		default:
			w.found = append(w.found, at)
		}
	}
	return false
}
