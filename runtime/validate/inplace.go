package validate

import (
	"slices"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// inPlace judges by the keywords that apply schemas to the value itself.
func (e *evaluator) inPlace(p *plan, i int, m marks) bool {
	ok := true
	for _, r := range p.Refs {
		if !e.goesOn(ok) {
			return false
		}
		keyword := r.Keyword
		if keyword == "" {
			keyword = "$ref"
		}
		ok = e.apply(p, keyword, r.Node, i, m) && ok
	}
	if p.AllOf != nil && e.goesOn(ok) {
		ok = e.allOf(p, i, m) && ok
	}
	if p.DependentSchemas != nil && e.doc.values[i].kind == jsonscan.KindObject && e.goesOn(ok) {
		ok = e.dependentSchemas(p, i, m) && ok
	}
	if p.If != nil && e.goesOn(ok) {
		ok = e.conditional(p, i, m) && ok
	}
	if p.AnyOf != nil && e.goesOn(ok) {
		ok = e.anyOf(p, i, m) && ok
	}
	if p.OneOf != nil && e.goesOn(ok) {
		ok = e.oneOf(p, i, m) && ok
	}
	if p.Not != nil && e.goesOn(ok) && e.probe(p.Not.Node, i, unmarked) {
		if !e.goesOn(false) {
			return false
		}
		ok = e.violate(p, i, "not", "must not satisfy the schema of "+quote(p.spell("not"))+", but does")
	}
	return ok
}

func (e *evaluator) allOf(p *plan, i int, m marks) bool {
	ok := true
	if p.conditions == nil {
		for k, node := range p.AllOf {
			if !e.goesOn(ok) {
				return false
			}
			ok = e.applyIndex(p, "allOf", k, node, i, m) && ok
		}
		return ok
	}
	left := e.candidates(p.conditions, i)
	for k := left.Next(); k >= 0 && e.goesOn(ok); k = left.Next() {
		ok = e.applyIndex(p, "allOf", k, p.AllOf[k], i, m) && ok
	}
	return ok
}

func (e *evaluator) dependentSchemas(p *plan, i int, m marks) bool {
	ok := true
	for k := range p.DependentSchemas {
		d := &p.DependentSchemas[k]
		if _, there := e.doc.member(i, d.Name); there && e.goesOn(ok) {
			ok = e.applyName(p, "dependentSchemas", d.Name, d.Node, i, m) && ok
		}
	}
	return ok
}

func (e *evaluator) conditional(p *plan, i int, m marks) bool {
	keyword, c := "else", p.Else
	if e.probe(p.If.Node, i, m) {
		keyword, c = "then", p.Then
	}
	return c == nil || e.apply(p, keyword, c.Node, i, m)
}

func (e *evaluator) anyOf(p *plan, i int, m marks) bool {
	passed := false
	left := e.candidates(p.anyOf, i)
	for k := left.Next(); k >= 0; k = left.Next() {
		node := p.AnyOf[k]
		if passed && !e.marksAt(&e.nodes[node], i) {
			continue // only the marks of further branches are of interest
		}
		holds := e.probe(node, i, m)
		if holds && !passed {
			e.choose(node, i)
		}
		if passed = passed || holds; passed && m == unmarked {
			return true
		}
	}
	if passed || !e.goesOn(passed) {
		return passed
	}
	return e.noBranch(p, "anyOf", p.AnyOf, i, m)
}

func (e *evaluator) oneOf(p *plan, i int, m marks) bool {
	first := -1
	left := e.candidates(p.oneOf, i)
	for k := left.Next(); k >= 0; k = left.Next() {
		if !e.probe(p.OneOf[k], i, m) {
			continue
		}
		if first >= 0 {
			if !e.goesOn(false) {
				return false
			}
			return e.violate(p, i, "oneOf", "must satisfy exactly one schema of "+quote(p.spell("oneOf"))+
				", but satisfies those at "+itoa(first)+" and "+itoa(k))
		}
		first = k
	}
	if first >= 0 {
		e.choose(p.OneOf[first], i)
	}
	if first >= 0 || !e.goesOn(false) {
		return first >= 0
	}
	return e.noBranch(p, "oneOf", p.OneOf, i, m)
}

// choose notes that a branch of a choice holds, for whoever decodes the document.
func (e *evaluator) choose(node, i int) {
	if !e.noting || i >= e.size {
		return
	}
	if len(e.chosen) == 0 {
		e.chosen = slices.Grow(e.chosen, e.size)[:e.size]
		clear(e.chosen)
	}
	e.chosen[i] = int32(node) + 1
}

// probe asks for a verdict only. Marks count when it is good.
func (e *evaluator) probe(node, i int, m marks) bool {
	if m == unmarked || !e.marksAt(&e.nodes[node], i) {
		e.quiet++
		ok := e.node(node, i, unmarked)
		e.quiet--
		return ok
	}
	n := int(e.doc.values[i].count)
	s := e.push(n)
	e.quiet++
	ok := e.node(node, i, s)
	e.quiet--
	if ok {
		e.merge(m, s, n)
	}
	e.pop(s)
	return ok
}
