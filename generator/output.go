package generator

import (
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

// Compare lists how the files differ from those in fsys, where the directories
// are generated ones.
func Compare(fsys fs.FS, files Files, dirs []string) ([]Change, error) {
	return output.Compare(fsys, files, dirs)
}

// Apply makes the changes, each by rename.
func Apply(root *os.Root, changes []Change) error { return output.Apply(root, changes) }

// Drift gives changes as findings: one a file, at the first line that differs.
func Drift(changes []Change) Diagnostics { return compiler.Drift(changes) }

// Foreign reports changes that would overwrite a user's file.
func Foreign(c Config, changes []Change) Diagnostics { return compiler.Foreign(c, changes) }

// HoldNames gives a package the names that it had when it was last generated:
// those in the manifest file with the given name and content.
func HoldNames(p *Package, name string, data []byte) Diagnostics {
	return compiler.HoldNames(p, name, data)
}
