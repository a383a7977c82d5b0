package gofile

import (
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// Fact prints a value that the schema gives as data.
func (f *File) Fact(fact *model.Fact) {
	f.Add(Comment(fact.Name + " is " + fact.Doc + "." + Paragraph(fact.Note)))
	switch fact.Form {
	case model.TextValue, model.BoolValue, model.IntValue, model.FloatValue:
		f.Const().Id(fact.Name).Add(ValueType(fact.Form)).Op("=").Add(Value(fact.Form, fact.Value))
	default:
		f.Func().Id(fact.Name).Params().Add(ValueType(fact.Form)).Block(jen.Return(Value(fact.Form, fact.Value)))
	}
	f.Line()
}

// IsZeroValue prints the test that x, of a type that holds any JSON, is absent.
func IsZeroValue(t *model.Type, x *jen.Statement) *jen.Statement {
	if t.Kind == model.Named {
		x = JSONValue.Dot("Value").Parens(x)
	}
	return x.Dot("IsZero").Call()
}

// ValueType returns the Go type of a value that a schema gives as data.
func ValueType(form model.ValueForm) *jen.Statement {
	switch form {
	case model.TextList:
		return jen.Index().String()
	case model.TextMap:
		return jen.Map(jen.String()).String()
	case model.JSONValue:
		return JSONValue.Dot("Value")
	}
	return jen.Id(string(form))
}

// Value returns a value of a form that fits it; nil is an absent JSON value.
func Value(form model.ValueForm, n *document.Node) *jen.Statement {
	switch form {
	case model.TextValue:
		return Quote(n.Text)
	case model.BoolValue:
		return jen.Lit(n.Bool)
	case model.IntValue, model.FloatValue:
		return jen.Op(number(n.Text))
	case model.TextList:
		return Texts(lists.Of(n.Items, func(item *document.Node) string { return item.Text }))
	case model.TextMap:
		members := lists.Of(n.Members, func(m document.Member) jen.Code { return Quote(m.Name).Op(":").Add(Quote(m.Value.Text)) })
		return jen.Map(jen.String()).String().Values(OnLines(members)...)
	}
	if n == nil {
		return JSONValue.Dot("Value").Values()
	}
	return JSONValue.Dot("Trusted").Call(Quote(n.String()))
}

// Texts returns a list of strings.
func Texts(list []string) *jen.Statement { return jen.Index().String().Values(Quotes(list)...) }

// Quotes quotes each text.
func Quotes(texts []string) []jen.Code {
	return lists.Of(texts, func(text string) jen.Code { return Quote(text) })
}

// number writes a JSON number as a Go literal: -0 is not a constant of Go, and
// means 0.
func number(text string) string {
	if f, err := strconv.ParseFloat(text, 64); err == nil && f == 0 {
		return "0"
	}
	return text
}

// QuotedList prints texts as literals, as many on a line as it has room for.
func QuotedList(texts []string) []jen.Code {
	const width = 80 // about the columns of a line
	items := make([]jen.Code, len(texts))
	column := 0
	for i, text := range texts {
		items[i] = Quote(text)
		size := len(text) + len(`"", `)
		if column += size; column > width && i > 0 {
			items[i] = jen.Line().Add(items[i])
			column = size
		}
	}
	return items
}

// OnLines puts each item on a line of its own.
func OnLines(items []jen.Code) []jen.Code {
	out := lists.Of(items, func(item jen.Code) jen.Code { return jen.Line().Add(item) })
	if len(out) > 0 {
		out = append(out, jen.Line())
	}
	return out
}
