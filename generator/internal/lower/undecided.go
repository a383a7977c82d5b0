package lower

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/ecma"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// A pattern on the backtracking engine can give up at its time limit: then
// nobody knows whether it matches. Straight code takes it for no match, which
// refuses the value, and the evaluator then reports the pattern. Where no match
// could make a value valid instead (under "not", in a count of branches or
// items, in a condition, for the names of members) the evaluator decides from
// the start.

// findUndecided finds the nodes that such a pattern can be reached from.
func (b *builder) findUndecided() map[*schema.Node]bool {
	var found []*schema.Node
	for _, n := range b.in.Graph.Nodes {
		uses := n.Pattern != nil && b.givesUp(*n.Pattern)
		for _, p := range n.PatternProperties {
			uses = uses || b.givesUp(p.Pattern)
		}
		if uses {
			found = append(found, n)
		}
	}
	undecided := map[*schema.Node]bool{}
	if found == nil {
		return undecided
	}
	parents := map[*schema.Node][]*schema.Node{}
	for _, n := range b.in.Graph.Nodes {
		for _, child := range n.Children() {
			parents[child] = append(parents[child], n)
		}
	}
	for len(found) > 0 {
		n := found[len(found)-1]
		found = found[:len(found)-1]
		if !undecided[n] {
			undecided[n] = true
			found = append(found, parents[n]...)
		}
	}
	return undecided
}

// givesUp reports whether a pattern runs on the backtracking engine.
func (b *builder) givesUp(pattern string) bool {
	s := b.strategy(pattern)
	return s != nil && s.Kind == ecma.UseBacktracking
}

// defers reports whether the evaluator has to decide n, a node of c, because a
// pattern that gives up could make a value valid.
func (b *builder) defers(n *schema.Node, c conj) bool {
	if len(b.undecided) == 0 {
		return false
	}
	is := func(m *schema.Node) bool { return m != nil && b.undecided[m] }
	if is(n.Not) || is(n.If) || n.MaxContains != nil && is(n.Contains) || !c.has(n, "oneOf") && slices.ContainsFunc(n.OneOf, is) {
		return true
	}
	for _, p := range n.PatternProperties {
		if b.givesUp(p.Pattern) {
			return true
		}
	}
	cover := b.coverage(n)
	return cover != nil && slices.ContainsFunc(cover.Patterns, b.givesUp)
}
