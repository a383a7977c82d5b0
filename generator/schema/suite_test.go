package schema_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/diag"
	"github.com/bindery-go/bindery/generator/document"
	"github.com/bindery-go/bindery/generator/schema"
	"github.com/bindery-go/bindery/generator/source"
)

// suiteDir is the official test suite, which is read where it lies beside the
// repository.
const suiteDir = "../../../shared/json-schema-test-suite"

var suiteDrafts = []struct {
	dir   string
	draft schema.Draft
}{
	{"draft4", schema.Draft4},
	{"draft6", schema.Draft6},
	{"draft7", schema.Draft7},
	{"draft2019-09", schema.Draft2019},
	{"draft2020-12", schema.Draft2020},
}

// TestSuiteSchemasBuild builds a graph for every schema of the official suite,
// the optional ones included.
func TestSuiteSchemasBuild(t *testing.T) {
	if _, err := os.Stat(suiteDir); err != nil {
		t.Skip("the official test suite is not there")
	}
	remotes := schema.Directory{Prefix: "http://localhost:1234/", FS: os.DirFS(suiteDir + "/remotes"), Name: "remotes/"}
	for _, d := range suiteDrafts {
		t.Run(d.dir, func(t *testing.T) {
			n := 0
			err := filepath.WalkDir(filepath.Join(suiteDir, "tests", d.dir), func(path string, e os.DirEntry, err error) error {
				if err != nil || !strings.HasSuffix(path, ".json") {
					return err
				}
				data, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				doc, ds := document.ReadJSON(source.NewFile(filepath.Base(path), data))
				if ds.HasErrors() {
					t.Fatal(ds)
				}
				for _, group := range doc.Items {
					n++
					const uri = "https://bindery.test/schema.json"
					g, ds := schema.Build([]schema.Entry{{URI: uri}}, schema.Options{
						Draft:  d.draft,
						Loader: schema.Loaders{schema.Documents{uri: group.Get("schema")}, remotes},
					})
					for _, x := range ds {
						if x.Severity == diag.Error {
							t.Errorf("%s: %v", group.Get("description").Text, x)
						}
					}
					if len(g.Nodes) == 0 || g.Roots[0] == nil {
						t.Errorf("%s: no graph", group.Get("description").Text)
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d schemas", n)
		})
	}
}
