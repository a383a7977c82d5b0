package validate

import "github.com/bindery-go/bindery/runtime/jsonscan"

// kinds is a set of kinds of JSON values.
type kinds uint8

const (
	numbers   = kinds(1) << jsonscan.KindNumber
	texts     = kinds(1) << jsonscan.KindString
	arrays    = kinds(1) << jsonscan.KindArray
	objects   = kinds(1) << jsonscan.KindObject
	everyKind = kinds(1)<<jsonscan.KindNull | kinds(1)<<jsonscan.KindBool | numbers | texts | arrays | objects
	// indirectly stands for the kinds that follow from what a keyword says or leads to.
	indirectly = kinds(1) << 7
)

func (k kinds) has(kind jsonscan.Kind) bool { return k>>kind&1 == 1 }

// kindsOf are the kinds of the values that have one of some types, the integers
// as little as other numbers where only these are admitted.
func kindsOf(t Types) (certain, possible kinds) {
	for kind, of := range typeOf {
		if t&of != 0 {
			certain |= 1 << kind
		}
	}
	possible = certain
	if t&Integer != 0 {
		possible |= numbers
	}
	return certain, possible
}

// sort finds what the kind of a value alone says of it, see plan.certain. Keywords
// in place lead to no cycle, see Program.
func (ps *plans) sort() {
	known := make([]bool, len(ps.nodes))
	var find func(n int)
	find = func(n int) {
		if known[n] {
			return
		}
		known[n] = true
		p := &ps.nodes[n]
		p.inPlace(find)
		if p.Not != nil {
			find(p.Not.Node)
		}
		p.ownKinds()
		ps.kindsInPlace(p)
		if p.marksItems {
			p.certain &^= arrays
		}
		if p.marksMembers {
			p.certain &^= objects
		}
	}
	for n := range ps.nodes {
		find(n)
	}
}

// ownKinds judges kinds by the keywords that lead to no other node for the same
// value.
func (p *plan) ownKinds() {
	p.certain, p.possible = everyKind&^p.judges(), everyKind
	if p.Never {
		p.possible = 0
	}
	if p.Types != 0 {
		certain, possible := kindsOf(p.Types)
		p.certain &= certain
		p.possible &= possible
	}
	if p.constant != nil {
		p.possible &= 1 << p.constant.values[0].kind
	}
	if p.Enum != nil {
		var listed kinds
		if p.enumStrings != nil {
			listed = texts
		}
		for _, c := range p.constants {
			listed |= 1 << c.values[0].kind
		}
		p.possible &= listed
	}
}

// kindsInPlace judges kinds by the nodes that p applies to its own value.
func (ps *plans) kindsInPlace(p *plan) {
	both := func(q *plan) { p.certain, p.possible = p.certain&q.certain, p.possible&q.possible }
	for _, r := range p.Refs {
		both(&ps.nodes[r.Node])
	}
	for _, n := range p.AllOf {
		both(&ps.nodes[n])
	}
	if p.AnyOf != nil {
		some := &plan{}
		for _, n := range p.AnyOf {
			q := &ps.nodes[n]
			some.certain |= q.certain &^ some.possible // a branch before may have a pattern that gives up
			some.possible |= q.possible
		}
		both(some)
	}
	if p.OneOf != nil {
		both(ps.kindsOfOne(p.OneOf))
	}
	if p.If != nil {
		yes, no := ps.kindsOfChild(p.Then), ps.kindsOfChild(p.Else)
		both(&plan{certain: yes.certain & no.certain, possible: yes.possible | no.possible})
	}
	if p.Not != nil {
		q := &ps.nodes[p.Not.Node]
		both(&plan{certain: everyKind &^ q.possible, possible: everyKind &^ q.certain})
	}
}

// kindsOfOne judges kinds by a oneOf.
func (ps *plans) kindsOfOne(branches []int) *plan {
	one := &plan{}
	var several kinds // that more than one branch may admit
	for _, n := range branches {
		q := &ps.nodes[n]
		several |= one.possible & q.possible
		one.certain, one.possible = one.certain|q.certain, one.possible|q.possible
	}
	one.certain &^= several
	return one
}

// kindsOfChild is what the schema of a keyword says of kinds, which need not be there.
func (ps *plans) kindsOfChild(c *Child) *plan {
	if c == nil {
		return &plan{certain: everyKind, possible: everyKind}
	}
	return &ps.nodes[c.Node]
}
