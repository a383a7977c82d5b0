package jsonscan

import "github.com/bindery-go/bindery/runtime/internal/lanes"

// SkipKind reads a value that must be of kind k.
func (s *Scanner) SkipKind(k Kind) bool {
	if s.Peek() != k {
		return false
	}
	switch k {
	case KindString:
		return s.SkipString()
	case KindBool, KindNull:
		return s.readLiteral()
	case KindNumber:
		end := numberEnd(s.data, s.pos)
		if end < 0 {
			return s.fail(ProblemNumber, ^end)
		}
		s.pos = end
		return true
	}
	return s.Skip()
}

// SkipString reads a value that must be a string.
func (s *Scanner) SkipString() bool {
	data, start := s.data, s.pos+1
	if start > len(data) || data[start-1] != '"' {
		return false
	}
	end := lanes.Simple(data, start)
	if end < len(data) && data[end] == '"' {
		s.pos = end + 1
		return true
	}
	next, problem := skipText(data, start, end)
	if problem != ProblemNone {
		return s.fail(problem, next)
	}
	s.pos = next
	return true
}

// Start skips white space and returns the offset of the next value.
func (s *Scanner) Start() int {
	s.Peek()
	return s.pos
}

// Int64 reads an integer. One that an int64 cannot hold is noted for Range.
func (s *Scanner) Int64() (v int64, ok bool) {
	n, ok := s.Number()
	if !ok || !n.IsInteger() {
		return 0, false
	}
	return s.Int64Of(n)
}

// Int64Of returns the value of n, which was just read and is an integer. One
// that an int64 cannot hold is noted for Range.
func (s *Scanner) Int64Of(n Number) (v int64, ok bool) {
	if v, ok = n.Int64(); !ok {
		s.NoteRange(s.pos-len(n.text), "int64")
	}
	return v, ok
}

// Uint64 is Int64 for a uint64.
func (s *Scanner) Uint64() (v uint64, ok bool) {
	n, ok := s.Number()
	if !ok || !n.IsInteger() {
		return 0, false
	}
	return s.Uint64Of(n)
}

// Uint64Of is Int64Of for a uint64.
func (s *Scanner) Uint64Of(n Number) (v uint64, ok bool) {
	if v, ok = n.Uint64(); !ok {
		s.NoteRange(s.pos-len(n.text), "uint64")
	}
	return v, ok
}

// Float64 reads a number. One that a float64 cannot hold, see Number.Float64,
// is noted for Range, one that it rounds for Rounded.
func (s *Scanner) Float64() (v float64, ok bool) {
	n, ok := s.Number()
	if !ok {
		return 0, false
	}
	return s.Float64Of(n)
}

// Float64Of is Float64 for n, which was just read.
func (s *Scanner) Float64Of(n Number) (v float64, ok bool) {
	if v, ok = n.Float64(); !ok {
		s.NoteRange(s.pos-len(n.text), "float64")
	} else if n.mayRound() {
		s.NoteRounded(s.pos-len(n.text), n, v)
	}
	return v, ok
}

// Extend appends a zero element to list, which holds the elements so far of the
// array whose first element starts at offset first; see Grow.
func Extend[T any](s *Scanner, first int, list []T) []T {
	if len(list) == cap(list) {
		list = Grow(s, list, first)
	}
	return list[:len(list)+1]
}
