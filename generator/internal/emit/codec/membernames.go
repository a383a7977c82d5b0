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
	u.switchOn(sc, method("Choose"+which, args...), branches, u.take, (*scope).fail)
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
	e.queue = append(e.queue, &function{name: name, plan: p, weight: len(list.Names), print: func(*function) jen.Code {
		return jen.Var().Id(name).Op("=").Add((&gofile.Literals{}).Of(list))
	}})
	return name
}
