package types

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// clone prints the method that copies a value with all that it refers to. The compact
// codec has its own.
func (f *file) clone(d *model.Decl) {
	if f.pkg.Codec == model.Compact || !f.flat.HasClone(d) {
		return
	}
	c := cloner{f, d}
	var deepen []jen.Code
	set := func(place string, t *model.Type) {
		switch {
		case f.flat.Type(t):
		case c.isInPlace(t):
			deepen = append(deepen, c.inPlace(t.Decl, gofile.Select("y", place+".value")))
		default:
			y := func() *jen.Statement { return gofile.Select("y", place) }
			deepen = append(deepen, y().Op("=").Add(c.copy(t, y())))
		}
	}
	switch d.Kind {
	case model.Union:
		deepen = c.payloads(d)
	case model.Defined, model.Enum:
		if under := d.Underlying; !f.flat.Type(under) {
			held := gofile.Type(under).Parens(jen.Op("*").Id("y"))
			deepen = append(deepen, jen.Op("*").Id("y").Op("=").Add(c.copy(under, held)))
		}
	default:
		for _, fd := range d.Fields {
			set(fd.Name, fd.Type)
		}
		for _, x := range d.Maps() {
			set(x.Name, x.Type())
		}
		if d.Rest != nil {
			set(d.Rest.Name, d.Rest.Type())
		}
	}
	f.Once(d.CloneName() + " returns a copy of x that shares nothing with it that can be changed.")
	signature := "func (x *" + d.Name + ") " + d.CloneName() + "() *" + d.Name
	receiver := func() *jen.Statement { return jen.Func().Params(gofile.Pointer("x", d.Name)) }
	head := receiver().Id(d.CloneName()).Params().Op("*").Id(d.Name)
	isShared, shared := jen.Id("x").Op("==").Nil(), jen.Nil()
	switch {
	case len(deepen) == 0:
		f.Lines(gofile.Returning(signature, f.In(gofile.Whole, "Pointer(x)")))
		return
	case f.recursive[d]:
		f.Lines(gofile.Returning(signature, "x.clone(new("+f.In(gofile.Whole, "Cloning")+"))"))
		head = receiver().Id("clone").Params(jen.Id("c").Op("*").Add(gofile.Whole.Dot("Cloning"))).Op("*").Id(d.Name)
		if isLevel(d) {
			isShared.Op("||").Op("!").Add(enter())
			shared = jen.Id("x")
			deepen = append(deepen, gofile.Select("c", "Leave").Call())
		}
	}
	// A generic helper would be compiled anew for each type, with what it is given.
	body := []jen.Code{jen.If(isShared).Block(jen.Return(shared)), jen.Id("y").Op(":=").New(jen.Op("*").Id("x"))}
	f.Add(head.Block(append(append(body, deepen...), jen.Return(jen.Id("y")))...))
	f.Line()
}

// isLevel reports whether the values of a type are a level of the document: unions are
// what they hold.
func isLevel(d *model.Decl) bool { return d.Kind != model.Union && d.Kind != model.NullableRoot }

// cloner prints copies of what a type holds.
type cloner struct {
	*file
	of *model.Decl
}

// isInner reports whether values of a type may hold those of c.of, so that the bound of
// copies holds for both together.
func (c cloner) isInner(d *model.Decl) bool { return c.recursive[c.of] && c.recursive[d] }

// clone prints the call that copies the value of a type that x points to.
func (c cloner) clone(x *jen.Statement, d *model.Decl) *jen.Statement {
	if c.isInner(d) {
		return x.Dot("clone").Call(jen.Id("c"))
	}
	return x.Dot(d.CloneName()).Call()
}

// copy prints a copy of the expression x of a type that refers to others.
func (c cloner) copy(t *model.Type, x *jen.Statement) jen.Code {
	switch t.Kind {
	case model.Pointer:
		switch {
		case c.flat.Type(t.Elem):
			return gofile.Whole.Dot("Pointer").Call(x)
		case t.Elem.Kind == model.Named:
			return c.clone(x, t.Elem.Decl)
		}
		y := jen.Op("*").Id("y")
		return gofile.Whole.Dot("Clone").Call(x, jen.Func().Params(jen.Id("y").Op("*").Add(gofile.Type(t.Elem))).Block(y.Clone().Op("=").Add(c.copy(t.Elem, y))))
	case model.Slice:
		if c.flat.Type(t.Elem) {
			return gofile.Slices.Dot("Clone").Call(x)
		}
		if t.Elem.Kind == model.Named && t.Elem.Decl.CloneName() == "Clone" && !c.isInner(t.Elem.Decl) && !c.isInPlace(t.Elem) {
			return gofile.Whole.Dot("Clones").Call(x)
		}
		return gofile.Whole.Dot("Slice").Call(x, c.function(t.Elem))
	case model.Map:
		if c.flat.Type(t.Elem) {
			return gofile.Maps.Dot("Clone").Call(x)
		}
		return gofile.Whole.Dot("Map").Call(x, c.function(t.Elem))
	case model.Nullable:
		return gofile.Whole.Dot("Nullable").Call(x, c.function(t.Elem))
	}
	return jen.Op("*").Add(c.clone(x, t.Decl))
}

// isInPlace reports whether a copy of a type's value is its own once what it points to is
// copied: it is a union of this package, which needs no memory of its own for that.
func (c cloner) isInPlace(t *model.Type) bool {
	return t.Kind == model.Named && t.Decl.Kind == model.Union && t.Decl.Package == c.of.Package && c.isTyped(t.Decl) && !c.recursive[t.Decl]
}

// function prints the function that copies values of a type.
func (c cloner) function(t *model.Type) jen.Code {
	head := jen.Func().Params(jen.Id("v").Add(gofile.Type(t))).Add(gofile.Type(t))
	if c.isInPlace(t) {
		return head.Add(gofile.OnLine(c.inPlace(t.Decl, gofile.Select("v", "value")), jen.Return(jen.Id("v"))))
	}
	if t.Kind == model.Pointer && t.Elem.Kind == model.Named && !c.flat.Type(t.Elem) && !c.isInner(t.Elem.Decl) {
		return jen.Parens(jen.Op("*").Add(gofile.Type(t.Elem))).Dot(t.Elem.Decl.CloneName())
	}
	return head.Add(gofile.OnLine(jen.Return(c.copy(t, jen.Id("v")))))
}

// payloads prints the copying of what a union holds behind a pointer.
func (c cloner) payloads(d *model.Decl) []jen.Code {
	var cases []jen.Code
	met := map[string]bool{}
	for _, v := range d.Variants {
		if c.flat.Payload(v) {
			continue
		}
		text := c.TypeText(v.Type)
		if met[text] {
			continue
		}
		met[text] = true
		if c.isTyped(d) {
			return []jen.Code{c.inPlace(d, gofile.Select("y", "value"))}
		}
		pointer := jen.Op("*").Add(gofile.Type(v.Type))
		cases = append(cases, jen.Case(pointer).Block(c.payload(d, v.Type, gofile.Select("y", "value"), jen.Id("v"), enter())))
	}
	if len(cases) == 0 {
		return nil
	}
	return []jen.Code{jen.Switch(jen.Id("v").Op(":=").Add(gofile.Select("y", "value")).Assert(jen.Type())).Block(cases...)}
}

// inPlace prints the copying of what value, the pointer of a union d that has one of its
// type, leads to. Texts have none, and are no level of the document.
func (c cloner) inPlace(d *model.Decl, value *jen.Statement) jen.Code {
	return c.payload(d, d.OnePointer(), value, value.Clone(), jen.Add(value).Op("!=").Nil().Op("&&").Add(enter()))
}

// enter prints the call that begins a level of the document, which may be one too many.
func enter() *jen.Statement { return gofile.Select("c", "Enter").Call() }

// payload prints what puts the copy of the payload of type t to which from points in the
// place of the pointer that a value of the union d has. begun tells whether a payload that
// is a level of the document could be begun.
func (c cloner) payload(d *model.Decl, t *model.Type, place, from, begun *jen.Statement) jen.Code {
	pointer := &model.Type{Kind: model.Pointer, Elem: t}
	set := jen.Add(place).Op("=").Add(c.copy(pointer, from))
	if c.recursive[d] && (t.Kind == model.Slice || t.Kind == model.Map) { // it has no type of its own that would be a level
		return jen.If(begun).Block(set, gofile.Select("c", "Leave").Call())
	}
	return set
}
