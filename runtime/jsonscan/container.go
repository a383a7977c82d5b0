package jsonscan

import "github.com/bindery-go/bindery/runtime/internal/lanes"

// EnterObject reads the '{' of an object.
func (s *Scanner) EnterObject() bool { return s.enter('{') }

// EnterArray reads the '[' of an array.
func (s *Scanner) EnterArray() bool { return s.enter('[') }

func (s *Scanner) enter(opening byte) bool {
	if s.pos >= len(s.data) || s.data[s.pos] != opening {
		return false
	}
	if s.depth >= MaxDepth {
		return s.fail(ProblemDepth, s.pos)
	}
	s.depth++
	s.pos++
	s.first = true
	return true
}

// Element moves to the next element of the array and reports whether there is
// one. It stands at the element's first byte then.
func (s *Scanner) Element() bool {
	data, i := s.data, s.pos
	if s.depth <= s.trail.reach {
		s.trail.before(data, s.depth, s.first, i)
	}
	if s.first {
		s.first = false
		i = space(data, i)
		if i < len(data) && data[i] == ']' {
			s.pos = i
			return false
		}
	} else {
		if i < len(data) && data[i] <= ' ' {
			i = space(data, i)
		}
		if i >= len(data) || data[i] != ',' {
			s.pos = i
			return false
		}
		i++
		if i < len(data) && data[i] <= ' ' {
			i = space(data, i)
		}
	}
	if s.depth <= s.trail.reach {
		s.trail.element(data, s.depth, i)
	}
	s.pos = i
	return true
}

// LeaveArray reads the ']' after Element said false.
func (s *Scanner) LeaveArray() bool { return s.leave(']') }

// LeaveObject reads the '}' after Member said false.
func (s *Scanner) LeaveObject() bool { return s.leave('}') }

func (s *Scanner) leave(closing byte) bool {
	if s.problem != ProblemNone {
		return false
	}
	if s.pos < len(s.data) && s.data[s.pos] == closing {
		s.pos++
		if s.depth <= s.trail.reach {
			s.trail.left(s.depth, s.pos)
		}
		s.depth--
		return true
	}
	return s.unexpected(s.pos)
}

// Member moves to the next member of the object and reports whether there is
// one. It returns the member's name, unescaped and good until the next call
// other than Copy and NewName, and stands at the first byte of the value then.
// Whether the name was there before is for the caller to check.
func (s *Scanner) Member() (name []byte, more bool) {
	data, i := s.data, s.pos
	if s.depth <= s.trail.reach {
		s.trail.before(data, s.depth, s.first, i)
	}
	if i < len(data) && data[i] <= ' ' {
		i = space(data, i)
	}
	if s.first {
		s.first = false
		if i < len(data) && data[i] == '}' {
			s.pos = i
			return nil, false
		}
	} else {
		if i >= len(data) || data[i] != ',' {
			s.pos = i
			return nil, false
		}
		i++
		if i < len(data) && data[i] <= ' ' {
			i = space(data, i)
		}
	}
	if i >= len(data) || data[i] != '"' {
		s.pos = i
		return nil, s.unexpected(i)
	}
	i++
	s.nameAt = i
	end, high := lanes.Plain(data, i)
	if high == 0 && end < len(data) && data[end] == '"' {
		name = data[i:end]
		i = end + 1
	} else {
		s.pos = i
		var ok bool
		if name, ok = s.finishText(i, end, high); !ok {
			return nil, false
		}
		i = s.pos
	}
	if i < len(data) && data[i] <= ' ' {
		i = space(data, i)
	}
	if i >= len(data) || data[i] != ':' {
		s.pos = i
		return nil, s.unexpected(i)
	}
	i++
	if i < len(data) && data[i] <= ' ' {
		i = space(data, i)
	}
	if s.depth <= s.trail.reach {
		s.trail.member(data, s.depth, name, s.nameAt, i)
	}
	s.pos = i
	return name, true
}
