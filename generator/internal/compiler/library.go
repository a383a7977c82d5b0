package compiler

import (
	"sync"

	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// library holds the schemas of a configuration and the packages that they are
// of.
type library struct {
	workspace.Library
	// owner is the package that a file belongs to: that of a schema, or of an
	// overlay.
	owner map[string]*unit
	// patches are of files that no package owns.
	patches *patches
	checked schema.Checked
	// whole are the places of definitions that are no types of the packages which own
	// them, so that no graph ends there.
	whole struct {
		sync.Mutex
		places map[string]bool
	}
}

// patch applies the overlays of a document that references lead to. The schemas of
// packages have theirs already.
func (l *library) patch(uri string, doc *document.Node) (*document.Node, diag.Diagnostics) {
	if l.Docs[doc.Pos.File] != nil {
		return doc, nil
	}
	return l.patches.apply(uri, doc)
}

// newLibrary collects the schemas of the packages. Of two packages with the same
// schema file the one with the first overlay in order counts, whatever the
// order in which the configuration lists them.
func newLibrary(w *workspace.Workspace, overlays []config.Overlay, units []*unit) *library {
	l := &library{
		Library: *workspace.NewLibrary(), owner: map[string]*unit{},
		patches: &patches{w: w, list: overlays, used: map[string]bool{}},
	}
	l.whole.places = map[string]bool{}
	patch := map[string]string{} // by schema
	for _, u := range units {
		for i, f := range u.Files() {
			first, owned := patch[f.Schema]
			if i >= len(u.docs) || owned && first <= f.Overlay {
				continue
			}
			patch[f.Schema] = f.Overlay
			l.owner[f.Schema] = u
			l.Add(f.Schema, u.docs[i])
		}
	}
	for _, u := range units {
		for _, f := range u.Files() {
			if f.Overlay != "" && l.owner[f.Schema] == u {
				l.owner[f.Overlay] = u
			}
		}
	}
	return l
}
