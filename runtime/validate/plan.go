package validate

import (
	"math"
	"strconv"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// plans is what the evaluator derives from a program when it is first used.
type plans struct {
	nodes []plan
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

	members     map[string]member // the names that the node's keywords mention
	needed      []int             // the indexes in Required, of a name that is listed twice the last
	looksInside bool              // a keyword wants to see each member

	// marksItems and marksMembers tell that a successful evaluation leaves
	// annotations that an unevaluatedItems or unevaluatedProperties around it
	// may ask for.
	marksItems, marksMembers bool
	memo                     memoPolicy

	anyOf, oneOf *Choice // nil without the keyword
}

// member is what a node's keywords say of one member name.
type member struct {
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
	for i := range p.nodes {
		ps.nodes[i] = newPlan(i, &p.nodes[i])
	}
	ps.mark()
	ps.sort()
	ps.choosePolicies()
	return ps
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
	if k := len(n.Properties) + len(n.Required); k > 0 {
		p.members = make(map[string]member, k)
	}
	properties := []byte("/" + p.spell("properties"))
	for _, property := range n.Properties {
		p.members[property.Name] = member{step: string(appendToken(properties, property.Name)), schema: property.Node, required: -1}
	}
	for i, name := range n.Required {
		m, ok := p.members[name]
		if !ok {
			m = member{schema: -1}
		}
		m.required = i
		p.members[name] = m
	}
	for i, name := range n.Required {
		if p.members[name].required == i {
			p.needed = append(p.needed, i)
		}
	}
	if n.AnyOf != nil {
		p.anyOf = &Choice{branches: n.AnyOf}
	}
	if n.OneOf != nil {
		p.oneOf = &Choice{branches: n.OneOf}
	}
	p.looksInside = len(p.members) > 0 || len(n.PatternProperties) > 0 ||
		n.AdditionalProperties != nil || n.PropertyNames != nil
	return p
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
