package codec

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// onText are the conditions that the []byte variable text satisfies p as the
// value of a JSON string: propertyNames looks at names so.
func (sc *scope) onText(p *plan.Plan, text string) []cond {
	switch {
	case p.AcceptsAnything():
		return nil
	case p.NonNull != nil:
		return sc.onText(p.NonNull, text)
	case p.Kinds&kind.String == 0:
		return []cond{{pass: jen.False(), fail: jen.True()}}
	case p.Enum == nil && p.Union == nil && len(p.WholeValue) == 0:
		return stringConds(p.String, jen.Nil(), text)
	}
	return []cond{holds(jen.Id(sc.e.call(p, onText, sc.fn)).Call(jen.Id(text)))}
}

// textOnce reads a string whose checks all look at its text, which is read once for
// all of them.
func (sc *scope) textOnce(p *plan.Plan, t target) {
	text := sc.assignOK("text", method("Text"))
	sc.require(stringConds(p.String, jen.Id("s"), text)...)
	for _, c := range p.WholeValue {
		sc.residualOnText(c.Simplified(), text)
	}
	sc.keep(text, t)
}

// asksTextAlone reports whether p admits strings alone, of which it makes checks of the
// whole value, and all of them can be made of a text.
func (e *emitter) asksTextAlone(p *plan.Plan) bool {
	return p.Kinds == kind.String && len(p.WholeValue) > 0 && e.hasOnText(p, 0)
}

// mostWithin is how deep plans of texts lie within another that is read once: those that
// hold themselves have no end.
const mostWithin = 4

// hasOnText reports whether onText says of any text what p does, and p admits some of
// them. A pattern that may be given up needs the scanner, which knows how long others took.
func (e *emitter) hasOnText(p *plan.Plan, within int) bool {
	if p != nil && p.NonNull != nil {
		p = p.NonNull
	}
	if within > mostWithin || p == nil || p.Kinds&kind.String == 0 || p.Imported != "" || e.model.FunctionOf(p).Remembers {
		return false
	}
	if p.String == nil && p.Enum == nil && p.Union == nil && len(p.WholeValue) == 0 {
		return false // it admits all
	}
	if p.String != nil && slices.ContainsFunc(p.String.Patterns, (*plan.Pattern).TimesOut) {
		return false
	}
	inner := func(p *plan.Plan) bool { return e.hasOnText(p, within+1) }
	return (p.Union == nil || within > 0 && lists.Every(plansOf(p.Union.Branches), inner)) &&
		lists.Every(p.WholeValue, func(c plan.Check) bool {
			c = c.Simplified()
			decides := c.Rule == plan.AnyOf || c.Rule == plan.OneOf || c.Rule == plan.Not
			return decides && len(c.Plans) > 0 && lists.Every(c.Plans, inner)
		})
}

// printOnText prints the function of a plan that looks at a text.
func (e *emitter) printOnText(f *function) jen.Code {
	const text = "text"
	sc := e.body(f, text)
	p := f.plan
	switch {
	case p.Union != nil:
		branches := lists.Where(p.Union.Branches, func(b *plan.Branch) bool { return b.Kinds&kind.String != 0 })
		plans := plansOf(branches)
		if p.Union.One {
			sc.oneOnText(plans, text)
		} else {
			sc.anyOnText(plans, text)
		}
	case p.Enum != nil && len(p.WholeValue) == 0:
		sc.oneOfTexts(p, text, target{})
	case p.Enum != nil:
		sc.before(func() { sc.oneOfTexts(p, text, target{}) })
	default:
		sc.require(stringConds(p.String, jen.Nil(), text)...)
	}
	for _, c := range p.WholeValue {
		if c.Kinds&kind.String != 0 {
			sc.residualOnText(c, text)
		}
	}
	return jen.Func().Id(f.name).Params(jen.Id(text).Index().Byte()).Bool().Block(sc.close()...)
}

// joined is the condition that all conds are true, as one of several.
func joined(conds []cond) cond {
	all := allOf(conds)
	if len(conds) > 1 {
		all.fail = jen.Parens(all.fail)
	}
	return all
}

func (sc *scope) anyOnText(plans []*plan.Plan, text string) {
	if len(plans) == 0 {
		sc.fail()
		return
	}
	var conds []cond
	for _, p := range plans {
		all := sc.onText(p, text)
		if len(all) == 0 {
			return // it admits every text
		}
		conds = append(conds, joined(all))
	}
	sc.require(either(conds))
}

func (sc *scope) oneOnText(plans []*plan.Plan, text string) {
	held := sc.let("held", jen.Lit(0))
	for _, p := range plans {
		sc.add(jen.If(joined(sc.onText(p, text)).pass).Block(jen.Add(held).Op("++")))
	}
	sc.require(unless(held, "!=", jen.Lit(1)))
}

// residualOnText makes one residual check of a text. What a text cannot be
// asked about (a Holds of unevaluated members, a dependent schema) does not
// speak of strings.
func (sc *scope) residualOnText(c plan.Check, text string) {
	switch c.Rule {
	case plan.AnyOf:
		sc.anyOnText(c.Plans, text)
	case plan.OneOf:
		sc.oneOnText(c.Plans, text)
	case plan.Not:
		sc.require(joined(sc.onText(c.Plans[0], text)).not())
	case plan.If:
		test := joined(sc.onText(c.Plans[0], text))
		yes, no := sc.child(), sc.child()
		yes.require(yes.onText(c.Plans[1], text)...)
		no.require(no.onText(c.Plans[2], text)...)
		sc.add(jen.If(test.pass).Block(yes.close()...).Else().Block(no.close()...))
	}
}
