package limits

import (
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// printer prints the way through a value. limits are those of the check. Abroad says
// that another package declares the type that holds the value, whose methods for encoders
// it may have for itself.
type printer struct {
	limits *jen.Statement
	abroad bool
}

// walk prints the method that goes through the values of a declared type.
func (f *file) walk(w *Walk) {
	p := &printer{limits: jen.Id("c").Dot("limits"), abroad: w.Abroad}
	f.Func().Params(jen.Id("c").Op("*").Id("limitCheck")).Id(w.Func).Params(
		jen.Id("path").String(), jen.Id("x").Op("*").Add(gofile.In(w.Decl, w.Decl.Name))).BlockFunc(func(g *jen.Group) {
		if w.Tree != nil {
			g.Id("c").Dot(w.Tree.Field).Dot("Enter").Call(jen.Id("path"))
			g.Defer().Id("c").Dot(w.Tree.Field).Dot("Leave").Call()
		}
		for _, field := range w.Fields {
			name := field.Field.JSON
			if w.Decl.Kind == model.Tuple {
				name = strconv.Itoa(field.Index)
			}
			at := gofile.Limits.Dot("Join").Call(jen.Id("path"), gofile.Quote(name))
			if w.Decl.Kind == model.NullableRoot {
				at = jen.Id("path")
			}
			optional := field.Field.Presence == model.Optional
			p.value(g, at, jen.Id("x").Dot(field.Field.Name), field.Field.Type, field.Value, !optional)
		}
		for i, v := range w.Maps {
			if x := w.Decl.Maps()[i]; v != nil || len(w.Keys) > 0 {
				p.members(g, jen.Id("path"), jen.Id("x").Dot(x.Name), &model.Type{Kind: model.String}, x.Elem, w.Keys, v)
			}
		}
		if w.Rest != nil {
			p.elements(g, jen.Id("path"), jen.Id("x").Dot(w.Decl.Rest.Name), w.Decl.Rest.Elem, w.Rest)
		}
		if len(w.Variants) > 0 {
			p.variants(g, w)
		}
		if w.Under != nil {
			p.below(g, jen.Id("path"), jen.Parens(jen.Op("*").Id("x")), w.Decl.Underlying, w.Under)
		}
	})
	f.Line()
}

func (p *printer) variants(g *jen.Group, w *Walk) {
	var cases []jen.Code
	for _, choice := range w.Variants {
		cases = append(cases, jen.Case(gofile.In(w.Decl, w.Decl.Name+"Kind"+choice.Variant.Name)).BlockFunc(func(g *jen.Group) {
			t := choice.Variant.Type
			if t.Kind == model.Named && (t.Decl.Kind == model.Struct || t.Decl.Kind == model.Tuple || t.Decl.Kind == model.Union) {
				t = &model.Type{Kind: model.Pointer, Elem: t} // accessors of these give pointers
			}
			g.List(jen.Id("v"), jen.Id("_")).Op(":=").Id("x").Dot("As" + choice.Variant.Name).Call()
			p.value(g, jen.Id("path"), jen.Id("v"), t, choice.Value, true)
		}))
	}
	g.Switch(jen.Id("x").Dot("Kind").Call()).Block(cases...)
}

// value prints what is measured of the value of an expression, which holds a t.
// Present says that no nil of a slice or map means that there is no value.
func (p *printer) value(g *jen.Group, path, expr *jen.Statement, t *model.Type, v *Value, present bool) {
	switch {
	case t.Kind == model.Pointer:
		g.If(expr.Clone().Op("!=").Nil()).BlockFunc(func(g *jen.Group) {
			p.inside(g, path, expr, jen.Parens(jen.Op("*").Add(expr)), t.Elem, v)
		})
	case t.Kind == model.Nullable && t.Elem.Kind == model.Pointer:
		g.If(jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Add(expr).Dot("Get").Call(), jen.Id("ok")).BlockFunc(func(g *jen.Group) {
			p.value(g, path, jen.Id("v"), t.Elem, v, true)
		})
	case t.Kind == model.Nullable:
		g.If(expr.Clone().Dot("IsValue").Call()).BlockFunc(func(g *jen.Group) {
			pointer := expr.Clone().Dot("Ptr").Call()
			p.inside(g, path, pointer, jen.Parens(jen.Op("*").Add(pointer)), t.Elem, v)
		})
	case t.Resolved().Kind == model.Value || !present:
		g.If(isThere(t, expr)).BlockFunc(func(g *jen.Group) { p.inside(g, path, nil, expr, t, v) })
	default:
		p.inside(g, path, nil, expr, t, v)
	}
}

// inside prints what is measured of a value that is there. Pointer is nil where
// the value is a variable.
func (p *printer) inside(g *jen.Group, path, pointer, expr *jen.Statement, t *model.Type, v *Value) {
	if t.Kind == model.Pointer || t.Kind == model.Nullable {
		p.value(g, path, expr, t, v, true)
		return
	}
	holder := pointer
	if pointer == nil {
		holder, pointer = expr, jen.Op("&").Add(expr)
	}
	for _, site := range v.Sites {
		p.site(g, path, holder, expr, t, site)
	}
	if v.Walk != nil {
		g.Id("c").Dot(v.Walk.Func).Call(path, pointer)
	}
	p.below(g, path, expr, t, v)
}

// below prints the way into a slice or map.
func (p *printer) below(g *jen.Group, path, expr *jen.Statement, t *model.Type, v *Value) {
	switch {
	case t.Kind == model.Slice && v.Elem != nil:
		p.elements(g, path, expr, t.Elem, v.Elem)
	case t.Kind == model.Map && (v.Elem != nil || len(v.Keys) > 0):
		p.members(g, path, expr, t.Key, t.Elem, v.Keys, v.Elem)
	}
}

func (p *printer) elements(g *jen.Group, path, expr *jen.Statement, t *model.Type, v *Value) {
	g.For(jen.Id("i").Op(":=").Range().Add(expr)).BlockFunc(func(g *jen.Group) {
		g.Id("at").Op(":=").Add(gofile.Limits.Dot("Index")).Call(path, jen.Id("i"))
		p.value(g, jen.Id("at"), expr.Clone().Index(jen.Id("i")), t, v, true)
	})
}

// members prints the way through a map, in the order of its keys.
func (p *printer) members(g *jen.Group, path, expr *jen.Statement, keyType, t *model.Type, keys []*Site, v *Value) {
	g.For(jen.List(jen.Id("_"), jen.Id("key")).Op(":=").Range().Add(gofile.Slices.Dot("Sorted")).Call(gofile.Maps.Dot("Keys").Call(expr))).BlockFunc(func(g *jen.Group) {
		key := jen.Id("key")
		if keyType.Kind != model.String {
			key = jen.String().Parens(key)
		}
		g.Id("at").Op(":=").Add(gofile.Limits.Dot("Join")).Call(path, key)
		for _, site := range keys {
			p.site(g, jen.Id("at"), nil, key, &model.Type{Kind: model.String}, site)
		}
		if v != nil {
			g.Id("v").Op(":=").Add(expr).Index(jen.Id("key"))
			p.value(g, jen.Id("at"), jen.Id("v"), t, v, true)
		}
	})
}
