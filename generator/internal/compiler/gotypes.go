package compiler

import (
	"errors"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/custom"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// useGoTypes gives the schemas of the package's graph the Go types that the
// configuration names, and checks all that are named. A schema of another package
// has the types that are said for that one.
func (u *unit) useGoTypes(w *workspace.Workspace, lib *library) diag.Diagnostics {
	var ds diag.Diagnostics
	own := u.Package.Name
	byPlace := map[string]*config.GoType{}
	formats := map[*unit]map[string]*config.GoType{}
	formatsOf := func(of *unit) map[string]*config.GoType {
		if formats[of] == nil {
			formats[of] = map[string]*config.GoType{}
			for i, t := range of.Types {
				if t.Format != "" {
					formats[of][t.Format] = &of.Types[i]
				}
			}
		}
		return formats[of]
	}
	var find *placeFinder
	for i, t := range u.Types {
		if !strings.Contains(t.Pointer, "#") {
			continue // a format; or the configuration's schema refuses it
		}
		if find == nil {
			find = newPlaceFinder(u, u.graph)
		}
		at := find.find(t.Pointer)
		if !find.places[at] {
			ds.Add(diag.New(diag.BadConfig, t.Pos, "the schema of package %s has no schema at %s", own, t.Pointer).Meaning(find.near(t.Pointer)))
			continue
		}
		byPlace[at] = &u.Types[i]
	}
	used := map[custom.Type]source.Pos{}
	var order []custom.Type
	use := func(t custom.Type, pos source.Pos) {
		if _, met := used[t]; !met {
			used[t] = pos
			order = append(order, t)
		}
	}
	for _, n := range u.graph.Nodes {
		of := u
		if owner := u.owner(lib, n); owner != nil {
			of = owner
		}
		if t := byPlace[n.Place()]; t != nil {
			n.GoType, n.GoTypePos = &t.Type, t.Pos
		}
		if t := formatsOf(of)[n.Format]; t != nil && n.Format != "" {
			n.FormatType = &t.Type
			use(t.Type, t.Pos)
		}
		if n.GoType != nil {
			use(*n.GoType, n.GoTypePos)
		}
	}
	for _, t := range order {
		if t.Import == w.ImportPath(u.Out) {
			u.ImportPath = t.Import // it is not imported, but beside the generated code
		}
		ds.Add(checkGoType(w, t, used[t])...)
	}
	return ds
}

// checkGoType reports what keeps a type from being used.
func checkGoType(w *workspace.Workspace, t custom.Type, pos source.Pos) diag.Diagnostics {
	var misfit *custom.MisfitError
	var unseen *custom.NotFoundError
	switch err := w.GoTypes().Check(t); {
	case errors.As(err, &misfit):
		return diag.Diagnostics{diag.New(diag.CustomType, pos, "%s", misfit.Message).WithHelp("%s", misfit.Help)}
	case errors.As(err, &unseen):
		return diag.Diagnostics{diag.New(diag.UnseenType, pos, "%v: whether %s can be used is not known", unseen, t)}
	}
	return nil
}
