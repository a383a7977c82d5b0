// Package types prints the declarations of a generated package: types,
// constants, getters, constructors. It decides nothing: model says what there
// is. Only the facade calls it.
package types

import (
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/describe"
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// Emit prints the types of p.
func Emit(p *gofile.Package) iter.Seq[*gofile.File] {
	return func(yield func(*gofile.File) bool) {
		made := newConstructors(p.Model)
		flat, recursive := model.Flatness{}, model.Recursive(p.Model.Decls)
		decodes := false // a default needs the helper that decodes it
		for part := range p.Parts("types") {
			f := &file{File: part.File, pkg: p.Model, constructors: made, flat: flat, recursive: recursive}
			if part.First {
				f.packageDoc()
			}
			for _, d := range part.Decls {
				f.decl(d)
			}
			if part.Last {
				f.readers()
				f.aliases()
				f.foreignMakers()
			}
			decodes = decodes || f.decodesDefaults
			if part.Last && decodes {
				f.decodeDefault()
			}
			if !yield(f.File) {
				return
			}
		}
	}
}

// file is a file under construction.
type file struct {
	*gofile.File
	pkg             *model.Package
	constructors    *constructors
	flat            model.Flatness
	recursive       map[*model.Decl]bool
	decodesDefaults bool
}

func (f *file) packageDoc() {
	doc := "Package " + f.pkg.Name + " holds the Go types of " + f.pkg.Origin() + "."
	if text := f.pkg.Doc; text != "" && !f.saysOnly(text) {
		doc += "\n\n" + deprecation.ReplaceAllString(text, "${1}The schema is deprecated:")
	}
	if slices.ContainsFunc(f.pkg.Decls, hasGetters) {
		doc += "\n\nThe methods GetF give the member F of a value, or where it is absent a copy of the schema's default, or the zero value, which also stands for null. They may be called on nil."
	}
	f.PackageDoc(doc)
}

func hasGetters(d *model.Decl) bool {
	return slices.ContainsFunc(d.Fields, func(fd *model.Field) bool { return fd.Getter != "" })
}

// deprecation is how Go tools know what is deprecated. A root that is so is a
// type; the package, which has others, is not.
var deprecation = regexp.MustCompile(`(?m)^(\s*)Deprecated:`)

// saysOnly reports whether a text is no more than the name of an entry type.
func (f *file) saysOnly(text string) bool {
	return slices.ContainsFunc(f.pkg.Roots, func(r *model.Root) bool { return repeats(text, r.Name) })
}

// repeats reports whether a text says no more than a name, perhaps in words.
func repeats(text, name string) bool {
	return strings.EqualFold(strings.TrimSuffix(strings.Join(strings.Fields(text), ""), "."), name)
}

func (f *file) decl(d *model.Decl) {
	f.doc(d)
	switch d.Kind {
	case model.Struct:
		f.Type().Id(d.Name).Struct(f.fields(d)...)
		f.Line()
		f.getters(d)
	case model.Enum:
		f.enum(d)
	case model.Defined:
		f.Type().Id(d.Name).Add(gofile.Type(d.Underlying))
		f.Line()
	case model.Tuple:
		f.tuple(d)
	case model.Union:
		f.union(d)
	case model.NullableRoot:
		f.Type().Id(d.Name).Struct(jen.Id(d.Fields[0].Name).Add(gofile.Type(d.Fields[0].Type)))
		f.Line()
	}
	if d.Root {
		f.constructor(d)
	} else {
		f.maker(d)
	}
	f.whole(d)
	f.clone(d)
	f.column(d)
	f.logged(d)
}

// aliases prints the further names of types that are several entry types, or that
// an entry type only refers to.
func (f *file) aliases() {
	for _, r := range f.pkg.Roots {
		if !r.IsAlias() {
			continue
		}
		if r.Imported {
			f.importedEntry(r)
			continue
		}
		f.Comment(r.Name + " is another name of " + r.Decl.Name + ".")
		f.Type().Id(r.Name).Op("=").Id(r.Decl.Name)
		f.Line()
		f.Comment("New" + r.Name + " is New" + r.Decl.Name + ".")
		f.Func().Id("New" + r.Name).Params().Op("*").Id(r.Name).Block(jen.Return(jen.Id("New" + r.Decl.Name).Call()))
		f.Line()
	}
}

// importedEntry prints the name of an entry type that is a type of another package. Its
// constructor makes the value here where that is no entry type there.
func (f *file) importedEntry(r *model.Root) {
	d := r.Decl
	of := ""
	for _, other := range f.pkg.Imports {
		if other.ImportPath == d.Package {
			of = other.Name + "."
		}
	}
	text := describe.Join(r.Doc, r.Name+" is another name of "+of+d.Name+".")
	if r.Deprecated {
		text = gofile.Deprecated(text)
	}
	f.Add(gofile.Doc(r.Name, text))
	f.Type().Id(r.Name).Op("=").Add(gofile.In(d, d.Name))
	f.Line()
	fn := func() *jen.Statement { return f.Func().Id("New" + r.Name).Params().Op("*").Id(r.Name) }
	if d.Root {
		f.Comment("New" + r.Name + " is " + of + "New" + d.Name + ".")
		fn().Block(jen.Return(gofile.In(d, "New"+d.Name).Call()))
		f.Line()
		return
	}
	value := f.constructors.size(d) > 0
	f.constructorComment(d, r.Name, of+"New"+d.Name, value)
	if value {
		fn().Block(jen.Return(jen.New(f.freshOf(d))))
	} else {
		fn().Block(jen.Return(jen.New(jen.Id(r.Name))))
	}
	f.Line()
}

// doc prints the comment of a type: what the schema says, and where it says it.
func (f *file) doc(d *model.Decl) {
	text, where := d.Doc, d.Name+" is "+f.place(d.Pointer)+"."
	switch {
	case repeats(text, d.Name) || text == "":
		text = where
	case strings.HasPrefix(text, "Deprecated:"): // a paragraph that says so, for Go's tools
		text = where + "\n\n" + text
	}
	if d.Kind == model.Defined {
		text = describe.Join(text, describe.Value(d.Plan))
	}
	if len(d.Also) > 0 {
		text += "\n\n" + also(d)
	}
	if d.Deprecated {
		text = gofile.Deprecated(text)
	}
	f.Add(gofile.Doc(d.Name, text))
}

// mostPlaces is how many of the other places of a type its comment lists.
const mostPlaces = 3

// also says which other places have the type.
func also(d *model.Decl) string {
	list := lists.Of(d.Also, func(pointer string) string { return "#" + pointer })
	if len(list) > mostPlaces {
		list = append(list[:mostPlaces-1], fmt.Sprintf("%d other places", len(list)-mostPlaces+1))
	}
	if last := len(list) - 1; last > 0 {
		return "It is also the type of " + strings.Join(list[:last], ", ") + " and " + list[last] + ", whose schemas say the same."
	}
	return "It is also the type of " + list[0] + ", whose schema says the same."
}

// place writes a file#pointer for a comment. That of the package names the file where
// all its types are from one.
func (f *file) place(at string) string {
	file, pointer, _ := strings.Cut(at, "#")
	switch {
	case pointer == "":
		return "the root schema of " + file
	case file == f.pkg.Origin():
		return "#" + pointer
	}
	return "#" + pointer + " of " + file
}

func (f *file) fields(d *model.Decl) []jen.Code {
	var out []jen.Code
	say := func(comment string) {
		if f.IsNew(comment) {
			out = append(out, gofile.Comment(comment))
		}
	}
	for _, fd := range d.Fields {
		if doc := fieldDoc(fd); doc != "" {
			out = append(out, gofile.Comment(doc))
		}
		out = append(out, jen.Id(fd.Name).Add(gofile.Type(fd.Type)).Add(f.tag(fd)))
	}
	for i, x := range d.Maps() {
		if i == 0 && len(out) > 0 {
			out = append(out, jen.Line()) // which is no member, and would set apart the types and tags of those that are
		}
		say(extraComment(x))
		out = append(out,
			jen.Id(x.Name).Map(jen.String()).Add(gofile.Type(x.Elem)).Add(gofile.IgnoredTag(f.ignoring()...)))
	}
	if d.KeepsOthers {
		say(model.NonObject + " holds a value that is no object, which the schema admits. It is written in place of the members; without one it is zero.")
		out = append(out,
			jen.Id(model.NonObject).Add(gofile.JSONValue.Dot("Value")).Add(gofile.IgnoredTag()))
	}
	return out
}

// fieldDoc is the comment of a field: what the schema says of the member, and what
// it demands where no type of its own says that.
func fieldDoc(fd *model.Field) string {
	doc := fd.Doc
	if fd.Const != nil {
		doc = describe.Join(doc, describe.Constant(fd.Const))
	} else {
		demands := ""
		if !speaks(fd.Type) {
			demands = describe.Value(fd.Plan)
		}
		doc = describe.Join(doc, demands, describe.Default(fd.Default))
	}
	if fd.Deprecated {
		doc = gofile.Deprecated(doc)
	}
	return doc
}

// speaks reports whether a Go type says by itself what is demanded of its values,
// or has a comment that does.
func speaks(t *model.Type) bool {
	for t.Kind == model.Pointer || t.Kind == model.Nullable {
		t = t.Elem
	}
	return t.Kind == model.Named || t.Kind.Text() != nil
}

func extraComment(x *model.Extra) string {
	if x.Pattern != nil {
		return x.Name + " holds the members whose names match " + x.Pattern.Text + ", by name."
	}
	if x.Plan != nil {
		return x.Name + " holds the members that the schema does not name, by name."
	}
	return x.Name + " holds the members that the schema does not name, as they were read."
}

// enum prints a named type, its constants, Values and Valid. The compact codec has the
// latter two of its own.
func (f *file) enum(d *model.Decl) {
	f.Type().Id(d.Name).Add(gofile.Type(d.Underlying))
	f.Line()
	if len(d.Enum) > 0 {
		var consts, values []jen.Code
		var texts []string
		for _, v := range d.Enum {
			if v.Doc != "" {
				consts = append(consts, gofile.Comment(v.Doc))
			}
			consts = append(consts, jen.Id(v.Name).Id(d.Name).Op("=").Add(constant(d, v)))
			values = append(values, constant(d, v))
			texts = append(texts, v.Text)
		}
		if d.Underlying.Kind == model.String {
			values = gofile.QuotedList(texts)
		}
		f.Const().Defs(consts...)
		f.Line()
		if f.pkg.Codec == model.Compact {
			return
		}
		f.Var().Id(gofile.ValuesOf(d)).Op("=").Index().Id(d.Name).Values(values...)
		f.Line()
		all := gofile.Returning("func ("+d.Name+") Values() []"+d.Name, f.In(gofile.Whole, "Values("+gofile.ValuesOf(d)+")"))
		f.Once("Values returns all values in the order of the schema; Valid reports whether x is one of them.")
		if gofile.NeedsTable(d.Plan.Enum) {
			f.Lines(all)
			f.validByTable(d)
			return
		}
		f.Lines(all, gofile.Returning("func (x "+d.Name+") Valid() bool", f.In(gofile.Whole, "IsOneOf(x, "+gofile.ValuesOf(d)+")")))
	}
}

// validByTable prints Valid and the table in which it finds a value.
func (f *file) validByTable(d *model.Decl) {
	table := jen.Id(gofile.TableOf(d))
	values := gofile.Table(d.Plan.Enum)
	body := []jen.Code{
		jen.List(jen.Id("_"), jen.Id("found")).Op(":=").Add(gofile.Slices.Dot("BinarySearch")).Call(table, gofile.Type(d.Underlying).Call(jen.Id("x"))),
		jen.Return(jen.Id("found")),
	}
	switch d.Underlying.Kind {
	case model.String:
		body = []jen.Code{jen.Return(gofile.JSONScan.Dot("FindText").Call(table, jen.Id("x")).Op(">=").Lit(0))}
	case model.Float:
		values = gofile.Floats(d)
	}
	f.Add(gofile.Method("x "+d.Name, "Valid() bool")).Block(body...)
	f.Line()
	f.Commentf("%s holds the values of %s, sorted.", gofile.TableOf(d), d.Name)
	f.Var().Add(table).Op("=").Add(values)
	f.Line()
}

func constant(d *model.Decl, v model.EnumValue) *jen.Statement {
	if d.Underlying.Kind == model.String {
		return gofile.Quote(v.Text)
	}
	return jen.Op(v.Text) // in Go spelling
}

// tuple prints an array of fixed positions. How many of them are absent is what
// it keeps, so that a literal has them all.
func (f *file) tuple(d *model.Decl) {
	var fields, params, values []jen.Code
	for i, fd := range d.Fields {
		if doc := fieldDoc(fd); doc != "" {
			fields = append(fields, gofile.Comment(doc))
		}
		fields = append(fields, jen.Id(fd.Name).Add(gofile.Type(fd.Type)))
		arg := "item" + strconv.Itoa(i)
		params = append(params, jen.Id(arg).Add(gofile.Type(fd.Type)))
		values = append(values, jen.Id(fd.Name).Op(":").Id(arg))
	}
	all, short := jen.Lit(len(d.Fields)), gofile.Select("x", "short")
	length := []jen.Code{jen.Return(jen.Add(all).Op("-").Add(short))}
	set := []jen.Code{jen.Add(short).Op("=").Max(jen.Lit(0), jen.Add(all).Op("-").Max(jen.Id("n"), jen.Lit(0)))}
	if d.Rest != nil {
		rest := jen.Id("x").Dot(d.Rest.Name)
		fields = append(fields,
			jen.Comment(d.Rest.Name+" holds the items after these."),
			jen.Id(d.Rest.Name).Index().Add(gofile.Type(d.Rest.Elem)))
		params = append(params, jen.Id("rest").Op("...").Add(gofile.Type(d.Rest.Elem)))
		values = append(values, jen.Id(d.Rest.Name).Op(":").Id("rest"))
		length = []jen.Code{
			jen.If(jen.Len(rest).Op(">").Lit(0)).Block(jen.Return(jen.Add(all).Op("+").Len(rest))),
			length[0],
		}
		set = append(set, jen.Add(rest).Op("=").Add(rest).Index(jen.Empty(), jen.Min(jen.Len(rest), jen.Max(jen.Lit(0), jen.Id("n").Op("-").Add(all)))))
	}
	fields = append(fields, jen.Id("short").Int().Comment("positions at the end that are absent"))
	f.Type().Id(d.Name).Struct(fields...)
	f.Line()
	f.Commentf("%sOf returns the array of the given items.", d.Name)
	f.Func().Id(d.Name + "Of").Params(params...).Id(d.Name).Block(
		jen.Return(jen.Id(d.Name).Values(values...)))
	f.Line()
	f.Commentf("Len is the number of items of the array, those in fields included.")
	f.Func().Params(jen.Id("x").Id(d.Name)).Id("Len").Params().Int().Block(length...)
	f.Line()
	f.Commentf("SetLen cuts the array to its first n items. All %d positions are there until", len(d.Fields))
	f.Comment("it is called.")
	f.Func().Params(gofile.Pointer("x", d.Name)).Id("SetLen").Params(jen.Id("n").Int()).Block(set...)
	f.Line()
}
