package protocol

import (
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// triggers prints the table from triggers to operations.
func (f *file) triggers(function string, list []*Trigger) {
	if len(list) == 0 {
		return
	}
	f.Comment("What sets operations off.")
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, t := range list {
			g.Id(t.Name).Op("=").Add(gofile.Quote(t.Value))
		}
	})
	f.Line()
	var rows []jen.Code
	for _, t := range list {
		fields := []jen.Code{jen.Id("Name").Op(":").Id(t.Name)}
		if t.Note != "" {
			fields = append(fields, gofile.Keyed("Note", gofile.Quote(t.Note)))
		}
		fields = append(fields, gofile.Keyed("Operations", gofile.Texts(t.Operations)))
		rows = append(rows, jen.Values(fields...))
	}
	table := jen.Index().Add(gofile.Protocol.Dot("Trigger"))
	f.Declare(function+" says which operations each trigger sets off. It is data: nothing here waits for a trigger.",
		jen.Func().Id(function).Params().Add(table).Block(jen.Return(table.Clone().Values(gofile.OnLines(rows)...))))
}

// policies prints a table of policies.
func (f *file) policies(t *PolicyTable) {
	f.Declare(t.Type+" is a case that "+t.Operation+" says what to do in."+gofile.Paragraph(t.Doc),
		jen.Type().Id(t.Type).String())
	var list []*model.Constant
	var cases []jen.Code
	for _, c := range t.Cases {
		list = append(list, &c.Constant)
		fields := jen.Dict{jen.Id("Action"): gofile.Quote(c.Action)}
		if len(c.Options) > 0 {
			fields[jen.Id("Options")] = anyMap(c.Options)
		}
		cases = append(cases, jen.Case(jen.Id(c.Name)).Block(
			jen.Return(gofile.Protocol.Dot("Policy").Values(fields), jen.True())))
	}
	f.Add(gofile.Comment("The cases of " + t.Operation + "."))
	section.Constants(f.File, t.Type, list)
	f.Declare(t.Func+" says what to do in a case; ok is false for what is none of "+t.Operation+".",
		jen.Func().Id(t.Func).Params(jen.Id("c").Id(t.Type)).Params(
			jen.Id("policy").Add(gofile.Protocol.Dot("Policy")), jen.Id("ok").Bool()).Block(
			jen.Switch(jen.Id("c")).Block(cases...),
			jen.Return(gofile.Protocol.Dot("Policy").Values(), jen.False())))
}

// directives prints a list of directives.
func (f *file) directives(l *DirectiveList) {
	var rows []jen.Code
	for _, d := range l.List {
		var fields []jen.Code
		if d.Name != "" {
			fields = append(fields, gofile.Keyed("Name", gofile.Quote(d.Name)))
		}
		rows = append(rows, jen.Values(append(fields, gofile.Keyed("Arg", anyValue(d.Arg)))...))
	}
	list := jen.Index().Add(gofile.Protocol.Dot("Directive"))
	f.Declare(l.Func+" are the directives of "+l.Operation+"."+gofile.Paragraph(l.Doc),
		jen.Func().Id(l.Func).Params().Add(list).Block(jen.Return(list.Clone().Values(gofile.OnLines(rows)...))))
}

// anyValue prints a value as encoding/json decodes it into an any.
func anyValue(n *document.Node) jen.Code {
	switch n.Kind {
	case document.Bool:
		return jen.Lit(n.Bool)
	case document.Number:
		f, err := strconv.ParseFloat(n.Text, 64) // the nearest, as encoding/json has it
		if err != nil {
			return gofile.Quote(n.Text) // which encoding/json could not hold at all
		}
		return jen.Float64().Parens(jen.Op(strconv.FormatFloat(f, 'g', -1, 64)))
	case document.String:
		return gofile.Quote(n.Text)
	case document.Array:
		return jen.Index().Any().Values(lists.Of(n.Items, anyValue)...)
	case document.Object:
		return anyMap(n.Members)
	}
	return jen.Nil()
}

func anyMap(members []document.Member) jen.Code {
	out := lists.Of(members, func(m document.Member) jen.Code { return gofile.Quote(m.Name).Op(":").Add(anyValue(m.Value)) })
	return jen.Map(jen.String()).Any().Values(out...)
}
