package lint

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// closed reports members that one part of a schema declares and another refuses, since its
// additionalProperties knows the properties beside it alone (2020-12 Core 10.3.2.3).
func (l *linter) closed(n *schema.Node) {
	parts := conjuncts(n)
	if len(parts) < 2 {
		return
	}
	for _, c := range parts {
		if c.AdditionalProperties == nil || !c.AdditionalProperties.Never || c.IsBuiltin() {
			continue
		}
		knows := l.known(c)
		for _, d := range parts {
			for _, p := range d.Properties {
				if d != c && !p.Node.Never && !knows(p.Name) {
					found := diag.New(diag.IneffectiveKeyword, p.Pos, "the member %q can never be there: additionalProperties of a schema that holds together with this one refuses it", p.Name).
						WithRelated(at(c, "additionalProperties").NamePos, "it knows only the properties beside it")
					if n.Dialect.Has("unevaluatedProperties") {
						found = found.WithHelp("write unevaluatedProperties, which knows those of allOf and $ref too, where they come together")
					} else {
						found = found.WithHelp("list the members beside additionalProperties as well, with {}")
					}
					l.found.Add(found)
				}
			}
		}
	}
}

// mostConjuncts bounds how many schemas are held against each other: chains of references
// may be as long as the schema.
const mostConjuncts = 32

// conjuncts are the schemas that hold of a value together: n, and what its references and
// its allOf lead to, the nearest first.
func conjuncts(n *schema.Node) []*schema.Node {
	list := []*schema.Node{n}
	for i := 0; i < len(list) && len(list) < mostConjuncts; i++ {
		for _, c := range list[i].Conjuncts() {
			if !slices.Contains(list, c) {
				list = append(list, c)
			}
		}
	}
	return list
}

// known tells which members a schema declares itself. A pattern that cannot tell is
// taken to match.
func (l *linter) known(n *schema.Node) func(name string) bool {
	names := lists.SetOf(n.Properties, func(p schema.Property) string { return p.Name })
	var d declared
	for _, p := range n.PatternProperties {
		d.patterns = append(d.patterns, p.Pattern)
	}
	return func(name string) bool { return names[name] || l.declares(&d, name) }
}
