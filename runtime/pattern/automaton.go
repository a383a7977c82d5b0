package pattern

import (
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

// automaton decides texts by one look-up for each character, in rows of what
// follows a state. An entry is 0 where that is not known yet, dead, accept, or
// where the row of the next state begins; the last entry of a row is for the end
// of the text. Entries do not change once they are known, so that any number of
// goroutines may read while one adds to them.
type automaton struct {
	*alphabet
	machine *machine // makes what is not known; nil where all is
	first   uint32
	rows    atomic.Pointer[[]atomic.Uint32]

	full  atomic.Bool // no more states are made
	mutex sync.Mutex  // over what follows

	walker *walker
	states map[string]uint32 // by their keys
	sets   []placeSet        // of the rows, in their order
	memory int               // bytes of all that, about
	key    []byte
}

const (
	unknown uint32 = iota
	dead
	accept
	firstRow
)

const (
	// maxMemory bounds the memory of an automaton's states, in bytes.
	maxMemory = 256 << 10
	// overhead is what a state takes beside its row and, twice, its places.
	overhead = 80
)

// undecided is the automaton of a pattern that has none: it decides nothing.
var undecided = &automaton{}

// match tells whether text holds a match, unless the automaton has no room for
// the states that it takes to decide that.
func (a *automaton) match(text []byte) (matched, decided bool) {
	state := a.first
	if state < firstRow {
		return state == accept, state != unknown
	}
	ascii, rows := &a.alphabet.ascii, *a.rows.Load()
	for i := 0; i < len(text); {
		c := text[i]
		i++
		class := uint32(0)
		if c < utf8.RuneSelf {
			class = uint32(ascii[c])
		} else {
			class, i = a.beyond(text, i-1)
		}
		next := rows[state+class].Load()
		if next < firstRow {
			if next == unknown {
				next, rows = a.grow(state, class)
			}
			if next < firstRow {
				return next == accept, next != unknown
			}
		}
		state = next
	}
	return rows[state+uint32(a.count)].Load() == accept, true
}

// beyond returns the class of the character beyond ASCII that begins at i, and
// where it ends.
//
//go:noinline
func (a *automaton) beyond(text []byte, i int) (class uint32, end int) {
	r, size := utf8.DecodeRune(text[i:])
	return uint32(a.class(r)), i + size
}

// newAutomaton returns an automaton that makes its states when texts need them.
func newAutomaton(m *machine) *automaton {
	a := &automaton{alphabet: m.alphabet, machine: m, walker: newWalker(m), states: map[string]uint32{}}
	rows := make([]atomic.Uint32, firstRow+uint32(4*a.width()))
	a.rows.Store(&rows)
	a.first = a.state(a.walker.first())
	return a
}

// width is the number of entries of a row.
func (a *automaton) width() int { return a.count + 1 }

// grow finds what follows a state: unknown where there is no room for it.
func (a *automaton) grow(state, class uint32) (next uint32, rows []atomic.Uint32) {
	if a.full.Load() {
		return unknown, nil
	}
	a.mutex.Lock()
	defer a.mutex.Unlock()
	entry := &(*a.rows.Load())[state+class]
	if next = entry.Load(); next == unknown {
		set := &a.sets[int(state-firstRow)/a.width()]
		next = a.state(a.walker.next(set, uint8(class)))
		// The rows may have been copied to where there is more room.
		(*a.rows.Load())[state+class].Store(next)
	}
	return next, *a.rows.Load()
}

// state returns the row of a set, which it adds where there is none.
func (a *automaton) state(set placeSet, match bool) uint32 {
	switch {
	case match:
		return accept
	case len(set.places) == 0:
		return dead
	}
	a.key = set.appendKey(a.key[:0])
	if row, ok := a.states[string(a.key)]; ok {
		return row
	}
	if a.memory += 4*a.width() + 2*len(a.key) + overhead; a.memory > maxMemory {
		a.full.Store(true)
		return unknown
	}
	row := firstRow + uint32(len(a.sets)*a.width())
	rows := *a.rows.Load()
	if int(row)+a.width() > len(rows) {
		more := make([]atomic.Uint32, 2*len(rows))
		for i := range rows {
			more[i].Store(rows[i].Load())
		}
		rows = more
		a.rows.Store(&rows)
	}
	end := dead
	if a.walker.ends(&set) {
		end = accept
	}
	rows[int(row)+a.count].Store(end)
	a.states[string(a.key)] = row
	a.sets = append(a.sets, set)
	return row
}
