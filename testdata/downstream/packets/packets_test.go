package packets

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/agentmemory/gen/memorypacket"
	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/inject"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/timefmt"
	"github.com/bindery-go/bindery/runtime/validate"
)

var now = time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)

func open(t *testing.T) *Store {
	t.Helper()
	s, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func str(s string) jsonvalue.Value {
	v, err := jsonvalue.FromString(s)
	if err != nil {
		panic(err)
	}
	return v
}

func many(word string, n int) string { return strings.TrimSpace(strings.Repeat(word+" ", n)) }

// memory is more than fits into a small packet.
func memory(maxTokens int64) *memorypacket.MemoryPacket {
	x := memorypacket.NewMemoryPacket()
	x.Meta.Scope = memorypacket.MetaScope{UserID: "u", AgentID: "a", SessionID: "s", RunID: "r"}
	x.Meta.Purpose = memorypacket.MetaPurposePlanner
	x.Meta.GeneratedAt = timefmt.DateTimeOf(now)
	x.Meta.Budget = memorypacket.MetaBudget{MaxTokens: maxTokens, PerSection: memorypacket.MetaBudgetPerSection{
		WorkingState: 10_000, Facts: 10_000, Procedures: 10_000, ShortTermSummary: 10_000, Episodes: 10_000, Insights: 10_000,
	}}
	x.BudgetReport.MaxTokens = maxTokens
	x.ShortTerm.WorkingState.Goal = new("Find the risks")
	x.ShortTerm.WorkingState.Plan = []memorypacket.WorkingStatePlanItem{{Step: "read", Status: memorypacket.WorkingStatePlanItemStatusTodo}}
	x.ShortTerm.RollingSummary = many("summary", 200)
	for i := range 20 {
		x.LongTerm.Facts = append(x.LongTerm.Facts, memorypacket.Fact{
			FactID: fmt.Sprintf("f%d", i), FactKey: fmt.Sprintf("key.%d", i), Value: str(many("value", 20)), Status: memorypacket.FactStatusActive,
			Sources: []string{fmt.Sprintf("ev-%d", i)}, Notes: new(many("note", 30)), Confidence: new(float64(i) / 20),
		})
	}
	x.LongTerm.Facts[3].Status = memorypacket.FactStatusDeprecated
	return x
}

func TestPacketsFitAndAreKept(t *testing.T) {
	s := open(t)
	for _, purpose := range memorypacket.MetaPurpose("").Values() {
		for _, room := range []int64{600, 1500, 100_000} {
			p, report, err := s.Make(t.Context(), memory(room), purpose, now)
			if err != nil {
				t.Fatal(purpose, room, err)
			}
			text, err := p.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			if n, _ := (budget.Estimate{}).CountTokens(string(text)); n > room || p.BudgetReport.UsedTokensEst > room {
				t.Errorf("%s: %d tokens of %d, reported %d", purpose, n, room, p.BudgetReport.UsedTokensEst)
			}
			if !slices.ContainsFunc(report.Omitted, func(c inject.Choice) bool { return c.Item == "facts/f3" }) || slices.ContainsFunc(p.LongTerm.Facts, func(f memorypacket.Fact) bool { return f.FactID == "f3" }) {
				t.Errorf("%s: a deprecated fact is in, or nobody is told: %+v", purpose, report.Omitted)
			}
			kept, err := s.Load(memorypacket.PacketsKey{SessionID: "s", RunID: "r", Purpose: purpose})
			if err != nil {
				t.Fatal(err)
			}
			if again, err := kept.MarshalJSON(); err != nil || string(again) != string(text) {
				t.Errorf("another packet was kept: %s, %v", again, err)
			}
		}
	}
}

func TestTheSurestFactsGoInFirst(t *testing.T) {
	s := open(t)
	p, _, err := s.Make(t.Context(), memory(1500), memorypacket.MetaPurposePlanner, now)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, f := range p.LongTerm.Facts {
		ids = append(ids, f.FactID)
	}
	if n := len(ids); n == 0 || n == 19 || ids[n-1] != "f19" || ids[0] != fmt.Sprintf("f%d", 20-n) {
		t.Errorf("of f0 to f19, the last the surest, went in %v", ids)
	}
}

// TestResponders want neither plans nor what nobody has validated.
func TestResponders(t *testing.T) {
	s := open(t)
	x := memory(100_000)
	x.Insight.UsagePolicy.AllowInResponder = true
	x.Insight.Hypotheses = []memorypacket.InsightItem{
		{ID: "guess", Type: memorypacket.InsightItemTypeHypothesis, Statement: "perhaps", ValidationState: memorypacket.InsightItemValidationStateUnvalidated},
		{ID: "known", Type: memorypacket.InsightItemTypeHypothesis, Statement: "surely", ValidationState: memorypacket.InsightItemValidationStateValidated},
	}
	p, _, err := s.Make(t.Context(), x, memorypacket.MetaPurposeResponder, now)
	if err != nil {
		t.Fatal(err)
	}
	if p.ShortTerm.WorkingState.Plan != nil || len(p.Insight.Hypotheses) != 1 || p.Insight.Hypotheses[0].ID != "known" {
		t.Errorf("%+v, %+v", p.ShortTerm.WorkingState, p.Insight)
	}
}

func TestWrongMemories(t *testing.T) {
	s := open(t)
	x := memory(255)
	if _, _, err := s.Make(t.Context(), x, memorypacket.MetaPurposePlanner, now); !errors.As(err, new(*validate.Error)) {
		t.Error(err)
	}
	x = memory(1000)
	x.Meta.Scope.RunID = "../escaped"
	if _, _, err := s.Make(t.Context(), x, memorypacket.MetaPurposePlanner, now); err == nil {
		t.Error("a run is called ../escaped")
	}
}
