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
// A form that is not shorter than the one above is passed over. Of candidates
// with one Section and ID, the one of the highest priority counts. The result
// depends on the arguments only: equal priorities are decided by section and
// ID, the greater one giving way; placements, degradations and omissions stand
// in the order of the candidates.
//
// The error comes from the counter, or wraps ErrNegative or ErrOverflow.
func Allocate(plan Plan, candidates []Candidate, counter TokenCounter) ([]Placement, Report, error) {
	a := allocator{plan: plan, counter: counter, usage: make(map[string]int64)}
	if plan.MaxTokens < 0 {
		return nil, Report{}, fmt.Errorf("%w: max tokens %d", ErrNegative, plan.MaxTokens)
	}
	for _, section := range slices.Sorted(maps.Keys(plan.PerSection)) {
		if plan.PerSection[section] < 0 {
			return nil, Report{}, fmt.Errorf("%w: cap of section %q", ErrNegative, section)
		}
		a.usage[section] = 0
	}
	items, order, err := a.start(candidates)
	if err != nil {
		return nil, Report{}, err
	}
	for _, section := range slices.Sorted(maps.Keys(plan.PerSection)) {
		limit := plan.PerSection[section]
		var inside []*item
		for _, it := range order {
			if it.Section == section {
				inside = append(inside, it)
			}
		}
		excess := func() bool { return a.usage[section] > limit }
		if err := a.squeeze(inside, excess, fmt.Sprintf("section %s has %d tokens", section, limit)); err != nil {
			return nil, Report{}, err
		}
	}
	excess := func() bool { return a.total > plan.MaxTokens }
	if err := a.squeeze(order, excess, fmt.Sprintf("%d tokens in all", plan.MaxTokens)); err != nil {
		return nil, Report{}, err
	}
	for _, it := range slices.Backward(order) {
		a.giveBack(it)
	}
	placements, report := a.report(items)
	return placements, report, nil
}

// item is a candidate and its place on the ladder: its current form, or forms
// where it is left out.
type item struct {
	Candidate
	form   Form
	tokens [forms]int64 // of the rungs; -1 where not counted, missing or passed over
	reason string       // of the latest way down
}

type allocator struct {
	plan    Plan
	counter TokenCounter
	usage   map[string]int64
	total   int64
}

// start puts every candidate on its fullest rung. It returns all of them as
// given and those that take part from the lowest priority to the highest.
func (a *allocator) start(candidates []Candidate) (items, order []*item, err error) {
	for _, c := range candidates {
		items = append(items, &item{Candidate: c, form: forms, tokens: [forms]int64{-1, -1, -1, -1}})
	}
	order = slices.Clone(items)
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
	for _, it := range order {
		a.usage[it.Section] += 0 // to be reported even when nothing fits
		for form := range forms {
			if it.Forms[form] == "" {
				continue
			}
			if it.tokens[form], err = a.count(it.Forms[form]); err != nil {
				return nil, nil, err
			}
			if it.tokens[form] > Unlimited-a.total {
				return nil, nil, fmt.Errorf("%w: tokens of all candidates", ErrOverflow)
			}
			a.move(it, form)
			break
		}
		if it.form == forms {
			it.reason = "no text"
		}
	}
	return items, order, nil
}

func (a *allocator) count(text string) (int64, error) {
	n, err := a.counter.CountTokens(text)
	if err == nil && n < 0 {
		err = fmt.Errorf("%w: token count %d", ErrNegative, n)
	}
	return n, err
}

func (it *item) size() int64 {
	if it.form == forms {
		return 0
	}
	return it.tokens[it.form]
}

func (a *allocator) move(it *item, to Form) {
	before := it.size()
	it.form = to
	a.usage[it.Section] += it.size() - before
	a.total += it.size() - before
}

// squeeze shortens and then leaves out items until there is no excess.
func (a *allocator) squeeze(order []*item, excess func() bool, reason string) error {
	for _, it := range order {
		for form := it.form + 1; form < forms && excess(); form++ {
			if it.Forms[form] == "" {
				continue
			}
			n, err := a.count(it.Forms[form])
			if err != nil {
				return err
			}
			if n < it.size() {
				it.tokens[form], it.reason = n, reason
				a.move(it, form)
			}
		}
	}
	for _, it := range order {
		if it.form != forms && excess() {
			it.reason = reason
			a.move(it, forms)
		}
	}
	return nil
}

// giveBack moves an item to the fullest rung for which there is room.
func (a *allocator) giveBack(it *item) {
	room := a.plan.MaxTokens - a.total
	if limit, ok := a.plan.PerSection[it.Section]; ok {
		room = min(room, limit-a.usage[it.Section])
	}
	for form := range it.form {
		if n := it.tokens[form]; n >= 0 && n-it.size() <= room {
			a.move(it, form)
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
		if it.form == forms {
			report.Omissions = append(report.Omissions, Omission{it.ID, it.reason})
			continue
		}
		placements = append(placements, Placement{it.ID, it.Section, it.form, it.Forms[it.form], it.size()})
		from := forms
		for form := range it.form + 1 {
			if it.tokens[form] < 0 {
				continue
			}
			if from != forms {
				report.Degradations = append(report.Degradations, Degradation{it.Section, from.String() + "->" + form.String(), it.ID + ": " + it.reason})
			}
			from = form
		}
	}
	return placements, report
}
