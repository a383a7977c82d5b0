package ecma

import (
	"unicode/utf8"

	"github.com/bindery-go/bindery/runtime/pattern/syntax"
)

// Program is a pattern that plain loops decide without ever going back: at each
// place the next character alone tells which way to go. (The grammar is LL(1);
// the builder refuses what is not.) The emitters print it as Go.
//
// Matching starts at the first character, or without Start at each one in turn;
// then the length that the steps can take is at most maxSearchWidth, so that the
// time stays linear. With End, the steps must have used the text up.
//
// Where Tail is not zero, the steps take as many bytes, which are the last of the
// text, and Head takes what stands before: all of it with Start, at least one
// character without. A Head of nil takes anything.
type Program struct {
	Start, End bool
	Steps      []Step
	Tail       int
	Head       *Run
}

// Step is a part of a program: Text, Run, Choice or Loop.
type Step interface{ step() }

// Text is a literal.
type Text string

// Run takes characters of a set, as many as there are up to Max; fewer than Min
// are a mismatch. Max may be syntax.Unlimited.
type Run struct {
	Set      Set
	Min, Max int
}

// Choice goes into the branch that has the next character in First. Without such
// a branch it is passed over when Optional, and a mismatch otherwise.
type Choice struct {
	Branches []Branch
	Optional bool
}

// Branch is one way of a Choice. Its steps take at least one character.
type Branch struct {
	First Set // the characters that Steps can begin with
	Steps []Step
}

// Loop goes through its body as long as the next character is in First, up to
// Max times; fewer rounds than Min are a mismatch.
type Loop struct {
	Branch
	Min, Max int
}

func (Text) step()    {}
func (*Run) step()    {}
func (*Choice) step() {}
func (*Loop) step()   {}

// match runs the program; it is what the printed Go must do.
func (p *Program) match(text string) bool {
	if p.Tail > 0 {
		return p.matchTail(text)
	}
	for at := 0; ; {
		if end, ok := run(p.Steps, text, at); ok && (!p.End || end == len(text)) {
			return true
		}
		if p.Start || at == len(text) {
			return false
		}
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
}

func (p *Program) matchTail(text string) bool {
	at := len(text) - p.Tail
	if at < 0 {
		return false
	}
	if end, ok := run(p.Steps, text, at); !ok || end != len(text) {
		return false
	}
	switch {
	case p.Head == nil:
		return true
	case p.Start:
		end, ok := p.Head.run(text[:at], 0)
		return ok && end == at
	}
	r, _ := utf8.DecodeLastRuneInString(text[:at])
	return at > 0 && p.Head.Set.Contains(r)
}

// searches tells whether a program is slower than a table: it tries each character
// in turn, and must decode it to find that most are no beginning of a match, or
// that they are one only for the next to refuse.
func (p *Program) searches() bool {
	if p.Start || p.Tail > 0 || len(p.Steps) == 1 {
		return false
	}
	first, ok := p.Steps[0].(*Run)
	return ok && len(first.Set.NonASCII()) > 0
}

// FixedBytes returns the number of bytes that a step takes, if that is always the
// same.
func FixedBytes(step Step) (size int, ok bool) {
	switch s := step.(type) {
	case Text:
		return len(s), true
	case *Run:
		return s.Max, s.Min == s.Max && len(s.Set.NonASCII()) == 0
	}
	return 0, false
}

// run takes the steps from an offset on and returns where they end.
func run(steps []Step, text string, at int) (end int, ok bool) {
	for _, step := range steps {
		switch s := step.(type) {
		case Text:
			if ok = len(text)-at >= len(s) && text[at:at+len(s)] == string(s); ok {
				at += len(s)
			}
		case *Run:
			at, ok = s.run(text, at)
		case *Choice:
			at, ok = s.run(text, at)
		case *Loop:
			at, ok = s.run(text, at)
		}
		if !ok {
			return at, false
		}
	}
	return at, true
}

func (s *Run) run(text string, at int) (end int, ok bool) {
	count := 0
	for s.Max == syntax.Unlimited || count < s.Max {
		size := s.Set.next(text, at)
		if size == 0 {
			break
		}
		at += size
		count++
	}
	return at, count >= s.Min
}

func (s *Choice) run(text string, at int) (end int, ok bool) {
	for i := range s.Branches {
		if s.Branches[i].First.next(text, at) > 0 {
			return run(s.Branches[i].Steps, text, at)
		}
	}
	return at, s.Optional
}

func (s *Loop) run(text string, at int) (end int, ok bool) {
	count := 0
	for (s.Max == syntax.Unlimited || count < s.Max) && s.First.next(text, at) > 0 {
		if at, ok = run(s.Steps, text, at); !ok {
			return at, false
		}
		count++
	}
	return at, count >= s.Min
}

// next returns the size of the character at an offset when the set holds it.
func (s Set) next(text string, at int) (size int) {
	if at == len(text) {
		return 0
	}
	r, size := utf8.DecodeRuneInString(text[at:])
	if !s.Contains(r) {
		return 0
	}
	return size
}
