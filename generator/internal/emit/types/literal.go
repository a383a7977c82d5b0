package types

import (
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/components"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

// literal prints a JSON value as a Go expression of type t, which holds it.
func (f *file) literal(t *model.Type, v *document.Node) jen.Code {
	if text := t.Kind.Text(); text != nil {
		return gofile.OfText(text, text.Make).Call(gofile.Quote(v.Text))
	}
	switch t.Kind {
	case model.Bool:
		return jen.Lit(v.Bool)
	case model.Int:
		return integer(v)
	case model.Float:
		return float(v)
	case model.String:
		return gofile.Quote(v.Text)
	case model.Number:
		return gofile.JSONValue.Dot("TrustedNumber").Call(gofile.Quote(v.Text))
	case model.Value:
		return gofile.JSONValue.Dot("Trusted").Call(gofile.Quote(v.String()))
	case model.Custom:
		return gofile.JSONScan.Dot("CustomOf").Types(gofile.Type(t)).Call(gofile.Quote(v.String()))
	case model.Slice:
		return gofile.Type(t).Values(f.items(t.Elem, v)...)
	case model.Map:
		return gofile.Type(t).Values(f.keyed(t.Elem, v.Members)...)
	case model.Pointer:
		if v.Kind == document.Null {
			return jen.Nil()
		}
		return f.pointerTo(t.Elem, v)
	case model.Nullable:
		if v.Kind == document.Null {
			return gofile.Optional.Dot("Null").Types(gofile.Type(t.Elem)).Call()
		}
		return gofile.Present(t).Call(f.typed(t.Elem, v))
	case model.Named:
		return f.namedLiteral(t.Decl, v)
	}
	return jen.Nil()
}

// pointerTo prints a pointer to a fresh value.
func (f *file) pointerTo(t *model.Type, v *document.Node) jen.Code {
	if t.Kind == model.Named && t.Decl.Kind == model.Struct && !holdsUnion(t.Decl) {
		return jen.Op("&").Add(f.literal(t, v))
	}
	return jen.New(f.typed(t, v))
}

// typed prints a literal whose type is t even where it stands alone: an
// untyped constant is converted.
func (f *file) typed(t *model.Type, v *document.Node) jen.Code {
	switch t.Kind {
	case model.Int, model.Float:
		return gofile.Type(t).Parens(f.literal(t, v))
	}
	return f.literal(t, v)
}

func (f *file) namedLiteral(d *model.Decl, v *document.Node) jen.Code {
	switch d.Kind {
	case model.Enum:
		for _, value := range d.Enum {
			if value.Text == v.Text || d.Underlying.Kind != model.String && document.EqualNumbers(value.JSON, v.Text) {
				return gofile.In(d, value.Name)
			}
		}
		return gofile.In(d, d.Name).Parens(f.literal(d.Underlying, v))
	case model.Defined:
		switch d.Underlying.Kind {
		case model.Slice:
			return gofile.In(d, d.Name).Values(f.items(d.Underlying.Elem, v)...)
		case model.Map:
			return gofile.In(d, d.Name).Values(f.keyed(d.Underlying.Elem, v.Members)...)
		}
		return gofile.In(d, d.Name).Parens(f.literal(d.Underlying, v))
	case model.Struct:
		if !holdsUnion(d) {
			return gofile.In(d, d.Name).Values(f.members(d, v)...)
		}
	}
	f.decodesDefaults = true
	return jen.Id("defaultOf").Types(gofile.In(d, d.Name)).Call(gofile.Quote(v.String()))
}

// holdsUnion reports whether a literal of d would need the variant of a union
// or the length of a tuple: such values are decoded from their text.
func holdsUnion(d *model.Decl) bool {
	for held := range components.Reached((*model.Decl).Held, d.Held()...) {
		switch held.Kind {
		case model.Union, model.Tuple, model.NullableRoot:
			return true
		}
	}
	return false
}

func (f *file) items(elem *model.Type, v *document.Node) []jen.Code {
	return lists.Of(v.Items, func(item *document.Node) jen.Code { return f.literal(elem, item) })
}

// keyed prints the entries of a map for members.
func (f *file) keyed(elem *model.Type, members []document.Member) []jen.Code {
	return lists.Of(members, func(m document.Member) jen.Code { return gofile.Quote(m.Name).Op(":").Add(f.literal(elem, m.Value)) })
}

func (f *file) members(d *model.Decl, v *document.Node) []jen.Code {
	var out []jen.Code
	if v.Kind != document.Object {
		return []jen.Code{jen.Id(model.NonObject).Op(":").Add(f.literal(model.ValueType(), v))}
	}
	declared := map[string]bool{}
	for _, fd := range d.Fields {
		declared[fd.JSON] = true
		if value := v.Get(fd.JSON); value != nil {
			out = append(out, jen.Id(fd.Name).Op(":").Add(f.literal(fd.Type, value)))
		}
	}
	for _, x := range d.Maps() {
		held := lists.Where(v.Members, func(m document.Member) bool { return !declared[m.Name] && d.MapOf(m.Name) == x })
		if len(held) > 0 {
			out = append(out, jen.Id(x.Name).Op(":").Map(jen.String()).Add(gofile.Type(x.Elem)).Values(f.keyed(x.Elem, held)...))
		}
	}
	return out
}

func integer(v *document.Node) jen.Code {
	n := jsonvalue.TrustedNumber(v.Text)
	if i, ok := n.Int64(); ok {
		return jen.Op(strconv.FormatInt(i, 10))
	}
	u, _ := n.Uint64()
	return jen.Op(strconv.FormatUint(u, 10))
}

func float(v *document.Node) jen.Code {
	x, _ := jsonvalue.TrustedNumber(v.Text).Float64()
	return jen.Op(strconv.FormatFloat(x, 'g', -1, 64))
}

// decodeDefault prints the helper that decodes a default with a union in it.
func (f *file) decodeDefault() {
	f.Comment("defaultOf decodes a default of the schema, which was checked against it when")
	f.Comment("this code was generated.")
	f.Func().Id("defaultOf").Types(jen.Id("T").Any(), jen.Id("P").Interface(
		jen.Op("*").Id("T"),
		jen.Id("UnmarshalJSON").Params(jen.Index().Byte()).Error(),
	)).Params(jen.Id("text").String()).Id("T").Block(
		jen.Var().Id("x").Id("T"),
		jen.Id("_").Op("=").Id("P").Parens(jen.Op("&").Id("x")).Dot("UnmarshalJSON").Call(jen.Index().Byte().Parens(jen.Id("text"))),
		jen.Return(jen.Id("x")))
}
