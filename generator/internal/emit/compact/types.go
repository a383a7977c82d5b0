package compact

import (
	"fmt"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// types numbers the Go types of a package: first its declarations, in their
// order, then the types of their parts.
type types struct {
	pkg    *model.Package
	list   []*model.Type
	number map[string]int // by what identifies a type
}

func newTypes(m *model.Package) *types {
	ts := &types{pkg: m, number: map[string]int{}}
	for _, d := range m.Decls {
		ts.of(model.NamedType(d))
	}
	for i := 0; i < len(ts.list); i++ { // it grows meanwhile
		eachPart(ts.list[i], func(t *model.Type) { ts.of(t) }, ts.isOwn)
	}
	return ts
}

// of is the number of a type.
func (ts *types) of(t *model.Type) int {
	key := identity(t)
	i, ok := ts.number[key]
	if !ok {
		i = len(ts.list)
		ts.number[key] = i
		ts.list = append(ts.list, t)
	}
	return i
}

func (ts *types) decl(d *model.Decl) int { return ts.of(model.NamedType(d)) }

// isOwn reports whether the package itself declares a type.
func (ts *types) isOwn(d *model.Decl) bool { return d.Package == ts.pkg.ImportPath }

// identity is the same for types that are one.
func identity(t *model.Type) string {
	switch {
	case t == nil:
		return ""
	case t.Kind == model.Named:
		return t.Decl.Package + "." + t.Decl.Name
	}
	custom := ""
	if t.Kind == model.Custom {
		custom = fmt.Sprint(t.Custom, t.Custom.Nilable, t.Custom.HoldsNull)
	}
	return fmt.Sprint(t.Kind, t.Go, custom, "[", identity(t.Key), "]", identity(t.Elem))
}

// eachPart calls f for the types that a type is made of.
func eachPart(t *model.Type, f func(*model.Type), isOwn func(*model.Decl) bool) {
	switch {
	case t.Kind != model.Named:
		if t.Elem != nil {
			f(t.Elem)
		}
		return
	case !isOwn(t.Decl):
		return
	}
	d := t.Decl
	for _, fd := range d.Fields {
		f(fd.Type)
	}
	for _, x := range d.Maps() {
		f(x.Type())
	}
	if d.Rest != nil {
		f(restList(d.Rest))
	}
	for _, v := range d.Variants {
		if v.Type != nil {
			f(v.Type)
		}
	}
	if d.Underlying != nil && !isScalar(d) {
		f(d.Underlying)
	}
}

func restList(r *model.Rest) *model.Type { return &model.Type{Kind: model.Slice, Elem: r.Elem} }

// isScalar reports whether the codec of a type's underlying type serves a defined
// type as well.
func isScalar(d *model.Decl) bool {
	switch d.Underlying.Kind {
	case model.Bool, model.Int, model.Float, model.String:
		return true
	}
	return false
}

// codecs prints the codec of each type.
func (ts *types) codecs() []jen.Code {
	out := make([]jen.Code, len(ts.list))
	for i, t := range ts.list {
		out[i] = ts.print(t)
	}
	return out
}

func (ts *types) print(t *model.Type) jen.Code {
	switch t.Kind {
	case model.Named:
		return ts.named(t)
	case model.Pointer:
		return does("Pointer", t.Elem)
	case model.Slice:
		return does("List", t.Elem)
	case model.Nullable:
		if t.IsNeverNull() {
			return does("Optional", t.Elem)
		}
		return does("Nullable", t.Elem)
	case model.Custom:
		if t.Custom.Nilable {
			return jen.Values(do("Custom", t), gofile.Keyed("IsNil", jen.Func().Params(jen.Id("x").Any()).Bool().Add(gofile.OnLine(
				jen.Return(jen.Op("*").Id("x").Assert(jen.Op("*").Add(gofile.Type(t))).Op("==").Nil())))))
		}
		return does("Custom", t)
	case model.Map:
		if t.Elem.Kind == model.Value && t.Key.Kind == model.String {
			return does("Values")
		}
		return does("Map", t.Key, t.Elem)
	}
	return scalar(t, t)
}

// does prints a codec that is a function of the runtime, for types.
func does(function string, of ...*model.Type) jen.Code { return jen.Values(do(function, of...)) }

func do(function string, of ...*model.Type) jen.Code {
	s := gofile.Compact.Dot(function)
	if len(of) > 0 {
		list := make([]jen.Code, len(of))
		for i, t := range of {
			list[i] = gofile.Type(t)
		}
		s = s.Types(list...)
	}
	return gofile.Keyed("Do", s)
}

// scalar prints the codec of a type whose values are written like those of a
// scalar type.
func scalar(t, like *model.Type) jen.Code {
	if text := like.Kind.Text(); text != nil {
		return does(text.Name)
	}
	name := ""
	switch like.Kind {
	case model.Bool:
		name = "Bool"
	case model.Int:
		if name = "Int"; like.Go[0] == 'u' {
			name = "Uint"
		}
	case model.Float:
		name = "Float"
	case model.String:
		name = "Text"
	case model.Value:
		return does("Value")
	case model.Number:
		return does("Number")
	}
	return does(name, t)
}

// named prints the codec of a named type.
func (ts *types) named(t *model.Type) jen.Code {
	d := t.Decl
	if !ts.isOwn(d) {
		return jen.Values(gofile.Keyed("Do", gofile.Compact.Dot("Imported").Types(gofile.Type(t), jen.Op("*").Add(gofile.Type(t)))))
	}
	switch d.Kind {
	case model.Struct:
		var parts []string
		for _, fd := range d.Fields {
			parts = append(parts, fd.Name)
		}
		for _, x := range d.Maps() {
			parts = append(parts, x.Name)
		}
		if d.KeepsOthers {
			parts = append(parts, model.NonObject)
		}
		return made(d, parts)
	case model.Tuple:
		parts := []string{"short"}
		for _, fd := range d.Fields {
			parts = append(parts, fd.Name)
		}
		if d.Rest != nil {
			parts = append(parts, d.Rest.Name)
		}
		return made(d, parts)
	case model.Union:
		return does("Union", t)
	case model.NullableRoot:
		return made(d, []string{d.Fields[0].Name})
	}
	if isScalar(d) {
		return scalar(t, d.Underlying)
	}
	return composed(d, gofile.Select("c", "Take").Call(
		jen.Parens(jen.Op("*").Add(gofile.Type(d.Underlying))).Parens(jen.Id("x").Assert(pointerTo(d)))))
}

// composed prints the codec of a type that has parts, with the body of Parts.
func composed(d *model.Decl, body jen.Code) jen.Code {
	return jen.Values(
		gofile.Keyed("New", jen.Func().Params().Any().Add(gofile.OnLine(jen.Return(jen.New(jen.Id(d.Name)))))),
		gofile.Keyed("Parts", jen.Func().Params(jen.Id("c").Op("*").Add(gofile.Compact.Dot("Call")), jen.Id("x").Any()).Add(gofile.OnLine(body))))
}

func pointerTo(d *model.Decl) jen.Code { return jen.Op("*").Id(d.Name) }

// made prints the codec of a type whose parts are fields.
func made(d *model.Decl, parts []string) jen.Code {
	const width = 80 // about the columns of a line of parts
	if len(parts) == 0 {
		return composed(d, jen.Null())
	}
	list := jen.Null()
	column := 0
	for i, name := range parts {
		if i > 0 {
			list.Op(",")
		}
		if column += len(name) + len(", &v."); column > width {
			list.Line()
			column = len(name)
		}
		list.Op("&").Add(gofile.Select("v", name))
	}
	return composed(d, jen.Id("v").Op(":=").Id("x").Assert(pointerTo(d)).Op(";").Add(gofile.Select("c", "Take")).Call(list))
}
