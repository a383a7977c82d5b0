package lower

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/section"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// protocols lowers the operations and states of all sections. They are ready
// when names have been given out and finishProtocols has run.
func (b *builder) protocols() *model.Protocol {
	s := b.in.Sections
	if s == nil || len(s.Protocols)+len(s.Machines) == 0 {
		return nil
	}
	l := &protocolLowering{
		out: &model.Protocol{}, names: &b.sectionNames, bindings: s.Bindings,
		outcomes: map[string]*model.Outcome{}, triggers: map[string]*model.Trigger{},
		operations: map[string]*model.Operation{},
	}
	for _, p := range s.Protocols {
		for _, op := range p.Operations {
			l.operation(p, op)
		}
	}
	for _, method := range l.subSteps {
		method.Sub = l.operations[method.Doc]
	}
	for _, m := range s.Machines {
		l.machine(m)
	}
	b.protocol = l
	return l.out
}

// finishProtocols does what needs all names and the enums of the schema.
func (b *builder) finishProtocols() {
	if b.protocol != nil {
		for _, f := range b.protocol.later {
			f(b)
		}
	}
}

// protocolLowering is the state of lowering all protocols of a schema.
type protocolLowering struct {
	out        *model.Protocol
	names      *sectionNames
	bindings   *section.Bindings
	outcomes   map[string]*model.Outcome
	triggers   map[string]*model.Trigger
	operations map[string]*model.Operation // by section and name in it
	subSteps   []*model.Method             // Doc holds the key of their operation until all are there
	later      []func(b *builder)          // what needs the declarations of the schema's enums
}

// target is an operation on its way to the model.
type target struct {
	name string // of the operation in paths
	key  string // of its claims to names
	base string // what its Go names are made from
	pos  source.Pos
}

// targetOf names an operation. The operations of agent_protocol and operations
// go by their own names, those of other sections stand behind the section's.
func targetOf(p *section.Protocol, op *section.Operation) target {
	name := op.Name
	if p.Section != "agent_protocol" && p.Section != "operations" && name != p.Section {
		name = p.Section + "." + name
	}
	return target{name: name, key: p.Section + "." + op.Name, base: or(names.Exported(name), "Operation"), pos: op.Pos}
}

func (l *protocolLowering) operation(p *section.Protocol, op *section.Operation) {
	t := targetOf(p, op)
	switch op.Kind {
	case section.Procedure, section.Alternatives:
		l.procedure(t, p, op)
	case section.PolicyTable:
		l.policies(t, op)
	case section.Directives:
		l.directives(t, op)
	case section.Signature:
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
		if header.Name == "trigger" && header.Value.Kind == document.String {
			l.trigger(t, section.Trigger{Name: header.Value.Text, Pos: header.NamePos})
		}
	}
}

// procedure lowers an operation with steps.
func (l *protocolLowering) procedure(t target, p *section.Protocol, op *section.Operation) {
	out := &model.Operation{Name: t.name, Section: p.Section, Doc: op.Doc}
	l.out.Operations = append(l.out.Operations, out)
	l.operations[t.key] = out
	w := &stepLowering{l: l, target: t, section: p.Section, out: out, methods: map[methodKey]*methodUse{}, events: map[string]*model.Constant{}}
	if op.Kind == section.Procedure {
		l.names.want(&out.Run, t.key+"#run", "Run"+t.base, t.pos)
		out.Items = w.items(op.Steps, t.name, 0)
		l.ends(t.name, op.Outcomes, op.Pos)
	} else {
		out.Choice = &model.Choice{}
		l.names.want(&out.Run, t.key+"#run", "Run"+t.base, t.pos)
		for _, a := range op.Alternatives {
			l.alternative(w, a)
		}
		l.chooses(out, t, op.Enum)
	}
	w.finish()
	l.names.want(&out.Interface, t.key+"#steps", t.base+"Steps", t.pos)
	l.names.want(&out.Data, t.key+"#data", t.base+"Data", t.pos)
	out.Steps = t.base
	l.later = append(l.later, func(b *builder) {
		describeOperation(out, op, l.outcomes)
		b.diags.Addf(diag.OperationMade, t.pos, "%s becomes %s and %s", t.name, out.Interface, out.Run)
	})
}

func (l *protocolLowering) alternative(w *stepLowering, a *section.Alternative) {
	out := &model.Alternative{Key: a.Key, Name: w.target.name + "." + a.Key}
	key := w.target.key + "." + a.Key
	l.names.want(&out.Run, key+"#run", "Run"+w.target.base+names.ValueSuffix(a.Key), a.Pos)
	out.Items = w.items(a.Steps, out.Name, 0)
	l.ends(out.Name, a.Outcomes, a.Pos)
	w.out.Choice.Alternatives = append(w.out.Choice.Alternatives, out)
	l.later = append(l.later, func(*builder) { describeAlternative(w.out, out, a, l.outcomes) })
}

// chooses sees to the type by which one of the alternatives is chosen.
func (l *protocolLowering) chooses(out *model.Operation, t target, enum *section.EnumBinding) {
	choice := out.Choice
	var declared string
	l.names.want(&declared, t.key+"#choice", t.base+"Choice", t.pos)
	constants := make([]*model.Constant, len(choice.Alternatives))
	for i, a := range choice.Alternatives {
		constants[i] = &model.Constant{Value: a.Key}
		l.names.want(&constants[i].Name, t.key+"."+a.Key+"#choice", t.base+"Choice"+names.ValueSuffix(a.Key), t.pos)
	}
	l.later = append(l.later, func(b *builder) {
		decl, values := b.enumNamed(enum)
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
func (l *protocolLowering) ends(operation string, outcomes []string, pos source.Pos) {
	for _, name := range outcomes {
		outcome := l.outcomes[name]
		if outcome == nil {
			outcome = &model.Outcome{Constant: model.Constant{Value: name}}
			l.outcomes[name] = outcome
			l.out.Outcomes = append(l.out.Outcomes, outcome)
			l.names.want(&outcome.Name, "outcome "+name, or(names.Exported(name), "Return"), pos)
		}
		outcome.Operations = append(outcome.Operations, operation)
	}
}

func (l *protocolLowering) trigger(t target, trigger section.Trigger) {
	row := l.triggers[trigger.Name]
	if len(l.out.Triggers) == 0 {
		l.names.want(&l.out.Table, "triggers", "Triggers", trigger.Pos)
	}
	if row == nil {
		row = &model.Trigger{Constant: model.Constant{Value: trigger.Name}, Note: trigger.Note}
		l.triggers[trigger.Name] = row
		l.out.Triggers = append(l.out.Triggers, row)
		l.names.want(&row.Name, "trigger "+trigger.Name, "Trigger"+names.ValueSuffix(trigger.Name), trigger.Pos)
	}
	if !slices.Contains(row.Operations, t.name) {
		row.Operations = append(row.Operations, t.name)
	}
	if row.Note == "" {
		row.Note = trigger.Note
	}
}

func (l *protocolLowering) policies(t target, op *section.Operation) {
	table := &model.PolicyTable{Operation: t.name, Doc: op.Doc}
	l.names.want(&table.Type, t.key+"#case", t.base+"Case", t.pos)
	l.names.want(&table.Func, t.key+"#policy", t.base+"Policy", t.pos)
	for i, p := range op.Policies {
		c := &model.PolicyCase{Constant: model.Constant{Value: p.Case}, Action: p.Action.Text, Options: p.Options}
		l.names.want(&c.Name, t.key+"."+p.Case+"#case"+strconv.Itoa(i), t.base+"Case"+names.ValueSuffix(p.Case), p.Pos)
		table.Cases = append(table.Cases, c)
	}
	l.out.Policies = append(l.out.Policies, table)
	l.later = append(l.later, func(b *builder) {
		b.diags.Addf(diag.OperationMade, t.pos, "%s is a table of policies: %s", t.name, table.Func)
	})
}

func (l *protocolLowering) directives(t target, op *section.Operation) {
	list := &model.DirectiveList{Operation: t.name, Doc: op.Doc}
	l.names.want(&list.Func, t.key+"#directives", t.base+"Directives", t.pos)
	for _, d := range op.Directives {
		arg := d.Arg
		if d.Record != nil {
			arg = d.Record
		}
		list.List = append(list.List, &model.Directive{Name: d.Name, Arg: arg})
	}
	l.out.Directives = append(l.out.Directives, list)
	l.later = append(l.later, func(b *builder) {
		b.diags.Addf(diag.OperationMade, t.pos, "%s is a list of directives: %s", t.name, list.Func)
	})
}

// fact keeps a member of an operation as data.
func (l *protocolLowering) fact(t target, op *section.Operation, m document.Member) {
	fact := &model.Fact{Form: valueForm(m.Value), Value: m.Value}
	wanted := t.base + names.ValueSuffix(m.Name)
	fact.Doc = "what " + t.name + " says under " + m.Name
	if m.Name == op.Name && m.Value == op.Value { // the operation is nothing but this value
		wanted, fact.Doc = "Protocol"+t.base, "what the schema gives as "+t.name
	}
	l.names.want(&fact.Name, t.key+"."+m.Name+"#fact", wanted, m.NamePos)
	l.out.Facts = append(l.out.Facts, fact)
	l.later = append(l.later, func(b *builder) {
		b.diags.Addf(diag.OperationMade, m.NamePos, "%s: %s is kept as data: %s", t.name, m.Name, fact.Name)
	})
}

// valueForm finds the Go type of a value that is data.
func valueForm(n *document.Node) model.ValueForm {
	texts := func(each func(yield func(*document.Node) bool)) bool {
		for item := range each {
			if item.Kind != document.String {
				return false
			}
		}
		return true
	}
	switch n.Kind {
	case document.String:
		return model.TextValue
	case document.Bool:
		return model.BoolValue
	case document.Number:
		if _, err := strconv.ParseInt(n.Text, 10, 64); err == nil {
			return model.IntValue
		}
		if f, err := strconv.ParseFloat(n.Text, 64); err == nil && strconv.FormatFloat(f, 'f', -1, 64) == n.Text {
			return model.FloatValue
		}
	case document.Array:
		if texts(slices.Values(n.Items)) {
			return model.TextList
		}
	case document.Object:
		members := func(yield func(*document.Node) bool) {
			for _, m := range n.Members {
				if !yield(m.Value) {
					return
				}
			}
		}
		if texts(members) {
			return model.TextMap
		}
	}
	return model.JSONValue
}

// enumNamed finds the Go type of the enum that a section is bound to, and the
// constants of the binding's values, in their order.
func (b *builder) enumNamed(enum *section.EnumBinding) (*model.Decl, []string) {
	if enum == nil {
		return nil, nil
	}
	var found *model.Decl
	var constants []string
	for _, d := range b.declared {
		decl := d.decl
		if decl.Kind != model.Enum || decl.Underlying.Kind != model.String {
			continue
		}
		var list []string
		for _, value := range enum.Values {
			at := slices.IndexFunc(decl.Enum, func(v model.EnumValue) bool { return v.Text == value })
			if at >= 0 {
				list = append(list, decl.Enum[at].Name)
			}
		}
		if len(list) < len(enum.Values) {
			continue
		}
		if strings.HasSuffix(decl.Pointer, "#"+enum.Pointer) {
			return decl, list
		}
		if found == nil {
			found, constants = decl, list
		}
	}
	return found, constants
}
