// Package protocol prints the operations of a schema: the interfaces that users
// implement, the drivers that show the order of the steps, and what the schema
// says of operations as data. It decides nothing: model says what there is.
// Only the facade calls it.
package protocol

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/dave/jennifer/jen"
)

// Emit prints the operations of p; there are no files where it has none.
func Emit(p *gofile.Package) []*gofile.File {
	m := p.Model.Protocol
	if m == nil {
		return nil
	}
	var files []*gofile.File
	if len(m.Operations) > 0 {
		f := &file{p.NewFile("protocol.go")}
		f.outcomes(m.Outcomes)
		for _, op := range m.Operations {
			f.operation(op)
		}
		files = append(files, f.File)
	}
	if len(m.Triggers)+len(m.Policies)+len(m.Directives)+len(m.Facts) > 0 {
		f := &file{p.NewFile("protocol_data.go")}
		f.triggers(m.Table, m.Triggers)
		for _, t := range m.Policies {
			f.policies(t)
		}
		for _, list := range m.Directives {
			f.directives(list)
		}
		for _, fact := range m.Facts {
			f.Fact(fact)
		}
		files = append(files, f.File)
	}
	if len(m.Machines) > 0 {
		f := &file{p.NewFile("transitions.go")}
		for _, machine := range m.Machines {
			f.machine(machine)
		}
		files = append(files, f.File)
	}
	return files
}

// file is a file under construction.
type file struct{ *gofile.File }

// doc prints the comment of a constant.
func doc(c *model.Constant) jen.Code { return gofile.Comment(c.Doc) }

// constants prints constants of one type; "" is that of a string literal.
func (f *file) constants(typeName string, list []*model.Constant) {
	if len(list) == 0 {
		return
	}
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, c := range list {
			g.Add(doc(c))
			g.Id(c.Name).Id(typeName).Op("=").Add(gofile.Quote(c.Value))
		}
	})
	f.Line()
}

// outcomes prints the ways in which operations end.
func (f *file) outcomes(list []*model.Outcome) {
	if len(list) == 0 {
		return
	}
	f.Comment("The outcomes of operations, beside protocol.Done.")
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, o := range list {
			g.Id(o.Name).Add(gofile.Protocol.Dot("Outcome")).Op("=").Add(gofile.Quote(o.Value))
		}
	})
	f.Line()
}
