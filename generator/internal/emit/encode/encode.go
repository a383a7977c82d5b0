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

	"github.com/bindery-go/bindery/generator/internal/document"
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

// object prints the members of one object and knows what is before the next.
type object struct {
	*jen.Group
	comma comma
}

// comma reports whether a member needs a comma before it: most often that is known
// while printing, and is then a part of the member's text.
type comma uint8

const (
	before  comma = iota // the object is not even open
	unknown              // depends on which members are there
	needed
)

// member prints one declared member, if it is there.
func (o *object) member(fd *model.Field) {
	x := func() *jen.Statement { return gofile.Select("x", fd.Name) }
	t := fd.Type
	switch fd.Presence {
	case model.OptionalNullable:
		if t.IsNeverNull() {
			o.when(x().Dot("IsValue").Call(), o.write(fd, pointee(jen.Add(x()).Dot("Ptr").Call(), t.Elem), t.Elem))
			return
		}
		o.open()
		if t.Elem.Kind == model.Pointer {
			o.If(jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Add(x()).Dot("Get").Call(), jen.Id("ok")).BlockFunc(o.write(fd, jen.Id("v"), t.Elem)).
				Else().If(x().Dot("IsNull").Call()).BlockFunc(o.write(fd, nil, nil))
			return
		}
		o.If(x().Dot("IsNull").Call()).BlockFunc(o.write(fd, nil, nil)).
			Else().If(x().Dot("IsValue").Call()).BlockFunc(o.write(fd, pointee(jen.Add(x()).Dot("Ptr").Call(), t.Elem), t.Elem))
	case model.Optional:
		if o.optional(fd, x()) {
			return
		}
		if !o.unlessAbsent(fd, x) {
			o.when(x().Op("!=").Nil(), o.write(fd, x(), t))
		}
	case model.RequiredNullable:
		o.always(fd, x(), t)
	default:
		// A value that is not there cannot be written; Validate reports it.
		if t.Kind == model.Named && t.Decl.Kind == model.Union {
			o.when(jen.Op("!").Add(x()).Dot("IsZero").Call(), o.write(fd, x(), t))
		} else if !o.unlessAbsent(fd, x) {
			o.always(fd, x(), t)
		}
	}
}

// unlessAbsent prints a member of a type whose nil or zero value stands for absence
// whatever the schema says; it reports whether the type is such.
func (o *object) unlessAbsent(fd *model.Field, x func() *jen.Statement) bool {
	switch t := fd.Type; {
	case t.Kind == model.Pointer:
		o.when(x().Op("!=").Nil(), o.write(fd, pointee(x(), t.Elem), t.Elem))
	case t.Resolved().Kind == model.Value:
		o.when(jen.Op("!").Add(gofile.IsZeroValue(t, x())), o.write(fd, x(), t))
	default:
		return false
	}
	return true
}

// open opens the object for a member that may be absent.
func (o *object) open() {
	if o.comma == before {
		call(o.Group, "BeginObject")
		o.comma = unknown
	}
}

// when prints a member that is there under a condition.
func (o *object) when(condition jen.Code, write func(*jen.Group)) {
	o.open()
	o.If(condition).BlockFunc(write)
}

// always prints a member that is always there.
func (o *object) always(fd *model.Field, expr jen.Code, t *model.Type) {
	o.write(fd, expr, t)(o.Group)
	o.comma = needed
}

// write prints the name and the value of a member; null without a type.
func (o *object) write(fd *model.Field, expr jen.Code, t *model.Type) func(*jen.Group) {
	return func(g *jen.Group) {
		method, text := "Raw", memberText(fd.JSON)
		switch o.comma {
		case before:
			text = "{" + text
		case unknown:
			method = "Member"
		case needed:
			text = "," + text
		}
		if t == nil {
			call(g, method, gofile.QuoteRaw(text+"null"))
			return
		}
		call(g, method, gofile.QuoteRaw(text))
		value(g, expr, t, 0)
	}
}

// memberText is a member's name as JSON, with the colon.
func memberText(name string) string { return string(document.AppendQuoted(nil, name)) + ":" }

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
