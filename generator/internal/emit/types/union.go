package types

import (
	"math"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/visible"
)

// union prints a closed sum: its kinds and constructors. In a compact package unions hold
// one of two types of values, so that the runtime can reach what they hold.
func (f *file) union(d *model.Decl) {
	kind := d.Name + "Kind"
	kindOf, isZero := "x.kind", "x.kind == 0"
	if f.pkg.Codec == model.Compact {
		f.Type().Id(d.Name).Add(gofile.Compact.Dot(sum(d)))
		held := f.In(gofile.Compact, sum(d)+"(x)")
		kindOf, isZero = kind+"("+held+".Kind())", held+".IsZero()"
	} else {
		f.Type().Id(d.Name).Struct(held(d)...)
	}
	f.Line()
	f.Once("The types …Kind tell which variant of a union a value holds; zero is none.")
	f.Type().Id(kind).Id(smallest(len(d.Variants)))
	f.Line()
	kinds := lists.Of(d.Variants, func(v *model.Variant) jen.Code { return jen.Id(kind + v.Name) })
	kinds[0] = jen.Add(kinds[0]).Id(kind).Op("=").Iota().Op("+").Lit(1)
	f.Const().Defs(kinds...)
	f.Line()
	f.kindText(d, kind)
	f.Once("Kind tells which variant x holds; IsZero reports whether it holds none, as an absent value does.")
	f.Lines(
		gofile.Returning("func (x "+d.Name+") Kind() "+kind, kindOf),
		gofile.Returning("func (x "+d.Name+") IsZero() bool", isZero))
	f.Once(makersOf(d))
	f.Lines(lists.Of(d.Variants, func(v *model.Variant) gofile.Line { return f.holding(d, v) })...)
	f.variant(d)
}

// sum is the type of the runtime by which a compact package defines a union.
func sum(d *model.Decl) string {
	if d.HoldsText() {
		return "TextSum"
	}
	return "Sum"
}

// held prints the fields of a union.
func held(d *model.Decl) []jen.Code {
	kind := jen.Id("kind").Id(d.Name + "Kind")
	if !d.HoldsText() {
		return []jen.Code{kind, jen.Id("value").Any().Comment("pointer to the payload of kind")}
	}
	pointer := jen.Any()
	if one := d.OnePointer(); one != nil {
		pointer = jen.Op("*").Add(gofile.Type(one))
	}
	return []jen.Code{
		kind,
		jen.Id("text").String().Comment("payload of kind if that is a string"),
		jen.Id("value").Add(pointer).Comment("else a pointer to it"),
	}
}

// holding is the function that makes a union of a variant.
func (f *file) holding(d *model.Decl, v *model.Variant) gofile.Line {
	param, text, pointer := "", `""`, "nil"
	if v.Type != nil {
		param = "v " + f.TypeText(v.Type)
	}
	switch {
	case v.Type == nil:
	case !v.IsText():
		pointer = "&v"
	case v.Type.Kind == model.String:
		text = "v"
	default:
		text = "string(v)"
	}
	held := d.Name + "Kind" + v.Name + ", "
	if d.HoldsText() {
		held += text + ", "
	}
	held += pointer
	value := d.Name + "{" + held + "}"
	if f.pkg.Codec == model.Compact {
		value = d.Name + "(" + f.In(gofile.Compact, sum(d)+"Of("+held+")") + ")"
	}
	line := gofile.Returning("func New"+d.Name+v.Name+"("+param+") "+d.Name, value)
	if set := lists.Of(fixed(v), f.setFixed); len(set) > 0 {
		line.Body, line.Apart = append(set, line.Body...), true
	}
	return line
}

// makersOf is the comment of the functions that make a union.
func makersOf(d *model.Decl) string {
	text := "The functions New… of a union return one that holds the variant."
	if slices.ContainsFunc(d.Variants, func(v *model.Variant) bool { return len(fixed(v)) > 0 }) {
		text += " Required members to which the schema leaves one value get it where they hold their zero value."
	}
	return text
}

// fixed lists the members of a variant that its constructor sets: without their only
// value, which is what mostly tells variants apart, the schema refuses the union.
func fixed(v *model.Variant) []*model.Field {
	if v.Type == nil || v.Type.Kind != model.Named || v.Type.Decl.Kind != model.Struct {
		return nil
	}
	return lists.Where(v.Type.Decl.Fields, func(fd *model.Field) bool {
		if fd.Presence != model.Required || fd.Const == nil {
			return false
		}
		switch fd.Type.Resolved().Kind {
		case model.Bool:
			return fd.Const.Bool
		case model.Int, model.Float:
			return !document.EqualNumbers(fd.Const.Text, "0")
		case model.String:
			return fd.Const.Text != ""
		}
		return false
	})
}

// setFixed prints the statement that gives a member of the variant v its only value.
func (f *file) setFixed(fd *model.Field) string {
	member, value := "v."+fd.Name, f.Text(jen.Add(f.literal(fd.Type, fd.Const)))
	if fd.Type.Resolved().Kind != model.Bool {
		value = f.In(gofile.Cmp, "Or("+member+", "+value+")")
	}
	return member + " = " + value
}

// smallest is the smallest unsigned type that counts to n.
func smallest(n int) string {
	switch {
	case n <= math.MaxUint8:
		return "uint8"
	case n <= math.MaxUint16:
		return "uint16"
	}
	return "uint32"
}

// kindText prints how the kinds of a union are written: a test that fails shows them.
func (f *file) kindText(d *model.Decl, kind string) {
	const onLine = 8 // words
	f.Once("String is the name of a kind without that of its type; none for zero.")
	if len(d.Variants) > onLine {
		words := append([]jen.Code{jen.Id("k")}, lists.Of(d.Variants, func(v *model.Variant) jen.Code { return gofile.Quote(v.Name) })...)
		f.Add(gofile.Method("k "+kind, "String() string")).Add(gofile.OnLine(jen.Return(gofile.Whole.Dot("Kind").Call(gofile.OnLines(words)...))))
		f.Line()
		return
	}
	words := "k"
	for _, v := range d.Variants {
		words += ", " + visible.Quote(v.Name)
	}
	f.Lines(gofile.Returning("func (k "+kind+") String() string", f.In(gofile.Whole, "Kind("+words+")")))
}
