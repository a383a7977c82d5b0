package validate

// graph is the program as nodes and steps, with its strongly connected
// components in reverse topological order (Tarjan's algorithm).
type graph struct {
	edges      [][]edge
	components [][]int
	component  []int // of each node, -1 while it is not known

	count      int
	order, low []int // of discovery, from 1; lowest order that is reachable
	stack      []int
}

func newGraph(ps *plans) *graph {
	n := len(ps.nodes)
	g := &graph{edges: make([][]edge, n), component: make([]int, n), order: make([]int, n), low: make([]int, n)}
	for i := range ps.nodes {
		g.edges[i] = ps.nodes[i].edges()
		g.component[i] = -1
	}
	for i := range ps.nodes {
		if g.order[i] == 0 {
			g.visit(i)
		}
	}
	return g
}

func (g *graph) visit(n int) {
	g.count++
	g.order[n], g.low[n] = g.count, g.count
	g.stack = append(g.stack, n)
	for _, e := range g.edges[n] {
		if g.order[e.to] == 0 {
			g.visit(e.to)
			g.low[n] = min(g.low[n], g.low[e.to])
		} else if g.component[e.to] < 0 {
			g.low[n] = min(g.low[n], g.order[e.to])
		}
	}
	if g.low[n] != g.order[n] {
		return
	}
	var nodes []int
	for {
		top := g.stack[len(g.stack)-1]
		g.stack = g.stack[:len(g.stack)-1]
		g.component[top] = len(g.components)
		nodes = append(nodes, top)
		if top == n {
			break
		}
	}
	g.components = append(g.components, nodes)
}

// cyclic reports whether a component holds a cycle.
func (g *graph) cyclic(c int) bool {
	nodes := g.components[c]
	if len(nodes) > 1 {
		return true
	}
	for _, e := range g.edges[nodes[0]] {
		if e.to == nodes[0] {
			return true
		}
	}
	return false
}

// overlapping finds the components that go down a document in several ways at
// once: a node of theirs, or of a cycle that leads to them, reaches them by two
// steps that may lead to the same instance.
func (g *graph) overlapping() []bool {
	recursive := make([]bool, len(g.components)) // holds a cycle or leads to one
	found := make([]bool, len(g.components))
	for c, nodes := range g.components { // those that c leads to come first
		recursive[c] = g.cyclic(c)
		for _, n := range nodes {
			for _, e := range g.edges[n] {
				recursive[c] = recursive[c] || recursive[g.component[e.to]]
			}
		}
	}
	var find func(c int)
	find = func(c int) {
		if found[c] {
			return
		}
		found[c] = true
		for _, n := range g.components[c] {
			for _, e := range g.edges[n] {
				find(g.component[e.to])
			}
		}
	}
	for c, nodes := range g.components {
		if !g.cyclic(c) {
			continue
		}
		for _, n := range nodes {
			var down []edge
			stays := false
			for _, e := range g.edges[n] {
				if to := g.component[e.to]; recursive[to] {
					down = append(down, e)
					stays = stays || to == c
				}
			}
			if stays && overlap(down) {
				for _, e := range down {
					find(g.component[e.to])
				}
			}
		}
	}
	return found
}

// overlap reports whether two steps from a node may lead to the same instance.
func overlap(edges []edge) bool {
	var count [stepContains + 1]int
	for _, e := range edges {
		count[e.step]++
	}
	switch {
	case len(edges) < 2:
		return false
	case count[stepInPlace] > 0, count[stepPattern] > 1, count[stepContains] > 0:
		return true
	}
	return count[stepPattern] > 0 && count[stepMember] > 0
}

// countInPlace returns for each node how many nodes judge one instance when it
// does, counted as often as they do; at most manyInPlace. Steps in place lead to
// no cycle, see Program.
func (g *graph) countInPlace() []int {
	counts := make([]int, len(g.edges))
	var count func(n int) int
	count = func(n int) int {
		if counts[n] == 0 {
			total := 1
			for _, e := range g.edges[n] {
				if e.step == stepInPlace {
					total += count(e.to)
				}
			}
			counts[n] = min(total, manyInPlace)
		}
		return counts[n]
	}
	for n := range counts {
		count(n)
	}
	return counts
}

// belowMany finds the nodes that judge the instance of a node of which
// countInPlace found manyInPlace.
func (g *graph) belowMany(counts []int) []bool {
	found := make([]bool, len(g.edges))
	var find func(n int)
	find = func(n int) {
		for _, e := range g.edges[n] {
			if e.step == stepInPlace && !found[e.to] {
				found[e.to] = true
				find(e.to)
			}
		}
	}
	for n, count := range counts {
		if count == manyInPlace {
			find(n)
		}
	}
	return found
}

// countPaths returns for each component the number of paths by which it is
// entered from others, at most manyPaths.
func (g *graph) countPaths() []int {
	paths := make([]int, len(g.components))
	for c := len(g.components) - 1; c >= 0; c-- {
		paths[c] = max(paths[c], 1)
		for _, n := range g.components[c] {
			for _, e := range g.edges[n] {
				if to := g.component[e.to]; to != c {
					paths[to] = min(paths[to]+paths[c], manyPaths)
				}
			}
		}
	}
	return paths
}
