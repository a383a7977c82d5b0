package packets

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/agentmemory/gen/memorypacket"
	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/timefmt"
	"github.com/bindery-go/bindery/runtime/validate"
)

// words counts a token a word, so that tests can count along.
type words struct{}

func (words) CountTokens(text string) (int64, error) { return int64(len(strings.Fields(text))), nil }

func str(s string) jsonvalue.Value {
	v, err := jsonvalue.FromString(s)
	if err != nil {
		panic(err)
	}
	return v
}

func many(word string, n int) string { return strings.TrimSpace(strings.Repeat(word+" ", n)) }

func fact(id, value string, priority int) Item[memorypacket.Fact] {
	return Item[memorypacket.Fact]{memorypacket.Fact{
		FactID: id, FactKey: "key." + id, Value: str(value), Status: memorypacket.FactStatusActive,
		Sources: []string{"ev-" + id}, Notes: new(many("note", 30)),
	}, priority}
}

func material() Material {
	start := timefmt.DateTimeOf(time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC))
	return Material{
		Scope:   memorypacket.MetaScope{UserID: "u", AgentID: "a", SessionID: "s", RunID: "r"},
		Purpose: memorypacket.MetaPurposePlanner,
		Budget: memorypacket.MetaBudget{MaxTokens: 100_000, PerSection: memorypacket.MetaBudgetPerSection{
			WorkingState: 10_000, Facts: 10_000, Procedures: 10_000, ShortTermSummary: 10_000, Episodes: 10_000, Insights: 10_000,
		}},
		Now:          start.Time(),
		WorkingState: memorypacket.WorkingState{StateVersion: 7, Goal: new(many("goal", 10))},
		Summary:      many("summary", 500),
		Quotes:       []Item[memorypacket.Quote]{{memorypacket.Quote{EvidenceID: "ev-q", Quote: many("said", 200)}, 1}},
		Facts:        []Item[memorypacket.Fact]{fact("f1", many("one", 50), 1), fact("f2", many("two", 50), 2)},
		Procedures: []Item[memorypacket.Procedure]{{memorypacket.Procedure{
			ProcedureID: "p1", TaskType: "deploy", Content: map[string]jsonvalue.Value{"steps": str(many("step", 100))}, Sources: []string{"ev-p"},
		}, 1}},
		Episodes: []Item[memorypacket.Episode]{{memorypacket.Episode{
			EpisodeID: "e1", TimeRange: memorypacket.EpisodeTimeRange{Start: start}, Summary: many("episode", 300),
			Highlights: []string{many("high", 40), many("light", 40)}, Tags: []string{"t"}, Sources: []string{"ev-f1"},
		}, 1}},
	}
}

func build(t *testing.T, m Material) *memorypacket.MemoryPacket {
	t.Helper()
	p, err := Build(m, words{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := p.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if err := memorypacket.ValidateMemoryPacket(text); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestAllFits(t *testing.T) {
	for _, purpose := range memorypacket.MetaPurpose("").Values() {
		m := material()
		m.Purpose = purpose
		p := build(t, m)
		if p.Meta.Purpose != purpose || p.Meta.GeneratedAt.String() != "2026-02-01T00:00:00Z" || p.ShortTerm.RollingSummary != m.Summary {
			t.Errorf("%+v", p.Meta)
		}
		r := p.BudgetReport
		if len(r.Degradations)+len(r.Omissions) != 0 || r.MaxTokens != 100_000 {
			t.Errorf("%+v", r)
		}
		if f := p.LongTerm.Facts; len(f) != 2 || f[0].FactID != "f1" || f[0].Notes == nil {
			t.Errorf("%+v", f)
		}
		if len(p.LongTerm.Procedures) != 1 || len(p.LongTerm.Episodes) != 1 || len(p.ShortTerm.KeyQuotes) != 1 || p.ShortTerm.WorkingState.GetGoal() == "" {
			t.Error("something is missing")
		}
		var cited []string
		for _, c := range p.Citations {
			cited = append(cited, c.ID)
		}
		if !slices.Equal(cited, []string{"ev-f1", "ev-f2", "ev-p", "ev-q"}) {
			t.Error(cited)
		}
		if want := []string{"working_state", "rolling_summary", "ev-q", "f1", "f2", "p1", "e1"}; !slices.Equal(p.Explain.Selected, want) {
			t.Error(p.Explain.Selected)
		}
	}
}

func TestTheLadder(t *testing.T) {
	for _, test := range []struct {
		room    int64 // for facts
		actions []string
		left    int  // facts
		notes   bool // of the first
		value   string
	}{
		{200, nil, 2, true, many("one", 50)},
		{129, []string{"raw->quote"}, 2, false, many("one", 50)},
		{128, nil, 1, true, many("two", 50)}, // all the way before f2 gives anything
		{60, []string{"raw->quote"}, 1, false, many("two", 50)},
		{10, nil, 0, false, ""},
		{0, nil, 0, false, ""},
	} {
		m := material()
		m.Budget.PerSection.Facts = test.room
		p := build(t, m)
		var actions []string
		for _, d := range p.BudgetReport.Degradations {
			actions = append(actions, d.Action)
			if d.Section != "facts" || d.Reason == "" {
				t.Errorf("%d: %+v", test.room, d)
			}
		}
		if !slices.Equal(actions, test.actions) {
			t.Errorf("%d: %v, want %v", test.room, actions, test.actions)
		}
		if p.BudgetReport.SectionUsage["facts"] > test.room {
			t.Errorf("%d: %v", test.room, p.BudgetReport.SectionUsage)
		}
		if len(p.LongTerm.Facts) != test.left || len(p.Explain.Omitted) != 2-test.left || len(p.BudgetReport.Omissions) != 2-test.left {
			t.Errorf("%d: %d facts, %v omitted", test.room, len(p.LongTerm.Facts), p.Explain.Omitted)
		}
		if test.left == 0 {
			continue
		}
		f := p.LongTerm.Facts[0]
		if value, _ := f.Value.Str(); value != test.value || (f.Notes != nil) != test.notes {
			t.Errorf("%d: %+v", test.room, f)
		}
	}
}

func TestWithoutRoomTheFrameIsLeft(t *testing.T) {
	m := material()
	m.Budget = memorypacket.MetaBudget{MaxTokens: 256}
	p := build(t, m)
	if p.ShortTerm.WorkingState.StateVersion != 7 || p.ShortTerm.WorkingState.Goal != nil || p.ShortTerm.RollingSummary != "" || p.BudgetReport.UsedTokensEst != 0 || len(p.Explain.Omitted) != 7 {
		t.Errorf("%+v, %+v", p.ShortTerm, p.BudgetReport)
	}
	p = build(t, Material{Scope: m.Scope, Purpose: m.Purpose, Budget: m.Budget, Now: m.Now}) // nothing to remember
	if p.BudgetReport.UsedTokensEst != 0 {
		t.Errorf("%+v", p.BudgetReport)
	}
}

// TestNoBudgetIsExceeded builds packets of random material for random budgets,
// and counts anew what is in them.
func TestNoBudgetIsExceeded(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 1))
		m := material()
		m.Facts, m.Episodes, m.Quotes = nil, nil, nil
		for i := range r.IntN(20) {
			m.Facts = append(m.Facts, fact(fmt.Sprintf("f%d", i), many("é", r.IntN(300)), r.IntN(4)))
		}
		for i := range r.IntN(10) {
			e := material().Episodes[0]
			e.Value.EpisodeID, e.Value.Summary, e.Priority = fmt.Sprintf("e%d", i), many("ü", r.IntN(500)), r.IntN(4)
			m.Episodes = append(m.Episodes, e)
		}
		for i := range r.IntN(10) {
			m.Quotes = append(m.Quotes, Item[memorypacket.Quote]{memorypacket.Quote{EvidenceID: fmt.Sprintf("q%d", i), Quote: many("日本", r.IntN(300))}, r.IntN(4)})
		}
		m.Budget = memorypacket.MetaBudget{MaxTokens: 256 + r.Int64N(2000), PerSection: memorypacket.MetaBudgetPerSection{
			WorkingState: r.Int64N(100), Facts: r.Int64N(1000), Procedures: r.Int64N(200), ShortTermSummary: r.Int64N(800), Episodes: r.Int64N(800),
		}}
		p, err := Build(m, nil)
		if err != nil {
			t.Fatal(seed, err)
		}
		used := map[string]int64{
			facts: tokens(t, p.LongTerm.Facts), episodes: tokens(t, p.LongTerm.Episodes), procedures: tokens(t, p.LongTerm.Procedures),
			shortTerm: tokens(t, p.ShortTerm.KeyQuotes),
		}
		if p.ShortTerm.RollingSummary != "" {
			used[shortTerm] += tokens(t, []string{p.ShortTerm.RollingSummary})
		}
		report := p.BudgetReport
		plan := memorypacket.BudgetPlan(p)
		total := report.SectionUsage[workingState]
		for section, n := range used {
			if report.SectionUsage[section] != n || n > plan.PerSection[section] {
				t.Fatalf("%d: %s has %d tokens, reported %d of %d", seed, section, n, report.SectionUsage[section], plan.PerSection[section])
			}
			total += n
		}
		if report.UsedTokensEst != total || total > m.Budget.MaxTokens {
			t.Fatalf("%d: %d tokens, reported %d of %d", seed, total, report.UsedTokensEst, m.Budget.MaxTokens)
		}
		again, err := Build(m, nil)
		a, _ := p.MarshalJSON()
		b, _ := again.MarshalJSON()
		if err != nil || string(a) != string(b) {
			t.Fatalf("%d: another packet of the same material", seed)
		}
	}
}

func tokens[T any](t *testing.T, items []T) (sum int64) {
	t.Helper()
	for _, it := range items {
		text, err := jsonvalue.Of(it)
		if err != nil {
			t.Fatal(err)
		}
		n, _ := budget.Estimate{}.CountTokens(text.Text())
		sum += n
	}
	return sum
}

func TestConflicts(t *testing.T) {
	m := material()
	for i := range m.Facts {
		m.Facts[i].Value.FactKey = "user.city"
	}
	p := build(t, m)
	if c := p.Explain.Conflicts; len(c) != 1 || !slices.Equal(c[0].FactIDs, []string{"f1", "f2"}) {
		t.Errorf("%+v", c)
	}
	m.Facts[0].Value.Status = memorypacket.FactStatusDeprecated
	if c := build(t, m).Explain.Conflicts; len(c) != 0 {
		t.Errorf("%+v", c)
	}
	m.Facts[0].Value.Status, m.Facts[1].Value.Value = memorypacket.FactStatusActive, m.Facts[0].Value.Value
	m.Budget.PerSection.Facts = 10 // the facts are left out, and still do not differ
	if c := build(t, m).Explain.Conflicts; len(c) != 0 {
		t.Errorf("%+v", c)
	}
}

func TestWrongMaterial(t *testing.T) {
	m := material()
	m.Facts[1].Value.FactID = "f1"
	if _, err := Build(m, nil); !errors.Is(err, ErrDuplicate) {
		t.Error(err)
	}
	for _, test := range []struct {
		wrong func(m *Material)
		want  []string
	}{
		{func(m *Material) { m.Budget.MaxTokens, m.Scope.UserID = 255, "" }, []string{"/meta/scope/user_id", "/meta/budget/max_tokens", "/budget_report/max_tokens"}},
		{func(m *Material) { m.Facts[0].Value.Status, m.Facts[1].Value.FactKey = "rumoured", "" }, []string{"/long_term/facts/0/status", "/long_term/facts/1/fact_key"}},
	} {
		m := material()
		test.wrong(&m)
		_, err := Build(m, nil)
		var invalid *validate.Error
		if !errors.As(err, &invalid) {
			t.Fatal(err)
		}
		var places []string
		for _, v := range invalid.Violations {
			places = append(places, v.InstanceLocation)
		}
		if !slices.Equal(places, test.want) {
			t.Errorf("got %v, want %v", places, test.want)
		}
	}
}
