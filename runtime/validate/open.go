package validate

import "github.com/bindery-go/bindery/runtime/jsonscan"

// Document is a parsed document that satisfies its schema, as the decoder of
// compact generated code (package runtime/gen/compact) reads it. Values have
// numbers in document order: the document is value 0, and a container comes
// before its contents. Close ends the use of it, and of all bytes that it has
// returned.
type Document struct{ e *evaluator }

// Open judges a document by the schema that is node root of p. The error is that
// of [Check].
func Open(p *Program, root int, data []byte, opts ...Option) (Document, error) {
	e := evaluators.Get().(*evaluator)
	if err := e.open(p, root, data, newOptions(opts)); err != nil {
		e.release()
		return Document{}, err
	}
	return Document{e}, nil
}

// open finds out first whether the document is valid, which is quick, and only
// of one that is not what is wrong.
func (e *evaluator) open(p *Program, root int, data []byte, o options) error {
	if err := e.doc.parse(data); err != nil {
		return err.placed(o)
	}
	e.start(p)
	e.policy |= memoShared
	e.noting = true
	if e.holds(root, 0) && e.keeps(root) {
		return nil
	}
	if e.err != nil {
		return e.err
	}
	e.quiet, e.halted, e.err, e.words, e.noting = 0, false, nil, e.words[:0], false
	if err := e.collect(root, o); err != nil {
		return err
	}
	return errDisagreement
}

// Close gives the memory back.
func (d Document) Close() { d.e.release() }

// Kind is the kind of a value.
func (d Document) Kind(i int32) jsonscan.Kind { return d.e.doc.values[i].kind }

// Len is the number of elements or members of a value.
func (d Document) Len(i int32) int { return int(d.e.doc.values[i].count) }

// Next is the number of the value after i and all that is in it. The children of
// i are i+1, Next(i+1) and so on, below Next(i).
func (d Document) Next(i int32) int32 { return d.e.doc.values[i].next }

// Name is the name of a member.
func (d Document) Name(i int32) []byte { return d.e.doc.name(int(i)) }

// Text is the text of a string.
func (d Document) Text(i int32) []byte { return d.e.doc.text(int(i)) }

// Raw is a value as the document spells it.
func (d Document) Raw(i int32) []byte { return d.e.doc.raw(int(i)) }

// Offset is the place of a value in bytes.
func (d Document) Offset(i int32) int { return d.e.doc.values[i].pos }

// Number is a number.
func (d Document) Number(i int32) jsonscan.Number { return d.e.doc.number(int(i)) }

// Holds reports whether a value satisfies a node. What is found out about its
// parts is kept, so that values which hold each other are judged in linear time
// together.
func (d Document) Holds(node int, i int32) bool {
	if int(i) < len(d.e.chosen) && int(d.e.chosen[i]) == node+1 {
		return true
	}
	return d.e.holds(node, int(i))
}

// Candidates are the branches of a choice that a value may satisfy.
func (d Document) Candidates(c *Choice, i int32) Candidates { return d.e.candidates(c, int(i)) }

// RangeError is the error for the number at an offset, which the Go type cannot
// hold.
func (d Document) RangeError(at int, goType string) *RangeError { return d.e.rangeError(at, goType) }
