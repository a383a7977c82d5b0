package generator

import (
	"context"
	"io/fs"
	"os"

	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/output"
)

// Change is a difference between generated files and those on disk.
type Change = output.Change

// Kinds of changes.
const (
	Added   = output.Added
	Changed = output.Changed
	Removed = output.Removed
)

// ManifestName is the file in each generated package that lists what the
// package consists of.
const ManifestName = output.ManifestName

// Dirs are the directories that generation writes to.
type Dirs = output.Dirs

// Obstacle is something at the path of a generated file that is not a file.
type Obstacle = output.Obstacle

// Compare lists how the files differ from those in fsys, and what is in the way of
// writing them.
func Compare(fsys fs.FS, files Files, dirs Dirs) ([]Change, []Obstacle, error) {
	return output.Compare(fsys, files, dirs)
}

// ReadGenerated reads a file that generation writes, and nothing else that may be
// in its place.
func ReadGenerated(fsys fs.FS, name string) ([]byte, *Obstacle, error) {
	return output.Read(fsys, name)
}

// Abandoned finds the packages that a configuration has generated and does not have any
// more: what to remove, and the directories that hold other files as well.
func Abandoned(fsys fs.FS, config string, own []string) ([]Change, []string, error) {
	return output.Abandoned(fsys, config, own)
}

// Left reports directories that Abandoned returns.
func Left(dirs []string) Diagnostics { return compiler.Left(dirs) }

// HasConflict reports whether a file has the marks of a merge conflict.
func HasConflict(c Change) bool { return compiler.HasConflict(c) }

// Apply makes the changes, each by rename. When ctx ends before the first of them
// it makes none.
func Apply(ctx context.Context, root *os.Root, changes []Change) error {
	return output.Apply(ctx, root, changes)
}

// Drift gives changes as diagnostics: one a file, at the first line that differs.
func Drift(changes []Change) Diagnostics { return compiler.Drift(changes) }

// Foreign reports changes that would overwrite a user's file.
func Foreign(w *Workspace, c Config, changes []Change) Diagnostics {
	return compiler.Foreign(w, c, changes)
}

// Obstructed reports what is in the way of generated files.
func Obstructed(obstacles ...Obstacle) Diagnostics { return compiler.Obstructed(obstacles) }

// HoldNames gives a package the names that it had when it was last generated:
// those in the manifest file with the given name and content.
func HoldNames(p *Package, name string, data []byte) Diagnostics {
	return compiler.HoldNames(p, name, data)
}
