package protocol

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol/steplist"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/spelling"
)

// subCall lets steps run the operation that they have the name of.
type subCall struct {
	operation section.Word
	steps     []section.Word
}

// Read reads the operations, and which steps x-bindery lets run others.
func (s *Section) Read(r *section.Reader) {
	s.written = steplist.Read(r)
	for _, m := range r.Bindings.Table("subcalls") {
		s.subCalls = append(s.subCalls, &subCall{section.KeyOf(m.Member), r.Names(m.Value, m.Where)})
	}
	for _, sub := range s.subCalls {
		op := s.operationNamed(sub.operation.Text)
		if op == nil {
			s.Lost(r, sub.operation)
			continue
		}
		for _, step := range sub.steps {
			var known []string
			op.Walk(func(s *steplist.Step) {
				if s.SubCall != "" {
					known = append(known, s.Name)
				}
			})
			if !slices.Contains(known, step.Text) {
				r.Report(diag.New(diag.LostBinding, step.Pos, "operation %s has no step %s with the name of another operation", sub.operation.Text, step.Text).
					Meaning(spelling.Nearest(step.Text, known)))
			}
		}
	}
}

// Lower lowers the operations of all sections. They are ready when names have
// been given and Finish has run.
func (s *Section) Lower(t *lower.Types) {
	l := &lowering{
		s: s, t: t, outcomes: map[string]*model.Constant{}, triggers: map[string]*Trigger{}, operations: map[string]*Operation{},
	}
	for p, op := range s.operations() {
		l.operation(p, op)
	}
	for _, method := range l.subSteps {
		method.Sub = l.operations[method.Doc]
	}
}

// Finish does what needs all names and the enums of the schema.
func (s *Section) Finish(t *lower.Types) {
	for _, f := range s.later {
		f(t)
	}
}

// lowering is the state of lowering all operations of a schema.
type lowering struct {
	s          *Section
	t          *lower.Types
	outcomes   map[string]*model.Constant
	triggers   map[string]*Trigger
	operations map[string]*Operation // by section and name in it
	data       *operationData        // of the operation that is lowered
	subSteps   []*Method             // Doc holds the key of their operation until all are there
}

// target is an operation on its way to the model.
type target struct {
	name string // of the operation in paths
	key  string // of its claims to names
	base string // what its Go names are made from
	pos  source.Pos
}

// pathName is the name of an operation in paths. The operations of agent_protocol and
// operations go by their own names, those of other sections stand behind the section's.
func pathName(p *steplist.Protocol, op *steplist.Operation) string {
	if p.Section != "agent_protocol" && p.Section != "operations" && op.Name != p.Section {
		return p.Section + "." + op.Name
	}
	return op.Name
}

// target names an operation.
func (l *lowering) target(p *steplist.Protocol, op *steplist.Operation) target {
	name := pathName(p, op)
	return target{name: name, key: p.Section + "." + op.Name, base: cmp.Or(l.t.Words().Exported(name), "Operation"), pos: op.Pos}
}

func (l *lowering) operation(p *steplist.Protocol, op *steplist.Operation) {
	t := l.target(p, op)
	l.data = &operationData{operation: t.name}
	if op.Kind == steplist.Procedure || op.Kind == steplist.Alternatives {
		l.procedure(t, p, op)
	} else {
		l.data.doc = op.Doc
	}
	switch op.Kind {
	case steplist.PolicyTable:
		l.policies(t, op)
	case steplist.Directives:
		l.directives(t, op)
	case steplist.Signature:
		l.fact(t, op, document.Member{Name: "request", NamePos: op.Pos, Value: op.Request})
		if op.Response != nil {
			l.fact(t, op, document.Member{Name: "response", NamePos: op.Pos, Value: op.Response})
		}
	}
	for _, trigger := range op.Triggers {
		l.trigger(t, trigger)
	}
	for _, header := range op.Headers {
		l.fact(t, op, header)
	}
	if len(l.data.made) > 0 {
		l.s.data = append(l.s.data, l.data)
	}
}

// procedure lowers an operation with steps.
func (l *lowering) procedure(t target, p *steplist.Protocol, op *steplist.Operation) {
	out := &Operation{Name: t.name, Doc: op.Doc, pos: op.Pos}
	l.s.Operations = append(l.s.Operations, out)
	l.operations[t.key] = out
	w := &stepLowering{l: l, target: t, section: p.Section, out: out, methods: map[methodKey]*methodUse{}, events: map[string]*model.Constant{}}
	if op.Kind == steplist.Procedure {
		l.t.Want(&out.Run, t.key+"#run", "Run"+t.base, t.pos)
		out.Items = w.list(t.name, op.Steps)
		l.ends(op.Outcomes, op.Pos)
	} else {
		out.Choice = &Choice{}
		l.t.Want(&out.Run, t.key+"#run", "Run"+t.base, t.pos)
		for _, a := range op.Alternatives {
			l.alternative(w, a)
		}
		l.chooses(out, t, op.Enum)
	}
	w.finish()
	l.t.Want(&out.Interface, t.key+"#steps", t.base+"Steps", t.pos)
	l.t.Want(&out.Data, t.key+"#data", t.base+"Data", t.pos)
	out.Steps = t.base
	l.s.later = append(l.s.later, func(types *lower.Types) {
		describeOperation(out, op, l.outcomes)
		types.Reportf(diag.OperationMade, t.pos, "%s becomes %s and %s", t.name, out.Interface, out.Run)
	})
}

func (l *lowering) alternative(w *stepLowering, a *steplist.Alternative) {
	out := &Alternative{Key: a.Key, Name: w.target.name + "." + a.Key}
	key := w.target.key + "." + a.Key
	l.t.Want(&out.Run, key+"#run", "Run"+w.target.base+l.t.Words().ValueSuffix(a.Key), a.Pos)
	out.Items = w.list(out.Name, a.Steps)
	l.ends(a.Outcomes, a.Pos)
	w.out.Choice.Alternatives = append(w.out.Choice.Alternatives, out)
	l.s.later = append(l.s.later, func(*lower.Types) { describeAlternative(w.out, out, a, l.outcomes) })
}

// chooses sees to the type by which one of the alternatives is chosen.
func (l *lowering) chooses(out *Operation, t target, enum *section.EnumBinding) {
	choice := out.Choice
	var declared string
	l.t.Want(&declared, t.key+"#choice", t.base+"Choice", t.pos)
	constants := make([]*model.Constant, len(choice.Alternatives))
	for i, a := range choice.Alternatives {
		constants[i] = &model.Constant{Value: a.Key}
		l.t.Want(&constants[i].Name, t.key+"."+a.Key+"#choice", t.base+"Choice"+l.t.Words().ValueSuffix(a.Key), t.pos)
	}
	l.s.later = append(l.s.later, func(types *lower.Types) {
		decl, values := enum.Find(types)
		if decl == nil {
			choice.Type, choice.Declared = declared, constants
		} else {
			choice.Type = decl.Name
		}
		for i, a := range choice.Alternatives {
			a.Value = constants[i].Name
			if decl != nil {
				a.Value = values[i]
			}
		}
	})
}

// ends declares the outcomes of an operation.
func (l *lowering) ends(outcomes []string, pos source.Pos) {
	for _, name := range outcomes {
		outcome := l.outcomes[name]
		if outcome == nil {
			outcome = &model.Constant{Value: name}
			l.outcomes[name] = outcome
			l.s.outcomes = append(l.s.outcomes, outcome)
			l.t.Want(&outcome.Name, "outcome "+name, cmp.Or(l.t.Words().Exported(name), "Return"), pos)
		}
	}
}

func (l *lowering) trigger(t target, trigger steplist.Trigger) {
	row := l.triggers[trigger.Name]
	if len(l.s.triggers) == 0 {
		l.t.Want(&l.s.table, "triggers", "Triggers", trigger.Pos)
	}
	if row == nil {
		row = &Trigger{Constant: model.Constant{Value: trigger.Name}, Note: trigger.Note}
		l.triggers[trigger.Name] = row
		l.s.triggers = append(l.s.triggers, row)
		l.t.Want(&row.Name, "trigger "+trigger.Name, "Trigger"+l.t.Words().ValueSuffix(trigger.Name), trigger.Pos)
	}
	if !slices.Contains(row.Operations, t.name) {
		row.Operations = append(row.Operations, t.name)
	}
	row.Note = cmp.Or(row.Note, trigger.Note)
}

func (l *lowering) policies(t target, op *steplist.Operation) {
	table := &PolicyTable{Operation: t.name, Doc: op.Doc}
	l.t.Want(&table.Type, t.key+"#case", t.base+"Case", t.pos)
	l.t.Want(&table.Func, t.key+"#policy", t.base+"Policy", t.pos)
	for i, p := range op.Policies {
		c := &PolicyCase{Constant: model.Constant{Value: p.Case}, Action: p.Action.Text, Options: p.Options}
		l.t.Want(&c.Name, t.key+"."+p.Case+"#case"+strconv.Itoa(i), t.base+"Case"+l.t.Words().ValueSuffix(p.Case), p.Pos)
		table.Cases = append(table.Cases, c)
	}
	l.s.policies = append(l.s.policies, table)
	l.made(t.pos, t.name+" is a table of policies", &table.Func)
}

func (l *lowering) directives(t target, op *steplist.Operation) {
	list := &DirectiveList{Operation: t.name, Doc: op.Doc, List: op.Directives}
	l.t.Want(&list.Func, t.key+"#directives", t.base+"Directives", t.pos)
	l.s.directives = append(l.s.directives, list)
	l.made(t.pos, t.name+" is a list of directives", &list.Func)
}

// fact keeps a member of an operation as data.
func (l *lowering) fact(t target, op *steplist.Operation, m document.Member) {
	fact := &model.Fact{Form: section.ValueForm(m.Value), Value: m.Value, Note: l.data.doc}
	wanted := t.base + l.t.Words().ValueSuffix(m.Name)
	fact.Doc = "what " + t.name + " says under " + m.Name
	if m.Name == op.Name && m.Value == op.Value { // the operation is nothing but this value
		wanted, fact.Doc = "Protocol"+t.base, "what the schema gives as "+t.name
	}
	l.t.Want(&fact.Name, t.key+"."+m.Name+"#fact", wanted, m.NamePos)
	l.s.facts = append(l.s.facts, fact)
	l.made(m.NamePos, t.name+": "+m.Name+" is kept as data", &fact.Name)
}

// made notes the data that an operation has become, and reports it with the Go name once
// that is given.
func (l *lowering) made(pos source.Pos, what string, name *string) {
	l.data.made = append(l.data.made, name)
	l.s.later = append(l.s.later, func(types *lower.Types) {
		types.Reportf(diag.OperationMade, pos, "%s: %s", what, *name)
	})
}
