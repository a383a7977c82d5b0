package compact

import (
	"fmt"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/dave/jennifer/jen"
)

// types numbers the Go types of a package: first its declarations, in their
// order, then the types of their parts.
type types struct {
	pkg    *model.Package
	list   []*model.Type
	number map[string]int // by what identifies a type
	// coded are the numbers of the types that have a codec, in order: all but the
	// pointers and lists that no other holds.
	coded []int
	codec map[int]int // their places among the coded
}

func newTypes(m *model.Package) *types {
	ts := &types{pkg: m, number: map[string]int{}, codec: map[int]int{}}
	for _, d := range m.Decls {
		ts.of(model.NamedType(d))
	}
	for i := 0; i < len(ts.list); i++ { // it grows meanwhile
		eachPart(ts.list[i], func(t *model.Type) { ts.of(t) }, ts.isOwn)
	}
	held := map[int]bool{}
	for _, t := range ts.list {
		if isReference(t) {
			held[ts.of(t.Elem)] = true
		}
	}
	for i, t := range ts.list {
		if !isReference(t) || held[i] {
			ts.codec[i] = len(ts.coded)
			ts.coded = append(ts.coded, i)
		}
	}
	return ts
}

// isReference reports whether the codec of what a type holds serves it as well.
func isReference(t *model.Type) bool { return t.Kind == model.Pointer || t.Kind == model.Slice }

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

// codecs prints the codec of each type that has one.
func (ts *types) codecs() []jen.Code {
	out := make([]jen.Code, len(ts.coded))
	for k, i := range ts.coded {
		out[k] = ts.print(ts.list[i])
	}
	return out
}

func (ts *types) print(t *model.Type) jen.Code {
	of := func(name string, args ...*model.Type) *jen.Statement {
		s := gofile.Compact.Dot(name)
		if len(args) > 0 {
			list := make([]jen.Code, len(args))
			for i, a := range args {
				list[i] = gofile.Type(a)
			}
			s = s.Types(list...)
		}
		return s
	}
	switch t.Kind {
	case model.Named:
		return ts.named(t)
	case model.Slice, model.Pointer:
		return of("Type", t).Values()
	case model.Nullable:
		if t.IsNeverNull() {
			return of("Optional", t.Elem).Values()
		}
		return of("Nullable", t.Elem).Values()
	case model.Custom:
		isNil := jen.Code(jen.Nil())
		if t.Custom.Nilable {
			isNil = jen.Func().Params(jen.Id("x").Op("*").Add(gofile.Type(t))).Bool().Add(gofile.OnLine(jen.Return(jen.Op("*").Id("x").Op("==").Nil())))
		}
		return of("Custom", t).Call(isNil)
	case model.Map:
		if t.Elem.Kind == model.Value && t.Key.Kind == model.String {
			return of("Values").Values()
		}
		return of("Map", t.Key, t.Elem).Values()
	}
	return scalar(t, t)
}

// scalar prints the codec of a type whose values are written like those of a
// scalar type.
func scalar(t, like *model.Type) jen.Code {
	if text := like.Kind.Text(); text != nil {
		return gofile.Compact.Dot(text.Name).Values()
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
		return gofile.Compact.Dot("Value").Values()
	case model.Number:
		return gofile.Compact.Dot("Number").Values()
	}
	return gofile.Compact.Dot(name).Types(gofile.Type(t)).Values()
}

// named prints the codec of a named type.
func (ts *types) named(t *model.Type) jen.Code {
	d := t.Decl
	if !ts.isOwn(d) {
		return gofile.Compact.Dot("Imported").Types(gofile.Type(t), jen.Op("*").Add(gofile.Type(t))).Values()
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
		return accessor("Struct", d, parts)
	case model.Tuple:
		parts := []string{"short"}
		for _, fd := range d.Fields {
			parts = append(parts, fd.Name)
		}
		if d.Rest != nil {
			parts = append(parts, d.Rest.Name)
		}
		return accessor("Tuple", d, parts)
	case model.Union:
		return gofile.Compact.Dot("Union").Types(jen.Id(d.Name)).Values()
	case model.NullableRoot:
		return defined(d, d.Fields[0].Type, jen.Return(jen.Id("&x."+d.Fields[0].Name)))
	}
	if isScalar(d) {
		return scalar(t, d.Underlying)
	}
	return defined(d, d.Underlying, jen.Return(jen.Parens(jen.Op("*").Add(gofile.Type(d.Underlying))).Parens(jen.Id("x"))))
}

func defined(d *model.Decl, by *model.Type, body jen.Code) jen.Code {
	return gofile.Compact.Dot("Defined").Types(jen.Id(d.Name), gofile.Type(by)).Call(
		jen.Func().Params(gofile.Pointer("x", d.Name)).Op("*").Add(gofile.Type(by)).Add(gofile.OnLine(body)))
}

// accessor prints a function that appends pointers to the parts of a struct.
func accessor(codec string, d *model.Decl, parts []string) jen.Code {
	const width = 80 // about the columns of a line of parts
	list := jen.Id("p")
	column := 0
	for _, name := range parts {
		list.Op(",")
		if column += len(name) + len(", &x."); column > width {
			list.Line()
			column = len(name)
		}
		list.Id("&x." + name)
	}
	body := jen.Return(jen.Append(list))
	if len(parts) == 0 {
		body = jen.Return(jen.Id("p"))
	}
	return gofile.Compact.Dot(codec).Types(jen.Id(d.Name)).Call(
		jen.Func().Params(gofile.Pointer("x", d.Name), jen.Id("p []any")).Index().Any().Add(gofile.OnLine(body)))
}
