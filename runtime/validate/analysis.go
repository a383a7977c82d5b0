package validate

// inPlace calls f with each node that n applies to its own instance.
func (p *plan) inPlace(f func(node int)) {
	for _, r := range p.Refs {
		f(r.Node)
	}
	for _, nodes := range [...][]int{p.AllOf, p.AnyOf, p.OneOf} {
		for _, n := range nodes {
			f(n)
		}
	}
	for _, c := range [...]*Child{p.If, p.Then, p.Else} {
		if c != nil {
			f(c.Node)
		}
	}
	for _, d := range p.DependentSchemas {
		f(d.Node)
	}
}

// mark finds the nodes whose success leaves annotations (see plan.marksItems):
// those with a keyword that does, and those that apply such a node in place.
// What stands under not never leaves any (2020-12 Core section 7.7.1.2).
func (ps *plans) mark() {
	for i := range ps.nodes {
		p := &ps.nodes[i]
		p.marksItems = len(p.PrefixItems) > 0 || p.Items != nil || p.UnevaluatedItems != nil ||
			p.Contains != nil && p.ContainsMarksEvaluated
		p.marksMembers = len(p.Properties) > 0 || len(p.PatternProperties) > 0 ||
			p.AdditionalProperties != nil || p.UnevaluatedProperties != nil
	}
	for changed := true; changed; {
		changed = false
		for i := len(ps.nodes) - 1; i >= 0; i-- {
			p := &ps.nodes[i]
			items, members := p.marksItems, p.marksMembers
			p.inPlace(func(node int) {
				items = items || ps.nodes[node].marksItems
				members = members || ps.nodes[node].marksMembers
			})
			if items != p.marksItems || members != p.marksMembers {
				p.marksItems, p.marksMembers = items, members
				changed = true
			}
		}
	}
}

// edge is an applicator seen as a step from node to node. Steps of the same
// node overlap when both can reach the same instance.
type edge struct {
	to   int
	step step
}

type step uint8

const (
	stepInPlace  step = iota
	stepMember        // properties: each name has one schema
	stepPattern       // patternProperties: patterns overlap each other and names
	stepOther         // what the keywords beside it leave over
	stepContains      // contains overlaps all other array keywords
)

func (p *plan) edges() []edge {
	var edges []edge
	add := func(s step, node int) { edges = append(edges, edge{node, s}) }
	child := func(s step, c *Child) {
		if c != nil {
			add(s, c.Node)
		}
	}
	p.inPlace(func(node int) { add(stepInPlace, node) })
	child(stepInPlace, p.Not)
	for _, property := range p.Properties {
		add(stepMember, property.Node)
	}
	for _, property := range p.PatternProperties {
		add(stepPattern, property.Node)
	}
	for _, node := range p.PrefixItems {
		add(stepOther, node)
	}
	for _, c := range [...]*Child{p.Items, p.UnevaluatedItems, p.AdditionalProperties, p.UnevaluatedProperties, p.PropertyNames} {
		child(stepOther, c)
	}
	child(stepContains, p.Contains)
	return edges
}
