package validate

import (
	"unicode/utf8"

	"github.com/bindery-go/bindery/runtime/pattern/syntax"
)

// openings are, for the bytes that a text begins with, by their places, the branches
// whose patterns let such a text begin so. A choice may have dozens of patterns, of which
// a text is asked one after the other; few of them are left after its first bytes.
type openings [openingSize][openingSymbols]branchSet

const (
	openingSize = 8 // bytes
	// openingPatterns is how many patterns a choice has at least for which this pays.
	openingPatterns = 3
	// Bytes are symbols; those beyond ASCII are one, and so is the end of the text.
	beyondASCII    = utf8.RuneSelf
	endOfText      = beyondASCII + 1
	openingSymbols = endOfText + 1
	// openingRoom is what a table takes of plans.room, as many members as take its memory.
	openingRoom = 1 << 6
	// What is looked at of one pattern is bounded: its length, and how many of its parts
	// at how many places.
	openingPattern = 1 << 10
	openingSteps   = 1 << 12
)

// newOpenings returns those of patterns of which nothing is known.
func newOpenings() *openings {
	o := new(openings)
	for k := range o {
		for symbol := range o[k] {
			o[k][symbol] = everyBranch
		}
	}
	return o
}

// of returns the branches that let a text begin as it does.
func (o *openings) of(text []byte) branchSet {
	left := everyBranch
	for k := range o {
		if k == len(text) {
			return left & o[k][endOfText]
		}
		left &= o[k][min(text[k], beyondASCII)]
	}
	return left
}

// add notes how a pattern lets the texts of a branch begin.
func (o *openings) add(branch branchSet, begins *opening) {
	for k := range o {
		for symbol := range o[k] {
			if begins[symbol]>>k&1 == 0 {
				o[k][symbol] &^= branch
			}
		}
	}
}

// opening are the places at which the texts that a pattern matches may have each symbol:
// more than they have, if anything.
type opening [openingSymbols]spots

// openingOf returns how the texts begin that a pattern matches; nil where it says too
// little about that.
func openingOf(p Pattern) *opening {
	if _, ok := p.Matcher.(Limited); ok || p.Matcher == nil || len(p.Text) > openingPattern {
		return nil // one that may give up is asked
	}
	re, err := syntax.Parse(p.Text, syntax.Legacy) // reads what syntax.Unicode takes as that does
	if err != nil || !isAnchored(re.Root) {
		return nil
	}
	f := openingFinder{steps: openingSteps}
	f.anything(f.find(re.Root, 1))
	if f.steps < 0 {
		return nil
	}
	return &f.opening
}

// isAnchored reports whether a node matches at the start of a text alone.
func isAnchored(n syntax.Node) bool {
	switch n := n.(type) {
	case syntax.Assertion:
		return n == syntax.Start
	case *syntax.Group:
		return isAnchored(n.Node)
	case syntax.Concat:
		return len(n) > 0 && isAnchored(n[0])
	case syntax.Alternate:
		for _, part := range n {
			if !isAnchored(part) {
				return false
			}
		}
		return true
	}
	return false
}

// spots is a set of places in a text, by the number of bytes before them. Those behind
// the first openingSize are left out: nothing is said of them.
type spots uint16

// openingFinder finds an opening.
type openingFinder struct {
	opening
	steps int // that may still be taken
}

// find notes the symbols that a node may match from some places on, and returns the
// places where it may end.
func (f *openingFinder) find(n syntax.Node, from spots) spots {
	if f.steps--; f.steps < 0 || from == 0 {
		return 0
	}
	switch n := n.(type) {
	case *syntax.Class:
		return f.class(n, from)
	case syntax.Concat:
		for _, part := range n {
			from = f.find(part, from)
		}
		return from
	case syntax.Alternate:
		var to spots
		for _, part := range n {
			to |= f.find(part, from)
		}
		return to
	case *syntax.Repeat:
		return f.repeat(n, from)
	case *syntax.Group:
		return f.find(n.Node, from)
	case syntax.BackReference:
		f.anything(from)
		return 0
	case syntax.Assertion:
		switch n {
		case syntax.Start:
			return from & 1
		case syntax.End:
			f.note(endOfText, from)
			return 0
		}
	}
	return from // what else there is looks around, and matches no byte
}

// repeat is find for a repetition. After openingSize times it has left the places that
// are looked at, or matched nothing as often as it likes.
func (f *openingFinder) repeat(n *syntax.Repeat, from spots) spots {
	var to spots
	for k := 0; from != 0; k++ {
		if k >= min(n.Min, openingSize) {
			to |= from
		}
		if k == n.Max || k == openingSize {
			break
		}
		from = f.find(n.Node, from)
	}
	return to
}

// class is find for a character.
func (f *openingFinder) class(c *syntax.Class, from spots) spots {
	if len(c.Properties) > 0 {
		f.anything(from)
		return 0
	}
	for _, r := range c.Ranges {
		for symbol := r.Lo; symbol <= min(r.Hi, beyondASCII-1); symbol++ {
			f.note(int(symbol), from)
		}
		if r.Hi >= beyondASCII {
			f.note(beyondASCII, from)
			f.anything(from << 1) // of several bytes, and then of whatever follows
		}
	}
	if len(c.Ranges) == 0 {
		return 0
	}
	return from << 1 & (1<<openingSize - 1)
}

// note notes a symbol at some places.
func (f *openingFinder) note(symbol int, at spots) { f.opening[symbol] |= at }

// anything notes that the texts go on in any way from some places on.
func (f *openingFinder) anything(from spots) {
	on := -(from & -from) // the first of them and all behind
	for symbol := range f.opening {
		f.note(symbol, on)
	}
}
