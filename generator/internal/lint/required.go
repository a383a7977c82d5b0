package lint

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/components"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/spelling"
)

// declared is what a group of schemas that speak of one value declares.
type declared struct {
	names    []string // sorted
	patterns []string
}

// declaredNames groups schemas that in-place applicators and references join, and
// collects the members that each group declares. Two schemas that extend the
// same one are in one group: what is said of a value is then not known exactly,
// and too much counts as declared.
func declaredNames(g *schema.Graph) map[*schema.Node]*declared {
	joined := make(map[*schema.Node][]*schema.Node, len(g.Nodes))
	for _, n := range g.Nodes {
		for _, c := range n.InPlace() {
			joined[n], joined[c] = append(joined[n], c), append(joined[c], n)
		}
	}
	groups := make(map[*schema.Node]*declared, len(g.Nodes))
	for _, first := range g.Nodes {
		if groups[first] != nil {
			continue
		}
		d := &declared{}
		for n := range components.Reached(func(n *schema.Node) []*schema.Node { return joined[n] }, first) {
			groups[n] = d
			for _, p := range n.Properties {
				d.names = append(d.names, p.Name)
			}
			for _, p := range n.PatternProperties {
				d.patterns = append(d.patterns, p.Pattern)
			}
		}
		slices.Sort(d.names)
	}
	return groups
}

// required reports members that must be there, always or beside others, and that nothing
// declares. A schema that declares none at all, as in the branches of a choice, says
// nothing about its members.
func (l *linter) required(n *schema.Node) {
	d := l.declared[n]
	if len(d.names) == 0 || n.Properties == nil && n.Types == 0 {
		return
	}
	if list := n.Doc.Get("required"); list != nil {
		for _, item := range list.Items {
			l.undeclared(d, item, "%q is required, but no properties declare it")
		}
	}
	for _, keyword := range []string{"dependentRequired", "dependentSchemas"} {
		keyword = n.Keyword(keyword)
		table := n.Doc.Get(keyword)
		if table == nil || !n.Dialect.Has(keyword) {
			continue
		}
		for _, m := range table.Members {
			name := document.Node{Kind: document.String, Text: m.Name, Pos: m.NamePos}
			l.undeclared(d, &name, keyword+" speaks of %q, but no properties declare it")
			for _, item := range m.Value.Items {
				l.undeclared(d, item, keyword+" requires %q, but no properties declare it")
			}
		}
	}
}

// undeclared reports a name that no properties of the group declare.
func (l *linter) undeclared(d *declared, name *document.Node, format string) {
	if name.Kind != document.String || l.declares(d, name.Text) {
		return
	}
	found := diag.New(diag.UndeclaredRequired, name.Pos, format, name.Text)
	if near := spelling.Nearest(name.Text, d.names); near != "" {
		found = found.WithHelp("did you mean %q?", near)
	}
	l.found.Add(found)
}

// forbidden reports members that are declared and whose names propertyNames refuses. Of
// those that are required no object can be.
func (l *linter) forbidden(n *schema.Node) {
	if n.PropertyNames == nil || n.PropertyNames.Always || l.analysis.Kinds(n.PropertyNames)&kind.String == 0 {
		return
	}
	refused := func(name string) bool {
		return !l.judgement.Accepts(n.PropertyNames.ID, &document.Node{Kind: document.String, Text: name})
	}
	for _, p := range n.Properties {
		if !p.Node.Never && refused(p.Name) && !slices.Contains(n.Required, p.Name) {
			l.ineffective(document.Member{NamePos: p.Pos}, "the member %q can never be there: propertyNames refuses its name", p.Name)
		}
	}
	for _, name := range n.Required {
		if refused(name) {
			l.found.Addf(diag.ImpossibleSchema, at(n, "required").NamePos, "no object can satisfy the schema: the member %q is required, and propertyNames refuses its name", name)
		}
	}
}

// declares reports whether a member is declared. A pattern that cannot tell is
// taken to match.
func (l *linter) declares(d *declared, name string) bool {
	if _, ok := slices.BinarySearch(d.names, name); ok {
		return true
	}
	return slices.ContainsFunc(d.patterns, func(text string) bool {
		p, err := l.compiled.Compile(text)
		if err != nil {
			return true
		}
		matches, err := p.Strategy.Match(name)
		return matches || err != nil
	})
}
