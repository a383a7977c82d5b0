package validate

import (
	"slices"

	"github.com/bindery-go/bindery/runtime/checks"
	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// checksKeyword is what violations call the relations between members.
const checksKeyword = "x-bindery.checks"

// Track makes s, which is about to read a document of a root, keep what KeepsRead
// has use for.
func (p *Program) Track(root int, s *jsonscan.Scanner) {
	if p.Checks != nil {
		p.Checks.Track(root, s)
	}
}

// KeepsRead reports whether the document that s has read to its end, after Track,
// keeps the relations between its members, apart from those that only warn. So must
// the numbers as they were read: 0.10000000000000000001 is more than 0.1, but not as
// a float64. Where only these do not, the first that was rounded is noted for Range.
func (p *Program) KeepsRead(root int, s *jsonscan.Scanner, _ []byte) bool {
	return p.Checks == nil || p.Checks.HoldRead(root, s) && p.keepsRounded(root, s)
}

// Keeps is KeepsRead for a document that s has read without Track: it is read once more.
func (p *Program) Keeps(root int, s *jsonscan.Scanner, data []byte) bool {
	return p.Checks == nil || p.Checks.Hold(root, data) && p.keepsRounded(root, s)
}

func (p *Program) keepsRounded(root int, s *jsonscan.Scanner) bool {
	text, first := s.Rounded()
	if text == nil || p.Checks.Hold(root, text) {
		return true
	}
	s.NoteRange(first, "float64")
	return false
}

// keeps is KeepsRead for the parsed document.
func (e *evaluator) keeps(root int) bool {
	if e.program.Checks == nil {
		return true
	}
	in := jsonscan.Get(e.doc.data)
	defer in.Release()
	e.program.Checks.Track(root, in)
	e.doc.tell(in, 0, 0)
	return e.program.Checks.HoldRead(root, in)
}

// Warnings lists the relations of x-bindery.checks that a document does not keep
// and that only warn, in the order of an Error; nil where it keeps them or is
// no JSON.
func Warnings(p *Program, root int, data []byte) []Violation {
	e := evaluators.Get().(*evaluator)
	defer e.release()
	if p.Checks == nil || !e.doc.read(data) {
		return nil
	}
	e.start(p)
	e.report.limit = defaultLimit
	e.report.absolute = map[absoluteKey]string{}
	if e.relation(root, nil, true) {
		return nil
	}
	violations, _ := e.flatten(&unit{kind: group, children: e.report.units})
	return violations
}

// related judges the relations between members.
func (e *evaluator) related(root int, arguments checks.Arguments) bool {
	return e.relation(root, arguments, false)
}

// relation collects the relations that do not hold, of those that warn or of the
// others, and reports whether all hold.
func (e *evaluator) relation(root int, arguments checks.Arguments, warnings bool) (ok bool) {
	ok = true
	judge := e.program.Checks.Faults
	if warnings {
		judge = e.program.Checks.Warnings
	}
	tell := func(in *jsonscan.Scanner) { e.doc.tell(in, 0, 0) }
	judge(root, e.doc.data, tell, arguments, func(v checks.Violation) bool {
		ok = false
		location := appendToken([]byte("/x-bindery/checks"), v.Rule.Name)
		u := &unit{kind: fault, offset: v.At.Offset, related: v.Related, Violation: Violation{
			InstanceLocation: v.At.InstanceLocation, KeywordLocation: string(location),
			AbsoluteKeywordLocation: e.program.resourceOf(root) + "#" + string(location),
			Keyword:                 checksKeyword, Check: v.Rule.Name, Message: v.Message,
		}}
		e.spend(u)
		e.addFault(u)
		return !e.halted
	})
	return ok
}

// resourceOf is the canonical URI of the schema resource of a node.
func (p *Program) resourceOf(node int) string { return p.resources[p.nodes[node].Resource] }

// relate fills in the places of what violations of relations are about.
func (e *evaluator) relate(violations []Violation, leaves []leaf) {
	var offsets []int
	for _, u := range leaves[:len(violations)] {
		for _, r := range u.related {
			offsets = append(offsets, r.Offset)
		}
	}
	if offsets == nil {
		return
	}
	slices.Sort(offsets)
	type point struct{ line, column int }
	points := make(map[int]point, len(offsets))
	places := newPlaces(e.doc.data)
	for _, offset := range offsets {
		line, column := places.at(offset)
		points[offset] = point{line, column}
	}
	for i, u := range leaves[:len(violations)] {
		for _, r := range u.related {
			at := points[r.Offset]
			violations[i].Related = append(violations[i].Related, Place{r.InstanceLocation, at.line, at.column})
		}
	}
}

// tell tells a scanner what is in value i, around which are so many containers.
func (d *document) tell(in *jsonscan.Scanner, i int32, depth int) {
	v := &d.values[i]
	if v.kind < jsonscan.KindArray || !in.Opened(depth, v.pos) {
		return
	}
	for child := i + 1; child < v.next; child = d.values[child].next {
		c := &d.values[child]
		in.Passed(depth+1, d.name(int(child)), c.name.from, c.pos, c.end)
		d.tell(in, child, depth+1)
	}
	in.Closed(depth, v.end)
}
