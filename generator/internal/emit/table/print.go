package table

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/runtime/validate"
	"github.com/dave/jennifer/jen"
)

// pattern prints a validate.Pattern.
func (p printer) pattern(pattern validate.Pattern) jen.Code {
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

// node prints the field that refers to a node.
func node(id int) jen.Code { return field("Node", gofile.Int(id)) }

// structs prints a slice of structs of package validate.
func structs[T any](name string, items []T, fields func(T) []jen.Code) jen.Code {
	return list(jen.Index().Add(gofile.Validate.Dot(name)), each(items, func(item T) jen.Code { return jen.Values(fields(item)...) }))
}

func each[T any](items []T, code func(T) jen.Code) []jen.Code {
	out := make([]jen.Code, len(items))
	for i, item := range items {
		out[i] = code(item)
	}
	return out
}

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
	return each(texts, func(s string) jen.Code { return gofile.Quote(s) })
}
