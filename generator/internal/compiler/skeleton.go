package compiler

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol/steps"
	"github.com/bindery-go/bindery/generator/internal/source"
	"golang.org/x/mod/modfile"
)

// BelongsToUser reports whether a file is one that users fill in: generation
// adds to it, never replaces it.
func (c Config) BelongsToUser(name string) bool {
	for _, p := range c.Packages {
		if p.Steps != "" && name == path.Join(p.Steps, steps.FileName) {
			return true
		}
	}
	return false
}

// skeletons adds the files of steps that lack methods to files. Packages may
// share a directory, so they come one after the other.
func skeletons(w *Workspace, c Config, results []*Result, files Files) diag.Diagnostics {
	var ds diag.Diagnostics
	for i, p := range c.Packages {
		if r := results[i]; r != nil && p.Steps != "" && r.Sections.Protocol.HasOperations() {
			ds.Add(skeleton(w, c, p, r, files)...)
		}
	}
	return ds
}

func skeleton(w *Workspace, c Config, p Package, r *Result, files Files) diag.Diagnostics {
	var ds diag.Diagnostics
	in := steps.Input{Dir: p.Steps, Generated: r.Package.Name, Operations: r.Sections.Protocol.Operations, Package: names.Package(path.Base(p.Steps))}
	if p.Steps == p.Out {
		in.Package, in.Own = p.Name, steps.Declared(r.Files)
	} else if in.ImportPath = or(p.ImportPath, w.importPath(p.Out)); in.ImportPath == "" {
		ds.Addf(diag.NoStepsPlace, p.StepsPos, "no go.mod says what the import path of %s is", p.Out)
		return ds
	}
	for _, other := range c.Packages {
		if other.Out == p.Steps && other.Out != p.Out {
			ds.Addf(diag.NoStepsPlace, p.StepsPos, "%s is the directory of package %s", p.Steps, other.Name)
			return ds
		}
	}
	list, err := w.goFiles(p.Steps)
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

// goFiles lists the Go files of a directory that a build may use, tests aside.
func (w *Workspace) goFiles(dir string) ([]string, error) {
	full := path.Join(w.Dir, dir)
	if full == ".." || strings.HasPrefix(full, "../") {
		return nil, errOutside
	}
	entries, err := fs.ReadDir(w.FS, full)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, plainPathError(dir, err)
	}
	var out []string
	for _, e := range entries {
		name := e.Name()
		if e.Type().IsRegular() && strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") && name[0] != '_' && name[0] != '.' {
			out = append(out, path.Join(dir, name))
		}
	}
	return out, nil
}

// importPath finds the module that a directory is in and what the directory is
// called there; "" where no go.mod is above it.
func (w *Workspace) importPath(dir string) string {
	below := ""
	for at := range w.above(dir) {
		if f, err := w.Read(path.Join(at, "go.mod")); err == nil {
			if module := modfile.ModulePath(f.Data); module != "" {
				return path.Join(module, below)
			}
		}
		below = path.Join(path.Base(path.Join(w.Dir, at)), below)
	}
	return ""
}
