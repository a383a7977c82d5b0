package main

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator"
)

// workDir is the directory that the names in a workspace are relative to, seen
// from the working directory: people are shown names that they can open.
type workDir struct {
	w          *generator.Workspace
	dir        string // absolute, in the spelling of the system
	prefix     string // slash path from the working directory to dir
	configName string // of the configuration in dir, "" for none
}

// newWorkDir opens the file system from its root, so that a schema outside of dir
// can be read.
func newWorkDir(dir string) (*workDir, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	prefix, err := relative(".", abs)
	if err != nil {
		prefix = filepath.ToSlash(abs) // another drive
	}
	volume := filepath.VolumeName(abs)
	rest := strings.Trim(filepath.ToSlash(abs[len(volume):]), "/")
	if rest == "" {
		rest = "."
	}
	fsys := openDisk(volume + string(filepath.Separator))
	return &workDir{w: &generator.Workspace{FS: fsys, Dir: rest, Sources: goSources(abs)}, dir: abs, prefix: prefix}, nil
}

// name is the name of a file of the command line in the workspace.
func (p *workDir) name(file string) (string, error) { return relative(p.dir, file) }

// relative is the slash path from a directory to a file.
func relative(dir, file string) (string, error) {
	from, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	to, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	rel, err := filepath.Rel(from, to)
	if err != nil {
		return "", fmt.Errorf("%s cannot be reached from %s", file, dir)
	}
	return filepath.ToSlash(rel), nil
}

// show turns a name of the workspace into one from the working directory.
func (p *workDir) show(name string) string {
	if name == "" {
		return ""
	}
	return path.Join(p.prefix, name)
}

// shown returns the diagnostics with the names of files as people see them.
func (p *workDir) shown(ds generator.Diagnostics) generator.Diagnostics {
	out := slices.Clone(ds)
	for i := range out {
		out[i].Pos.File = p.show(out[i].Pos.File)
		out[i].Related = slices.Clone(out[i].Related)
		for j := range out[i].Related {
			out[i].Related[j].Pos.File = p.show(out[i].Related[j].Pos.File)
		}
	}
	return out.Sorted()
}

// file gives the printer a file under the name that people see.
func (p *workDir) file(shown string) *generator.File {
	name, err := relative(p.dir, filepath.FromSlash(shown))
	if err != nil {
		return nil
	}
	return p.w.File(name)
}
