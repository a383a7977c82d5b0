package pattern

import (
	"sort"
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
}

// Match reports whether text holds a match.
func (t *Table) Match(text []byte) bool { return match(t, text, utf8.DecodeRune) }

// MatchString reports whether text holds a match.
func (t *Table) MatchString(text string) bool { return match(t, text, utf8.DecodeRuneInString) }

func match[T ~string | ~[]byte](t *Table, text T, decode func(T) (rune, int)) bool {
	state := 2
	for i := 0; i < len(text); {
		class := 0
		if b := text[i]; b < utf8.RuneSelf {
			class = int(t.ASCII[b])
			i++
		} else {
			r, size := decode(text[i:])
			class = int(t.Classes[sort.Search(len(t.From), func(k int) bool { return t.From[k] > r })-1])
			i += size
		}
		if state = int(t.Next[state*t.Width+class]); state <= 1 {
			return state == 1
		}
	}
	return t.Final[state] == 1
}
