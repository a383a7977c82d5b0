package lower

import (
	"unicode"
	"unicode/utf8"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/section"
)

// machine lowers a table of states. Where a property of the schema holds the
// states, they are that enum's values; otherwise they get a type of their own.
func (l *protocolLowering) machine(m *section.Machine) {
	const typeName = "TransitionState"
	out := &model.Machine{Section: m.Section}
	l.out.Machines = append(l.out.Machines, out)
	var declared string
	l.names.want(&declared, m.Section+"#type", typeName, m.Pos)
	l.names.want(&out.Table, m.Section+"#table", unexported(names.Exported(m.Section)), m.Pos)
	constants := make([]*model.Constant, len(m.States))
	at := map[string]int{}
	for i, s := range m.States {
		constants[i] = &model.Constant{Value: s.Name}
		at[s.Name] = i
		l.names.want(&constants[i].Name, m.Section+"."+s.Name+"#state", typeName+names.ValueSuffix(s.Name), s.Pos)
	}
	l.later = append(l.later, func(b *builder) {
		decl, values := b.enumNamed(m.Enum)
		if decl != nil {
			out.Type = decl.Name
		} else {
			out.Type, out.Declared = declared, constants
			values = nil
			for _, c := range constants {
				values = append(values, c.Name)
			}
		}
		for i, s := range m.States {
			state := &model.State{Name: values[i]}
			for _, next := range s.Next {
				state.Next = append(state.Next, values[at[next]])
			}
			out.States = append(out.States, state)
		}
		b.diags.Addf(diag.OperationMade, m.Pos, "%s becomes the methods Next, CanMoveTo and MoveTo of %s", m.Section, out.Type)
	})
}

// unexported writes a Go name with a small first letter.
func unexported(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToLower(first)) + name[size:]
}
