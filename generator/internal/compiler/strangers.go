package compiler

import (
	"go/parser"
	"go/token"

	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// strangers reports Go files of another package in the directories that are generated
// into: the two would not compile. Files that no build takes are none.
func strangers(w *workspace.Workspace, c config.Config, results []*Result, files Files) diag.Diagnostics {
	var ds diag.Diagnostics
	if c.File == "" { // of the command line, whose directory is not relative to the workspace
		return ds
	}
	for i, p := range c.Packages {
		if results[i] == nil || !names.IsPackage(p.Name) {
			continue
		}
		list, err := w.GoFiles(p.Out)
		if err != nil {
			continue // writing tells
		}
		for _, name := range list {
			if _, generated := files[name]; generated {
				continue
			}
			if other := packageOf(w, name); other != "" && other != p.Name {
				d := diag.New(diag.FileInTheWay, source.InFile(name), "the file is of package %s, and the package that is generated beside it is %s", other, p.Name).
					WithHelp("generate into a directory of its own")
				if names.IsPackage(other) {
					d = d.WithHelp("generate into a directory of its own, or into package %s", other)
				}
				ds.Add(d)
			}
		}
	}
	return ds
}

// packageOf is the package that a Go file says it is of; "" for none, for one that cannot
// be read, and for one that is for no build.
func packageOf(w *workspace.Workspace, name string) string {
	file, err := w.Read(name)
	if err != nil {
		return ""
	}
	f, err := parser.ParseFile(token.NewFileSet(), name, file.Data, parser.PackageClauseOnly)
	if err != nil || source.InNoBuild(file.Data) {
		return ""
	}
	return f.Name.Name
}
