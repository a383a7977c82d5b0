package build

import (
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

var null = &document.Node{Kind: document.Null}

// fill works out the checks of a plan.
func (b *Builder) fill(info *Info) {
	if b.tooLarge != nil {
		return
	}
	p, in := info.Plan, info.Intersection
	kinds, only, listed := b.kinds(in)
	p.Kinds, in.Kinds = kinds, kinds
	if len(in.Nodes) == 0 && p.Kinds == kind.All {
		return
	}
	rest := p.Kinds &^ kind.Null
	if p.Kinds != kind.All && p.Kinds != rest && rest.IsSingle() {
		b.fillNullable(info, in)
		return
	}
	switch {
	case p.Kinds == 0:
		return
	case in.Imported() != nil:
		b.fillImported(p, in)
		return
	case listed:
		fillEnum(p, only)
		return
	case in.Apart:
		b.fillApart(info, in)
		return
	case in.PassingOnly:
		p.Object = b.memberChecks(info.Origin, in)
		return
	}
	if b.choosesImported(in) {
		return
	}
	if u, ok := shapingUnion(b.schemas, in); ok {
		if in.Ways*len(u.Branches) <= intersect.MostWays {
			b.fillUnion(info, in, u)
			return
		}
		b.warnOfShape(p, u)
	} else if b.fillCondition(info, in) {
		return
	}
	switch {
	case p.Kinds.IsSingle() || in.VerdictOnly:
		b.fillChecks(info, in)
	case p.Kinds != kind.All:
		b.fillKinds(info, in)
	case in.DeclaresMembers():
		b.fillObjectOrOther(info, in)
	default:
		b.fillChecks(info, in)
	}
}

// fillImported makes a plan of a schema whose checks another package has. Together
// with others, or for some of its values alone, it would have to be known.
func (b *Builder) fillImported(p *plan.Plan, in intersect.Intersection) {
	n := in.Imported()
	p.Imported = n.Place()
	theirs := kind.OfTypes(n.Types)
	if all := p.Kinds == theirs || p.Kinds == theirs&^kind.Null && p.Kinds.IsSingle(); len(in.Nodes) > 1 || !all {
		b.enter(in.Nodes)
	}
}

// choosesImported reports whether a schema of another package is one of several branches
// of which more than the kinds of its values has to be known.
func (b *Builder) choosesImported(in intersect.Intersection) bool {
	before := len(b.entered)
	for _, u := range in.Unions() {
		for i, branch := range u.Branches {
			if !b.isToldByKind(u, i) {
				b.enter(intersect.Flatten(nil, branch))
			}
		}
	}
	return len(b.entered) > before
}

// isToldByKind reports whether no other branch of a union has values of the kinds of one:
// not null, which several may take, nor numbers, of which the union has to know whether
// they are integers.
func (b *Builder) isToldByKind(u intersect.Union, i int) bool {
	kinds := func(branch *schema.Node) kind.Set {
		return b.schemas.Kinds(intersect.Intersection{Nodes: intersect.Flatten(nil, branch), Kinds: kind.All})
	}
	own := kinds(u.Branches[i])
	for j, other := range u.Branches {
		if i != j && own&kinds(other) != 0 {
			return false
		}
	}
	return own&(kind.Null|kind.Number) == 0
}

// enter has the schemas of other packages among nodes looked into.
func (b *Builder) enter(nodes []*schema.Node) {
	for _, n := range nodes {
		if n.Imported {
			b.entered = append(b.entered, n.Place())
		}
	}
}

// Entered lists the places of the schemas of other packages that the graph ends at
// and that the plans would have to know: they cannot be used without.
func (b *Builder) Entered() []string { return b.entered }

// kinds is the kinds of values that an intersection admits at most, and the only
// values where it lists them.
func (b *Builder) kinds(in intersect.Intersection) (kinds kind.Set, only []*document.Node, listed bool) {
	kinds = b.schemas.Kinds(in)
	if only, listed = b.values.only(in, kinds); listed {
		return kind.OfAll(only), only, true
	}
	if kinds&kind.Null != 0 && !b.values.accepts(in, null) {
		kinds &^= kind.Null
	}
	return kinds, nil, false
}

// fillNullable makes a plan the nullable form of the plan of its other kinds.
func (b *Builder) fillNullable(info *Info, in intersect.Intersection) {
	in.Kinds &^= kind.Null
	inner, isNew := b.register(in, info.Origin)
	info.Plan.NonNull = inner // before inner is filled: a recursive schema asks for it
	if isNew {
		b.fill(b.Info(inner))
	}
}

// fillEnum makes a plan a list of values.
func fillEnum(p *plan.Plan, only []*document.Node) {
	p.Enum = only
	if p.Kinds == kind.Number && areIntegers(only) {
		p.Number = &plan.Number{Integer: true}
	}
}

// fillChecks works out the checks of each kind.
func (b *Builder) fillChecks(info *Info, in intersect.Intersection) {
	p := info.Plan
	if p.Kinds&kind.Number != 0 {
		p.Number = numberChecks(b.schemas, in)
	}
	if p.Kinds&kind.String != 0 {
		p.String = stringChecks(in, b.schemas.Patterns)
	}
	if p.Kinds&kind.Array != 0 {
		p.Array = b.arrayChecks(info.Origin, in)
	}
	passing := false
	if p.Kinds&kind.Object != 0 {
		p.Object, passing = b.objectChecks(info.Origin, in)
	}
	p.WholeValue = b.wholeValueChecks(in)
	if passing {
		in.Kinds, in.VerdictOnly, in.PassingOnly = kind.Object, true, true
		p.WholeValue = append(p.WholeValue, plan.Check{Rule: plan.AnyOf, Kinds: kind.Object, Plans: []*plan.Plan{b.plan(in, info.Origin)}})
	}
	b.warnOfMembers(p, in)
	for _, u := range in.Unions() {
		b.warnOfBranches(p, in, u)
	}
}
