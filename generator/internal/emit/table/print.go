package table

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/runtime/validate"
	"github.com/dave/jennifer/jen"
)

func (p *printer) add(name string, value jen.Code) { p.fields = append(p.fields, field(name, value)) }

func (p *printer) text(name, s string) {
	if s != "" {
		p.add(name, gofile.Quote(s))
	}
}

func (p *printer) flag(name string, b bool) {
	if b {
		p.add(name, jen.True())
	}
}

func (p *printer) number(name string, i int) {
	if i != 0 {
		p.add(name, gofile.Int(i))
	}
}

func (p *printer) child(name string, c *validate.Child) {
	if c != nil {
		p.add(name, jen.Op("&").Add(gofile.Validate.Dot("Child")).Values(field("Node", gofile.Int(c.Node))))
	}
}

func (p *printer) ids(name string, nodes []int) {
	if len(nodes) == 0 {
		return
	}
	items := make([]jen.Code, len(nodes))
	for i, n := range nodes {
		items[i] = gofile.Int(n)
	}
	p.add(name, jen.Index().Int().Values(items...))
}

func (p *printer) properties(name string, properties []validate.Property) {
	if properties == nil {
		return
	}
	var items []jen.Code
	for _, property := range properties {
		items = append(items, jen.Values(field("Name", gofile.Quote(property.Name)), field("Node", gofile.Int(property.Node))))
	}
	p.add(name, list(jen.Index().Add(gofile.Validate.Dot("Property")), items))
}

func (p *printer) printPattern(pattern validate.Pattern) jen.Code {
	fields := []jen.Code{field("Text", gofile.Quote(pattern.Text))}
	if pattern.Matcher != nil {
		fields = append(fields, field("Matcher", p.matcher(pattern.Text)))
	}
	return jen.Add(gofile.Validate.Dot("Pattern")).Values(fields...)
}

// types prints a set of types.
func types(t validate.Types) jen.Code {
	var s *jen.Statement
	for _, pair := range [...]struct {
		t    validate.Types
		name string
	}{
		{validate.Null, "Null"}, {validate.Boolean, "Boolean"}, {validate.Integer, "Integer"},
		{validate.Number, "Number"}, {validate.String, "String"}, {validate.Array, "Array"}, {validate.Object, "Object"},
	} {
		switch {
		case t&pair.t == 0:
		case s == nil:
			s = gofile.Validate.Dot(pair.name)
		default:
			s = s.Op("|").Add(gofile.Validate.Dot(pair.name))
		}
	}
	return s
}

func field(name string, value jen.Code) jen.Code { return jen.Id(name + ":").Add(value) }

// list prints a slice: a short one on a line, a long one with a line for each item.
func list(of *jen.Statement, items []jen.Code) jen.Code {
	const few = 3
	if len(items) <= few {
		return of.Values(items...)
	}
	return of.Add(lines(items...))
}

// lines prints the inside of a composite literal with a line for each item.
func lines(items ...jen.Code) *jen.Statement {
	return jen.Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, items...)
}

func quoted(texts []string) []jen.Code {
	items := make([]jen.Code, len(texts))
	for i, s := range texts {
		items[i] = gofile.Quote(s)
	}
	return items
}
