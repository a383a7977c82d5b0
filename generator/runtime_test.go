package generator_test

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// TestRuntimePackagesHaveExamples lists the packages of the runtime that show
// nobody how they are used. Those below internal have no user. The examples of
// what only generated code calls, below gen, are the generated packages.
func TestRuntimePackagesHaveExamples(t *testing.T) {
	shows := map[string]bool{} // by package, for all of them
	root := os.DirFS("../runtime")
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if _, err := fs.Stat(root, path.Join(name, "go.mod")); err == nil || slices.Contains([]string{"internal", "gen", "testdata"}, entry.Name()) {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		dir := path.Dir(name)
		text, err := fs.ReadFile(root, name)
		isExample := strings.HasSuffix(name, "_test.go") && bytes.Contains(text, []byte("\nfunc Example"))
		shows[dir] = shows[dir] || isExample
		return err
	})
	if err != nil || len(shows) < 20 {
		t.Fatalf("%d packages, %v", len(shows), err)
	}
	for dir, ok := range shows {
		if !ok {
			t.Errorf("runtime/%s has no Example", dir)
		}
	}
}
