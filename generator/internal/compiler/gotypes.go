package compiler

import (
	"cmp"
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
	byPlace, ds := u.goTypesByPlace()
	formats := map[*unit]map[string]*config.GoType{}
	used := map[custom.Type]source.Pos{}
	var order []custom.Type
	use := func(t custom.Type, pos source.Pos) {
		if _, met := used[t]; !met {
			used[t] = pos
			order = append(order, t)
		}
	}
	for _, n := range u.graph.Nodes {
		of := cmp.Or(u.owner(lib, n), u)
		if t := byPlace[n.Place()]; t != nil {
			n.GoType, n.GoTypePos = &t.Type, t.Pos
		}
		if formats[of] == nil {
			formats[of] = of.goTypesByFormat()
		}
		if t := formats[of][n.Format]; t != nil {
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

// goTypesByPlace has the Go types that the configuration names for places of the
// package's schema. Others are reported.
func (u *unit) goTypesByPlace() (types map[string]*config.GoType, ds diag.Diagnostics) {
	types = map[string]*config.GoType{}
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
			ds.Add(diag.New(diag.BadConfig, t.Pos, "the schema of package %s has no schema at %s", u.Package.Name, t.Pointer).Meaning(find.near(t.Pointer)))
			continue
		}
		types[at] = &u.Types[i]
	}
	return types, ds
}

// goTypesByFormat has those that it names for formats.
func (u *unit) goTypesByFormat() map[string]*config.GoType {
	types := map[string]*config.GoType{}
	for i, t := range u.Types {
		if t.Format != "" {
			types[t.Format] = &u.Types[i]
		}
	}
	return types
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
