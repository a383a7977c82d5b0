package states

import (
	"cmp"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// Topics implements section.Describer.
func (s *Section) Topics() []section.Topic {
	var out []section.Topic
	for i, m := range s.written {
		t := section.Topic{Title: "States: " + m.Section, Columns: []string{"State", "May be followed by", "Go"}}
		for j, state := range m.States {
			next := cmp.Or(strings.Join(state.Next, ", "), "nothing: it is final")
			t.Rows = append(t.Rows, []section.Cell{section.Code(state.Name), section.Prose(next), section.Code(s.machines[i].States[j].Name)})
		}
		out = append(out, t)
	}
	return out
}
