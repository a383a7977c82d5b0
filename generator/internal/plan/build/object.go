package build

import (
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

var objectKeywords = schema.KeywordSet("properties", "patternProperties", "additionalProperties", "propertyNames",
	"required", "dependentRequired", "minProperties", "maxProperties")

// objectChecks joins the checks of objects; nil where there is none.
func (b *Builder) objectChecks(at *Origin, in intersect.Intersection) *plan.Object {
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
		for _, a := range []*plan.Additional{b.additional(n), b.unevaluated(n)} {
			if a != nil {
				out.Additional = append(out.Additional, *a)
			}
		}
	}
	if len(in.Nodes) > 1 {
		b.spend(in, memberCost*len(members))
	}
	if b.tooLarge != nil {
		return nil
	}
	said := b.schemas.MembersOf(in.Nodes)
	for _, m := range members {
		m.Plan = b.part(at, Part{Member: m.Name}, said.Schemas(m.Name)...)
	}
	out.Members = members
	out.MinProperties = positive(out.MinProperties)
	return unlessZero(out)
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
	for _, pp := range n.PatternProperties {
		a.Patterns = append(a.Patterns, b.patternPlan(pp.Pattern, b.Schema(pp.Node)))
	}
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
