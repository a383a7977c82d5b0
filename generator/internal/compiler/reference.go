package compiler

import (
	"context"
	"path"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/docs"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// Docs makes the reference of all packages: files by name, without a directory. There
// are none where the diagnostics have an error.
func Docs(ctx context.Context, w *workspace.Workspace, c config.Config) (Files, diag.Diagnostics) {
	units, ds := modelled(ctx, w, c, hooks{})
	for _, u := range units {
		ds.Add(u.found...)
	}
	if ds.HasErrors() || ctx.Err() != nil {
		return nil, ds.Sorted()
	}
	refs := newReference(w, c)
	each(units, func(i int) { units[i].page = refs.page(units[i]) })
	files, found := write(units)
	return files, append(ds, found...).Sorted()
}

// write writes the pages of packages.
func write(units []*unit) (Files, diag.Diagnostics) {
	var ds diag.Diagnostics
	pages := lists.Of(units, func(u *unit) *docs.Page { return u.page })
	files, err := docs.Files(pages)
	if err != nil {
		ds.Addf(diag.Internal, source.Pos{}, "the reference: %v", err)
	}
	return files, ds
}

// reference knows the pages of all packages of a configuration.
type reference struct {
	byOut    map[string]string // directories to files, without extension
	byImport map[string]string
}

// newReference names the pages: after the package or, where two have one name, after
// the directory.
func newReference(w *workspace.Workspace, c config.Config) *reference {
	count := map[string]int{docs.Index: 1}
	for _, p := range c.Packages {
		count[p.Name]++
	}
	r := &reference{map[string]string{}, map[string]string{}}
	used := map[string]bool{docs.Index: true}
	for _, p := range c.Packages {
		file := p.Name
		if count[p.Name] > 1 {
			file = strings.NewReplacer("/", "-", "..", "up").Replace(path.Clean(p.Out))
		}
		for used[file] {
			file += "_"
		}
		used[file] = true
		r.byOut[p.Out] = file
		if at := w.ImportPath(p.Out); at != "" {
			r.byImport[at] = file
		}
	}
	return r
}

// page makes the page of a package.
func (r *reference) page(u *unit) *docs.Page {
	return docs.New(docs.Input{
		Package: u.result.Package, Graph: u.graph, Topics: u.sections.Topics(),
		File: func(pkg *model.Package) string {
			if pkg == u.result.Package {
				return r.byOut[u.Out]
			}
			return r.byImport[pkg.ImportPath]
		},
	})
}
