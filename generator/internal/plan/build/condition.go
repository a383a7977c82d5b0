package build

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// fillCondition makes a plan a sum of two definitions between which a condition chooses,
// and reports whether there is such a condition. A value is held by the one that the
// condition chooses for it.
func (b *Builder) fillCondition(info *Info, in intersect.Intersection) bool {
	u, ok := b.shapingCondition(in)
	if !ok {
		return false
	}
	before := len(b.entered)
	for _, n := range u.Branches {
		b.enter(intersect.Flatten(nil, n))
	}
	if len(b.entered) > before {
		return true // to be planned when more is known
	}
	p := info.Plan
	p.Union = &plan.Union{}
	sum := b.sumOf(u)
	p.WholeValue = []plan.Check{b.conditionCheck(u.Node, in, sum)}
	for _, br := range sum.branches {
		one := in.Choosing(u)
		one.Nodes = slices.Clone(in.Nodes)
		for _, n := range br.nodes {
			one.Nodes = intersect.Flatten(one.Nodes, n)
		}
		one.Ways = max(in.Ways, 1) * len(sum.branches)
		branch := Branch{Node: u.Branches[br.index], Index: br.index, Kinds: kind.Object, Told: br.told}
		info.addBranch(b.branchPlan(one.Simplified(), info.Origin, &branch), branch)
	}
	return true
}

// shapingCondition finds the condition that gives the Go type: one that chooses between
// two definitions of objects where nothing else says what the members are. Schemas that
// are written in place add to one struct.
func (b *Builder) shapingCondition(in intersect.Intersection) (u intersect.Union, ok bool) {
	conditions := lists.Where(in.Nodes, func(n *schema.Node) bool { return n.If != nil && !in.Chose(intersect.ConditionOf(n)) })
	if len(conditions) != 1 || in.Kinds != kind.Object || in.VerdictOnly || in.DeclaresMembers() || in.Ways > intersect.MostWays/2 {
		return u, false
	}
	u = intersect.ConditionOf(conditions[0])
	ends := lists.Of(u.Branches, b.schemas.Resolve)
	isDefinition := func(n *schema.Node) bool {
		return (n.IsDefinition() || n.FilePointer == "") && len(intersect.Flatten(nil, n)) > 0 && b.schemas.Analysis.Kinds(n) == kind.Object
	}
	return u, len(ends) == 2 && ends[0] != ends[1] && lists.Every(ends, isDefinition)
}

// sum is how the branches of a condition make a sum, whose values are held by the first
// branch that they satisfy.
type sum struct {
	branches []sumBranch
	// Of the condition, the sum leaves these to be checked; nil for what it takes care of.
	then, otherwise *schema.Node
}

type sumBranch struct {
	index int            // among the branches of the condition
	nodes []*schema.Node // that a value of the branch satisfies
	told  *schema.Node   // see [Branch]
}

// sumOf finds the order of the branches in which the first that holds is the one which the
// condition chooses. "then" comes first, and "if" is a part of it unless it says that
// anyway; but where "else" refuses all that satisfies "if" it comes first, so that both
// have the types of their definitions.
func (b *Builder) sumOf(u intersect.Union) sum {
	n := u.Node
	then, otherwise := sumBranch{0, []*schema.Node{n.Then}, nil}, sumBranch{1, []*schema.Node{n.Else}, nil}
	switch {
	case b.implies(n.Then, n.If):
	case b.excludes(n.Else, n.If):
		return sum{[]sumBranch{otherwise, then}, nil, n.Else}
	default:
		then.nodes, then.told = []*schema.Node{n.If, n.Then}, n.If
	}
	return sum{[]sumBranch{then, otherwise}, n.Then, nil}
}

// conditionCheck checks what a sum leaves of its condition.
func (b *Builder) conditionCheck(n *schema.Node, in intersect.Intersection, s sum) plan.Check {
	if b.timeouts.defers(n, in) {
		return plan.Check{Rule: plan.Evaluate, Kinds: in.Kinds, Node: n.ID}
	}
	plans := lists.Of([]*schema.Node{n.If, s.then, s.otherwise}, func(n *schema.Node) *plan.Plan { return b.condition(n, in.Kinds) })
	return plan.Check{Rule: plan.If, Kinds: in.Kinds, Plans: plans}
}

// implied are the keywords of conditions of which implies knows whether they hold.
var implied = schema.KeywordSet("type", "properties", "required")

// implies reports whether a condition is known to hold for all that n accepts.
func (b *Builder) implies(n, condition *schema.Node) bool {
	a := b.schemas.Analysis
	required := lists.Set(a.RequiredNames(n))
	accepts := func(p schema.Property) bool {
		values, listed := a.MemberValues(n, p.Name)
		return listed && lists.Every(values, func(v *document.Node) bool { return b.values.judge.Accepts(p.Node.ID, v) })
	}
	return lists.Every(intersect.Flatten(nil, condition), func(c *schema.Node) bool {
		return !c.Never && !c.Imported && c.Says()&schema.Judging()&^implied == 0 && a.Kinds(n)&^kind.OfTypes(c.Types) == 0 &&
			lists.Every(c.Required, func(name string) bool { return required[name] }) && lists.Every(c.Properties, accepts)
	})
}

// excludes reports whether n is known to refuse all objects that satisfy a condition: they
// have a member that n forbids.
func (b *Builder) excludes(n, condition *schema.Node) bool {
	nodes := intersect.Flatten(nil, n)
	return slices.ContainsFunc(b.schemas.Analysis.RequiredNames(condition), func(name string) bool { return b.schemas.Forbid(nodes, name) })
}
