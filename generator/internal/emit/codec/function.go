package codec

import (
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// prefixes of the function names, by role.
var prefixes = [...]string{valid: "valid", decode: "decode", onText: "text", remembered: "recall"}

// as is the plan whose function serves another one in a role.
func (e *emitter) as(p *plan.Plan, r role) *plan.Plan {
	switch same := e.model.FunctionOf(p); {
	case r == decode && same.DecodeAs != nil:
		return same.DecodeAs
	case r != decode && same.ValidAs != nil:
		return same.ValidAs
	}
	return p
}

// call returns the name of a plan's function in a role and has it printed.
func (e *emitter) call(p *plan.Plan, r role, caller *function) string {
	p = e.as(p, r)
	key := functionKey{p, r}
	if f := e.functions[key]; f != nil {
		return f.name
	}
	f := &function{name: prefixes[r] + e.name(p, caller), plan: p, role: r}
	switch r {
	case valid:
		f.print = e.printValid
	case decode:
		f.print = e.printDecode
	case onText:
		f.print = e.printOnText
	case remembered:
		f.print = e.printRemembered
	}
	e.enqueue(key, f)
	return f.name
}

func (e *emitter) enqueue(key functionKey, f *function) {
	e.functions[key] = f
	e.queue = append(e.queue, f)
}

// scanner is the parameter of the functions that read.
func scanner() *jen.Statement {
	return jen.Id("s").Op("*").Add(gofile.JSONScan.Dot("Scanner"))
}

// printValid prints the function that checks the next value.
func (e *emitter) printValid(f *function) jen.Code {
	if of := e.model.FunctionOf(f.plan); of.Imported {
		read := jen.Parens(jen.Op("*").Add(gofile.Type(of.Type))).Dot(validJSONFrom)
		return jen.Func().Id(f.name).Params(scanner()).Bool().Block(jen.Return(read.Call(jen.Nil(), jen.Id("s"))))
	}
	sc := e.body(f, "s")
	sc.value(f.plan, target{})
	return jen.Func().Id(f.name).Params(scanner()).Bool().Block(sc.close()...)
}

// printRemembered prints the function that looks up the verdict on the next
// value before it reaches one.
func (e *emitter) printRemembered(f *function) jen.Code {
	id := strconv.Itoa(f.plan.ID)
	at, end := jen.Id("at"), jen.Id("end")
	judge := jen.Id(e.call(f.plan, valid, f)).Call(jen.Id("s"))
	var body []jen.Code
	if !e.model.FunctionOf(f.plan).RemembersScalars {
		body = append(body, jen.If(method("Peek").Op("<").Add(gofile.JSONScan.Dot("KindArray"))).Block(jen.Return(judge.Clone())))
	}
	body = append(body,
		jen.Id("at").Op(":=").Add(method("Start")),
		jen.If(jen.List(jen.Id("known"), jen.Id("verdict"), jen.Id("end")).Op(":=").Add(method("Memo", jen.Id(id), at)), jen.Id("known")).Block(
			method("Seek", end),
			jen.Return(jen.Id("verdict")),
		),
		jen.Id("verdict").Op(":=").Add(judge),
		method("Remember", jen.Id(id), at, method("Pos"), jen.Id("verdict")),
		jen.Return(jen.Id("verdict")),
	)
	return jen.Func().Id(f.name).Params(scanner()).Bool().Block(body...)
}

// printDecode prints the function that checks the next value and fills x.
func (e *emitter) printDecode(f *function) jen.Code {
	of := e.model.FunctionOf(f.plan)
	typ := of.Type
	if of.Imported {
		return jen.Func().Id(f.name).Params(scanner(), jen.Id("x").Op("*").Add(gofile.Type(typ))).Bool().Block(
			jen.Return(jen.Id("x").Dot(decodeJSONFrom).Call(jen.Id("s"))))
	}
	sc := e.body(f, "s", "x")
	if d := nullableRoot(e.model, f.plan); d != nil {
		// The null of a root has its place in the struct around the value.
		typ = &model.Type{Kind: model.Named, Decl: d}
		sc.value(f.plan, variable(jen.Id("x").Dot(d.Fields[0].Name), d.Fields[0].Type))
	} else {
		sc.value(f.plan, pointee("x", typ))
	}
	return jen.Func().Id(f.name).Params(scanner(), jen.Id("x").Op("*").Add(gofile.Type(typ))).Bool().Block(sc.close()...)
}

// nullableRoot returns the declaration of a root that holds a nullable value.
func nullableRoot(m *model.Package, p *plan.Plan) *model.Decl {
	for _, r := range m.Roots {
		if r.Plan == p && r.Decl.Kind == model.NullableRoot {
			return r.Decl
		}
	}
	return nil
}
