package jsonscan

import "time"

// notes is what few documents give cause to write down. Whoever writes sets noted, so
// that Release need not look at each of them for all the others.
type notes struct {
	noted bool

	outer *Scanner // whose bytes from base on these are; nil for a whole document
	base  int

	attached []Attachment

	rangeAt   int
	rangeType string // "" while no number was out of range
	refusal   error  // of a type of the user's, where it is not a number
	roundings []rounding
	refusing  []any // nil pointers to the types of branches that have refused a value, see Try

	undecided error         // why a question about the document has no answer
	matching  time.Duration // that matches took which may be slow
}

// release forgets all notes but keeps their memory.
func (n *notes) release() {
	for _, a := range n.attached {
		a.Release()
	}
	clear(n.attached)
	*n = notes{
		attached:  n.attached[:0],
		roundings: bounded(n.roundings[:0], 1<<10),
		refusing:  n.refusing[:0],
	}
}

// NoteRange records that the number at offset at fits the schema but not the Go
// type. The first one is kept.
func (s *Scanner) NoteRange(at int, goType string) { s.NoteRefusal(at, goType, nil) }

// NoteRefusal is NoteRange for a value that a type of the user's does not read,
// with its error.
func (s *Scanner) NoteRefusal(at int, goType string, err error) {
	if s.rangeType == "" {
		s.noted = true
		s.rangeAt, s.rangeType, s.refusal = at, goType, err
	}
}

// Range returns what NoteRange recorded; ok is false when it was never called.
func (s *Scanner) Range() (at int, goType string, ok bool) {
	return s.rangeAt, s.rangeType, s.rangeType != ""
}

// Refusal is the error of the value that Range tells of; nil for a number.
func (s *Scanner) Refusal() error { return s.refusal }
