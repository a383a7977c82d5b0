package table

import (
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/runtime/validate"
)

// Conjoin returns a program with more nodes at its end: schemas that are made of
// others. They are reported as an "allOf" at the places where they stand. Without
// any it returns p.
func Conjoin(p *validate.Program, list []model.Conjunction) *validate.Program {
	if len(list) == 0 {
		return p
	}
	out := copyOf(p, len(list))
	for _, c := range list {
		node := validate.Node{Resource: p.Nodes[c.At].Resource, Pointer: p.Nodes[c.At].Pointer, AllOf: c.Nodes}
		if c.Kinds != kind.All {
			node.Types = c.Kinds.Types()
		}
		out.Nodes = append(out.Nodes, node)
	}
	return out
}

// copyOf returns a copy of a program with room for more nodes.
func copyOf(p *validate.Program, more int) *validate.Program {
	nodes := make([]validate.Node, len(p.Nodes), len(p.Nodes)+more)
	copy(nodes, p.Nodes)
	return &validate.Program{Nodes: nodes, Resources: p.Resources, Checks: p.Checks, Imports: p.Imports}
}
