package jsonscan

import (
	"encoding/binary"

	"github.com/bindery-go/bindery/runtime/internal/lanes"
)

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
	switch w := fourBytes(data, i); {
	case i < len(data) && data[i] == ']':
		s.pos, s.first = i, false
		return false
	case w&0xffff == commaSpace && byte(w>>16) > ' ' && !s.first:
		i += 2
	case byte(w) > ' ' && s.first:
		s.first = false
	case byte(w) == ',' && byte(w>>8) > ' ' && !s.first:
		i++
	default:
		if i = s.findElement(i); i < 0 {
			return false
		}
	}
	if s.depth <= s.trail.reach {
		s.trail.element(data, s.depth, i)
	}
	s.pos = i
	return true
}

// findElement returns the offset of the next element, or -1 where there is none.
func (s *Scanner) findElement(i int) int {
	data := s.data
	i = space(data, i)
	if s.first {
		s.first = false
		if i < len(data) && data[i] == ']' {
			s.pos = i
			return -1
		}
		return i
	}
	if i >= len(data) || data[i] != ',' {
		s.pos = i
		return -1
	}
	return space(data, i+1)
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
	switch w := fourBytes(data, i); {
	case w&0xffffff == commaSpaceQuote && !s.first:
		i += 3
	case byte(w) == '"' && s.first:
		s.first = false
		i++
	case w&0xffff == commaQuote && !s.first:
		i += 2
	case i < len(data) && data[i] == '}':
		s.pos, s.first = i, false
		return nil, false
	default:
		if i = s.findName(i); i < 0 {
			return nil, false
		}
	}
	s.nameAt = i
	end := lanes.Simple(data, i)
	switch w := fourBytes(data, end); {
	case w&0xffffff == quoteColonSpace && w>>24 > ' ':
		name, i = data[i:end], end+3
	case w&0xffff == quoteColon && byte(w>>16) > ' ':
		name, i = data[i:end], end+2
	default:
		if name, i = s.finishName(i, end); i < 0 {
			return nil, false
		}
	}
	if s.depth <= s.trail.reach {
		s.trail.member(data, s.depth, name, s.nameAt, i)
	}
	s.pos = i
	return name, true
}

// What stands before and behind most names and strings, as 32-bit loads see it.
const (
	commaSpace      = ',' | ' '<<8
	commaQuote      = ',' | '"'<<8
	commaSpaceQuote = ',' | ' '<<8 | '"'<<16
	spaceQuote      = ' ' | '"'<<8
	quoteBracket    = '"' | ']'<<8
	quoteColon      = '"' | ':'<<8
	quoteColonSpace = '"' | ':'<<8 | ' '<<16

	quoteCommaQuote      = '"' | ','<<8 | '"'<<16
	quoteCommaSpaceQuote = '"' | ','<<8 | ' '<<16 | '"'<<24
)

// fourBytes is a 32-bit load of what starts at i; 0 where there is less.
func fourBytes(data []byte, i int) uint32 {
	if i < 0 || i > len(data)-4 {
		return 0
	}
	return binary.LittleEndian.Uint32(data[i : i+4])
}

// findName returns the offset of the first byte of the next member's name, or -1 where
// there is none, which is a problem unless the scanner stands behind the last member.
func (s *Scanner) findName(i int) int {
	data := s.data
	i = space(data, i)
	if !s.first || i < len(data) && data[i] == '}' {
		if s.pos = i; s.first || i >= len(data) || data[i] != ',' {
			s.first = false
			return -1
		}
		i = space(data, i+1)
	}
	s.first = false
	if i >= len(data) || data[i] != '"' {
		s.pos = i
		s.unexpected(i)
		return -1
	}
	return i + 1
}

// finishName reads a name from its first byte on, of which lanes.Simple has seen those
// before seen, and the colon behind it. It returns the offset of the value, or -1 after
// noting a problem.
func (s *Scanner) finishName(start, seen int) (name []byte, i int) {
	data := s.data
	if seen < len(data) && data[seen] == '"' {
		name, i = data[start:seen], seen+1
	} else {
		s.pos = start
		var ok bool
		if name, ok = s.finishText(start, seen); !ok {
			return nil, -1
		}
		i = s.pos
	}
	i = space(data, i)
	if i >= len(data) || data[i] != ':' {
		s.pos = i
		s.unexpected(i)
		return nil, -1
	}
	return name, space(data, i+1)
}
