package trouble

import (
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator/internal/compiled"
)

// shared is a folder beside the checkout with real schemas and documents. The
// tests that read it have nothing to do without it.
const shared = "../../../../shared"

// TestRealDocuments compiles real schemas and has each accept its real
// documents, all of which are valid, and write them back.
func TestRealDocuments(t *testing.T) {
	dirs, err := os.ReadDir(shared + "/benchmark")
	if err != nil {
		t.Skip("2026-11-28: the benchmark's documents are not there")
	}
	var cases []compiled.Case
	for _, d := range dirs {
		files := readAll(t, os.DirFS(shared+"/benchmark/"+d.Name()))
		c := compiled.Case{Name: d.Name(), Schema: "schema.json", Files: files}
		for line := range strings.Lines(string(files["instances.jsonl"].Data)) {
			if line = strings.TrimSpace(line); line != "" {
				c.Instances = append(c.Instances, line)
			}
		}
		cases = append(cases, c)
	}
	total := 0
	for i, out := range compiled.Run(t, cases) {
		t.Run(cases[i].Name, func(t *testing.T) {
			if out.Result == nil {
				t.Fatal(out.Diagnostics)
			}
			bytes := 0
			for _, data := range out.Result.Files {
				bytes += len(data)
			}
			ranges := 0
			for j, v := range out.Verdicts[0] {
				if problem := v.Problem(cases[i].Instances[j], true); problem != "" {
					t.Error(problem)
				}
				if v.Range {
					ranges++
				}
			}
			total += len(out.Verdicts[0])
			t.Logf("%d bytes of schema, %d bytes of code, %d documents, %d beyond the Go types",
				len(cases[i].Files["schema.json"].Data), bytes, len(out.Verdicts[0]), ranges)
		})
	}
	t.Logf("%d documents", total)
}

// refusedSchemas are the real schemas that must be refused, with the place of
// their first error.
var refusedSchemas = map[string]string{
	"ralph/persistence-extension.yaml":    "ralph/persistence-extension.yaml:18:1: error[B0102]", // a key twice
	"flows/citation-integrity.yaml":       "flows/citation-integrity.yaml:169:23: error[B0201]",  // a string for a schema
	"flows/semantic-agent-discovery.yaml": "flows/semantic-agent-discovery.yaml:233:26: error[B0101]",
}

// TestRealSchemas compiles the schemas of real agent systems, most of which have
// quirks; some are broken and must be refused where they are.
func TestRealSchemas(t *testing.T) {
	if _, err := os.Stat(shared + "/schemas"); err != nil {
		t.Skip("2026-11-28: the real schemas are not there")
	}
	files := readAll(t, os.DirFS(shared+"/schemas"))
	var cases []compiled.Case
	for name := range files {
		if ext := path.Ext(name); ext == ".yaml" || ext == ".json" {
			cases = append(cases, compiled.Case{Name: name, Schema: name, Files: files})
		}
	}
	slices.SortFunc(cases, func(a, b compiled.Case) int { return strings.Compare(a.Name, b.Name) })
	for i, out := range compiled.RunVetted(t, cases) {
		t.Run(cases[i].Name, func(t *testing.T) {
			first, refused := refusedSchemas[cases[i].Name]
			switch {
			case (out.Result == nil) != refused:
				t.Errorf("refused: %v: %v", refused, out.Diagnostics)
			case refused && !strings.HasPrefix(out.Diagnostics[0].String(), first):
				t.Errorf("the first error is %v, not at %s", out.Diagnostics[0], first)
			}
		})
	}
}

func readAll(t *testing.T, dir fs.FS) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(dir, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(dir, name)
		files[name] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
