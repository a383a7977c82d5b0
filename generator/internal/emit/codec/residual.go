package codec

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// withResidual reads a value and then makes the checks that need it whole.
func (sc *scope) withResidual(p *plan.Plan, t target, read func(p *plan.Plan, t target)) {
	r := &residualCode{scope: sc, plan: p, inlined: map[*plan.Plan]bool{}}
	if p.Kinds == kind.Object && p.Enum == nil && p.Union == nil && len(p.WholeValue) > 0 {
		r.seen = newSeenSet(sc, p.Object)
		r.seen.keepPlaces()
		sc.seen = r.seen
	}
	checks, reads, spans := r.needed()
	if len(checks) == 0 {
		read(p, t)
		return
	}
	sc.flush()
	first := len(sc.stmts)
	if spans {
		r.start = sc.let("start", method("Start"))
	}
	if reads {
		r.again = &again{mark: jen.Id(sc.fresh("mark")), slot: jen.Null()}
		sc.add(r.again.slot)
	}
	for _, c := range checks {
		if c.Kinds&p.Kinds != p.Kinds && r.kind == nil {
			r.kind = sc.let("kind", method("Peek"))
		}
	}
	variables := len(sc.stmts) - first
	sc.before(func() { read(p, t) })
	if sc.dead {
		// Nothing satisfies p, so that nothing is left to be checked: the
		// variables for that would not be used.
		sc.stmts = slices.Delete(sc.stmts, first, first+variables)
		return
	}
	var slot *jen.Statement
	if reads {
		r.again.end, slot = jen.Id(sc.fresh("end")), jen.Null()
		sc.add(slot)
	}
	for _, c := range checks {
		r.check(c)
	}
	if reads && r.again.used {
		*r.again.slot = *jen.Add(r.again.mark).Op(":=").Add(method("Mark"))
		*slot = *jen.Add(r.again.end).Op(":=").Add(method("Pos"))
		r.restore(sc)
	}
}

// residualCode is the code for the residual checks of one plan.
type residualCode struct {
	*scope
	plan  *plan.Plan
	seen  *seenSet       // the names of the object, nil where not known
	start *jen.Statement // offset of the value, where needed
	kind  *jen.Statement // of the value, where needed
	again *again         // nil where no check reads the value again
	// remember: verdicts on the whole value are remembered, because a plan with
	// remembered verdicts is checked in place.
	remember bool
	// inlined are the plans whose checks stand in this code, see parts.
	inlined map[*plan.Plan]bool
}

// again has the variables for checks that read the value again. Whether one does is known
// when all are printed: some are judged by what was noted, others within others.
type again struct {
	mark, end *jen.Statement
	slot      *jen.Statement // declares mark
	used      bool
}

// at is the mark of the value.
func (r *residualCode) at() *jen.Statement {
	r.again.used = true
	return jen.Add(r.again.mark)
}

// mostInlined is the number of plans whose checks stand in the code of another:
// longer chains of conditions go on in functions of their own.
const mostInlined = 32

// needed returns the checks that say something, and whether any of them reads
// the value again or asks for its span.
func (r *residualCode) needed() (checks []plan.Check, reads, spans bool) {
	for _, c := range r.plan.WholeValue {
		if c = c.Simplified(); c.Rule == 0 {
			continue
		}
		checks = append(checks, c)
		spans = spans || c.Rule == plan.Evaluate
		reads = reads || r.tests(c)
		if _, ok := r.seen.has(c.Name); c.Rule == plan.DependentSchemas && !ok {
			reads = true
		}
	}
	return checks, reads, spans
}

// restore goes to the end of the value again. Every test leaves the scanner at
// the value or behind it, outside of what the value holds.
func (r *residualCode) restore(sc *scope) { sc.add(method("Seek", r.again.end)) }

// holds is the condition that the value satisfies p.
func (r *residualCode) holds(p *plan.Plan) cond {
	if r.decides(p) {
		return r.decided(p)
	}
	return r.first([]*plan.Plan{p})
}

// first is the condition that the value satisfies one of plans.
func (r *residualCode) first(plans []*plan.Plan) cond {
	return unless(method("First", r.judges(plans)...), "<", jen.Lit(0))
}

// branches are the arguments of the scanner's First and Only.
func (sc *scope) branches(mark jen.Code, plans []*plan.Plan) []jen.Code {
	return append([]jen.Code{mark}, lists.Of(plans, sc.checker)...)
}

// check prints one check, under the condition that it speaks of the value.
func (r *residualCode) check(c plan.Check) {
	if c.Kinds&r.plan.Kinds == r.plan.Kinds {
		r.body(r.scope, c)
		return
	}
	inner := r.child()
	r.body(inner, c)
	test := either(lists.Of((c.Kinds & r.plan.Kinds).List(), func(k kind.Set) cond { return unless(r.kind, "!=", kindName(k)) }))
	r.add(jen.If(test.pass).Block(inner.close()...))
}

func (r *residualCode) body(sc *scope, c plan.Check) {
	if sc.dead {
		return
	}
	switch c.Rule {
	case plan.AnyOf:
		r.anyOf(sc, c.Plans)
	case plan.OneOf:
		r.oneOf(sc, c.Plans)
	case plan.Not:
		if c.Plans[0].AcceptsAnything() {
			sc.fail()
			return
		}
		sc.require(r.holds(c.Plans[0]).not())
	case plan.If:
		r.conditional(sc, c.Plans[0], c.Plans[1], c.Plans[2])
	case plan.DependentSchemas:
		has, ok := r.seen.has(c.Name)
		if !ok {
			has = holds(method("Has", r.at(), gofile.Quote(c.Name)))
		}
		inner := sc.child()
		r.also(inner, c.Plans[0])
		sc.add(jen.If(has.pass).Block(inner.close()...))
	case plan.Evaluate:
		if r.again != nil && r.again.used {
			r.restore(sc)
		}
		sc.require(holds(gofile.Validate.Dot("HoldsAt").Call(
			jen.Op("&").Id(programName), jen.Lit(c.Node), jen.Id("s"), r.start)))
	}
}

// split parts the plans that the names decide from those that read the value.
func (r *residualCode) split(plans []*plan.Plan) (decided []cond, read []*plan.Plan) {
	for _, p := range plans {
		if r.decides(p) {
			decided = append(decided, r.decided(p))
		} else {
			read = append(read, p)
		}
	}
	return decided, read
}

// anyOf requires that one of the plans holds.
func (r *residualCode) anyOf(sc *scope, plans []*plan.Plan) {
	if len(plans) == 0 {
		sc.fail()
		return
	}
	tests, read := r.split(plans)
	if len(read) > 0 {
		tests = append(tests, r.first(read))
	}
	sc.require(either(tests))
}

// oneOf requires that exactly one of the plans holds.
func (r *residualCode) oneOf(sc *scope, plans []*plan.Plan) {
	decided, read := r.split(plans)
	switch {
	case len(plans) == 0:
		sc.fail()
	case len(decided) == 0:
		sc.require(unless(method("Only", r.judges(read)...), "<", jen.Lit(0)))
	default:
		held := sc.let("held", jen.Lit(0))
		for _, c := range decided {
			sc.add(jen.If(c.pass).Block(jen.Add(held).Op("++")))
		}
		for _, p := range read {
			sc.add(jen.If(r.holds(p).pass).Block(jen.Add(held).Op("++")))
		}
		sc.require(unless(held, "!=", jen.Lit(1)))
	}
}

// conditional requires one plan or another.
func (r *residualCode) conditional(sc *scope, test, then, otherwise *plan.Plan) {
	if test.AcceptsAnything() {
		r.also(sc, then)
		return
	}
	holds := r.holds(test)
	yes, no := sc.child(), sc.child()
	r.also(yes, then)
	r.also(no, otherwise)
	thenCode, elseCode := yes.close(), no.close()
	var stmt *jen.Statement
	switch {
	case len(elseCode) == 0:
		stmt = jen.If(holds.pass).Block(thenCode...)
	case len(thenCode) == 0:
		stmt = jen.If(holds.fail).Block(elseCode...)
	case no.choice != nil && len(elseCode) == 1:
		stmt = jen.If(holds.pass).Block(thenCode...).Else().Add(no.choice)
	default:
		stmt = jen.If(holds.pass).Block(thenCode...).Else().Block(elseCode...)
	}
	sc.add(stmt)
	if len(sc.stmts) == 1 {
		sc.choice = stmt
	}
}

// also requires that the value satisfies one more plan.
func (r *residualCode) also(sc *scope, p *plan.Plan) {
	switch {
	case p.AcceptsAnything():
	case p.AcceptsNothing():
		sc.fail()
	case r.parts(p):
		r.inPlace(sc, p)
	default:
		sc.require(r.holds(p))
	}
}
