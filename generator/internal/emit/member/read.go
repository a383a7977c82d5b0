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
	// gone are tests by which what is read is absent or null, not printed yet.
	gone []*jen.Statement
}

// Variable names a variable of the function that is printed.
func (r *Reader) Variable() string {
	r.n++
	return "v" + strconv.Itoa(r.n)
}

// Read prints into g the statements that lead from x, a pointer to the type
// that the access begins at, to the member, and returns the expression of its
// value, of the type a.Type(). Where the member is absent or null, or one of the tests
// holds, the code runs the statement miss, which must leave.
func (r *Reader) Read(g *jen.Group, x *jen.Statement, a *model.Access, miss func() jen.Code, tests ...*jen.Statement) *jen.Statement {
	r.gone = tests
	at := r.lead(g, x, a, miss, true)
	if t := a.Type(); t.Kind == model.Named && t.Decl.Kind == model.Union {
		union := at.Clone()
		if isBehind(a) {
			union = jen.Parens(at)
		}
		r.unless(noVariant(t.Decl, union))
	}
	r.leave(g, miss)
	return at
}

// Find is Read, but for a pointer to the member. It points to a copy where the member is
// in an element of a map that is no pointer.
func (r *Reader) Find(g *jen.Group, x *jen.Statement, a *model.Access, miss func() jen.Code) *jen.Statement {
	at := r.lead(g, x, a, miss, false)
	r.leave(g, miss)
	if isBehind(a) {
		return at
	}
	return jen.Op("&").Add(at)
}

// isBehind reports whether a member is behind a pointer or a Nullable.
func isBehind(a *model.Access) bool {
	last := a.Steps[len(a.Steps)-1].Type().Kind
	return last == model.Pointer || last == model.Nullable
}

// lead prints the way to a member, and returns its value, or else, where it is behind a
// pointer or a Nullable, a pointer to it.
func (r *Reader) lead(g *jen.Group, x *jen.Statement, a *model.Access, miss func() jen.Code, value bool) *jen.Statement {
	at := x
	for i, step := range a.Steps {
		last := value && i == len(a.Steps)-1
		switch {
		case step.Field != nil:
			at = r.field(g, at.Clone().Dot(step.Field.Name), step.Field, last, miss)
		case step.Rest != "":
			v := r.Variable()
			r.leave(g, miss)
			g.List(jen.Id(v), jen.Id("ok")).Op(":=").Add(at).Dot("Lookup").Call(gofile.Quote(step.Rest))
			r.unless(jen.Op("!").Id("ok").Op("||").Id(v).Dot("IsNull").Call())
			at = jen.Id(v)
		default:
			v := r.Variable()
			of := at.Clone()
			if step.Extra != nil {
				of = of.Dot(step.Extra.Name)
			}
			r.leave(g, miss)
			g.List(jen.Id(v), jen.Id("ok")).Op(":=").Add(of).Index(gofile.Quote(step.Key))
			r.unless(jen.Op("!").Id("ok").Add(orNull(step.Type(), jen.Id(v))))
			at = r.bare(step.Type(), jen.Id(v), last)
		}
	}
	return at
}

func (r *Reader) unless(test *jen.Statement) { r.gone = append(r.gone, test) }

// leave prints the tests that there are so far, which go from the outside in.
func (r *Reader) leave(g *jen.Group, miss func() jen.Code) {
	if len(r.gone) == 0 {
		return
	}
	test := jen.Add(r.gone[0])
	for _, other := range r.gone[1:] {
		test.Op("||").Add(other)
	}
	g.If(test).Block(miss())
	r.gone = nil
}

// noVariant prints the test for a union that is absent or null.
func noVariant(d *model.Decl, at *jen.Statement) *jen.Statement {
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
		v := r.Variable()
		r.leave(g, miss)
		g.List(jen.Id(v), jen.Id("ok")).Op(":=").Add(at).Dot("Get").Call()
		r.unless(jen.Op("!").Id("ok"))
		return r.bare(t.Elem, jen.Id(v), last)
	case t.Kind == model.Nullable:
		r.unless(jen.Op("!").Add(at).Dot("IsValue").Call())
		if last {
			return jen.Op("*").Add(at).Dot("Ptr").Call()
		}
		return at.Clone().Dot("Ptr").Call()
	case t.Kind == model.Pointer:
		r.unless(at.Clone().Op("==").Nil())
		return r.bare(t, at, last)
	case isAnyJSON(t):
		r.unless(jsonValue(t, at).Dot("IsZero").Call().Op("||").Add(jsonValue(t, at)).Dot("IsNull").Call())
		return jsonValue(t, at)
	case f.Presence == model.Optional: // a slice or map
		r.unless(at.Clone().Op("==").Nil())
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
