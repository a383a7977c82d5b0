package schema

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/document"
)

// digest fills in the node of an instance and meets its children.
func (b *builder) digest(in *instance) {
	n, loc := in.node, in.loc
	n.Doc = loc.doc
	n.Pos = loc.doc.Pos
	n.Dialect = loc.resource.dialect
	n.BaseURI = loc.resource.uri
	n.Pointer = loc.pointer
	n.FilePointer = loc.filePointer
	if loc.doc.Kind != document.Object {
		n.Always = loc.doc.Kind == document.Bool && loc.doc.Bool
		n.Never = !n.Always
		return
	}
	n.Always = len(loc.doc.Members) == 0
	for _, m := range loc.doc.Members {
		switch m.Name {
		// These are not keywords of any dialect and say nothing about
		// instances, so that a $ref does not hide them.
		case "x-go-name":
			if m.Value.Kind == document.String {
				n.GoName = m.Value.Text
			}
			continue
		case "x-enum-varnames", "x-enumNames":
			n.EnumNames = texts(m.Value)
			continue
		case "goJSONSchema":
			n.GoExtension = m.Value
			continue
		}
		k := n.Dialect.keywords[m.Name]
		// A draft 7 $ref hides its siblings; a description is passed on for
		// the benefit of readers, since it cannot change a verdict.
		if k == nil || loc.refOnly && k.name != "description" || slices.Contains(loc.misshapen, m.Name) {
			continue
		}
		n.setAnnotation(k.name, m.Value)
		n.setAssertion(k.name, m.Value)
	}
	if !loc.refOnly {
		b.attach(in)
		n.settle()
	}
	n.FormatAsserts = n.Format != "" && (b.options.reading(n.Pos.File).AssertFormat || n.Dialect.FormatAsserts)
	b.bind(in)
}

// setAnnotation takes a keyword that does not decide validity.
func (n *Node) setAnnotation(name string, v *document.Node) {
	switch name {
	case "title":
		n.Title = v.Text
	case "description":
		n.Description = v.Text
	case "$comment":
		n.Comment = v.Text
	case "default":
		n.Default = v
	case "examples":
		n.Examples = v.Items
	case "deprecated":
		n.Deprecated = v.Bool
	case "readOnly":
		n.ReadOnly = v.Bool
	case "writeOnly":
		n.WriteOnly = v.Bool
	case "contentEncoding":
		n.ContentEncoding = v.Text
	case "contentMediaType":
		n.ContentMediaType = v.Text
	}
}

// setAssertion takes an assertion keyword, whose value has been found to have
// the right shape.
func (n *Node) setAssertion(name string, v *document.Node) {
	switch name {
	case "type":
		if v.Kind == document.String {
			n.Types = lookupType(v.Text)
		}
		for _, item := range v.Items {
			n.Types |= lookupType(item.Text)
		}
	case "enum":
		n.Enum = append([]*document.Node{}, v.Items...)
	case "const":
		n.Const = v
	case "minimum":
		n.Minimum = v.Text
	case "maximum":
		n.Maximum = v.Text
	case "exclusiveMinimum":
		n.ExclusiveMinimum = v.Text
	case "exclusiveMaximum":
		n.ExclusiveMaximum = v.Text
	case "multipleOf":
		n.MultipleOf = v.Text
	case "minLength":
		n.MinLength = limit(v)
	case "maxLength":
		n.MaxLength = limit(v)
	case "pattern":
		n.Pattern = &v.Text
	case "format":
		n.Format = v.Text
	case "minItems":
		n.MinItems = limit(v)
	case "maxItems":
		n.MaxItems = limit(v)
	case "minContains":
		n.MinContains = limit(v)
	case "maxContains":
		n.MaxContains = limit(v)
	case "uniqueItems":
		n.UniqueItems = v.Bool
	case "minProperties":
		n.MinProperties = limit(v)
	case "maxProperties":
		n.MaxProperties = limit(v)
	case "required":
		n.Required = texts(v)
	case "dependentRequired", "dependencies":
		for _, m := range v.Members {
			if m.Value.Kind == document.Array {
				n.DependentRequired = append(n.DependentRequired, DependentRequired{m.Name, texts(m.Value)})
				n.spell("dependentRequired", name)
			}
		}
	}
}

func limit(v *document.Node) *uint64 {
	c, _ := count(v)
	return &c
}

func texts(v *document.Node) []string {
	list := make([]string, len(v.Items))
	for i, item := range v.Items {
		list[i] = item.Text
	}
	return list
}

// spell notes that the source has another keyword for a field.
func (n *Node) spell(field, keyword string) {
	if field == keyword {
		return
	}
	if n.KeywordNames == nil {
		n.KeywordNames = map[string]string{}
	}
	n.KeywordNames[field] = keyword
}

// applied reports whether the subschema is applied to an instance.
func (s sub) applied() bool {
	return s.keyword != "$defs" && s.keyword != "definitions" && s.keyword != "contentSchema"
}

// attach takes the subschemas.
func (b *builder) attach(in *instance) {
	n := in.node
	var additionalItems *Node
	for _, s := range in.loc.subs {
		if !s.applied() {
			continue
		}
		c := b.instance(s.loc, in.env)
		switch s.keyword {
		case "allOf":
			n.AllOf = append(n.AllOf, c)
		case "anyOf":
			n.AnyOf = append(n.AnyOf, c)
		case "oneOf":
			n.OneOf = append(n.OneOf, c)
		case "not":
			n.Not = c
		case "if":
			n.If = c
		case "then":
			n.Then = c
		case "else":
			n.Else = c
		case "prefixItems":
			n.PrefixItems = append(n.PrefixItems, c)
		case "items":
			if s.list {
				n.PrefixItems = append(n.PrefixItems, c)
				n.spell("prefixItems", "items")
			} else {
				n.Items = c
			}
		case "additionalItems":
			additionalItems = c
		case "contains":
			n.Contains = c
		case "unevaluatedItems":
			n.UnevaluatedItems = c
		case "properties":
			n.Properties = append(n.Properties, Property{s.name, s.pos, c})
		case "patternProperties":
			n.PatternProperties = append(n.PatternProperties, PatternProperty{s.name, s.pos, c})
		case "additionalProperties":
			n.AdditionalProperties = c
		case "propertyNames":
			n.PropertyNames = c
		case "unevaluatedProperties":
			n.UnevaluatedProperties = c
		case "dependentSchemas", "dependencies":
			n.DependentSchemas = append(n.DependentSchemas, DependentSchema{s.name, c})
			n.spell("dependentSchemas", s.keyword)
		}
	}
	// "additionalItems" means something beside the list form of "items" only
	// (2019-09 Core section 9.3.1.2).
	if n.PrefixItems != nil && n.Dialect.Draft < Draft2020 && additionalItems != nil {
		n.Items = additionalItems
		n.spell("items", "additionalItems")
	}
}

// settle drops keywords that mean nothing without another one.
func (n *Node) settle() {
	if n.If == nil {
		n.Then, n.Else = nil, nil
	}
	if n.Contains == nil {
		n.MinContains, n.MaxContains = nil, nil
	} else {
		n.ContainsMarksEvaluated = n.Dialect.Draft >= Draft2020
	}
	if n.Dialect.Draft > Draft4 {
		return
	}
	// Draft 4 Validation section 5.1.2: "exclusiveMaximum" is a boolean that
	// changes the meaning of "maximum".
	exclusive := func(name string) bool {
		v := n.Doc.Get(name)
		return v != nil && v.Kind == document.Bool && v.Bool
	}
	n.ExclusiveMinimum, n.ExclusiveMaximum = "", ""
	if exclusive("exclusiveMinimum") && n.Minimum != "" {
		n.Minimum, n.ExclusiveMinimum = "", n.Minimum
		n.spell("exclusiveMinimum", "minimum")
	}
	if exclusive("exclusiveMaximum") && n.Maximum != "" {
		n.Maximum, n.ExclusiveMaximum = "", n.Maximum
		n.spell("exclusiveMaximum", "maximum")
	}
}

// refKeywords is the order of Node.Refs.
var refKeywords = [...]string{"$ref", "$dynamicRef", "$recursiveRef"}

// bind takes the references. The dynamic ones are looked up in the environment
// of the instance: the outermost resource with the anchor is in it.
func (b *builder) bind(in *instance) {
	for _, keyword := range refKeywords {
		for _, ref := range in.loc.refs {
			if ref.keyword != keyword || ref.target == nil {
				continue
			}
			target := ref.target
			if ref.dynamic >= 0 {
				if outermost := in.env.lookup(ref.dynamic); outermost != nil {
					target = outermost
				}
			}
			in.node.Refs = append(in.node.Refs, Ref{
				Keyword: ref.keyword,
				Text:    ref.text,
				Target:  b.instance(target, in.env),
				Pos:     ref.pos,
			})
		}
	}
}
