package validate

// What a node refers to and has in allOf speaks of the same members as it does itself,
// and each would look at all of them. While nothing is collected, a node that stands for
// all of these does in one pass.

const (
	// jointNodes is how many nodes are looked at for one.
	jointNodes = 64
	// jointRoom is how many members, and nodes that are referred to or in allOf, all of a
	// program may have, beside the members of its nodes eight times over: what many nodes
	// share is copied for each.
	jointRoom = 1 << 16
)

// findJoints finds plan.joint. A pattern that gives up where another node would have said
// no before makes all the difference: programs that have one do without.
func (ps *plans) findJoints(said int) {
	if ps.mayGiveUp() {
		return
	}
	room := jointRoom + 8*said
	for i := range ps.nodes {
		if p := &ps.nodes[i]; len(p.Refs)+len(p.AllOf) > 0 && p.target == i {
			j := joiner{plans: ps, seen: map[int]bool{i: true}, room: &room}
			p.joint = j.join(p)
		}
	}
}

// mayGiveUp reports whether a pattern of a node may.
func (ps *plans) mayGiveUp() bool {
	for i := range ps.nodes {
		p := &ps.nodes[i]
		if _, limited := p.Pattern.Matcher.(Limited); limited {
			return true
		}
		for k := range p.PatternProperties {
			if _, limited := p.PatternProperties[k].Pattern.Matcher.(Limited); limited {
				return true
			}
		}
	}
	return false
}

// joiner finds a joint.
type joiner struct {
	*plans
	seen   map[int]bool
	room   *int
	joined []*plan // of which each speaks of members
	left   []int   // the nodes that are asked beside
}

// join returns the joint of a node, nil where none would be of use.
func (j *joiner) join(p *plan) *plan {
	if !p.namesMembers() {
		return nil
	}
	room := *j.room
	j.note(p)
	n := *p.Node
	if p.conditions == nil {
		n.AllOf = nil
	}
	n.Refs = nil
	j.walk(p)
	if len(j.joined) < 2 {
		*j.room = room
		return nil
	}
	for _, node := range j.left {
		n.Refs = append(n.Refs, Ref{Node: node})
	}
	joint := *p
	joint.Node, joint.joint = &n, nil
	joint.joinMembers(j.joined)
	joint.leads = joint.appliesInPlace()
	return &joint
}

// namesMembers reports whether a node says of no members but those that it names.
func (p *plan) namesMembers() bool {
	return p.PatternProperties == nil && p.AdditionalProperties == nil
}

// walk sorts what p refers to and has in allOf into what is joined and what is left.
func (j *joiner) walk(p *plan) {
	for _, r := range p.Refs {
		j.add(r.Node)
	}
	if p.conditions == nil {
		for _, n := range p.AllOf {
			j.add(n)
		}
	}
}

func (j *joiner) add(node int) {
	node = j.nodes[node].target
	if j.seen[node] {
		return
	}
	j.seen[node] = true
	p := &j.nodes[node]
	leads := len(p.Refs) + len(p.AllOf)
	if len(j.seen) <= jointNodes && *j.room >= len(p.members)+leads && p.isJoinable() {
		*j.room -= leads
		j.note(p)
		j.walk(p)
	} else {
		j.left = append(j.left, node)
	}
}

// note joins what a node says of members.
func (j *joiner) note(p *plan) {
	if len(p.members) > 0 {
		j.joined = append(j.joined, p)
		*j.room -= len(p.members)
	}
}

// isJoinable reports whether a node says nothing of an object but what members that it
// names are like and which must be there, and what others say that it leads to. One whose
// verdicts are remembered because many ask for them is asked.
func (p *plan) isJoinable() bool {
	rest := *p.Node
	rest.Properties, rest.Required, rest.Refs = nil, nil, nil
	if p.conditions == nil {
		rest.AllOf = nil
	}
	if rest.Types&Object != 0 {
		rest.Types = 0
	}
	return p.memo&memoAlways == 0 && rest.judges()&(objects|indirectly) == 0
}

// joinMembers gives p, a copy, what some nodes say of members.
func (p *plan) joinMembers(nodes []*plan) {
	size := 0
	for _, n := range nodes {
		size += len(n.members)
	}
	p.members, p.memberIndex = make([]member, 0, size), make(map[string]int, size)
	p.Required, p.needed, p.also = nil, nil, map[int][]int{}
	for _, n := range nodes {
		for k := range n.members {
			said := &n.members[k]
			m := p.addMember(said.name)
			switch {
			case said.schema < 0:
			case m.schema < 0:
				m.schema = said.schema
			case m.schema != said.schema:
				at := p.memberIndex[said.name]
				p.also[at] = append(p.also[at], said.schema)
			}
			if said.required >= 0 && m.required < 0 {
				m.required = len(p.Required)
				p.needed = append(p.needed, m.required)
				p.Required = append(p.Required, said.name)
			}
		}
	}
	if len(p.also) == 0 {
		p.also = nil
	}
	p.looksInside = true
}
