package lower

import (
	"github.com/bindery-go/bindery/generator/document"
	"github.com/bindery-go/bindery/generator/model"
)

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

// discriminate finds how the branches of p's union, and of its oneOf
// residuals, are told apart: by kind, or by a required member whose constants
// differ.
func discriminate(p *model.Plan) {
	for i := range p.Residual {
		if r := &p.Residual[i]; r.Kind == model.OneOf {
			r.Disjoint = disjointPlans(r.Plans)
		}
	}
	u := p.Union
	if u == nil {
		return
	}
	objects := 0
	for _, br := range u.Branches {
		br.Kinds = br.Plan.Kinds
		if br.Kinds&model.KindObject != 0 {
			objects++
		}
	}
	if objects > 1 {
		u.Tag = commonTag(u.Branches)
	}
	for _, br := range u.Branches {
		if u.Tag != "" && br.Kinds&model.KindObject != 0 {
			br.Tags = tagValues(br.Plan, u.Tag, 0)
		}
	}
	for i, br := range u.Branches {
		br.Disjoint = true
		for j, other := range u.Branches {
			if i == j {
				continue
			}
			shared := br.Kinds & other.Kinds
			if shared == model.KindObject && u.Tag != "" && !shareValue(br.Tags, other.Tags) {
				continue
			}
			if shared != 0 {
				br.Disjoint = false
			}
		}
	}
}

// disjointPlans reports whether no value can satisfy two of the plans.
func disjointPlans(plans []*model.Plan) bool {
	var met model.Kinds
	for _, p := range plans {
		if p == nil || p.Kinds&met != 0 {
			return false
		}
		met |= p.Kinds
	}
	return true
}

// commonTag finds a member that every object branch requires with constants
// that no other branch has; failing that, one whose constants differ at least
// between two.
func commonTag(branches []*model.Branch) string {
	var first *model.Plan
	for _, br := range branches {
		if br.Kinds&model.KindObject != 0 {
			first = br.Plan
			break
		}
	}
	best := ""
	for _, name := range tagNames(first, 0) {
		all, distinct := true, true
		var lists [][]*document.Node
		for _, br := range branches {
			if br.Kinds&model.KindObject == 0 {
				continue
			}
			values := tagValues(br.Plan, name, 0)
			if values == nil {
				all = false
				break
			}
			for _, other := range lists {
				distinct = distinct && !shareValue(values, other)
			}
			lists = append(lists, values)
		}
		if all && distinct {
			return name
		}
		if all && best == "" {
			best = name
		}
	}
	return best
}

// tagNames lists the members of a branch that could tell it apart.
func tagNames(p *model.Plan, depth int) []string {
	if p = nonNull(p); p == nil || depth > 8 {
		return nil
	}
	if p.Union != nil && len(p.Union.Branches) > 0 {
		return tagNames(p.Union.Branches[0].Plan, depth+1)
	}
	if p.Object == nil {
		return nil
	}
	var out []string
	for _, m := range p.Object.Members {
		if m.Required && m.Plan != nil && isTag(m.Plan) {
			out = append(out, m.Name)
		}
	}
	return out
}

// isTag reports whether a member's values are constants to choose by.
func isTag(p *model.Plan) bool {
	return p.Enum != nil && p.Kinds&(model.KindArray|model.KindObject|model.KindNull) == 0
}

// tagValues lists the constants of a member of a branch; nil where the member
// may be absent or have other values.
func tagValues(p *model.Plan, name string, depth int) []*document.Node {
	if p = nonNull(p); p == nil || depth > 8 {
		return nil
	}
	if p.Union != nil {
		var out []*document.Node
		for _, br := range p.Union.Branches {
			values := tagValues(br.Plan, name, depth+1)
			if values == nil {
				return nil
			}
			out = append(out, values...)
		}
		return out
	}
	if p.Object == nil {
		return nil
	}
	for _, m := range p.Object.Members {
		if m.Name == name && m.Required && m.Plan != nil && isTag(m.Plan) {
			return m.Plan.Enum
		}
	}
	return nil
}

func shareValue(a, c []*document.Node) bool {
	for _, v := range a {
		for _, w := range c {
			if document.Equal(v, w) {
				return true
			}
		}
	}
	return false
}

// breakCycles puts a pointer where a type would contain itself. Slices, maps,
// pointers and the payloads of unions are references already.
func breakCycles(decls []*model.Decl) {
	const (
		unseen = iota
		open
		done
	)
	state := map[*model.Decl]int{}
	var visit func(d *model.Decl)
	visit = func(d *model.Decl) {
		state[d] = open
		for _, f := range d.Fields {
			t := f.Type
			holder := &f.Type
			if t.Kind == model.Nullable {
				t, holder = t.Elem, &t.Elem
			}
			if t.Kind != model.Named {
				continue
			}
			switch state[t.Decl] {
			case open:
				*holder = &model.Type{Kind: model.Pointer, Elem: t}
			case unseen:
				visit(t.Decl)
			}
		}
		if u := d.Underlying; u != nil && u.Kind == model.Named && state[u.Decl] == unseen {
			visit(u.Decl)
		}
		state[d] = done
	}
	for _, d := range decls {
		if state[d] == unseen {
			visit(d)
		}
	}
}
