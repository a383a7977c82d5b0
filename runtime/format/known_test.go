package format_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/runtime/format"
)

// TestFunction: the functions that the table names are exported by this package,
// or by idn under the same name.
func TestFunction(t *testing.T) {
	exported := map[string]bool{}
	for _, dir := range []string{".", "idn"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(files, err)
		}
		for _, name := range files {
			source, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, source, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Type.TypeParams != nil {
					exported[f.Name.Name] = true
				}
			}
		}
	}
	for _, name := range format.Names() {
		if f := format.Function(name); !exported[f] {
			t.Errorf("%s: no function %s", name, f)
		}
		if _, ok := format.Lookup[string](name); !ok && name != "idn-hostname" {
			t.Errorf("Lookup does not find %s", name)
		}
		if wanted := format.Wanted(name); wanted != "" && !strings.HasPrefix(wanted, "a ") && !strings.HasPrefix(wanted, "an ") {
			t.Errorf("%s: wanted is %q", name, wanted)
		}
	}
	if format.Function("color") != "" || format.Wanted("color") != "" {
		t.Error("color has a checker")
	}
}
