package schema_test

import (
	"os"
	"path/filepath"
	"slices"
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

// notHere are the files of the suite whose verdicts need what the graph does
// not decide: formats, ECMA-262 patterns and content.
var notHere = []string{"/format/", "format-assertion.json", "ecmascript-regex.json", "content.json", "zeroTerminatedFloats.json"}

// TestSuite builds a graph for every schema of the official suite, the optional
// ones included, and compares the verdicts of a plain evaluator over the graph.
func TestSuite(t *testing.T) {
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
						t.Fatalf("%s: no graph", group.Get("description").Text)
					}
					if slices.ContainsFunc(notHere, func(part string) bool { return strings.Contains(filepath.ToSlash(path), part) }) {
						continue
					}
					for _, test := range group.Get("tests").Items {
						if got := evaluate(g.Roots[0], test.Get("data"), newMarks()); got != test.Get("valid").Bool {
							t.Errorf("%s: %s/%s: valid = %v", filepath.Base(path), group.Get("description").Text, test.Get("description").Text, got)
						}
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
