package budget_test

import (
	"encoding/json"
	"errors"
	"fmt"
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

func floored(c budget.Candidate, floor budget.Form) budget.Candidate {
	c.Floor = &floor
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
			"a lower priority leaves before a higher one is shortened", budget.Plan{MaxTokens: 54},
			[]budget.Candidate{candidate("facts", "f1", 1, 50), full("facts", "f2", 2)},
			[]string{"facts/f2 quote"},
			`{"max_tokens":54,"used_tokens_est":50,"section_usage":{"facts":50},` +
				`"degradations":[{"section":"facts","action":"raw-\u003equote","reason":"f2: 54 tokens in all"}],"omissions":[{"item":"f1","reason":"54 tokens in all"}]}`,
		},
		{
			"missing forms and forms that are not shorter are passed over", budget.Plan{MaxTokens: 30, Floors: map[string]budget.Form{"facts": budget.Ref}},
			[]budget.Candidate{candidate("facts", "f1", 1, 100, 0, 100, 30)},
			[]string{"facts/f1 ref"},
			`{"max_tokens":30,"used_tokens_est":30,"section_usage":{"facts":30},"degradations":[{"section":"facts","action":"raw-\u003eref","reason":"f1: 30 tokens in all"}],"omissions":[]}`,
		},
		{
			"no mere reference but where that is the floor, or all there is", budget.Plan{MaxTokens: 15, Floors: map[string]budget.Form{"quotes": budget.Ref}},
			[]budget.Candidate{full("facts", "f1", 1), candidate("facts", "f2", 1, 0, 0, 0, 4), full("quotes", "q1", 1), floored(full("episodes", "e1", 1), budget.Ref), floored(full("quotes", "q2", 2), budget.Quote)},
			[]string{"facts/f2 ref", "quotes/q1 ref", "episodes/e1 ref"},
			`{"max_tokens":15,"used_tokens_est":14,"section_usage":{"episodes":5,"facts":4,"quotes":5},` +
				`"degradations":[{"section":"quotes","action":"raw-\u003equote","reason":"q1: 15 tokens in all"},{"section":"quotes","action":"quote-\u003esummary","reason":"q1: 15 tokens in all"},{"section":"quotes","action":"summary-\u003eref","reason":"q1: 15 tokens in all"},` +
				`{"section":"episodes","action":"raw-\u003equote","reason":"e1: 15 tokens in all"},{"section":"episodes","action":"quote-\u003esummary","reason":"e1: 15 tokens in all"},{"section":"episodes","action":"summary-\u003eref","reason":"e1: 15 tokens in all"}],` +
				`"omissions":[{"item":"f1","reason":"15 tokens in all"},{"item":"q2","reason":"15 tokens in all"}]}`,
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

// TestAllocateKeepsPriorities: what is of the highest priority goes in whole
// though there is much else, and so do the first of equals.
func TestAllocateKeepsPriorities(t *testing.T) {
	var candidates []budget.Candidate
	for i := range 500 {
		candidates = append(candidates, candidate("facts", fmt.Sprintf("low%03d", i), 0, 100, 50, 20, 5))
	}
	for i := range 10 {
		candidates = append(candidates, candidate("facts", fmt.Sprintf("high%d", i), 100, 97, 50, 20, 5))
	}
	for floor, want := range map[budget.Form]map[string]int{
		budget.Summary: {"high raw": 10, "low summary": 1},
		budget.Ref:     {"high raw": 10, "low summary": 1, "low ref": 2},
	} {
		placements, _, err := budget.Allocate(budget.Plan{MaxTokens: 1000, Floors: map[string]budget.Form{"facts": floor}}, candidates, letters{})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]int{}
		for _, p := range placements {
			got[strings.TrimRight(p.ID, "0123456789")+" "+p.Form.String()]++
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("floor %v: %s", floor, diff)
		}
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
	} {
		if _, _, err := budget.Allocate(c.plan, two, c.counter); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := budget.Allocate(budget.Plan{}, two, broken{}); err == nil || err.Error() != "no vocabulary" {
		t.Errorf("failing counter: %v", err)
	}
}
