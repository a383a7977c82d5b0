package schema_test

import (
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// mainURI is the URI of the schema under test.
const mainURI = "https://bindery.test/dir/main.json"

// read parses JSON or YAML text that has no mistakes.
func read(t *testing.T, name, text string) *document.Node {
	t.Helper()
	doc, ds := document.Read(source.NewFile(name, []byte(text)))
	if ds.HasErrors() {
		t.Fatalf("%s: %v", name, ds)
	}
	return doc
}

// documents makes a loader of texts by URI; the main one is "".
func documents(t *testing.T, files map[string]string) schema.Documents {
	t.Helper()
	docs := schema.Documents{}
	for uri, text := range files {
		if uri == "" {
			docs[mainURI] = read(t, "main.yaml", text)
		} else {
			docs[uri] = read(t, uri[strings.LastIndexByte(uri, '/')+1:], text)
		}
	}
	return docs
}

func build(t *testing.T, options schema.Options, files map[string]string) (*schema.Graph, diag.Diagnostics) {
	t.Helper()
	options.Loader = documents(t, files)
	return schema.Build([]schema.Entry{{URI: mainURI}}, options)
}

// mustBuild builds a schema that has no errors.
func mustBuild(t *testing.T, files map[string]string) *schema.Graph {
	t.Helper()
	g, ds := build(t, schema.Options{}, files)
	if ds.HasErrors() {
		t.Fatal(ds.Sorted())
	}
	return g
}

func valid(t *testing.T, n *schema.Node, instance string) bool {
	t.Helper()
	return evaluate(n, read(t, "instance.json", instance), newMarks())
}

// TestReferences compares verdicts where a wrong target gives another one.
func TestReferences(t *testing.T) {
	tests := []struct {
		name           string
		files          map[string]string
		valid, invalid []string
	}{
		{
			name: "pointer into the properties of a property",
			files: map[string]string{"": `
properties:
  long_term: {properties: {facts: {items: {type: integer}}}}
  short_term: {items: {$ref: "#/properties/long_term/properties/facts/items"}}`},
			valid:   []string{`{"short_term": [1]}`},
			invalid: []string{`{"short_term": ["x"]}`},
		}, {
			name: "percent and tilde escapes in a pointer",
			files: map[string]string{"": `
properties:
  a: {$ref: "#/$defs/a%25b"}
  b: {$ref: "#/$defs/c~1d"}
  c: {$ref: "#/$defs/e~0f"}
  d: {$ref: "#/$defs/%7E01"}
  e: {$ref: "#/$defs/"}
$defs: {a%b: {const: 1}, c/d: {const: 2}, e~f: {const: 3}, ~1: {const: 4}, "": {const: 5}}`},
			valid:   []string{`{"a":1,"b":2,"c":3,"d":4,"e":5}`},
			invalid: []string{`{"a":2}`, `{"b":1}`, `{"c":1}`, `{"d":1}`, `{"e":1}`},
		}, {
			name: "characters in a pointer that no URI has",
			files: map[string]string{"": `{"$ref": "#/definitions/Record<string, unknown>",
				"definitions": {"Record<string, unknown>": {"type": "object"}}}`},
			valid:   []string{`{}`},
			invalid: []string{`1`},
		}, {
			name: "inner $id opens a base of its own",
			files: map[string]string{"": `
$id: https://schemas.test/root.json
properties:
  name: {$ref: '#/$defs/name'}
  agent: {$ref: agent.json}
  i: {$ref: '#item'}
  j: {$ref: agent.json#item}
$defs:
  name: {type: string}
  rootItem: {$anchor: item, type: integer}
  Agent:
    $id: agent.json
    properties: {name: {$ref: '#/$defs/name'}}
    $defs: {name: {type: integer}, agentItem: {$anchor: item, type: boolean}}`},
			valid:   []string{`{"name":"x","agent":{"name":1},"i":1,"j":true}`},
			invalid: []string{`{"agent":{"name":"x"}}`, `{"name":1}`, `{"i":true}`, `{"j":1}`},
		}, {
			name: "files that refer to each other by relative path",
			files: map[string]string{
				"":                                    `{$ref: sub/a.json}`,
				"https://bindery.test/dir/sub/a.json": `{"properties": {"n": {"type": "integer"}, "b": {"$ref": "../b.json#/$defs/B"}}}`,
				"https://bindery.test/dir/b.json":     `{"$defs": {"B": {"properties": {"s": {"type": "string"}, "a": {"$ref": "./sub/a.json"}}}}}`,
			},
			valid:   []string{`{"n":1,"b":{"s":"x","a":{"n":2}}}`},
			invalid: []string{`{"b":{"s":1}}`, `{"b":{"a":{"n":"x"}}}`},
		}, {
			name: "neighbour file of a schema whose $id is on a server",
			files: map[string]string{
				"":                                   `{$id: "https://elsewhere.test/v1/main.json", items: {$ref: item.json}}`,
				"https://bindery.test/dir/item.json": `{"$id": "https://elsewhere.test/v1/item.json", "type": "null"}`,
			},
			valid:   []string{`[null]`},
			invalid: []string{`[1]`},
		}, {
			name: "draft 7 $id with only a fragment is an anchor",
			files: map[string]string{"": `
$schema: http://json-schema.org/draft-07/schema#
items: {$ref: '#foo'}
definitions: {a: {$id: '#foo', type: integer}}`},
			valid:   []string{`[1]`},
			invalid: []string{`["x"]`},
		}, {
			name: "draft 4 id scopes",
			files: map[string]string{"": `
$schema: http://json-schema.org/draft-04/schema#
id: http://x.test/root.json
items: {$ref: 'inner.json#/definitions/n'}
definitions:
  n: {type: string}
  inner: {id: inner.json, definitions: {n: {type: integer}}}`},
			valid:   []string{`[1]`},
			invalid: []string{`["x"]`},
		}, {
			name: "draft 7 $ref hides its siblings and a sibling $id",
			files: map[string]string{"": `
$schema: http://json-schema.org/draft-07/schema#
properties:
  a: {$id: 'http://x.test/', $ref: 'n.json', maxLength: 1}
definitions: {n: {$id: n.json, type: string}}`},
			valid:   []string{`{"a":"long"}`},
			invalid: []string{`{"a":1}`},
		}, {
			name: "2019-09 $ref has siblings",
			files: map[string]string{"": `
$schema: https://json-schema.org/draft/2019-09/schema
$ref: '#/$defs/n'
maxLength: 1
$defs: {n: {type: string}}`},
			valid:   []string{`"a"`},
			invalid: []string{`"long"`, `1`},
		}, {
			name: "$id in enum, const and unknown keywords is not an identifier",
			files: map[string]string{"": `
$ref: https://x.test/n
enum: [{$id: "https://x.test/n", type: "null"}, 1, x]
unknown: {inner: {$id: "https://x.test/n", type: boolean}}
$defs: {real: {$id: "https://x.test/n", type: integer}, c: {const: {$id: "https://x.test/n"}}}`},
			valid:   []string{`1`},
			invalid: []string{`"x"`},
		}, {
			name: "reference into an unknown keyword",
			files: map[string]string{"": `
$ref: '#/x-types/list/0'
x-types: {list: [{type: integer, allOf: [{$ref: '#/$defs/small'}]}]}
$defs: {small: {maximum: 9}}`},
			valid:   []string{`1`},
			invalid: []string{`"x"`, `10`},
		}, {
			name: "$id inside an unknown keyword is the base of what lies in it",
			files: map[string]string{"": `
$ref: '#/x-types/a'
x-types: {a: {$id: "https://x.test/a", $ref: '#/$defs/n', $defs: {n: {type: integer}}}}
$defs: {n: {type: string}}`},
			valid:   []string{`1`},
			invalid: []string{`"x"`},
		}, {
			name: "pointer across the root of an embedded resource",
			files: map[string]string{"": `
$ref: '#/$defs/outer/$defs/inner'
$defs: {outer: {$id: "https://x.test/o", $defs: {inner: {$ref: '#/$defs/n'}, n: {type: integer}}}, n: {type: string}}`},
			valid:   []string{`1`},
			invalid: []string{`"x"`},
		}, {
			name: "urn: and tag: URIs",
			files: map[string]string{"": `
$id: urn:uuid:deadbeef-1234-00ff-ff00-4321feebdaed
properties:
  a: {$ref: 'urn:uuid:deadbeef-1234-00ff-ff00-4321feebdaed#/$defs/n'}
  b: {$ref: '#/$defs/n'}
  c: {$ref: 'tag:x.test,2024:thing#it'}
$defs:
  n: {type: integer}
  t: {$id: 'tag:x.test,2024:thing', $defs: {i: {$anchor: it, type: boolean}}}`},
			valid:   []string{`{"a":1,"b":1,"c":true}`},
			invalid: []string{`{"a":"x"}`, `{"b":"x"}`, `{"c":1}`},
		}, {
			name: "a referred schema keeps its own draft",
			files: map[string]string{
				"": `{items: {$ref: old.json}}`,
				"https://bindery.test/dir/old.json": `{"$schema": "http://json-schema.org/draft-04/schema#",
					"minimum": 1, "exclusiveMinimum": true, "const": 7}`,
			},
			valid:   []string{`[2]`},
			invalid: []string{`[1]`},
		}, {
			name: "an embedded resource has a draft of its own",
			files: map[string]string{"": `
items: {$ref: 'https://x.test/old'}
$defs:
  old: {$id: 'https://x.test/old', $schema: 'http://json-schema.org/draft-07/schema#', items: [{type: integer}], definitions: {}}`},
			valid:   []string{`[[1, "x"]]`},
			invalid: []string{`[["x"]]`},
		}, {
			name: "dynamic anchor of the outermost resource wins",
			files: map[string]string{"": `
$id: https://schemas.test/string-list
$ref: list
$defs:
  T: {$dynamicAnchor: T, type: string}
  list: {$id: list, type: array, items: {$dynamicRef: '#T'}, $defs: {T: {$dynamicAnchor: T}}}`},
			valid:   []string{`["a"]`, `[]`},
			invalid: []string{`[1]`, `"a"`},
		}, {
			name: "one location, two dynamic scopes",
			files: map[string]string{"": `
$id: https://schemas.test/both
properties: {ints: {$ref: ints}, strings: {$ref: strings}}
$defs:
  i: {$id: ints, $ref: list, $defs: {T: {$dynamicAnchor: T, type: integer}}}
  s: {$id: strings, $ref: list, $defs: {T: {$dynamicAnchor: T, type: string}}}
  list: {$id: list, items: {$dynamicRef: '#T'}, $defs: {T: {$dynamicAnchor: T}}}`},
			valid:   []string{`{"ints":[1],"strings":["a"]}`},
			invalid: []string{`{"ints":["a"]}`, `{"strings":[1]}`},
		}, {
			name: "a resource that a pointer passes is not in the dynamic scope",
			files: map[string]string{"": `
$id: https://schemas.test/main
$ref: 'outer#/$defs/item'
$defs:
  outer:
    $id: outer
    $defs:
      item: {$id: item, $dynamicRef: '#T', $defs: {T: {$dynamicAnchor: T, type: integer}}}
      T: {$dynamicAnchor: T, type: string}`},
			valid:   []string{`1`},
			invalid: []string{`"a"`},
		}, {
			name: "reference into a standard meta-schema",
			files: map[string]string{"": `
properties:
  old: {$ref: 'http://json-schema.org/draft-07/schema#/definitions/nonNegativeInteger'}
  new: {$ref: 'https://json-schema.org/draft/2020-12/schema'}`},
			valid:   []string{`{"old":1,"new":{"type":"string"}}`},
			invalid: []string{`{"old":-1}`, `{"new":{"properties":{"a":{"type":"strong"}}}}`, `{"new":{"allOf":[]}}`},
		}, {
			name: "dependencies after draft 7",
			files: map[string]string{"": `
dependencies: {a: [b], c: {required: [d]}}`},
			valid:   []string{`{"a":1,"b":1}`, `{"c":1,"d":1}`},
			invalid: []string{`{"a":1}`, `{"c":1}`},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := mustBuild(t, tt.files)
			for _, v := range tt.valid {
				if !valid(t, g.Roots[0], v) {
					t.Errorf("%s is not valid", v)
				}
			}
			for _, v := range tt.invalid {
				if valid(t, g.Roots[0], v) {
					t.Errorf("%s is valid", v)
				}
			}
		})
	}
}
