package compiler

import (
	"cmp"
	"path"

	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol/steps"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// BelongsToUser reports whether a file is one that users fill in: generation
// adds to it, never replaces it.
func BelongsToUser(c config.Config, name string) bool {
	for _, p := range c.Packages {
		if p.Steps != "" && name == path.Join(p.Steps, steps.FileName) {
			return true
		}
	}
	return false
}

// skeletons adds the files of steps that lack methods to files. Packages may
// share a directory, so they come one after the other.
func skeletons(w *workspace.Workspace, c config.Config, results []*Result, files Files) diag.Diagnostics {
	var ds diag.Diagnostics
	for i, p := range c.Packages {
		if r := results[i]; r != nil && p.Steps != "" && r.Sections.Protocol.HasOperations() {
			ds.Add(skeleton(w, c, p, r, files)...)
		}
	}
	return ds
}

func skeleton(w *workspace.Workspace, c config.Config, p config.Package, r *Result, files Files) diag.Diagnostics {
	var ds diag.Diagnostics
	in := steps.Input{Dir: p.Steps, Generated: r.Package.Name, Operations: r.Sections.Protocol.Operations, Package: names.Package(path.Base(p.Steps))}
	if p.Steps == p.Out {
		in.Package, in.Own = p.Name, steps.Declared(r.Files)
	} else if in.ImportPath = cmp.Or(p.ImportPath, w.ImportPath(p.Out)); in.ImportPath == "" {
		ds.Addf(diag.NoStepsPlace, p.StepsPos, "no go.mod says what the import path of %s is", p.Out)
		return ds
	} else if config.Unimportable(in.ImportPath) != "" {
		return ds // an error already
	}
	for _, other := range c.Packages {
		if other.Out == p.Steps && other.Out != p.Out {
			ds.Addf(diag.NoStepsPlace, p.StepsPos, "%s is the directory of package %s", p.Steps, other.Name)
			return ds
		}
	}
	list, err := w.GoFiles(p.Steps)
	if err != nil {
		ds.Addf(diag.NoStepsPlace, p.StepsPos, "%v", err)
		return ds
	}
	for _, name := range list {
		if _, generated := r.Files[name]; !generated {
			f, err := w.Read(name)
			if err != nil {
				ds.Addf(diag.NoStepsPlace, p.StepsPos, "%v", err)
				return ds
			}
			in.Files = append(in.Files, f)
		}
	}
	in.Files = pending(in.Files, path.Join(p.Steps, steps.FileName), files)
	text, found := steps.Update(in)
	if text != nil {
		files[path.Join(p.Steps, steps.FileName)] = text
	}
	return append(ds, found...)
}

// pending puts a file that this run has already added to in the place of the
// one on disk.
func pending(list []*source.File, name string, files Files) []*source.File {
	text, ok := files[name]
	if !ok {
		return list
	}
	for i, f := range list {
		if f.Name == name {
			list[i] = source.NewFile(name, text)
			return list
		}
	}
	return append(list, source.NewFile(name, text))
}
