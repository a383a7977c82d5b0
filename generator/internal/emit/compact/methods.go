package compact

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/emit/table"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// root prints ParseT, ValidateT and IsValidT.
func (e *emitter) root(f *gofile.File, r *model.Root) {
	id, typ := gofile.Int(e.types.decl(r.Decl)), gofile.In(r.Decl, r.Decl.Name)
	parse, validates, isValid := "Parse"+r.Name, "Validate"+r.Name, "IsValid"+r.Name
	f.Add(gofile.Comment(parse + " reads a document. It checks the syntax and the whole schema and never returns " +
		"a part of a value: the error is a *validate.SyntaxError, a *validate.Error with all violations, or a " +
		"*validate.RangeError."))
	f.Func().Id(parse).Params(gofile.Data()).Params(jen.Op("*").Add(typ), jen.Error()).Block(
		jen.Return(gofile.Compact.Dot("Parse").Types(typ).Call(jen.Op("&").Id(typesVariable), id, jen.Id("data"))))
	f.Line()
	f.Add(gofile.Comment(validates + " checks a document without decoding it. The error lists all violations; " +
		"it is a *validate.SyntaxError for what is no JSON."))
	f.Func().Id(validates).Params(gofile.Data()).Error().Block(
		jen.Return(jen.Id(typesVariable).Dot("Check").Call(id, jen.Id("data"))))
	f.Line()
	f.Add(gofile.Comment(isValid + " reports whether a document satisfies the schema."))
	f.Func().Id(isValid).Params(gofile.Data()).Bool().Block(
		jen.Return(jen.Id(typesVariable).Dot("IsValid").Call(id, jen.Id("data"))))
	f.Line()
}

// methods prints the methods of a type. What they do is said once, at the first.
func (e *emitter) methods(f *gofile.File, i int, d *model.Decl) {
	id := gofile.Int(i)
	of := func(name string, args ...jen.Code) *jen.Statement {
		return jen.Return(jen.Id(typesVariable).Dot(name).Call(args...))
	}
	if i == 0 {
		f.Comment("MarshalJSON encodes x and does not validate. UnmarshalJSON reads x with the checks")
		f.Comment("of its schema. Validate checks a value that was built in Go: the violations are")
		f.Comment("those of its encoding, without line and column; for a nil pointer the error is")
		f.Comment("validate.ErrNil. Clone returns a copy of x that shares nothing with it that can be")
		f.Comment("changed.")
	}
	f.Add(gofile.Method("x "+d.Name, "MarshalJSON() ([]byte, error)")).Add(gofile.OnLine(of("Marshal", id, jen.Op("&").Id("x"))))
	f.Add(gofile.Method("x *"+d.Name, "UnmarshalJSON(data []byte) error")).Add(gofile.OnLine(of("Unmarshal", id, jen.Id("data"), jen.Id("x"))))
	f.Add(gofile.Method("x *"+d.Name, "Validate() error")).Add(gofile.OnLine(of("Validate", id, jen.Id("x"))))
	if e.flat.HasClone(d) {
		f.Func().Params(gofile.Pointer("x", d.Name)).Id(d.CloneName()).Params().Op("*").Id(d.Name).Add(
			gofile.OnLine(of("Clone", id, jen.Id("x")).Assert(jen.Op("*").Id(d.Name))))
	}
	if d.Shared || e.model.Measured {
		f.Func().Params(gofile.Pointer("x", d.Name)).Id(gofile.Encode(d)).Params(jen.Id("e").Op("*").Add(gofile.JSONScan.Dot("Encoder"))).Add(
			gofile.OnLine(jen.Id(typesVariable).Dot("Encode").Call(id, jen.Id("x"), jen.Id("e"))))
	}
	if d.Shared {
		scanner := func() jen.Code { return jen.Id("s").Op("*").Add(gofile.JSONScan.Dot("Scanner")) }
		f.Func().Params(gofile.Pointer("x", d.Name)).Id("DecodeJSONFrom").Params(scanner()).Bool().Add(
			gofile.OnLine(of("DecodeFrom", id, jen.Id("x"), jen.Id("s"))))
		f.Func().Params(jen.Op("*").Id(d.Name)).Id("ValidJSONFrom").Params(scanner()).Bool().Add(
			gofile.OnLine(of("ValidFrom", id, jen.Id("s"))))
		if d.Definition != nil {
			f.Add(gofile.SchemaNode(d, table.Variable))
		}
	}
	f.Line()
	if d.Kind == model.Union {
		e.accessors(f, i, d)
	}
}

// accessors prints the AsX methods of a union.
func (e *emitter) accessors(f *gofile.File, i int, d *model.Decl) {
	for _, v := range d.Variants {
		if v.Type == nil {
			continue
		}
		if !e.saidAs {
			e.saidAs = true
			f.Add(gofile.Comment("The methods As… return the value as one variant, decoded anew when x holds another one; ok tells " +
				"whether it is valid as such."))
		}
		kind, sum := jen.Uint32().Call(jen.Id(d.Name+"Kind"+v.Name)), gofile.Compact.Dot("Sum").Call(jen.Id("x"))
		head := func(result jen.Code) *jen.Statement {
			return f.Func().Params(jen.Id("x").Id(d.Name)).Id("As"+v.Name).Params().Params(jen.Id("v").Add(result), jen.Id("ok").Bool())
		}
		if !v.Type.IsComposite() {
			head(gofile.Type(v.Type)).Add(gofile.OnLine(jen.Return(
				gofile.Compact.Dot("ValueAs").Types(gofile.Type(v.Type)).Call(jen.Op("&").Id(typesVariable), gofile.Int(i), kind, sum))))
			continue
		}
		result := jen.Op("*").Add(gofile.Type(v.Type))
		head(result).Block(
			jen.List(jen.Id("v"), jen.Id("ok")).Op("=").Id(typesVariable).Dot("As").Call(gofile.Int(i), kind, sum).Assert(result),
			jen.Return(jen.Id("v"), jen.Id("ok")))
	}
	f.Line()
}
