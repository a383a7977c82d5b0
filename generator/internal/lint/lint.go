// Package lint finds what a schema says that its author can hardly mean:
// misspelt keywords, keywords without an effect, contradictions, examples that
// the schema refuses. What the stages find on their way, they report
// themselves. Only the compiler imports it.
package lint

import (
	"github.com/bindery-go/bindery/generator/internal/analysis"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/runtime/validate"
)

// Schema reports the mistakes of a graph, whose validator is p. Entries are the
// first of its roots, those that a package lists. Each place in the files is
// judged once, whatever the number of dynamic scopes that lead to it. The cost
// grows linearly with the schema, and with the time that the validator takes for
// the values in it.
func Schema(g *schema.Graph, p *validate.Program, entries int) diag.Diagnostics {
	l := &linter{
		graph:    g,
		program:  p,
		analysis: analysis.New(g),
		declared: declaredNames(g),
		compiled: plan.NewPatterns(),
		members:  map[*schema.Node]bool{},
		keywords: map[*schema.Dialect][]string{},
	}
	for _, n := range g.Nodes {
		for _, p := range n.Properties {
			l.members[p.Node] = true
		}
	}
	seen := map[*document.Node]bool{}
	for _, n := range g.Nodes {
		if n.IsBuiltin() || seen[n.Doc] {
			continue
		}
		seen[n.Doc] = true
		l.embedded(n)
		if n.Doc.Kind != document.Object {
			continue
		}
		l.names(n)
		l.applicability(n)
		l.format(n)
		l.required(n)
		l.patterns(n)
		l.contradictions(n)
	}
	l.roots(g.Roots[:min(entries, len(g.Roots))])
	l.unused(entries)
	return l.found
}

type linter struct {
	graph    *schema.Graph
	program  *validate.Program
	analysis *analysis.Analysis
	declared map[*schema.Node]*declared
	members  map[*schema.Node]bool // the values of properties
	compiled *plan.Patterns
	keywords map[*schema.Dialect][]string
	found    diag.Diagnostics
}

// at is the place of a keyword's name in a schema.
func at(n *schema.Node, keyword string) (m document.Member) {
	m, ok := n.Doc.Member(keyword)
	if !ok {
		m.NamePos = n.Pos
	}
	return m
}
