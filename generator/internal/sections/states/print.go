package states

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// Files prints transitions.go; there is none without states.
func (s *Section) Files(p *section.Printer) []*gofile.File {
	if s.machine == nil {
		return nil
	}
	f := p.NewFile("transitions.go")
	s.machine.print(f)
	return []*gofile.File{f}
}

// print prints a table of states and the methods of its states.
func (m *Machine) print(f *gofile.File) {
	if m.Declared {
		f.Declare(m.Type+" is a state of "+sectionName+".",
			jen.Type().Id(m.Type).String())
		f.Add(gofile.Comment("The states of " + sectionName + "."))
		section.Constants(f, m.Type, lists.Of(m.States, func(s *State) *model.Constant { return &s.Constant }))
	}
	var rows []jen.Code
	for _, s := range m.States {
		row := []jen.Code{jen.Id("From").Op(":").Id(s.Name)}
		if len(s.Next) > 0 {
			next := lists.Of(s.Next, func(name string) jen.Code { return jen.Id(m.constant(name)) })
			row = append(row, jen.Id("To").Op(":").Index().Id(m.Type).Values(next...))
		}
		rows = append(rows, jen.Values(row...))
	}
	f.Declare(m.Table+" says which states may follow which. A state that none may follow is terminal.",
		jen.Var().Id(m.Table).Op("=").Add(gofile.Protocol.Dot("Transitions")).Types(jen.Id(m.Type)).Values(gofile.OnLines(rows)...))

	receiver, to := jen.Id("x").Id(m.Type), jen.Id("to").Id(m.Type)
	f.Comment("Next returns the states that may follow x; there are none after a terminal")
	f.Comment("state, nor after what is not a state.")
	f.Func().Params(receiver).Id("Next").Params().Index().Id(m.Type).Block(
		jen.List(jen.Id("next"), jen.Id("_")).Op(":=").Id(m.Table).Dot("Next").Call(jen.Id("x")),
		jen.Return(jen.Id("next")))
	f.Line()
	f.Comment("CanMoveTo reports whether the state to may follow x.")
	f.Func().Params(receiver).Id("CanMoveTo").Params(to).Bool().Block(
		jen.Return(jen.Id(m.Table).Dot("CanMoveTo").Call(jen.Id("x"), jen.Id("to"))))
	f.Line()
	f.Comment("MoveTo returns nil where the state to may follow x, and elsewhere a")
	f.Comment("*protocol.TransitionError, which names the states that may.")
	f.Func().Params(receiver).Id("MoveTo").Params(to).Error().Block(
		jen.Return(jen.Id(m.Table).Dot("Check").Call(jen.Id("x"), jen.Id("to"))))
	f.Line()
}
