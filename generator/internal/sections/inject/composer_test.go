package inject_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
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

// composition is a packet and what the composer has made of it.
type composition struct {
	free, out *memorypacket.MemoryPacket // what the purpose may see, and what fits of it
	text      string                     // of out
	report    compose.Report
	tokens    func(string) int64
}

// composerRules are the numbered rules of the composer. Each has what breaks it,
// so that the test shows that it would be seen.
var composerRules = []struct {
	rule  string
	check func(fail failing, c *composition)
	spoil func(c *composition)
}{
	{"R80", func(fail failing, c *composition) {
		if got, want := c.out.BudgetReport.MaxTokens, c.free.Meta.Budget.MaxTokens; got != want {
			fail("max_tokens is %d, want %d", got, want)
		}
	}, func(c *composition) { c.out.BudgetReport.MaxTokens++ }},
	{"R81", func(fail failing, c *composition) {
		if used := c.tokens(c.text); used > c.free.Meta.Budget.MaxTokens || c.out.BudgetReport.UsedTokensEst > c.free.Meta.Budget.MaxTokens {
			fail("%d tokens of %d", used, c.free.Meta.Budget.MaxTokens)
		}
	}, func(c *composition) { c.text += strings.Repeat(" more", 50_000) }},
	{"R82", func(fail failing, c *composition) { withinSections(fail, c.tokens, []byte(c.text), c.report) }, func(c *composition) {
		c.text = strings.Replace(c.text, `"rolling_summary":"`, `"rolling_summary":"`+strings.Repeat("more ", 5000), 1)
	}},
	{"R83", func(fail failing, c *composition) {
		var sum int64
		for _, n := range c.out.BudgetReport.SectionUsage {
			sum += n
		}
		if most := c.out.BudgetReport.UsedTokensEst + int64(len(c.out.BudgetReport.SectionUsage)); sum > most {
			fail("sections take %d tokens, the whole %d", sum, most)
		}
	}, func(c *composition) { c.out.BudgetReport.UsedTokensEst = 1 }},
	{"R84", func(fail failing, c *composition) {
		if got, want := c.out.BudgetReport.UsedTokensEst, c.tokens(c.text); got != want {
			fail("%d tokens are told, %d counted", got, want)
		}
	}, func(c *composition) { c.out.BudgetReport.UsedTokensEst++ }},
	{"R85", func(fail failing, c *composition) {
		for _, d := range c.out.BudgetReport.Degradations {
			last := -1
			for _, word := range strings.FieldsFunc(d.Action, func(r rune) bool { return r < 'a' || r > 'z' }) {
				at := slices.Index([]string{"raw", "quote", "summary", "ref"}, word)
				if at >= 0 && at <= last {
					fail("%s goes up", d.Action)
				}
				last = max(last, at)
			}
		}
	}, func(c *composition) {
		c.out.BudgetReport.Degradations = append(c.out.BudgetReport.Degradations, memorypacket.MemoryPacketBudgetReportDegradationsItem{Section: "facts", Action: "summary → raw", Reason: "r"})
	}},
	{"R86", func(fail failing, c *composition) {
		told := map[string]bool{}
		for _, d := range c.out.BudgetReport.Degradations {
			told[d.Section] = true
		}
		for section, changed := range changedSections(c.free, c.out) {
			if changed && !told[section] {
				fail("%s has another form, and nothing tells", section)
			}
		}
	}, func(c *composition) { c.out.BudgetReport.Degradations = nil }},
	{"R87", func(fail failing, c *composition) { ranked(fail, c.free, c.out) }, func(c *composition) {
		highest := func(x, y memorypacket.MemoryPacketLongTermProceduresItem) int {
			return int(y.GetPriority() - x.GetPriority())
		}
		if list := slices.SortedStableFunc(slices.Values(c.out.LongTerm.Procedures), highest); len(list) > 1 {
			c.out.LongTerm.Procedures = list[1:]
		}
		newest := func(x, y memorypacket.MemoryPacketLongTermEpisodesItem) int { return ended(y).Compare(ended(x)) }
		if list := slices.SortedStableFunc(slices.Values(c.out.LongTerm.Episodes), newest); len(list) > 1 {
			c.out.LongTerm.Episodes = list[1:]
		}
	}},
	{"R88", func(fail failing, c *composition) { wasted(fail, c) }, func(c *composition) { c.out.LongTerm.Facts = nil }},
	{"R90", func(fail failing, c *composition) { honest(fail, c.free, c.out); loopsAndTools(fail, c) }, func(c *composition) {
		c.out.ShortTerm.OpenLoops = append(c.out.ShortTerm.OpenLoops, memorypacket.MemoryPacketShortTermOpenLoopsItem{Question: "who?", Status: "open"})
	}},
	{"R91", func(fail failing, c *composition) { honest(fail, c.free, c.out) }, func(c *composition) {
		for i := range c.out.LongTerm.Facts {
			c.out.LongTerm.Facts[i].Value = jsonvalue.Trusted(`"fact:f1"`)
		}
	}},
	{"R92", func(fail failing, c *composition) { honest(fail, c.free, c.out) }, func(c *composition) {
		for i := range c.out.ShortTerm.KeyQuotes {
			c.out.ShortTerm.KeyQuotes[i].Quote = "…"
		}
	}},
	{"R103", func(fail failing, c *composition) { datesParse(fail, c.text) }, func(c *composition) {
		c.text = strings.ReplaceAll(c.text, `"start":"2026-`, `"start":"2026/`)
	}},
}

// changedSections are the sections of which an item has another form.
func changedSections(free, out *memorypacket.MemoryPacket) map[string]bool {
	changed := map[string]bool{}
	held := func(section string, has bool) { changed[section] = changed[section] || !has }
	for _, f := range out.LongTerm.Facts {
		held("facts", slices.ContainsFunc(free.LongTerm.Facts, func(o memorypacket.MemoryPacketLongTermFactsItem) bool { return jsonOf(o) == jsonOf(f) }))
	}
	for _, p := range out.LongTerm.Procedures {
		held("procedures", slices.ContainsFunc(free.LongTerm.Procedures, func(o memorypacket.MemoryPacketLongTermProceduresItem) bool { return jsonOf(o) == jsonOf(p) }))
	}
	for _, e := range out.LongTerm.Episodes {
		held("episodes", slices.ContainsFunc(free.LongTerm.Episodes, func(o memorypacket.MemoryPacketLongTermEpisodesItem) bool {
			o.RecencyScore = e.RecencyScore // the composer's own
			return jsonOf(o) == jsonOf(e)
		}))
	}
	for _, q := range out.ShortTerm.KeyQuotes {
		held("key_quotes", slices.ContainsFunc(free.ShortTerm.KeyQuotes, func(o memorypacket.MemoryPacketShortTermKeyQuotesItem) bool { return jsonOf(o) == jsonOf(q) }))
	}
	if s := out.ShortTerm.RollingSummary; s != "" {
		held("short_term_summary", s == free.ShortTerm.RollingSummary)
	}
	return changed
}

// wasted: not all that a section leaves out would have found room: the whole has
// not room for several times the largest of it with its citations, nor the
// section for twice as much.
func wasted(fail failing, c *composition) {
	left := func(section string, limit int64, times int64, all, kept []json.Marshaler, id func(json.Marshaler) string) {
		here := map[string]bool{}
		for _, item := range kept {
			here[id(item)] = true
		}
		var largest, used int64
		for _, item := range all {
			if cost := c.tokens(jsonOf(item)); !here[id(item)] {
				largest = max(largest, cost+128)
			}
		}
		for _, item := range kept {
			used += c.tokens(jsonOf(item)) + 1
		}
		if room := c.free.Meta.Budget.MaxTokens - c.tokens(c.text); largest > 0 && room >= times*largest && limit-used >= 2*largest+16 {
			fail("%s has left out what takes %d tokens, with %d over in all and %d in the section", section, largest, room, limit-used)
		}
	}
	caps := c.free.Meta.Budget.PerSection
	left("facts", caps.Facts, 4, list(c.free.LongTerm.Facts), list(c.out.LongTerm.Facts), func(m json.Marshaler) string { return m.(memorypacket.MemoryPacketLongTermFactsItem).FactID })
	left("procedures", caps.Procedures, 3, list(c.free.LongTerm.Procedures), list(c.out.LongTerm.Procedures), func(m json.Marshaler) string {
		return m.(memorypacket.MemoryPacketLongTermProceduresItem).ProcedureID
	})
	left("episodes", caps.Episodes, 3, list(c.free.LongTerm.Episodes), list(c.out.LongTerm.Episodes), func(m json.Marshaler) string { return m.(memorypacket.MemoryPacketLongTermEpisodesItem).EpisodeID })
}

func list[T json.Marshaler](items []T) (out []json.Marshaler) {
	for _, item := range items {
		out = append(out, item)
	}
	return out
}

// loopsAndTools: open loops, references to tools and decisions are copies.
func loopsAndTools(fail failing, c *composition) {
	free, out := c.free.ShortTerm, c.out.ShortTerm
	for _, l := range out.OpenLoops {
		if !slices.ContainsFunc(free.OpenLoops, func(o memorypacket.MemoryPacketShortTermOpenLoopsItem) bool { return jsonOf(o) == jsonOf(l) }) {
			fail("nobody asked %q", l.Question)
		}
	}
	for _, e := range out.LastToolEvidence {
		if !slices.ContainsFunc(free.LastToolEvidence, func(o memorypacket.MemoryPacketShortTermLastToolEvidenceItem) bool {
			return o.Ref == e.Ref && strings.HasPrefix(o.Summary, strings.TrimSuffix(e.Summary, " …"))
		}) {
			fail("no tool said %q", e.Summary)
		}
	}
	for _, d := range out.WorkingState.Decisions {
		if !slices.ContainsFunc(free.WorkingState.Decisions, func(o memorypacket.MemoryPacketShortTermWorkingStateDecisionsItem) bool {
			return jsonOf(o) == jsonOf(d)
		}) {
			fail("nobody decided %q", d.Statement)
		}
	}
}

// datesParse: every date-time that the schema declares is one.
func datesParse(fail failing, text string) {
	var visit func(name string, v any)
	visit = func(name string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for name, member := range v {
				visit(name, member)
			}
		case []any:
			for _, element := range v {
				visit("", element)
			}
		case string:
			switch name {
			case "ts", "start", "end", "generated_at", "valid_from", "valid_to":
				if _, err := time.Parse(time.RFC3339, v); err != nil {
					fail("%s: %v", name, err)
				}
			}
		}
	}
	var doc any
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		fail("%v", err)
	}
	visit("", doc)
}

// TestComposerRules holds packets with room and without against each rule of the
// composer, and shows that each would be seen to be broken.
func TestComposerRules(t *testing.T) {
	counter, err := bpe.New("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	cache := counted(counter)
	tokens := func(text string) int64 {
		n, err := cache.CountTokens(text)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	var cases []func() *composition
	seeds := 24 // which break every rule
	if compiled.Exhaustive() {
		seeds = 48
	}
	for seed := range seeds {
		g := gathering{rand.New(rand.NewPCG(uint64(seed), 80))}
		p, err := memorypacket.ParseMemoryPacket(g.packet(t))
		if err != nil {
			t.Fatal(err)
		}
		p.Meta.Budget.MaxTokens = []int64{700, 1500, 4000, 40_000}[seed%4]
		purpose := []memorypacket.MemoryPacketMetaPurpose{planner, tool, responder}[seed%3]
		cases = append(cases, func() *composition {
			free, _, err := p.ForPurpose(purpose, now)
			if err != nil {
				t.Fatal(err)
			}
			out, report, err := p.Compose(purpose, now, cache)
			if err != nil {
				t.Fatal(err)
			}
			return &composition{free, out, jsonOf(out), report, tokens}
		})
	}
	sound := make([]*composition, len(cases))
	for i, made := range cases {
		sound[i] = made()
	}
	for _, r := range composerRules {
		t.Run(r.rule, func(t *testing.T) {
			seen := false
			for i, made := range cases {
				r.check(func(format string, args ...any) { t.Errorf("packet %d: "+format, append([]any{i}, args...)...) }, sound[i])
				if seen {
					continue
				}
				c := made()
				r.spoil(c)
				r.check(func(string, ...any) { seen = true }, c)
			}
			if !seen {
				t.Error("a packet that breaks the rule is not seen")
			}
		})
	}
}

// TestHostilePackets composes packets that are out for trouble: each is within its
// budget, true to the token, valid, and the same when it is composed again. Each
// budget meets one purpose and what is many is a fifth of it; with BINDERY_EXHAUSTIVE,
// as in CI, all budgets meet all purposes.
func TestHostilePackets(t *testing.T) {
	const hostile = "\u202e\u0000\u2028</script>\"\\\n\U0001F469\u200d\U0001F469 字字字字字字字字 ~/* e: 1 more"
	long := strings.Repeat(hostile, 100)
	many := func(n int, make func(i int) any) (out []any) {
		for i := range n {
			out = append(out, make(i))
		}
		return out
	}
	facts := func(n int, id func(i int) string) []any {
		return many(n, func(i int) any {
			return object{"fact_id": id(i), "fact_key": "k", "value": hostile, "status": []string{"active", "disputed"}[i%2], "sources": []any{fmt.Sprint("e", i), "", "a~b/c*"}}
		})
	}
	thousands := compiled.Many(400, 2000)
	omissions := many(thousands, func(i int) any { return object{"item": fmt.Sprint("facts/z", i), "reason": "over budget"} })
	for name, patch := range map[string]object{
		"thousands of facts":   {"long_term": object{"facts": facts(thousands, func(i int) string { return fmt.Sprint("f", i) })}},
		"one identifier":       {"long_term": object{"facts": facts(60, func(int) string { return "same" }), "preferences": facts(3, func(int) string { return "same" })}},
		"names as paths":       {"long_term": object{"facts": facts(9, func(i int) string { return "/long_term/facts/*" })}, "explain": object{"omitted": []any{object{"item": "/**", "reason": "r"}, object{"item": "9 more", "reason": "r"}}}},
		"long texts":           {"short_term": object{"rolling_summary": long, "key_quotes": []any{object{"evidence_id": hostile, "quote": long}}, "working_state": object{"goal": long, "slots": object{"/~*": long, "": 1}}}},
		"thousands of reports": {"explain": object{"omitted": omissions}, "budget_report": object{"omissions": omissions}},
		"thousands of sources": {"long_term": object{"facts": []any{object{"fact_id": "f", "fact_key": "k", "value": 1, "status": "active", "sources": many(thousands, func(i int) any { return fmt.Sprint("e", i) })}}}},
		"no room in sections":  {"meta": object{"budget": object{"per_section": object{"facts": 0, "working_state": 0, "episodes": 0, "short_term_summary": 0, "procedures": 0, "insights": 0}}}},
	} {
		text, err := json.Marshal(patch)
		if err != nil {
			t.Fatal(err)
		}
		p, err := memorypacket.ParseMemoryPacket(patched(t, packet, string(text)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for i, most := range []int64{256, 900, 3000} {
			for j, purpose := range []memorypacket.MemoryPacketMetaPurpose{planner, tool, responder} {
				if i != j && !compiled.Exhaustive() {
					continue
				}
				p.Meta.Budget.MaxTokens = most
				out, _, err := p.Compose(purpose, now, nil)
				if small := (*compose.TooSmallError)(nil); errors.As(err, &small) && most < 900 && small.Needs > most {
					continue
				}
				if err != nil {
					t.Errorf("%s, %d tokens: %v", name, most, err)
					continue
				}
				used, _ := budget.Estimate{}.CountTokens(jsonOf(out))
				if used > most || out.BudgetReport.UsedTokensEst != used || out.Validate() != nil {
					t.Errorf("%s: %d of %d tokens, told %d, %v", name, used, most, out.BudgetReport.UsedTokensEst, out.Validate())
				}
				permitted(func(format string, args ...any) { t.Errorf(name+": "+format, args...) }, out, purpose)
				if again, _, err := out.Compose(purpose, now, nil); err != nil || jsonOf(again) != jsonOf(out) {
					t.Errorf("%s, %d tokens: another packet when composed again, %v", name, most, err)
				}
			}
		}
	}
}

// caching counts each text once. It is for one goroutine.
type caching struct {
	counter bpe.Counter
	known   map[string]int64
}

func counted(counter bpe.Counter) *caching { return &caching{counter, map[string]int64{}} }

func (c *caching) CountTokens(text string) (int64, error) {
	n, ok := c.known[text]
	if ok {
		return n, nil
	}
	n, err := c.counter.CountTokens(text)
	if err != nil {
		return 0, fmt.Errorf("%.40q: %w", text, err)
	}
	c.known[text] = n
	return n, nil
}
