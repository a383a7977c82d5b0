package compiler

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// mostFast is the number of schemas, those in others counted, up to which the
// automatic choice is the fast codec; testdata/bench/PERFORMANCE.md says why.
const mostFast = 400

// codec is the codec of the package. That of a large one is chosen aloud.
func (u *unit) codec() model.Codec {
	switch u.Codec {
	case config.Compact:
		return model.Compact
	case config.Auto:
		n, names := len(u.graph.Nodes), otherNames(u.graph)
		switch {
		case n > mostFast:
			u.found.Addf(diag.CompactChosen, source.InFile(u.Schema), "the code is compact: the schema holds %d others, more than %d", n-1, mostFast)
			return model.Compact
		case n+names/namesPerSchema > mostFast:
			u.found.Addf(diag.CompactChosen, source.InFile(u.Schema), "the code is compact: the schema names %d members that it does not describe", names)
			return model.Compact
		}
	}
	return model.Fast
}

// namesPerSchema is how many names that are only required make as much code as a
// schema.
const namesPerSchema = 4

// otherNames counts the names that schemas require, always or beside others,
// without a schema for the member there.
func otherNames(g *schema.Graph) int {
	count := 0
	for _, n := range g.Nodes {
		declared := lists.SetOf(n.Properties, func(p schema.Property) string { return p.Name })
		required := append(slices.Clip(n.Required), lists.Concat(n.DependentRequired, func(d schema.DependentRequired) []string { return d.Required })...)
		count += len(lists.Where(required, func(name string) bool { return !declared[name] }))
	}
	return count
}
