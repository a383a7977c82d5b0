package sections_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/compiled"
)

// limitRule is one rule by which a limit binds to a document: a schema, documents,
// and the breaches of each, joined with "; ".
type limitRule struct {
	name   string
	schema string
	docs   []string
	want   []string
}

// nested is a document of so many nodes inside each other.
func nested(levels int) string {
	return strings.Repeat(`{"children":[`, levels) + `{}` + strings.Repeat(`]}`, levels)
}

const tree = `
$defs:
  Node:
    type: object
    properties:
      name: {type: string}
      depth: {type: integer}
      size: {type: number}
      children: {type: array, items: {$ref: "#/$defs/Node"}}
      value: {}
      tags: {type: object, additionalProperties: {$ref: "#/$defs/Node"}}
`

var limitRules = []limitRule{
	{
		name: "length of an array and a map, everywhere",
		schema: `
type: object
properties:
  history: {type: object, properties: {checkpoints: {type: array}}}
  tags: {type: object, additionalProperties: {type: string}}
limits: {max_checkpoints: 2, max_tags: 1}`,
		docs: []string{`{}`, `{"history":{"checkpoints":[1,2]},"tags":{"a":"b"}}`, `{"history":{"checkpoints":[1,2,3]},"tags":{"a":"b","c":"d"}}`},
		want: []string{"", "", "history.checkpoints: 3 of at most 2; tags: 2 of at most 1"},
	},
	{
		name: "declared members count like others",
		schema: `
type: object
properties:
  variables:
    type: object
    properties: {Final: {type: ["object", "null"]}, prompt: {type: string}, id: {type: string}}
    required: [id]
    additionalProperties: {type: string}
limits: {max_variables_per_state: 3}
title: State`,
		docs: []string{`{"variables":{"id":"","Final":null,"prompt":""}}`, `{"variables":{"id":"","Final":null,"prompt":"","a":""}}`},
		want: []string{"", "variables: 4 of at most 3"},
	},
	{
		name: "array of a definition, by the definition's name",
		schema: tree + `
type: object
properties: {roots: {type: array, items: {$ref: "#/$defs/Node"}}}
limits: {max_nodes: 1}`,
		docs: []string{`{"roots":[{}]}`, `{"roots":[{},{}]}`},
		want: []string{"", "roots: 2 of at most 1"},
	},
	{
		name: "per a definition, at every depth",
		schema: tree + `
type: object
properties: {root: {$ref: "#/$defs/Node"}}
limits: {max_children_per_node: 1}`,
		docs: []string{`{"root":{"children":[{"children":[{},{}]}],"tags":{"b":{},"a":{"children":[{},{},{}]}}}}`},
		want: []string{"root.children.0.children: 2 of at most 1; root.tags.a.children: 3 of at most 1"},
	},
	{
		name: "runes of a field and of the keys that are the field",
		schema: tree + `
type: object
properties: {nodes: {type: object, additionalProperties: {$ref: "#/$defs/Node"}}}
limits: {max_node_name_length: 3}`,
		docs: []string{`{"nodes":{"äöü":{"name":"äöü"}}}`, `{"nodes":{"äöüß":{"name":"abcd"}}}`},
		want: []string{"", "nodes.äöüß: 4 of at most 3 runes; nodes.äöüß.name: 4 of at most 3 runes"},
	},
	{
		name: "size of the document",
		schema: `
title: Trail Schema
type: object
properties: {text: {type: string}}
limits: {max_trail_size_mb: 1}`,
		docs: []string{`{"text":"` + strings.Repeat("<", 1<<20-11) + `"}`, `{"text":"` + strings.Repeat("<", 1<<20-10) + `"}`},
		want: []string{"", "2 of at most 1 MB"},
	},
	{
		name: "size of any value, as compact JSON",
		schema: tree + `
type: object
properties: {root: {$ref: "#/$defs/Node"}}
limits: {max_inline_value_size_bytes: 7}`,
		docs: []string{`{"root":{"value": [1, 2, 3] }}`, `{"root":{"value":[1,2,3,4]}}`, `{"root":{}}`},
		want: []string{"", "root.value: 9 of at most 7 bytes", ""},
	},
	{
		name: "depth, real and stated, and number of a recursive definition",
		schema: strings.Replace(tree, "$defs:", "$ref: '#/$defs/Node'\ntitle: Tree\n$defs:", 1) + `
limits: {max_depth: 2, max_total_nodes: 4}`,
		docs: []string{nested(2), nested(3), nested(4), `{"depth":3,"children":[{},{},{},{}]}`},
		want: []string{"", "children.0.children.0.children.0: 3 of at most 2",
			"children.0.children.0.children.0.children.0: 4 of at most 2; 5 of at most 4",
			"depth: 3 of at most 2; 5 of at most 4"},
	},
	{
		name: "an integer of the limit's name is data",
		schema: `
type: object
properties: {metadata: {type: object, properties: {max_parts: {type: integer}}}, parts: {type: array}}
limits: {max_parts: 1}`,
		docs: []string{`{"metadata":{"max_parts":7},"parts":[1]}`},
		want: []string{""},
	},
	{
		name: "lower limits",
		schema: `
type: object
properties: {parts: {type: array}, name: {type: string}}
title: Thing
limits: {min_parts: 2, min_name_length: 2, min_thing_size_bytes: 12}`,
		docs: []string{`{}`, `{"parts":[1],"name":"ä"}`, `{"parts":[1,2],"name":"ab"}`},
		want: []string{"2 of at least 12 bytes", "parts: 1 of at least 2; name: 1 of at least 2 runes", ""},
	},
	{
		name: "bound by x-bindery",
		schema: tree + `
type: object
properties:
  root: {$ref: "#/$defs/Node"}
  pair: {type: array, prefixItems: [{type: string}, {$ref: "#/$defs/Node"}]}
  any: {oneOf: [{type: string}, {$ref: "#/$defs/Node"}]}
  exact: {type: string, format: date-time}
limits: {weight: 5, words: 3, size: 2}
x-bindery:
  limits:
    weight: {measure: number, of: "#/$defs/Node/properties/size"}
    words: {measure: length, of: "#/$defs/Node/properties/value"}
    size: {measure: size, of: "#/properties/pair"}`,
		docs: []string{
			`{"root":{"size":5,"value":[1,2,3]},"any":"x"}`,
			`{"root":{"size":5.1,"value":{"a":1,"b":2,"c":3,"d":4}},"any":{"size":6},"pair":["x",{"value":[1,2,3,4]}]}`,
		},
		want: []string{"", "root.size: 6 of at most 5; root.value: 4 of at most 3; pair: 25 of at most 2 bytes; pair.1.value: 4 of at most 3; any.size: 6 of at most 5"},
	},
	{
		name: "a document that may be null",
		schema: `
type: [object, "null"]
title: Thing
properties: {parts: {type: array}}
limits: {max_parts: 1, max_thing_size_bytes: 15}`,
		docs: []string{`null`, `{"parts":[1,2]}`, `{"parts":[1,22]}`},
		want: []string{"", "parts: 2 of at most 1", "16 of at most 15 bytes; parts: 2 of at most 1"},
	},
	{
		name: "nullable values and arrays of them",
		schema: `
type: object
required: [must]
properties:
  must: {type: [array, "null"]}
  may: {type: [array, "null"]}
  list: {type: array, items: {type: [object, "null"], properties: {notes: {type: array}}}}
limits: {max_must: 1, max_may: 1, max_notes: 1}`,
		docs: []string{`{"must":null,"may":null,"list":[null]}`, `{"must":[1,2],"may":[1,2],"list":[null,{"notes":[1,2]}]}`},
		want: []string{"", "must: 2 of at most 1; may: 2 of at most 1; list.1.notes: 2 of at most 1"},
	},
}

// TestLimits builds one program of all rules and checks their documents.
func TestLimits(t *testing.T) {
	var snippets []compiled.Snippet
	for _, r := range limitRules {
		var code strings.Builder
		for _, doc := range r.docs {
			fmt.Fprintf(&code, "show(strings.ReplaceAll(fmt.Sprint(p.DefaultLimits().Check(must(p.ParseRoot([]byte(%q))))), \"\\n\", \"; \"))\n", doc)
		}
		snippets = append(snippets, compiled.Snippet{Name: r.name, Schema: r.schema, Code: code.String()})
	}
	for i, lines := range compiled.Show(t, nil, append(snippets, others...)) {
		if i >= len(limitRules) {
			o := i - len(limitRules)
			t.Run(others[o].Name, func(t *testing.T) {
				if diff := cmp.Diff(shown[o], lines); diff != "" {
					t.Errorf("(-want +got)\n%s", diff)
				}
			})
			continue
		}
		t.Run(limitRules[i].name, func(t *testing.T) {
			var want []string
			for _, breaches := range limitRules[i].want {
				if breaches == "" {
					breaches = "<nil>"
				}
				want = append(want, breaches)
			}
			if diff := cmp.Diff(want, lines); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// others show what is generated beside the checks.
var (
	others = []compiled.Snippet{
		{
			Name: "constants, with and without a check",
			Schema: `
type: object
properties: {parts: {type: array}}
limits: {max_parts: 3, keep_days: 90, ratio: 0.5, range: "3-4", nested: {max_things: 7}, forever: -1}`,
			Code: `
show(p.MaxParts, p.KeepDays, p.Ratio, p.Range, p.NestedMaxThings, p.Forever)
fmt.Printf("%+v\n", p.DefaultLimits())
l := p.DefaultLimits()
l.MaxParts = -1
show(l.Check(nil), len([]int{1}) < p.MaxParts)`,
		},
		{
			Name: "too much that goes to a file is not a breach",
			Schema: `
type: object
properties: {value: {}, list: {type: array}, name: {type: string}}
limits: {max_value_size_kb: 1, max_list: 2, max_name_length: 1}
x-bindery:
  limits:
    max_value_size_kb: {measure: size, of: "#/properties/value", effect: spill}
    max_list: {measure: length, of: "#/properties/list", effect: spill}
    max_name_length: {measure: runes, of: "#/properties/name", effect: spill}`,
			Code: `
l := p.DefaultLimits()
x := must(p.ParseRoot([]byte("{\"value\":\"" + strings.Repeat("x", 1023) + "\",\"list\":[1,2,3]}")))
show(l.OverMaxValueSizeKb(x.Value))
show(l.OverMaxList(x.List))
show(l.OverMaxNameLength("ä"))
show(l.OverMaxNameLength("äö"))
l.MaxList = -1
show(l.OverMaxList(x.List))`,
		},
	}
	shown = [][]string{
		{"3, 90, 0.5, 3-4, 7, -1", "{MaxParts:3 KeepDays:90 NestedMaxThings:7 Forever:-1}", "nil, true"},
		{"true, nil", "true, nil", "false, nil", "true, nil", "false, nil"},
	}
)
