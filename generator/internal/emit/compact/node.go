package compact

import "github.com/bindery-go/bindery/runtime/validate"

// node writes a node of the program. runtime/gen/compact reads it.
func (e *emitter) node(w *writer, n *validate.Node) {
	text := func(name, s string) {
		if s != "" {
			w.member(name).quote(s)
		}
	}
	flag := func(name string, b bool) {
		if b {
			w.member(name).bool(true)
		}
	}
	child := func(name string, c *validate.Child) {
		if c != nil {
			w.member(name).int(c.Node)
		}
	}
	ids := func(name string, list []int) {
		if len(list) > 0 {
			w.member(name).ints(list)
		}
	}
	w.open('{')
	if n.Resource != 0 {
		w.member("resource").int(n.Resource)
	}
	text("at", n.Pointer)
	flag("never", n.Never)
	if n.Types != 0 {
		w.member("type").int(int(n.Types))
	}
	if n.Enum != nil {
		w.member("enum").texts(n.Enum)
	}
	text("const", n.Const)
	text("minimum", n.Minimum)
	text("maximum", n.Maximum)
	text("exclusiveMinimum", n.ExclusiveMinimum)
	text("exclusiveMaximum", n.ExclusiveMaximum)
	text("multipleOf", n.MultipleOf)
	text("minLength", n.MinLength)
	text("maxLength", n.MaxLength)
	if n.Pattern.Matcher != nil {
		w.member("pattern")
		e.pattern(w, n.Pattern)
	}
	if n.Format.Check != nil {
		w.member("format").int(e.refs.formatOf(n.Format))
	}
	ids("prefixItems", n.PrefixItems)
	child("items", n.Items)
	child("contains", n.Contains)
	text("minContains", n.MinContains)
	text("maxContains", n.MaxContains)
	text("minItems", n.MinItems)
	text("maxItems", n.MaxItems)
	flag("uniqueItems", n.UniqueItems)
	child("unevaluatedItems", n.UnevaluatedItems)
	flag("containsMarksEvaluated", n.ContainsMarksEvaluated)
	e.object(w, n, child, text)
	ids("allOf", n.AllOf)
	ids("anyOf", n.AnyOf)
	ids("oneOf", n.OneOf)
	child("not", n.Not)
	child("if", n.If)
	child("then", n.Then)
	child("else", n.Else)
	if n.Refs != nil {
		w.member("refs").list(len(n.Refs), func(i int) {
			w.open('{')
			w.member("node").int(n.Refs[i].Node)
			text("keyword", n.Refs[i].Keyword)
			w.close('}')
		})
	}
	if n.Spelling != nil {
		w.member("spelling").open('{')
		for _, s := range n.Spelling {
			w.member(s.Keyword).quote(s.As)
		}
		w.close('}')
	}
	w.close('}')
}

// object writes the keywords of objects.
func (e *emitter) object(w *writer, n *validate.Node, child func(string, *validate.Child), text func(name, s string)) {
	properties := func(name string, list []validate.Property) {
		if list == nil {
			return
		}
		w.member(name).open('{')
		for _, p := range list {
			w.member(p.Name).int(p.Node)
		}
		w.close('}')
	}
	properties("properties", n.Properties)
	if n.PatternProperties != nil {
		w.member("patternProperties").list(len(n.PatternProperties), func(i int) {
			w.open('{')
			w.member("node").int(n.PatternProperties[i].Node)
			w.member("pattern")
			e.pattern(w, n.PatternProperties[i].Pattern)
			w.close('}')
		})
	}
	child("additionalProperties", n.AdditionalProperties)
	child("propertyNames", n.PropertyNames)
	child("unevaluatedProperties", n.UnevaluatedProperties)
	if len(n.Required) > 0 {
		w.member("required").texts(n.Required)
	}
	if n.DependentRequired != nil {
		w.member("dependentRequired").open('{')
		for _, d := range n.DependentRequired {
			w.member(d.Name).texts(d.Required)
		}
		w.close('}')
	}
	properties("dependentSchemas", n.DependentSchemas)
	text("minProperties", n.MinProperties)
	text("maxProperties", n.MaxProperties)
}

func (e *emitter) pattern(w *writer, p validate.Pattern) {
	w.open('{')
	w.member("text").quote(p.Text)
	if p.Matcher != nil {
		w.member("matcher").int(e.refs.matcherOf(p.Text))
	}
	w.close('}')
}
