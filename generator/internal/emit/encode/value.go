package encode

import (
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// hasEncode reports whether values of t are written by their encode method.
func hasEncode(t *model.Type) bool {
	return t.Kind == model.Named && (t.Decl.Kind != model.Enum && (t.Decl.Kind != model.Defined || isContainer(t.Decl.Underlying) || t.Decl.Underlying.Kind == model.Custom))
}

func isContainer(t *model.Type) bool { return t.Kind == model.Slice || t.Kind == model.Map }

// call prints a call of a method of the encoder.
func call(g *jen.Group, method string, args ...jen.Code) {
	g.Add(gofile.Select("e", method)).Call(args...)
}

// value prints the encoding of an expression of type t, which is addressable
// or a pointer where t has an encode method. Depth keeps loop variables apart.
func value(g *jen.Group, x jen.Code, t *model.Type, depth int) {
	e := func(method string, args ...jen.Code) { call(g, method, args...) }
	if t.Kind.Text() != nil {
		e("String", jen.Add(x).Dot("String").Call())
		return
	}
	switch t.Kind {
	case model.Bool:
		e("Bool", x)
	case model.Int:
		switch t.Go {
		case "int64":
			e("Int", x)
		case "uint64":
			e("Uint", x)
		default:
			e("Int", jen.Int64().Parens(x))
		}
	case model.Float:
		e("Float", x)
	case model.String:
		e("String", x)
	case model.Value, model.Number:
		g.Add(x).Dot("Append").Call(jen.Id("e"))
	case model.Custom:
		e("Custom", address(x))
	case model.Slice:
		slice(g, x, t.Elem, depth)
	case model.Map:
		if isAnyMap(t) {
			g.Add(gofile.JSONValue.Dot("AppendObject").Call(jen.Id("e"), x))
			return
		}
		e("BeginObject")
		others(g, x, t, jen.Nil(), depth)
		e("EndObject")
	case model.Pointer:
		g.If(jen.Add(x).Op("==").Nil()).Block(gofile.Select("e", "Null").Call()).Else().BlockFunc(func(g *jen.Group) {
			value(g, pointee(x, t.Elem), t.Elem, depth)
		})
	case model.Named:
		if hasEncode(t) {
			g.Add(x).Dot(gofile.Encode(t.Decl)).Call(jen.Id("e"))
			return
		}
		value(g, converted(t.Decl, x), t.Decl.Underlying, depth)
	}
}

// slice prints the encoding of a slice.
func slice(g *jen.Group, x jen.Code, elem *model.Type, depth int) {
	switch {
	case elem.Kind == model.String:
		call(g, "Strings", x)
	case hasEncode(elem):
		g.Add(gofile.JSONScan.Dot("EncodeList").Call(jen.Id("e"), x, encodeOf(elem)))
	default:
		i := "i"
		if depth > 0 {
			i += strconv.Itoa(depth + 1)
		}
		call(g, "BeginArray")
		elements(g, i, x, elem, depth+1)
		call(g, "EndArray")
	}
}

// encodeOf is the encode method of a type as a function.
func encodeOf(t *model.Type) jen.Code {
	return jen.Parens(jen.Op("*").Add(gofile.Type(t))).Dot(gofile.Encode(t.Decl))
}

// elements prints the loop over the elements of a slice, whose index is i.
func elements(g *jen.Group, i string, x jen.Code, elem *model.Type, depth int) {
	g.For(jen.Id(i).Op(":=").Range().Add(x)).BlockFunc(func(g *jen.Group) {
		call(g, "Element")
		value(g, jen.Add(x).Index(jen.Id(i)), elem, depth)
	})
}

// isAnyMap reports whether the runtime writes a map: one of any JSON by names.
func isAnyMap(t *model.Type) bool { return t.Key.Kind == model.String && t.Elem.Kind == model.Value }

// converted prints the conversion of a value to the type that defines its own.
func converted(d *model.Decl, x jen.Code) jen.Code { return gofile.Type(d.Underlying).Parens(x) }

// pointee prints what a pointer points to: the pointer itself where a method
// is called on it, in parentheses where an index follows.
func pointee(p jen.Code, t *model.Type) jen.Code {
	if t.Kind.Text() != nil {
		return p
	}
	switch t.Kind {
	case model.Custom:
		return dereferenced{jen.Op("*").Add(p), p}
	case model.Value, model.Number:
		return p
	case model.Slice, model.Map:
		return jen.Parens(jen.Op("*").Add(p))
	}
	if hasEncode(t) {
		return p
	}
	return jen.Op("*").Add(p)
}

// dereferenced is what a pointer points to.
type dereferenced struct {
	*jen.Statement
	pointer jen.Code
}

// address prints a pointer to a value.
func address(x jen.Code) jen.Code {
	if d, ok := x.(dereferenced); ok {
		return d.pointer
	}
	return jen.Op("&").Add(x)
}

// others prints the members of a map of type t, sorted.
func others(g *jen.Group, x jen.Code, t *model.Type, declared jen.Code, depth int) {
	if isAnyMap(t) {
		g.Add(gofile.JSONValue.Dot("AppendMembers").Call(jen.Id("e"), x, declared))
		return
	}
	g.Add(gofile.JSONScan.Dot("Others")).Call(jen.Id("e"), x, declared, appending(t.Elem, depth))
}

// appending prints the function that writes the value of a member of a map.
func appending(elem *model.Type, depth int) *jen.Statement {
	return jen.Func().Params(jen.Id("e").Op("*").Add(gofile.JSONScan.Dot("Encoder")), jen.Id("v").Add(gofile.Type(elem))).BlockFunc(func(g *jen.Group) {
		value(g, jen.Id("v"), elem, depth+1)
	})
}
