package inject_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bindery-go/bindery/gen/memorypacket"
	"github.com/bindery-go/bindery/generator/internal/compiled"
	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/budget/bpe"
	"github.com/bindery-go/bindery/runtime/compose"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

// packets are the seeds of the random packets, 300 where tests are exhaustive.
// BINDERY_PACKETS=100000 is the long run, 20000-40000 a part of it.
func packets(t *testing.T) (from, to int) {
	text := os.Getenv("BINDERY_PACKETS")
	if text == "" {
		return 0, compiled.Many(100, 300)
	}
	first, last, isRange := strings.Cut(text, "-")
	if !isRange {
		first, last = "0", first
	}
	from, err := strconv.Atoi(first)
	to, err2 := strconv.Atoi(last)
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	return from, to
}

type object = map[string]any

// gathering makes random packets.
type gathering struct{ *rand.Rand }

func pick[T any](g gathering, list ...T) T { return list[g.IntN(len(list))] }

func (g gathering) maybe() bool { return g.IntN(2) == 0 }

func (g gathering) text() string {
	words := []string{"trip", "to", "Rome", "Über", "\"quoted\"", "never", "pay. Then", "日本", "cheap", "🙂", "train", "a\nline", "x", "must", "window"}
	var out []string
	for range g.IntN(pick(g, 3, 12, 60)) {
		out = append(out, pick(g, words...))
	}
	return strings.Join(out, " ")
}

func (g gathering) time() string {
	d := time.Duration(g.IntN(400*24)-300*24) * time.Hour
	return pick(g, now, now.Add(d), now.Add(d), now.Add(d)).In(pick(g, time.UTC, time.FixedZone("", 7200))).Format(time.RFC3339)
}

func (g gathering) sources() []any {
	out := []any{}
	for range g.IntN(4) {
		out = append(out, fmt.Sprintf("e%d", g.IntN(30)))
	}
	return out
}

func (g gathering) put(o object, name string, value any) {
	if g.maybe() {
		o[name] = value
	}
}

// list makes as many as often occur, sometimes many.
func (g gathering) list(make func(i int) any) []any {
	out := []any{}
	for i := range g.IntN(pick(g, 1, 4, 4, 25)) {
		out = append(out, make(i))
	}
	return out
}

func (g gathering) fact(i int) any {
	o := object{"fact_id": fmt.Sprintf("f%d", i), "fact_key": pick(g, "seat", "name", "diet"), "value": pick[any](g, g.text(), 3, object{"a": g.text()}, nil),
		"status": pick(g, "active", "active", "active", "disputed", "deprecated"), "sources": g.sources()}
	v := object{}
	g.put(v, "valid_from", g.time())
	g.put(v, "valid_to", pick[any](g, nil, g.time()))
	g.put(o, "validity", v)
	g.put(o, "confidence", float64(g.IntN(11))/10)
	g.put(o, "notes", g.text())
	return o
}

func (g gathering) insight(kind string) func(i int) any {
	return func(i int) any {
		o := object{"id": fmt.Sprintf("%s%d", kind[:2], i), "type": kind, "statement": fmt.Sprintf("secret %s %d %s", kind, i, g.text()), "validation_state": pick(g, "unvalidated", "testing", "validated", "validated", "rejected")}
		g.put(o, "expires_at", pick[any](g, nil, "run_end", g.time(), "soon"))
		g.put(o, "sources", g.sources())
		g.put(o, "tests_suggested", []any{g.text()})
		return o
	}
}

func (g gathering) packet(t *testing.T) []byte {
	sections := object{}
	for _, name := range []string{"working_state", "facts", "procedures", "short_term_summary", "episodes", "insights"} {
		sections[name] = pick(g, 0, 40, 150, 400, 2000)
	}
	state := object{"state_version": g.IntN(9)}
	g.put(state, "goal", g.text())
	g.put(state, "plan", g.list(func(int) any { return object{"step": g.text(), "status": "todo"} }))
	g.put(state, "slots", object{"a": g.text(), "b": 3, "c": object{"d": g.text()}})
	g.put(state, "constraints", object{"tone": g.text()})
	g.put(state, "tool_evidence", g.list(func(i int) any { return object{"ref": fmt.Sprintf("t%d", i), "summary": g.text()} }))
	g.put(state, "decisions", g.list(func(i int) any {
		return object{"statement": g.text(), "evidence_id": fmt.Sprintf("e%d", i), "extra": 1}
	}))
	g.put(state, "risks", g.list(func(int) any { return object{"risk": g.text()} }))
	g.put(state, "mood", g.text())
	short := object{"working_state": state, "rolling_summary": g.text()}
	g.put(short, "key_quotes", g.list(func(i int) any { return object{"evidence_id": fmt.Sprintf("e%d", i), "quote": "q " + g.text()} }))
	g.put(short, "conversation_window", g.list(func(i int) any {
		return object{"evidence_id": fmt.Sprintf("w%d", i), "role": "user", "content": "c " + g.text()}
	}))
	g.put(short, "open_loops", g.list(func(i int) any {
		return object{"question": g.text(), "status": pick(g, "open", "closed"), "evidence_id": fmt.Sprintf("e%d", i)}
	}))
	g.put(short, "last_tool_evidence", g.list(func(i int) any { return object{"ref": fmt.Sprintf("l%d", i), "summary": g.text()} }))
	facts := g.list(g.fact)
	preferences := []any{}
	for _, f := range facts {
		if g.IntN(4) == 0 {
			preferences = append(preferences, pick(g, f, f, g.fact(99)))
		}
	}
	meta := object{"schema_version": "v1", "scope": object{"user_id": "u", "agent_id": "a", "session_id": "s", "run_id": "r"}, "generated_at": "2026-06-01T00:00:00Z",
		"purpose": "tool", "budget": object{"max_tokens": pick(g, 320, 500, 800, 1500, 4000, 20000), "per_section": sections}}
	g.put(meta, "task_type", pick(g, "travel", "cook"))
	cues := object{}
	g.put(cues, "tags", []any{"a"})
	g.put(cues, "entities", []any{"train"})
	g.put(cues, "time_range", object{"start": g.time()})
	g.put(meta, "cues", cues)
	doc := object{
		"meta": meta, "short_term": short,
		"long_term": object{"facts": facts, "preferences": preferences,
			"procedures": g.list(func(i int) any {
				return object{"procedure_id": fmt.Sprintf("p%d", i), "task_type": pick(g, "travel", "generic"), "content": object{"steps": g.text()}, "priority": g.IntN(5) - 1, "sources": g.sources()}
			}),
			"episodes": g.list(func(i int) any {
				span := object{"start": g.time()}
				g.put(span, "end", g.time())
				o := object{"episode_id": fmt.Sprintf("x%d", i), "time_range": span, "summary": g.text(), "sources": g.sources()}
				g.put(o, "entities", []any{pick(g, "bus", "train")})
				g.put(o, "tags", []any{pick(g, "a", "b")})
				g.put(o, "highlights", []any{g.text()})
				return o
			})},
		"insight": object{"usage_policy": object{"allow_in_responder": g.maybe()}, "hypotheses": g.list(g.insight("hypothesis")), "strategy_sketches": g.list(g.insight("strategy")), "patterns": g.list(g.insight("pattern"))},
		"citations": g.list(func(i int) any {
			return object{"id": fmt.Sprintf("e%d", g.IntN(25)), "type": "message", "summary": g.text()}
		}),
		"budget_report": object{"max_tokens": 300, "used_tokens_est": 0, "section_usage": object{}, "degradations": []any{}},
		"explain":       object{"selected": []any{"old"}, "omitted": []any{}, "filters": object{}, "conflicts": []any{}},
	}
	data, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestRandomPackets holds what the specification promises of every packet. A part
// of the packets is held by each processor, and each counts a text once: the
// recount is of the whole text all the same, by the vocabulary itself.
func TestRandomPackets(t *testing.T) {
	exact, err := bpe.New("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	first, n := packets(t)
	parts := runtime.GOMAXPROCS(0)
	for part := range parts {
		t.Run(fmt.Sprint("part ", part), func(t *testing.T) {
			t.Parallel()
			for from := first + part*100; from < n; from += parts * 100 {
				randomPackets(t, exact, from, min(from+100, n))
			}
		})
	}
}

// randomPackets holds the packets of some seeds.
func randomPackets(t *testing.T, exact bpe.Counter, from, to int) {
	counter := counted(exact)
	tokens := func(text string) int64 {
		n, err := counter.CountTokens(text)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	tooSmall := 0
	for seed := from; seed < to; seed++ {
		g := gathering{rand.New(rand.NewPCG(uint64(seed), 16))}
		purpose := pick(g, planner, tool, responder)
		data := g.packet(t)
		p, err := memorypacket.ParseMemoryPacket(data)
		if err != nil {
			t.Fatalf("%v: %s", err, data)
		}
		fail := func(format string, args ...any) {
			t.Helper()
			t.Errorf("seed %d, %s: %s", seed, purpose, fmt.Sprintf(format, args...))
		}
		free, _, err := p.ForPurpose(purpose, now)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		permitted(fail, free, purpose)
		if err := free.Validate(); err != nil {
			fail("%v", err)
		}
		fed, _ := free.MarshalJSON()
		again, _, err := free.ForPurpose(purpose, now)
		if err != nil {
			t.Fatal(err)
		}
		if twice, _ := again.MarshalJSON(); string(twice) != string(fed) {
			fail("applied twice:\n%s\n%s", fed, twice)
		}

		out, report, err := p.Compose(purpose, now, counter)
		var small *compose.TooSmallError
		if errors.As(err, &small) {
			if tooSmall++; p.Meta.Budget.MaxTokens >= 500 {
				fail("%v", err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, data)
		}
		permitted(fail, out, purpose)
		text, err := out.MarshalJSON()
		if err != nil || out.Validate() != nil {
			fail("%v %v", err, out.Validate())
		}
		used := tokens(string(text)) // an independent recount
		if used > p.Meta.Budget.MaxTokens || out.BudgetReport.UsedTokensEst != used || out.BudgetReport.MaxTokens != p.Meta.Budget.MaxTokens {
			fail("%d tokens of %d, told %d", used, p.Meta.Budget.MaxTokens, out.BudgetReport.UsedTokensEst)
		}
		withinSections(fail, tokens, text, report)
		honest(fail, free, out)
		ranked(fail, free, out)
		told(fail, free, out)
		same, _, _ := p.Compose(purpose, now, counter)
		if bytes, _ := same.MarshalJSON(); string(bytes) != string(text) {
			fail("the same packet gave other bytes")
		}
		twice, _, err := out.Compose(purpose, now, counter)
		if err != nil {
			t.Fatal(err)
		}
		if bytes, _ := twice.MarshalJSON(); string(bytes) != string(text) {
			fail("composed twice:\n%s\n%s", text, bytes)
		}
		if t.Failed() {
			t.Fatalf("%s", data)
		}
	}
	if tooSmall > (to-from)/2 {
		t.Errorf("%d of %d budgets were too small for anything", tooSmall, to-from)
	}
}

type failing func(format string, args ...any)

// permitted: nobody gets what is not theirs, and evidence is cited once.
func permitted(fail failing, x *memorypacket.MemoryPacket, purpose memorypacket.MemoryPacketMetaPurpose) {
	for _, f := range x.LongTerm.Facts {
		if f.Status != "active" {
			fail("fact %s is %s", f.FactID, f.Status)
		}
		if v := f.GetValidity(); v != nil {
			if to, dated := v.ValidTo.Get(); dated && now.After(to.Time()) {
				fail("fact %s is expired", f.FactID)
			}
			if from := v.ValidFrom; from != nil && now.Before(from.Time()) {
				fail("fact %s is not valid yet", f.FactID)
			}
		}
	}
	for _, pref := range x.LongTerm.Preferences {
		if !slices.ContainsFunc(x.LongTerm.Facts, func(f memorypacket.MemoryPacketLongTermFactsItem) bool { return jsonOf(f) == jsonOf(pref) }) {
			fail("preference %s is no fact", pref.FactID)
		}
	}
	insights := slices.Concat(x.Insight.Hypotheses, x.Insight.StrategySketches, x.Insight.Patterns)
	for _, i := range insights {
		expires, dated := i.ExpiresAt.Get()
		if at, err := time.Parse(time.RFC3339, expires); dated && expires != "run_end" && (err != nil || !now.Before(at)) {
			fail("insight %s is expired", i.ID)
		}
		if i.ValidationState == "rejected" || purpose == tool || purpose == responder && (i.ValidationState != "validated" || !x.Insight.UsagePolicy.AllowInResponder) {
			fail("insight %s is %s", i.ID, i.ValidationState)
		}
	}
	if s := x.ShortTerm; purpose == responder && (len(s.LastToolEvidence)+len(s.WorkingState.Plan)+len(s.WorkingState.ToolEvidence)+len(s.WorkingState.Risks)+len(s.ConversationWindow)+len(s.WorkingState.Extra)+len(x.LongTerm.Procedures) > 0) {
		fail("the responder has what has no R")
	}
	for _, d := range x.ShortTerm.WorkingState.Decisions {
		if purpose == responder && len(d.Extra) > 0 {
			fail("the responder has members of a decision that no row has")
		}
	}
	for _, p := range x.LongTerm.Procedures {
		if p.TaskType != x.Meta.GetTaskType() {
			fail("procedure %s is for another task", p.ProcedureID)
		}
	}
	cited := map[string]bool{}
	for _, c := range x.Citations {
		if cited[c.ID] {
			fail("%s is cited twice", c.ID)
		}
		cited[c.ID] = true
	}
	var used []string
	for _, f := range append(slices.Clone(x.LongTerm.Facts), x.LongTerm.Preferences...) {
		used = append(used, f.Sources...)
	}
	for _, e := range x.LongTerm.Episodes {
		used = append(used, e.Sources...)
	}
	for _, i := range insights {
		used = append(used, i.Sources...)
	}
	for _, q := range x.ShortTerm.KeyQuotes {
		used = append(used, q.EvidenceID)
	}
	for _, m := range x.ShortTerm.ConversationWindow {
		used = append(used, m.EvidenceID)
	}
	for _, p := range x.LongTerm.Procedures {
		used = append(used, p.Sources...)
	}
	for _, l := range x.ShortTerm.OpenLoops {
		used = append(used, l.GetEvidenceID())
	}
	for _, d := range x.ShortTerm.WorkingState.Decisions {
		used = append(used, d.GetEvidenceID())
	}
	for _, e := range x.ShortTerm.WorkingState.ToolEvidence {
		used = append(used, e.Ref)
	}
	for _, e := range x.ShortTerm.LastToolEvidence {
		used = append(used, e.Ref)
	}
	for _, id := range used {
		if id != "" && !cited[id] {
			fail("%s is not cited", id)
		}
	}
}

func jsonOf(x json.Marshaler) string {
	data, err := x.MarshalJSON()
	if err != nil {
		return err.Error()
	}
	return string(data)
}

// withinSections recounts the sections.
func withinSections(fail failing, tokens func(string) int64, text []byte, report compose.Report) {
	v, _ := jsonvalue.Parse(text)
	caps, _ := v.Lookup("/meta/budget/per_section")
	var sum int64
	for name, paths := range map[string][]string{"facts": {"/long_term/facts"}, "procedures": {"/long_term/procedures"}, "short_term_summary": {"/short_term/rolling_summary"},
		"episodes": {"/long_term/episodes"}, "insights": {"/insight/hypotheses", "/insight/strategy_sketches", "/insight/patterns"}, "working_state": {"/short_term/working_state"}} {
		var used int64
		for _, path := range paths {
			if part, _ := v.Lookup(path); part.Text() != "[]" && part.Text() != `""` {
				used += tokens(part.Text())
			}
		}
		limit, _ := caps.Get(name).Int64()
		if state, _ := v.Lookup("/short_term/working_state"); used > limit && (name != "working_state" || state.Len() > 1) {
			fail("section %s takes %d of %d tokens", name, used, limit)
		}
		if told := report.Budget.SectionUsage[name]; told != used {
			fail("section %s takes %d tokens, told %d", name, used, told)
		}
	}
	for _, n := range report.Budget.SectionUsage {
		sum += n
	}
	if sum > report.Budget.UsedTokensEst+int64(len(report.Budget.SectionUsage)) {
		fail("sections take %d of %d tokens", sum, report.Budget.UsedTokensEst)
	}
}

// honest: what is there was there, and says no more than it did.
func honest(fail failing, before, after *memorypacket.MemoryPacket) {
	for _, f := range after.LongTerm.Facts {
		if !slices.ContainsFunc(before.LongTerm.Facts, func(b memorypacket.MemoryPacketLongTermFactsItem) bool {
			return b.FactID == f.FactID && b.FactKey == f.FactKey && b.Value.Equal(f.Value) && slices.Equal(b.Sources, f.Sources) && jsonPtr(b.Validity) == jsonPtr(f.Validity)
		}) {
			fail("fact %s says something else", f.FactID)
		}
	}
	for _, e := range after.LongTerm.Episodes {
		if !slices.ContainsFunc(before.LongTerm.Episodes, func(b memorypacket.MemoryPacketLongTermEpisodesItem) bool {
			return b.EpisodeID == e.EpisodeID && strings.HasPrefix(b.Summary, strings.TrimSuffix(e.Summary, " …")) && slices.Equal(b.Sources, e.Sources)
		}) {
			fail("episode %s says something else", e.EpisodeID)
		}
	}
	for _, q := range after.ShortTerm.KeyQuotes {
		if q.Quote == "" || !slices.ContainsFunc(before.ShortTerm.KeyQuotes, func(b memorypacket.MemoryPacketShortTermKeyQuotesItem) bool {
			return b.EvidenceID == q.EvidenceID && strings.Contains(b.Quote, q.Quote)
		}) {
			fail("nobody said %q", q.Quote)
		}
	}
	for _, m := range after.ShortTerm.ConversationWindow {
		if m.Content == "" || !slices.ContainsFunc(before.ShortTerm.ConversationWindow, func(b memorypacket.MemoryPacketShortTermConversationWindowItem) bool {
			return b.EvidenceID == m.EvidenceID && strings.Contains(b.Content, m.Content)
		}) {
			fail("nobody said %q", m.Content)
		}
	}
	if !strings.HasPrefix(before.ShortTerm.RollingSummary, strings.TrimSuffix(after.ShortTerm.RollingSummary, " …")) {
		fail("the summary says something else")
	}
}

func jsonPtr(v *memorypacket.MemoryPacketLongTermFactsItemValidity) string {
	if v == nil {
		return ""
	}
	return jsonOf(v)
}

// ranked: nothing higher is given up for something lower.
func ranked(fail failing, before, after *memorypacket.MemoryPacket) {
	least := int64(1 << 40)
	kept := map[string]bool{}
	for _, p := range after.LongTerm.Procedures {
		least, kept[p.ProcedureID] = min(least, p.GetPriority()), true
	}
	for _, p := range before.LongTerm.Procedures {
		if !kept[p.ProcedureID] && p.GetPriority() > least {
			fail("procedure %s of priority %d went before one of %d", p.ProcedureID, p.GetPriority(), least)
		}
	}
	byAge := slices.Clone(after.LongTerm.Episodes)
	slices.SortFunc(byAge, func(x, y memorypacket.MemoryPacketLongTermEpisodesItem) int { return ended(y).Compare(ended(x)) })
	score, dropped := 2.0, false
	for _, e := range byAge {
		kept[e.EpisodeID] = true
		if e.GetRecencyScore() > score {
			fail("the recency of %s grows with age", e.EpisodeID)
		}
		score = e.GetRecencyScore()
		if dropped && len(e.Highlights) > 0 {
			fail("episode %s is fuller than a newer one", e.EpisodeID)
		}
		dropped = dropped || slices.ContainsFunc(before.LongTerm.Episodes, func(b memorypacket.MemoryPacketLongTermEpisodesItem) bool {
			return b.EpisodeID == e.EpisodeID && len(b.Highlights) > len(e.Highlights)
		})
	}
	for _, e := range before.LongTerm.Episodes {
		if n := len(byAge); n > 0 && !kept[e.EpisodeID] && ended(e).After(ended(byAge[n-1])) {
			fail("episode %s went before an older one", e.EpisodeID)
		}
	}
}

// ended is when an episode was over, by which they are ordered.
func ended(e memorypacket.MemoryPacketLongTermEpisodesItem) time.Time {
	if e.TimeRange.End != nil {
		return e.TimeRange.End.Time()
	}
	return e.TimeRange.Start.Time()
}

// told: what is left out is told or counted, once.
func told(fail failing, before, after *memorypacket.MemoryPacket) {
	names, counted := map[string]bool{}, false
	note := func(item, reason string) {
		if names[item] && !strings.Contains(item, " more") {
			fail("%s is told twice", item)
		}
		if reason == "" {
			fail("%s has no reason", item)
		}
		names[item] = true
		counted = counted || strings.Contains(item, " more")
	}
	for _, o := range after.Explain.Omitted {
		note(o.Item, o.Reason)
	}
	for _, o := range after.BudgetReport.Omissions {
		note(o.Item, o.Reason)
	}
	here := map[string]bool{}
	for _, f := range after.LongTerm.Facts {
		here[f.FactID] = true
	}
	for _, f := range before.LongTerm.Facts {
		if !here[f.FactID] && !names["facts/"+f.FactID] && !counted {
			fail("nothing tells of fact %s", f.FactID)
		}
	}
	for _, s := range after.Explain.Selected {
		if name, _, _ := strings.Cut(s, ": "); names[name] && !strings.HasSuffix(name, " more") {
			fail("%s is selected and left out", name)
		}
	}
	degraded := false
	for _, d := range after.BudgetReport.Degradations {
		degraded = degraded || d.Section == "short_term_summary"
	}
	if s := after.ShortTerm.RollingSummary; s != before.ShortTerm.RollingSummary && s != "" && !degraded {
		fail("nothing tells that the summary is cut")
	}
}

var _ budget.TokenCounter = bpe.Counter{}
