package analysis

import "github.com/bindery-go/bindery/generator/schema"

// findComponents finds the strongly connected components of the graph over all
// children (Tarjan), with an explicit stack: chains may be long.
func (a *Analysis) findComponents() {
	nodes := a.graph.Nodes
	a.component = make([]int, len(nodes))
	a.recursive = make([]bool, len(nodes))
	order := make([]int, len(nodes)) // 1-based order of discovery, 0: not yet
	low := make([]int, len(nodes))
	onStack := make([]bool, len(nodes))
	var stack []*schema.Node
	type step struct {
		node     *schema.Node
		children []*schema.Node
	}
	var path []step
	discovered, components := 0, 0
	enter := func(n *schema.Node) {
		discovered++
		order[n.ID], low[n.ID] = discovered, discovered
		onStack[n.ID] = true
		stack = append(stack, n)
		path = append(path, step{n, n.Children()})
	}
	for _, root := range nodes {
		if order[root.ID] != 0 {
			continue
		}
		enter(root)
		for len(path) > 0 {
			top := &path[len(path)-1]
			n := top.node
			if len(top.children) > 0 {
				c := top.children[0]
				top.children = top.children[1:]
				switch {
				case order[c.ID] == 0:
					enter(c)
				case onStack[c.ID]:
					low[n.ID] = min(low[n.ID], order[c.ID])
				}
				if c == n {
					a.recursive[n.ID] = true
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				parent := path[len(path)-1].node
				low[parent.ID] = min(low[parent.ID], low[n.ID])
			}
			if low[n.ID] != order[n.ID] {
				continue
			}
			for i := len(stack) - 1; ; i-- {
				m := stack[i]
				onStack[m.ID] = false
				a.component[m.ID] = components
				if m != n {
					a.recursive[m.ID], a.recursive[n.ID] = true, true
				}
				if m == n {
					stack = stack[:i]
					break
				}
			}
			components++
		}
	}
}

// Component returns the number of the node's strongly connected component:
// nodes that reach each other have the same. A component has a greater number
// than those that it can reach.
func (a *Analysis) Component(n *schema.Node) int { return a.component[n.ID] }

// Recursive reports whether the node can reach itself.
func (a *Analysis) Recursive(n *schema.Node) bool { return a.recursive[n.ID] }
