package validate

import (
	"math"
	"strconv"
	"sync/atomic"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// plans is what the evaluator derives from a program when it is first used.
type plans struct {
	nodes []plan
	// room is how many members and texts of branches the sieves may still be made of:
	// choices whose branches are the same large ones would take time and memory that
	// grow with their product.
	room atomic.Int64
}

// plan is a node made ready: texts parsed, names in a map, and what the
// analyses of the whole program say of it.
type plan struct {
	*Node
	id int
	// certain are the kinds of which every value satisfies the node, without a mark;
	// possible those of which some may.
	certain, possible kinds

	numberRules                  []numberRule
	minLength, maxLength         uint64
	minItems, maxItems           uint64
	minContains, maxContains     uint64
	minProperties, maxProperties uint64

	// enumStrings holds the strings among the values of an enum; constants the
	// others. constant is the value of const.
	enumStrings map[string]bool
	constants   []*document
	constant    *document

	members     []member       // the names that the node's keywords mention
	memberIndex map[string]int // of these
	needed      []int          // the indexes in Required, of a name that is listed twice the last
	leads       bool           // a keyword applies another node to the same value
	// target is the node that judges in the place of this one, which only refers to
	// it, while nothing is collected; else this one.
	target      int
	looksInside bool // a keyword wants to see each member

	// marksItems and marksMembers tell that a successful evaluation leaves
	// annotations that an unevaluatedItems or unevaluatedProperties around it
	// may ask for.
	marksItems, marksMembers bool
	memo                     memoPolicy

	anyOf, oneOf *Choice // nil without the keyword
	// joint judges objects in the place of this node while nothing is collected; nil
	// where the node does itself.
	joint *plan
	// also are the further schemas of members, by their places: a joint has such.
	also map[int][]int
	// conditions are the if of each member of allOf that says no more than if and
	// then, which nothing need be asked of where the if does not hold; nil where
	// there are none.
	conditions *Choice
}

// member is what a node's keywords say of one member name.
type member struct {
	name     string
	step     string // the part of a JSON Pointer that leads to its schema, properties included
	schema   int    // of properties, -1: none
	required int    // index in Node.Required, -1: none
}

func (p *Program) plans() *plans {
	p.once.Do(func() {
		p.link()
		p.ready = prepare(p)
	})
	return p.ready
}

func prepare(p *Program) *plans {
	ps := &plans{nodes: make([]plan, len(p.nodes))}
	said := 0
	for i := range p.nodes {
		ps.nodes[i] = newPlan(i, &p.nodes[i])
		said += len(ps.nodes[i].members) + len(ps.nodes[i].enumStrings)
	}
	ps.room.Store(int64(1<<16 + 8*said))
	ps.mark()
	ps.sort()
	ps.findConditions()
	ps.choosePolicies()
	ps.followRefs()
	ps.findJoints(said)
	return ps
}

// followRefs finds plan.target. The verdicts of what is passed over are remembered at the
// target: as many ways lead there.
func (ps *plans) followRefs() {
	for i := range ps.nodes {
		p := &ps.nodes[i]
		if p.target = i; p.isRef() {
			p.target = p.Refs[0].Node
		}
	}
	for i := range ps.nodes {
		to := i
		for ps.nodes[to].target != to {
			to = ps.nodes[to].target
		}
		for k := i; k != to; { // none of a long chain is passed over twice
			k, ps.nodes[k].target = ps.nodes[k].target, to
		}
		ps.nodes[to].memo |= ps.nodes[i].memo
	}
}

// isRef reports whether a node says nothing but that another one holds.
func (p *plan) isRef() bool {
	rest := *p.Node
	rest.Refs = nil
	return len(p.Refs) == 1 && rest.judges() == 0
}

// findConditions finds plan.conditions.
func (ps *plans) findConditions() {
	for i := range ps.nodes {
		p := &ps.nodes[i]
		conditions := make([]int, len(p.AllOf))
		found := false
		for k, n := range p.AllOf {
			conditions[k] = -1
			if q := &ps.nodes[n]; q.isCondition() {
				conditions[k], found = q.If.Node, true
			}
		}
		if found {
			p.conditions = NewChoice(conditions)
		}
	}
}

// isCondition reports whether a node says nothing where its if does not hold.
func (p *plan) isCondition() bool {
	rest := *p.Node
	rest.If, rest.Then = nil, nil
	return p.If != nil && p.Else == nil && rest.judges() == 0
}

func newPlan(id int, n *Node) plan {
	p := plan{
		Node: n, id: id,
		numberRules: newNumberRules(n),
		minLength:   limit(n.MinLength, 0), maxLength: limit(n.MaxLength, math.MaxUint64),
		minItems: limit(n.MinItems, 0), maxItems: limit(n.MaxItems, math.MaxUint64),
		minContains: limit(n.MinContains, 1), maxContains: limit(n.MaxContains, math.MaxUint64),
		minProperties: limit(n.MinProperties, 0), maxProperties: limit(n.MaxProperties, math.MaxUint64),
	}
	for _, text := range n.Enum {
		d := parseConstant(text)
		if d.values[0].kind == jsonscan.KindString {
			if p.enumStrings == nil {
				p.enumStrings = make(map[string]bool, len(n.Enum))
			}
			p.enumStrings[string(d.text(0))] = true
		} else {
			p.constants = append(p.constants, d)
		}
	}
	if n.Const != "" {
		p.constant = parseConstant(n.Const)
	}
	p.findMembers()
	if n.AnyOf != nil {
		p.anyOf = NewChoice(n.AnyOf)
	}
	if n.OneOf != nil {
		p.oneOf = NewChoice(n.OneOf)
	}
	p.leads = p.appliesInPlace()
	p.looksInside = len(p.members) > 0 || len(n.PatternProperties) > 0 ||
		n.AdditionalProperties != nil || n.PropertyNames != nil
	return p
}

// appliesInPlace reports whether a keyword of a node applies another one to the same value.
func (p *plan) appliesInPlace() bool {
	return p.Refs != nil || p.AllOf != nil || p.DependentSchemas != nil || p.If != nil ||
		p.AnyOf != nil || p.OneOf != nil || p.Not != nil
}

// findMembers lists the members that the node's keywords mention.
func (p *plan) findMembers() {
	if k := len(p.Properties) + len(p.Required); k > 0 {
		p.members = make([]member, 0, k)
		p.memberIndex = make(map[string]int, k)
	}
	properties := []byte("/" + p.spell("properties"))
	for _, property := range p.Properties {
		m := p.addMember(property.Name)
		m.step, m.schema = string(appendToken(properties, property.Name)), property.Node
	}
	for i, name := range p.Required {
		p.addMember(name).required = i
	}
	for i, name := range p.Required {
		if p.addMember(name).required == i {
			p.needed = append(p.needed, i)
		}
	}
}

// addMember returns the member with a name, and adds it where there is none. There is
// room for all.
func (p *plan) addMember(name string) *member {
	k, ok := p.memberIndex[name]
	if !ok {
		k = len(p.members)
		p.memberIndex[name] = k
		p.members = append(p.members, member{name: name, schema: -1, required: -1})
	}
	return &p.members[k]
}

// member returns the place of the member with a name, -1 for none. The place where it
// is expected comes first: documents mostly have members in the order of the schema.
func (p *plan) member(name []byte, expected int) int {
	if expected < len(p.members) && p.members[expected].name == string(name) {
		return expected
	}
	if k, ok := p.memberIndex[string(name)]; ok {
		return k
	}
	return -1
}

// spell returns a keyword as the schema spells it.
func (p *plan) spell(keyword string) string {
	for _, s := range p.Spelling {
		if s.Keyword == keyword {
			return s.As
		}
	}
	return keyword
}

// numberRule is a keyword that bounds numbers.
type numberRule struct {
	keyword, must, text string
	bound               jsonscan.Bound
	holds               func(x jsonscan.Number, bound jsonscan.Bound) bool
}

func newNumberRules(n *Node) []numberRule {
	var rules []numberRule
	add := func(keyword, must, text string, holds func(x jsonscan.Number, bound jsonscan.Bound) bool) {
		if text != "" {
			rules = append(rules, numberRule{keyword, must, text, jsonscan.MakeBound(text), holds})
		}
	}
	add("minimum", "must be at least", n.Minimum, func(x jsonscan.Number, b jsonscan.Bound) bool { return x.Cmp(b) >= 0 })
	add("maximum", "must be at most", n.Maximum, func(x jsonscan.Number, b jsonscan.Bound) bool { return x.Cmp(b) <= 0 })
	add("exclusiveMinimum", "must be greater than", n.ExclusiveMinimum, func(x jsonscan.Number, b jsonscan.Bound) bool { return x.Cmp(b) > 0 })
	add("exclusiveMaximum", "must be less than", n.ExclusiveMaximum, func(x jsonscan.Number, b jsonscan.Bound) bool { return x.Cmp(b) < 0 })
	add("multipleOf", "must be a multiple of", n.MultipleOf, jsonscan.Number.MultipleOf)
	return rules
}

func limit(text string, absent uint64) uint64 {
	if text == "" {
		return absent
	}
	u, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return math.MaxUint64 // more than any document can have
	}
	return u
}

// parseConstant parses a value that the program holds as JSON text. It takes no
// more memory than the values need: they stay, and programs have thousands.
func parseConstant(text string) *document {
	data := []byte(text)
	d := &document{values: make([]value, 0, mostValues(data))}
	if err := d.parse(data); err != nil {
		panic("validate: the program holds invalid JSON: " + err.Error())
	}
	return d
}
