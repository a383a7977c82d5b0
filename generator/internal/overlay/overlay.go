// Package overlay applies the user's corrections to a schema document.
//
// An overlay says what a schema that may not be touched means but does not say.
// A mapping is a JSON Merge Patch (RFC 7396), a list a JSON Patch (RFC 6902).
// Values that come from the overlay keep their positions there, so that later
// diagnostics name the line to fix. Only the stage that loads documents needs
// to import this package.
package overlay

import (
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
)

// Apply returns the document with the overlay applied; neither is changed, and
// the result shares no node with them. Operations that fail are reported, all
// of them, and left out; the result is then good for finding more problems, but
// not for generating from it.
func Apply(doc, overlay *document.Node) (*document.Node, diag.Diagnostics) {
	switch overlay.Kind {
	case document.Object:
		m := merger{}
		root := m.merge(doc.Clone(), overlay)
		return root, append(m.diagnostics, checkDepth(root, overlay)...)
	case document.Array:
		p := patcher{root: doc.Clone()}
		for i, op := range overlay.Items {
			p.apply(i, op)
		}
		return p.root, append(p.diagnostics, checkDepth(p.root, overlay)...)
	}
	var diagnostics diag.Diagnostics
	diagnostics.Addf(diag.OverlayShape, overlay.Pos, "an overlay is a mapping or a list; this is of type %s", overlay.Kind)
	return doc.Clone(), diagnostics
}

// checkDepth makes sure that nesting stays within what later stages are built
// for, since an overlay can put one deep value into another.
func checkDepth(root, overlay *document.Node) diag.Diagnostics {
	type level struct {
		node  *document.Node
		depth int
	}
	open := []level{{root, 1}}
	for len(open) > 0 {
		top := open[len(open)-1]
		open = open[:len(open)-1]
		if len(top.node.Items)+len(top.node.Members) > 0 && top.depth > document.MaxDepth {
			return diag.Diagnostics{diag.New(diag.PatchGrowth, overlay.Pos,
				"the overlay nests values deeper than %d levels", document.MaxDepth)}
		}
		for _, item := range top.node.Items {
			open = append(open, level{item, top.depth + 1})
		}
		for _, m := range top.node.Members {
			open = append(open, level{m.Value, top.depth + 1})
		}
	}
	return nil
}
