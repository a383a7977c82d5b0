// Package encode prints the encoders of a generated package: MarshalJSON and
// the encode methods behind it. Output is deterministic: declared members in
// the order of the schema, then the others sorted by name. It decides nothing;
// only the facade calls it.
package encode

import (
	"iter"
	"maps"
	"slices"
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// Emit prints the encoders of p.
func Emit(p *gofile.Package) iter.Seq[*gofile.File] {
	return func(yield func(*gofile.File) bool) {
		if len(p.Model.Decls) == 0 {
			return
		}
		recursive := model.Recursive(p.Model.Decls)
		for part := range p.Parts("encode") {
			f := &file{File: part.File, pkg: p.Model, recursive: recursive}
			if part.First {
				f.Comment("MarshalJSON encodes x, as the methods of this name below do. It does not validate;")
				f.Comment("see Validate.")
			}
			for _, d := range part.Decls {
				f.decl(d)
			}
			if !yield(f.File) {
				return
			}
		}
	}
}

type file struct {
	*gofile.File
	pkg       *model.Package
	recursive map[*model.Decl]bool
	parts     []jen.Code // methods that the one just printed calls
}

// decl prints MarshalJSON and encode of one type.
func (f *file) decl(d *model.Decl) {
	head := f.Add(gofile.Method("x "+d.Name, "MarshalJSON() ([]byte, error)"))
	if f.isWord(d) {
		head.Add(gofile.OnLine(jen.Return(gofile.JSONScan.Dot("EncodeString").Call(jen.Id("x")))))
		f.Line()
		return
	}
	head.Add(gofile.OnLine(jen.Return(gofile.JSONScan.Dot("Encode").Call(gofile.Select("x", gofile.Encode(d))))))
	f.Line()
	if d.Shared {
		f.Commentf("%s appends x to e, for the generated code of packages that refer to %s.", gofile.Encode(d), d.Name)
	}
	f.Func().Params(gofile.Pointer("x", d.Name)).Id(gofile.Encode(d)).Params(jen.Id("e").Op("*").Add(gofile.JSONScan.Dot("Encoder"))).BlockFunc(func(g *jen.Group) {
		if f.recursive[d] && d.Kind != model.Union && d.Kind != model.NullableRoot { // those are not a level of their own
			defer level(g)()
		}
		switch d.Kind {
		case model.Struct:
			f.structBody(g, d)
		case model.Tuple:
			tupleBody(g, d)
		case model.Union:
			f.unionBody(g, d)
		case model.NullableRoot:
			value(g, gofile.Select("x", d.Fields[0].Name), d.Fields[0].Type, 0)
		default:
			switch {
			case d.Underlying.Kind == model.Custom:
				call(g, "Custom", jen.Parens(jen.Op("*").Add(gofile.Type(d.Underlying))).Parens(jen.Id("x")))
			case isContainer(d.Underlying):
				value(g, jen.Parens(jen.Op("*").Id("x")), d.Underlying, 0)
			default:
				value(g, converted(d, jen.Op("*").Id("x")), d.Underlying, 0)
			}
		}
	})
	f.Line()
	for _, part := range f.parts {
		f.Add(part)
		f.Line()
	}
	f.parts = nil
	if d.Kind == model.Struct && len(d.Maps()) > 0 && len(d.Fields) > 0 {
		f.declared(d)
	}
}

// isWord reports whether values of a type are strings, which what holds them writes
// itself: nothing calls an encode method of theirs.
func (f *file) isWord(d *model.Decl) bool {
	return d.Kind == model.Enum && d.Underlying.Kind == model.String && !d.Shared && !d.Root && !f.pkg.Measured
}

// level begins a level of values that may lead back to themselves, which would be written
// for ever. What it returns ends the level.
func level(g *jen.Group) (end func()) {
	g.If(jen.Op("!").Add(gofile.Select("e", "Enter").Call())).Block(jen.Return())
	return func() { call(g, "Leave") }
}

// part calls a further method from g that writes members of d, and returns its
// body: the Go compiler takes long for long functions.
func (f *file) part(g *jen.Group, d *model.Decl, n int) *jen.Group {
	name := "encodePart" + strconv.Itoa(n)
	g.Id("x").Dot(name).Call(jen.Id("e"))
	var body *jen.Group
	f.parts = append(f.parts, jen.Func().Params(gofile.Pointer("x", d.Name)).Id(name).Params(jen.Id("e").Op("*").Add(gofile.JSONScan.Dot("Encoder"))).
		BlockFunc(func(g *jen.Group) { body = g }))
	return body
}

func (f *file) structBody(g *jen.Group, d *model.Decl) {
	if d.KeepsOthers {
		other := gofile.Select("x", model.NonObject)
		g.If(jen.Op("!").Add(other).Dot("IsZero").Call()).Block(
			jen.Add(other).Dot("Append").Call(jen.Id("e")),
			jen.Return())
	}
	o := &object{Group: g}
	for i, fd := range d.Fields {
		if len(d.Fields) > gofile.MostCases && i%gofile.MostCases == 0 {
			o.Group = f.part(g, d, i/gofile.MostCases+1)
		}
		o.member(fd)
	}
	o.Group = g
	if o.comma == before {
		call(g, "BeginObject")
	}
	f.maps(g, d)
	call(g, "EndObject")
}

// maps prints the members that are not declared. A name may be in one map only.
func (f *file) maps(g *jen.Group, d *model.Decl) {
	isField := jen.Nil()
	if len(d.Fields) > 0 {
		isField = jen.Id("declared" + d.Name)
	}
	for i, x := range d.Maps() {
		at := func() *jen.Statement { return gofile.Select("x", x.Name) }
		if x.Pattern != nil {
			g.Add(gofile.JSONScan.Dot("CheckNames").Call(jen.Id("e"), at(), jen.Id(x.Pattern.Func), gofile.Quote(x.Pattern.Text)))
		}
		if i == 0 {
			others(g, at(), x.Type(), isField, 0)
			continue
		}
		var met jen.Statement
		for k, before := range d.Matched[:i] {
			if k > 0 {
				met.Op("||")
			}
			met.Add(gofile.JSONScan.Dot("HasName").Call(gofile.Select("x", before.Name), jen.Id("name")))
		}
		if len(d.Fields) > 0 {
			met.Op("||").Add(gofile.JSONScan.Dot("FindText").Call(jen.Id("declared"+d.Name), jen.Id("name"))).Op(">=").Lit(0)
		}
		taken := jen.Func().Params(jen.Id("name").String()).Bool().Add(gofile.OnLine(jen.Return(&met)))
		g.If(jen.Len(at()).Op(">").Lit(0)).Block(gofile.JSONScan.Dot("Extra").Call(jen.Id("e"), at(), taken, appending(x.Elem, 0)))
	}
}

// declared prints the names that a struct has as fields, sorted.
func (f *file) declared(d *model.Decl) {
	names := slices.Sorted(maps.Keys(d.FieldsByMember()))
	f.Var().Id("declared" + d.Name).Op("=").Index().String().Values(gofile.QuotedList(names)...)
	f.Line()
}

// tupleBody prints the items that are there.
func tupleBody(g *jen.Group, d *model.Decl) {
	call(g, "BeginArray")
	if len(d.Fields) > 0 {
		g.Id("n").Op(":=").Id("x").Dot("Len").Call()
	}
	for i, fd := range d.Fields {
		g.If(jen.Id("n").Op(">").Lit(i)).BlockFunc(func(g *jen.Group) {
			call(g, "Element")
			value(g, gofile.Select("x", fd.Name), fd.Type, 0)
		})
	}
	if d.Rest != nil {
		elements(g, "i", gofile.Select("x", d.Rest.Name), d.Rest.Elem, 1)
	}
	call(g, "EndArray")
}

// unionBody prints the variant that x holds. All strings are written by one case.
func (f *file) unionBody(g *jen.Group, d *model.Decl) {
	kindOf := func(v *model.Variant) jen.Code { return jen.Id(d.Name + "Kind" + v.Name) }
	texts := lists.Where(d.Variants, (*model.Variant).IsText)
	g.Switch(gofile.Select("x", "kind")).BlockFunc(func(g *jen.Group) {
		for _, v := range d.Variants {
			switch {
			case !v.IsText():
				g.Case(kindOf(v)).BlockFunc(func(g *jen.Group) { f.variant(g, d, v) })
			case v == texts[0]:
				g.Case(lists.Of(texts, kindOf)...).Block(gofile.Select("e", "String").Call(gofile.Select("x", "text")))
			}
		}
		g.Default().Block(gofile.Select("e", "Null").Call().Comment("no variant: absent values are left out by what holds them"))
	})
}

// variant prints a variant of the union d that is no string.
func (f *file) variant(g *jen.Group, d *model.Decl, v *model.Variant) {
	if v.Type == nil {
		call(g, "Null")
		return
	}
	if f.recursive[d] && isContainer(v.Type) { // it has no type of its own that would be a level
		defer level(g)()
	}
	payload := gofile.Select("x", "value")
	if d.OnePointer() == nil {
		payload.Assert(jen.Op("*").Add(gofile.Type(v.Type)))
	}
	value(g, pointee(payload, v.Type), v.Type, 0)
}
