// Package steplist reads the operations of a schema as they are written:
// agent_protocol, and the lists of steps that stand in other sections. It
// decides nothing about Go. Package protocol imports it.
package steplist

import (
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Protocol is the operations of one section.
type Protocol struct {
	Section    string
	Operations []*Operation
}

// OperationKind is the form of an operation, decided by its shape alone.
type OperationKind string

// The forms of operations.
const (
	Procedure    OperationKind = "procedure"    // steps, actions, or phases (as groups)
	Alternatives OperationKind = "alternatives" // a step list a key
	PolicyTable  OperationKind = "policies"     // an action a case
	Directives   OperationKind = "directives"   // names with arguments, or records
	Signature    OperationKind = "signature"    // of a remote call: request and response
	Metadata     OperationKind = "metadata"     // anything else
)

// Operation is one operation of a protocol. Which fields are set follows from Kind.
type Operation struct {
	Name     string // keys below the section, joined with dots
	Pos      source.Pos
	Kind     OperationKind
	Doc      string
	Triggers []Trigger
	// Headers are the members that are neither documentation, triggers nor
	// body: schedule, preconditions and the like, or all of Metadata.
	Headers []document.Member

	Steps        []*Step              // Procedure
	Outcomes     []string             // Procedure: the return steps that end it, each once
	Alternatives []*Alternative       // Alternatives
	Enum         *section.EnumBinding // Alternatives: the property whose values choose; may be nil
	Policies     []*Policy            // PolicyTable
	Directives   []*Directive         // Directives
	Request      *document.Node       // Signature
	Response     *document.Node       // Signature; nil for none
	Value        *document.Node       // what was read
}

// Trigger is what sets an operation off; it is data, nothing executes it.
type Trigger struct {
	Name string
	Note string // text in parentheses
	Pos  source.Pos
}

// Alternative is one way to do an operation.
type Alternative struct {
	Key      string
	Pos      source.Pos
	Doc      string
	Steps    []*Step
	Outcomes []string
}

// Policy is one row of a policy table.
type Policy struct {
	Case    string
	Pos     source.Pos
	Action  *document.Node
	Options []document.Member
}

// Directive is a name with its argument; a record has no name.
type Directive struct {
	Name string
	Arg  *document.Node
}

// reader reads the operations of a schema.
type reader struct {
	*section.Reader
	out []*Protocol
}

// Read reads the operations of all sections of a schema, in its order.
func Read(from *section.Reader) []*Protocol {
	r := &reader{Reader: from}
	for m := range from.Members() {
		if m.Name == "agent_protocol" {
			from.Found(m, r.protocol(m))
		} else {
			from.Found(m, r.like(m))
		}
	}
	return r.out
}

func (r *reader) protocol(section document.Member) string {
	if section.Value.Kind != document.Object {
		r.Reportf(diag.UnknownForm, section.Value.Pos, "%s holds %s, not operations", section.Name, section.Value.Kind)
		return ""
	}
	p := &Protocol{Section: section.Name}
	for _, m := range section.Value.Members {
		// A scalar description is documentation of the protocol, not an operation.
		if m.Name != "description" || m.Value.Kind != document.String {
			p.Operations = append(p.Operations, r.operation(m.Name, m.NamePos, m.Value))
		}
	}
	return r.add(p)
}

// add keeps a protocol that has operations and says what they are.
func (r *reader) add(p *Protocol) string {
	if len(p.Operations) == 0 {
		return ""
	}
	r.out = append(r.out, p)
	var parts []string
	for _, kind := range []OperationKind{Procedure, Alternatives, PolicyTable, Directives, Signature, Metadata} {
		if n := len(lists.Where(p.Operations, func(op *Operation) bool { return op.Kind == kind })); n > 0 {
			parts = append(parts, section.Count(n, "operation")+" of form "+string(kind))
		}
	}
	p.findSubCalls()
	return strings.Join(parts, ", ")
}

// findSubCalls marks the steps that have the name of another operation.
func (p *Protocol) findSubCalls() {
	for _, op := range p.Operations {
		op.Walk(func(s *Step) {
			named := func(other *Operation) bool { return other.Name == s.Name && other.Kind == Procedure }
			if s.Kind == Call && s.Name != op.Name && slices.ContainsFunc(p.Operations, named) {
				s.SubCall = s.Name
			}
		})
	}
}

// Walk visits every step of the operation, outer ones first, in order.
func (op *Operation) Walk(visit func(*Step)) {
	walk(op.Steps, visit)
	for _, a := range op.Alternatives {
		walk(a.Steps, visit)
	}
}

func (r *reader) operation(name string, pos source.Pos, node *document.Node) *Operation {
	op := &Operation{Name: name, Pos: pos, Kind: Metadata, Value: node}
	if node.Kind != document.Object {
		r.Take(node)
	}
	switch node.Kind {
	case document.Array:
		r.listOperation(op, node)
	case document.Object:
		r.mapOperation(op, node)
	default:
		op.Headers = []document.Member{{Name: name, NamePos: pos, Value: node}}
	}
	op.Outcomes = outcomes(op.Steps)
	return op
}

// listOperation reads an operation that is a list: steps where one of them can
// be nothing else, otherwise directives.
func (r *reader) listOperation(op *Operation, node *document.Node) {
	steps, maps := false, true
	for _, item := range node.Items {
		steps = steps || isControl(item) || isMutation(item) || isGroup(item) || item.Kind == document.String && IsStepList(node)
		maps = maps && item.Kind == document.Object
	}
	switch {
	case steps:
		op.Kind, op.Steps = Procedure, r.sequence(node)
	case !maps || len(node.Items) == 0:
		op.Headers = []document.Member{{Name: op.Name, NamePos: op.Pos, Value: node}}
	default:
		op.Kind = Directives
		for _, item := range node.Items {
			d := &Directive{Arg: item}
			if len(item.Members) == 1 {
				d.Name, d.Arg = item.Members[0].Name, item.Members[0].Value
			}
			op.Directives = append(op.Directives, d)
		}
	}
}

func (r *reader) mapOperation(op *Operation, node *document.Node) {
	op.Doc = section.Text(node.Get("description"))
	var triggering []string // the members that have been read as triggers
	for _, key := range []string{"triggers", "trigger"} {
		if list := triggers(node.Get(key)); list != nil {
			op.Triggers, triggering = append(op.Triggers, list...), append(triggering, key)
		}
	}
	body := ""
	for _, key := range []string{"steps", "phases", "actions", "strategies"} {
		if body == "" && r.body(op, key, node.Get(key)) {
			body = key
		}
	}
	if body == "" && section.IsKind(node.Get("request"), document.Object) {
		op.Kind, op.Request, op.Response = Signature, node.Get("request"), node.Get("response")
	}
	if body == "" && op.Kind == Metadata {
		r.policies(op, node)
	}
	for _, m := range node.Members {
		used := m.Name == body || m.Name == "description" && op.Doc != "" || slices.Contains(triggering, m.Name) ||
			op.Kind == Signature && (m.Name == "request" || m.Name == "response") ||
			slices.ContainsFunc(op.Policies, func(p *Policy) bool { return p.Case == m.Name })
		if !used {
			op.Headers = append(op.Headers, m)
		}
		if m.Name != body {
			r.Take(m.Value)
		}
	}
	if says, ok := node.Member("description"); ok && op.Kind == Metadata && op.Headers == nil { // and no more
		op.Headers = []document.Member{says}
	}
}

// body reads the member that says what an operation does, if it has that form. It takes
// no more of it than it reads.
func (r *reader) body(op *Operation, key string, node *document.Node) bool {
	switch {
	case node == nil:
		return false
	case key == "phases":
		steps, ok := r.phases(node)
		if !ok {
			return false
		}
		op.Kind, op.Steps = Procedure, steps
	case key != "strategies" && node.Kind == document.Array:
		r.Take(node)
		op.Kind, op.Steps = Procedure, r.sequence(node)
	case key != "steps" && node.Kind == document.Object && len(node.Members) > 0:
		op.Kind, op.Alternatives = Alternatives, lists.Of(node.Members, r.alternative)
		op.Enum = r.EnumOf(lists.Of(op.Alternatives, func(a *Alternative) string { return a.Key }))
	default:
		return false
	}
	return true
}

// phases reads [{name, actions: steps}] as groups.
func (r *reader) phases(node *document.Node) ([]*Step, bool) {
	if node.Kind != document.Array {
		return nil, false
	}
	var groups []*Step
	for _, phase := range node.Items {
		list := phase.Get("actions")
		if list == nil {
			list = phase.Get("steps")
		}
		name := phase.Get("name")
		if section.Text(name) == "" || !section.IsKind(list, document.Array) {
			return nil, false
		}
		for _, read := range []*document.Node{name, list} {
			r.Take(read)
		}
		groups = append(groups, &Step{Kind: Group, Name: r.name(name.Pos, name.Text), Key: name.Text, Pos: name.Pos,
			Doc: section.Text(phase.Get("description")), Body: r.sequence(list)})
	}
	return groups, len(groups) > 0
}

// alternative reads a list of steps, one step, or a map around a list.
func (r *reader) alternative(m document.Member) *Alternative {
	a := &Alternative{Key: m.Name, Pos: m.NamePos}
	list := m.Value
	if list.Kind == document.Object {
		a.Doc = section.Text(list.Get("description"))
		for _, key := range []string{"steps", "actions"} {
			if body := list.Get(key); section.IsKind(body, document.Array) {
				list = body
			}
		}
	}
	var ok bool
	if a.Steps, ok = r.stepBody(list); ok {
		r.Take(list)
	}
	a.Outcomes = outcomes(a.Steps)
	return a
}

// policies reads a table of cases: members {action, options}, or on_… with a scalar.
func (r *reader) policies(op *Operation, node *document.Node) {
	for _, m := range node.Members {
		p := &Policy{Case: m.Name, Pos: m.NamePos, Action: m.Value}
		if m.Value.Kind == document.Object {
			p.Action = m.Value.Get("action")
			for _, option := range m.Value.Members {
				if option.Name != "action" {
					p.Options = append(p.Options, option)
				}
			}
		}
		isCase := m.Value.Kind == document.Object || strings.HasPrefix(m.Name, "on_")
		if isCase && section.Text(p.Action) != "" {
			op.Kind, op.Policies = PolicyTable, append(op.Policies, p)
		}
	}
}

// triggers reads a string or a list of them; anything else stays a header.
func triggers(node *document.Node) []Trigger {
	if node == nil {
		return nil
	}
	var list []Trigger
	for _, item := range section.Listed(node) {
		if item.Kind != document.String {
			return nil
		}
		name, note := cutNote(item.Text)
		list = append(list, Trigger{name, note, item.Pos})
	}
	return list
}
