package jsonscan

import "github.com/bindery-go/bindery/runtime/internal/lanes"

// sound is a part of the document whose values are sound: what starts in it was read to
// its end, with all checks of syntax, duplicate names included. Branches of unions and
// conditions read values again, and need not check that once more.
type sound struct{ from, to int }

func (x *sound) has(at int) bool { return x.from <= at && at < x.to }

// add notes another part. It is joined with the one before where they touch, else it
// takes its place: what is read again is near to what was read last.
func (x *sound) add(from, to int) {
	if from <= x.to && x.from <= to {
		from, to = min(from, x.from), max(to, x.to)
	}
	x.from, x.to = from, to
}

// skipSound returns the offset behind the container at i, which is sound, or -1 where the
// scanner does not see its end. It counts brackets and jumps over strings; of the levels
// that Skip notes it notes those within the container.
func (s *Scanner) skipSound(i int) int {
	data, outer := s.data, len(s.frames)
	from := s.depth + outer
	for depth := from; i < len(data); i++ {
		if i = lanes.Structure(data, i); i == len(data) {
			break
		}
		switch data[i] {
		case '"':
			i = textEnd(data, i+1)
		case '{', '[':
			if depth%landmarkDepth == landmarkDepth-1 {
				if end, ok := s.memo.ends.Get(0, i); ok {
					i = end - 1
					break
				}
				s.frames = append(s.frames, frame{at: i})
			}
			depth++
		case '}', ']':
			depth--
			if depth%landmarkDepth == landmarkDepth-1 {
				last := len(s.frames) - 1
				s.noteEnd(s.frames[last].at, i+1)
				s.frames = s.frames[:last]
			}
			if depth == from {
				return i + 1
			}
		}
	}
	return -1
}

// textEnd returns the offset of the quote that ends the string with the byte at i, or one
// behind the data.
func textEnd(data []byte, i int) int {
	if end := lanes.Simple(data, i); end < len(data) && data[end] == '"' {
		return end
	}
	for i < len(data) {
		if i, _ = lanes.Plain(data, i); i >= len(data) || data[i] == '"' {
			break
		}
		i += 2 // an escape
	}
	return i
}
