package breaking

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/table"
)

// version reads a schema for the comparison of documents alone.
func version(t testing.TB, name, text string) *Version {
	t.Helper()
	doc, ds := document.Read(source.NewFile(name, []byte(text)))
	if ds.HasErrors() {
		t.Fatalf("%s: %v", text, ds)
	}
	const uri = "file:///s.json"
	g, ds := schema.Build([]schema.Entry{{URI: uri}}, schema.Options{Loader: schema.Documents{uri: doc}, AssertFormat: true})
	if ds.HasErrors() {
		t.Fatalf("%s: %v", text, ds)
	}
	p, bad := table.Build(g, plan.NewPatterns())
	if bad != nil {
		t.Fatal(bad)
	}
	judge := table.NewJudge(p)
	return &Version{
		Graph:   g,
		Accepts: func(n *schema.Node, v *document.Node) bool { return judge.Accepts(n.ID, v) },
		Entries: []Entry{{Name: "Root", Pointer: "#", Node: g.Roots[0]}},
	}
}

func compare(t testing.TB, old, new string) []string {
	t.Helper()
	var got []string
	for _, d := range documents(version(t, "old.json", old), version(t, "new.json", new)) {
		got = append(got, fmt.Sprintf("%s %s", d.Code, d.Message))
	}
	return got
}

func TestDocuments(t *testing.T) {
	for _, test := range changes {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, compare(t, test.old, test.new)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if got := compare(t, test.old, test.old); !slices.Equal(got, nil) {
				t.Errorf("the old schema breaks itself: %v", got)
			}
			if got := compare(t, test.new, test.new); !slices.Equal(got, nil) {
				t.Errorf("the new schema breaks itself: %v", got)
			}
		})
	}
}
