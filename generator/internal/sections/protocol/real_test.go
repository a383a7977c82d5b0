package protocol_test

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator/internal/compiled"
	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// fixes are what three of the real schemas need to be schemas at all. Two are
// no YAML; the third has text where a schema must be. Their users write the
// like into the files or into overlays.
var fixes = map[string]*strings.Replacer{
	"semantic-agent-discovery.yaml": strings.NewReplacer(
		`- domain: "testing", min_quality: 0.8`, `- {domain: "testing", min_quality: 0.8}`,
		`- operation: "generate", output_type: "TestSuite"`, `- {operation: "generate", output_type: "TestSuite"}`,
		`- input_type: "PRD", output_type: "SystemDesign"`, `- {input_type: "PRD", output_type: "SystemDesign"}`,
		`- input_type: "Implementation", output_type: "TestSuite"`, `- {input_type: "Implementation", output_type: "TestSuite"}`),
	"persistence-extension.yaml": strings.NewReplacer("\ndescription: \"Extends properties", "\nx-description: \"Extends properties"),
	"citation-integrity.yaml":    strings.NewReplacer("              script: |", "              script:\n               description: |"),
}

// TestRealSchemas generates a package for each of the real schemas, those of
// the repository and a larger collection beside the checkout, which is not
// always there, and compiles all of them in one build.
func TestRealSchemas(t *testing.T) {
	if testing.Short() {
		t.Skip("2026-11-28: compiles many packages")
	}
	own, _ := filepath.Glob("../../../../schemas/*.yaml")
	more, _ := filepath.Glob("../../../../../shared/schemas/*/*")
	tree := map[string][]byte{}
	imports := ""
	operations := 0
	for i, name := range append(own, more...) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, ".overlay.yaml") {
			continue
		}
		base := filepath.Base(name)
		if fix := fixes[base]; fix != nil {
			data = []byte(fix.Replace(string(data)))
		}
		pkg := fmt.Sprintf("real%d", i)
		w := &workspace.Workspace{FS: fstest.MapFS{base: {Data: data}}, Dir: "."}
		results, ds := compiler.Compile(context.Background(), w, config.Config{Packages: []config.Package{{
			Schema: base, Name: pkg, Out: pkg, Roots: []config.Root{{Name: "Root", Pointer: "#"}},
		}}})
		if ds.HasErrors() {
			t.Errorf("%s: %v", name, ds)
			continue
		}
		for file, data := range results[0].Files {
			tree[file] = data
		}
		operations += len(results[0].Sections.Protocol.Operations)
		imports += fmt.Sprintf("\t_ %q\n", path.Join(compiled.Module, pkg))
	}
	if operations < 9 { // those of the repository's own schemas
		t.Errorf("%d operations with steps", operations)
	}
	tree["main.go"] = []byte("package main\n\nimport (\n" + imports + ")\n\nfunc main() {}\n")
	compiled.Program(t, tree)
	t.Logf("%d operations with steps", operations)
}
