package states

import (
	"unicode"
	"unicode/utf8"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// Lower asks for the names of the states. Where a property of the schema holds
// them, they are that enum's values; otherwise they get a type of their own.
func (s *Section) Lower(t *lower.Types) {
	for _, m := range s.written {
		s.machines = append(s.machines, newMachine(t, m))
	}
}

// Finish finds the enums.
func (s *Section) Finish(t *lower.Types) {
	for i, m := range s.machines {
		m.finish(t, s.written[i])
	}
}

func newMachine(t *lower.Types, m *table) *Machine {
	const typeName = "TransitionState"
	out := &Machine{Section: m.Section}
	t.Want(&out.Type, m.Section+"#type", typeName, m.Pos)
	t.Want(&out.Table, m.Section+"#table", unexported(t.Words().Exported(m.Section)), m.Pos)
	for _, s := range m.States {
		c := &model.Constant{Value: s.Name}
		out.Declared = append(out.Declared, c)
		t.Want(&c.Name, m.Section+"."+s.Name+"#state", typeName+t.Words().ValueSuffix(s.Name), s.Pos)
	}
	return out
}

func (m *Machine) finish(t *lower.Types, from *table) {
	values := lists.Of(m.Declared, func(c *model.Constant) string { return c.Name })
	if from.Enum != nil {
		if decl, constants := t.Enum(from.Enum.Pointer, from.Enum.Values); decl != nil {
			m.Type, m.Declared, values = decl.Name, nil, constants
		}
	}
	at := map[string]int{}
	for i, s := range from.States {
		at[s.Name] = i
	}
	for i, s := range from.States {
		state := &State{Name: values[i]}
		for _, next := range s.Next {
			state.Next = append(state.Next, values[at[next]])
		}
		m.States = append(m.States, state)
	}
	t.Reportf(diag.OperationMade, from.Pos, "%s becomes the methods Next, CanMoveTo and MoveTo of %s", m.Section, m.Type)
}

// unexported writes a Go name with a small first letter.
func unexported(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToLower(first)) + name[size:]
}
