package lower

import "github.com/bindery-go/bindery/generator/model"

// usage collects the plans that generated code needs, in order of first use,
// and whether each decodes or only decides.
type usage struct {
	plans []*model.Plan
	seen  map[*model.Plan]bool
}

func newUsage() *usage {
	return &usage{seen: map[*model.Plan]bool{}}
}

// decoded notes that p is decoded, and what it decodes with it.
func (u *usage) decoded(p *model.Plan) {
	if p == nil || p.Decodes {
		return
	}
	p.Decodes = true
	u.decided(p)
	if p.Type != nil && p.Type.Kind == model.Value {
		return // the value is decided and its text is kept
	}
	u.decoded(p.NonNull)
	if p.Array != nil {
		for _, q := range p.Array.Prefix {
			u.decoded(q)
		}
		u.decoded(p.Array.Items)
	}
	if p.Object != nil {
		for _, m := range p.Object.Members {
			u.decoded(m.Plan)
		}
		u.decoded(p.Object.OnlyValue())
	}
	if p.Union != nil {
		for _, br := range p.Union.Branches {
			u.decoded(br.Plan)
		}
	}
}

// decided notes that a verdict on p is needed, and on all that it consists of.
func (u *usage) decided(p *model.Plan) {
	if p == nil || u.seen[p] {
		return
	}
	u.seen[p] = true
	u.plans = append(u.plans, p)
	for _, e := range edges(p) {
		u.decided(e.to)
	}
}

// edge leads from a plan to one that it uses; branch tells that the value may
// be tried again by another plan.
type edge struct {
	to     *model.Plan
	branch bool
}

// edges lists the plans that p uses.
func edges(p *model.Plan) []edge {
	var out []edge
	add := func(q *model.Plan, branch bool) {
		if q != nil {
			out = append(out, edge{q, branch})
		}
	}
	add(p.NonNull, false)
	if p.Array != nil {
		for _, q := range p.Array.Prefix {
			add(q, false)
		}
		add(p.Array.Items, false)
		for _, k := range p.Array.Contains {
			add(k.Plan, true)
		}
	}
	if p.Object != nil {
		for _, m := range p.Object.Members {
			add(m.Plan, false)
		}
		for _, o := range p.Object.Others {
			for _, pp := range o.Patterns {
				add(pp.Plan, len(p.Object.Others) > 1 || len(o.Patterns) > 1)
			}
			add(o.Rest, len(p.Object.Others) > 1)
		}
		for _, q := range p.Object.Names {
			add(q, false)
		}
	}
	if p.Union != nil {
		for _, br := range p.Union.Branches {
			add(br.Plan, len(p.Union.Branches) > 1)
		}
	}
	for _, r := range p.Residual {
		for _, q := range r.Plans {
			add(q, true)
		}
	}
	return out
}

// untilMemo is how many unions may be tried inside each other before verdicts
// are remembered: fewer cost less time tried again than remembered.
const untilMemo = 3

// remember sets Memo on the plans that a branch tries and that have branches
// tried inside them, on a cycle or many levels deep: tried again and again at
// each level they would take exponential time.
func remember(plans []*model.Plan) {
	component := components(plans)
	// Components are numbered after those that they lead to.
	members := make([][]*model.Plan, len(plans)+1)
	for _, p := range plans {
		members[component[p]] = append(members[component[p]], p)
	}
	tries := make([]int, len(plans)+1) // tried inside each other, by component
	for c, list := range members {
		for _, p := range list {
			for _, e := range edges(p) {
				deep := tries[component[e.to]]
				if e.branch && component[e.to] == c {
					deep = untilMemo
				} else if e.branch {
					deep++
				}
				tries[c] = max(tries[c], deep)
			}
		}
	}
	for _, p := range plans {
		for _, e := range edges(p) {
			if e.branch && (component[p] == component[e.to] || tries[component[e.to]] >= untilMemo) {
				e.to.Memo = true
			}
		}
	}
}

// components numbers the strongly connected components (Tarjan's algorithm,
// without recursion: schemas can be deep).
func components(plans []*model.Plan) map[*model.Plan]int {
	type frame struct {
		p    *model.Plan
		next []edge
	}
	index := map[*model.Plan]int{}
	low := map[*model.Plan]int{}
	component := map[*model.Plan]int{}
	var open []*model.Plan
	count := 0
	for _, start := range plans {
		if _, done := index[start]; done {
			continue
		}
		enter := func(p *model.Plan) frame {
			index[p] = len(index) + 1
			low[p] = index[p]
			open = append(open, p)
			return frame{p, edges(p)}
		}
		stack := []frame{enter(start)}
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if len(top.next) > 0 {
				q := top.next[0].to
				top.next = top.next[1:]
				if _, met := index[q]; !met {
					stack = append(stack, enter(q))
				} else if _, closed := component[q]; !closed {
					low[top.p] = min(low[top.p], index[q])
				}
				continue
			}
			p := top.p
			stack = stack[:len(stack)-1]
			if len(stack) > 0 {
				parent := stack[len(stack)-1].p
				low[parent] = min(low[parent], low[p])
			}
			if low[p] == index[p] {
				count++
				for {
					q := open[len(open)-1]
					open = open[:len(open)-1]
					component[q] = count
					if q == p {
						break
					}
				}
			}
		}
	}
	return component
}
