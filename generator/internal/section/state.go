package section

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Machine is a table of the states that may follow each other.
type Machine struct {
	Section string
	Pos     source.Pos
	States  []*State
	Enum    *EnumBinding // the property that holds the state; may be nil
}

// State is one state. A state with nothing in Next is terminal.
type State struct {
	Name string
	Pos  source.Pos
	Next []string
}

// Scope is where and how long variables live.
type Scope struct {
	Name string
	Pos  source.Pos
	Doc  string
	Path *Path // where it is kept; nil for nowhere
	Node *document.Node
}

// Variable is a name that a schema gives a meaning of its own. Its rules are
// prose: what is enforced stands under x-bindery.
type Variable struct {
	Name  string
	Pos   source.Pos
	Doc   string
	Rules []string
	Node  *document.Node
}

func init() {
	register((*reader).machine, "state_transitions")
	register((*reader).scopes, "scopes")
	register((*reader).variables, "special_variables")
	register((*reader).typedData, "learning_patterns", "defaults")
}

func (r *reader) machine(name string, pos source.Pos, node *document.Node) string {
	table := node.Get("allowed")
	if table == nil {
		table = node
	}
	m := &Machine{Section: name, Pos: pos}
	var names []string
	for _, entry := range table.Members {
		s := &State{Name: entry.Name, Pos: entry.NamePos}
		for _, target := range entry.Value.Items {
			switch {
			case target.Kind == document.String:
				s.Next = append(s.Next, target.Text)
			case target.Kind == document.Array && len(target.Items) == 0:
				// "- []" is how some schemas write that nothing follows.
			default:
				r.ds.Addf(diag.UnknownForm, target.Pos, "a state that follows %s is named by a string", entry.Name)
			}
		}
		if target := text(entry.Value); target != "" {
			s.Next = []string{target}
		}
		m.States, names = append(m.States, s), append(names, s.Name)
	}
	if len(m.States) == 0 {
		return ""
	}
	for _, s := range m.States {
		for _, next := range s.Next {
			if !slices.Contains(names, next) {
				r.ds.Addf(diag.UnknownState, s.Pos, "%s can move to %s, which is not declared", s.Name, next)
				names = append(names, next)
				m.States = append(m.States, &State{Name: next, Pos: s.Pos})
			}
		}
	}
	m.Enum = r.index.enumOf(names)
	r.out.Machines = append(r.out.Machines, m)
	return count(len(m.States), "state")
}

func (r *reader) scopes(name string, _ source.Pos, node *document.Node) string {
	before := len(r.out.Scopes)
	for _, m := range node.Members {
		if m.Value.Kind != document.Object {
			continue
		}
		s := &Scope{Name: m.Name, Pos: m.NamePos, Doc: text(m.Value.Get("description")), Node: m.Value}
		if place, ok := m.Value.Member("storage"); ok && isPath("storage_path", text(place.Value)) && text(place.Value) != "" {
			s.Path = r.path([]string{name, m.Name}, place, nil)
		}
		r.out.Scopes = append(r.out.Scopes, s)
	}
	if len(r.out.Scopes) == before {
		return ""
	}
	return count(len(r.out.Scopes)-before, "scope")
}

func (r *reader) variables(_ string, _ source.Pos, node *document.Node) string {
	before := len(r.out.Variables)
	for _, m := range node.Members {
		v := &Variable{Name: m.Name, Pos: m.NamePos, Doc: text(m.Value.Get("description")), Node: m.Value}
		if rules := m.Value.Get("rules"); rules != nil {
			for _, rule := range rules.Items {
				v.Rules = append(v.Rules, text(rule))
			}
		}
		r.out.Variables = append(r.out.Variables, v)
	}
	if len(r.out.Variables) == before {
		return ""
	}
	return count(len(r.out.Variables)-before, "variable")
}

// typedData is for sections whose values become Go data as they are.
func (r *reader) typedData(_ string, _ source.Pos, node *document.Node) string {
	if node.Kind == document.Object {
		return count(len(node.Members), "value")
	}
	return "a value"
}
