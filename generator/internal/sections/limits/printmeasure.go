package limits

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// site prints one measurement of a value, of which holder has the methods.
func (p *printer) site(g *jen.Group, path, holder, expr *jen.Statement, t *model.Type, site *Site) {
	l := site.Limit
	if site.Measure == MeasureSize {
		method := "Size"
		if l.Lower {
			method = "SizeAtLeast"
		}
		unit := unitBytes(l)
		if unit == nil {
			unit = jen.Lit(1)
		}
		g.Add(p.c.Clone()).Dot(method).Call(gofile.Quote(l.Key), path, encoding(t, holder), p.limits.Clone().Dot(l.Name), unit)
		return
	}
	if site.Measure == MeasureRunes && !l.Lower {
		g.Add(p.c.Clone()).Dot("Runes").Call(gofile.Quote(l.Key), path, text(t, expr), p.limits.Clone().Dot(l.Name))
		return
	}
	check := func(g *jen.Group) {
		g.Add(bounded(p.c, p.limits, l, path, amount(g, site.Measure, t, expr, l.Lower)))
	}
	if hasVariables(site.Measure, t) {
		g.BlockFunc(check)
		return
	}
	check(g)
}

// encoding prints the function that writes a value as JSON.
func encoding(t *model.Type, holder *jen.Statement) *jen.Statement {
	switch t.Kind {
	case model.Value:
		return holder.Clone().Dot("Append")
	case model.Named:
		return holder.Clone().Dot(gofile.Encode(t.Decl))
	}
	return gofile.Limits.Dot("JSON").Call(holder)
}

// hasVariables reports whether the amount of a measure needs statements of its own.
func hasVariables(measure Measure, t *model.Type) bool {
	r := t.Resolved()
	switch measure {
	case MeasureLength:
		return r.Kind == model.Named && r.Decl.Kind == model.Struct
	case MeasureNumber:
		return r.Kind != model.Int && r.Kind != model.Float
	}
	return false
}

// amount prints an expression of type int64 for a measure of a value that is
// there.
func amount(g *jen.Group, measure Measure, t *model.Type, expr *jen.Statement, lower bool) *jen.Statement {
	switch measure {
	case MeasureLength:
		return Length(g, t, expr)
	case MeasureRunes:
		return jen.Int64().Parens(gofile.UTF8.Dot("RuneCountInString").Call(text(t, expr)))
	}
	return number(g, t, expr, lower)
}

// Length prints the number of elements or members.
func Length(g *jen.Group, t *model.Type, expr *jen.Statement) *jen.Statement {
	switch r := t.Resolved(); {
	case r.Kind == model.Slice || r.Kind == model.Map:
		return jen.Int64().Parens(jen.Len(expr))
	case r.Kind == model.Value:
		return jen.Int64().Parens(asValue(t, expr).Dot("Len").Call())
	case r.Kind == model.Named && r.Decl.Kind == model.Tuple:
		return jen.Int64().Parens(expr.Clone().Dot("Len").Call())
	case r.Kind == model.Named && r.Decl.Kind == model.Struct:
		return members(g, r.Decl, expr)
	}
	return jen.Int64().Parens(encoded(expr).Dot("Len").Call())
}

// members prints the number of members of a struct that are there.
func members(g *jen.Group, d *model.Decl, expr *jen.Statement) *jen.Statement {
	required := 0
	for _, f := range d.Fields {
		if f.Presence == model.Required || f.Presence == model.RequiredNullable {
			required++
		}
	}
	n := jen.Lit(required)
	for i, x := range d.Maps() {
		size := jen.Len(expr.Clone().Dot(x.Name))
		if i == 0 && required == 0 {
			n = size
		} else {
			n.Op("+").Add(size)
		}
	}
	g.Id("n").Op(":=").Add(n)
	for _, f := range d.Fields {
		field := expr.Clone().Dot(f.Name)
		var present *jen.Statement
		switch {
		case f.Presence == model.OptionalNullable:
			present = jen.Op("!").Add(field).Dot("IsAbsent").Call()
		case f.Presence != model.Optional:
			continue
		case f.Type.Resolved().Kind == model.Value:
			present = jen.Op("!").Add(asValue(f.Type, field)).Dot("IsZero").Call()
		default:
			present = field.Op("!=").Nil()
		}
		g.If(present).Block(jen.Id("n").Op("++"))
	}
	return jen.Int64().Parens(jen.Id("n"))
}

// text prints a string.
func text(t *model.Type, expr *jen.Statement) *jen.Statement {
	if text := t.Resolved().Kind.Text(); text != nil {
		return bare(t, expr).Dot(text.Method).Call()
	}
	switch t.Resolved().Kind {
	case model.String:
		if t.Kind == model.Named {
			return jen.String().Parens(expr)
		}
		return expr.Clone()
	case model.Value:
		return jen.Func().Params().String().Block(
			jen.List(jen.Id("s"), jen.Id("_")).Op(":=").Add(asValue(t, expr)).Dot("Str").Call(),
			jen.Return(jen.Id("s"))).Call()
	}
	return jen.Func().Params().String().Block(
		jen.List(jen.Id("s"), jen.Id("_")).Op(":=").Add(encoded(expr)).Dot("Str").Call(),
		jen.Return(jen.Id("s"))).Call()
}

// number prints a number, rounded towards what breaks the limit.
func number(g *jen.Group, t *model.Type, expr *jen.Statement, lower bool) *jen.Statement {
	round := gofile.Limits.Dot("Up")
	if lower {
		round = gofile.Limits.Dot("Down")
	}
	switch t.Resolved().Kind {
	case model.Int:
		if t.Kind == model.Int && t.Go == "int64" {
			return expr.Clone()
		}
		return jen.Int64().Parens(expr)
	case model.Float:
		if t.Kind == model.Named {
			return round.Call(jen.Float64().Parens(expr))
		}
		return round.Call(expr)
	case model.Number:
		g.List(jen.Id("number"), jen.Id("_")).Op(":=").Add(expr).Dot("Float64").Call()
	case model.Value:
		g.List(jen.Id("number"), jen.Id("_")).Op(":=").Add(asValue(t, expr)).Dot("Float64").Call()
	default:
		g.List(jen.Id("number"), jen.Id("_")).Op(":=").Add(encoded(expr)).Dot("Float64").Call()
	}
	return round.Call(jen.Id("number"))
}

// asValue converts a type that is defined by jsonvalue.Value to it.
func asValue(t *model.Type, expr *jen.Statement) *jen.Statement {
	if t.Kind == model.Named {
		return gofile.JSONValue.Dot("Value").Parens(expr)
	}
	return expr.Clone()
}

// bare converts a defined type to the one that it is held by.
func bare(t *model.Type, expr *jen.Statement) *jen.Statement {
	if t.Kind == model.Named {
		return gofile.Type(t.Resolved()).Parens(expr)
	}
	return expr.Clone()
}

// encoded prints the value as any JSON: for types that have no measure of
// their own. What has no encoding is absent, and measures nothing.
func encoded(expr *jen.Statement) *jen.Statement {
	return jen.Func().Params().Add(gofile.JSONValue.Dot("Value")).Block(
		jen.List(jen.Id("v"), jen.Id("_")).Op(":=").Add(gofile.JSONValue.Dot("Of")).Call(expr),
		jen.Return(jen.Id("v"))).Call()
}
