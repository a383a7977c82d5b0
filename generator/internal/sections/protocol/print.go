package protocol

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// Files prints protocol.go and protocol_data.go, each where there is something
// for it.
func (s *Section) Files(p *section.Printer) []*gofile.File {
	var files []*gofile.File
	if len(s.Operations) > 0 {
		f := &file{p.NewFile("protocol.go")}
		f.outcomes(s.outcomes)
		for _, op := range s.Operations {
			f.operation(op)
		}
		files = append(files, f.File)
	}
	if len(s.triggers)+len(s.policies)+len(s.directives)+len(s.facts) > 0 {
		f := &file{p.NewFile("protocol_data.go")}
		f.triggers(s.table, s.triggers)
		for _, t := range s.policies {
			f.policies(t)
		}
		for _, list := range s.directives {
			f.directives(list)
		}
		for _, fact := range s.facts {
			f.Fact(fact)
		}
		files = append(files, f.File)
	}
	return files
}

// file is a file under construction.
type file struct{ *gofile.File }

// outcomes prints the ways in which operations end.
func (f *file) outcomes(list []*model.Constant) {
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
