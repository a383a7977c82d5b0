package compact

import (
	"strconv"
	"strings"

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
	id, x, pointer := strconv.Itoa(e.types.decl(d)), "func (x "+d.Name+") ", "func (x *"+d.Name+") "
	if d == e.model.Decls[0] {
		f.Comment("MarshalJSON encodes x and does not validate. UnmarshalJSON reads x with the checks")
		f.Comment("of its schema. Validate checks a value that was built in Go: the violations are")
		f.Comment("those of its encoding, without line and column; for a nil pointer the error is")
		f.Comment("validate.ErrNil. Clone returns a copy of x that shares nothing with it that can be")
		f.Comment("changed.")
	}
	lines := []gofile.Line{
		gofile.Returning(x+"MarshalJSON() ([]byte, error)", call("Marshal", id, "&x")),
		gofile.Returning(pointer+"UnmarshalJSON(b []byte) error", call("Unmarshal", id, "b", "x")),
		gofile.Returning(pointer+"Validate() error", call("Validate", id, "x")),
	}
	if e.flat.HasClone(d) {
		lines = append(lines, gofile.Line{Head: pointer + d.CloneName() + "() (y *" + d.Name + ")", Body: []string{call("Clone", id, "x", "&y"), "return y"}})
	}
	if d.Shared || e.model.Measured {
		lines = append(lines, gofile.Line{
			Head: pointer + gofile.Encode(d) + "(e *" + f.In(gofile.JSONScan, "Encoder") + ")",
			Body: []string{call("Encode", id, "x", "e")},
		})
	}
	if d.Shared {
		scanner := "(s *" + f.In(gofile.JSONScan, "Scanner") + ") bool"
		lines = append(lines,
			gofile.Returning(pointer+"DecodeJSONFrom"+scanner, call("DecodeFrom", id, "x", "s")),
			gofile.Returning("func (*"+d.Name+") ValidJSONFrom"+scanner, call("ValidFrom", id, "s")))
		if d.Definition != nil {
			lines = append(lines, gofile.Returning(
				"func (*"+d.Name+") SchemaNode() (*"+f.In(gofile.Validate, "Program")+", int)", "&"+table.Variable+", "+strconv.Itoa(*d.Definition)))
		}
	}
	f.Lines(lines...)
	switch {
	case d.Kind == model.Union:
		e.accessors(f, id, d)
	case d.Kind == model.Enum && len(d.Enum) > 0:
		e.enum(f, id, d)
	}
}

// call is a call of what the runtime was given.
func call(name string, args ...string) string {
	return typesVariable + "." + name + "(" + strings.Join(args, ", ") + ")"
}

// enum prints Values and Valid, which find the values in the text.
func (e *emitter) enum(f *gofile.File, id string, d *model.Decl) {
	f.Once("Values returns all values in the order of the schema; Valid reports whether x is one of them.")
	isValue := call("IsNumber", id, "x")
	if d.Underlying.Kind == model.String {
		isValue = call("IsText", id, "string(x)")
	}
	f.Lines(
		gofile.Line{Head: "func (" + d.Name + ") Values() (list []" + d.Name + ")", Body: []string{call("Values", id, "&list"), "return list"}},
		gofile.Returning("func (x "+d.Name+") Valid() bool", isValue))
}

// accessors prints the AsX methods of a union.
func (e *emitter) accessors(f *gofile.File, id string, d *model.Decl) {
	var lines []gofile.Line
	as, sum := "As", "Sum(x)"
	if d.HoldsText() {
		as, sum = "TextAs", "TextSum(x)"
	}
	for i, v := range d.Variants {
		if v.Type == nil {
			continue
		}
		result := f.TypeText(v.Type)
		if v.Type.IsComposite() {
			result = "*" + result
		}
		lines = append(lines, gofile.Line{
			Head: "func (x " + d.Name + ") As" + v.Name + "() (v " + result + ", ok bool)",
			Body: []string{"ok = " + call(as, id, strconv.Itoa(i+1), f.In(gofile.Compact, sum), "&v"), "return v, ok"},
		})
	}
	if len(lines) > 0 {
		f.Once("The methods As… return the value as one variant, decoded anew when x holds another one; ok tells " +
			"whether it is valid as such.")
	}
	f.Lines(lines...)
}
