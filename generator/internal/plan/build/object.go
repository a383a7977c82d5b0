package build

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

var objectKeywords = schema.KeywordSet("properties", "patternProperties", "additionalProperties", "propertyNames",
	"required", "dependentRequired", "minProperties", "maxProperties")

// objectChecks joins the checks of objects; nil where there is none. It reports whether
// there are memberChecks as well.
func (b *Builder) objectChecks(at *Origin, in intersect.Intersection) (object *plan.Object, passing bool) {
	var out plan.Object
	members := membersOf(in)
	for _, n := range in.Nodes {
		for _, d := range n.DependentRequired {
			if len(d.Required) > 0 {
				out.Dependent = append(out.Dependent, plan.Dependent{Name: d.Name, Required: d.Required})
			}
		}
		out.MinProperties = larger(out.MinProperties, n.MinProperties)
		out.MaxProperties = smaller(out.MaxProperties, n.MaxProperties)
		if n.PropertyNames != nil {
			if names := b.condition(n.PropertyNames, kind.String); names != nil {
				out.Names = append(out.Names, names)
			}
		}
		for _, a := range lists.Present(b.additional(n), b.unevaluated(n)) {
			out.Additional = append(out.Additional, *a)
		}
	}
	if len(in.Nodes) > 1 {
		b.spend(in, memberCost*len(members))
	}
	if b.tooLarge != nil {
		return nil, false
	}
	said := b.schemas.MembersOf(in.Nodes)
	for _, m := range members {
		part := &Origin{Within: at, Part: Part{Member: m.Name}}
		if declared, alone := b.declaredAlone(part, said); alone {
			m.Plan, passing = b.part(at, part.Part, declared...), true
		} else {
			m.Plan = b.part(at, part.Part, said.Schemas(m.Name)...)
		}
	}
	if !in.VerdictOnly {
		b.typeByCases(at, in, members)
	}
	out.Members = members
	out.MinProperties = positive(out.MinProperties)
	return unlessZero(out), passing
}

// memberChecks checks the members whose type their declaration alone gives, by what other
// schemas say of them in passing.
func (b *Builder) memberChecks(at *Origin, in intersect.Intersection) *plan.Object {
	var out plan.Object
	said := b.schemas.MembersOf(in.Nodes)
	for _, m := range membersOf(in) {
		part := &Origin{Within: at, Part: Part{Member: m.Name}}
		if _, alone := b.declaredAlone(part, said); !alone {
			continue
		}
		m.Index, m.Required = len(out.Members), false
		m.Plan = b.part(at, part.Part, said.Passing(m.Name)...)
		out.Members = append(out.Members, m)
	}
	return unlessZero(out)
}

// declaredAlone finds what declares a member at an origin, and reports whether that alone
// gives its type and plan: schemas that speak of the member in passing, as patterns of
// names do, would make another type of it, and are for memberChecks.
func (b *Builder) declaredAlone(at *Origin, said *intersect.Members) (declared []*schema.Node, alone bool) {
	declared = said.Declarations(at.Part.Member)
	alone = b.holdsAll(declared, said.Passing(at.Part.Member)) && (b.HasMergedType == nil || !b.HasMergedType(at))
	return declared, alone
}

// holdsAll reports whether a type for what the declarations of a member admit is one
// for what is left of that by others, which would add to it or to its parts.
func (b *Builder) holdsAll(declared, passing []*schema.Node) bool {
	if len(declared) == 0 || !slices.ContainsFunc(declared, b.hasShape) || !slices.ContainsFunc(passing, hasParts) {
		return false
	}
	in := intersect.Intersection{Kinds: kind.All}
	for _, n := range declared {
		in.Nodes = intersect.Flatten(in.Nodes, n)
	}
	all := in
	all.Nodes = slices.Clone(in.Nodes)
	for _, n := range passing {
		all.Nodes = intersect.Flatten(all.Nodes, n)
	}
	return len(all.Nodes) > len(in.Nodes) && b.schemas.Kinds(all) == b.schemas.Kinds(in)
}

// hasShape reports whether a schema leaves nothing of a type to others: it says what the
// parts of values are, or which of several kinds without parts they have.
func (b *Builder) hasShape(n *schema.Node) bool {
	kinds := b.schemas.Analysis.Kinds(n) &^ kind.Null
	if kinds&(kind.Object|kind.Array) != 0 {
		return hasParts(n)
	}
	return !kinds.IsSingle()
}

// hasParts reports whether a schema says what the parts of a value are.
func hasParts(n *schema.Node) bool {
	return anyInPlace(n, func(n *schema.Node) bool {
		values := n.AdditionalProperties
		return hasItems(n) || len(n.Properties) > 0 || len(n.PatternProperties) > 0 || values != nil && !values.Always && !values.Never
	})
}

// membersOf lists the members that the schemas name: first those that they
// declare, then those that they require or make depend on others, last those
// that only conditions declare.
func membersOf(in intersect.Intersection) []*plan.Member {
	var list []*plan.Member
	index := map[string]*plan.Member{}
	member := func(name string) *plan.Member {
		m := index[name]
		if m == nil {
			m = &plan.Member{Name: name, Index: len(list)}
			index[name] = m
			list = append(list, m)
		}
		return m
	}
	for _, n := range in.Nodes {
		for _, prop := range n.Properties {
			member(prop.Name)
		}
	}
	for _, n := range in.Nodes {
		for _, name := range n.Required {
			member(name).Required = true
		}
		for _, d := range n.DependentRequired {
			if len(d.Required) > 0 {
				member(d.Name)
			}
			for _, name := range d.Required {
				member(name)
			}
		}
	}
	for _, name := range in.Conditional() {
		member(name)
	}
	return list
}

// additional is what one node says of the names that are not members.
func (b *Builder) additional(n *schema.Node) *plan.Additional {
	a := &plan.Additional{Rest: b.Schema(n.AdditionalProperties)}
	a.Patterns = lists.Of(n.PatternProperties, func(pp schema.PatternProperty) plan.PatternPlan {
		return b.patternPlan(pp.Pattern, b.Schema(pp.Node))
	})
	return a.Trimmed()
}

// unevaluated is what unevaluatedProperties says of the names that are no
// members, where what is evaluated is known when generating.
func (b *Builder) unevaluated(n *schema.Node) *plan.Additional {
	cover := b.schemas.PropertyCoverage(n)
	if cover == nil || cover.All {
		return nil
	}
	a := &plan.Additional{Rest: b.Schema(n.UnevaluatedProperties)}
	for _, text := range cover.Patterns {
		a.Patterns = append(a.Patterns, b.patternPlan(text, nil))
	}
	return a.Trimmed()
}

// patternPlan pairs a pattern with the plan of the values whose names it
// matches. A pattern that matches everything has a nil Pattern.
func (b *Builder) patternPlan(text string, values *plan.Plan) plan.PatternPlan {
	return plan.PatternPlan{Pattern: b.schemas.Patterns.Use(text), Plan: values}
}
