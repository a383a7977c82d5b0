// Package bindings prints the code that binds the runtime to the members of a
// schema: the rules of its operations, its window of records, its budget. It
// decides nothing: model says what there is. Only the facade calls it.
package bindings

import (
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/member"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/dave/jennifer/jen"
)

// Emit prints the bindings of p, a file for each kind that it has.
func Emit(p *gofile.Package) []*gofile.File {
	b := p.Model.Bindings
	if b == nil {
		return nil
	}
	shared := &readers{functions: map[string]bool{}, named: map[way]string{}}
	var files []*gofile.File
	open := func(name string) *file {
		f := &file{File: p.NewFile(name), limits: p.Model.Limits, readers: shared}
		f.operations = p.Model.Protocol != nil && len(p.Model.Protocol.Operations) > 0
		files = append(files, f.File)
		return f
	}
	if b.Rules != nil {
		open("rules.go").rules(b.Rules)
	}
	if b.Memory != nil {
		open("memory.go").memory(b.Memory)
	}
	if b.Budget != nil {
		open("budget.go").budget(b.Budget)
	}
	if b.Allocation != nil {
		open("allocation.go").allocation(b.Allocation)
	}
	return files
}

// file is a file under construction.
type file struct {
	*gofile.File
	limits     *model.Limits
	operations bool // there are drivers, which take guards
	readers    *readers
	waiting    []*model.Access // whose readers are to be printed at the file's end
}

// readers are the functions of the package that read one member.
type readers struct {
	functions map[string]bool
	named     map[way]string
}

// way identifies what a reader reads.
type way struct {
	from    *model.Decl
	pointer string
}

// reader returns the name of the function that reads a member: its value, and
// whether it is there and not null.
func (f *file) reader(a *model.Access) string {
	if name := f.readers.named[way{a.From, a.Pointer}]; name != "" {
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
	for n := 2; f.readers.functions[name]; n++ {
		name = base + strconv.Itoa(n)
	}
	f.readers.functions[name] = true
	f.readers.named[way{a.From, a.Pointer}] = name
	f.waiting = append(f.waiting, a)
	return name
}

// printReaders prints the readers that the file has asked for first.
func (f *file) printReaders() {
	for _, a := range f.waiting {
		name := f.readers.named[way{a.From, a.Pointer}]
		f.Add(gofile.Comment(name + " returns the member " + a.Pointer + "; ok is false where it is absent or null."))
		f.Func().Id(name).Params(jen.Id("x").Op("*").Id(a.From.Name)).Params(jen.Id("v").Add(gofile.Type(a.Type())), jen.Id("ok").Bool()).BlockFunc(func(g *jen.Group) {
			miss := func() jen.Code { return jen.Return(jen.Id("v"), jen.False()) }
			g.If(jen.Id("x").Op("==").Nil()).Block(miss())
			var r member.Reader
			g.Return(r.Read(g, jen.Id("x"), a, miss), jen.True())
		})
		f.Line()
	}
	f.waiting = nil
}

// as converts a value of a member's type to the basic type that holds it.
func as(basic *jen.Statement, t *model.Type, v *jen.Statement) *jen.Statement {
	if t.Kind == model.Named || t.Kind == model.Int && t.Go != "int64" {
		return basic.Clone().Parens(v)
	}
	return v.Clone()
}

// to converts a value of a basic type to a member's type.
func to(t *model.Type, v *jen.Statement) *jen.Statement {
	if t.Kind == model.Named || t.Kind == model.Int && t.Go != "int64" {
		return gofile.Type(t).Parens(v)
	}
	return v.Clone()
}
