package sections_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/compiled"
)

var dataForms = []struct {
	compiled.Snippet
	want []string
}{
	{compiled.Snippet{
		Name: "tables",
		Schema: `
type: object
special_variables:
  Final: {description: "the \"end\"", rules: [a, b], examples: {x: null}}
  prompt: {description: start, key: k, weight: 1}
scopes: {global: {use_cases: []}, "per-task": {use_cases: [z], weight: 0.5, storage: "x/{id}.json"}}
learning_patterns: {a: {on: true}, b: {on: 3}}`,
		Code: `
for _, v := range p.SpecialVariables() {
	show(v.Key, v.Description, v.Rules, v.Examples, v.Key_, v.Weight)
}
show(p.SpecialVariableFinal, p.ScopePerTask, len(p.Scopes()), p.Scopes()[1].Weight, p.Scopes()[1].UseCases, p.LearningPatterns()[0].On, p.LearningPatterns()[1].On)`,
	}, []string{`Final, the "end", [a b], {"x":null}, , 0`, "prompt, start, [], , k, 1", "Final, per-task, 2, 0.5, [z], true, 3"}},
	{compiled.Snippet{
		Name: "values",
		Schema: `
type: object
defaults: {memory_capacity: 3, similarity_threshold: 0.7, enabled: true, path: .x/y/, big: 1e400, list: [a], mixed: [1], nothing: null}
naming_conventions: {recommended: [snake_case], examples: {good: [a], avoid: [b]}}`,
		Code: `
show(p.DefaultsMemoryCapacity, p.DefaultsSimilarityThreshold, p.DefaultsEnabled, p.DefaultsPath, p.DefaultsBig(), p.DefaultsList(), p.DefaultsMixed(), p.DefaultsNothing())
show(p.NamingConventionsRecommended(), p.NamingConventionsExamples())`,
	}, []string{"3, 0.7, true, .x/y/, 1e400, [a], [1], null", `[snake_case], {"good":["a"],"avoid":["b"]}`}},
	{compiled.Snippet{
		Name: "the schema and any section",
		Schema: `
type: object
"odd ` + "`" + `name\u2028": {text: "` + "`" + ` \\ \" é 😀"}
integration: {a/b: [1, {c: x}]}`,
		Code: `
text := p.Schema()
again := string(text)
for i := range text {
	text[i] = 'x'
}
show(again == string(p.Schema()), strings.HasPrefix(again, "{"))
show(p.SchemaAt("/integration/a~1b/1/c"))
show(p.SchemaAt("/nowhere"))
v, _ := p.SchemaAt("/odd ` + "`" + `name\u2028/text")
show(v.Str())`,
	}, []string{"true, true", `"x", true`, ", false", "` \\ \" é 😀, true"}},
	{compiled.Snippet{
		Name: "the schema before and after repairs",
		Schema: `
type: object
properties:
  a: {type: string, nullable: true}
  b: {type: array, items: {type: integer, enum: [1], nullable: true}}
  c: {type: string, enum: [x, null]}
  d: {type: string, examples: {good: y}}`,
		Code: `
show(string(p.Schema()))
show(string(p.RepairedSchema()))`,
	}, []string{
		`{`, `"type":"object",`, `"properties":{`,
		`"a":{"type":"string","nullable":true},`,
		`"b":{"type":"array","items":{"type":"integer","enum":[1],"nullable":true}},`,
		`"c":{"type":"string","enum":["x",null]},`,
		`"d":{"type":"string","examples":{"good":"y"}}}}`,
		`{`, `"type":"object",`, `"properties":{`,
		`"a":{"type":["string","null"],"nullable":true},`,
		`"b":{"type":"array","items":{"type":["integer","null"],"enum":[1,null],"nullable":true}},`,
		`"c":{"type":"string","enum":["x","null"]},`,
		`"d":{"type":"string","examples":["y"]}}}`,
	}},
	{compiled.Snippet{
		Name: "names that meet those of the sections",
		Schema: `
type: object
properties: {a: {$ref: "#/$defs/Limits"}, b: {$ref: "#/$defs/SchemaAt"}, c: {type: array}}
$defs: {Limits: {type: object, properties: {x: {type: string}}}, SchemaAt: {type: object, properties: {y: {type: string}}}, MaxC: {type: string}}
limits: {max_c: 1}
defaults: {x_y: 1, x-y: 2}`,
		Root: "Schema",
		Code: `
var x p.Schema
_, _ = x.A, x.B
show(len(p.Schema_()) > 0, p.MaxC, p.DefaultLimits().Check(&p.Schema{}), p.DefaultsXY)`,
	}, []string{"true, 1, nil, 1"}},
}

func TestData(t *testing.T) {
	var snippets []compiled.Snippet
	for _, c := range dataForms {
		snippets = append(snippets, c.Snippet)
	}
	for i, lines := range compiled.Show(t, nil, snippets) {
		t.Run(dataForms[i].Name, func(t *testing.T) {
			if diff := cmp.Diff(dataForms[i].want, lines); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
