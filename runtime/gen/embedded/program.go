package embedded

import "github.com/bindery-go/bindery/runtime/validate"

// Source is the schema of a package as text, and the functions to which the text
// refers by number. It loads the program of the schema. A text that the generator
// has not written is a programming error and panics.
type Source struct {
	// Text is, below a line for the header, an object with the members "resources"
	// and "nodes".
	Text     *string
	Matchers []validate.Matcher
	Formats  []validate.Format
}

// Load reads the schema, in time that grows with its text. It is what a program
// calls when it is first used.
func (s *Source) Load() (nodes []validate.Node, resources []string) {
	Read(*s.Text, func(r *Reader) {
		r.Object(func(name string) {
			switch name {
			case "resources":
				resources = r.Texts()
			case "nodes":
				r.List(func() {
					nodes = append(nodes, validate.Node{})
					s.node(r, &nodes[len(nodes)-1])
				})
			default:
				r.Fail()
			}
		})
	})
	return nodes, resources
}

// node reads a node. The members are named like its fields, in the spelling of
// JSON Schema.
func (s *Source) node(r *Reader, n *validate.Node) {
	r.Object(func(name string) {
		switch field := n.Field(name).(type) {
		case *int:
			*field = r.Int()
		case *bool:
			*field = r.Bool()
		case *string:
			*field = r.Text()
		case *validate.Types:
			*field = validate.Types(r.Int())
		case *[]string:
			*field = r.Texts()
		case *[]int:
			*field = r.Ints()
		case **validate.Child:
			*field = &validate.Child{Node: r.Int()}
		case *validate.Pattern:
			*field = s.pattern(r)
		case *validate.Format:
			*field = s.Formats[r.Int()]
		case *[]validate.Property:
			*field = properties(r)
		case *[]validate.PatternProperty:
			*field = s.patternProperties(r)
		case *[]validate.DependentRequired:
			r.Object(func(name string) {
				*field = append(*field, validate.DependentRequired{Name: name, Required: r.Texts()})
			})
		case *[]validate.Ref:
			*field = refs(r)
		case *[]validate.Spelling:
			r.Object(func(keyword string) { *field = append(*field, validate.Spelling{Keyword: keyword, As: r.Text()}) })
		default:
			r.Fail()
		}
	})
}

// pattern reads {"text": …, "matcher": …}: the matcher is missing where the
// pattern matches everything.
func (s *Source) pattern(r *Reader) (p validate.Pattern) {
	r.Object(func(name string) {
		if name == "matcher" {
			p.Matcher = s.Matchers[r.Int()]
		} else {
			p.Text = r.Text()
		}
	})
	return p
}

func properties(r *Reader) []validate.Property {
	list := []validate.Property{}
	r.Object(func(name string) { list = append(list, validate.Property{Name: name, Node: r.Int()}) })
	return list
}

func (s *Source) patternProperties(r *Reader) (list []validate.PatternProperty) {
	r.List(func() {
		var p validate.PatternProperty
		r.Object(func(name string) {
			if name == "node" {
				p.Node = r.Int()
			} else {
				p.Pattern = s.pattern(r)
			}
		})
		list = append(list, p)
	})
	return list
}

func refs(r *Reader) (list []validate.Ref) {
	r.List(func() {
		var ref validate.Ref
		r.Object(func(name string) {
			if name == "node" {
				ref.Node = r.Int()
			} else {
				ref.Keyword = r.Text()
			}
		})
		list = append(list, ref)
	})
	return list
}
