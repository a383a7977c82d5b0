package member

import (
	"maps"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// Write prints into g the statements that give a member a value of the type
// a.Type(); objects on the way that are absent or null are made. X is a pointer
// to the type that the access begins at, the same for all writes of a function;
// writes inside a block come after those outside.
func (r *Reader) Write(g *jen.Group, x *jen.Statement, a *model.Access, value *jen.Statement) {
	last := a.Steps[len(a.Steps)-1].Field
	at := r.way(g, x, a.Steps[:len(a.Steps)-1]).Dot(last.Name)
	switch t := last.Type; t.Kind {
	case model.Pointer:
		g.Add(at).Op("=").New(value)
	case model.Nullable:
		g.Add(at).Op("=").Add(gofile.Present(t)).Call(value)
	default:
		g.Add(at).Op("=").Add(value)
	}
}

// Reach prints the statements that make the objects on the way to a member, so
// that writes inside of blocks need not.
func (r *Reader) Reach(g *jen.Group, x *jen.Statement, a *model.Access) {
	r.way(g, x, a.Steps[:len(a.Steps)-1])
}

// Place prints the statements that make a member of an object and what is on the way to
// it, and returns it; for one that may be absent or null, a pointer to it.
func (r *Reader) Place(g *jen.Group, x *jen.Statement, a *model.Access) *jen.Statement {
	return r.way(g, x, a.Steps)
}

// Own prints the statements that give the value behind x, a copy of another
// one, its own objects on the way to a member, so that writing the member does
// not change the other.
func (r *Reader) Own(g *jen.Group, x *jen.Statement, a *model.Access) {
	at := x
	way := ""
	for _, step := range a.Steps[:len(a.Steps)-1] {
		f := step.Field
		way += "." + f.Name
		at = at.Clone().Dot(f.Name)
		isNew := r.isNew(way)
		switch {
		case f.Type.Kind == model.Nullable && f.Type.Elem.Kind == model.Pointer: // recursion
			at = at.Clone().Dot("Ptr").Call()
			if isNew {
				r.copied(g, jen.Op("*").Add(at), f.Type.Elem.Elem)
			}
			at = jen.Parens(jen.Op("*").Add(at))
		case f.Type.Kind == model.Nullable:
			at = at.Clone().Dot("Ptr").Call()
		case f.Type.Kind == model.Pointer && isNew:
			r.copied(g, at, f.Type.Elem)
		}
	}
}

// isNew reports whether no write has made sure yet of the object that a way leads to. The
// next one need not.
func (r *Reader) isNew(way string) bool {
	if r.made == nil {
		r.made = map[string]bool{}
	}
	isNew := !r.made[way]
	r.made[way] = true
	return isNew
}

// copied prints the statements that put a pointer to a copy in the place of a
// pointer, which may be nil.
func (r *Reader) copied(g *jen.Group, at *jen.Statement, t *model.Type) {
	v := r.Variable()
	g.Var().Id(v).Add(gofile.Type(t))
	g.If(at.Clone().Op("!=").Nil()).Block(jen.Id(v).Op("=").Op("*").Add(at))
	g.Add(at).Op("=").Op("&").Id(v)
}

// Clear prints the statements that make optional members absent where the
// objects on their way are there.
func (r *Reader) Clear(g *jen.Group, x *jen.Statement, members ...*model.Access) {
	for _, object := range lists.Groups(r.clearing(x, members), func(c clearing) string { return c.way }) {
		sets := lists.Of(object, func(c clearing) jen.Code { return c.set })
		if there := object[0].there; there != nil {
			sets = []jen.Code{jen.If(there).Block(sets...)}
		}
		for _, set := range sets {
			g.Add(set)
		}
	}
}

// WriteIf prints into g the statements that give a member a value where a condition
// holds, and else make it absent if it is optional.
func (r *Reader) WriteIf(g *jen.Group, condition, x *jen.Statement, a *model.Access, value *jen.Statement) {
	otherwise := r.clearing(x, []*model.Access{a}) // before the block makes objects, which are there in it alone
	inside := &Reader{n: r.n, made: maps.Clone(r.made)}
	code := jen.If(condition).BlockFunc(func(g *jen.Group) { inside.Write(g, x, a, value) })
	for _, c := range otherwise { // one at most
		code.Else()
		if c.there != nil {
			code.If(c.there)
		}
		code.Block(c.set)
	}
	g.Add(code)
}

// clearing is how an optional member is made absent.
type clearing struct {
	way   string         // to the object that has it
	there *jen.Statement // tests for the objects on the way; nil where they are there
	set   *jen.Statement
}

func (r *Reader) clearing(x *jen.Statement, members []*model.Access) []clearing {
	var list []clearing
	for _, a := range members {
		last := a.Steps[len(a.Steps)-1].Field
		if last.Presence == model.Optional || last.Presence == model.OptionalNullable {
			there, at, way := r.presence(x, a)
			list = append(list, clearing{way, there, at.Dot(last.Name).Op("=").Add(absent(last.Type))})
		}
	}
	return list
}

// presence prints the test for the objects on the way to a member, nil where
// they are always there or have been made, and the one that holds it.
func (r *Reader) presence(x *jen.Statement, a *model.Access) (there, at *jen.Statement, way string) {
	at = x
	for _, step := range a.Steps[:len(a.Steps)-1] {
		f := step.Field
		way += "." + f.Name
		at = at.Clone().Dot(f.Name)
		var test *jen.Statement
		switch {
		case f.Type.Kind == model.Pointer && !r.made[way]:
			test = at.Clone().Op("!=").Nil()
		case f.Type.Kind == model.Nullable:
			test = at.Clone().Dot("IsValue").Call()
			at = at.Clone().Dot("Ptr").Call()
		}
		if test != nil && there != nil {
			test = there.Op("&&").Add(test)
		}
		if test != nil {
			there = test
		}
	}
	return there, at.Clone(), way
}

func absent(t *model.Type) *jen.Statement {
	switch t.Kind {
	case model.Pointer, model.Slice, model.Map:
		return jen.Nil()
	}
	return gofile.Type(t).Values()
}

// way prints the statements that make the objects to which steps lead, where the function
// has not done so before, and returns the last one.
func (r *Reader) way(g *jen.Group, x *jen.Statement, steps []*model.AccessStep) *jen.Statement {
	at := x.Clone()
	way := ""
	for _, step := range steps {
		f := step.Field
		way += "." + f.Name
		at = at.Clone().Dot(f.Name)
		isNew := r.isNew(way)
		switch {
		case f.Type.Kind == model.Pointer && isNew:
			g.If(at.Clone().Op("==").Nil()).Block(at.Clone().Op("=").New(gofile.Type(f.Type.Elem)))
		case f.Type.Kind == model.Nullable && f.Type.Elem.Kind == model.Pointer: // recursion
			if isNew {
				g.If(jen.Op("!").Add(at).Dot("IsValue").Call()).Block(
					at.Clone().Op("=").Add(gofile.Present(f.Type)).Call(jen.New(gofile.Type(f.Type.Elem.Elem))))
			}
			at = jen.Parens(jen.Op("*").Add(at).Dot("Ptr").Call())
		case f.Type.Kind == model.Nullable:
			at = at.Clone().Dot("Ptr").Call()
		}
	}
	return at.Clone()
}
