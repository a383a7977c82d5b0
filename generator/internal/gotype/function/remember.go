package function

import (
	"github.com/bindery-go/bindery/generator/internal/components"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// untilRemembered is how many unions may be tried inside each other before
// verdicts are remembered: fewer cost less time tried again than remembered.
const untilRemembered = 3

// remember sets Remembers on the plans whose verdict on one value could be asked
// for again and again, so that no document takes more than its length in time.
func (g *graph) remember() {
	g.rememberBranches()
	g.rememberRepeated()
	g.rememberScalars()
}

// rememberBranches finds the plans that a branch tries and that have branches
// tried inside them, on a cycle or many levels deep: tried again and again at
// each level they would take exponential time.
func (g *graph) rememberBranches() {
	tried := make([]int, len(g.components.Lists)) // inside each other, by component
	for c, list := range g.components.Lists {
		for _, p := range list {
			for _, u := range g.uses[p] {
				deep := tried[g.components.Of(u.Plan)]
				if u.Way != plan.Reads && g.components.Together(p, u.Plan) {
					deep = untilRemembered
				} else if u.Way != plan.Reads {
					deep++
				}
				tried[c] = max(tried[c], deep)
			}
		}
	}
	for _, f := range g.all {
		for _, u := range g.uses[f.Plan] {
			if u.Way != plan.Reads && (g.components.Together(f.Plan, u.Plan) || tried[g.components.Of(u.Plan)] >= untilRemembered) {
				g.of[u.Plan].Remembers = true
			}
		}
	}
}

// rememberRepeated finds the plans that go down a document by themselves and
// are started anew at each of its levels, by a check of a recursive plan that
// reads the value beside other checks: together they would take quadratic time.
// Every cycle that is entered has a plan that is used in two ways.
func (g *graph) rememberRepeated() {
	started := map[*plan.Plan]bool{}
	var next []*plan.Plan
	ways := map[*plan.Plan]int{}
	for _, f := range g.all {
		for _, u := range g.uses[f.Plan] {
			ways[u.Plan]++
			if u.Way == plan.AlsoReads && g.components.OnCycle(f.Plan) {
				ways[u.Plan]++ // at every level
				next = append(next, u.Plan)
			}
		}
	}
	if next == nil {
		return
	}
	for p := range components.Reached(g.next, next...) {
		started[p] = true
	}
	descending := components.Find(g.plans(), func(p *plan.Plan) []*plan.Plan {
		return plansOf(lists.Where(g.uses[p], func(u plan.Use) bool { return u.Way != plan.AlsoReads }))
	})
	for _, f := range g.all {
		if started[f.Plan] && descending.OnCycle(f.Plan) && ways[f.Plan] > 1 {
			f.Remembers = true
		}
	}
}

// rememberScalars finds the plans that have many branches inside each other for
// one value. Elsewhere a value that holds no others is judged faster than
// remembered, and most values are such.
func (g *graph) rememberScalars() {
	depths := map[*plan.Plan]int{}
	for _, f := range g.all {
		if !f.Remembers {
			continue
		}
		f.RemembersScalars = triedInPlace(f.Plan, depths) >= untilRemembered
		if !f.RemembersScalars && f.Plan.Kinds&(kind.Array|kind.Object) == 0 {
			f.Remembers = false
		}
	}
}

// triedInPlace is how many branches are tried inside each other on a value of p
// itself. What is tried on a value never leads back to the same value.
func triedInPlace(p *plan.Plan, depths map[*plan.Plan]int) int {
	if depth, ok := depths[p]; ok {
		return depth
	}
	depths[p] = 0
	depth := 0
	within := func(q *plan.Plan, more int) {
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
	for _, r := range p.WholeValue {
		for _, q := range r.Plans {
			within(q, 1)
		}
	}
	depths[p] = depth
	return depth
}
