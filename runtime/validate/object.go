package validate

// object judges by the keywords that speak of objects, but for dependentSchemas.
func (e *evaluator) object(p *plan, i int, m marks) bool {
	ok := true
	if n := uint64(e.doc.values[i].count); n < p.minProperties || n > p.maxProperties {
		ok = e.miscounted(p, i, n, bounds{p.minProperties, p.maxProperties, "minProperties", "maxProperties", "property"})
	}
	if e.goesOn(ok) && p.looksInside {
		ok = e.members(p, i, m) && ok
	}
	for k := range p.DependentRequired {
		if e.goesOn(ok) {
			ok = e.dependentRequired(p, &p.DependentRequired[k], i) && ok
		}
	}
	return ok
}

// members goes once over the members, each with all keywords that see it.
func (e *evaluator) members(p *plan, i int, m marks) bool {
	ok := true
	seen := e.push(len(p.Required))
	next, expected := int(e.doc.values[i].next), 0
	for x := i + 1; x < next && e.goesOn(ok); x = int(e.doc.values[x].next) {
		name := e.doc.name(x)
		covered := false
		if k := p.member(name, expected); k >= 0 {
			declared := &p.members[k]
			expected = k + 1
			if declared.required >= 0 {
				e.add(seen, declared.required)
			}
			if declared.schema >= 0 {
				covered = true
				ok = e.applyMember(p, declared, x) && ok
				if p.also != nil {
					ok = ok && e.alsoHolds(p.also[k], x)
				}
			}
		}
		for k := range p.PatternProperties {
			pp := &p.PatternProperties[k]
			if e.goesOn(ok) && e.match(p, "patternProperties", pp.Pattern, x, name) {
				covered = true
				ok = e.applyName(p, "patternProperties", pp.Pattern.Text, pp.Node, x, unmarked) && ok
			}
		}
		if !covered && p.AdditionalProperties != nil && e.goesOn(ok) {
			covered = true
			ok = e.apply(p, "additionalProperties", p.AdditionalProperties.Node, x, unmarked) && ok
		}
		if p.PropertyNames != nil && e.goesOn(ok) {
			ok = e.propertyName(p, x) && ok
		}
		if covered {
			e.add(m, int(e.doc.values[x].index))
		}
	}
	if e.goesOn(ok) {
		ok = e.required(p, i, seen) && ok
	}
	e.pop(seen)
	return ok
}

// alsoHolds judges the value at index i by nodes, in flag mode.
func (e *evaluator) alsoHolds(nodes []int, i int) bool {
	for _, n := range nodes {
		if !e.node(n, i, unmarked) {
			return false
		}
	}
	return true
}

func (e *evaluator) propertyName(p *plan, x int) bool {
	name := e.doc.pushName(x)
	ok := e.apply(p, "propertyNames", p.PropertyNames.Node, name, unmarked)
	e.doc.popName(name)
	return ok
}

func (e *evaluator) required(p *plan, i int, seen marks) bool {
	ok := true
	for _, k := range p.needed {
		if e.has(seen, k) {
			continue
		}
		if e.quiet > 0 {
			return false
		}
		ok = e.violate(p, i, "required", "the property "+quote(p.Required[k])+" is missing")
	}
	return ok
}

func (e *evaluator) dependentRequired(p *plan, d *DependentRequired, i int) bool {
	if _, there := e.doc.member(i, d.Name); !there {
		return true
	}
	ok := true
	for _, name := range d.Required {
		if _, there := e.doc.member(i, name); there {
			continue
		}
		if e.quiet > 0 {
			return false
		}
		ok = e.violate(p, i, "dependentRequired",
			"the property "+quote(name)+" is missing, which "+quote(d.Name)+" requires")
	}
	return ok
}
