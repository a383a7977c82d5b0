package protocol

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol/steplist"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// operation prints the interface of an operation and its drivers.
func (f *file) operation(op *Operation) {
	f.steps(op)
	if len(op.Events) > 0 {
		f.Add(gofile.Comment("The events of " + op.Name + ", for protocol.Call.Emit."))
		section.Constants(f.File, "", op.Events)
	}
	if op.Choice == nil {
		f.driver(op, op.Run, op.Name, op.Comment, op.Items)
		return
	}
	f.choice(op)
	for _, a := range op.Choice.Alternatives {
		f.driver(op, a.Run, a.Name, a.Comment, a.Items)
	}
}

// steps prints the interface that the user implements.
func (f *file) steps(op *Operation) {
	var methods []jen.Code
	for _, m := range op.Methods {
		methods = append(methods, gofile.Comment(m.Doc), method(m))
	}
	f.Declare(op.About,
		jen.Type().Id(op.Interface).Types(jen.Id("D").Any()).Interface(methods...))
}

// method prints a method of the interface.
func method(m *Method) jen.Code {
	if m.Form == StepsForm {
		return jen.Id(m.Name).Params().Id(m.Sub.Interface).Types(jen.Id("D"))
	}
	params := stepParams()
	if m.Param != "" {
		params = append(params, jen.Id(m.Param).Add(gofile.ValueType(m.Arg)))
	}
	signature := jen.Id(m.Name).Params(params...)
	switch m.Form {
	case ConditionForm:
		return signature.Params(jen.Bool(), jen.Error())
	case ItemsForm:
		return signature.Params(gofile.Protocol.Dot("Items"), jen.Error())
	case CountForm:
		return signature.Params(jen.Int(), jen.Error())
	}
	return signature.Error()
}

// stepParams are the parameters of every method but StepsForm.
func stepParams() []jen.Code {
	return []jen.Code{
		jen.Id("ctx").Add(gofile.Context.Dot("Context")),
		jen.Id("call").Op("*").Add(gofile.Protocol.Dot("Call")),
		jen.Id("data").Op("*").Id("D"),
	}
}

// driverHead prints the head of a driver, choice being its further parameter.
func driverHead(op *Operation, name string, choice jen.Code) *jen.Statement {
	params := []jen.Code{jen.Id("ctx").Add(gofile.Context.Dot("Context"))}
	if choice != nil {
		params = append(params, jen.Id("choice").Add(choice))
	}
	params = append(params,
		jen.Id("steps").Id(op.Interface).Types(jen.Id("D")),
		jen.Id("data").Op("*").Id("D"),
		jen.Id("opts").Op("...").Add(gofile.Protocol.Dot("Option")))
	return jen.Func().Id(name).Types(jen.Id("D").Any()).Params(params...).
		Params(gofile.Protocol.Dot("Outcome"), jen.Error())
}

// driver prints the function that runs a list of items.
func (f *file) driver(op *Operation, function, name, comment string, items []*Item) {
	run := jen.Func().Params(jen.Id("run").Op("*").Add(gofile.ProtocolGen.Dot("Run")).Types(jen.Id("D"))).Block(statements(items)...)
	f.Add(gofile.Comment(comment))
	f.Add(driverHead(op, function, nil)).Block(
		jen.If(jen.Id("steps").Op("==").Nil()).Block(jen.Return(jen.Lit(""), gofile.Protocol.Dot("ErrNoSteps"))),
		jen.Return(gofile.ProtocolGen.Dot("Do").Call(jen.Id("ctx"), gofile.Quote(name), jen.Id("data"), run, jen.Id("opts").Op("..."))))
	f.Line()
}

// choice prints the type that chooses, where it is not the schema's, and the
// function that runs the chosen driver.
func (f *file) choice(op *Operation) {
	c := op.Choice
	if c.Declared != nil {
		f.Declare(c.Type+" is a way to do "+op.Name+".",
			jen.Type().Id(c.Type).String())
		f.Add(gofile.Comment("The ways to do " + op.Name + "."))
		section.Constants(f.File, c.Type, c.Declared)
	}
	var cases, known []jen.Code
	for _, a := range c.Alternatives {
		cases = append(cases, jen.Case(jen.Id(a.Value)).Block(
			jen.Return(jen.Id(a.Run).Call(jen.Id("ctx"), jen.Id("steps"), jen.Id("data"), jen.Id("opts").Op("...")))))
		known = append(known, jen.String().Parens(jen.Id(a.Value)))
	}
	f.Add(gofile.Comment(op.Comment))
	f.Add(driverHead(op, op.Run, jen.Id(c.Type))).Block(
		jen.Switch(jen.Id("choice")).Block(cases...),
		jen.Return(jen.Lit(""), jen.Op("&").Add(gofile.Protocol.Dot("ChoiceError")).Values(jen.Dict{
			jen.Id("Operation"): gofile.Quote(op.Name),
			jen.Id("Choice"):    jen.String().Parens(jen.Id("choice")),
			jen.Id("Known"):     jen.Index().String().Values(known...),
		})))
	f.Line()
}

// statements prints a list of items, in which the schema's order is read.
func statements(items []*Item) []jen.Code {
	var out []jen.Code
	for _, item := range items {
		if item.Note != "" {
			out = append(out, gofile.Comment(item.Note))
		}
		if item.Kind != steplist.Raw {
			out = append(out, statement(item))
		}
	}
	return out
}

func statement(item *Item) jen.Code {
	run, key := jen.Id("run"), gofile.Quote(item.Key)
	var does jen.Code
	if item.Method != nil {
		does = jen.Id("steps").Dot(item.Method.Name)
	}
	body := func() jen.Code { return jen.Func().Params().Block(statements(item.Body)...) }
	switch item.Kind {
	case steplist.If:
		return run.Dot("If").Call(key, does, body())
	case steplist.ElseIf:
		return run.Dot("ElseIf").Call(key, does, body())
	case steplist.Else:
		return run.Dot("Else").Call(body())
	case steplist.Loop:
		return run.Dot("ForEach").Call(key, does, body())
	case steplist.Repeat:
		return run.Dot("For").Call(key, does, body())
	case steplist.Group:
		return run.Dot("Group").Call(key, body())
	case steplist.Handler:
		return run.Dot("On").Call(jen.Id(item.Event.Name), body())
	}
	switch {
	case item.Return:
		return run.Dot("Return").Call(key, argued(does, item))
	case item.runsOther():
		return run.Dot("Step").Call(key, other(does, item.Method))
	}
	return run.Dot("Step").Call(key, argued(does, item))
}

// argued prints a step's method with the argument that the schema gives it.
func argued(does jen.Code, item *Item) jen.Code {
	if item.Method.Param == "" {
		return does
	}
	return gofile.ProtocolGen.Dot("Arg").Call(does, gofile.Value(item.Method.Arg, item.Arg))
}

// other prints a step that runs another operation, on the same data.
func other(does jen.Code, m *Method) jen.Code {
	return jen.Func().Params(stepParams()...).Error().Block(
		jen.List(jen.Id("_"), jen.Err()).Op(":=").Id(m.Sub.Run).Call(
			jen.Id("ctx"), jen.Add(does).Call(), jen.Id("data"), jen.Id("call").Dot("Sub").Call()),
		jen.Return(jen.Err()))
}
