package document

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// TestRealSchemas reads the collection of real schemas that lies beside the
// repository on the machines of its maintainers; realMistakes in
// yaml_test.go has the essence of what is wrong in it.
func TestRealSchemas(t *testing.T) {
	const dir = "../../../../shared/schemas"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("2026-11-28: no collection of real schemas on this machine")
	}
	known := map[string][]diag.Code{
		"persistence-extension.yaml": {diag.DuplicateName},
	}
	files := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !slices.Contains([]string{".json", ".yaml"}, filepath.Ext(path)) {
			return err
		}
		if d.Name() == "semantic-agent-discovery.yaml" {
			return nil // see TestSyntaxErrorsOfRealSchema
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		root, diagnostics := Read(source.NewFile(d.Name(), data))
		var got []diag.Code
		for _, f := range diagnostics {
			got = append(got, f.Code)
		}
		if diff := cmp.Diff(known[d.Name()], got); diff != "" {
			t.Errorf("%s: (-want +got)\n%s%v", d.Name(), diff, diagnostics)
		}
		if root == nil || root.Kind != Object {
			t.Errorf("%s: root is %v, want an object", d.Name(), root)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files == 0 {
		t.Error("the collection is empty")
	}
}
