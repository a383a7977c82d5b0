package build_test

import (
	"slices"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/plan/build"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/schema/schematest"
	"github.com/bindery-go/bindery/generator/internal/table"
)

// planOf makes the plan of a schema.
func planOf(t *testing.T, text string) *plan.Plan {
	t.Helper()
	g := schematest.Graph(t, text)
	patterns := plan.NewPatterns()
	program, bad := table.Build(g, patterns)
	if bad != nil {
		t.Fatal(bad)
	}
	b := build.New(g, intersect.New(g, patterns), table.NewJudge(program), map[*schema.Node]bool{g.Roots[0]: true})
	p := b.Entry("Root", g.Roots[0], false)
	b.Finish()
	return p
}

// TestUnplanned: the evaluator judges the nodes with an assertion of which plans
// know nothing, values of the kinds that the assertion speaks of.
func TestUnplanned(t *testing.T) {
	if names := build.Unplanned().Names(); len(names) > 0 {
		t.Errorf("plans know nothing of %v", names)
	}
	for _, tt := range []struct {
		keyword, schema string
		kinds           kind.Set
	}{
		{"uniqueItems", `{uniqueItems: true, maxItems: 3}`, kind.Array},
		{"multipleOf", `{multipleOf: 2}`, kind.Number},
		{"pattern", `{type: [string, array], pattern: a, minItems: 1}`, kind.String},
		{"minProperties", `{type: object, minProperties: 1}`, kind.Object},
	} {
		t.Run(tt.keyword, func(t *testing.T) {
			isEvaluate := func(c plan.Check) bool { return c.Rule == plan.Evaluate }
			if p := planOf(t, tt.schema); slices.ContainsFunc(p.WholeValue, isEvaluate) {
				t.Error("the evaluator judges what the plan has checks for")
			}
			build.Unlearn(t.Cleanup, tt.keyword)
			p := planOf(t, tt.schema)
			for _, b := range branchesOf(p) {
				for _, c := range b.WholeValue {
					if isEvaluate(c) && c.Kinds&tt.kinds == tt.kinds {
						return
					}
				}
			}
			t.Errorf("nobody judges %s:\n%+v", tt.schema, p)
		})
	}
}

// branchesOf is a plan and those of its union.
func branchesOf(p *plan.Plan) []*plan.Plan {
	plans := []*plan.Plan{p}
	if p.Union != nil {
		for _, b := range p.Union.Branches {
			plans = append(plans, b.Plan)
		}
	}
	return plans
}
