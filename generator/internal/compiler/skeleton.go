package compiler

import (
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol/steps"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// belongsToUser reports whether a file is one that users fill in: generation
// adds to it, never replaces it.
func belongsToUser(w *workspace.Workspace, c config.Config, name string) bool {
	return slices.ContainsFunc(c.Packages, func(p config.Package) bool {
		file, err := stepsFile(w, p)
		return p.Steps != "" && err == nil && name == file
	})
}

// stepsFile is the file that methods are appended to. Where the user has put a
// link, it is the file that the link leads to.
func stepsFile(w *workspace.Workspace, p config.Package) (string, error) {
	file, err := w.Resolve(path.Join(p.Steps, steps.FileName))
	if !errors.Is(err, fs.ErrNotExist) {
		return file, err
	}
	dir, err := w.Resolve(p.Steps)
	if errors.Is(err, fs.ErrNotExist) {
		return path.Join(p.Steps, steps.FileName), nil
	}
	return path.Join(dir, steps.FileName), err
}

// skeletons adds the files of steps that lack methods to files. Packages may
// share a directory, so they come one after the other.
func skeletons(w *workspace.Workspace, c config.Config, results []*Result, files Files) diag.Diagnostics {
	var ds diag.Diagnostics
	for i, p := range c.Packages {
		if r := results[i]; r != nil && p.Steps != "" && r.Sections.Protocol.HasOperations() {
			found := skeleton(w, c, p, r, files)
			if found.HasErrors() {
				maps.DeleteFunc(files, func(name string, _ []byte) bool { _, own := r.Files[name]; return own })
			}
			ds.Add(found...)
		} else if r != nil && p.Steps != "" && !saidForSeveral(c, p.StepsPos) {
			ds.Addf(diag.NoSteps, p.StepsPos, "the schema of %s has no operations, so that %s gets no steps", p.Name, p.Steps)
		}
	}
	return ds
}

// saidForSeveral reports whether the directory of steps that stands at a place is that of
// several packages: of defaults, or of the files that match a pattern.
func saidForSeveral(c config.Config, pos source.Pos) bool {
	return len(lists.Where(c.Packages, func(p config.Package) bool { return p.StepsPos == pos })) > 1
}

func skeleton(w *workspace.Workspace, c config.Config, p config.Package, r *Result, files Files) diag.Diagnostics {
	var ds diag.Diagnostics
	in := steps.Input{Dir: p.Steps, Generated: r.Package.Name, Operations: r.Sections.Protocol.Operations, Package: names.Package(path.Base(p.Steps)), Helpers: r.Sections.Helpers()}
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
	target, err := stepsFile(w, p)
	if err != nil {
		ds.Addf(diag.NoStepsPlace, p.StepsPos, "%v", err)
		return ds
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
	in.Files = pending(in.Files, path.Join(p.Steps, steps.FileName), files[target])
	text, found := steps.Update(in)
	if text != nil {
		files[target] = text
	}
	return append(ds, found...)
}

// pending puts a file that this run has already added to in the place of the
// one on disk.
func pending(list []*source.File, name string, text []byte) []*source.File {
	if text == nil {
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
