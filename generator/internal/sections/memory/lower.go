package memory

import (
	"cmp"
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// Lower lowers the window.
func (s *Section) Lower(t *lower.Types) {
	s.record = t.Document()
	if s.written != nil && t.Document() != nil {
		s.memory = s.lower(t, s.written)
	}
}

func (s *Section) lower(t *lower.Types, m *Memory) *Memory {
	m.Record = t.Document()
	if pointer := section.Pointer(m.of.Text); pointer != "" {
		m.Record = t.DeclAt(pointer)
	}
	if m.Record == nil || m.Record.Kind != model.Struct {
		t.Reportf(diag.BindingType, m.of.Pos, "the records %s must be objects with declared members", m.of.Text)
		return nil
	}
	name := cmp.Or(m.name, "Memory")
	m.Kind, m.Fill = "recordsOf"+name, "fill"+name
	t.Want(&m.Type, "x-bindery.window#type", name, m.pos)
	t.Want(&m.Config, "x-bindery.window#config", name+"Config", m.pos)
	t.Want(&m.New, "x-bindery.window#new", "New"+name, m.pos)
	m.members.Find(t, m.Record)
	m.Capacity = s.limits.Amount(t, m.capacity, m.Record, section.WholeNumber)
	if m.Capacity.Member != nil {
		m.Capacity.Member = section.Written(t, m.Record, m.capacity.Member, section.WholeNumber)
		capacityOf(m)
	}
	if m.PolicyMember != nil {
		m.Policy = defaultOf(m.PolicyMember, document.String)
	}
	return m
}

// capacityOf takes the bounds and the default of the capacity from its schema.
func capacityOf(m *Memory) {
	member := m.Capacity.Member
	if member == nil {
		return
	}
	if plan := nonNull(member.Plan()); plan != nil && plan.Number != nil {
		m.Min, _ = strconv.ParseInt(plan.Number.Min, 10, 64)
		m.Max, _ = strconv.ParseInt(plan.Number.Max, 10, 64)
	}
	m.Capacity.Number, _ = strconv.ParseInt(defaultOf(member, document.Number), 10, 64)
}

// defaultOf is the schema's default of a member, of a kind; "" for none.
func defaultOf(a *model.Access, kind document.Kind) string {
	if f := a.Steps[len(a.Steps)-1].Field; f.Default != nil && f.Default.Kind == kind {
		return f.Default.Text
	}
	return ""
}

func nonNull(p *plan.Plan) *plan.Plan {
	if p != nil && p.NonNull != nil {
		return p.NonNull
	}
	return p
}
