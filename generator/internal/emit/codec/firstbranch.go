package codec

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// read reads a value by one of the branches, of which nothing else tells which.
func (u *unionCode) read(sc *scope, mark *jen.Statement, branches []*plan.Branch) {
	if u.readsFirst(sc, branches) {
		u.readFirst(sc, mark, branches)
	} else {
		u.try(sc, mark, branches)
	}
}

// mostDecoded is how many branches a union may have of which each is decoded before the next
// one is asked: as many as jsonscan.Try remembers for having refused a value. With more, what
// none accepts would be garbage as often.
const mostDecoded = 8

// readsFirst reports whether a value is read by the first of the branches without asking
// first whether that accepts it. Most often it does, where the members that must be there
// are the same for all. No value is read in vain more often than the union has branches:
// there is no other union in what they read that tries its own, and not this one again,
// whose first branch would read all that is below it on each level.
func (u *unionCode) readsFirst(sc *scope, branches []*plan.Branch) bool {
	first := branches[0]
	find, _ := u.which(branches)
	if u.target.none() || len(branches) > mostDecoded || find != "First" || first.Kinds != kind.Array && first.Kinds != kind.Object {
		return false
	}
	d := u.target.typ.Decl
	if d.Kind == model.Struct { // no variant has memory of its own
		return false
	}
	typ := d.Variants[slices.Index(u.plan.Union.Branches, first)].Type
	if typ == nil || !sc.decodesBy(first.Plan, typ) || sc.e.model.FunctionOf(first.Plan).Remembers {
		return false
	}
	return lists.Every(branches, func(b *plan.Branch) bool {
		return needsAll(b.Plan, first.Plan) && !sc.e.tries(b.Plan, map[*plan.Plan]bool{})
	})
}

// needsAll reports whether objects must have the members for p that they must have for q.
func needsAll(p, q *plan.Plan) bool {
	has := lists.Set(required(p))
	return lists.Every(required(q), func(name string) bool { return has[name] })
}

// required lists the members that an object must have.
func required(p *plan.Plan) (names []string) {
	if p.Object == nil {
		return nil
	}
	for _, m := range p.Object.Members {
		if m.Required {
			names = append(names, m.Name)
		}
	}
	return names
}

// mostSearched is how many plans are searched for unions; in more, one is assumed.
const mostSearched = 1 << 10

// tries reports whether reading by p may try several branches on an array or an object.
// seen has the plans that were searched.
func (e *emitter) tries(p *plan.Plan, seen map[*plan.Plan]bool) bool {
	if p == nil || seen[p] {
		return false
	}
	seen[p] = true
	if len(seen) > mostSearched || e.model.FunctionOf(p).Imported || p.Union != nil && triesParts(p.Union) {
		return true
	}
	return slices.ContainsFunc(p.Uses(), func(u plan.Use) bool { return e.tries(u.Plan, seen) })
}

// triesParts reports whether several branches of a union accept arrays, or objects.
func triesParts(u *plan.Union) bool {
	count := map[kind.Set]int{}
	for _, b := range u.Branches {
		for _, k := range []kind.Set{kind.Array, kind.Object} {
			if b.Kinds&k != 0 {
				count[k]++
			}
		}
	}
	return count[kind.Array] > 1 || count[kind.Object] > 1
}

// readFirst prints what reads a value by the first of the branches, or else by the others.
func (u *unionCode) readFirst(sc *scope, mark *jen.Statement, branches []*plan.Branch) {
	first, others := branches[0], branches[1:]
	d := u.target.typ.Decl
	v := d.Variants[slices.Index(u.plan.Union.Branches, first)]
	held, rest := sc.last(), sc.last()
	around := sc // of the variable, where the rest is its else
	if sc.tail {
		around = held
	}
	payload := jen.Id(around.fresh("payload"))
	read := gofile.JSONScan.Dot("Try").Call(jen.Id("s"), mark, jen.Id(sc.e.call(first.Plan, decode, sc.fn)), sc.checker(first.Plan))
	held.add(jen.List(u.x.field("kind"), u.x.field("value")).Op("=").List(jen.Id(d.Name+"Kind"+v.Name), payload))
	held.require(unless(payload, "==", jen.Nil()))
	if len(others) == 1 {
		u.take(rest, others[0])
	} else {
		u.read(rest, mark, others)
	}
	sc.fork(jen.List(payload, jen.Id("ok")).Op(":=").Add(read).Op(";").Id("ok"), held.close(), rest.close())
}
