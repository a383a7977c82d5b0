package section

import (
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/emit/member"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// Printer is what the files of all sections of a package have in common.
type Printer struct {
	*gofile.Package
	functions map[string]bool
	named     map[memberKey]string
}

// NewPrinter makes the printer of a package.
func NewPrinter(p *gofile.Package) *Printer {
	return &Printer{Package: p, functions: map[string]bool{}, named: map[memberKey]string{}}
}

// memberKey identifies what a reader reads.
type memberKey struct {
	from    *model.Decl
	pointer string
}

// File is a file under construction that reads members.
type File struct {
	*gofile.File
	printer *Printer
	waiting []*model.Access // whose readers are to be printed at the file's end
}

// Open opens a file of the package.
func (p *Printer) Open(name string) *File { return &File{File: p.NewFile(name), printer: p} }

// Reader returns the name of the function that reads a member: its value, and
// whether it is there and not null. The package has one for each member; the
// first file that asks for it prints it.
func (f *File) Reader(a *model.Access) string {
	key := memberKey{a.From, a.Pointer}
	if name := f.printer.named[key]; name != "" {
		return name
	}
	base := "read"
	for _, step := range a.Steps {
		if step.Field != nil {
			base += step.Field.Name
		} else {
			base += "Member"
		}
	}
	name := base
	for n := 2; f.printer.functions[name]; n++ {
		name = base + strconv.Itoa(n)
	}
	f.printer.functions[name] = true
	f.printer.named[key] = name
	f.waiting = append(f.waiting, a)
	return name
}

// readerOf are the functions of package reader that make of a reader of a Go type one
// of the basic type of a kind.
var readerOf = map[model.TypeKind]string{model.String: "Text", model.Int: "Int", model.Float: "Float", model.Bool: "Bool"}

// ReaderOf returns the function that reads a member as the Go type of a kind that has
// no name of the schema's.
func (f *File) ReaderOf(a *model.Access, kind model.TypeKind) *jen.Statement {
	t, reader := a.Type(), jen.Id(f.Reader(a))
	switch {
	case t.Kind == kind && (kind != model.Int || t.Go == "int64"):
		return reader
	case readerOf[kind] != "":
		return gofile.Reader.Dot(readerOf[kind]).Call(reader)
	}
	basic := gofile.Type(&model.Type{Kind: kind})
	return jen.Func().Params(jen.Id("x").Op("*").Add(gofile.In(a.From, a.From.Name))).Params(basic, jen.Bool()).Block(
		jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Add(reader).Call(jen.Id("x")),
		jen.Return(basic.Clone().Parens(jen.Id("v")), jen.Id("ok")))
}

// ValueOf returns ReaderOf without whether the member is there: the zero value where it
// is not.
func (f *File) ValueOf(a *model.Access, kind model.TypeKind) *jen.Statement {
	return gofile.Reader.Dot("Of").Call(f.ReaderOf(a, kind))
}

// PrintReaders prints the readers that the file has asked for first.
func (f *File) PrintReaders() {
	for _, a := range f.waiting {
		name := f.printer.named[memberKey{a.From, a.Pointer}]
		f.Once("The functions read… read a member; ok is false where it is absent or null.")
		f.Add(jen.Func().Id(name).Params(jen.Id("x").Op("*").Add(gofile.In(a.From, a.From.Name))).Params(jen.Id("v").Add(gofile.Type(a.Type())), jen.Id("ok").Bool()).BlockFunc(func(g *jen.Group) {
			miss := func() jen.Code { return jen.Return(jen.Id("v"), jen.False()) }
			var r member.Reader
			g.Return(r.Read(g, jen.Id("x"), a, miss, jen.Id("x").Op("==").Nil()), jen.True())
		}))
		f.Line()
	}
	f.waiting = nil
}

// As converts a value of a member's type to the basic type that holds it.
func As(basic *jen.Statement, t *model.Type, v *jen.Statement) *jen.Statement {
	if t.Kind == model.Named || t.Kind == model.Int && t.Go != "int64" {
		return basic.Clone().Parens(v)
	}
	return v.Clone()
}

// To converts a value of a basic type to a member's type.
func To(t *model.Type, v *jen.Statement) *jen.Statement {
	if t.Kind == model.Named || t.Kind == model.Int && t.Go != "int64" {
		return gofile.Type(t).Parens(v)
	}
	return v.Clone()
}

// Constants prints constants of one type; "" is that of a string literal.
func Constants(f *gofile.File, typeName string, list []*model.Constant) {
	if len(list) == 0 {
		return
	}
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, c := range list {
			g.Add(gofile.Comment(c.Doc))
			g.Id(c.Name).Id(typeName).Op("=").Add(gofile.Quote(c.Value))
		}
	})
	f.Line()
}

// Fail prints the test by which an error ends a function.
func Fail(results ...jen.Code) jen.Code {
	return jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(append(results, jen.Err())...))
}

// Quoted is a text as it stands in the format of a message.
func Quoted(text string) string { return strings.ReplaceAll(text, "%", "%%") }
