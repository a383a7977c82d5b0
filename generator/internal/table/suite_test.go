package table_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/suite"
	"github.com/bindery-go/bindery/generator/internal/table"
	"github.com/bindery-go/bindery/runtime/validate"
)

func TestSuite(t *testing.T) {
	t.Parallel()
	s := suite.Find(t)
	var excuses suite.Excuses
	for _, d := range suite.Drafts {
		count := 0
		for _, g := range s.Groups(t, d.Dir, d.Draft) {
			for _, failure := range run(&g, s.Remotes()) {
				if !g.Optional || !excuses.Excuse(failure) {
					t.Error(failure)
				}
			}
			count += len(g.Tests)
		}
		t.Logf("%s: %d tests", d.Dir, count)
	}
	excuses.CheckUsed(t, s, "")
}

// run judges all instances by all variants of the schema and returns what fails.
func run(g *suite.Group, remotes schema.Loader) []string {
	var failures []string
	for name, documents := range variants(g) {
		p, root, err := build(g, documents, remotes)
		if err != nil {
			failures = append(failures, fmt.Sprintf("%s: %s: %v", g.Name, name, err))
			continue
		}
		for _, test := range g.Tests {
			for _, instance := range []*document.Node{test.Data, suite.Reversed(test.Data)} {
				if problem := judge(p, root, instance.String(), test.Valid); problem != "" {
					failures = append(failures, fmt.Sprintf("%s: %s: %s: %s", g.Name, test.Name, name, problem))
					break
				}
			}
		}
	}
	return failures
}

// variants are schemas that have the same meaning as that of a group, as documents
// from mainURI on: the schema itself, with the members in reverse order, behind a
// reference to another document, within allOf, and as a second resource in the same
// document.
func variants(g *suite.Group) map[string]schema.Documents {
	const ref = `{"$ref": "` + suite.OtherURI + `"}`
	out := map[string]schema.Documents{
		"plain":       {mainURI: g.Schema},
		"reversed":    {mainURI: suite.Reversed(g.Schema)},
		"behind $ref": {mainURI: read(ref), suite.OtherURI: g.Schema},
		"in allOf":    {mainURI: read(`{"allOf": [{}, ` + ref + `]}`), suite.OtherURI: g.Schema},
	}
	if embedded := g.Embedded(); embedded != nil {
		out["second resource"] = schema.Documents{
			mainURI: read(fmt.Sprintf(`{"allOf": [%s], %q: {"other": %s}}`, ref, g.Definitions(), embedded)),
		}
	}
	return out
}

const mainURI = "https://bindery.test/main.json"

func read(text string) *document.Node {
	doc, _ := document.ReadJSON(source.NewFile("", []byte(text)))
	return doc
}

func build(g *suite.Group, documents schema.Documents, remotes schema.Loader) (*validate.Program, int, error) {
	graph, ds := schema.Build([]schema.Entry{{URI: mainURI}}, schema.Options{
		Draft:        g.Draft,
		AssertFormat: g.AssertFormat,
		Loader:       schema.Loaders{documents, remotes},
	})
	if ds.HasErrors() || len(graph.Roots) == 0 || graph.Roots[0] == nil {
		return nil, 0, fmt.Errorf("no graph: %v", ds)
	}
	p, ds := table.Build(graph, plan.NewPatterns())
	if ds != nil {
		return nil, 0, fmt.Errorf("no table: %v", ds)
	}
	return p, graph.Roots[0].ID, nil
}

// judge compares both modes of the evaluator with the verdict that is wanted.
func judge(p *validate.Program, root int, instance string, want bool) string {
	err := validate.Check(p, root, []byte(instance))
	if (err == nil) != want {
		return fmt.Sprintf("%s: want valid = %v, got %v", instance, want, err)
	}
	if holds := validate.Holds(p, root, []byte(instance)); holds != want {
		return fmt.Sprintf("%s: Check and Holds disagree: %v, %v", instance, err, holds)
	}
	if err == nil {
		return ""
	}
	var e *validate.Error
	if !errors.As(err, &e) || len(e.Violations) == 0 || e.Truncated {
		return fmt.Sprintf("%s: not a list of violations: %#v", instance, err)
	}
	return misplaced(instance, e.Violations)
}

// misplaced tells which violation does not stand where it says.
func misplaced(instance string, violations []validate.Violation) string {
	doc, _ := document.ReadJSON(source.NewFile("", []byte(instance)))
	for i := range violations {
		v := &violations[i]
		at, err := doc.Lookup(v.InstanceLocation)
		if err != nil {
			return fmt.Sprintf("%s: %v", v.InstanceLocation, err)
		}
		inName := strings.Contains(v.KeywordLocation, "/propertyNames")
		if !inName && (v.Line != at.Pos.Line || v.Column != at.Pos.Column) {
			return fmt.Sprintf("%+v is not at %v", v, at.Pos)
		}
		if i > 0 && (v.Line == violations[i-1].Line && v.Column < violations[i-1].Column) {
			return fmt.Sprintf("%+v is not in order", v)
		}
		if v.Message == "" || !strings.Contains(v.AbsoluteKeywordLocation, "#") || !strings.HasPrefix(v.KeywordLocation+"/", "/") {
			return fmt.Sprintf("%+v lacks something", v)
		}
	}
	return ""
}
