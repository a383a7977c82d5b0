package validate

import (
	"math/bits"
	"slices"
	"sync"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// Choice is a list of schemas of which a value may satisfy some. It knows which
// need not be asked about a value, from the kind of the value and, of an object,
// from its members.
type Choice struct {
	branches []int
	once     sync.Once
	made     []sieve
}

// NewChoice returns a choice between nodes of a program. A number below 0 stands for
// a schema of which nothing is known.
func NewChoice(branches []int) *Choice { return &Choice{branches: branches} }

// Candidates are the branches of a choice that a value may satisfy.
type Candidates struct {
	e     *evaluator
	value int
	rest  []sieve
	first int       // the first branch of the sieve that the value has been through
	left  branchSet // of that sieve
}

// candidates returns the branches of a choice that the value at index i may satisfy.
func (e *evaluator) candidates(c *Choice, i int) Candidates {
	sieves := c.sieves(e.program.ready)
	return Candidates{e: e, value: i, rest: sieves[1:], left: e.sift(&sieves[0], i)}
}

// Next returns the number of the next branch, -1 where there is none.
func (c *Candidates) Next() int {
	for c.left == 0 {
		if len(c.rest) == 0 {
			return -1
		}
		c.left = c.e.sift(&c.rest[0], c.value)
		c.rest = c.rest[1:]
		c.first += sieveSize
	}
	k := c.left.first()
	c.left &= c.left - 1
	return c.first + k
}

// Last reports whether the next branch is the last one.
func (c *Candidates) Last() bool { return len(c.rest) == 0 && c.left != 0 && c.left.single() }

// sieves returns what the choice knows, which it finds out when it is first asked: once,
// since all who find it out take room, see plans.room.
func (c *Choice) sieves(ps *plans) []sieve {
	c.once.Do(func() { c.made = newSieves(ps, c.branches) })
	return c.made
}

// newSieves makes the sieves of all branches, one at least.
func newSieves(ps *plans, branches []int) []sieve {
	var made []sieve
	for rest := branches; made == nil || len(rest) > 0; rest = rest[min(sieveSize, len(rest)):] {
		made = append(made, newSieve(ps, rest[:min(sieveSize, len(rest))]))
	}
	return made
}

const (
	sieveSize = 64 // branches
	// What one branch is asked for is bounded: how many texts a list may have that is
	// looked at, and how many nodes. What all are, see plans.room.
	sieveTexts = 1 << 8
	sieveNodes = 32
	// siftReach is how many members of an object are looked at: many choices may ask of
	// one, whose verdicts by the branches that they share are remembered.
	siftReach = 1 << 8
)

// branchSet is a set of the branches of a sieve.
type branchSet uint64

const everyBranch = ^branchSet(0)

// single reports whether a set has at most one branch.
func (b branchSet) single() bool { return b&(b-1) == 0 }

// first is the place of the first branch of a set.
func (b branchSet) first() int { return bits.TrailingZeros64(uint64(b)) }

// sieve keeps apart the branches of a choice, up to sieveSize of them.
type sieve struct {
	branches []int
	own      trait     // what the branches say of the value itself
	openings *openings // what they say of how a text begins; nil for nothing
	// members are what the branches say of members that they name; nil where
	// members tell no branch from another. others is what they say of the rest.
	members map[string]*trait
	others  trait
	needs   []need
}

// trait is what the branches of a sieve say of a value or a member of it.
type trait struct {
	kinds [jsonscan.KindObject + 1]branchSet // the branches that may admit a value of a kind
	// listed are the branches that may admit a text, for the texts that one lists;
	// unlisted those that may admit another.
	listed   map[string]branchSet
	unlisted branchSet
	seen     uint64 // the bit that notes that the member is there; 0 where no branch needs it
}

// need is that branches need a member.
type need struct {
	seen     uint64
	branches branchSet
}

// sift returns the branches that the value at index i may satisfy.
func (e *evaluator) sift(s *sieve, i int) branchSet {
	v := &e.doc.values[i]
	left := e.fits(&s.own, i)
	if v.kind == jsonscan.KindString && s.openings != nil && !left.single() {
		return left & s.openings.of(e.doc.text(i))
	}
	if v.kind != jsonscan.KindObject || s.members == nil || left.single() {
		return left
	}
	var seen uint64
	for x, met := i+1, 0; x < int(v.next); x = int(e.doc.values[x].next) {
		if met++; met > siftReach {
			return left
		}
		t := s.members[string(e.doc.name(x))]
		if t == nil {
			t = &s.others
		}
		seen |= t.seen
		if left &= e.fits(t, x); left.single() {
			return left
		}
	}
	for _, n := range s.needs {
		if seen&n.seen == 0 {
			left &^= n.branches
		}
	}
	return left
}

// fits returns the branches that the value at index x fits, or the member.
func (e *evaluator) fits(t *trait, x int) branchSet {
	kind := e.doc.values[x].kind
	if kind != jsonscan.KindString || t.listed == nil {
		return t.kinds[kind]
	}
	if branches, ok := t.listed[string(e.doc.text(x))]; ok {
		return branches
	}
	return t.unlisted
}

// newSieve finds out what branches say of values and members.
func newSieve(ps *plans, branches []int) sieve {
	s := sieve{branches: branches}
	for kind := range s.own.kinds {
		s.own.kinds[kind] = 1<<len(branches) - 1
	}
	m := sieveMaker{sieve: &s, plans: ps, lists: map[*trait]lists{}, named: map[*trait]branchSet{}}
	m.findOwn()
	if !s.own.kinds[jsonscan.KindObject].single() {
		m.findMembers()
	}
	return s
}

// sieveMaker finds out what the branches of a sieve say of members.
type sieveMaker struct {
	*sieve
	*plans
	lists map[*trait]lists
	named map[*trait]branchSet // the branches that have the member among their properties
}

// lists are the texts that branches admit for a member.
type lists struct {
	branches branchSet // that list texts
	texts    map[string]branchSet
}

// afford reports whether there is room for some more members or texts in the sieves of
// the program, and takes it.
func (ps *plans) afford(n int) bool {
	if ps.room.Add(int64(-n)) >= 0 {
		return true
	}
	ps.room.Add(int64(n)) // a smaller choice may have it
	return false
}

// findOwn finds sieve.own and openings.
func (m *sieveMaker) findOwn() {
	for k, n := range m.branches {
		if n >= 0 {
			m.restrict(&m.own, 1<<k, n)
		}
	}
	m.finish(&m.own)
	texts := m.own.kinds[jsonscan.KindString]
	if texts == 0 {
		return
	}
	if n := m.branches[texts.first()]; n >= 0 && m.nodes[n].certain.has(jsonscan.KindString) {
		m.own.listed = nil // the first branch holds, whatever the others say
		return
	}
	m.findOpenings(texts)
}

// findOpenings finds sieve.openings, where there are patterns enough that the branches
// which admit texts have.
func (m *sieveMaker) findOpenings(texts branchSet) {
	patterns := map[branchSet]Pattern{}
	for k, n := range m.branches {
		if branch := branchSet(1) << k; branch&texts != 0 {
			parts := m.conjuncts(nil, n)
			if i := slices.IndexFunc(parts, func(p *plan) bool { return p.Pattern.Matcher != nil }); i >= 0 {
				patterns[branch] = parts[i].Pattern
			}
		}
	}
	if len(patterns) < openingPatterns || !m.afford(openingRoom) {
		return
	}
	m.openings = newOpenings()
	for branch, pattern := range patterns { // in any order: each concerns its branch alone
		if o := openingOf(pattern); o != nil {
			m.openings.add(branch, o)
		}
	}
}

// findMembers finds sieve.members, others and needs, where there is room for them.
func (m *sieveMaker) findMembers() {
	parts := make([][]*plan, len(m.branches))
	for k, n := range m.branches {
		parts[k] = m.conjuncts(nil, n)
		for _, p := range parts[k] {
			if !m.afford(len(p.members)) {
				return
			}
		}
	}
	m.members, m.others = map[string]*trait{}, newTrait()
	for k := range parts {
		for _, p := range parts[k] {
			m.add(p, 1<<k)
		}
	}
	telling := m.finish(&m.others) || len(m.needs) > 0
	for _, t := range m.members {
		for kind := range t.kinds {
			t.kinds[kind] &= m.others.kinds[kind] | m.named[t]
		}
		telling = m.finish(t) || telling
	}
	if !telling {
		m.members = nil
	}
}

func newTrait() (t trait) {
	for kind := range t.kinds {
		t.kinds[kind] = everyBranch
	}
	return t
}

// conjuncts appends a node and the nodes that must hold wherever it does.
func (m *sieveMaker) conjuncts(to []*plan, node int) []*plan {
	if node < 0 || len(to) == sieveNodes {
		return to
	}
	p := &m.nodes[node]
	to = append(to, p)
	for _, r := range p.Refs {
		to = m.conjuncts(to, r.Node)
	}
	for _, n := range p.AllOf[:min(sieveNodes, len(p.AllOf))] {
		to = m.conjuncts(to, n)
	}
	return to
}

// add notes what a node says of members, to which a branch leads.
func (m *sieveMaker) add(p *plan, branch branchSet) {
	for k := range p.members {
		said := &p.members[k]
		t := m.member(said.name)
		if said.required >= 0 {
			m.need(t, branch)
		}
		if said.schema >= 0 {
			m.named[t] |= branch
			m.restrict(t, branch, said.schema)
		}
	}
	if p.Not != nil {
		m.addNegated(&m.nodes[m.nodes[p.Not.Node].target], branch)
	}
	if rest := p.AdditionalProperties; rest != nil && len(p.PatternProperties) == 0 { // no pattern that a name may match
		m.restrict(&m.others, branch, rest.Node)
	}
}

// addNegated notes what a node says of members that must not hold, where it speaks of one
// member alone: then that must be there and refused, or must not be there.
func (m *sieveMaker) addNegated(p *plan, branch branchSet) {
	rest := *p.Node
	rest.Properties, rest.Required = nil, nil
	if rest.Types&Object != 0 {
		rest.Types = 0
	}
	if len(p.members) != 1 || rest.judges()&(objects|indirectly) != 0 || !m.afford(1) {
		return
	}
	said := &p.members[0]
	t := m.member(said.name)
	holds := everyKind // of the member
	if said.schema >= 0 {
		holds = m.nodes[said.schema].certain
	}
	for kind := range t.kinds {
		if holds.has(jsonscan.Kind(kind)) {
			t.kinds[kind] &^= branch
		}
	}
	if said.required < 0 {
		m.need(t, branch)
	}
}

// member returns the trait of the member with a name.
func (m *sieveMaker) member(name string) *trait {
	t := m.members[name]
	if t == nil {
		made := newTrait()
		t = &made
		m.members[name] = t
	}
	return t
}

// need notes that a branch needs a member.
func (m *sieveMaker) need(t *trait, branch branchSet) {
	if t.seen == 0 && len(m.needs) < 64 {
		t.seen = 1 << len(m.needs)
		m.needs = append(m.needs, need{seen: t.seen})
	}
	if t.seen != 0 {
		m.needs[bits.TrailingZeros64(t.seen)].branches |= branch
	}
}

// restrict notes that a branch judges a member by a node.
func (m *sieveMaker) restrict(t *trait, branch branchSet, node int) {
	for kind := range t.kinds {
		if !m.nodes[node].possible.has(jsonscan.Kind(kind)) {
			t.kinds[kind] &^= branch
		}
	}
	l := m.lists[t]
	if l.branches&branch != 0 {
		return
	}
	for _, p := range m.conjuncts(nil, node) {
		if texts := p.listed(); texts != nil && len(texts) <= sieveTexts && m.afford(len(texts)) {
			if l.texts == nil {
				l.texts = make(map[string]branchSet, len(texts))
			}
			for text := range texts {
				l.texts[text] |= branch
			}
			l.branches |= branch
			m.lists[t] = l
			return
		}
	}
}

// listed are the strings that the const or enum of a node admits; nil without one.
func (p *plan) listed() map[string]bool {
	switch {
	case p.constant == nil:
		return p.enumStrings
	case p.constant.values[0].kind == jsonscan.KindString:
		return map[string]bool{string(p.constant.text(0)): true}
	}
	return nil
}

// finish sorts the texts that branches list for a member, and reports whether a
// trait tells one branch from another.
func (m *sieveMaker) finish(t *trait) bool {
	l, texts := m.lists[t], t.kinds[jsonscan.KindString]
	t.listed, t.unlisted = l.texts, texts&^l.branches
	for text, branches := range t.listed {
		t.listed[text] = branches&texts | t.unlisted
	}
	objects, telling := m.own.kinds[jsonscan.KindObject], l.branches != 0
	for _, branches := range t.kinds[1:] {
		telling = telling || branches&objects != objects
	}
	return telling
}
