package breaking

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// branches compares the applicators that choose.
func (q *question) branches() {
	if q.new.AnyOf != nil {
		q.anyOf("anyOf", q.new.AnyOf)
	}
	if q.new.OneOf != nil {
		q.oneOf()
	}
	if q.new.Not != nil {
		q.not()
	}
	if q.new.If != nil {
		q.condition()
	}
}

// anyOf reports whether a value of old satisfies one of the branches: each
// alternative of old has to be within one.
func (q *question) anyOf(keyword string, branches []*schema.Node) bool {
	ways := q.alternatives()
	for _, way := range ways {
		if q.quietly(func() bool { return len(q.lost(way, branches)) == 0 }) {
			return true
		}
	}
	// Where the branches have kept their number, those of the same place are
	// compared: their reasons say more.
	way := ways[len(ways)-1]
	if !q.report || len(way) != len(branches) {
		q.fail(keyword, "a value that was accepted may be in no branch of %s now", keyword)
		return false
	}
	var lost []int
	q.quietly(func() bool { lost = q.lost(way, branches); return true })
	ok := true
	for _, i := range lost {
		ok = q.ask(way[i], branches[i], q.at) && ok
	}
	return ok
}

// lost lists the alternatives that no branch admits.
func (q *question) lost(way []schemas, branches []*schema.Node) (lost []int) {
	for i, alternative := range way {
		if !slices.ContainsFunc(branches, func(b *schema.Node) bool { return q.admits(alternative, all(b), q.at) }) {
			lost = append(lost, i)
		}
	}
	return lost
}

// alternatives lists ways to split the old schemas: whole, by type, and by each
// list of branches in them. The last is the most telling.
func (q *question) alternatives() [][]schemas {
	ways := [][]schemas{{q.old}}
	if byType := q.byType(); len(byType) > 1 {
		ways = append(ways, byType)
	}
	for _, n := range q.old {
		for _, list := range [][]*schema.Node{n.AnyOf, n.OneOf} {
			if list == nil {
				continue
			}
			way := lists.Of(list, func(b *schema.Node) schemas { return q.old.and(b) })
			ways = append(ways, way)
		}
	}
	return ways
}

// byType splits the old schemas by the types that they list.
func (q *question) byType() []schemas {
	var out []schemas
	for _, n := range q.old {
		if n.Types == 0 {
			continue
		}
		for i := range 7 {
			if t := schema.Types(1 << i); n.Types&t != 0 {
				out = append(out, q.old.and(q.ofType(n, t)))
			}
		}
		break
	}
	return out
}

// ofType is a schema that admits one type of n.
func (c *comparer) ofType(n *schema.Node, t schema.Types) *schema.Node {
	key := typed{n, t}
	if c.typed[key] == nil {
		c.typed[key] = &schema.Node{Types: t, Doc: n.Doc, Pos: n.Pos}
		c.enter(c.typed[key], acceptType(t))
	}
	return c.typed[key]
}

func acceptType(t schema.Types) func(*schema.Node, *document.Node) bool {
	return func(_ *schema.Node, v *document.Node) bool { return kind.OfTypes(t)&kind.Of(v) != 0 }
}

// oneOf asks for exactly one branch. A value of the old oneOf satisfies one of
// its branches and no other, so that branches which are the same as before
// refuse it still; all others have to be disjoint from the one that it is in.
func (q *question) oneOf() {
	if !q.anyOf("oneOf", q.new.OneOf) {
		return
	}
	for _, n := range q.old {
		if n.OneOf != nil && q.quietly(func() bool { return q.oneAsBefore(n.OneOf) }) {
			return
		}
	}
	for i, b := range q.new.OneOf {
		for _, other := range q.new.OneOf[:i] {
			if !q.disjoint(all(b), all(other)) {
				q.fail("oneOf", "a value may satisfy two branches of oneOf now")
				return
			}
		}
	}
}

func (q *question) oneAsBefore(before []*schema.Node) bool {
	for i, o := range before {
		in := 0
		for _, b := range q.new.OneOf {
			switch {
			case q.sameAsOther(before, i, b), q.disjoint(q.old.and(o), all(b)):
			case q.admits(q.old.and(o), all(b), q.at):
				in++
			default:
				return false
			}
		}
		if in > 1 {
			return false
		}
	}
	return true
}

// sameAsOther reports whether a branch admits only what another branch than the
// i-th admitted before.
func (q *question) sameAsOther(before []*schema.Node, i int, b *schema.Node) bool {
	for k, o := range before {
		if k != i && q.admits(all(b), all(o), q.at) {
			return true
		}
	}
	return false
}

// disjoint reports whether no value is known to satisfy both: their types
// differ, or values that a required member or they themselves may have.
func (c *comparer) disjoint(a, b schemas) bool {
	if kinds(a)&kinds(b) == 0 {
		return true
	}
	if overlap, known := listsOverlap(a, b); known && !overlap {
		return true
	}
	if kinds(a)&kinds(b) != kind.Object {
		return false
	}
	for _, n := range append(slices.Clone(a), b...) {
		for _, name := range n.Required {
			x, _ := c.member(a, name)
			y, _ := c.member(b, name)
			if x != nil && y != nil && c.disjoint(x, y) || never(x) || never(y) {
				return true
			}
		}
	}
	return false
}

func listsOverlap(a, b schemas) (overlap, known bool) {
	v, okA := listed(a)
	w, okB := listed(b)
	return document.Overlap(v, w), okA && okB
}

func (q *question) not() {
	refused := all(q.new.Not)
	sameBefore := func(n *schema.Node) bool { return n.Not != nil && q.within(refused, all(n.Not)) }
	if !q.disjoint(q.old, refused) && !slices.ContainsFunc(q.old, sameBefore) {
		q.fail("not", "what not describes is refused now")
	}
}

// condition compares if, then and else. Where the condition is the same, each
// side is a question of its own; else both have to hold whatever it says.
func (q *question) condition() {
	holds, fails := q.old, q.old
	for _, n := range q.old {
		if n.If != nil && q.within(all(n.If), all(q.new.If)) && q.within(all(q.new.If), all(n.If)) {
			holds, fails = holds.and(n.Then), fails.and(n.Else)
		}
	}
	if q.new.Then != nil {
		q.ask(holds.and(q.new.If), q.new.Then, q.at)
	}
	if q.new.Else != nil {
		q.ask(fails, q.new.Else, q.at)
	}
}

// sameEvaluation reports whether one of the old schemas is the new one, word for
// word, in all that decides which members and items are evaluated.
func (q *question) sameEvaluation() bool {
	return slices.ContainsFunc(q.old, func(n *schema.Node) bool { return identical(n, q.new, map[[2]*schema.Node]bool{}) })
}

func identical(a, b *schema.Node, open map[[2]*schema.Node]bool) bool {
	pair := [2]*schema.Node{a, b}
	if a == b || open[pair] {
		return true
	}
	open[pair] = true
	if !document.Equal(a.Doc, b.Doc) || a.Dialect.URI != b.Dialect.URI || a.FormatAsserts != b.FormatAsserts {
		return false
	}
	return slices.EqualFunc(a.Children(), b.Children(), func(x, y *schema.Node) bool { return identical(x, y, open) })
}
