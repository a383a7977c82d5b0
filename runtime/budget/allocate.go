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
	ID      string
	Section string
	// Priority is the candidate's class: a higher one takes all the room that it
	// can use before a lower one gets any.
	Priority int
	// Forms holds the item as rendered for each rung; an empty one is missing,
	// as in
	//
	//	[...]string{budget.Raw: full, budget.Ref: id}
	Forms [forms]string
	// Floor is the shortest form in which it may go in; rather than in a shorter
	// one it is left out. Nil is the floor of its section. Its fullest form may
	// always go in.
	Floor *Form
}

// Plan is how many tokens there are.
type Plan struct {
	MaxTokens  int64
	PerSection map[string]int64 // caps; a section without one has only MaxTokens
	// Floors holds the shortest form in which candidates of a section may go in.
	// A section without one has Summary: its candidates are never mere
	// references, unless that is all they are.
	Floors map[string]Form
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
// The room is given out in this order: the higher priority first; within one
// priority the fuller form first; within one form by section and ID. Each
// candidate takes the first of its forms for which there is room when its turn
// comes. That is to say:
//
//   - Neither a cap nor MaxTokens is exceeded.
//   - Nobody gives way to a lower priority: if a candidate is left out, or has
//     not the fullest form, then a fuller one would find no room even if all of
//     lower priority went.
//   - Within one priority nobody gives way to a shorter form: nor would it find
//     room if all went that have its own priority and a shorter form than the
//     one it asks for. So there are rather a few whole items than many
//     references.
//   - No candidate could have a fuller form in the room that is left.
//   - No candidate goes in below its floor.
//
// Every form is counted once; one that is not shorter than the one above is
// passed over. Of candidates with one Section and ID, the one of the highest
// priority counts. The result depends on the arguments only, not on the order
// of the candidates; placements, degradations and omissions stand in that
// order. The time is that of counting and of sorting n candidates, O(n log n).
//
// The error comes from the counter, or wraps ErrNegative.
func Allocate(plan Plan, candidates []Candidate, counter TokenCounter) ([]Placement, Report, error) {
	if plan.MaxTokens < 0 {
		return nil, Report{}, fmt.Errorf("%w: max tokens %d", ErrNegative, plan.MaxTokens)
	}
	a := allocator{plan: plan, usage: make(map[string]int64)}
	for _, section := range slices.Sorted(maps.Keys(plan.PerSection)) {
		if plan.PerSection[section] < 0 {
			return nil, Report{}, fmt.Errorf("%w: cap of section %q", ErrNegative, section)
		}
		a.usage[section] = 0
	}
	items := make([]*item, len(candidates))
	for i, c := range candidates {
		items[i] = &item{Candidate: c}
		a.usage[c.Section] = 0 // to be reported even when nothing fits
	}
	order := byPriority(items)
	for _, it := range order {
		if err := it.count(counter, plan.floor(&it.Candidate)); err != nil {
			return nil, Report{}, err
		}
	}
	for len(order) > 0 {
		class := order
		if end := slices.IndexFunc(order, func(it *item) bool { return it.Priority != order[0].Priority }); end > 0 {
			class = order[:end]
		}
		order = order[len(class):]
		a.fill(class)
	}
	placements, report := a.report(items)
	return placements, report, nil
}

// floor returns the shortest form in which a candidate may go in.
func (p *Plan) floor(c *Candidate) Form {
	if c.Floor != nil {
		return *c.Floor
	}
	if floor, ok := p.Floors[c.Section]; ok {
		return floor
	}
	return Summary
}

// item is a candidate on its ladder.
type item struct {
	Candidate
	rungs  []rung // each shorter than the one before, none below the floor
	at     int    // index of the one to be tried next, or of its own when placed
	placed bool
	reason string // why it did not get the rung before
}

type rung struct {
	form   Form
	tokens int64
}

// byPriority gives the items that take part, from the highest priority to the
// lowest.
func byPriority(items []*item) []*item {
	order := slices.Clone(items)
	slices.SortStableFunc(order, func(x, y *item) int {
		return cmp.Or(cmp.Compare(y.Priority, x.Priority), cmp.Compare(x.Section, y.Section), cmp.Compare(x.ID, y.ID),
			slices.Compare(x.Forms[:], y.Forms[:]))
	})
	seen := make(map[[2]string]bool)
	return slices.DeleteFunc(order, func(it *item) bool {
		id := [2]string{it.Section, it.ID}
		if seen[id] {
			it.reason = "duplicate"
		}
		seen[id] = true
		return it.reason != ""
	})
}

// count counts the forms of an item down to its floor.
func (it *item) count(counter TokenCounter, floor Form) error {
	for form, text := range it.Forms {
		if text == "" || len(it.rungs) > 0 && Form(form) > floor {
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
	if len(it.rungs) == 0 {
		it.reason = "no text"
	}
	return nil
}

// allocator gives out the room. Usage and total never exceed the plan.
type allocator struct {
	plan  Plan
	usage map[string]int64
	total int64
}

// fill gives room to the items of one priority, form by form.
func (a *allocator) fill(class []*item) {
	for form := range forms {
		for _, it := range class {
			if it.placed || it.at == len(it.rungs) || it.rungs[it.at].form != form {
				continue
			}
			tokens := it.rungs[it.at].tokens
			if refusal := a.refuse(it.Section, tokens); refusal != "" {
				it.reason = refusal
				it.at++
				continue
			}
			it.placed = true
			a.usage[it.Section] += tokens
			a.total += tokens
		}
	}
}

// refuse tells why so many tokens more find no room in a section; "" where they
// do.
func (a *allocator) refuse(section string, tokens int64) string {
	if limit, ok := a.plan.PerSection[section]; ok && tokens > limit-a.usage[section] {
		return fmt.Sprintf("section %s has %d tokens", section, limit)
	}
	if tokens > a.plan.MaxTokens-a.total {
		return fmt.Sprintf("%d tokens in all", a.plan.MaxTokens)
	}
	return ""
}

func (a *allocator) report(items []*item) ([]Placement, Report) {
	report := Report{
		MaxTokens: a.plan.MaxTokens, UsedTokensEst: a.total, SectionUsage: a.usage,
		Degradations: []Degradation{}, Omissions: []Omission{},
	}
	var placements []Placement
	for _, it := range items {
		if !it.placed {
			report.Omissions = append(report.Omissions, Omission{it.ID, it.reason})
			continue
		}
		form := it.rungs[it.at].form
		placements = append(placements, Placement{it.ID, it.Section, form, it.Forms[form], it.rungs[it.at].tokens})
		for i := range it.at {
			action := it.rungs[i].form.String() + "->" + it.rungs[i+1].form.String()
			report.Degradations = append(report.Degradations, Degradation{it.Section, action, it.ID + ": " + it.reason})
		}
	}
	return placements, report
}
