package validate

import (
	"slices"
	"strconv"

	"github.com/bindery-go/bindery/runtime/checks"
)

const (
	// defaultLimit is the number of violations that an Error lists at most.
	defaultLimit = 10_000
	// detailLimit bounds the violations that are kept below branches that do
	// not hold. Nested branches can have exponentially many.
	detailLimit = 1 << 16
	// textLimit bounds the bytes of locations and messages outside of branches:
	// a document of nothing but brackets could otherwise ask for gigabytes of
	// JSON Pointers. branchTextLimit does so in branches, whose explanation is of
	// no more use when it is longer than a book.
	textLimit       = 8 << 20
	branchTextLimit = 2 << 20
)

// unit is a node of the tree of what is wrong, as in the output formats of
// 2020-12 Core section 12.4: a keyword that fails, or a schema with several
// units below it.
type unit struct {
	Violation // of a group: without Keyword and Message
	kind      unitKind
	value     int // index of the value at fault
	offset    int // of the value
	children  []*unit
	branches  []int    // of a choice: the node of each child
	types     Types    // of a mismatch of type: the types that are wanted
	values    []string // of a mismatch of const or enum: the values, as JSON
	same      *unit    // of a choice that was explained before: that one
	related   []checks.Place
}

// explained returns the unit that has the children of a choice.
func (u *unit) explained() *unit {
	if u.same != nil {
		return u.same
	}
	return u
}

type unitKind uint8

const (
	// group: a schema with several faults.
	group unitKind = iota
	// fault: a keyword that does not hold.
	fault
	// mismatch: a fault of type, const, enum or the schema false, which tell
	// that the value is of another sort than the schema speaks of.
	mismatch
	// choice: anyOf or oneOf without a branch that holds. The children are
	// the branches in order, each with what is wrong with it; there are none
	// when there was no room for them, and when they are those of same.
	choice
)

// report collects units. It is idle in flag mode.
type report struct {
	limit int
	// path is the keyword location of the schema that is being evaluated, via
	// the keyword that led to it.
	path  []byte
	via   via
	units []*unit // stack: the units of the schemas that are being evaluated

	branches  int // how many branches the evaluation is in
	found     int // units outside of branches
	detail    int // units in branches
	truncated bool
	// text and branchText are the bytes of units outside of and in branches.
	text, branchText int

	absolute map[absoluteKey]string
	// choices are those that have been explained. Within branches each is
	// explained once: of recursive schemas many branches lead to the same
	// choices, level by level, and take exponential time otherwise.
	choices map[choiceKey]*unit
	last    *unit // the unit before; the next is often at the same value
}

type via struct {
	plan    *plan // nil at the root
	keyword string
}

type absoluteKey struct {
	node    int
	keyword string
}

type choiceKey struct {
	node, value int
	oneOf       bool
}

// apply judges the value at index i by the schema of a keyword of p.
func (e *evaluator) apply(p *plan, keyword string, node, i int, m marks) bool {
	if e.quiet > 0 {
		return e.node(node, i, m)
	}
	return e.descend(via{p, keyword}, e.step(p, keyword), node, i, m)
}

// applyIndex is apply for a keyword that takes a list of schemas.
func (e *evaluator) applyIndex(p *plan, keyword string, k, node, i int, m marks) bool {
	if e.quiet > 0 {
		return e.node(node, i, m)
	}
	from := e.step(p, keyword)
	e.report.path = strconv.AppendInt(append(e.report.path, '/'), int64(k), 10)
	return e.descend(via{p, keyword}, from, node, i, m)
}

// applyName is apply for a keyword that takes schemas by name.
func (e *evaluator) applyName(p *plan, keyword, name string, node, i int, m marks) bool {
	if e.quiet > 0 {
		return e.node(node, i, m)
	}
	from := e.step(p, keyword)
	e.report.path = appendToken(e.report.path, name)
	return e.descend(via{p, keyword}, from, node, i, m)
}

// applyMember is applyName for a member that properties names.
func (e *evaluator) applyMember(p *plan, m *member, i int) bool {
	if e.quiet > 0 {
		return e.node(m.schema, i, unmarked)
	}
	from := len(e.report.path)
	e.report.path = append(e.report.path, m.step...)
	return e.descend(via{p, "properties"}, from, m.schema, i, unmarked)
}

// step adds a keyword to the path and returns the length before.
func (e *evaluator) step(p *plan, keyword string) int {
	from := len(e.report.path)
	e.report.path = append(append(e.report.path, '/'), p.spell(keyword)...)
	return from
}

// descend judges by a subschema while collecting. Several units that it leaves
// become one group; the path is cut to its length from before.
func (e *evaluator) descend(v via, from, node, i int, m marks) bool {
	r := &e.report
	before, base := r.via, len(r.units)
	r.via = v
	ok := e.node(node, i, m)
	if len(r.units) > base+1 && !e.halted {
		u := e.newUnit(group, i)
		u.KeywordLocation = string(r.path)
		u.AbsoluteKeywordLocation = e.absolute(node, "")
		u.children = slices.Clone(r.units[base:])
		r.units = append(r.units[:base], u)
		e.spend(u)
	}
	r.via = before
	r.path = r.path[:from]
	return ok
}

// violate adds a violation of a keyword of p and returns false.
func (e *evaluator) violate(p *plan, i int, keyword, message string) bool {
	e.addFault(e.newFault(fault, p, i, keyword, message))
	return false
}

// mismatch is violate for the keywords that tell sorts of values apart.
func (e *evaluator) mismatch(p *plan, i int, keyword, message string, types Types, values []string) bool {
	u := e.newFault(mismatch, p, i, keyword, message)
	u.types, u.values = types, values
	e.addFault(u)
	return false
}

// neverValid adds the violation of the schema false, which is the fault of the
// keyword that applies it.
func (e *evaluator) neverValid(p *plan, i int) bool {
	u := e.newUnit(mismatch, i)
	u.KeywordLocation = string(e.report.path)
	u.AbsoluteKeywordLocation = e.absolute(p.id, "")
	if by := e.report.via; by.plan != nil {
		u.Keyword = by.plan.spell(by.keyword)
	}
	u.Message = e.neverMessage(i)
	e.spend(u)
	e.addFault(u)
	return false
}

// noBranch adds the violation of anyOf or oneOf when no branch holds, with
// what is wrong with each of them.
func (e *evaluator) noBranch(p *plan, keyword string, nodes []int, i int, m marks) bool {
	r := &e.report
	u := e.newFault(choice, p, i, keyword, "")
	if e.halted {
		return false
	}
	key := choiceKey{p.id, i, keyword == "oneOf"}
	if same := r.choices[key]; same != nil && r.branches > 0 {
		u.same = same
		u.Message = same.Message
		if m != unmarked {
			e.addAll(m, int(e.doc.values[i].count))
		}
		e.addFault(u)
		return false
	}
	if r.detail < detailLimit {
		base := len(r.units)
		r.branches++
		for k, node := range nodes {
			// The marks of failed branches keep unevaluated* from faulting
			// members that are at home in one of them.
			e.applyIndex(p, keyword, k, node, i, m)
			if e.halted {
				break
			}
			for _, c := range r.units[base:] { // one
				u.children = append(u.children, c)
				u.branches = append(u.branches, node)
			}
			r.units = r.units[:base]
		}
		r.branches--
		r.units = r.units[:base]
	}
	if r.detail >= detailLimit && e.err == nil && !r.truncated {
		u.children = nil
		if m != unmarked {
			e.addAll(m, int(e.doc.values[i].count))
		}
		e.halted = r.branches > 0
	}
	u.Message = e.choiceMessage(u)
	if len(u.children) > 0 && i < e.size { // names come and go
		if r.choices == nil {
			r.choices = map[choiceKey]*unit{}
		}
		r.choices[key] = u
	}
	e.addFault(u)
	return false
}

func (e *evaluator) newUnit(kind unitKind, i int) *unit {
	u := &unit{kind: kind, value: i, offset: e.doc.values[i].pos}
	if last := e.report.last; last != nil && last.value == i && i < e.size {
		u.InstanceLocation = last.InstanceLocation
	} else {
		u.InstanceLocation = e.doc.pointer(i)
	}
	e.report.last = u
	return u
}

func (e *evaluator) newFault(kind unitKind, p *plan, i int, keyword, message string) *unit {
	keyword = p.spell(keyword)
	u := e.newUnit(kind, i)
	u.KeywordLocation = string(e.report.path) + "/" + keyword
	u.AbsoluteKeywordLocation = e.absolute(p.id, keyword)
	u.Keyword = keyword
	u.Message = message
	e.spend(u)
	return u
}

// spend counts the text of a unit.
func (e *evaluator) spend(u *unit) {
	r := &e.report
	n := len(u.InstanceLocation) + len(u.KeywordLocation) + len(u.Message)
	if r.branches > 0 {
		if r.branchText += n; r.branchText > branchTextLimit {
			r.detail = detailLimit
			e.halted = true // noBranch goes on without
		}
		return
	}
	if r.text += n; r.text > textLimit && r.found > 0 {
		r.truncated = true
		e.halted = true
	}
}

// addFault pushes a unit unless a limit is reached, which halts the evaluation.
func (e *evaluator) addFault(u *unit) {
	r := &e.report
	switch {
	case e.halted:
	case r.branches > 0 && r.detail >= detailLimit:
		e.halted = true // noBranch goes on without
	case r.branches == 0 && r.found >= r.limit:
		r.truncated = true
		e.halted = true
	default:
		if r.branches > 0 {
			r.detail++
		} else {
			r.found++
		}
		r.units = append(r.units, u)
	}
}

// absolute returns the absolute location of a node, or of one of its keywords.
func (e *evaluator) absolute(node int, keyword string) string {
	key := absoluteKey{node, keyword}
	s, ok := e.report.absolute[key]
	if !ok {
		s = e.program.Location(node)
		if keyword != "" {
			s += "/" + keyword
		}
		e.report.absolute[key] = s
	}
	return s
}

func (e *evaluator) patternError(p *plan, keyword string, pattern Pattern, i int, err error) *PatternError {
	v := e.doc.values[i]
	offset := v.pos
	if keyword == "patternProperties" {
		offset = v.name.from - 1
	}
	line, column := newPlaces(e.doc.data).at(offset)
	return &PatternError{
		InstanceLocation:        e.doc.pointer(i),
		AbsoluteKeywordLocation: e.program.Location(p.id) + "/" + p.spell(keyword),
		Pattern:                 pattern.Text,
		Offset:                  offset, Line: line, Column: column,
		Err: err,
	}
}
