package program

import (
	"github.com/bindery-go/bindery/generator/document"
	"github.com/bindery-go/bindery/runtime/validate"
)

// Judge decides values while generating: which of an enum are valid, whether a
// default is.
type Judge struct {
	program *validate.Program
	// beside has for nodes with a "oneOf" the node without it.
	beside map[int]int
}

// NewJudge returns the judge of a program.
func NewJudge(p *validate.Program) *Judge {
	j := &Judge{beside: map[int]int{}}
	for i := range p.Nodes {
		if len(p.Nodes[i].OneOf) > 1 {
			j.beside[i] = len(p.Nodes) + len(j.beside)
		}
	}
	j.program = copyOf(p, len(j.beside))
	for i := range p.Nodes {
		if _, ok := j.beside[i]; ok {
			node := p.Nodes[i]
			node.OneOf = nil
			j.program.Nodes = append(j.program.Nodes, node)
		}
	}
	return j
}

// Accepts reports whether a value is valid against a node.
func (j *Judge) Accepts(node int, v *document.Node) bool {
	return validate.Holds(j.program, node, v.AppendJSON(nil))
}

// AcceptsBesideOneOf is Accepts but for the "oneOf" of the node itself: for who
// counts the branches that hold.
func (j *Judge) AcceptsBesideOneOf(node int, v *document.Node) bool {
	if bare, ok := j.beside[node]; ok {
		node = bare
	}
	return j.Accepts(node, v)
}
