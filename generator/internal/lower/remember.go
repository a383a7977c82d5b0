package lower

import "github.com/bindery-go/bindery/generator/internal/model"

// untilMemo is how many unions may be tried inside each other before verdicts
// are remembered: fewer cost less time tried again than remembered.
const untilMemo = 3

// remember sets Memo on the plans whose verdict on one value could be asked for
// again and again, so that no document takes more than its length in time.
func remember(plans []*model.Plan) {
	c := newCycles(plans, edges)
	rememberBranches(plans, c)
	rememberRepeated(plans, c)
	rememberScalars(plans)
}

// rememberBranches sets Memo on the plans that a branch tries and that have
// branches tried inside them, on a cycle or many levels deep: tried again and
// again at each level they would take exponential time.
func rememberBranches(plans []*model.Plan, cycles *cycles) {
	component := cycles.component
	// Components are numbered after those that they lead to.
	members := make([][]*model.Plan, len(plans)+1)
	for _, p := range plans {
		members[component[p]] = append(members[component[p]], p)
	}
	tried := make([]int, len(plans)+1) // inside each other, by component
	for c, list := range members {
		for _, p := range list {
			for _, e := range edges(p) {
				deep := tried[component[e.to]]
				if e.way != reads && component[e.to] == c {
					deep = untilMemo
				} else if e.way != reads {
					deep++
				}
				tried[c] = max(tried[c], deep)
			}
		}
	}
	for _, p := range plans {
		for _, e := range edges(p) {
			if e.way != reads && (component[p] == component[e.to] || tried[component[e.to]] >= untilMemo) {
				e.to.Memo = true
			}
		}
	}
}

// rememberRepeated sets Memo on plans that go down a document by themselves and
// are started anew at each of its levels, by a check of a recursive plan that
// reads the value beside other checks: together they would take quadratic time.
// Every cycle that is entered has a plan to which two ways lead.
func rememberRepeated(plans []*model.Plan, all *cycles) {
	started := map[*model.Plan]bool{}
	var next []*model.Plan
	ways := map[*model.Plan]int{}
	for _, p := range plans {
		for _, e := range edges(p) {
			ways[e.to]++
			if e.way == beside && all.has(p) {
				ways[e.to]++ // at every level
				next = append(next, e.to)
			}
		}
	}
	if next == nil {
		return
	}
	for len(next) > 0 {
		p := next[len(next)-1]
		next = next[:len(next)-1]
		if started[p] {
			continue
		}
		started[p] = true
		for _, e := range edges(p) {
			next = append(next, e.to)
		}
	}
	descending := newCycles(plans, func(p *model.Plan) []edge {
		var out []edge
		for _, e := range edges(p) {
			if e.way != beside {
				out = append(out, e)
			}
		}
		return out
	})
	for _, p := range plans {
		if started[p] && descending.has(p) && ways[p] > 1 {
			p.Memo = true
		}
	}
}

// rememberScalars sets MemoScalars on the plans that have many branches inside
// each other for one value. Elsewhere a value that holds no others is judged
// faster than remembered, and most values are such.
func rememberScalars(plans []*model.Plan) {
	depths := map[*model.Plan]int{}
	for _, p := range plans {
		if !p.Memo {
			continue
		}
		p.MemoScalars = triedInPlace(p, depths) >= untilMemo
		if !p.MemoScalars && p.Kinds&(model.KindArray|model.KindObject) == 0 {
			p.Memo = false
		}
	}
}

// triedInPlace is how many branches are tried inside each other on a value of p
// itself. What is tried on a value never leads back to the same value.
func triedInPlace(p *model.Plan, depths map[*model.Plan]int) int {
	if depth, ok := depths[p]; ok {
		return depth
	}
	depths[p] = 0
	depth := 0
	within := func(q *model.Plan, more int) {
		if q != nil {
			depth = max(depth, more+triedInPlace(q, depths))
		}
	}
	within(p.NonNull, 0)
	if p.Union != nil {
		for _, br := range p.Union.Branches {
			within(br.Plan, min(len(p.Union.Branches)-1, 1))
		}
	}
	for _, r := range p.Residual {
		for _, q := range r.Plans {
			within(q, 1)
		}
	}
	depths[p] = depth
	return depth
}

// cycles are those of plans that lead back to themselves.
type cycles struct {
	component map[*model.Plan]int
	size      map[int]int
	itself    map[*model.Plan]bool
}

func newCycles(plans []*model.Plan, edges func(*model.Plan) []edge) *cycles {
	c := &cycles{components(plans, edges), map[int]int{}, map[*model.Plan]bool{}}
	for _, p := range plans {
		c.size[c.component[p]]++
		for _, e := range edges(p) {
			if e.to == p {
				c.itself[p] = true
			}
		}
	}
	return c
}

// has reports whether p lies on a cycle.
func (c *cycles) has(p *model.Plan) bool { return c.size[c.component[p]] > 1 || c.itself[p] }
