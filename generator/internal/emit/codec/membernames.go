package codec

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// fewBranches are tried for a verdict without a look at the names of members: one that
// admits no others gives up at the first of them.
const fewBranches = 3

// byNames reads a value by one of the branches that the names of its members leave.
func (u *unionCode) byNames(sc *scope, branches []*plan.Branch) {
	mark := sc.mark()
	if u.target.none() && len(branches) <= fewBranches {
		u.try(sc, mark, branches)
		return
	}
	names := jen.Op("&").Id(sc.e.memberNames(u.plan, sc.fn))
	which, plans := u.which(branches)
	args := slices.Insert(sc.branches(mark, plans), 1, jen.Code(names))
	if u.target.none() {
		sc.require(unless(method(which+"Named", args...), "<", jen.Lit(0)))
		return
	}
	var cases []jen.Code
	for i, b := range branches {
		c := sc.last()
		u.take(c, b)
		cases = append(cases, jen.Case(jen.Lit(i)).Block(c.close()...))
	}
	rest := sc.last()
	rest.fail()
	cases = append(cases, jen.Default().Block(rest.close()...))
	sc.branch(jen.Switch(method("Choose"+which, args...)).Block(cases...), sc.tail)
}

// memberNames returns the name of the variable that holds what the branches of a union
// say of the names of members.
func (e *emitter) memberNames(p *plan.Plan, caller *function) string {
	name := "branches" + e.name(p, caller)
	if e.tables[name] {
		return name
	}
	e.tables[name] = true
	list := p.Union.MemberNames
	set := func(field string, branches uint64) jen.Code { return jen.Id(field).Op(":").Add(hex(branches)) }
	lines := make([]jen.Code, 0, len(list.Names)+1)
	for _, m := range list.Names {
		values := []jen.Code{jen.Id("Name").Op(":").Add(gofile.Quote(m.Name))}
		if m.Admits != 0 {
			values = append(values, set("Admits", m.Admits))
		}
		if m.Needs != 0 {
			values = append(values, set("Needs", m.Needs))
		}
		lines = append(lines, jen.Line().Values(values...))
	}
	fields := []jen.Code{jen.Line().Id("Names").Op(":").Index().Add(gofile.JSONScan.Dot("MemberName")).Values(append(lines, jen.Line())...)}
	if list.Other != 0 {
		fields = append(fields, jen.Line().Add(set("Other", list.Other)))
	}
	e.queue = append(e.queue, &function{name: name, plan: p, weight: len(lines), print: func(*function) jen.Code {
		return jen.Var().Id(name).Op("=").Add(gofile.JSONScan.Dot("MemberNames")).Values(append(fields, jen.Line())...)
	}})
	return name
}
