package compact

import (
	"github.com/bindery-go/bindery/runtime/validate"
)

// Load reads the schema. It is what a program calls when it is first used.
func (s *Source) Load() (nodes []validate.Node, resources []string) {
	s.read("resources", func(r *reader) { resources = r.texts() })
	s.read("nodes", func(r *reader) {
		r.list(func() {
			nodes = append(nodes, validate.Node{})
			s.node(r, &nodes[len(nodes)-1])
		})
	})
	return nodes, resources
}

// node reads a node. The members are named like its fields, in the spelling of
// JSON Schema.
func (s *Source) node(r *reader, n *validate.Node) {
	r.object(func(name string) {
		switch name {
		case "resource":
			n.Resource = r.int()
		case "at":
			n.Pointer = r.text()
		case "never":
			n.Never = r.bool()
		case "type":
			n.Types = validate.Types(r.int())
		case "enum":
			n.Enum = r.texts()
		case "spelling":
			r.object(func(keyword string) {
				n.Spelling = append(n.Spelling, validate.Spelling{Keyword: keyword, As: r.text()})
			})
		default:
			if !s.ofScalars(r, n, name) && !s.ofArrays(r, n, name) && !s.ofObjects(r, n, name) && !inPlace(r, n, name) {
				r.fail()
			}
		}
	})
}

func (s *Source) ofScalars(r *reader, n *validate.Node, name string) bool {
	switch name {
	case "const":
		n.Const = r.text()
	case "minimum":
		n.Minimum = r.text()
	case "maximum":
		n.Maximum = r.text()
	case "exclusiveMinimum":
		n.ExclusiveMinimum = r.text()
	case "exclusiveMaximum":
		n.ExclusiveMaximum = r.text()
	case "multipleOf":
		n.MultipleOf = r.text()
	case "minLength":
		n.MinLength = r.text()
	case "maxLength":
		n.MaxLength = r.text()
	case "pattern":
		n.Pattern = s.pattern(r)
	case "format":
		n.Format = s.Formats[r.int()]
	default:
		return false
	}
	return true
}

func (s *Source) ofArrays(r *reader, n *validate.Node, name string) bool {
	switch name {
	case "prefixItems":
		n.PrefixItems = r.ints()
	case "items":
		n.Items = child(r)
	case "contains":
		n.Contains = child(r)
	case "minContains":
		n.MinContains = r.text()
	case "maxContains":
		n.MaxContains = r.text()
	case "minItems":
		n.MinItems = r.text()
	case "maxItems":
		n.MaxItems = r.text()
	case "uniqueItems":
		n.UniqueItems = r.bool()
	case "unevaluatedItems":
		n.UnevaluatedItems = child(r)
	case "containsMarksEvaluated":
		n.ContainsMarksEvaluated = r.bool()
	default:
		return false
	}
	return true
}

func (s *Source) ofObjects(r *reader, n *validate.Node, name string) bool {
	switch name {
	case "properties":
		n.Properties = properties(r)
	case "patternProperties":
		r.list(func() {
			var p validate.PatternProperty
			r.object(func(name string) {
				if name == "node" {
					p.Node = r.int()
				} else {
					p.Pattern = s.pattern(r)
				}
			})
			n.PatternProperties = append(n.PatternProperties, p)
		})
	case "additionalProperties":
		n.AdditionalProperties = child(r)
	case "propertyNames":
		n.PropertyNames = child(r)
	case "unevaluatedProperties":
		n.UnevaluatedProperties = child(r)
	case "required":
		n.Required = r.texts()
	case "dependentRequired":
		r.object(func(name string) {
			n.DependentRequired = append(n.DependentRequired, validate.DependentRequired{Name: name, Required: r.texts()})
		})
	case "dependentSchemas":
		n.DependentSchemas = properties(r)
	case "minProperties":
		n.MinProperties = r.text()
	case "maxProperties":
		n.MaxProperties = r.text()
	default:
		return false
	}
	return true
}

func inPlace(r *reader, n *validate.Node, name string) bool {
	switch name {
	case "allOf":
		n.AllOf = r.ints()
	case "anyOf":
		n.AnyOf = r.ints()
	case "oneOf":
		n.OneOf = r.ints()
	case "not":
		n.Not = child(r)
	case "if":
		n.If = child(r)
	case "then":
		n.Then = child(r)
	case "else":
		n.Else = child(r)
	case "refs":
		r.list(func() {
			var ref validate.Ref
			r.object(func(name string) {
				if name == "node" {
					ref.Node = r.int()
				} else {
					ref.Keyword = r.text()
				}
			})
			n.Refs = append(n.Refs, ref)
		})
	default:
		return false
	}
	return true
}

// pattern reads {"text": …, "matcher": …}: the matcher is missing where the
// pattern matches everything.
func (s *Source) pattern(r *reader) (p validate.Pattern) {
	r.object(func(name string) {
		if name == "matcher" {
			p.Matcher = s.Matchers[r.int()]
		} else {
			p.Text = r.text()
		}
	})
	return p
}

func child(r *reader) *validate.Child { return &validate.Child{Node: r.int()} }

func properties(r *reader) []validate.Property {
	list := []validate.Property{}
	r.object(func(name string) { list = append(list, validate.Property{Name: name, Node: r.int()}) })
	return list
}
