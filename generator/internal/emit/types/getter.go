package types

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/dave/jennifer/jen"
)

// getters prints GetF for every optional member: nil-safe, the value, else the
// schema's default, else the zero value. Members that are objects, tuples or
// sums come as pointers, so that getters chain.
func (f *file) getters(d *model.Decl) {
	for _, fd := range d.Fields {
		if fd.Getter != "" {
			f.getter(d, fd)
		}
	}
}

func (f *file) getter(d *model.Decl, fd *model.Field) {
	x := jen.Id("x")
	member := func() *jen.Statement { return gofile.Select("x", fd.Name) }
	elem := fd.Type
	if elem.Kind == model.Pointer || elem.Kind == model.Nullable {
		elem = elem.Elem
	}
	chained := isComposite(elem)
	result := gofile.Type(elem)
	if chained {
		result = jen.Op("*").Add(result)
	}
	f.Add(gofile.Comment(getterComment(fd)))
	fn := f.Func().Params(gofile.Pointer("x", d.Name)).Id(fd.Getter).Params().Add(result)
	absent := f.absentValue(elem, fd, chained)
	switch {
	case fd.Presence == model.OptionalNullable:
		f.nullableGetter(fn, fd, elem, chained, absent)
	case fd.Type.Kind == model.Pointer && chained:
		if fd.Default == nil {
			fn.Block(
				jen.If(jen.Id("x").Op("==").Nil()).Block(jen.Return(jen.Nil())),
				jen.Return(member()))
		} else {
			fn.Block(
				jen.If(x.Clone().Op("==").Nil().Op("||").Add(member()).Op("==").Nil()).Block(jen.Return(absent)),
				jen.Return(member()))
		}
	case fd.Type.Kind == model.Pointer:
		fn.Block(
			jen.If(x.Clone().Op("==").Nil().Op("||").Add(member()).Op("==").Nil()).Block(jen.Return(absent)),
			jen.Return(jen.Op("*").Add(member())))
	case fd.Default == nil:
		fn.Block(
			jen.If(x.Clone().Op("==").Nil()).Block(jen.Return(absent)),
			jen.Return(member()))
	case isValue(fd.Type):
		fn.Block(
			jen.If(x.Clone().Op("==").Nil().Op("||").Add(isZeroValue(fd.Type, member()))).Block(jen.Return(absent)),
			jen.Return(member()))
	default:
		fn.Block(
			jen.If(x.Clone().Op("==").Nil().Op("||").Add(member()).Op("==").Nil()).Block(jen.Return(absent)),
			jen.Return(member()))
	}
	f.Line()
}

// nullableGetter prints the getter of a member that may be null: null gives
// the zero value, absence the default.
func (f *file) nullableGetter(fn *jen.Statement, fd *model.Field, elem *model.Type, chained bool, absent jen.Code) {
	member := func() *jen.Statement { return gofile.Select("x", fd.Name) }
	inner := fd.Type.Elem
	var body []jen.Code
	if fd.Default != nil {
		body = append(body, jen.If(jen.Id("x").Op("==").Nil().Op("||").Add(member()).Dot("IsAbsent").Call()).Block(jen.Return(absent)))
	} else {
		body = append(body, jen.If(jen.Id("x").Op("==").Nil()).Block(jen.Return(zero(elem, chained))))
	}
	switch {
	case inner.Kind == model.Pointer: // recursion: the pointer is the value already
		body = append(body,
			jen.List(jen.Id("v"), jen.Id("_")).Op(":=").Add(member()).Dot("Get").Call(),
			jen.Return(jen.Id("v")))
	case chained:
		body = append(body,
			jen.If(jen.Op("!").Add(member()).Dot("IsValue").Call()).Block(jen.Return(jen.Nil())),
			jen.Return(member().Dot("Ptr").Call()))
	default:
		body = append(body,
			jen.List(jen.Id("v"), jen.Id("_")).Op(":=").Add(member()).Dot("Get").Call(),
			jen.Return(jen.Id("v")))
	}
	fn.Block(body...)
}

// absentValue is what a getter returns when the member is absent.
func (f *file) absentValue(t *model.Type, fd *model.Field, chained bool) jen.Code {
	if fd.Default == nil {
		return zero(t, chained)
	}
	if chained {
		return f.pointerTo(t, fd.Default)
	}
	return f.literal(t, fd.Default)
}

// zero prints the zero value of a getter's result.
func zero(t *model.Type, chained bool) jen.Code {
	if chained {
		return jen.Nil()
	}
	switch t.Kind {
	case model.Bool:
		return jen.False()
	case model.Int, model.Float:
		return jen.Lit(0)
	case model.String:
		return jen.Lit("")
	case model.Slice, model.Map, model.Pointer:
		return jen.Nil()
	case model.Custom:
		return jen.Op("*").New(gofile.Type(t)) // of whatever kind the type is
	case model.Named:
		switch {
		case t.Decl.Underlying != nil && (t.Decl.Kind == model.Enum || t.Decl.Kind == model.Defined):
			if isValue(t) || isStructKind(t.Decl.Underlying.Kind) {
				return gofile.Type(t).Values()
			}
			return zero(t.Decl.Underlying, false)
		}
	}
	return gofile.Type(t).Values()
}

func isStructKind(k model.TypeKind) bool {
	switch k {
	case model.Value, model.DateTime, model.Date, model.Time, model.Base64, model.Number, model.Nullable:
		return true
	}
	return false
}

// isComposite reports whether a getter returns a pointer to t.
func isComposite(t *model.Type) bool {
	return t.Kind == model.Named && (t.Decl.Kind == model.Struct || t.Decl.Kind == model.Tuple || t.Decl.Kind == model.Union || t.Decl.Kind == model.NullableRoot)
}

// isValue reports whether t is jsonvalue.Value or defined by it.
func isValue(t *model.Type) bool {
	return t.Kind == model.Value || t.Kind == model.Named && t.Decl.Kind == model.Defined && t.Decl.Underlying.Kind == model.Value
}

// isZeroValue prints the test for an absent jsonvalue.Value.
func isZeroValue(t *model.Type, expr *jen.Statement) *jen.Statement {
	if t.Kind == model.Named {
		expr = gofile.JSONValue.Dot("Value").Parens(expr)
	}
	return expr.Dot("IsZero").Call()
}

func getterComment(fd *model.Field) string {
	text := fd.Getter + " returns " + fd.Name + ", or "
	switch {
	case fd.Default == nil:
		text += "the zero value when it is absent."
	case fd.Default.Kind <= 3 && len(fd.Default.Text) < 60:
		text += "the schema's default " + fd.Default.String() + " when it is absent."
	default:
		text += "a copy of the schema's default when it is absent."
	}
	if fd.Presence == model.OptionalNullable {
		text += " Null gives the zero value."
	}
	return text
}
