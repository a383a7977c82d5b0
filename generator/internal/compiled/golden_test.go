package compiled

import (
	"context"
	"flag"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/output"
	"github.com/bindery-go/bindery/generator/internal/workspace"

	// Golden packages are compiled with this test.
	_ "github.com/bindery-go/bindery/testdata/golden/containers"
	_ "github.com/bindery-go/bindery/testdata/golden/presence"
	_ "github.com/bindery-go/bindery/testdata/golden/unions"
	_ "github.com/bindery-go/bindery/testdata/golden/values"
)

var update = flag.Bool("update", false, "rewrite the golden packages")

const goldenDir = "../../../testdata/golden"

// TestGolden compares the packages of small schemas with what they were, so that
// a change of the generator shows in a review.
func TestGolden(t *testing.T) {
	schemas, err := filepath.Glob(goldenDir + "/*/schema.yaml")
	if err != nil || len(schemas) == 0 {
		t.Fatal("no golden packages", err)
	}
	for _, schema := range schemas {
		dir := filepath.Dir(schema)
		name := filepath.Base(dir)
		t.Run(name, func(t *testing.T) {
			files, ds := compiler.Generate(context.Background(), &workspace.Workspace{FS: os.DirFS(dir), Dir: "."}, config.Config{
				AssertFormat: true,
				Packages: []config.Package{{
					Schema: "schema.yaml", Name: name, Out: "out", Roots: []config.Root{{Name: "Root", Pointer: "#"}},
				}},
			})
			if ds.HasErrors() {
				t.Fatal(ds)
			}
			kept := map[string]bool{"schema.yaml": true}
			for file, data := range files {
				base := path.Base(file)
				if base == output.ManifestName {
					continue
				}
				kept[base] = true
				if *update {
					must(os.WriteFile(filepath.Join(dir, base), data, 0o666))
				}
				golden, err := os.ReadFile(filepath.Join(dir, base))
				if err != nil {
					t.Error(err)
				}
				if diff := cmp.Diff(strings.Split(string(golden), "\n"), strings.Split(string(data), "\n")); diff != "" {
					t.Errorf("%s differs (-golden +now); run with -update when it should:\n%s", base, diff)
				}
			}
			entries, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range entries {
				if !kept[e.Name()] {
					t.Errorf("%s is not generated any more", e.Name())
				}
			}
		})
	}
}
