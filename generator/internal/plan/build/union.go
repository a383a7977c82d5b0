package build

import (
	"cmp"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/components"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// shapingUnion finds the union that gives the Go type: one whose branches
// differ in what they hold. Branches that only constrain are checks. Where
// several unions would shape the value no sum type holds it without loss.
func shapingUnion(s *intersect.Schemas, in intersect.Intersection) (intersect.Union, bool) {
	found := lists.Where(in.Unions(), func(u intersect.Union) bool { return shapes(s, in, u) })
	if len(found) != 1 {
		return intersect.Union{}, false
	}
	return found[0], true
}

// shapes reports whether the branches of u add to the shape of an intersection.
func shapes(s *intersect.Schemas, in intersect.Intersection, u intersect.Union) bool {
	rest := in.Kinds &^ kind.Null
	flat := make([][]*schema.Node, len(u.Branches))
	for i, branch := range u.Branches {
		if flat[i] = intersect.Flatten(nil, branch); len(flat[i]) == 0 {
			return false // what admits everything leaves no other shape to the rest
		}
	}
	for i, branch := range u.Branches {
		switch {
		case rest == kind.Array:
			if !in.Any(hasItems) && anyInPlace(branch, hasItems) {
				return true
			}
		case rest == kind.Object:
			declared := in.Declared()
			adds := func(n *schema.Node) bool {
				for _, p := range n.Properties {
					if declared[p.Name] == nil && !p.Node.Never {
						return true
					}
				}
				return len(declared) == 0 && (n.AdditionalProperties != nil && !n.AdditionalProperties.Always && !n.AdditionalProperties.Never || len(n.PatternProperties) > 0)
			}
			if anyInPlace(branch, adds) {
				return true
			}
		case !rest.IsSingle():
			narrowed := s.Kinds(intersect.Intersection{Nodes: flat[i], Kinds: in.Kinds}) &^ kind.Null
			if narrowed != rest {
				return true
			}
		}
	}
	return false
}

// anyInPlace reports whether f holds for n or for a schema that n applies in
// place, with or without condition on the branch taken.
func anyInPlace(n *schema.Node, f func(*schema.Node) bool) bool {
	for n := range components.Reached(func(n *schema.Node) []*schema.Node { return slices.Concat(n.Conjuncts(), n.OneOf, n.AnyOf) }, n) {
		if f(n) {
			return true
		}
	}
	return false
}

func hasItems(n *schema.Node) bool {
	return n.Items != nil && !n.Items.Always || len(n.PrefixItems) > 0
}

// fillUnion makes a plan a sum of the branches of u. Each branch is planned with
// what surrounds the union, so its plan decides the whole value.
func (b *Builder) fillUnion(info *Info, in intersect.Intersection, u intersect.Union) {
	type candidate struct {
		intersect.Intersection
		Branch
	}
	var others []candidate
	var alone *candidate // the branch of null alone that accepts it
	nullable := in.Kinds&kind.Null != 0
	for i, n := range u.Branches {
		c := candidate{intersect.Intersection{
			Nodes: intersect.Flatten(slices.Clone(in.Nodes), n), Kinds: in.Kinds, Chosen: in.Choosing(u).Chosen,
			Ways: max(in.Ways, 1) * len(u.Branches),
		}, Branch{Node: n, Index: i}}
		switch k := b.schemas.Kinds(c.Intersection); {
		case k == kind.Null:
			if alone == nil && b.values.accepts(c.Intersection, null) {
				alone = &c
			}
		case k != 0:
			others = append(others, c)
		}
	}
	// A union in which null is a part of a branch is a nullable union; one of
	// null and several others has a variant for null, which
	// no other holds then: a value is null in one way only.
	if nullable && alone == nil {
		b.fillNullable(info, in)
		return
	}
	p := info.Plan
	p.Union = &plan.Union{One: u.Keyword == "oneOf"}
	b.warnOfBranches(p, in, u)
	if p.Union.One && b.timeouts.defers(u.Node, in) {
		p.WholeValue = []plan.Check{{Rule: plan.Evaluate, Kinds: p.Kinds, Node: u.Node.ID}}
	}
	for i := range others {
		others[i].Intersection.Kinds &= p.Kinds &^ kind.Null
	}
	if nullable {
		others = append(others, *alone)
	}
	for _, c := range others {
		branch := c.Branch
		simple := c.Intersection.Simplified()
		branch.Kinds = b.schemas.Kinds(simple)
		if checks := numberChecks(b.schemas, simple); checks != nil {
			branch.Integer = checks.Integer
		}
		bp := b.branchPlan(simple, info.Origin, &branch)
		info.addBranch(bp, branch)
	}
}

// addBranch adds a branch to the union of a plan.
func (i *Info) addBranch(p *plan.Plan, from Branch) {
	i.Plan.Union.Branches = append(i.Plan.Union.Branches, &plan.Branch{Plan: p, Kinds: p.Kinds})
	i.Branches = append(i.Branches, from)
}

// branchPlan is the plan of one branch. A branch that stands alone has the
// origin of its own schema, else it is a part of the union's.
func (b *Builder) branchPlan(in intersect.Intersection, at *Origin, branch *Branch) *plan.Plan {
	e := b.schemas.Resolve(branch.Node)
	branch.Inline = e == branch.Node
	if b.isWhole(in, e) {
		if typed := b.schemas.Typed(e); typed != e {
			e, in.Nodes, in.Chosen = typed, intersect.Flatten(nil, typed), nil
		}
		in.Name, in.Ways = cmp.Or(b.nameOf(e), in.Name), 0
		return b.wholePlan(in, e)
	}
	return b.plan(in, &Origin{Node: e, Within: at, Part: Part{Branch: branch}})
}

// wholePlan is the plan of a branch that says what the schema e says. Where the
// union leaves out null, which it takes care of itself, and e does not keep null
// apart from its other values, that is the plan of e.
func (b *Builder) wholePlan(in intersect.Intersection, e *schema.Node) *plan.Plan {
	all := in
	all.Kinds = kind.All
	if admitted, _, _ := b.kinds(all); admitted&^in.Kinds == kind.Null {
		if p := b.plan(all, &Origin{Node: e}); p.NonNull == nil {
			return p
		}
	}
	return b.plan(in, &Origin{Node: e})
}

// isWhole reports whether an intersection says what the schema e says, but for
// the kinds.
func (b *Builder) isWhole(in intersect.Intersection, e *schema.Node) bool {
	whole, _ := b.schemas.Simplify(intersect.Intersection{Nodes: intersect.Flatten(nil, e), Kinds: in.Kinds, Name: in.Name})
	in, _ = b.schemas.Simplify(in)
	whole.Kinds, whole.Ways = in.Kinds, in.Ways
	return whole.Key() == in.Key()
}

// kindOrder is the order of the variants of a sum of kinds.
var kindOrder = []kind.Set{kind.String, kind.Number, kind.Bool, kind.Object, kind.Array, kind.Null}

// fillKinds makes a plan a sum of the kinds that a list of types admits.
func (b *Builder) fillKinds(info *Info, in intersect.Intersection) {
	info.Plan.Union = &plan.Union{}
	for _, k := range kindOrder {
		if in.Kinds&k != 0 {
			b.addKinds(info, in, k)
		}
	}
}

// fillObjectOrOther makes a plan of an object and any other JSON: a schema that
// declares members but no type speaks of objects and admits the rest. Where its
// objects are a union of their own, no struct holds both.
func (b *Builder) fillObjectOrOther(info *Info, in intersect.Intersection) {
	u := &plan.Union{}
	info.Plan.Union = u
	b.addKinds(info, in, kind.Object)
	in.VerdictOnly = true
	b.addKinds(info, in, kind.All&^kind.Object)
	if len(u.Branches) == 2 {
		objects := u.Branches[0].Plan
		u.Objects = objects.Kinds == kind.Object && objects.Union == nil && objects.Enum == nil
	}
}

// addKinds adds a branch of kinds that no other has.
func (b *Builder) addKinds(info *Info, in intersect.Intersection, kinds kind.Set) {
	in.Kinds = kinds
	branch := &Branch{Kinds: kinds}
	p := b.plan(in, &Origin{Within: info.Origin, Part: Part{Branch: branch}})
	if p.Kinds == 0 {
		return
	}
	branch.Integer = kinds == kind.Number && p.Number != nil && p.Number.Integer
	info.addBranch(p, *branch)
}
