package jsonscan

import (
	"encoding/binary"
	"sync"
)

// MaxDepth is how deep arrays and objects may nest.
const MaxDepth = 10_000

// Scanner reads one document. Get makes one, Release gives its memory back.
//
// Before a value is read the scanner stands at its first byte: Get, Member and
// Element skip white space, so that nothing else has to.
type Scanner struct {
	data   []byte
	pos    int
	depth  int
	first  bool // just inside a container: no comma before the next entry
	nameAt int  // offset of the last member name

	problem   Problem
	problemAt int

	copied  []byte  // the document, if it was given as a string
	scratch []byte  // the last unescaped string
	frames  []frame // open containers of the running Skip
	names   names
	sound   sound
	memo    memo
	trail   trail
	slab    slab
	guessed int64 // bytes that lists were given for elements that may not follow

	spares   []lent // a *spare of each of as many types, see borrow
	spareAt  int    // index of the last one that was borrowed
	spareOut int    // of the last one that gave way to another

	notes
}

// Mark is a place to come back to with Reset.
type Mark struct {
	pos, depth, names int
}

var scanners = sync.Pool{New: func() any { return new(Scanner) }}

// Get returns a Scanner at the first value of data, which must not change until
// Release.
func Get(data []byte) *Scanner {
	s := scanners.Get().(*Scanner)
	s.data, s.pos = data, space(data, 0)
	return s
}

// GetString is Get for a text that is held as a string. It is copied to scratch
// memory.
func GetString(text string) *Scanner {
	s := scanners.Get().(*Scanner)
	s.copied = append(s.copied[:0], text...)
	s.data, s.pos = s.copied, space(s.copied, 0)
	return s
}

// shortDocument is how long a document may be to leave no scratch memory behind that
// is larger than what the pool keeps.
const shortDocument = 1 << 10

// Release returns the scanner to the pool. Nothing that aliases its scratch may
// be used afterwards; strings made by Copy stay good. Most documents are short, and
// a part of the time that they take is spent here.
func (s *Scanner) Release() {
	size, depth := len(s.data), s.depth
	s.data, s.pos, s.depth, s.first = nil, 0, 0, false
	s.problem, s.problemAt = ProblemNone, 0
	if depth > 0 {
		s.forget()
	}
	s.names.release()
	s.sound = sound{}
	s.guessed = 0
	if size > shortDocument {
		s.copied = bounded(s.copied[:0], 64<<10)
		s.scratch = bounded(s.scratch[:0], 64<<10)
		s.frames = bounded(s.frames[:0], 1<<10)
		s.names.shrink()
	}
	s.memo.forgot = 0
	if s.memo.used {
		s.memo.release()
	}
	if len(s.trail.kept) > 0 {
		s.trail.release()
	}
	if s.noted {
		s.notes.release()
	}
	scanners.Put(s)
}

// bounded keeps one large document from pinning its scratch memory in the pool.
func bounded[T any](b []T, limit int) []T {
	if cap(b) > limit {
		return nil
	}
	return b
}

// Pos returns the current offset: after Peek, Member and Element the first byte
// of the value, after reading a value the byte behind it.
func (s *Scanner) Pos() int { return s.pos }

// Seek moves to another offset at the same depth: back to the start of a value
// that was read in full, or on to the end of one.
func (s *Scanner) Seek(pos int) { s.pos, s.first = pos, false }

// Mark notes the start of a value that is about to be tried.
func (s *Scanner) Mark() Mark { return Mark{s.pos, s.depth, len(s.names.list)} }

// At is the mark of a value inside of the value at m, which was read in full,
// when it starts at offset pos. It counts no depth, for that was checked then.
func (m Mark) At(pos int) Mark { return Mark{pos, m.depth, m.names} }

// Reset goes back to m, also from the middle of the value at m.
func (s *Scanner) Reset(m Mark) {
	if s.pos > m.pos && s.depth == m.depth && s.problem == ProblemNone {
		// From the end of the value; by a mark of At, from some place in a value that was
		// read in full before.
		s.sound.add(m.pos, s.pos)
	}
	s.pos, s.depth, s.first = m.pos, m.depth, false
	s.problem, s.problemAt = ProblemNone, 0
	s.names.drop(m.names)
}

// Span returns the bytes from offset from up to the current one.
func (s *Scanner) Span(from int) []byte { return s.data[from:s.pos] }

// Problem returns what stopped the scan and its offset. ProblemNone after a
// failure means that the syntax read so far was right and a value of another
// kind was asked for.
func (s *Scanner) Problem() (Problem, int) { return s.problem, s.problemAt }

// fail notes the first problem; it returns false for its callers to return.
func (s *Scanner) fail(p Problem, at int) bool {
	if s.problem == ProblemNone {
		s.problem, s.problemAt = p, at
	}
	return false
}

// unexpected is fail for a byte, or the end, that the grammar does not allow.
func (s *Scanner) unexpected(at int) bool {
	if at >= len(s.data) {
		return s.fail(ProblemUnexpectedEnd, len(s.data))
	}
	return s.fail(ProblemUnexpectedByte, at)
}

// eightSpaces is how indentation looks to a 64-bit load.
const eightSpaces = 0x2020202020202020

// space returns the first offset at or after i that holds no white space
// (RFC 8259 section 2).
func space(data []byte, i int) int {
	if i+1 < len(data) && data[i] == ' ' && data[i+1] > ' ' {
		return i + 1 // as behind the commas and colons of many writers
	}
	for i < len(data) {
		switch data[i] {
		case ' ':
			for len(data)-i >= 8 && binary.LittleEndian.Uint64(data[i:]) == eightSpaces {
				i += 8
			}
			for i < len(data) && data[i] == ' ' {
				i++
			}
		case '\n', '\t', '\r':
			i++
		default:
			return i
		}
	}
	return i
}

// End reports whether only white space is left, and every question decided.
func (s *Scanner) End() bool {
	s.pos = space(s.data, s.pos)
	if s.undecided != nil {
		return false
	}
	return s.pos == len(s.data) || s.fail(ProblemTrailing, s.pos)
}

// Peek returns the kind of the next value, judged by its first byte;
// KindInvalid when no value starts here.
func (s *Scanner) Peek() Kind {
	if s.pos < len(s.data) {
		return kindOf[s.data[s.pos]]
	}
	return KindInvalid
}

// The literals as 32-bit loads see them.
const (
	nullWord = 'n' | 'u'<<8 | 'l'<<16 | 'l'<<24
	trueWord = 't' | 'r'<<8 | 'u'<<16 | 'e'<<24
	alseWord = 'a' | 'l'<<8 | 's'<<16 | 'e'<<24
)

// literal returns the offset behind the literal at i, 0 when it is misspelt.
func literal(data []byte, i int) int {
	if len(data)-i >= 4 {
		switch w := binary.LittleEndian.Uint32(data[i:]); {
		case w == nullWord, w == trueWord:
			return i + 4
		case data[i] == 'f' && len(data)-i >= 5 && binary.LittleEndian.Uint32(data[i+1:]) == alseWord:
			return i + 5
		}
	}
	return 0
}

// Null reads null.
func (s *Scanner) Null() bool { return s.Peek() == KindNull && s.readLiteral() }

// Bool reads true or false.
func (s *Scanner) Bool() (v, ok bool) {
	if s.Peek() != KindBool {
		return false, false
	}
	v = s.data[s.pos] == 't'
	return v, s.readLiteral()
}

func (s *Scanner) readLiteral() bool {
	end := literal(s.data, s.pos)
	if end == 0 {
		return s.fail(ProblemLiteral, s.pos)
	}
	s.pos = end
	return true
}
