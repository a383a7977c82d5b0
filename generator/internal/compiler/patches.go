package compiler

import (
	"errors"
	"io/fs"
	"sync"

	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/overlay"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// patches are the overlays of the schemas to which references lead. It is safe for
// concurrent use.
type patches struct {
	w    *workspace.Workspace
	list []config.Overlay
	mu   sync.Mutex
	used map[string]bool // by what the overlay is of
}

// apply patches a document that was found under a URI.
func (p *patches) apply(uri string, doc *document.Node) (*document.Node, diag.Diagnostics) {
	var ds diag.Diagnostics
	for _, o := range p.list {
		if o.Of != doc.Pos.File && o.Of != uri && o.Of != workspace.RootID(doc) {
			continue
		}
		p.mu.Lock()
		p.used[o.Of] = true
		p.mu.Unlock()
		patch, found := readOverlay(p.w, o.File, o.Pos)
		if ds.Add(found...); patch == nil || found.HasErrors() {
			continue
		}
		patched, found := overlay.Apply(doc, patch)
		if ds.Add(found...); !found.HasErrors() {
			doc = patched
		}
	}
	return doc, ds
}

// readOverlay reads a patch. A file without a value patches nothing: so it is until somebody
// has written the first entry, and while a shell writes to it what is suggested for it.
func readOverlay(w *workspace.Workspace, name string, from source.Pos) (*document.Node, diag.Diagnostics) {
	patch, ds := readDocument(w, name, from)
	if len(ds) == 1 && ds[0].Code == diag.EmptyDocument {
		return &document.Node{Kind: document.Object, Pos: ds[0].Pos}, nil
	}
	return patch, ds
}

// unused reports the overlays of what no reference leads to.
func (p *patches) unused(lib *library) diag.Diagnostics {
	var ds diag.Diagnostics
	for _, o := range p.list {
		switch {
		case p.used[o.Of]:
		case lib.Docs[o.Of] != nil:
			ds.Add(diag.New(diag.BadConfig, o.Pos, "%s is the schema of a package", o.Of).
				WithHelp("name the patch under overlay: of the package"))
		default:
			ds.Add(diag.New(diag.BadConfig, o.Pos, "no schema refers to %s", o.Of).
				WithHelp("an overlay is of the path of a file, relative to the configuration, or of a URI"))
		}
	}
	return ds
}

// checkRefs reports directories of schemas that are none.
func checkRefs(w *workspace.Workspace, refs []config.Ref) diag.Diagnostics {
	var ds diag.Diagnostics
	for _, r := range refs {
		switch info, err := w.Stat(r.Dir); {
		case errors.Is(err, fs.ErrNotExist):
			ds.Addf(diag.BadConfig, r.Pos, "directory %s, where the schemas of %s should be, does not exist", r.Dir, r.Prefix)
		case err == nil && !info.IsDir():
			ds.Add(diag.New(diag.BadConfig, r.Pos, "%s, where the schemas of %s should be, is a file", r.Dir, r.Prefix).
				WithHelp("name its directory: a schema there is found by its path and by its $id"))
		}
	}
	return ds
}
