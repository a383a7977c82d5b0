package pattern

import (
	"encoding/binary"
	"errors"
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"
)

// machine is the program of a pattern and what it takes to make a deterministic
// automaton of it: which characters its instructions take, and which sets of
// instructions a text can have led to.
type machine struct {
	prog *syntax.Prog
	*alphabet
	samples []rune // a character of each class
	// takes says by which of the sets an instruction takes characters.
	takes []uint32
	sets  []classSet
	// words and lines tell that the pattern looks at the edges of words, and at
	// those of lines.
	words, lines bool
}

// classSet is a set of classes as a bit mask.
type classSet [maxClasses / 64]uint64

func (s *classSet) has(class uint8) bool { return s[class>>6]>>(class&63)&1 != 0 }

const (
	maxProgram = 1 << 16 // instructions, which package regexp holds as well
	maxClasses = 256     // a byte tells them apart
	maxParting = 1 << 20 // spans of characters times sets, for the time that parting takes
)

// errTooLarge says that the program, or the classes of its characters, are more than
// are worth an automaton.
var errTooLarge = errors.New("too large for an automaton")

// newMachine compiles a pattern in the syntax of package regexp. The error is
// that of package regexp/syntax, or errTooLarge.
func newMachine(text string) (*machine, error) {
	re, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, err
	}
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return nil, err
	}
	if len(prog.Inst) > maxProgram {
		return nil, errTooLarge
	}
	m := &machine{prog: prog, takes: make([]uint32, len(prog.Inst))}
	ranges := m.ranges()
	if !m.part(ranges) {
		return nil, errTooLarge
	}
	return m, nil
}

// ranges lists the sets of characters that the pattern tells apart, each as pairs
// of the first and the last character of a range. Instructions of one set share
// it; the last sets are no instruction's.
func (m *machine) ranges() [][]rune {
	var all [][]rune
	type source struct {
		first *rune
		count int
		fold  bool
	}
	read := map[source]uint32{} // repeated parts of a pattern share their characters
	known := map[string]uint32{}
	add := func(pairs []rune) uint32 {
		var key []byte // not a text, in which halves of characters would all be U+FFFD
		for _, c := range pairs {
			key = binary.BigEndian.AppendUint32(key, uint32(c))
		}
		n, ok := known[string(key)]
		if !ok {
			n = uint32(len(all))
			known[string(key)] = n
			all = append(all, pairs)
		}
		return n
	}
	for i := range m.prog.Inst {
		inst := &m.prog.Inst[i]
		switch inst.Op {
		case syntax.InstRuneAny:
			m.takes[i] = add([]rune{0, unicode.MaxRune})
		case syntax.InstRuneAnyNotNL:
			m.takes[i] = add([]rune{0, '\n' - 1, '\n' + 1, unicode.MaxRune})
		case syntax.InstRune, syntax.InstRune1:
			fold := syntax.Flags(inst.Arg)&syntax.FoldCase != 0
			from := source{nil, len(inst.Rune), fold}
			if len(inst.Rune) > 0 {
				from.first = &inst.Rune[0]
			}
			n, ok := read[from]
			if !ok {
				n = add(pairs(inst.Rune, fold))
				read[from] = n
			}
			m.takes[i] = n
		case syntax.InstEmptyWidth:
			op := syntax.EmptyOp(inst.Arg)
			m.words = m.words || op&(syntax.EmptyWordBoundary|syntax.EmptyNoWordBoundary) != 0
			m.lines = m.lines || op&(syntax.EmptyBeginLine|syntax.EmptyEndLine) != 0
		}
	}
	if m.words {
		add([]rune{'0', '9', 'A', 'Z', '_', '_', 'a', 'z'})
	}
	if m.lines {
		add([]rune{'\n', '\n'})
	}
	return all
}

// pairs returns the ranges of an instruction that takes characters. A single
// character stands alone there, and for its other cases too if fold is set.
func pairs(runes []rune, fold bool) []rune {
	if len(runes) != 1 {
		return runes
	}
	first := runes[0]
	all := []rune{first, first}
	if fold {
		for r := unicode.SimpleFold(first); r != first; r = unicode.SimpleFold(r) {
			all = append(all, r, r)
		}
	}
	return all
}

// part parts the characters into classes that no set tells apart.
func (m *machine) part(sets [][]rune) bool {
	bounds := []rune{0, utf8.RuneSelf}
	for _, set := range sets {
		for i := 0; i < len(set); i += 2 {
			bounds = append(bounds, set[i], set[i+1]+1)
		}
	}
	slices.Sort(bounds)
	bounds = slices.Compact(bounds)
	for bounds[len(bounds)-1] > unicode.MaxRune {
		bounds = bounds[:len(bounds)-1]
	}
	width := (len(sets) + 7) / 8
	if len(bounds)*width > maxParting/8 {
		return false
	}
	// Which sets hold a span, as a row of bits.
	rows := make([]byte, len(bounds)*width)
	for n, set := range sets {
		for i := 0; i < len(set); i += 2 {
			at, _ := slices.BinarySearch(bounds, set[i])
			for ; at < len(bounds) && bounds[at] <= set[i+1]; at++ {
				rows[at*width+n/8] |= 1 << (n % 8)
			}
		}
	}
	m.sets = make([]classSet, len(sets))
	var from []rune
	var classes []uint8
	ascii := make([]uint8, 0, utf8.RuneSelf)
	known := map[string]uint8{}
	for i, first := range bounds {
		row := rows[i*width : (i+1)*width]
		class, ok := known[string(row)]
		if !ok {
			if len(known) == maxClasses {
				return false
			}
			class = uint8(len(known))
			known[string(row)] = class
			m.samples = append(m.samples, first)
			for n := range sets {
				if row[n/8]>>(n%8)&1 != 0 {
					m.sets[n][class>>6] |= 1 << (class & 63)
				}
			}
		}
		if first >= utf8.RuneSelf {
			if last := len(classes) - 1; last < 0 || classes[last] != class {
				from, classes = append(from, first), append(classes, class)
			}
			continue
		}
		for next := bounds[i+1]; rune(len(ascii)) < next; {
			ascii = append(ascii, class)
		}
	}
	m.alphabet = newAlphabet(string(ascii), from, string(classes), len(known))
	return true
}
