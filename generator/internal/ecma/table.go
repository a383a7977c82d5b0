package ecma

import (
	"regexp/syntax"
	"slices"
	"unicode/utf8"

	"github.com/bindery-go/bindery/runtime/pattern"
)

// Limits of the automata that are worth their tables.
const (
	maxStates = 250     // states are bytes
	maxTable  = 8 << 10 // entries
	maxSpans  = 64      // spans of one class beyond ASCII
)

// tableOf builds the automaton of an RE2 text, by sets of the places in its
// program that a text can have led to. It returns nil where a table is too
// large, and for word boundaries, which look at two characters.
func tableOf(text string) *pattern.Table {
	re, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil
	}
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return nil
	}
	b := &tableBuilder{prog: prog, states: map[string]byte{}}
	if !b.classify() {
		return nil
	}
	return b.build()
}

type tableBuilder struct {
	prog *syntax.Prog
	// bounds are where spans of characters of one class begin, classes their
	// classes, and samples a character of each class.
	bounds  []rune
	classes []byte
	samples []rune

	states map[string]byte // by the key of the set
	sets   []placeSet      // from state 2 on
}

// placeSet is a set of places: instructions that take a character.
type placeSet struct {
	places []uint32 // sorted
	match  bool     // a match is complete
	final  bool     // a match is complete if the text ends here
}

// classify parts the characters into classes that no instruction tells apart.
func (b *tableBuilder) classify() bool {
	bounds := []rune{0, utf8.RuneSelf}
	var takes []*syntax.Inst
	for i := range b.prog.Inst {
		inst := &b.prog.Inst[i]
		switch inst.Op {
		case syntax.InstRune, syntax.InstRune1:
			if syntax.Flags(inst.Arg)&syntax.FoldCase != 0 {
				return false
			}
			if len(inst.Rune) == 1 {
				bounds = append(bounds, inst.Rune[0], inst.Rune[0]+1)
			}
			for k := 0; k+1 < len(inst.Rune); k += 2 {
				bounds = append(bounds, inst.Rune[k], inst.Rune[k+1]+1)
			}
			takes = append(takes, inst)
		case syntax.InstRuneAnyNotNL:
			bounds = append(bounds, '\n', '\n'+1)
			takes = append(takes, inst)
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(inst.Arg)&^(syntax.EmptyBeginText|syntax.EmptyEndText) != 0 {
				return false
			}
		}
	}
	slices.Sort(bounds)
	known := map[string]byte{}
	for _, r := range slices.Compact(bounds) {
		if r > utf8.MaxRune {
			continue
		}
		taken := make([]byte, len(takes))
		for i, inst := range takes {
			if inst.MatchRune(r) {
				taken[i] = 1
			}
		}
		class, ok := known[string(taken)]
		if !ok {
			if len(known) == maxStates {
				return false
			}
			class = byte(len(known))
			known[string(taken)] = class
			b.samples = append(b.samples, r)
		}
		if last := len(b.classes) - 1; last >= 0 && b.classes[last] == class && r != utf8.RuneSelf {
			continue
		}
		b.bounds, b.classes = append(b.bounds, r), append(b.classes, class)
	}
	beyond := len(b.bounds) - slices.Index(b.bounds, utf8.RuneSelf)
	return beyond <= maxSpans
}

// build finds the states and what follows each.
func (b *tableBuilder) build() *pattern.Table {
	first := b.closure([]uint32{uint32(b.prog.Start)}, true)
	if b.state(first) != 2 {
		return nil // every text matches, or none
	}
	width := len(b.samples)
	t := &pattern.Table{Width: width}
	next := make([]byte, 2*width) // of states 0 and 1, where matching ends
	for i := 0; i < len(b.sets); i++ {
		for _, r := range b.samples {
			next = append(next, b.state(b.step(b.sets[i], r)))
		}
		if len(b.sets) > maxStates || len(next) > maxTable {
			return nil
		}
	}
	final := make([]byte, 2, 2+len(b.sets))
	for _, set := range b.sets {
		if set.final {
			final = append(final, 1)
		} else {
			final = append(final, 0)
		}
	}
	t.Next, t.Final = string(next), string(final)
	beyond := slices.Index(b.bounds, utf8.RuneSelf)
	t.From, t.Classes = b.bounds[beyond:], string(b.classes[beyond:])
	ascii := make([]byte, utf8.RuneSelf)
	for i, span := 0, 0; i < utf8.RuneSelf; i++ {
		if b.bounds[span+1] == rune(i) {
			span++
		}
		ascii[i] = b.classes[span]
	}
	t.ASCII = string(ascii)
	return t
}

// state numbers a set.
func (b *tableBuilder) state(set placeSet) byte {
	switch {
	case set.match:
		return 1
	case len(set.places) == 0 && !set.final:
		return 0
	}
	key := make([]byte, 0, 4*len(set.places)+1)
	for _, p := range set.places {
		key = append(key, byte(p), byte(p>>8), byte(p>>16), byte(p>>24))
	}
	if set.final {
		key = append(key, 1)
	}
	n, ok := b.states[string(key)]
	if !ok && len(b.sets) <= maxStates {
		n = byte(len(b.sets) + 2)
		b.states[string(key)] = n
		b.sets = append(b.sets, set)
	}
	return n
}

// step is the set after a character. A match can start behind it as well.
func (b *tableBuilder) step(set placeSet, r rune) placeSet {
	from := []uint32{uint32(b.prog.Start)}
	for _, p := range set.places {
		if inst := &b.prog.Inst[p]; takes(inst, r) {
			from = append(from, inst.Out)
		}
	}
	return b.closure(from, false)
}

func takes(inst *syntax.Inst, r rune) bool {
	switch inst.Op {
	case syntax.InstRuneAny:
		return true
	case syntax.InstRuneAnyNotNL:
		return r != '\n'
	}
	return inst.MatchRune(r)
}

// closure is what can be reached without a character.
func (b *tableBuilder) closure(from []uint32, begin bool) placeSet {
	var set placeSet
	// Whether a place was reached, with or without the end of the text.
	reached := make([][2]bool, len(b.prog.Inst))
	var visit func(at uint32, end int)
	visit = func(at uint32, end int) {
		if reached[at][end] {
			return
		}
		reached[at][end] = true
		switch inst := &b.prog.Inst[at]; inst.Op {
		case syntax.InstMatch:
			set.final = true
			set.match = set.match || end == 0
		case syntax.InstAlt, syntax.InstAltMatch:
			visit(inst.Out, end)
			visit(inst.Arg, end)
		case syntax.InstCapture, syntax.InstNop:
			visit(inst.Out, end)
		case syntax.InstEmptyWidth:
			op := syntax.EmptyOp(inst.Arg)
			if op&syntax.EmptyBeginText != 0 && !begin {
				return
			}
			if op&syntax.EmptyEndText != 0 {
				end = 1
			}
			visit(inst.Out, end)
		case syntax.InstFail:
		default:
			if end == 0 {
				set.places = append(set.places, at)
			}
		}
	}
	for _, at := range from {
		visit(at, 0)
	}
	slices.Sort(set.places)
	return set
}
