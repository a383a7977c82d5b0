package codec

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// Conditions speak mostly of a few members: "if kind is project". What an
// object says of them was noted when it was read, so that such checks need not
// read all of it again.

// memberwise reports whether an object satisfies p, but for p's residual checks, when it
// has the required members and each of its known members satisfies a plan of its own.
func memberwise(p *plan.Plan) bool {
	if p.AcceptsAnything() || p.NonNull != nil || p.Kinds&kind.Object == 0 || p.Enum != nil || p.Union != nil || p.Imported != "" {
		return false
	}
	if p.Object == nil {
		return len(p.WholeValue) > 0
	}
	return p.Object.IsMemberwise()
}

// noted reports whether what was noted of the object decides p, but for p's
// residual checks.
func (r *residualCode) noted(p *plan.Plan) bool {
	if r.seen == nil || !memberwise(p) {
		return false
	}
	for _, m := range membersOf(p) {
		_, known := r.seen.bits[m.Name]
		switch {
		case !m.Required && m.Plan.AcceptsAnything():
		case !known, !m.Plan.AcceptsAnything() && !m.Plan.AcceptsNothing() && r.seen.slots == nil:
			return false
		case r.e.model.FunctionOf(p).Remembers && deep(m.Plan):
			return false // p's verdict is remembered, lest a deep value be read too often
		}
	}
	return true
}

// deep reports whether a plan may read containers.
func deep(p *plan.Plan) bool {
	switch {
	case p.AcceptsAnything():
		return false
	case p.NonNull != nil:
		return deep(p.NonNull)
	}
	return p.Kinds&(kind.Array|kind.Object) != 0
}

// membersOf lists the members that a plan names.
func membersOf(p *plan.Plan) []*plan.Member {
	if p.Object == nil {
		return nil
	}
	return p.Object.Members
}

// mostDecided is how many plans one condition is made of at most, so that it is still read
// at a glance.
const mostDecided = 6

// decides reports whether what was noted of the object decides p.
func (r *residualCode) decides(p *plan.Plan) bool {
	left := mostDecided
	return r.decidedWithin(p, &left)
}

// decidedWithin is decides for a condition of as many more plans as are left.
func (r *residualCode) decidedWithin(p *plan.Plan, left *int) bool {
	if *left--; *left < 0 || !r.noted(p) {
		return false
	}
	for _, c := range further(p) {
		if c.Rule != plan.Not && c.Rule != plan.AnyOf || len(c.Plans) == 0 {
			return false
		}
		if slices.ContainsFunc(c.Plans, func(q *plan.Plan) bool { return !r.decidedWithin(q, left) }) {
			return false
		}
	}
	return true
}

// looks reports whether a plan that is decided looks at values of members.
func looks(p *plan.Plan) bool {
	return slices.ContainsFunc(membersOf(p), func(m *plan.Member) bool { return !m.Plan.AcceptsAnything() && !m.Plan.AcceptsNothing() }) ||
		slices.ContainsFunc(further(p), func(c plan.Check) bool { return slices.ContainsFunc(c.Plans, looks) })
}

// decided is the condition that the object satisfies a plan that is decided by what was
// noted of it.
func (r *residualCode) decided(p *plan.Plan) cond {
	checks := further(p)
	var conds []cond
	if len(membersOf(p)) > 0 || len(checks) == 0 {
		conds = append(conds, r.members(p))
	}
	for _, c := range checks {
		one := lists.Of(c.Plans, r.decided)
		if c.Rule == plan.Not {
			conds = append(conds, one[0].not())
		} else {
			conds = append(conds, either(one))
		}
	}
	return together(conds)
}

// members is the condition that the object has the members that a noted plan
// requires, and that its members satisfy their plans.
func (r *residualCode) members(p *plan.Plan) cond {
	var required []string
	var conds []cond
	for _, m := range membersOf(p) {
		if m.Required {
			required = append(required, m.Name)
		}
		if m.Plan.AcceptsAnything() {
			continue
		}
		has, _ := r.seen.has(m.Name)
		if m.Plan.AcceptsNothing() {
			conds = append(conds, has.not())
			continue
		}
		fits := r.fits(m)
		if !m.Required && !r.requires(m.Name) {
			fits = either([]cond{has.not(), fits})
		}
		conds = append(conds, fits)
	}
	if has, _ := r.seen.has(required...); len(required) > 0 || len(conds) == 0 {
		conds = append([]cond{has}, conds...)
	}
	return together(conds)
}

// mostTexts is how many strings a condition compares a member with in its place.
const mostTexts = 4

// fits is the condition that the value of a noted member satisfies its plan.
func (r *residualCode) fits(m *plan.Member) cond {
	place := r.seen.place(r.scope, m.Name)
	if p := m.Plan; p.Kinds == kind.String && p.IsEnum() && len(p.Enum) <= mostTexts {
		return holds(method("TextIs", append([]jen.Code{place}, quoted(p.Enum)...)...))
	}
	return unless(method("First", r.at().Dot("At").Call(place), r.scope.checker(m.Plan)), "<", jen.Lit(0))
}

// further lists the residual checks of a plan that say something of objects.
func further(p *plan.Plan) []plan.Check {
	var list []plan.Check
	for _, c := range p.WholeValue {
		if c = c.Simplified(); c.Rule != 0 && c.Kinds&kind.Object != 0 {
			list = append(list, c)
		}
	}
	return list
}

// requires reports whether every object that gets as far as the checks has a
// member.
func (r *residualCode) requires(name string) bool {
	return slices.ContainsFunc(r.plan.Object.Members, func(m *plan.Member) bool { return m.Required && m.Name == name })
}

// parts reports whether p is what was noted of the object and further checks
// of the object that can stand in its place: the "else if" of a chain. They
// stand there once: conditions that lead to the same next condition in two ways
// would double the code at every step.
func (r *residualCode) parts(p *plan.Plan) bool {
	if r.inlined[p] || len(r.inlined) == mostInlined || !r.noted(p) {
		return false
	}
	list := further(p)
	return len(list) > 0 &&
		!slices.ContainsFunc(list, func(c plan.Check) bool { return c.Rule == plan.Evaluate })
}

// inPlace makes the checks of a plan in parts.
func (r *residualCode) inPlace(sc *scope, p *plan.Plan) {
	r.inlined[p] = true
	inner := *r
	inner.remember = r.remember || r.e.model.FunctionOf(p).Remembers
	if slices.ContainsFunc(membersOf(p), func(m *plan.Member) bool { return m.Required || !m.Plan.AcceptsAnything() }) {
		sc.require(r.members(p))
	}
	for _, c := range further(p) {
		inner.body(sc, c)
	}
}

// judges are the arguments of the scanner's First and Only: plans that read the
// whole value.
func (r *residualCode) judges(plans []*plan.Plan) []jen.Code {
	if !r.remember {
		return r.scope.branches(r.at(), plans)
	}
	return append([]jen.Code{r.at()}, lists.Of(plans, func(p *plan.Plan) jen.Code {
		if p.AcceptsAnything() {
			return r.checker(p)
		}
		return jen.Id(r.e.call(p, remembered, r.fn))
	})...)
}

// tests reports whether a check reads the value again, if only in part.
func (r *residualCode) tests(c plan.Check) bool {
	for _, p := range c.Plans {
		switch {
		case p.AcceptsAnything() || p.AcceptsNothing():
			// Every plan of an exclusive choice is looked at, elsewhere those
			// that decide something.
			if c.Rule == plan.OneOf {
				return true
			}
		case r.decides(p):
			if looks(p) {
				return true
			}
		default:
			return true
		}
	}
	return false
}
