package jsonscan

import "github.com/bindery-go/bindery/runtime/internal/lanes"

// frame is an open container of a running Skip, kept while an inner one is read.
type frame struct {
	object bool
	mark   int // of its names
	at     int // where it starts
}

// What looks at values once more, level by level, would skip the same bytes as
// often as they have levels around them. So Skip notes where containers end at
// every landmarkDepth-th level, and where one ends that is read again, and jumps over
// those that it knows: whatever the depth, it reads any byte for at most so many levels.
// Short containers, which are read as fast as they are looked up, are not noted.
const (
	landmarkDepth  = 16
	landmarkLength = 64
)

// Skip reads any value and checks all of its syntax, duplicate names included.
// It keeps its own stack, so that deep documents cost no call stack.
func (s *Scanner) Skip() bool {
	data, i := s.data, s.pos
	s.frames = s.frames[:0] // a Skip that failed leaves some
	open := frame{}         // the innermost container
value:
	for {
		if i < len(data) && data[i] <= ' ' {
			i = space(data, i)
		}
		if i >= len(data) {
			return s.unexpected(i)
		}
		switch data[i] {
		case '"':
			end := lanes.Simple(data, i+1)
			if end < len(data) && data[end] == '"' {
				i = end + 1
				break
			}
			next, problem := skipText(data, i+1, end)
			if problem != ProblemNone {
				return s.fail(problem, next)
			}
			i = next
		case '{', '[':
			depth := s.depth + len(s.frames)
			if depth >= MaxDepth {
				return s.fail(ProblemDepth, i)
			}
			sound := s.sound.has(i)
			if sound || depth%landmarkDepth == landmarkDepth-1 {
				if end, ok := s.memo.ends.Get(0, i); ok {
					i = end
					break
				}
			}
			if sound {
				at := i
				if i = s.skipSound(at); i < 0 {
					return s.unexpected(len(data))
				}
				s.noteEnd(at, i)
				break
			}
			s.frames = append(s.frames, open)
			open = frame{data[i] == '{', len(s.names.list), i}
			if i = space(data, i+1); i >= len(data) {
				return s.unexpected(i)
			}
			if open.object {
				if data[i] != '}' {
					if i = s.skipName(i, open.mark); i < 0 {
						return false
					}
					continue value
				}
			} else if data[i] != ']' {
				continue value
			}
			i++
			open = s.frames[len(s.frames)-1]
			s.frames = s.frames[:len(s.frames)-1]
		case 't', 'f', 'n':
			end := literal(data, i)
			if end == 0 {
				return s.fail(ProblemLiteral, i)
			}
			i = end
		case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			end := numberEnd(data, i)
			if end < 0 {
				return s.fail(ProblemNumber, ^end)
			}
			i = end
		default:
			return s.unexpected(i)
		}
		// A value has ended: go on in the container around it.
		for {
			if len(s.frames) == 0 {
				s.pos, s.first = i, false
				return true
			}
			if i < len(data) && data[i] <= ' ' {
				i = space(data, i)
			}
			if i >= len(data) {
				return s.unexpected(i)
			}
			if data[i] == ',' {
				i++
				if open.object {
					if i = s.skipName(i, open.mark); i < 0 {
						return false
					}
				}
				continue value
			}
			closing := byte(']')
			if open.object {
				closing = '}'
			}
			if data[i] != closing {
				return s.unexpected(i)
			}
			i++
			s.names.drop(open.mark)
			if depth := s.depth + len(s.frames); depth%landmarkDepth == 0 {
				s.noteEnd(open.at, i)
			}
			open = s.frames[len(s.frames)-1]
			s.frames = s.frames[:len(s.frames)-1]
		}
	}
}

// noteEnd notes where the container at offset at ends, if it is long enough.
func (s *Scanner) noteEnd(at, end int) {
	if end-at >= landmarkLength {
		s.memo.used = true
		s.memo.ends.Put(0, at, end)
	}
}

// skipName reads a member name and the colon behind it, enters the name into the
// set at mark and returns the next offset, or -1 after noting a problem.
func (s *Scanner) skipName(i, mark int) int {
	data := s.data
	switch w := fourBytes(data, i); {
	case byte(w) == '"':
	case w&0xffff == spaceQuote:
		i++
	default:
		if i = space(data, i); i >= len(data) || data[i] != '"' {
			s.unexpected(i)
			return -1
		}
	}
	start := i + 1
	end := lanes.Simple(data, start)
	w := fourBytes(data, end)
	if w&0xffff != quoteColon {
		return s.skipOddName(start, end, mark)
	}
	if !s.names.add(data, mark, start, data[start:end]) {
		s.fail(ProblemDuplicateName, start-1)
		return -1
	}
	if w&0xffffff == quoteColonSpace {
		return end + 3
	}
	return end + 2
}

// skipOddName is skipName for what begins with the name at offset start, of which
// lanes.Simple has seen the bytes before seen.
func (s *Scanner) skipOddName(start, seen, mark int) int {
	data := s.data
	off, text, i := start, []byte(nil), seen+1
	if seen < len(data) && data[seen] == '"' {
		text = data[start:seen]
	} else {
		from := len(s.names.arena)
		arena, next, problem := appendText(s.names.arena, data, start, seen)
		s.names.arena = arena
		if problem != ProblemNone {
			s.names.arena = arena[:from]
			s.fail(problem, next)
			return -1
		}
		off, text, i = ^from, arena[from:], next
	}
	if !s.names.add(data, mark, off, text) {
		s.fail(ProblemDuplicateName, start-1)
		return -1
	}
	if i = space(data, i); i >= len(data) || data[i] != ':' {
		s.unexpected(i)
		return -1
	}
	return i + 1
}
