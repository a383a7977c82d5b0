package lint

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/spelling"
)

// declared is what a group of schemas that speak of one value declares.
type declared struct {
	parent   *declared
	names    []string
	patterns []string
}

func (d *declared) root() *declared {
	for d.parent != nil {
		if d.parent.parent != nil {
			d.parent = d.parent.parent
		}
		d = d.parent
	}
	return d
}

// declaredNames groups schemas that in-place applicators and references join, and
// collects the members that each group declares. Two schemas that extend the
// same one are in one group: what is said of a value is then not known exactly,
// and too much counts as declared.
func declaredNames(g *schema.Graph) map[*schema.Node]*declared {
	groups := make(map[*schema.Node]*declared, len(g.Nodes))
	for _, n := range g.Nodes {
		groups[n] = &declared{}
	}
	for _, n := range g.Nodes {
		for _, c := range n.InPlace() {
			if a, b := groups[n].root(), groups[c].root(); a != b {
				b.parent = a
			}
		}
	}
	for _, n := range g.Nodes {
		d := groups[n].root()
		for _, p := range n.Properties {
			d.names = append(d.names, p.Name)
		}
		for _, p := range n.PatternProperties {
			d.patterns = append(d.patterns, p.Pattern)
		}
	}
	for _, d := range groups {
		slices.Sort(d.names)
	}
	return groups
}

// required reports members that must be there and that nothing declares. A
// schema that declares none at all, as in the branches of a choice, says nothing
// about its members.
func (l *linter) required(n *schema.Node) {
	d := l.declared[n].root()
	list := n.Doc.Get("required")
	if len(d.names) == 0 || list == nil || list.Kind != document.Array || n.Properties == nil && n.Types == 0 {
		return
	}
	for _, item := range list.Items {
		if item.Kind != document.String || l.declares(d, item.Text) {
			continue
		}
		found := diag.New(diag.UndeclaredRequired, item.Pos, "%q is required, but no properties declare it", item.Text)
		if near := spelling.Nearest(item.Text, d.names); near != "" {
			found = found.WithHelp("did you mean %q?", near)
		}
		l.found.Add(found)
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
