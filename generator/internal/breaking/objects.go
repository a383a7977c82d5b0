package breaking

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/components"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

func (q *question) objects() {
	q.atLeast("minProperties", q.new.MinProperties, leastProperties)
	q.atMost("maxProperties", q.new.MaxProperties, mostProperties)
	q.required()
	q.properties()
	q.patternProperties()
	q.additionalProperties()
	q.propertyNames()
	q.dependencies()
	if u := q.new.UnevaluatedProperties; u != nil && !u.Always && !q.evaluated() && !q.sameEvaluation() {
		q.fail("unevaluatedProperties", "members that are not evaluated may be refused now")
	}
}

// leastProperties is the number of members that a schema asks for.
func leastProperties(n *schema.Node) *uint64 {
	least := uint64(len(lists.Set(n.Required)))
	if n.MinProperties != nil {
		least = max(least, *n.MinProperties)
	}
	return &least
}

// mostProperties is the number of members that a schema admits, nil for any.
func mostProperties(n *schema.Node) *uint64 {
	if n.AdditionalProperties == nil || !n.AdditionalProperties.Never || len(n.PatternProperties) > 0 {
		return n.MaxProperties
	}
	most := uint64(len(n.Properties))
	if n.MaxProperties != nil {
		most = min(most, *n.MaxProperties)
	}
	return &most
}

// requires reports whether old asks for a member, or for another that it depends on.
func (q *question) requires(name string) bool {
	var always []string
	for _, n := range q.old {
		always = append(always, n.Required...)
	}
	beside := func(member string) (asked []string) {
		for _, n := range q.old {
			for _, d := range n.DependentRequired {
				if d.Name == member {
					asked = append(asked, d.Required...)
				}
			}
		}
		return asked
	}
	for asked := range components.Reached(beside, always...) {
		if asked == name {
			return true
		}
	}
	return false
}

func (q *question) required() {
	for _, name := range q.new.Required {
		if !q.requires(name) {
			q.fail("required", "the member %q is required now", name)
		}
	}
}

// member returns what schemas say of a member; declared is false where none of
// them speaks of it.
func (c *comparer) member(of schemas, name string) (s schemas, declared bool) {
	for _, n := range of {
		spoken := false
		for _, p := range n.Properties {
			if p.Name == name {
				s, spoken = s.and(p.Node), true
			}
		}
		for _, p := range n.PatternProperties {
			if c.matches(p.Pattern, name) {
				s, spoken = s.and(p.Node), true
			}
		}
		if !spoken && n.AdditionalProperties != nil {
			s, spoken = s.and(n.AdditionalProperties), true
		}
		declared = declared || spoken
	}
	return s, declared
}

// matches reports whether a pattern matches a name; a pattern that cannot tell
// is taken not to, which leaves more to be compared.
func (c *comparer) matches(pattern, name string) bool {
	p, err := c.patterns.Compile(pattern)
	if err != nil {
		return false
	}
	ok, err := p.Strategy.Match(name)
	return ok && err == nil
}

func (q *question) properties() {
	for _, p := range q.new.Properties {
		had, declared := q.member(q.old, p.Name)
		switch {
		case p.Node.Always:
		case declared:
			q.ask(had, p.Node, document.AppendToken(q.at, p.Name))
		default:
			// A document may have had the member with any value.
			q.doubt(p.Pos, "the member %q is new: a document that has it already may have another value", p.Name)
		}
	}
}

func (q *question) patternProperties() {
	for _, p := range q.new.PatternProperties {
		for _, name := range q.names() {
			if had, _ := q.member(q.old, name); q.matches(p.Pattern, name) {
				q.ask(had, p.Node, document.AppendToken(q.at, name))
			}
		}
		if had, known := q.pattern(p.Pattern); known {
			q.ask(had, p.Node, q.at+"/*")
		} else if !p.Node.Always && !q.closed() {
			q.fail("patternProperties", "members that match %q are checked now", p.Pattern)
		}
	}
}

// pattern returns what the old schemas say of members that match a pattern.
func (q *question) pattern(text string) (s schemas, known bool) {
	for _, n := range q.old {
		for _, p := range n.PatternProperties {
			if p.Pattern == text {
				s, known = s.and(p.Node), true
			}
		}
	}
	if known {
		return s, true
	}
	// Without patterns all undeclared members are additional.
	for _, n := range q.old {
		if n.AdditionalProperties != nil && len(n.PatternProperties) == 0 {
			s, known = s.and(n.AdditionalProperties), true
		}
	}
	return s, known
}

// evaluated reports whether old admits no members but those that new declares itself.
func (q *question) evaluated() bool {
	return q.closed() && !slices.ContainsFunc(q.names(), func(name string) bool { return !q.declaredNow(name) })
}

// names lists the members that the old schemas declare.
func (q *question) names() []string {
	var names []string
	for _, n := range q.old {
		for _, p := range n.Properties {
			names = append(names, p.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// closed reports whether one of the old schemas admits declared members only.
func (q *question) closed() bool {
	return slices.ContainsFunc(q.old, func(n *schema.Node) bool {
		return n.AdditionalProperties != nil && n.AdditionalProperties.Never && len(n.PatternProperties) == 0
	})
}

func (q *question) additionalProperties() {
	want := q.new.AdditionalProperties
	if want == nil || want.Always {
		return
	}
	for _, name := range q.names() {
		if q.declaredNow(name) {
			continue
		}
		had, _ := q.member(q.old, name)
		if want.Never && !never(had) {
			q.fail("additionalProperties", "the member %q is refused now", name)
		} else {
			q.ask(had, want, document.AppendToken(q.at, name))
		}
	}
	for _, n := range q.old {
		for _, p := range n.PatternProperties {
			if !slices.ContainsFunc(q.new.PatternProperties, func(now schema.PatternProperty) bool { return now.Pattern == p.Pattern }) {
				q.ask(all(p.Node), want, q.at+"/*")
			}
		}
	}
	q.undeclared(want)
}

func (q *question) declaredNow(name string) bool {
	return slices.ContainsFunc(q.new.Properties, func(p schema.Property) bool { return p.Name == name }) ||
		slices.ContainsFunc(q.new.PatternProperties, func(p schema.PatternProperty) bool { return q.matches(p.Pattern, name) })
}

// undeclared compares what members may be that no schema declares.
func (q *question) undeclared(want *schema.Node) {
	switch had := q.old.each(additional); {
	case len(had) > 0:
		q.ask(had, want, q.at+"/*")
	case want.Never:
		q.fail("additionalProperties", "members that are not declared are refused now")
	default:
		q.fail("additionalProperties", "members that are not declared are checked now")
	}
}

func (q *question) propertyNames() {
	want := q.new.PropertyNames
	if want == nil || want.Always {
		return
	}
	if q.closed() {
		for _, name := range q.names() {
			if had, _ := q.member(q.old, name); !never(had) && !q.accepts[want](want, &document.Node{Kind: document.String, Text: name}) {
				q.fail("propertyNames", "the name %q is refused now", name)
			}
		}
		return
	}
	if had := q.old.each(func(n *schema.Node) *schema.Node { return n.PropertyNames }); len(had) > 0 {
		q.ask(had, want, q.at)
	} else {
		q.fail("propertyNames", "the names of members are checked now")
	}
}

func (q *question) dependencies() {
	for _, d := range q.new.DependentRequired {
		for _, name := range d.Required {
			if !q.requires(name) && !q.dependsOn(d.Name, name) {
				q.fail("dependentRequired", "beside %q the member %q is required now", d.Name, name)
			}
		}
	}
	for _, d := range q.new.DependentSchemas {
		had := q.old
		for _, n := range q.old {
			for _, o := range n.DependentSchemas {
				if o.Name == d.Name {
					had = had.and(o.Node)
				}
			}
		}
		q.ask(had, d.Node, q.at)
	}
}

func (q *question) dependsOn(trigger, name string) bool {
	return slices.ContainsFunc(q.old, func(n *schema.Node) bool {
		return slices.ContainsFunc(n.DependentRequired, func(d schema.DependentRequired) bool {
			return d.Name == trigger && slices.Contains(d.Required, name)
		})
	})
}
