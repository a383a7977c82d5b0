package compact

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/emit/table"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// root prints ParseT, ValidateT and IsValidT. What they do is said once, at the first.
func (e *emitter) root(f *gofile.File, r *model.Root, first bool) {
	id, typ := gofile.Int(e.types.decl(r.Decl)), gofile.In(r.Decl, r.Decl.Name)
	parse, validates, isValid := "Parse"+r.Name, "Validate"+r.Name, "IsValid"+r.Name
	say := func(text string) {
		if first {
			f.Add(gofile.Comment(text))
		}
	}
	if !first {
		f.Add(gofile.Comment(parse + ", " + validates + " and " + isValid + " do for a " + r.Name + " what the functions above do."))
	}
	say(parse + " reads a document. It checks the syntax and the whole schema and never returns " +
		"a part of a value: the error is a *validate.SyntaxError, a *validate.Error with all violations, or a " +
		"*validate.RangeError.")
	f.Func().Id(parse).Params(gofile.Data()).Params(jen.Op("*").Add(typ), jen.Error()).Add(gofile.OnLine(
		jen.Return(gofile.Compact.Dot("Parse").Types(typ).Call(jen.Op("&").Id(typesVariable), id, jen.Id("data")))))
	f.Line()
	say(validates + " checks a document without decoding it. The error lists all violations; " +
		"it is a *validate.SyntaxError for what is no JSON.")
	f.Func().Id(validates).Params(gofile.Data()).Error().Add(gofile.OnLine(
		jen.Return(jen.Id(typesVariable).Dot("Check").Call(id, jen.Id("data")))))
	f.Line()
	say(isValid + " reports whether a document satisfies the schema.")
	f.Func().Id(isValid).Params(gofile.Data()).Bool().Add(gofile.OnLine(
		jen.Return(jen.Id(typesVariable).Dot("IsValid").Call(id, jen.Id("data")))))
	f.Line()
}

// methods prints the methods of a type. What they do is said once, at the first.
func (e *emitter) methods(f *gofile.File, d *model.Decl) {
	id := gofile.Int(e.types.decl(d))
	of := func(name string, args ...jen.Code) *jen.Statement {
		return jen.Return(jen.Id(typesVariable).Dot(name).Call(args...))
	}
	if d == e.model.Decls[0] {
		f.Comment("MarshalJSON encodes x and does not validate. UnmarshalJSON reads x with the checks")
		f.Comment("of its schema. Validate checks a value that was built in Go: the violations are")
		f.Comment("those of its encoding, without line and column; for a nil pointer the error is")
		f.Comment("validate.ErrNil. Clone returns a copy of x that shares nothing with it that can be")
		f.Comment("changed.")
	}
	f.Add(gofile.Method("x "+d.Name, "MarshalJSON() ([]byte, error)")).Add(gofile.OnLine(of("Marshal", id, jen.Op("&").Id("x"))))
	f.Add(gofile.Method("x *"+d.Name, "UnmarshalJSON(b []byte) error")).Add(gofile.OnLine(of("Unmarshal", id, jen.Id("b"), jen.Id("x"))))
	f.Add(gofile.Method("x *"+d.Name, "Validate() error")).Add(gofile.OnLine(of("Validate", id, jen.Id("x"))))
	if e.flat.HasClone(d) {
		f.Func().Params(gofile.Pointer("x", d.Name)).Id(d.CloneName()).Params().Params(gofile.Pointer("y", d.Name)).Add(gofile.OnLine(
			jen.Id(typesVariable).Dot("Clone").Call(id, jen.Id("x"), jen.Op("&").Id("y")),
			jen.Return(jen.Id("y"))))
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
	switch {
	case d.Kind == model.Union:
		e.accessors(f, id, d)
	case d.Kind == model.Enum && len(d.Enum) > 0:
		e.enum(f, id, d)
	}
}

// enum prints Values and Valid, which find the values in the text.
func (e *emitter) enum(f *gofile.File, id jen.Code, d *model.Decl) {
	if !e.saidValues {
		e.saidValues = true
		f.Add(gofile.Comment("Values returns all values in the order of the schema; Valid reports whether x is one of them."))
	}
	f.Add(gofile.Method(d.Name, "Values() (list []"+d.Name+")")).Add(gofile.OnLine(
		jen.Id(typesVariable).Dot("Values").Call(id, jen.Op("&").Id("list")),
		jen.Return(jen.Id("list"))))
	isValue := jen.Id(typesVariable).Dot("IsNumber").Call(id, jen.Id("x"))
	if d.Underlying.Kind == model.String {
		isValue = jen.Id(typesVariable).Dot("IsText").Call(id, jen.String().Call(jen.Id("x")))
	}
	f.Add(gofile.Method("x "+d.Name, "Valid() bool")).Add(gofile.OnLine(jen.Return(isValue)))
	f.Line()
}

// accessors prints the AsX methods of a union.
func (e *emitter) accessors(f *gofile.File, id jen.Code, d *model.Decl) {
	for i, v := range d.Variants {
		if v.Type == nil {
			continue
		}
		if !e.saidAs {
			e.saidAs = true
			f.Add(gofile.Comment("The methods As… return the value as one variant, decoded anew when x holds another one; ok tells " +
				"whether it is valid as such."))
		}
		result := gofile.Type(v.Type)
		if v.Type.IsComposite() {
			result = jen.Op("*").Add(result)
		}
		f.Func().Params(jen.Id("x").Id(d.Name)).Id("As"+v.Name).Params().Params(jen.Id("v").Add(result), jen.Id("ok").Bool()).Add(gofile.OnLine(
			jen.Id("ok").Op("=").Id(typesVariable).Dot("As").Call(id, gofile.Int(i+1), gofile.Compact.Dot("Sum").Call(jen.Id("x")), jen.Op("&").Id("v")),
			jen.Return(jen.Id("v"), jen.Id("ok"))))
	}
	f.Line()
}
