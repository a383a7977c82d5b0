package codec

import (
	"math/bits"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// fewBranches are tried for a verdict without a look at the names of members, if some admit
// no others: these give up at the first of them.
const fewBranches = 3

// objects lists the branches of the union that accept objects, for which the bits of
// MemberNames stand.
func (u *unionCode) objects() []*plan.Branch {
	return lists.Where(u.plan.Union.Branches, func(b *plan.Branch) bool { return b.Kinds&kind.Object != 0 })
}

// namesTell reports whether one of the branches is found by the names of members.
func (u *unionCode) namesTell(branches []*plan.Branch) bool {
	names := u.plan.Union.MemberNames
	if names == nil {
		return false
	}
	open := names.Other == ^uint64(0)>>(64-len(u.objects()))
	return !u.target.none() || len(branches) > fewBranches || open
}

// tagTells reports whether the branches are better told apart by their tag alone: each of
// its texts leaves one branch, or there are too many to be listed.
func (u *unionCode) tagTells(branches []*plan.Branch) bool {
	several := func(set uint64) bool { return bits.OnesCount64(set) > 1 }
	for _, m := range u.plan.Union.MemberNames.Names {
		if tags := m.Texts; len(tags.Names) > 0 {
			return !several(tags.Other) && !slices.ContainsFunc(tags.Names, func(m jsonscan.MemberName) bool { return several(m.Admits) })
		}
	}
	return u.tagged(branches)
}

// byNames reads an object by one of the branches that the names of its members leave.
func (u *unionCode) byNames(sc *scope, mark *jen.Statement, branches []*plan.Branch) {
	which, _ := u.which(branches)
	args := []jen.Code{mark, jen.Op("&").Id(sc.e.memberNames(u.plan, sc.fn))}
	among := u.objects() // nil in the place of one that is none of the branches
	for i, b := range among {
		if slices.Contains(branches, b) {
			args = append(args, sc.checker(b.Plan))
		} else {
			among[i] = nil
			args = append(args, jen.Nil())
		}
	}
	if u.target.none() {
		sc.require(unless(method(which+"Named", args...), "<", jen.Lit(0)))
		return
	}
	u.switchOn(sc, method("Choose"+which, args...), among, u.take, (*scope).fail)
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
