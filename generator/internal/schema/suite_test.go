package schema_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/suite"
)

// notHere are the files of the suite whose verdicts need what the graph does
// not decide: formats, ECMA-262 patterns and content.
var notHere = []string{"/format/", "format-assertion.json", "ecmascript-regex.json", "content.json", "zeroTerminatedFloats.json"}

// TestSuite builds a graph for every schema of the official suite, the optional
// ones included, and compares the verdicts of a plain evaluator over the graph.
func TestSuite(t *testing.T) {
	s := suite.Find(t)
	for _, d := range suite.Drafts {
		t.Run(d.Dir, func(t *testing.T) {
			groups := s.Groups(t, d.Dir, d.Draft)
			for _, group := range groups {
				const uri = "https://bindery.test/schema.json"
				g, ds := schema.Build([]schema.Entry{{URI: uri}}, schema.Options{
					Draft:  d.Draft,
					Loader: schema.Loaders{schema.Documents{uri: group.Schema}, s.Remotes()},
				})
				for _, x := range ds {
					if x.Severity == diag.Error {
						t.Errorf("%s: %v", group.Name, x)
					}
				}
				if len(g.Nodes) == 0 || g.Roots[0] == nil {
					t.Fatalf("%s: no graph", group.Name)
				}
				if slices.ContainsFunc(notHere, func(part string) bool { return strings.Contains(group.File, part) }) {
					continue
				}
				for _, test := range group.Tests {
					if got := evaluate(g.Roots[0], test.Data, newMarks()); got != test.Valid {
						t.Errorf("%s: %s: valid = %v", group.Name, test.Name, got)
					}
				}
			}
			t.Logf("%d schemas", len(groups))
		})
	}
}
