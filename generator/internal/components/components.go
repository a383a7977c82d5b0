// Package components finds the cycles of directed graphs, for all who ask where
// a schema, or what is made of one, leads back to itself.
package components

import (
	"iter"
	"slices"
)

// Reached yields some nodes and all that they lead to, each once: a node before what
// it leads to, in order.
func Reached[T comparable](next func(T) []T, from ...T) iter.Seq[T] {
	return func(yield func(T) bool) {
		met := map[T]bool{}
		open := slices.Clone(from)
		slices.Reverse(open)
		for len(open) > 0 {
			n := open[len(open)-1]
			open = open[:len(open)-1]
			if met[n] {
				continue
			}
			if met[n] = true; !yield(n) {
				return
			}
			more := slices.Clone(next(n))
			slices.Reverse(more)
			open = append(open, more...)
		}
	}
}

// Leading returns the nodes that lead to one of some others, and these themselves.
func Leading[T comparable](nodes []T, next func(T) []T, to ...T) map[T]bool {
	before := map[T][]T{}
	for _, n := range nodes {
		for _, m := range next(n) {
			before[m] = append(before[m], n)
		}
	}
	found := map[T]bool{}
	for n := range Reached(func(n T) []T { return before[n] }, to...) {
		found[n] = true
	}
	return found
}

// Components are the strongly connected components of a graph: nodes of one
// lead to each other.
type Components[T comparable] struct {
	// Lists has the nodes of each component. A component comes after those that
	// it leads to.
	Lists [][]T

	of     map[T]int
	itself map[T]bool
}

// Find finds the components of the nodes and of all that they lead to. It takes
// no recursion: graphs can be deep.
func Find[T comparable](nodes []T, next func(T) []T) *Components[T] {
	f := finder[T]{
		Components: &Components[T]{of: map[T]int{}, itself: map[T]bool{}},
		next:       next, index: map[T]int{}, low: map[T]int{},
	}
	for _, n := range nodes {
		if f.index[n] == 0 {
			f.from(n)
		}
	}
	return f.Components
}

// Of returns the index of the component of a node.
func (c *Components[T]) Of(n T) int { return c.of[n] }

// Together reports whether two nodes are of one component.
func (c *Components[T]) Together(a, b T) bool { return c.of[a] == c.of[b] }

// OnCycle reports whether a node leads back to itself.
func (c *Components[T]) OnCycle(n T) bool { return len(c.Lists[c.of[n]]) > 1 || c.itself[n] }

// finder is Tarjan's algorithm.
type finder[T comparable] struct {
	*Components[T]
	next       func(T) []T
	index, low map[T]int // of discovery, from 1; the lowest that is reachable
	open       []T       // of which the component is not known
	path       []visit[T]
}

// visit is a node on the path, with the nodes that remain to be visited from it.
type visit[T comparable] struct {
	node T
	left []T
}

func (f *finder[T]) from(start T) {
	f.enter(start)
	for len(f.path) > 0 {
		top := &f.path[len(f.path)-1]
		if len(top.left) == 0 {
			f.leave()
			continue
		}
		n := top.left[0]
		top.left = top.left[1:]
		if n == top.node {
			f.itself[n] = true
		}
		if f.index[n] == 0 {
			f.enter(n)
		} else if _, closed := f.of[n]; !closed {
			f.low[top.node] = min(f.low[top.node], f.index[n])
		}
	}
}

func (f *finder[T]) enter(n T) {
	f.index[n] = len(f.index) + 1
	f.low[n] = f.index[n]
	f.open = append(f.open, n)
	f.path = append(f.path, visit[T]{n, f.next(n)})
}

// leave ends the visit of the last node of the path. One that reaches no node
// before it is the first of its component.
func (f *finder[T]) leave() {
	n := f.path[len(f.path)-1].node
	f.path = f.path[:len(f.path)-1]
	if len(f.path) > 0 {
		above := f.path[len(f.path)-1].node
		f.low[above] = min(f.low[above], f.low[n])
	}
	if f.low[n] != f.index[n] {
		return
	}
	at := len(f.open) - 1
	for f.open[at] != n {
		at--
	}
	list := slices.Clone(f.open[at:])
	f.open = f.open[:at]
	for _, m := range list {
		f.of[m] = len(f.Lists)
	}
	f.Lists = append(f.Lists, list)
}
