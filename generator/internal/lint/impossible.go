package lint

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/components"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/impossible"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// contradictions reports keywords of one schema that leave nothing of a type. Of
// members that can have no value lowering tells, with the reason.
func (l *linter) contradictions(n *schema.Node) {
	if l.members[n] && l.analysis.Empty(n) {
		return
	}
	for _, c := range l.analysis.Contradictions(n) {
		what := "value"
		if !l.analysis.Empty(n) {
			what = c.Kind.String()
		}
		d := diag.New(diag.ImpossibleSchema, at(n, c.Keyword).NamePos, "no %s can satisfy the schema: %s", what, c.Reason)
		if c.Member != nil {
			d = impossible.Explain(d, l.analysis, c.Member, n)
		}
		l.found.Add(d)
	}
}

// roots reports entry types that no document satisfies where no contradiction
// in one schema shows why.
func (l *linter) roots(roots []*schema.Node) {
	for _, n := range roots {
		l.found.Add(Vacuous(n)...)
		if !l.analysis.Empty(n) || n.Never {
			continue
		}
		culprit := l.culprit(n, map[*schema.Node]bool{})
		if culprit == nil {
			continue
		}
		d := diag.New(diag.ImpossibleSchema, n.Pos, "no document can satisfy the schema: its parts contradict each other")
		if culprit != n {
			d = d.WithRelated(culprit.Pos, "this part cannot be satisfied")
		}
		l.found.Add(d)
	}
}

// culprit finds the innermost schema that makes n impossible, nil where a
// contradiction on the path to it has been reported.
func (l *linter) culprit(n *schema.Node, seen map[*schema.Node]bool) *schema.Node {
	seen[n] = true
	if len(l.analysis.Contradictions(n)) > 0 {
		return nil
	}
	parts := n.Conjuncts()
	for _, name := range n.Required {
		if p := l.analysis.Property(n, name); p != nil {
			parts = append(parts, p)
		}
	}
	for _, c := range parts {
		if l.analysis.Empty(c) && !seen[c] {
			return l.culprit(c, seen)
		}
	}
	return n
}

// unused reports definitions that no reference leads to from an entry type. A
// schema whose root says nothing is a library of definitions, all of them meant
// for others.
func (l *linter) unused(entries int) {
	entries = min(entries, len(l.graph.Roots))
	isLibrary := func(n *schema.Node) bool { return n.Always || len(n.Children()) == 0 && n.Types == 0 }
	if slices.ContainsFunc(l.graph.Roots[:entries], isLibrary) {
		return
	}
	docs := map[*document.Node]bool{}
	for n := range components.Reached((*schema.Node).Children, l.graph.Roots[:entries]...) {
		docs[n.Doc] = true
	}
	for _, n := range l.graph.Roots[entries:] {
		if !docs[n.Doc] {
			docs[n.Doc] = true
			l.found.Addf(diag.UnusedDefinition, n.Pos, "nothing refers to the definition %s", n.Pointer)
		}
	}
}
