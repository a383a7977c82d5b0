// Package lint finds what a schema says that its author can hardly mean:
// misspelt keywords, keywords without an effect, contradictions, examples that
// the schema refuses. What the stages find on their way, they report
// themselves. Only the compiler imports it.
package lint

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/analysis"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/table"
	"github.com/bindery-go/bindery/runtime/validate"
)

// Schema reports the mistakes of a graph, whose validator is p. Entries are the
// first of its roots, those that a package lists. Each place in the files is
// judged once, whatever the number of dynamic scopes that lead to it. The cost
// grows linearly with the schema, and with the time that the validator takes for
// the values in it.
func Schema(g *schema.Graph, p *validate.Program, entries int) diag.Diagnostics {
	l := newLinter(g)
	l.program = p
	l.judgement = table.NewJudge(p)
	l.analysis = analysis.New(g)
	l.declared = declaredNames(g)
	for _, n := range g.Nodes {
		for _, p := range n.Properties {
			l.members[p.Node] = true
		}
	}
	if p.Checks != nil {
		l.places = places(g.Roots[:min(entries, len(g.Roots))])
	}
	l.allWords()
	l.each(g.Nodes, func(n *schema.Node) {
		l.embedded(n)
		if n.Doc.Kind == document.Object {
			l.dialect(n)
			l.uris(n)
			l.required(n)
			l.forbidden(n)
			l.closed(n)
			l.contradictions(n)
			l.effects(n)
		}
	})
	l.roots(g.Roots[:min(entries, len(g.Roots))])
	l.unused(entries)
	return l.found
}

// Words is Schema for a graph that lacks what has errors: it reports what a schema
// shows by itself.
func Words(g *schema.Graph) diag.Diagnostics {
	l := newLinter(g)
	l.allWords()
	return l.found
}

// allWords reports the words of all nodes, those apart among them.
func (l *linter) allWords() {
	l.each(slices.Concat(l.graph.Nodes, l.graph.Apart), func(n *schema.Node) {
		if n.Doc.Kind == document.Object {
			l.words(n)
		}
	})
}

func newLinter(g *schema.Graph) *linter {
	return &linter{
		graph:    g,
		compiled: plan.NewPatterns(),
		members:  map[*schema.Node]bool{},
		keywords: map[*schema.Dialect][]string{},
	}
}

// each calls f for a node of each place in the user's files.
func (l *linter) each(nodes []*schema.Node, f func(*schema.Node)) {
	seen := map[*document.Node]bool{}
	for _, n := range nodes {
		if !n.IsBuiltin() && !seen[n.Doc] {
			seen[n.Doc] = true
			f(n)
		}
	}
}

// words reports what names and values are probably not those that were meant.
func (l *linter) words(n *schema.Node) {
	l.names(n)
	l.applicability(n)
	l.format(n)
	l.patterns(n)
}

type linter struct {
	graph     *schema.Graph
	program   *validate.Program
	judgement *table.Judge
	analysis  *analysis.Analysis
	declared  map[*schema.Node]*declared
	members   map[*schema.Node]bool // the values of properties
	compiled  *plan.Patterns
	places    map[*document.Node][]place // where there are relations
	keywords  map[*schema.Dialect][]string
	found     diag.Diagnostics
}

// at is the place of a keyword's name in a schema.
func at(n *schema.Node, keyword string) (m document.Member) {
	m, ok := n.Doc.Member(keyword)
	if !ok {
		m.NamePos = n.Pos
	}
	return m
}
