package limits

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
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
		g.Id("c").Dot(method).Call(gofile.Quote(l.Key), path, encoding(t, holder, p.abroad), p.limits.Clone().Dot(l.Name), unit)
		return
	}
	if site.Measure == MeasureRunes && !l.Lower {
		g.Id("c").Dot("Runes").Call(gofile.Quote(l.Key), path, text(t, expr), p.limits.Clone().Dot(l.Name))
		return
	}
	g.Add(bounded(p.limits, l, path, amount(site.Measure, t, expr, l.Lower)))
}

// encoding prints the function that writes a value as JSON.
func encoding(t *model.Type, holder *jen.Statement, abroad bool) *jen.Statement {
	switch {
	case t.Kind == model.Value:
		return holder.Clone().Dot("Append")
	case t.Kind == model.Named && !abroad:
		return holder.Clone().Dot(gofile.Encode(t.Decl))
	}
	return gofile.Limits.Dot("JSON").Call(holder)
}

// amount prints an expression of type int64 for a measure of a value that is
// there.
func amount(measure Measure, t *model.Type, expr *jen.Statement, lower bool) *jen.Statement {
	switch measure {
	case MeasureLength:
		return Length(t, expr)
	case MeasureRunes:
		return jen.Int64().Parens(gofile.UTF8.Dot("RuneCountInString").Call(text(t, expr)))
	}
	return number(t, expr, lower)
}

// Length prints the number of elements or members.
func Length(t *model.Type, expr *jen.Statement) *jen.Statement {
	switch r := t.Resolved(); {
	case r.Kind == model.Slice || r.Kind == model.Map:
		return jen.Int64().Parens(jen.Len(expr))
	case r.Kind == model.Named && r.Decl.Kind == model.Tuple:
		return jen.Int64().Parens(expr.Clone().Dot("Len").Call())
	case r.Kind == model.Named && r.Decl.Kind == model.Struct:
		return members(r.Decl, expr)
	}
	return gofile.Limits.Dot("Length").Call(asValue(t, expr))
}

// members prints the number of members of a struct that are there.
func members(d *model.Decl, expr *jen.Statement) *jen.Statement {
	var present []jen.Code
	required := 0
	for _, f := range d.Fields {
		field := expr.Clone().Dot(f.Name)
		switch {
		case f.Presence == model.OptionalNullable:
			present = append(present, jen.Op("!").Add(field).Dot("IsAbsent").Call())
		case f.Presence != model.Optional:
			required++
		default:
			present = append(present, isThere(f.Type, field))
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
	return gofile.Limits.Dot("Count").Call(append([]jen.Code{n}, present...)...)
}

// text prints a string.
func text(t *model.Type, expr *jen.Statement) *jen.Statement {
	if t.Resolved().Kind.Text() != nil {
		return bare(t, expr).Dot("String").Call()
	}
	if t.Resolved().Kind != model.String {
		return gofile.Limits.Dot("Text").Call(asValue(t, expr))
	}
	return section.As(jen.String(), t, expr)
}

// number prints a number, rounded towards what breaks the limit.
func number(t *model.Type, expr *jen.Statement, lower bool) *jen.Statement {
	round := gofile.Limits.Dot("Up")
	if lower {
		round = gofile.Limits.Dot("Down")
	}
	switch t.Resolved().Kind {
	case model.Int:
		return section.As(jen.Int64(), t, expr)
	case model.Float:
		return round.Call(section.As(jen.Float64(), t, expr))
	}
	return round.Call(gofile.Limits.Dot("Number").Call(asValue(t, expr)))
}

// isThere prints the test for a value that may be none of its type.
func isThere(t *model.Type, expr *jen.Statement) *jen.Statement {
	if t.Resolved().Kind == model.Value {
		return jen.Op("!").Add(asValue(t, expr)).Dot("IsZero").Call()
	}
	return expr.Clone().Op("!=").Nil()
}

// asValue converts a type that is defined by jsonvalue.Value to it.
func asValue(t *model.Type, expr *jen.Statement) *jen.Statement {
	if t.Kind == model.Named && t.Resolved().Kind == model.Value {
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
