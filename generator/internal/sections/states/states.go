// Package states is the section state_transitions of a schema: which states may
// follow each other, as methods of the states' type.
package states

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Section is the states of one schema.
type Section struct {
	section.Base
	machine *Machine // nil for none
}

// New makes the section of a schema.
func New() *Section { return &Section{} }

// Machine is a table of the states that may follow each other.
type Machine struct {
	pos    source.Pos
	enum   *section.EnumBinding // the property that holds the state; may be nil
	States []*State

	Type     string // Go name: an enum of the schema, or a type that is declared for the states
	Declared bool
	Table    string // Go name of the table
}

// State is one state. One with nothing in Next is terminal.
type State struct {
	model.Constant
	pos  source.Pos
	Next []string // by their names in the schema
}

// sectionName is what the section is called in schemas.
const sectionName = "state_transitions"

// Read reads the table.
func (s *Section) Read(r *section.Reader) {
	for m := range r.Members(sectionName) {
		r.Found(m, s.read(r, m))
	}
}

func (s *Section) read(r *section.Reader, from document.Member) string {
	entries := cmp.Or(from.Value.Get("allowed"), from.Value)
	m := &Machine{pos: from.NamePos}
	var names []string
	add := func(name string, pos source.Pos, next []string) {
		m.States, names = append(m.States, &State{Constant: model.Constant{Value: name}, pos: pos, Next: next}), append(names, name)
	}
	for _, entry := range entries.Members {
		add(entry.Name, entry.NamePos, following(r, entry))
	}
	if len(m.States) == 0 {
		return ""
	}
	for _, state := range m.States {
		for _, next := range state.Next {
			if !slices.Contains(names, next) {
				r.Reportf(diag.UnknownState, state.pos, "%s can move to %s, which is not declared", state.Value, next)
				add(next, state.pos, nil)
			}
		}
	}
	r.Take(entries)
	m.enum = r.EnumOf(names)
	s.machine = m
	return section.Count(len(m.States), "state")
}

// following reads which states may follow one: a name, or a list of names.
func following(r *section.Reader, entry document.Member) (next []string) {
	if target := section.Text(entry.Value); target != "" {
		return []string{target}
	}
	for _, target := range entry.Value.Items {
		switch {
		case target.Kind == document.String:
			next = append(next, target.Text)
		case target.Kind == document.Array && len(target.Items) == 0:
			// "- []" is how some schemas write that nothing follows.
		default:
			r.Reportf(diag.UnknownForm, target.Pos, "a state that follows %s is named by a string", entry.Name)
		}
	}
	return next
}

// Lower asks for the names of the states. Where a property of the schema holds
// them, they are that enum's values; otherwise they get a type of their own.
func (s *Section) Lower(t *lower.Types) {
	const typeName = "TransitionState"
	m := s.machine
	if m == nil {
		return
	}
	t.Want(&m.Type, sectionName+"#type", typeName, m.pos)
	t.Want(&m.Table, sectionName+"#table", unexported(t.Words().Exported(sectionName)), m.pos)
	for _, s := range m.States {
		t.Want(&s.Name, sectionName+"."+s.Value+"#state", typeName+t.Words().ValueSuffix(s.Value), s.pos)
	}
}

// unexported writes a Go name with a small first letter.
func unexported(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToLower(first)) + name[size:]
}

// Finish finds the enum.
func (s *Section) Finish(t *lower.Types) {
	m := s.machine
	if m == nil {
		return
	}
	decl, constants := m.enum.Find(t)
	if m.Declared = decl == nil; !m.Declared {
		m.Type = decl.Name
		for i, state := range m.States {
			state.Name = constants[i]
		}
	}
	t.Reportf(diag.OperationMade, m.pos, "%s becomes the methods Next, CanMoveTo and MoveTo of %s", sectionName, m.Type)
}

// constant is the Go name of a state.
func (m *Machine) constant(name string) string {
	return lists.First(m.States, func(s *State) bool { return s.Value == name }).Name
}

// Promises implements section.Promiser: which states may follow each other.
func (s *Section) Promises() (out []section.Promise) {
	if s.machine == nil {
		return nil
	}
	for _, state := range s.machine.States {
		for _, next := range state.Next {
			out = append(out, section.Promise{Kind: section.StatePromise, Key: sectionName + "." + state.Value, Pos: state.pos, Text: next})
		}
	}
	return out
}

// Topics implements section.Describer.
func (s *Section) Topics() []section.Topic {
	if s.machine == nil {
		return nil
	}
	t := section.Topic{Title: "States: " + sectionName, Columns: []string{"State", "May be followed by", "Go"}}
	for _, state := range s.machine.States {
		next := cmp.Or(strings.Join(state.Next, ", "), "nothing: it is final")
		t.Rows = append(t.Rows, []section.Cell{section.Code(state.Value), section.Prose(next), section.Code(state.Name)})
	}
	return []section.Topic{t}
}
