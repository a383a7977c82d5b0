package schema

import (
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
)

// reportCycles reports each group of schemas that lead back to themselves
// without going into a property or an item: whether an instance is valid would
// depend on itself (2020-12 Core section 9.4.1).
func reportCycles(g *Graph, ds *diag.Diagnostics) {
	const (
		unseen = iota
		open
		done
	)
	state := make([]uint8, len(g.Nodes))
	type step struct {
		node *Node
		next []*Node
	}
	reported := map[string]bool{}
	for _, start := range g.Nodes {
		if state[start.ID] != unseen {
			continue
		}
		state[start.ID] = open
		path := []step{{start, start.InPlace()}}
		for len(path) > 0 {
			top := &path[len(path)-1]
			if len(top.next) == 0 {
				state[top.node.ID] = done
				path = path[:len(path)-1]
				continue
			}
			n := top.next[0]
			top.next = top.next[1:]
			switch state[n.ID] {
			case unseen:
				state[n.ID] = open
				path = append(path, step{n, n.InPlace()})
			case open:
				var cycle []*Node
				for i := len(path) - 1; ; i-- {
					cycle = append(cycle, path[i].node)
					if path[i].node == n {
						break
					}
				}
				// The same place in several dynamic scopes is one diagnostic.
				if key := n.Location(); !reported[key] {
					reported[key] = true
					ds.Add(endless(cycle))
				}
			}
		}
	}
}

// maxCyclePath is the number of places that a message lists.
const maxCyclePath = 8

// endless describes a cycle, given from its last place to its first.
func endless(cycle []*Node) diag.Diagnostic {
	first := cycle[len(cycle)-1]
	var places []string
	for i := len(cycle) - 1; i >= 0; i-- {
		if len(places) == maxCyclePath {
			places = append(places, "…")
			break
		}
		places = append(places, first.relative(cycle[i]))
	}
	places = append(places, first.relative(first))
	d := diag.New(diag.EndlessReference, first.Pos, "the schema refers to itself without an end: %s", strings.Join(places, " -> "))
	for i := len(cycle) - 2; i >= 0 && len(d.Related) < maxCyclePath; i-- {
		d = d.WithRelated(cycle[i].Pos, "%s is on the cycle", first.relative(cycle[i]))
	}
	return d
}

// relative names m as seen from the resource of n.
func (n *Node) relative(m *Node) string {
	if n.BaseURI == m.BaseURI {
		return "#" + m.Pointer
	}
	return m.Location()
}
