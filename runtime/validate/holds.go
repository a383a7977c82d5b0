package validate

import (
	"sort"
	"sync"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// Holds reports whether the JSON value in span satisfies node. It is false as
// well when the span is no JSON document and when a pattern cannot be decided;
// Explain tells these apart.
func Holds(p *Program, node int, span []byte) bool {
	return judge(p, node, span, func(*evaluator) bool { return true })
}

// IsValid is Holds for a document, which must keep the relations between its
// members as well, apart from those that only warn.
func IsValid(p *Program, root int, data []byte) bool {
	return judge(p, root, data, func(e *evaluator) bool { return e.keeps(root) })
}

// judge reports whether a value satisfies a node, and then what else is asked.
func judge(p *Program, node int, span []byte, also func(e *evaluator) bool) bool {
	e := evaluators.Get().(*evaluator)
	defer e.release()
	if !e.doc.read(span) {
		return false
	}
	e.start(p)
	return e.holds(node, 0) && also(e)
}

// HoldsAt is Holds for the value that starts at offset from and that s has just
// read to its end. What is found out about its parts is kept for the values that
// are asked about later: of a recursive schema these hold the ones before, level
// by level, and take linear time together. Memory is that of the parsed values,
// in the worst case of the whole document.
func HoldsAt(p *Program, node int, s *jsonscan.Scanner, from int) bool {
	return inquiryOf(p, s).holds(node, s, from)
}

// inquiry answers what generated code asks about the values of one document.
type inquiry struct {
	*evaluator
	// from and to are the offsets of the part that is parsed.
	from, to int
	parsed   int  // bytes, counted each time
	broken   bool // the document is no JSON
}

var inquiries = sync.Pool{New: func() any { return new(inquiry) }}

// inquiryOf returns the inquiry of s by p. The packages that a document concerns
// have a program each, and are few.
func inquiryOf(p *Program, s *jsonscan.Scanner) *inquiry {
	for _, a := range s.Attached() {
		if q, ok := a.(*inquiry); ok && q.program == p {
			return q
		}
	}
	q := inquiries.Get().(*inquiry)
	q.evaluator = evaluators.Get().(*evaluator)
	q.program = p
	s.Attach(q)
	return q
}

// Release gives the memory back.
func (q *inquiry) Release() {
	q.evaluator.release()
	*q = inquiry{}
	inquiries.Put(q)
}

func (q *inquiry) holds(node int, s *jsonscan.Scanner, from int) bool {
	took, undecided := s.Matching()
	if undecided != nil {
		return false
	}
	if to := s.Pos(); from < q.from || to > q.to {
		q.parse(s.Document(), from, to)
	}
	if q.broken {
		return false
	}
	q.matching = took
	ok := q.evaluator.holds(node, q.doc.find(from-q.from))
	if q.err != nil {
		undecided = q.err.Err
	}
	s.NoteMatching(q.matching, undecided)
	return ok
}

// parse reads a part of the document. As soon as the parts together are longer
// than the document they must overlap: then it reads the whole.
func (q *inquiry) parse(document []byte, from, to int) {
	q.parsed += to - from
	if q.parsed > len(document) {
		from, to = 0, len(document)
	}
	q.forget()
	q.from, q.to = from, to
	q.broken = !q.doc.read(document[from:to])
	q.start(q.program)
	q.policy |= memoShared
}

// find returns the index of the value that starts at an offset.
func (d *document) find(pos int) int {
	return sort.Search(len(d.values), func(i int) bool { return d.values[i].pos >= pos })
}

// holds judges in flag mode.
func (e *evaluator) holds(node, i int) bool {
	e.quiet, e.halted, e.err = 1, false, nil
	return e.node(node, i, unmarked) && !e.halted
}
