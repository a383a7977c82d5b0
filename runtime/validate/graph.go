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

// overlap reports whether a node reaches its own component by two steps that
// may lead to the same instance.
func (g *graph) overlap(n int) bool {
	var count [stepContains + 1]int
	total := 0
	for _, e := range g.edges[n] {
		if g.component[e.to] == g.component[n] {
			count[e.step]++
			total++
		}
	}
	switch {
	case total < 2:
		return false
	case count[stepInPlace] > 0, count[stepPattern] > 1, count[stepContains] > 0:
		return true
	}
	return count[stepPattern] > 0 && count[stepMember] > 0
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
