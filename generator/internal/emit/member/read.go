// Package member prints the code that reads and writes one member of a
// generated type, on the way that a model.Access gives. The packages that print
// sections import it.
package member

import (
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// Reader prints reads and writes of members. Its variables are numbered, so one
// Reader prints into one function.
type Reader struct {
	n    int
	made map[string]bool // objects that a write has made sure of, by their way
}

func (r *Reader) variable() string {
	r.n++
	return "v" + strconv.Itoa(r.n)
}

// Read prints into g the statements that lead from x, a pointer to the type
// that the access begins at, to the member, and returns the expression of its
// value, of the type a.Type(). Where the member is absent or null the code runs
// the statement miss, which must leave.
func (r *Reader) Read(g *jen.Group, x *jen.Statement, a *model.Access, miss func() jen.Code) *jen.Statement {
	at := x
	for i, step := range a.Steps {
		last := i == len(a.Steps)-1
		switch {
		case step.Field != nil:
			at = r.field(g, at.Clone().Dot(step.Field.Name), step.Field, last, miss)
		case step.Rest != "":
			v := r.variable()
			g.List(jen.Id(v), jen.Id("ok")).Op(":=").Add(at).Dot("Lookup").Call(gofile.Quote(step.Rest))
			g.If(jen.Op("!").Id("ok").Op("||").Id(v).Dot("IsNull").Call()).Block(miss())
			at = jen.Id(v)
		default:
			v := r.variable()
			of := at.Clone()
			if step.Extra != nil {
				of = of.Dot(step.Extra.Name)
			}
			g.List(jen.Id(v), jen.Id("ok")).Op(":=").Add(of).Index(gofile.Quote(step.Key))
			g.If(jen.Op("!").Id("ok").Add(orNull(step.Type(), jen.Id(v)))).Block(miss())
			at = r.bare(step.Type(), jen.Id(v), last)
		}
	}
	if t := a.Type(); t.Kind == model.Named && t.Decl.Kind == model.Union {
		g.If(noVariant(t.Decl, at)).Block(miss())
	}
	return at
}

// noVariant prints the test for a union that is absent or null.
func noVariant(d *model.Decl, at *jen.Statement) *jen.Statement {
	at = jen.Parens(at)
	test := at.Clone().Dot("IsZero").Call()
	for _, v := range d.Variants {
		if v.Type == nil {
			test.Op("||").Add(at).Dot("Kind").Call().Op("==").Add(gofile.In(d, d.Name+"Kind"+v.Name))
		}
	}
	return test
}

// field prints the test for a declared member.
func (r *Reader) field(g *jen.Group, at *jen.Statement, f *model.Field, last bool, miss func() jen.Code) *jen.Statement {
	t := f.Type
	switch {
	case t.Kind == model.Nullable && t.Elem.Kind == model.Pointer: // recursion: a pointer already
		v := r.variable()
		g.List(jen.Id(v), jen.Id("ok")).Op(":=").Add(at).Dot("Get").Call()
		g.If(jen.Op("!").Id("ok")).Block(miss())
		return r.bare(t.Elem, jen.Id(v), last)
	case t.Kind == model.Nullable:
		g.If(jen.Op("!").Add(at).Dot("IsValue").Call()).Block(miss())
		if last {
			return jen.Op("*").Add(at).Dot("Ptr").Call()
		}
		return at.Clone().Dot("Ptr").Call()
	case t.Kind == model.Pointer:
		g.If(at.Clone().Op("==").Nil()).Block(miss())
		return r.bare(t, at, last)
	case isAnyJSON(t):
		g.If(jsonValue(t, at).Dot("IsZero").Call().Op("||").Add(jsonValue(t, at)).Dot("IsNull").Call()).Block(miss())
		return jsonValue(t, at)
	case f.Presence == model.Optional: // a slice or map
		g.If(at.Clone().Op("==").Nil()).Block(miss())
	}
	return at
}

// bare is the value behind a pointer; selectors do without the asterisk.
func (r *Reader) bare(t *model.Type, at *jen.Statement, last bool) *jen.Statement {
	switch {
	case t.Kind == model.Pointer && last:
		return jen.Op("*").Add(at)
	case t.Kind == model.Nullable && last:
		return jen.Op("*").Add(at).Dot("Ptr").Call()
	case t.Kind == model.Nullable:
		return at.Clone().Dot("Ptr").Call()
	case isAnyJSON(t):
		return jsonValue(t, at)
	}
	return at
}

// orNull prints the test by which a map's value is null.
func orNull(t *model.Type, v *jen.Statement) jen.Code {
	switch {
	case t.Kind == model.Pointer:
		return jen.Op("||").Add(v).Op("==").Nil()
	case t.Kind == model.Nullable:
		return jen.Op("||").Op("!").Add(v).Dot("IsValue").Call()
	case isAnyJSON(t):
		return jen.Op("||").Add(jsonValue(t, v)).Dot("IsNull").Call()
	}
	return jen.Null()
}

func isAnyJSON(t *model.Type) bool { return t.Resolved().Kind == model.Value }

// jsonValue converts a type that is defined by jsonvalue.Value to it.
func jsonValue(t *model.Type, v *jen.Statement) *jen.Statement {
	if t.Kind == model.Named {
		return gofile.JSONValue.Dot("Value").Parens(v.Clone())
	}
	return v.Clone()
}
