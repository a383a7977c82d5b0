package codec

import (
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
		v := joined(sc.onText(c.Plans[0], text))
		sc.require(cond{pass: jen.Parens(v.fail), fail: jen.Parens(v.pass)})
	case plan.If:
		test := joined(sc.onText(c.Plans[0], text))
		yes, no := sc.child(), sc.child()
		yes.require(yes.onText(c.Plans[1], text)...)
		no.require(no.onText(c.Plans[2], text)...)
		sc.add(jen.If(test.pass).Block(yes.close()...).Else().Block(no.close()...))
	}
}
