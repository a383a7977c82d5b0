package generator

import (
	"context"

	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/fsck"
)

// StorageRoot is a directory of files at the storage paths of schemas.
type StorageRoot = fsck.Root

// Fsck checks the files below a directory against the storage paths of the
// configuration's schemas. What the schemas themselves are found at is there only
// where one cannot be compiled. The error is one of reading the directory.
func Fsck(ctx context.Context, w *Workspace, c Config, root StorageRoot) (Diagnostics, error) {
	results, ds := compiler.Compile(ctx, w, c)
	if ds.HasErrors() {
		return ds, nil
	}
	return fsck.Check(root, results)
}
