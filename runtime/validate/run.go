package validate

import "sync"

// evaluators pools evaluators with the memory of their documents, sets and
// verdicts.
var evaluators = sync.Pool{New: func() any { return new(evaluator) }}

// release forgets everything and returns the evaluator to the pool.
func (e *evaluator) release() {
	e.forget()
	e.program, e.nodes, e.words, e.err = nil, nil, e.words[:0], nil
	e.quiet, e.matching, e.halted, e.noting = 0, 0, false, false
	if e.report.limit > 0 { // there was something to report
		e.report = report{}
	}
	evaluators.Put(e)
}

// forget makes ready for the next document, keeping memory within bounds.
func (e *evaluator) forget() {
	e.doc.reset()
	e.memo.Release()
	e.marked.Release()
	if e.kept = e.kept[:0]; cap(e.kept) > 1<<16 {
		e.kept = nil
	}
	if e.chosen = e.chosen[:0]; cap(e.chosen) > 1<<16 {
		e.chosen = nil
	}
}

// start prepares for the evaluation of the parsed document by p.
func (e *evaluator) start(p *Program) {
	e.program = p
	e.nodes = p.plans().nodes
	e.size = len(e.doc.values)
	e.policy = memoAlways
}

// run parses the document and collects its violations.
func (e *evaluator) run(p *Program, root int, data []byte, o options) error {
	if err := e.doc.parse(data); err != nil {
		return err.placed(o)
	}
	e.start(p)
	return e.collect(root, o)
}

// collect collects the violations of the parsed document.
func (e *evaluator) collect(root int, o options) error {
	p := e.program
	e.policy |= memoCollecting
	e.report.limit = o.limit
	e.report.absolute = map[absoluteKey]string{}
	ok := e.node(root, 0, unmarked)
	if p.Checks != nil && e.err == nil {
		ok = e.related(root, o.arguments) && ok
	}
	switch {
	case e.err != nil:
		return e.err
	case ok:
		return nil
	}
	detail := &unit{kind: group, children: e.report.units}
	detail.AbsoluteKeywordLocation = e.absolute(root, "")
	violations, truncated := e.flatten(detail)
	if o.noPlace {
		for i := range violations {
			violations[i].Line, violations[i].Column = 0, 0
			for k := range violations[i].Related {
				violations[i].Related[k].Line, violations[i].Related[k].Column = 0, 0
			}
		}
	}
	return &Error{Violations: violations, Truncated: truncated, detail: detail}
}

// placed returns the error as the options want it.
func (e *SyntaxError) placed(o options) *SyntaxError {
	if o.noPlace {
		e.Line, e.Column = 0, 0
	}
	return e
}

// rangeError describes the number at a byte offset.
func (e *evaluator) rangeError(at int, goType string) *RangeError {
	err := &RangeError{Type: goType, Offset: at}
	err.Line, err.Column = newPlaces(e.doc.data).at(at)
	for i := range e.doc.values {
		if e.doc.values[i].pos == at {
			err.InstanceLocation = e.doc.pointer(i)
			err.Text = e.brief(i)
			break
		}
	}
	return err
}
