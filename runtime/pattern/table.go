package pattern

import (
	"sync/atomic"
	"unicode/utf8"
)

// Table is a finite automaton: one look-up a character decides a match in time
// linear in the text, whatever the pattern. The generator builds it where the
// pattern needs few states. It must not be changed once it is in use.
type Table struct {
	// ASCII gives the class of each character below 0x80. Beyond, Classes[i] is
	// the class of the characters from From[i] on; From[0] is 0x80.
	ASCII   string
	From    []rune
	Classes string
	// Next gives the state after a character: that of state s and class c is at
	// s*Width+c. State 0 has no way to a match, state 1 is a match whatever
	// follows, and state 2 is the first.
	Next  string
	Width int
	// Final gives for each state whether the text may end there: 1 for a match.
	Final string

	automaton atomic.Pointer[automaton]
}

// Match reports whether text holds a match.
func (t *Table) Match(text []byte) bool {
	matched, _ := t.current().match(text)
	return matched
}

// MatchString reports whether text holds a match.
func (t *Table) MatchString(text string) bool {
	matched, _ := t.current().match([]byte(text))
	return matched
}

// current returns the table in the form that is quick to read, which it takes
// when it is first used: entries that say where a row begins save a
// multiplication for each character.
func (t *Table) current() *automaton {
	if a := t.automaton.Load(); a != nil {
		return a
	}
	a := &automaton{alphabet: newAlphabet(t.ASCII, t.From, t.Classes, t.Width), first: firstRow}
	rows := make([]atomic.Uint32, firstRow, int(firstRow)+len(t.Next)+len(t.Final))
	for s := 2; s < len(t.Final); s++ {
		for _, next := range []byte(t.Next[s*t.Width : (s+1)*t.Width]) {
			rows = rows[:len(rows)+1]
			rows[len(rows)-1].Store(t.entry(next))
		}
		rows = rows[:len(rows)+1]
		rows[len(rows)-1].Store(dead + uint32(t.Final[s]))
	}
	a.rows.Store(&rows)
	t.automaton.Store(a)
	return a
}

// entry is a state as the automaton's rows have it.
func (t *Table) entry(state byte) uint32 {
	if state < 2 {
		return dead + uint32(state)
	}
	return firstRow + uint32(int(state-2)*(t.Width+1))
}

const (
	maxStates = 256     // states are bytes
	maxSteps  = 1 << 22 // that building a table may take, about 20 ms
)

// NewTable builds the table of a pattern in the syntax of package regexp. It
// returns nil where the pattern is none, where a table would have more than 256
// states or take long to build, and where every text holds a match, or none.
func NewTable(text string) *Table {
	m, err := newMachine(text)
	if err != nil {
		return nil
	}
	b := &tableBuilder{walker: newWalker(m), states: map[string]int{}}
	if b.state(b.first()) != 2 {
		return nil
	}
	next, final := make([]byte, 2*m.count), make([]byte, 2) // of states 0 and 1, where matching ends
	for i := 0; i < len(b.sets); i++ {
		for class := range m.count {
			state := b.state(b.next(&b.sets[i], uint8(class)))
			if state == maxStates || b.steps > maxSteps {
				return nil
			}
			next = append(next, byte(state))
		}
		end := byte(0)
		if b.ends(&b.sets[i]) {
			end = 1
		}
		final = append(final, end)
	}
	return &Table{
		ASCII: string(m.ascii[:utf8.RuneSelf]), From: m.from, Classes: string(m.alphabet.classes),
		Next: string(next), Width: m.count, Final: string(final),
	}
}

type tableBuilder struct {
	*walker
	states map[string]int // by their keys
	sets   []placeSet     // from state 2 on
}

// state numbers a set, up to maxStates.
func (b *tableBuilder) state(set placeSet, match bool) int {
	switch {
	case match:
		return 1
	case len(set.places) == 0:
		return 0
	}
	key := string(set.appendKey(nil))
	n, ok := b.states[key]
	if !ok {
		if n = len(b.sets) + 2; n < maxStates {
			b.states[key] = n
			b.sets = append(b.sets, set)
		}
	}
	return n
}
