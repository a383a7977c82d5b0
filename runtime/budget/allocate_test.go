package budget_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/runtime/budget"
)

// letters counts a token a byte, so that the tests can say what fits.
type letters struct{}

func (letters) CountTokens(text string) (int64, error) { return int64(len(text)), nil }

func candidate(section, id string, priority int, sizes ...int) budget.Candidate {
	c := budget.Candidate{ID: id, Section: section, Priority: priority}
	for i, n := range sizes {
		c.Forms[i] = strings.Repeat("x", n)
	}
	return c
}

func TestAllocate(t *testing.T) {
	full := func(section, id string, priority int) budget.Candidate {
		return candidate(section, id, priority, 100, 50, 20, 5)
	}
	for _, c := range []struct {
		name       string
		plan       budget.Plan
		candidates []budget.Candidate
		placed     []string // section/id form
		report     string
	}{
		{
			"everything fits", budget.Plan{MaxTokens: 256}, []budget.Candidate{full("facts", "f1", 1), full("facts", "f2", 2)},
			[]string{"facts/f1 raw", "facts/f2 raw"},
			`{"max_tokens":256,"used_tokens_est":200,"section_usage":{"facts":200},"degradations":[],"omissions":[]}`,
		},
		{
			"the lowest priority goes down first, rung by rung", budget.Plan{MaxTokens: 130}, []budget.Candidate{full("facts", "f1", 1), full("facts", "f2", 2)},
			[]string{"facts/f1 summary", "facts/f2 raw"},
			`{"max_tokens":130,"used_tokens_est":120,"section_usage":{"facts":120},"degradations":[` +
				`{"section":"facts","action":"raw-\u003equote","reason":"f1: 130 tokens in all"},{"section":"facts","action":"quote-\u003esummary","reason":"f1: 130 tokens in all"}],"omissions":[]}`,
		},
		{
			"a section keeps to its own cap", budget.Plan{MaxTokens: 500, PerSection: map[string]int64{"facts": 60, "quotes": 0}},
			[]budget.Candidate{full("facts", "f1", 1), full("episodes", "e1", 0), full("quotes", "q1", 9)},
			[]string{"facts/f1 quote", "episodes/e1 raw"},
			`{"max_tokens":500,"used_tokens_est":150,"section_usage":{"episodes":100,"facts":50,"quotes":0},` +
				`"degradations":[{"section":"facts","action":"raw-\u003equote","reason":"f1: section facts has 60 tokens"}],` +
				`"omissions":[{"item":"q1","reason":"section quotes has 0 tokens"}]}`,
		},
		{
			"left out only when nothing can be shortened, and the room is given back", budget.Plan{MaxTokens: 54},
			[]budget.Candidate{candidate("facts", "f1", 1, 50), full("facts", "f2", 2)},
			[]string{"facts/f2 quote"},
			`{"max_tokens":54,"used_tokens_est":50,"section_usage":{"facts":50},` +
				`"degradations":[{"section":"facts","action":"raw-\u003equote","reason":"f2: 54 tokens in all"}],"omissions":[{"item":"f1","reason":"54 tokens in all"}]}`,
		},
		{
			"missing forms and forms that are not shorter are passed over", budget.Plan{MaxTokens: 30},
			[]budget.Candidate{candidate("facts", "f1", 1, 100, 0, 100, 30)},
			[]string{"facts/f1 ref"},
			`{"max_tokens":30,"used_tokens_est":30,"section_usage":{"facts":30},"degradations":[{"section":"facts","action":"raw-\u003eref","reason":"f1: 30 tokens in all"}],"omissions":[]}`,
		},
		{
			"duplicates and empty items", budget.Plan{MaxTokens: 300},
			[]budget.Candidate{full("facts", "f1", 1), full("facts", "f1", 2), candidate("facts", "f2", 3), full("episodes", "f1", 0)},
			[]string{"facts/f1 raw", "episodes/f1 raw"},
			`{"max_tokens":300,"used_tokens_est":200,"section_usage":{"episodes":100,"facts":100},"degradations":[],` +
				`"omissions":[{"item":"f1","reason":"duplicate"},{"item":"f2","reason":"no text"}]}`,
		},
		{
			"nothing at all", budget.Plan{}, nil, nil,
			`{"max_tokens":0,"used_tokens_est":0,"section_usage":{},"degradations":[],"omissions":[]}`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			placements, report, err := budget.Allocate(c.plan, c.candidates, letters{})
			if err != nil {
				t.Fatal(err)
			}
			var placed []string
			for _, p := range placements {
				placed = append(placed, fmt.Sprintf("%s/%s %v", p.Section, p.ID, p.Form))
			}
			if diff := cmp.Diff(c.placed, placed); diff != "" {
				t.Error(diff)
			}
			got := must[[]byte](t)(json.Marshal(report))
			if diff := cmp.Diff(c.report, string(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

type broken struct{ n int64 }

func (b broken) CountTokens(string) (int64, error) {
	if b.n == 0 {
		return 0, errors.New("no vocabulary")
	}
	return b.n, nil
}

func TestAllocateErrors(t *testing.T) {
	two := []budget.Candidate{candidate("s", "a", 0, 1), candidate("s", "b", 0, 1)}
	for name, c := range map[string]struct {
		plan    budget.Plan
		counter budget.TokenCounter
		want    error
	}{
		"negative maximum": {budget.Plan{MaxTokens: -1}, letters{}, budget.ErrNegative},
		"negative cap":     {budget.Plan{MaxTokens: 1, PerSection: map[string]int64{"s": -1}}, letters{}, budget.ErrNegative},
		"negative count":   {budget.Plan{MaxTokens: 1}, broken{-1}, budget.ErrNegative},
		"count too large":  {budget.Plan{MaxTokens: 1}, broken{budget.Unlimited}, budget.ErrOverflow},
	} {
		if _, _, err := budget.Allocate(c.plan, two, c.counter); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := budget.Allocate(budget.Plan{}, two, broken{}); err == nil || err.Error() != "no vocabulary" {
		t.Errorf("failing counter: %v", err)
	}
}

// FuzzAllocate checks what Allocate promises on random candidates.
func FuzzAllocate(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 3))
		plan := budget.Plan{MaxTokens: random.Int64N(400), PerSection: map[string]int64{}}
		sections := []string{"facts", "episodes", "quotes"}
		for _, s := range sections {
			if random.IntN(2) == 0 {
				plan.PerSection[s] = random.Int64N(200)
			}
		}
		var candidates []budget.Candidate
		for i := range random.IntN(12) {
			size := 1 + random.IntN(100)
			sizes := make([]int, 4)
			for j := range sizes {
				if random.IntN(4) > 0 {
					sizes[j] = max(size, 1)
				}
				size = size * (20 + random.IntN(90)) / 100
			}
			candidates = append(candidates, candidate(sections[random.IntN(3)], fmt.Sprint("i", i), random.IntN(4), sizes...))
		}
		placements, report, err := budget.Allocate(plan, candidates, letters{})
		if err != nil {
			t.Fatal(err)
		}

		usage, total := map[string]int64{}, int64(0)
		placed := map[string]budget.Placement{}
		for _, p := range placements {
			if p.Tokens != int64(len(p.Text)) || p.Text == "" {
				t.Fatalf("placement %+v", p)
			}
			usage[p.Section] += p.Tokens
			total += p.Tokens
			placed[p.ID] = p
		}
		if total != report.UsedTokensEst || total > plan.MaxTokens {
			t.Fatalf("%d tokens placed, %d reported, of %d", total, report.UsedTokensEst, plan.MaxTokens)
		}
		room := func(section string) int64 {
			room := plan.MaxTokens - total
			if limit, ok := plan.PerSection[section]; ok {
				room = min(room, limit-usage[section])
			}
			return room
		}
		for section, n := range report.SectionUsage {
			if usage[section] != n || room(section) < 0 {
				t.Fatalf("section %s: %d placed, %d reported, caps %v", section, usage[section], n, plan.PerSection)
			}
		}
		if len(placements)+len(report.Omissions) != len(candidates) {
			t.Fatalf("%d placed and %d left out of %d", len(placements), len(report.Omissions), len(candidates))
		}
		for _, c := range candidates {
			p, ok := placed[c.ID]
			form, size := p.Form, p.Tokens
			if !ok {
				form, size = budget.Form(len(c.Forms)), 0
			}
			for fuller := range form {
				if n := int64(len(c.Forms[fuller])); n > size && n-size <= room(c.Section) {
					t.Fatalf("%s is %v with %d tokens, but %v with %d would fit in %d more", c.ID, form, size, fuller, n, room(c.Section))
				}
			}
		}

		// The order in which candidates are given changes only the order of the result.
		shuffled := slices.Clone(candidates)
		random.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		again, _, err := budget.Allocate(plan, shuffled, letters{})
		if err != nil || len(again) != len(placements) {
			t.Fatalf("%d and %d placements, %v", len(placements), len(again), err)
		}
		for _, p := range again {
			if placed[p.ID] != p {
				t.Fatalf("%+v, shuffled %+v", placed[p.ID], p)
			}
		}
	})
}

func TestEstimate(t *testing.T) {
	for text, want := range map[string]int64{
		"": 0, "a": 2, "the quick brown fox": 5, "ReadFile": 3, "123456": 2, "    \n\n": 1, "記憶": 2, "\xff": 2,
		strings.Repeat("=", 80): 4,
	} {
		if got, err := (budget.Estimate{}).CountTokens(text); got != want || err != nil {
			t.Errorf("%q: %d tokens, %v; want %d", text, got, err, want)
		}
	}
}
