package schema

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
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
	n.place = n.Pos.File + "#" + n.FilePointer
	if loc.doc.Kind != document.Object {
		n.Always = loc.doc.Kind == document.Bool && loc.doc.Bool
		n.Never = !n.Always
		return
	}
	n.Always = len(loc.doc.Members) == 0
	for _, m := range loc.doc.Members {
		n.extend(m)
		k := n.Dialect.keywords[m.Name]
		// A draft 7 $ref hides its siblings; a description is passed on for
		// the benefit of readers, since it cannot change a verdict.
		if k == nil || loc.refOnly && k.name != "description" || slices.Contains(loc.misshapen, m.Name) {
			continue
		}
		if loc.border && k.name != "type" && k.vocabulary != MetaData {
			continue
		}
		n.keep(k, m.Value)
	}
	if loc.border {
		n.Imported = true
		n.note()
		return
	}
	n.SiblingsHidden = loc.refOnly
	if !loc.refOnly {
		b.attach(in)
		n.settle()
	}
	n.note()
	reading := b.options.reading(n.Pos.File)
	n.FormatAsserts = n.Format != "" && (n.Dialect.FormatAsserts || reading.asserts(n.Format))
	b.bind(in)
}

// extend takes what a schema says of its Go code. These are not keywords of any
// dialect and say nothing about instances, so that a $ref does not hide them.
func (n *Node) extend(m document.Member) {
	switch m.Name {
	case "x-go-name":
		if m.Value.Kind == document.String {
			n.GoName = m.Value.Text
		}
	case "x-enum-varnames", "x-enumNames":
		n.EnumNames = texts(m.Value)
	case "x-go-type":
		if m.Value.Kind != document.Null {
			n.goType = m.Value
		}
	case "x-oapi-codegen-extra-tags":
		n.GoTags = tagsOf(stringsOf(m.Value))
	case "x-go-type-import":
		n.goImport = m.Value
	case "goJSONSchema":
		n.GoExtension = m.Value
	}
}

// keep takes the value of a keyword, which has been found to have the right
// shape. Those with subschemas come later, with their nodes.
func (n *Node) keep(k *keyword, v *document.Node) {
	if k.name == "dependencies" {
		n.keepDependencies(v)
	}
	if k.field == nil {
		return
	}
	switch field := k.field(n).(type) {
	case *string:
		*field = v.Text
	case **string:
		*field = &v.Text
	case *bool:
		*field = v.Bool
	case **uint64:
		length, _ := count(v)
		*field = &length
	case *[]string:
		*field = texts(v)
	case **document.Node:
		*field = v
	case *[]*document.Node:
		*field = append([]*document.Node{}, v.Items...)
	case *Types:
		*field = types(v)
	case *[]DependentRequired:
		// "dependencies" may have said some already.
		*field = append(*field, lists.Of(v.Members, dependentRequired)...)
	}
}

// keepDependencies takes the lists of names of "dependencies".
func (n *Node) keepDependencies(v *document.Node) {
	for _, m := range v.Members {
		if m.Value.Kind == document.Array {
			n.DependentRequired = append(n.DependentRequired, dependentRequired(m))
			n.spell("dependentRequired", "dependencies")
		}
	}
}

func dependentRequired(m document.Member) DependentRequired {
	return DependentRequired{m.Name, texts(m.Value)}
}

func types(v *document.Node) Types {
	set := lookupType(v.Text)
	for _, item := range v.Items {
		set |= lookupType(item.Text)
	}
	return set
}

func texts(v *document.Node) []string {
	return lists.Of(v.Items, func(item *document.Node) string { return item.Text })
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

// inPlace reports whether the subschema is applied to the instance itself.
func (s sub) inPlace() bool {
	switch s.keyword {
	case "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies":
		return true
	}
	return false
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
		switch {
		case s.keyword == "additionalItems":
			additionalItems = c
		case s.keyword == "items" && s.list:
			n.PrefixItems = append(n.PrefixItems, c)
			n.spell("prefixItems", "items")
		case s.keyword == "dependencies":
			n.DependentSchemas = append(n.DependentSchemas, DependentSchema{s.name, c})
			n.spell("dependentSchemas", "dependencies")
		default:
			n.keepChild(s, c)
		}
	}
	// "additionalItems" means something beside the list form of "items" only
	// (2019-09 Core section 9.3.1.2).
	if n.PrefixItems != nil && n.Dialect.Draft < Draft2020 && additionalItems != nil {
		n.Items = additionalItems
		n.spell("items", "additionalItems")
	}
}

// keepChild takes the node of a subschema.
func (n *Node) keepChild(s sub, child *Node) {
	switch field := n.Dialect.keywords[s.keyword].field(n).(type) {
	case **Node:
		*field = child
	case *[]*Node:
		*field = append(*field, child)
	case *[]Property:
		*field = append(*field, Property{s.name, s.pos, child})
	case *[]PatternProperty:
		*field = append(*field, PatternProperty{s.name, s.pos, child})
	case *[]DependentSchema:
		*field = append(*field, DependentSchema{s.name, child})
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
	n.ExclusiveMinimum, n.ExclusiveMaximum = "", ""
	if isTrue(n.Doc.Get("exclusiveMinimum")) && n.Minimum != "" {
		n.Minimum, n.ExclusiveMinimum = "", n.Minimum
		n.spell("exclusiveMinimum", "minimum")
	}
	if isTrue(n.Doc.Get("exclusiveMaximum")) && n.Maximum != "" {
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
