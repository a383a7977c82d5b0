package budget

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// Form is a rung of the degradation ladder: how fully a text is rendered.
type Form uint8

// The ladder, from the fullest form to the shortest.
const (
	Raw Form = iota
	Quote
	Summary
	Ref
	forms
)

func (f Form) String() string {
	if f < forms {
		return [forms]string{"raw", "quote", "summary", "ref"}[f]
	}
	return fmt.Sprintf("form %d", uint8(f))
}

// Candidate is an item that may go into a prompt.
type Candidate struct {
	ID       string
	Section  string
	Priority int // the higher, the longer it stays and the later it is shortened
	// Forms holds the item as rendered for each rung; an empty one is missing,
	// as in
	//
	//	[...]string{budget.Raw: full, budget.Ref: id}
	Forms [forms]string
}

// Plan is how many tokens there are.
type Plan struct {
	MaxTokens  int64
	PerSection map[string]int64 // caps; a section without one has only MaxTokens
}

// Placement is a candidate that got room, in the form that it got.
type Placement struct {
	ID, Section string
	Form        Form
	Text        string
	Tokens      int64
}

// Degradation says that an item of a section went down one rung.
type Degradation struct {
	Section string `json:"section"`
	Action  string `json:"action"` // "raw->quote"
	Reason  string `json:"reason"`
}

// Omission says that an item got no room.
type Omission struct {
	Item   string `json:"item"`
	Reason string `json:"reason"`
}

// Report has the members of a MemoryPacket's budget_report.
type Report struct {
	MaxTokens     int64            `json:"max_tokens"`
	UsedTokensEst int64            `json:"used_tokens_est"`
	SectionUsage  map[string]int64 `json:"section_usage"` // every section of the plan and the candidates
	Degradations  []Degradation    `json:"degradations"`
	Omissions     []Omission       `json:"omissions"`
}

// Allocate decides in which form each candidate goes in, or that it does not.
//
// All start in their fullest form. Where a section is above its cap, and then
// where all together are above MaxTokens, the candidates go down the ladder,
// the one of the lowest priority first and all the way before the next; when
// none can go further, they are left out in the same order. Room that is left
// over is given back, the highest priority first. So neither the caps nor
// MaxTokens are exceeded, and no candidate could have had a fuller form in the
// room that is left.
//
// Every form is counted once; one that is not shorter than the one above is
// passed over. Of candidates
// with one Section and ID, the one of the highest priority counts. The result
// depends on the arguments only: equal priorities are decided by section and
// ID, the greater one giving way; placements, degradations and omissions stand
// in the order of the candidates.
//
// The error comes from the counter, or wraps ErrNegative or ErrOverflow.
func Allocate(plan Plan, candidates []Candidate, counter TokenCounter) ([]Placement, Report, error) {
	a := allocator{plan: plan, usage: make(map[string]int64)}
	if plan.MaxTokens < 0 {
		return nil, Report{}, fmt.Errorf("%w: max tokens %d", ErrNegative, plan.MaxTokens)
	}
	capped := slices.Sorted(maps.Keys(plan.PerSection))
	for _, section := range capped {
		if plan.PerSection[section] < 0 {
			return nil, Report{}, fmt.Errorf("%w: cap of section %q", ErrNegative, section)
		}
		a.usage[section] = 0
	}
	items := make([]*item, len(candidates))
	for i, c := range candidates {
		items[i] = &item{Candidate: c}
	}
	order := byPriority(items)
	for _, it := range order {
		if err := a.start(it, counter); err != nil {
			return nil, Report{}, err
		}
	}
	for _, section := range capped {
		limit := plan.PerSection[section]
		inside := slices.DeleteFunc(slices.Clone(order), func(it *item) bool { return it.Section != section })
		excess := func() bool { return a.usage[section] > limit }
		a.squeeze(inside, excess, fmt.Sprintf("section %s has %d tokens", section, limit))
	}
	excess := func() bool { return a.total > plan.MaxTokens }
	a.squeeze(order, excess, fmt.Sprintf("%d tokens in all", plan.MaxTokens))
	for _, it := range slices.Backward(order) {
		a.giveBack(it)
	}
	placements, report := a.report(items)
	return placements, report, nil
}

// item is a candidate on its ladder.
type item struct {
	Candidate
	rungs  []rung // each shorter than the one before
	at     int    // index of the current one; beyond the last where it is left out
	reason string // of the latest way down
}

type rung struct {
	form   Form
	tokens int64
}

func (it *item) out() bool { return it.at == len(it.rungs) }

func (it *item) tokens() int64 {
	if it.out() {
		return 0
	}
	return it.rungs[it.at].tokens
}

// byPriority gives the items that take part, from the lowest priority to the
// highest.
func byPriority(items []*item) []*item {
	order := slices.Clone(items)
	slices.SortStableFunc(order, func(x, y *item) int {
		return cmp.Or(cmp.Compare(y.Priority, x.Priority), cmp.Compare(x.Section, y.Section), cmp.Compare(x.ID, y.ID))
	})
	seen := make(map[[2]string]bool)
	order = slices.DeleteFunc(order, func(it *item) bool {
		id := [2]string{it.Section, it.ID}
		if seen[id] {
			it.reason = "duplicate"
		}
		seen[id] = true
		return it.reason != ""
	})
	slices.Reverse(order)
	return order
}

type allocator struct {
	plan  Plan
	usage map[string]int64
	total int64
}

// start puts an item on its fullest rung.
func (a *allocator) start(it *item, counter TokenCounter) error {
	a.usage[it.Section] += 0 // to be reported even when nothing fits
	for form, text := range it.Forms {
		if text == "" {
			continue
		}
		n, err := counter.CountTokens(text)
		if err != nil {
			return err
		}
		if n < 0 {
			return fmt.Errorf("%w: token count %d", ErrNegative, n)
		}
		if last := len(it.rungs) - 1; last < 0 || n < it.rungs[last].tokens {
			it.rungs = append(it.rungs, rung{Form(form), n})
		}
	}
	if it.out() {
		it.reason = "no text"
		return nil
	}
	if it.tokens() > Unlimited-a.total {
		return fmt.Errorf("%w: tokens of all candidates", ErrOverflow)
	}
	a.usage[it.Section] += it.tokens()
	a.total += it.tokens()
	return nil
}

func (a *allocator) move(it *item, to int) {
	before := it.tokens()
	it.at = to
	a.usage[it.Section] += it.tokens() - before
	a.total += it.tokens() - before
}

// squeeze shortens and then leaves out items until there is no excess.
func (a *allocator) squeeze(order []*item, excess func() bool, reason string) {
	for _, it := range order {
		for it.at+1 < len(it.rungs) && excess() {
			a.move(it, it.at+1)
			it.reason = reason
		}
	}
	for _, it := range order {
		if !it.out() && excess() {
			a.move(it, len(it.rungs))
			it.reason = reason
		}
	}
}

// giveBack moves an item to the fullest rung for which there is room.
func (a *allocator) giveBack(it *item) {
	room := a.plan.MaxTokens - a.total
	if limit, ok := a.plan.PerSection[it.Section]; ok {
		room = min(room, limit-a.usage[it.Section])
	}
	for at, rung := range it.rungs[:it.at] {
		if rung.tokens-it.tokens() <= room {
			a.move(it, at)
			return
		}
	}
}

func (a *allocator) report(items []*item) ([]Placement, Report) {
	report := Report{
		MaxTokens: a.plan.MaxTokens, UsedTokensEst: a.total, SectionUsage: a.usage,
		Degradations: []Degradation{}, Omissions: []Omission{},
	}
	var placements []Placement
	for _, it := range items {
		if it.out() {
			report.Omissions = append(report.Omissions, Omission{it.ID, it.reason})
			continue
		}
		form := it.rungs[it.at].form
		placements = append(placements, Placement{it.ID, it.Section, form, it.Forms[form], it.tokens()})
		for i := range it.at {
			action := it.rungs[i].form.String() + "->" + it.rungs[i+1].form.String()
			report.Degradations = append(report.Degradations, Degradation{it.Section, action, it.ID + ": " + it.reason})
		}
	}
	return placements, report
}
