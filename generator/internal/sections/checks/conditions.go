package checks

import (
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/checks"
)

// Conditions reads what another section asks of the values at one path:
// relations, terms and members, written as those of checks are.
type Conditions struct{ c *reading }

// NewConditions reads conditions of the values at a path, "" for the document,
// which messages call where.
func NewConditions(r *section.Reader, where, at string, pos source.Pos) *Conditions {
	return &Conditions{&reading{Reader: r, rule: &rule{Rule: checks.Rule{At: at}, where: where, pos: pos}}}
}

// Relation reads a relation, which may stand among other members.
func (c *Conditions) Relation(node *document.Node, among ...string) checks.Relation {
	r, _ := c.c.relation(node, among)
	return r
}

// Term reads a term.
func (c *Conditions) Term(node *document.Node) checks.Term {
	c.c.pair = 0
	return c.c.term(node, anything|inner, false)
}

// Path reads a path that leads to one member of a value.
func (c *Conditions) Path(node *document.Node) string {
	p, ok := c.c.path(node)
	if ok && (p.Up != 0 || p.Many()) {
		c.c.bad(node.Pos, `start at the element, as "0/id"`, "the path must lead to one member of an element")
		return ""
	}
	c.c.pair = 0
	c.c.use(p, anything|inner)
	return p.text
}

// Arguments are the names of the arguments that what was read speaks of.
func (c *Conditions) Arguments() []string { return c.c.named }

// Failed reports whether there was a mistake.
func (c *Conditions) Failed() bool { return c.c.failed }

// Verify holds the paths of what was read against the schema of the documents,
// with other values at the path at, and reports whether all is well.
func (c *Conditions) Verify(root *schema.Node, at string, report func(diag.Diagnostic)) bool {
	well, r := true, *c.c.rule
	r.At = at
	(&verifier{rule: &r, root: root, report: func(d diag.Diagnostic) {
		well = false
		report(d)
	}}).verify()
	return well
}

// Reach lists the schemas that may have a say on the values at a path from
// documents; it reports a path that leads nowhere.
func Reach(root *schema.Node, where, text string, pos source.Pos, report func(diag.Diagnostic)) []*schema.Node {
	p, err := checks.ParsePath(text)
	if err != nil {
		return nil
	}
	v := &verifier{rule: &rule{where: where, pos: pos}, root: root, report: report}
	if !v.reaches(path{Path: p, text: text, pos: pos}, anything) {
		return nil
	}
	return At(root, p.Steps)
}

// At lists the schemas that may have a say on the values at some steps from
// documents.
func At(root *schema.Node, steps []checks.Step) []*schema.Node {
	nodes := inPlace([]*schema.Node{root})
	for _, step := range steps {
		nodes = below(nodes, step)
	}
	return nodes
}
