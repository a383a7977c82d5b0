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
	// listed has for nodes with a long "enum" the node without it: each of its
	// values is judged, and the evaluator compares with one after the other.
	listed map[int]list
}

// list is a long enum, by JSON text, and the node that says the rest.
type list struct {
	values map[string]bool
	rest   int
}

// longEnum is the length from which an enum is looked up.
const longEnum = 32

// NewJudge returns the judge of a program.
func NewJudge(p *validate.Program) *Judge {
	j := &Judge{beside: map[int]int{}, listed: map[int]list{}}
	var more []validate.Node
	for i := range p.Nodes {
		if len(p.Nodes[i].OneOf) > 1 {
			node := p.Nodes[i]
			node.OneOf = nil
			j.beside[i] = len(p.Nodes) + len(more)
			more = append(more, node)
		}
		if len(p.Nodes[i].Enum) >= longEnum {
			node := p.Nodes[i]
			node.Enum = nil
			l := list{values: make(map[string]bool, len(p.Nodes[i].Enum)), rest: len(p.Nodes) + len(more)}
			for _, text := range p.Nodes[i].Enum {
				l.values[text] = true
			}
			j.listed[i] = l
			more = append(more, node)
		}
	}
	j.program = copyOf(p, len(more))
	j.program.Nodes = append(j.program.Nodes, more...)
	return j
}

// Accepts reports whether a value is valid against a node.
func (j *Judge) Accepts(node int, v *document.Node) bool {
	text := v.AppendJSON(nil)
	if l, ok := j.listed[node]; ok && l.values[string(text)] {
		node = l.rest
	}
	return validate.Holds(j.program, node, text)
}

// AcceptsBesideOneOf is Accepts but for the "oneOf" of the node itself: for who
// counts the branches that hold.
func (j *Judge) AcceptsBesideOneOf(node int, v *document.Node) bool {
	if bare, ok := j.beside[node]; ok {
		node = bare
	}
	return j.Accepts(node, v)
}
