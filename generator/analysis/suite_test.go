package analysis_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/bindery-go/bindery/generator/analysis"
	"github.com/bindery-go/bindery/generator/document"
	"github.com/bindery-go/bindery/generator/schema"
	"github.com/bindery-go/bindery/generator/source"
)

// suiteDir is the official test suite, which is read where it lies beside the
// repository.
const suiteDir = "../../../shared/json-schema-test-suite"

// TestKindsHoldEveryValidInstance takes the verdicts of the official suite: what
// is valid must be of a kind that the analysis allows.
func TestKindsHoldEveryValidInstance(t *testing.T) {
	if _, err := os.Stat(suiteDir); err != nil {
		t.Skip("the official test suite is not there")
	}
	remotes := schema.Directory{Prefix: "http://localhost:1234/", FS: os.DirFS(suiteDir + "/remotes")}
	valid, narrowed := 0, 0
	for dir, draft := range map[string]schema.Draft{
		"draft4": schema.Draft4, "draft6": schema.Draft6, "draft7": schema.Draft7,
		"draft2019-09": schema.Draft2019, "draft2020-12": schema.Draft2020,
	} {
		paths, err := filepath.Glob(filepath.Join(suiteDir, "tests", dir, "*.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			doc, _ := document.ReadJSON(source.NewFile(filepath.Base(path), data))
			for _, group := range doc.Items {
				const uri = "file:///test.json"
				g, ds := schema.Build([]schema.Entry{{URI: uri}}, schema.Options{
					Draft: draft, Loader: schema.Loaders{schema.Documents{uri: group.Get("schema")}, remotes},
				})
				if ds.HasErrors() {
					t.Fatal(ds)
				}
				kinds := analysis.New(g).Kinds(g.Roots[0])
				if kinds != analysis.AllKinds {
					narrowed++
				}
				for _, test := range group.Get("tests").Items {
					if !test.Get("valid").Bool {
						continue
					}
					valid++
					if kinds&analysis.KindOf(test.Get("data")) == 0 {
						t.Errorf("%s %s: %s is valid, Kinds = %06b", dir, group.Get("description").Text, test.Get("data"), kinds)
					}
				}
			}
		}
	}
	t.Logf("%d valid instances, %d schemas with fewer than all kinds", valid, narrowed)
}
