package memory

import (
	"cmp"

	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// The tests of members that only a window needs.
var (
	aFraction = section.OfKinds("a number", model.Float)
	aTime     = section.OfKinds("a time", model.DateTime, model.String)
	aKey      = section.OfKinds("a whole number or a text", model.Int, model.String)
	aCount    = section.OfKinds("an array or a whole number", model.Slice, model.Int)
)

// keys tests for an array of what the key of a record is, which has been found before, or
// told.
func (m *Memory) keys() section.TypeTest {
	return section.TypeTest{What: "an array of keys", Fits: func(t *model.Type) bool {
		t = t.Resolved()
		return t.Kind == model.Slice && (m.Key == nil || t.Elem.Resolved().Kind == m.Key.Type().Resolved().Kind)
	}}
}

// policies are the orders in which records may be held.
var policies = []string{"fifo", "recency", "relevance_weighted"}

// Read reads the window.
func (s *Section) Read(r *section.Reader) {
	f, ok := r.Bindings.Open("window")
	if !ok {
		return
	}
	m := &Memory{pos: f.Pos(), name: f.GoName("name")}
	m.of = f.Reference("of", false, `a reference to a schema, as "#/$defs/Reflection"`)
	if !f.Has("of") {
		m.of = section.Word{Text: "#", Pos: m.pos}
	}
	m.capacity = f.Amount("capacity", true)
	policy := f.OneOfOrMember("policy", true, policies...)
	if section.IsMember(policy.Text) {
		m.members.Write(&m.PolicyMember, policy, section.AText)
	} else {
		m.Policy = policy.Text
	}
	key := f.Member("key", true)
	m.members.Read(&m.Key, key, aKey)
	m.members.Read(&m.Iteration, cmp.Or(f.Member("iteration", false), key), section.WholeNumber)
	m.members.Read(&m.Time, f.Member("time", false), aTime)
	m.members.Read(&m.Score, f.Member("score", false), section.ANumber)
	m.members.Read(&m.Pinned, f.Member("pinned", false), section.ABool)
	if f, ok := f.Open("writes"); ok {
		m.members.Write(&m.Size, f.Member("size", false), section.WholeNumber)
		m.members.Write(&m.Held, f.Member("held", false), m.keys())
		m.members.Write(&m.Total, f.Member("total", false), section.WholeNumber)
		m.members.Write(&m.Order, f.Member("order", false), section.WholeNumber)
		m.members.Write(&m.Before, f.Member("before", false), m.keys())
		m.members.Write(&m.Injected, f.Member("injected", false), section.ABool)
	}
	if f, ok := f.Open("delta"); ok {
		m.members.Read(&m.Reward, f.Member("reward", true), section.ANumber)
		m.members.Read(&m.Errors, f.Member("errors", true), aCount)
		m.members.Write(&m.RewardChange, f.Member("reward_change", false), aFraction)
		m.members.Write(&m.ErrorChange, f.Member("error_change", false), section.WholeNumber)
		m.members.Write(&m.Improvement, f.Member("improvement", false), section.ABool)
	}
	s.limits.Check(r, m.capacity)
	if m.of.Text != "" {
		s.written = m
	}
}
