package protocol

import (
	"fmt"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/visible"
)

// FlowChart returns the flow chart of an operation as Mermaid text.
func (op *Operation) FlowChart() string {
	c := &chart{}
	begin := c.node(`(["%s"])`, op.Name)
	if op.Choice == nil {
		c.end(c.sequence(op.Items, []tail{{from: begin}}))
		return c.String()
	}
	choice := c.node(`{"%s"}`, "which way?")
	c.connect([]tail{{from: begin}}, choice)
	var ends []tail
	for _, a := range op.Choice.Alternatives {
		ends = append(ends, c.sequence(a.Items, []tail{{choice, a.Key}})...)
	}
	c.end(ends)
	return c.String()
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

func (c *chart) String() string { return "flowchart TD\n" + c.nodes.String() + c.edges.String() }

func (c *chart) indent() string { return strings.Repeat("  ", c.depth+1) }

// node declares a node of a shape, which holds the text, and returns its name.
func (c *chart) node(shape, text string) string {
	c.count++
	name := fmt.Sprint("n", c.count)
	fmt.Fprintf(&c.nodes, "%s%s"+shape+"\n", c.indent(), name, visible.Mermaid(text))
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

// end leads what is left to the end of the operation.
func (c *chart) end(tails []tail) {
	if len(tails) > 0 {
		c.connect(tails, c.node(`(["%s"])`, "done"))
	}
}

// subgraph draws a frame around what draw declares.
func (c *chart) subgraph(title string, draw func()) {
	c.count++
	fmt.Fprintf(&c.nodes, "%ssubgraph g%d[\"%s\"]\n", c.indent(), c.count, visible.Mermaid(title))
	c.depth++
	draw()
	c.depth--
	fmt.Fprintf(&c.nodes, "%send\n", c.indent())
}

// sequence draws a list of items to which the tails lead, and returns those
// that lead on.
func (c *chart) sequence(items []*Item, tails []tail) []tail {
	for i := 0; i < len(items); i++ {
		item := items[i]
		switch item.Kind {
		case IfItem:
			run := ifRun(items[i:])
			tails = c.branches(run, tails)
			i += len(run) - 1
		case ForEachItem, ForItem:
			tails = c.loop(item, tails)
		case GroupItem:
			c.subgraph(item.Key, func() { tails = c.sequence(item.Body, tails) })
		case OnItem:
			c.subgraph("whenever "+item.Key+" is emitted", func() {
				c.sequence(item.Body, []tail{{from: c.node(`>"%s"]`, item.Key)}})
			})
		case ReturnItem:
			c.connect(tails, c.node(`(["%s"])`, item.Key))
			tails = nil
		case SubItem:
			tails = c.step(`[["%s"]]`, item, tails)
		case StepItem:
			tails = c.step(`["%s"]`, item, tails)
		}
	}
	return tails
}

func (c *chart) step(shape string, item *Item, tails []tail) []tail {
	node := c.node(shape, item.Key)
	c.connect(tails, node)
	return []tail{{from: node}}
}

// ifRun is the if at the start of items with the branches that belong to it.
func ifRun(items []*Item) []*Item {
	n := 1
	for n < len(items) && (items[n].Kind == ElseIfItem || items[n].Kind == ElseItem) {
		n++
	}
	return items[:n]
}

func (c *chart) branches(run []*Item, tails []tail) []tail {
	var ends []tail
	for _, branch := range run {
		if branch.Kind == ElseItem {
			ends = append(ends, c.sequence(branch.Body, tails)...)
			tails = nil
			continue
		}
		condition := c.node(`{"%s?"}`, branch.Key)
		c.connect(tails, condition)
		ends = append(ends, c.sequence(branch.Body, []tail{{condition, "yes"}})...)
		tails = []tail{{condition, "no"}}
	}
	return append(ends, tails...)
}

func (c *chart) loop(item *Item, tails []tail) []tail {
	node := c.node(`{{"%s"}}`, item.Key)
	c.connect(tails, node)
	c.connect(c.sequence(item.Body, []tail{{node, "next"}}), node)
	return []tail{{node, "no more"}}
}
