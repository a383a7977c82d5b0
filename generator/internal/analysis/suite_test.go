package analysis_test

import (
	"testing"

	"github.com/bindery-go/bindery/generator/internal/analysis"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/suite"
)

// TestKindsHoldEveryValidInstance takes the verdicts of the official suite: what
// is valid must be of a kind that the analysis allows.
func TestKindsHoldEveryValidInstance(t *testing.T) {
	s := suite.Find(t)
	valid, narrowed := 0, 0
	for _, d := range suite.Drafts {
		for _, group := range s.Groups(t, d.Dir, d.Draft) {
			if group.Optional {
				continue
			}
			const uri = "file:///test.json"
			g, ds := schema.Build([]schema.Entry{{URI: uri}}, schema.Options{
				Draft: d.Draft, Loader: schema.Loaders{schema.Documents{uri: group.Schema}, s.Remotes()},
			})
			if ds.HasErrors() {
				t.Fatal(ds)
			}
			kinds := analysis.New(g).Kinds(g.Roots[0])
			if kinds != kind.All {
				narrowed++
			}
			for _, test := range group.Tests {
				if !test.Valid {
					continue
				}
				valid++
				if kinds&kind.Of(test.Data) == 0 {
					t.Errorf("%s: %s is valid, Kinds = %06b", group.Name, test.Data, kinds)
				}
			}
		}
	}
	t.Logf("%d valid instances, %d schemas with fewer than all kinds", valid, narrowed)
}
