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

// The tests of members that only a window needs.
var (
	aFraction = section.OfKinds("a number", model.Float)
	aTime     = section.OfKinds("a time", model.DateTime, model.String)
	aKey      = section.OfKinds("a whole number or a text", model.Int, model.String)
	aCount    = section.TypeTest{What: "an array or a whole number", Fits: func(t *model.Type) bool {
		t = t.Resolved()
		return t.Kind == model.Slice || t.Kind == model.Int
	}}
)

// listOf is an array of what a key is.
func listOf(key *model.Type) section.TypeTest {
	return section.TypeTest{What: "an array of keys", Fits: func(t *model.Type) bool {
		t = t.Resolved()
		return t.Kind == model.Slice && key != nil && t.Elem.Resolved().Kind == key.Resolved().Kind
	}}
}

// Lower lowers the window.
func (s *Section) Lower(t *lower.Types) {
	s.record = t.Document()
	if s.written != nil && t.Document() != nil {
		s.memory = s.lower(t, s.written)
	}
}

func (s *Section) lower(t *lower.Types, w *window) *Memory {
	record := t.Document()
	if pointer := section.Pointer(w.Of); pointer != "" {
		record = t.DeclAt(pointer)
	}
	if record == nil || record.Kind != model.Struct {
		t.Reportf(diag.BindingType, w.Pos, "the records %s must be objects with declared members", w.Of)
		return nil
	}
	name := cmp.Or(w.Name, "Memory")
	m := &Memory{Record: record, Kind: "recordsOf" + name, Fill: "fill" + name}
	t.Want(&m.Type, "x-bindery.window#type", name, w.Pos)
	t.Want(&m.Config, "x-bindery.window#config", name+"Config", w.Pos)
	t.Want(&m.New, "x-bindery.window#new", "New"+name, w.Pos)

	read := func(pointer string, test section.TypeTest) *model.Access {
		return section.Member(t, record, pointer, w.Pos, test)
	}
	m.Key = read(w.Key, aKey)
	m.Iteration = read(cmp.Or(w.Iteration, w.Key), section.WholeNumber)
	m.Time, m.Score, m.Pinned = read(w.Time, aTime), read(w.Score, section.ANumber), read(w.Pinned, section.ABool)
	m.Capacity = s.limits.Amount(t, w.Capacity, record, w.Pos, section.WholeNumber)
	if m.Capacity.Member != nil {
		m.Capacity.Member = section.Written(t, record, w.Capacity.Member, w.Pos, section.WholeNumber)
		capacityOf(m)
	}
	if m.Policy = w.Policy; w.Policy != "" && w.Policy[0] == '/' {
		m.Policy, m.PolicyMember = "", section.Written(t, record, w.Policy, w.Pos, section.AText)
		if m.PolicyMember != nil {
			m.Policy = textDefault(m.PolicyMember)
		}
	}

	var key *model.Type
	if m.Key != nil {
		key = m.Key.Type()
	}
	written := func(pointer string, test section.TypeTest) *model.Access {
		return section.Written(t, record, pointer, w.Pos, test)
	}
	m.Size, m.Total, m.Order = written(w.Size, section.WholeNumber), written(w.Total, section.WholeNumber), written(w.Order, section.WholeNumber)
	m.Held, m.Before = written(w.Held, listOf(key)), written(w.Before, listOf(key))
	m.Injected = written(w.Injected, section.ABool)
	if d := w.Delta; d != nil {
		m.Reward, m.Errors = read(d.Reward, section.ANumber), read(d.Errors, aCount)
		m.RewardChange, m.ErrorChange = written(d.RewardChange, aFraction), written(d.ErrorChange, section.WholeNumber)
		m.Improvement = written(d.Improvement, section.ABool)
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

func nonNull(p *plan.Plan) *plan.Plan {
	if p != nil && p.NonNull != nil {
		return p.NonNull
	}
	return p
}
