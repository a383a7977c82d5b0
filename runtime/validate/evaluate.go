package validate

import (
	"time"

	"github.com/bindery-go/bindery/runtime/internal/offsets"
	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// evaluator judges one document by the nodes of one program. It works in two
// modes. In flag mode (quiet > 0) it stops at the first fault and allocates
// nothing once its memory has grown. Collecting, it goes on after a fault and
// reports each; what only asks for a verdict, such as the branches of anyOf, is
// judged in flag mode within. Both modes run the same code, so they agree.
type evaluator struct {
	program *Program
	nodes   []plan
	doc     document
	size    int                 // number of values of the document
	memo    offsets.Table[bool] // verdicts by node and index
	marked  offsets.Table[int]  // the marks of good verdicts by node and index: their place in kept
	kept    []uint64            // the sets of marked
	policy  memoPolicy          // whose verdicts are remembered
	// chosen are, by index, the branch of a choice that was found last to hold, plus
	// one; 0 for none. It is empty where nobody asks or none was found.
	chosen []int32
	noting bool     // somebody will ask for chosen
	words  []uint64 // of the sets in use, see marks
	quiet  int
	report report
	// matching is how long the matches took that may be slow.
	matching time.Duration
	// halted stops the evaluation: no result counts any more. The reason is
	// in err or in the report.
	halted bool
	err    *PatternError
}

// goesOn reports whether there is a reason to evaluate further keywords after
// those so far gave ok.
func (e *evaluator) goesOn(ok bool) bool { return ok || e.quiet == 0 && !e.halted }

// node judges the value at index i. When m is a set, the elements or members
// that the node evaluates are added to it; what it holds after a failure is of
// no meaning in flag mode.
func (e *evaluator) node(id, i int, m marks) bool {
	if e.halted {
		return false
	}
	p := &e.nodes[id]
	if e.quiet > 0 && p.target != id {
		id = p.target
		p = &e.nodes[id]
	}
	switch kind := e.doc.values[i].kind; {
	case p.certain.has(kind):
		return true
	case e.quiet > 0 && !p.possible.has(kind):
		return false
	case p.joint != nil && e.quiet > 0 && kind == jsonscan.KindObject:
		p = p.joint
	}
	if !e.remembers(p, i) {
		return e.check(p, i, m)
	}
	marking := m != unmarked && e.marksAt(p, i)
	if ok, known := e.memo.Get(id, i); known {
		if !ok && e.quiet > 0 || ok && (!marking || e.recall(id, i, m)) {
			return ok
		}
	}
	own, n := m, int(e.doc.values[i].count)
	if marking {
		own = e.push(n)
	}
	ok := e.check(p, i, own)
	if !e.halted {
		e.memo.Put(id, i, ok)
		if ok && marking {
			e.marked.Put(id, i, len(e.kept))
			e.kept = append(e.kept, e.words[own:int(own)+words(n)]...)
		}
	}
	if marking {
		e.merge(m, own, n)
		e.pop(own)
	}
	return ok
}

// recall adds to m what a good verdict on the value at index i has marked, if it
// was remembered.
func (e *evaluator) recall(id, i int, m marks) bool {
	at, known := e.marked.Get(id, i)
	if known {
		for k := range words(int(e.doc.values[i].count)) {
			e.words[int(m)+k] |= e.kept[at+k]
		}
	}
	return known
}

// remembers reports whether the verdict of a node on the value at index i is
// remembered. Names of members are no values of the document.
func (e *evaluator) remembers(p *plan, i int) bool {
	return p.memo&e.policy != 0 && i < e.size &&
		(p.memo&memoScalars != 0 || e.doc.values[i].kind >= jsonscan.KindArray)
}

// check judges the value at index i by all keywords of a node.
func (e *evaluator) check(p *plan, i int, m marks) bool {
	if p.Never {
		return e.quiet == 0 && e.neverValid(p, i)
	}
	switch {
	case p.UnevaluatedProperties != nil && e.doc.values[i].kind == jsonscan.KindObject:
		return e.withUnevaluated(p, i, m, "unevaluatedProperties", p.UnevaluatedProperties)
	case p.UnevaluatedItems != nil && e.doc.values[i].kind == jsonscan.KindArray:
		return e.withUnevaluated(p, i, m, "unevaluatedItems", p.UnevaluatedItems)
	}
	return e.keywords(p, i, m)
}

// keywords judges the value at index i by all keywords but unevaluatedItems
// and unevaluatedProperties.
func (e *evaluator) keywords(p *plan, i int, m marks) bool {
	ok := e.anyKind(p, i)
	if e.goesOn(ok) {
		switch e.doc.values[i].kind {
		case jsonscan.KindNumber:
			ok = e.number(p, i) && ok
		case jsonscan.KindString:
			ok = e.str(p, i) && ok
		case jsonscan.KindArray:
			ok = e.array(p, i, m) && ok
		case jsonscan.KindObject:
			ok = e.object(p, i, m) && ok
		}
	}
	if p.leads && e.goesOn(ok) {
		ok = e.inPlace(p, i, m) && ok
	}
	return ok
}

// withUnevaluated judges by all keywords, unevaluated* last (2020-12 Core
// section 11.1). The keyword sees what this node and the nodes it applies in
// place have evaluated, but not what the nodes around it have.
func (e *evaluator) withUnevaluated(p *plan, i int, m marks, keyword string, c *Child) bool {
	v := e.doc.values[i]
	own := e.push(int(v.count))
	ok := e.keywords(p, i, own)
	if e.goesOn(ok) && e.nodes[c.Node].certain != everyKind {
		for x := i + 1; x < int(v.next); x = int(e.doc.values[x].next) {
			if e.has(own, int(e.doc.values[x].index)) {
				continue
			}
			if !e.apply(p, keyword, c.Node, x, unmarked) {
				ok = false
				if !e.goesOn(ok) {
					break
				}
			}
		}
	}
	e.pop(own)
	if ok && m != unmarked {
		e.addAll(m, int(v.count))
	}
	return ok
}
