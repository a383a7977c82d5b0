package protocol

import (
	"fmt"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/visible"
)

// FlowChart returns the flow chart of an operation as Mermaid text.
func (op *Operation) FlowChart() string {
	c := &chart{}
	s := &structure{inPlace: true}
	if tails := c.draw(s.operation(op), nil); len(tails) > 0 {
		c.draw(shape{round, "done"}, tails)
	}
	return "flowchart TD\n" + c.nodes.String() + c.edges.String()
}

// chart is a chart under construction. The nodes come before all edges: an edge
// inside a subgraph would draw the nodes at both its ends into it.
type chart struct {
	nodes, edges strings.Builder
	count        int
	depth        int // subgraphs around
}

// tail is an edge that leads on from a node.
type tail struct{ from, label string }

func (c *chart) indent() string { return strings.Repeat("  ", c.depth+1) }

// brackets are what Mermaid has around the texts of nodes.
var brackets = map[outline]string{
	round: `(["%s"])`, box: `["%s"]`, double: `[["%s"]]`, diamond: `{"%s"}`, hexagon: `{{"%s"}}`, flag: `>"%s"]`,
}

// node declares a node to which the tails lead, and returns its name.
func (c *chart) node(s shape, tails []tail) string {
	c.count++
	name := fmt.Sprint("n", c.count)
	fmt.Fprintf(&c.nodes, "%s%s"+brackets[s.outline]+"\n", c.indent(), name, visible.Mermaid(s.text))
	c.connect(tails, name)
	return name
}

func (c *chart) connect(tails []tail, to string) {
	for _, t := range tails {
		arrow := "-->"
		if t.label != "" {
			arrow = `-->|"` + visible.Mermaid(t.label) + `"|`
		}
		fmt.Fprintf(&c.edges, "  %s %s %s\n", t.from, arrow, to)
	}
}

// draw draws a block to which the tails lead, and returns those that lead on.
func (c *chart) draw(b block, tails []tail) []tail {
	switch b := b.(type) {
	case shape:
		return []tail{{from: c.node(b, tails)}}
	case stop:
		c.node(b.shape, tails)
		return nil
	case choice:
		node := c.node(shape{diamond, b.text}, tails)
		tails = nil
		for _, w := range b.ways {
			tails = append(tails, c.draw(w.body, []tail{{node, w.label}})...)
		}
	case loop:
		node := c.node(shape{hexagon, b.text}, tails)
		c.connect(c.draw(b.body, []tail{{node, "next"}}), node)
		return []tail{{node, "no more"}}
	case frame:
		c.count++
		fmt.Fprintf(&c.nodes, "%ssubgraph g%d[\"%s\"]\n", c.indent(), c.count, visible.Mermaid(b.title))
		c.depth++
		if b.aside {
			c.draw(b.body, nil)
		} else {
			tails = c.draw(b.body, tails)
		}
		c.depth--
		fmt.Fprintf(&c.nodes, "%send\n", c.indent())
	case blocks:
		for _, each := range b {
			tails = c.draw(each, tails)
		}
	}
	return tails
}
