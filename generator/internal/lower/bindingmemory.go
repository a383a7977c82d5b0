package lower

import (
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/section"
)

// memory lowers a window over records.
func (l *bindingLowering) memory(w *section.Window) *model.Memory {
	record := l.document
	if pointer := referred(w.Of); pointer != "" {
		record = l.declAt(pointer)
	}
	if record == nil || record.Kind != model.Struct {
		l.diags.Addf(diag.BindingType, w.Pos, "the records %s must be objects with declared members", w.Of)
		return nil
	}
	m := &model.Memory{Record: record}
	name := or(w.Name, "Memory")
	l.sectionNames.want(&m.Type, "x-bindery.window#type", name, w.Pos)
	l.sectionNames.want(&m.Config, "x-bindery.window#config", name+"Config", w.Pos)
	l.sectionNames.want(&m.New, "x-bindery.window#new", "New"+name, w.Pos)

	read := func(pointer string, test typeTest) *model.Access { return l.read(record, pointer, w.Pos, test) }
	m.Key = read(w.Key, aKey)
	m.Iteration = read(or(w.Iteration, w.Key), wholeNumber)
	m.Time, m.Score, m.Pinned = read(w.Time, aTime), read(w.Score, aNumber), read(w.Pinned, aBool)
	m.Capacity = l.amount(w.Capacity, record, w.Pos, wholeNumber)
	if m.Capacity.Member != nil {
		m.Capacity.Member = l.written(record, w.Capacity.Member, w.Pos, wholeNumber)
		l.capacityOf(m)
	}
	if m.Policy = w.Policy; w.Policy != "" && w.Policy[0] == '/' {
		m.Policy, m.PolicyMember = "", l.written(record, w.Policy, w.Pos, aText)
		if m.PolicyMember != nil {
			m.Policy = textDefault(m.PolicyMember)
		}
	}

	var key *model.Type
	if m.Key != nil {
		key = m.Key.Type()
	}
	written := func(pointer string, test typeTest) *model.Access { return l.written(record, pointer, w.Pos, test) }
	m.Size, m.Total = written(w.Size, wholeNumber), written(w.Total, wholeNumber)
	m.Held, m.Before = written(w.Held, listOf(key)), written(w.Before, listOf(key))
	m.Injected = written(w.Injected, aBool)
	if d := w.Delta; d != nil {
		m.Reward, m.Errors = read(d.Reward, aNumber), read(d.Errors, aCount)
		m.RewardChange, m.ErrorChange = written(d.RewardChange, aFraction), written(d.ErrorChange, wholeNumber)
		m.Improvement = written(d.Improvement, aBool)
	}
	return m
}

// capacityOf takes the bounds and the default of the capacity from its schema.
func (l *bindingLowering) capacityOf(m *model.Memory) {
	member := m.Capacity.Member
	if member == nil {
		return
	}
	if plan := nonNull(member.Plan()); plan != nil && plan.Number != nil {
		m.Min, _ = strconv.ParseInt(plan.Number.Min, 10, 64)
		m.Max, _ = strconv.ParseInt(plan.Number.Max, 10, 64)
	}
	if f := member.Steps[len(member.Steps)-1].Field; f.Default != nil && f.Default.Kind == document.Number {
		m.Capacity.Number, _ = strconv.ParseInt(f.Default.Text, 10, 64)
	}
}

// textDefault is the schema's default of a text; "" for none.
func textDefault(a *model.Access) string {
	if f := a.Steps[len(a.Steps)-1].Field; f.Default != nil && f.Default.Kind == document.String {
		return f.Default.Text
	}
	return ""
}
