package budget_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/runtime/budget"
)

// out is the form of a candidate that is left out.
const out = budget.Ref + 1

// modelForms are the forms in which a candidate may go in, the fullest first.
func modelForms(plan budget.Plan, c budget.Candidate) (allowed []budget.Form) {
	floor := budget.Summary
	if f, ok := plan.Floors[c.Section]; ok {
		floor = f
	}
	if c.Floor != nil {
		floor = *c.Floor
	}
	shortest := 0
	for form := budget.Raw; form < out; form++ {
		n := len(c.Forms[form])
		if n == 0 || shortest > 0 && (form > floor || n >= shortest) {
			continue
		}
		shortest = n
		allowed = append(allowed, form)
	}
	return allowed
}

// modelUsage counts what an assignment of forms takes, by section; "" is the
// total. Fits is false where that is above the plan.
func modelUsage(plan budget.Plan, candidates []budget.Candidate, forms []budget.Form) (usage map[string]int64, fits bool) {
	usage = map[string]int64{}
	for i, c := range candidates {
		if forms[i] < out {
			usage[c.Section] += int64(len(c.Forms[forms[i]]))
			usage[""] += int64(len(c.Forms[forms[i]]))
		}
	}
	fits = usage[""] <= plan.MaxTokens
	for section, limit := range plan.PerSection {
		fits = fits && usage[section] <= limit
	}
	return usage, fits
}

// modelAllocate tries every assignment there is and returns the best: of two,
// the better one grants the first wish in which they differ, where the wishes
// stand in the order that Allocate promises.
func modelAllocate(plan budget.Plan, candidates []budget.Candidate) []budget.Form {
	type wish struct {
		candidate int
		form      budget.Form
	}
	var wishes []wish
	for i, c := range candidates {
		for _, form := range modelForms(plan, c) {
			wishes = append(wishes, wish{i, form})
		}
	}
	slices.SortFunc(wishes, func(x, y wish) int {
		a, b := candidates[x.candidate], candidates[y.candidate]
		return cmp.Or(cmp.Compare(b.Priority, a.Priority), cmp.Compare(x.form, y.form), cmp.Compare(a.Section, b.Section), cmp.Compare(a.ID, b.ID))
	})
	better := func(a, b []budget.Form) bool {
		for _, w := range wishes {
			if x, y := a[w.candidate] == w.form, b[w.candidate] == w.form; x != y {
				return x
			}
		}
		return false
	}
	best := slices.Repeat([]budget.Form{out}, len(candidates))
	forms := slices.Clone(best)
	var try func(i int)
	try = func(i int) {
		if i == len(candidates) {
			if _, fits := modelUsage(plan, candidates, forms); fits && better(forms, best) {
				copy(best, forms)
			}
			return
		}
		for _, form := range append(modelForms(plan, candidates[i]), out) {
			forms[i] = form
			try(i + 1)
		}
	}
	try(0)
	return best
}

// randomPlan makes a plan and candidates for it, n at most.
func randomPlan(random *rand.Rand, n int) (budget.Plan, []budget.Candidate) {
	plan := budget.Plan{MaxTokens: random.Int64N(40 * int64(n)), PerSection: map[string]int64{}, Floors: map[string]budget.Form{}}
	sections := []string{"facts", "episodes", "quotes"}
	for _, s := range sections {
		if random.IntN(2) == 0 {
			plan.PerSection[s] = random.Int64N(20 * int64(n))
		}
		if random.IntN(2) == 0 {
			plan.Floors[s] = budget.Form(random.IntN(4))
		}
	}
	var candidates []budget.Candidate
	for i := range random.IntN(n + 1) {
		size := 1 + random.IntN(100)
		sizes := make([]int, 4)
		for j := range sizes {
			if random.IntN(4) > 0 {
				sizes[j] = max(size, 1)
			}
			size = size * (20 + random.IntN(90)) / 100
		}
		c := candidate(sections[random.IntN(3)], fmt.Sprint("i", i), random.IntN(4), sizes...)
		if random.IntN(4) == 0 {
			c = floored(c, budget.Form(random.IntN(4)))
		}
		candidates = append(candidates, c)
	}
	return plan, candidates
}

// allocated runs Allocate and returns the form of each candidate, after holding
// the placements against the report.
func allocated(t *testing.T, plan budget.Plan, candidates []budget.Candidate) []budget.Form {
	t.Helper()
	placements, report, err := budget.Allocate(plan, candidates, letters{})
	if err != nil {
		t.Fatal(err)
	}
	placed := map[string]budget.Placement{}
	for _, p := range placements {
		if p.Tokens != int64(len(p.Text)) || p.Text == "" {
			t.Fatalf("placement %+v", p)
		}
		placed[p.ID] = p
	}
	forms := make([]budget.Form, len(candidates))
	for i, c := range candidates {
		forms[i] = out
		if p, ok := placed[c.ID]; ok {
			forms[i] = p.Form
		}
	}
	usage, fits := modelUsage(plan, candidates, forms)
	if !fits || report.UsedTokensEst != usage[""] {
		t.Fatalf("used %v, reported %+v, planned %+v", usage, report, plan)
	}
	delete(usage, "")
	for section := range report.SectionUsage {
		usage[section] += 0
	}
	if diff := gocmp.Diff(usage, report.SectionUsage); diff != "" {
		t.Fatal(diff)
	}
	if len(placements)+len(report.Omissions) != len(candidates) {
		t.Fatalf("%d placed and %d left out of %d", len(placements), len(report.Omissions), len(candidates))
	}
	return forms
}

// TestAllocateAgainstModel holds few candidates against every assignment that
// there could have been.
func TestAllocateAgainstModel(t *testing.T) {
	for seed := range uint64(4000) {
		plan, candidates := randomPlan(rand.New(rand.NewPCG(seed, 4)), 5)
		if diff := gocmp.Diff(modelAllocate(plan, candidates), allocated(t, plan, candidates)); diff != "" {
			t.Fatalf("seed %d, %+v, %+v: (-model +Allocate)\n%s", seed, plan, candidates, diff)
		}
	}
}

// FuzzAllocate checks each property that Allocate promises, of many candidates.
func FuzzAllocate(f *testing.F) {
	for seed := range uint64(200) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 3))
		plan, candidates := randomPlan(random, 40)
		forms := allocated(t, plan, candidates)
		for i, c := range candidates {
			allowed := modelForms(plan, c)
			if forms[i] < out && !slices.Contains(allowed, forms[i]) {
				t.Fatalf("%s goes in as %v, below its floor", c.ID, forms[i])
			}
			for _, fuller := range allowed {
				if fuller >= forms[i] {
					break
				}
				without := slices.Clone(forms)
				without[i] = fuller
				for j, other := range candidates {
					if other.Priority < c.Priority || other.Priority == c.Priority && j != i && forms[j] > fuller {
						without[j] = out
					}
				}
				if usage, fits := modelUsage(plan, candidates, without); fits {
					t.Fatalf("%+v: %s of priority %d is %v, but could be %v with %v", plan, c.ID, c.Priority, forms[i], fuller, usage)
				}
			}
		}

		// The order in which candidates are given changes only the order of the result.
		byID := func(candidates []budget.Candidate, forms []budget.Form) map[string]budget.Form {
			m := map[string]budget.Form{}
			for i, c := range candidates {
				m[c.ID] = forms[i]
			}
			return m
		}
		shuffled := slices.Clone(candidates)
		random.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if again := byID(shuffled, allocated(t, plan, shuffled)); !maps.Equal(again, byID(candidates, forms)) {
			t.Fatalf("%v, shuffled %v", byID(candidates, forms), again)
		}
	})
}
