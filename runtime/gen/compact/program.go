package compact

import "github.com/bindery-go/bindery/runtime/validate"

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
		switch field := n.Field(name).(type) {
		case *int:
			*field = r.int()
		case *bool:
			*field = r.bool()
		case *string:
			*field = r.text()
		case *validate.Types:
			*field = validate.Types(r.int())
		case *[]string:
			*field = r.texts()
		case *[]int:
			*field = r.ints()
		case **validate.Child:
			*field = &validate.Child{Node: r.int()}
		case *validate.Pattern:
			*field = s.pattern(r)
		case *validate.Format:
			*field = s.Formats[r.int()]
		case *[]validate.Property:
			*field = properties(r)
		case *[]validate.PatternProperty:
			*field = s.patternProperties(r)
		case *[]validate.DependentRequired:
			r.object(func(name string) {
				*field = append(*field, validate.DependentRequired{Name: name, Required: r.texts()})
			})
		case *[]validate.Ref:
			*field = refs(r)
		case *[]validate.Spelling:
			r.object(func(keyword string) { *field = append(*field, validate.Spelling{Keyword: keyword, As: r.text()}) })
		default:
			r.fail()
		}
	})
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

func properties(r *reader) []validate.Property {
	list := []validate.Property{}
	r.object(func(name string) { list = append(list, validate.Property{Name: name, Node: r.int()}) })
	return list
}

func (s *Source) patternProperties(r *reader) (list []validate.PatternProperty) {
	r.list(func() {
		var p validate.PatternProperty
		r.object(func(name string) {
			if name == "node" {
				p.Node = r.int()
			} else {
				p.Pattern = s.pattern(r)
			}
		})
		list = append(list, p)
	})
	return list
}

func refs(r *reader) (list []validate.Ref) {
	r.list(func() {
		var ref validate.Ref
		r.object(func(name string) {
			if name == "node" {
				ref.Node = r.int()
			} else {
				ref.Keyword = r.text()
			}
		})
		list = append(list, ref)
	})
	return list
}
