package types

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// whole prints the methods that compare and print a value: of entry types, and of
// unions and tuples, whose fields nobody else sees. The latter are held by value, and
// so are their receivers: what looks for methods of values finds them. A field that
// is called as the method would be keeps the name.
func (f *file) whole(d *model.Decl) {
	byPointer := f.pkg.MethodsOf(d).Whole
	byValue := !byPointer && (d.Kind == model.Union || d.Kind == model.Tuple)
	if !byPointer && !byValue {
		return
	}
	x, y, typ := "x", "y", "*"+d.Name
	if byValue {
		x, y, typ = "&x", "&y", d.Name
	}
	if !d.HasField("Equal") {
		f.Once("Equal reports whether x and y stand for equal JSON.")
		f.Lines(gofile.Returning("func (x "+typ+") Equal(y "+typ+") bool", f.In(gofile.Whole, "Equal("+x+", "+y+")")))
	}
	if !d.HasField("String") {
		f.Once("String returns x as JSON.")
		f.Lines(gofile.Returning("func (x "+typ+") String() string", f.In(gofile.Whole, "String("+x+")")))
	}
}

// column prints what reads and writes an entry type as a column of a database.
func (f *file) column(d *model.Decl) {
	if !f.pkg.MethodsOf(d).SQL {
		return
	}
	if !d.HasField("Scan") {
		f.Once("Scan reads x from a column that holds JSON, with the checks of its schema. Value is x as JSON text for a column.")
		f.Add(gofile.Method("x *"+d.Name, "Scan(src any) error")).Add(gofile.OnLine(jen.Return(gofile.SQLDoc.Dot("Scan").Call(jen.Id("x"), jen.Id("src")))))
		f.Line()
	}
	if !d.HasField("Value") {
		f.Func().Params(jen.Id("x").Id(d.Name)).Id("Value").Params().Params(gofile.Driver.Dot("Value"), jen.Error()).Add(
			gofile.OnLine(jen.Return(gofile.SQLDoc.Dot("Value").Call(jen.Id("x")))))
		f.Line()
	}
}

// logged prints what gives an entry type to log/slog as a group of its members.
func (f *file) logged(d *model.Decl) {
	if !f.pkg.MethodsOf(d).Slog || d.HasField("LogValue") {
		return
	}
	f.Once("LogValue is x for log/slog: a group of its members.")
	f.Func().Params(gofile.Pointer("x", d.Name)).Id("LogValue").Params().Add(gofile.Slog.Dot("Value")).Add(
		gofile.OnLine(jen.Return(gofile.SlogDoc.Dot("Value").Call(jen.Id("x")))))
	f.Line()
}

// readers prints the functions that read the documents of entry types from readers.
// One whose name is another's is left out.
func (f *file) readers() {
	taken := lists.SetOf(f.pkg.Roots, func(r *model.Root) string { return "Parse" + r.Name })
	for _, d := range f.pkg.Decls {
		taken[d.Name] = true
		for _, v := range d.Enum {
			taken[v.Name] = true
		}
	}
	for _, r := range f.pkg.Roots {
		name, parse := "Parse"+r.Name+"From", "Parse"+r.Name
		if taken[name] {
			continue
		}
		f.Once("The functions Parse…From read what r holds to its end; beyond stream.MaxSize the error is a *stream.TooLargeError.")
		f.Func().Id(name).Params(jen.Id("r").Add(gofile.IO.Dot("Reader"))).Params(jen.Op("*").Id(r.Name), jen.Error()).Add(
			gofile.OnLine(jen.Return(gofile.Stream.Dot("Parse").Call(jen.Id("r"), jen.Id(parse)))))
		f.Line()
	}
}
