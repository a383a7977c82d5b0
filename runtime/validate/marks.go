package validate

import "github.com/bindery-go/bindery/runtime/jsonscan"

// marks is a set of elements of an array, or of members of an object, by their
// index: those that have been evaluated, as unevaluatedItems and
// unevaluatedProperties want to know. It is the place of a bit set in
// evaluator.words. The sets are stacked: each is popped before those below it.
type marks int

// unmarked is no set: nobody asks for the marks.
const unmarked marks = -1

// push returns an empty set for n indexes.
func (e *evaluator) push(n int) marks {
	m := marks(len(e.words))
	for range words(n) {
		e.words = append(e.words, 0)
	}
	return m
}

// words is the length of a set for n indexes.
func words(n int) int { return (n + 63) / 64 }

func (e *evaluator) pop(m marks) { e.words = e.words[:m] }

func (e *evaluator) add(m marks, i int) {
	if m != unmarked {
		e.words[int(m)+i/64] |= 1 << (i % 64)
	}
}

func (e *evaluator) has(m marks, i int) bool { return e.words[int(m)+i/64]>>(i%64)&1 == 1 }

// addAll adds all of n indexes.
func (e *evaluator) addAll(m marks, n int) {
	for k := range words(n) {
		e.words[int(m)+k] = ^uint64(0)
	}
}

// merge adds the members of set s, which like m is for n indexes.
func (e *evaluator) merge(m, s marks, n int) {
	for k := range words(n) {
		e.words[int(m)+k] |= e.words[int(s)+k]
	}
}

// marksAt reports whether a node can leave marks on the value at index i.
func (e *evaluator) marksAt(p *plan, i int) bool {
	switch e.doc.values[i].kind {
	case jsonscan.KindArray:
		return p.marksItems
	case jsonscan.KindObject:
		return p.marksMembers
	}
	return false
}
