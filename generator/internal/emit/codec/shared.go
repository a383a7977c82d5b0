package codec

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// The methods by which the code of other packages reads values of a type.
const (
	decodeJSONFrom = "DecodeJSONFrom"
	validJSONFrom  = "ValidJSONFrom"
)

// shared prints the methods of a type that another package's schema refers to.
func (e *emitter) shared(d *model.Decl) jen.Code {
	f := entryOf(d.Plan)
	name := d.Name
	enter := func(read *jen.Statement) []jen.Code {
		return []jen.Code{
			jen.Defer().Add(method("Leave", method("Enter", jen.Op("&").Id(programName)))),
			jen.Return(read),
		}
	}
	printed := jen.Add(gofile.Comment(decodeJSONFrom + " reads x from s with the checks of its schema, for the generated code of packages " +
		"that refer to " + name + ". It reports whether the value is valid; x is to be used only then.")).Line().
		Func().Params(jen.Id("x").Op("*").Id(name)).Id(decodeJSONFrom).Params(scanner()).Bool().Block(
		enter(jen.Id(e.call(d.Plan, decode, f)).Call(jen.Id("s"), jen.Id("x")))...,
	).Line().Line().
		Add(gofile.Comment(validJSONFrom + " reads a " + name + " from s and keeps nothing of it: the verdict alone.")).Line().
		Func().Params(jen.Op("*").Id(name)).Id(validJSONFrom).Params(scanner()).Bool().Block(
		enter(jen.Id(e.call(d.Plan, valid, f)).Call(jen.Id("s")))...,
	).Line()
	if d.Definition != nil {
		printed.Line().Add(gofile.Comment("SchemaNode gives the programs of those packages the schema of a "+name+".")).Line().
			Func().Params(jen.Op("*").Id(name)).Id("SchemaNode").Params().Params(jen.Op("*").Add(gofile.Validate.Dot("Program")), jen.Int()).Add(
			gofile.OnLine(jen.Return(jen.Op("&").Id(programName), gofile.Int(*d.Definition)))).Line()
	}
	return printed
}
