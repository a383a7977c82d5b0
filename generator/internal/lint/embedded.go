// Package lint judges what a schema says about itself: its examples and
// defaults. What the other stages find on their way, they report themselves.
// Only the facade imports it.
package lint

import (
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/program"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/validate"
)

// Embedded reports the examples and defaults that break the schema beside
// which they stand, one finding a violation. They are annotations, so they stay
// as they are: an invalid default is not used by generated code.
func Embedded(g *schema.Graph, p *validate.Program) diag.Diagnostics {
	var ds diag.Diagnostics
	seen := map[*document.Node]bool{} // a location under two dynamic scopes has two nodes
	judge := func(code diag.Code, n *schema.Node, v *document.Node) {
		if v == nil || seen[v] {
			return
		}
		seen[v] = true
		err := program.Violations(p, n.ID, v, func(pos source.Pos, found validate.Violation) {
			ds.Addf(code, pos, "%s: %s", at(found.InstanceLocation), found.Message)
		})
		if err != nil {
			ds.Addf(code, v.Pos, "%v", err)
		}
	}
	for _, n := range g.Nodes {
		for _, v := range n.Examples {
			judge(diag.InvalidExample, n, v)
		}
		judge(diag.InvalidDefault, n, n.Default)
	}
	return ds
}

// at names the place inside the value.
func at(pointer string) string {
	if pointer == "" {
		return "the value"
	}
	return pointer
}
