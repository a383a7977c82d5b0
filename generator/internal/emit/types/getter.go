package types

import (
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// getters prints GetF for every optional member: nil-safe, the value, else the
// schema's default, else the zero value. Members that are objects, tuples or
// sums come as pointers, so that getters chain. Most are a line, whose comment
// stands once, in that of the package.
func (f *file) getters(d *model.Decl) {
	if !hasGetters(d) {
		return
	}
	var lines []gofile.Line
	for _, fd := range d.Fields {
		if fd.Getter == "" {
			continue
		}
		elem := fd.Type
		if elem.Kind == model.Pointer || elem.Kind == model.Nullable {
			elem = elem.Elem
		}
		chained := isComposite(elem)
		if value := f.member(fd, chained); value != "" {
			result := f.TypeText(elem)
			if chained {
				result = "*" + result
			}
			lines = append(lines, gofile.Returning("func (x *"+d.Name+") "+fd.Getter+"() "+result, value))
			continue
		}
		f.Lines(lines...)
		lines = nil
		f.getter(d, fd, elem, chained)
	}
	f.Lines(lines...)
}

// getter prints one that makes a default.
func (f *file) getter(d *model.Decl, fd *model.Field, elem *model.Type, chained bool) {
	result := gofile.Type(elem)
	if chained {
		result = jen.Op("*").Add(result)
	}
	f.Func().Params(gofile.Pointer("x", d.Name)).Id(fd.Getter).Params().Add(result).Block(f.defaulted(fd, elem, chained)...)
	f.Line()
}

// member is the value of a getter as one expression; "" where it would make
// a default that may not be asked for.
func (f *file) member(fd *model.Field, chained bool) string {
	// Both import what they name, and are called only where the getter is.
	by := func(function, arg string) string { return f.In(f.getting(), function+"("+arg+")") }
	member := func() string { return by("Of", "x") + "." + fd.Name }
	absent := madeDefault(fd)
	literal := func(t *model.Type) string { return f.Text(jen.Add(f.literal(t, absent))) }
	t, nullable := fd.Type, fd.Presence == model.OptionalNullable
	switch {
	case t.IsNeverNull() && absent == nil:
		return by("Optional", member())
	case t.IsNeverNull() && isConstant(t.Elem):
		return member() + ".Or(" + literal(t.Elem) + ")"
	case absent != nil && t.Kind == model.Pointer && !chained && isConstant(t.Elem):
		return by("Or", member()+", "+literal(t.Elem))
	case absent != nil && nullable && !t.IsNeverNull() && isConstant(t.Elem):
		return by("NullableOr", member()+", "+literal(t.Elem))
	case absent != nil && !nullable && isEmpty(absent):
		if function := f.emptied(t, absent.Kind); function != "" {
			return by(function, member())
		}
		return ""
	case absent != nil:
		return ""
	case !nullable && t.Kind == model.Pointer && !chained:
		return by("Value", member())
	case !nullable:
		return member()
	case chained && t.Elem.Kind != model.Pointer: // a pointer, for recursion, is the value already
		return by("Ptr", "&"+member())
	}
	return by("Nullable", member())
}

// madeDefault is the default that a getter makes; nil for none, and for null where the
// getter has no value for it: it gives then what it gives without a default.
func madeDefault(fd *model.Field) *document.Node {
	if fd.Default != nil && fd.Default.Kind == document.Null && fd.Type.Kind == model.Nullable {
		return nil
	}
	return fd.Default
}

// getting is the package of the runtime whose functions getters call.
func (f *file) getting() gofile.Import {
	if f.pkg.Codec == model.Compact {
		return gofile.Get
	}
	return gofile.Field
}

// emptied is the function that gives a value of a type, or where it is nil an empty one
// of a kind; "" where that takes more than a call.
func (f *file) emptied(t *model.Type, kind document.Kind) string {
	isArray := kind == document.Array
	switch k := t.Resolved().Kind; {
	case k == model.Slice && isArray:
		return "List"
	case k == model.Map && !isArray:
		return "Map"
	case t.Kind == model.Pointer && t.Elem.Kind == model.Named && t.Elem.Decl.Kind == model.Struct && !isArray:
		if f.pkg.Codec == model.Compact {
			return "New"
		}
		return "Of"
	}
	return ""
}

// isEmpty reports whether a default is an array without items or an object without
// members.
func isEmpty(v *document.Node) bool {
	return v.Kind == document.Array && len(v.Items) == 0 || v.Kind == document.Object && len(v.Members) == 0
}

// isConstant reports whether a literal of a type costs nothing.
func isConstant(t *model.Type) bool {
	t = t.Resolved()
	return t.Kind != model.Slice && t.Kind != model.Map && t.Kind != model.Named && t.Kind != model.Pointer && t.Kind != model.Custom
}

// defaulted prints the body of a getter that makes a default.
func (f *file) defaulted(fd *model.Field, elem *model.Type, chained bool) []jen.Code {
	member := func() *jen.Statement { return gofile.Select("x", fd.Name) }
	isNil := func() *jen.Statement { return jen.Id("x").Op("==").Nil().Op("||") }
	absent, value := f.literal(elem, fd.Default), member()
	if chained {
		absent = f.pointerTo(elem, fd.Default)
	}
	test := isNil().Add(member()).Op("==").Nil()
	switch {
	case fd.Presence == model.OptionalNullable:
		test = isNil().Add(member()).Dot("IsAbsent").Call()
		switch {
		case fd.Type.IsNeverNull():
			value = f.getting().Dot("Optional").Call(member())
		case fd.Type.Elem.Kind == model.Pointer, !chained:
			value = f.getting().Dot("Nullable").Call(member())
		default:
			value = f.getting().Dot("Ptr").Call(jen.Op("&").Add(member()))
		}
	case fd.Type.Kind == model.Pointer && !chained:
		value = jen.Op("*").Add(member())
	case fd.Type.Resolved().Kind == model.Value:
		test = isNil().Add(gofile.IsZeroValue(fd.Type, member()))
	}
	return []jen.Code{jen.If(test).Block(jen.Return(absent)), jen.Return(value)}
}

// isComposite reports whether a getter returns a pointer to t.
func isComposite(t *model.Type) bool {
	return t.IsComposite() || t.Kind == model.Named && t.Decl.Kind == model.NullableRoot
}
