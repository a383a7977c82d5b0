package states

import (
	"cmp"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// table is a section as it is written.
type table struct {
	Section string
	Pos     source.Pos
	States  []*row
	Enum    *section.EnumBinding // the property that holds the state; may be nil
}

// row is one state. A state with nothing in Next is terminal.
type row struct {
	Name string
	Pos  source.Pos
	Next []string
}

// Read reads the tables.
func (s *Section) Read(r *section.Reader) {
	for m := range r.Members("state_transitions") {
		r.Found(m, s.read(r, m))
	}
}

func (s *Section) read(r *section.Reader, from document.Member) string {
	entries := cmp.Or(from.Value.Get("allowed"), from.Value)
	m := &table{Section: from.Name, Pos: from.NamePos}
	var names []string
	for _, entry := range entries.Members {
		state := &row{Name: entry.Name, Pos: entry.NamePos}
		for _, target := range entry.Value.Items {
			switch {
			case target.Kind == document.String:
				state.Next = append(state.Next, target.Text)
			case target.Kind == document.Array && len(target.Items) == 0:
				// "- []" is how some schemas write that nothing follows.
			default:
				r.Reportf(diag.UnknownForm, target.Pos, "a state that follows %s is named by a string", entry.Name)
			}
		}
		if target := section.Text(entry.Value); target != "" {
			state.Next = []string{target}
		}
		m.States, names = append(m.States, state), append(names, state.Name)
	}
	if len(m.States) == 0 {
		return ""
	}
	for _, state := range m.States {
		for _, next := range state.Next {
			if !slices.Contains(names, next) {
				r.Reportf(diag.UnknownState, state.Pos, "%s can move to %s, which is not declared", state.Name, next)
				names = append(names, next)
				m.States = append(m.States, &row{Name: next, Pos: state.Pos})
			}
		}
	}
	m.Enum = r.EnumOf(names)
	s.written = append(s.written, m)
	return section.Count(len(m.States), "state")
}
