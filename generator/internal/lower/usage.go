package lower

import "github.com/bindery-go/bindery/generator/internal/model"

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
	if p.Foreign {
		return
	}
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

// edge leads from a plan to one that it uses.
type edge struct {
	to  *model.Plan
	way way
}

// way is how a plan is used.
type way uint8

const (
	reads  way = iota // nothing else reads the value
	tries             // other plans may be tried on the value instead
	beside            // other plans read the value as well
)

// edges lists the plans that p uses.
func edges(p *model.Plan) []edge {
	if p.Foreign {
		return nil // all of it is in the other package
	}
	var out []edge
	add := func(q *model.Plan, w way) {
		if q != nil {
			out = append(out, edge{q, w})
		}
	}
	add(p.NonNull, reads)
	if p.Array != nil {
		for _, q := range p.Array.Prefix {
			add(q, reads)
		}
		add(p.Array.Items, reads)
		for _, k := range p.Array.Contains {
			add(k.Plan, beside)
		}
	}
	if p.Object != nil {
		for _, m := range p.Object.Members {
			add(m.Plan, reads)
		}
		for _, o := range p.Object.Others {
			w := reads
			if len(p.Object.Others) > 1 {
				w = beside
			}
			add(o.Rest, w)
			if len(o.Patterns) > 1 {
				w = beside
			}
			for _, pp := range o.Patterns {
				add(pp.Plan, w)
			}
		}
		for _, q := range p.Object.Names {
			add(q, reads)
		}
	}
	if p.Union != nil {
		w := reads
		if len(p.Union.Branches) > 1 {
			w = tries
		}
		for _, br := range p.Union.Branches {
			add(br.Plan, w)
		}
	}
	for _, r := range p.Residual {
		for _, q := range r.Plans {
			add(q, beside)
		}
	}
	return out
}

// components numbers the strongly connected components (Tarjan's algorithm,
// without recursion: schemas can be deep).
func components(plans []*model.Plan, edges func(*model.Plan) []edge) map[*model.Plan]int {
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
