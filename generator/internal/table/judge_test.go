package table_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/table"
)

// TestJudgeLongUnions: the constants of a long union are looked up, and what else
// the schema says still counts.
func TestJudgeLongUnions(t *testing.T) {
	const uri = "file:///s.json"
	var consts strings.Builder
	for i := range 40 {
		fmt.Fprintf(&consts, `{"const": "v%d", "title": "t"}, `, i)
	}
	for _, tt := range []struct {
		name, schema   string
		accept, refuse []string
	}{
		{"oneOf", `{"oneOf": [` + consts.String() + `{"const": "w", "type": "string"}]}`, []string{`"v0"`, `"v39"`, `"w"`}, []string{`"v40"`, `1`}},
		{"a constant twice in oneOf", `{"oneOf": [` + consts.String() + `{"const": "v7"}]}`, []string{`"v6"`}, []string{`"v7"`}},
		{"a constant twice in anyOf", `{"anyOf": [` + consts.String() + `{"const": "v7"}]}`, []string{`"v6"`, `"v7"`}, []string{`"x"`}},
		{"another keyword beside", `{"maxLength": 2, "oneOf": [` + consts.String() + `{"const": "w"}]}`, []string{`"v6"`}, []string{`"v10"`}},
		{"another union beside", `{"anyOf": [{"const": "v1"}, {"const": "w"}], "oneOf": [` + consts.String() + `{"const": "w"}]}`, []string{`"v1"`, `"w"`}, []string{`"v2"`}},
		{"a branch that says more", `{"oneOf": [` + consts.String() + `{"const": "w", "maxLength": 0}]}`, []string{`"v1"`}, []string{`"w"`}},
		{"a constant of another type", `{"anyOf": [` + consts.String() + `{"const": "w", "type": "integer"}]}`, []string{`"v1"`}, []string{`"w"`}},
		{"numbers in two spellings", `{"oneOf": [` + consts.String() + `{"const": 1}, {"const": 1.0}]}`, []string{`"v1"`}, []string{`1`, `1.0`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			doc, ds := document.ReadJSON(source.NewFile("s.json", []byte(tt.schema)))
			if ds.HasErrors() {
				t.Fatal(ds)
			}
			g, ds := schema.Build([]schema.Entry{{URI: uri}}, schema.Options{Loader: schema.Documents{uri: doc}})
			if ds.HasErrors() {
				t.Fatal(ds)
			}
			program, bad := table.Build(g, plan.NewPatterns())
			if bad != nil {
				t.Fatal(bad)
			}
			judge := table.NewJudge(program)
			ask := func(text string, want bool) {
				v, _ := document.ReadJSON(source.NewFile("v.json", []byte(text)))
				if got := judge.Accepts(g.Roots[0].ID, v); got != want {
					t.Errorf("%s is accepted: %v", text, got)
				}
			}
			for _, text := range tt.accept {
				ask(text, true)
			}
			for _, text := range tt.refuse {
				ask(text, false)
			}
		})
	}
}
