package oracle

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/workspace"
	"github.com/bindery-go/bindery/runtime/validate"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// repairs are schemas that are repaired, each in a file of the name's format.
var repairs = []struct{ file, text string }{
	{"type.json", `{"type": "string", "nullable": true}`},
	{"types.json", `{"type": ["string", "integer"], "nullable": true, "minLength": 2}`},
	{"has null.json", `{"type": ["string", "null"], "nullable": true}`},
	{"enum.json", `{"enum": ["a", 1], "nullable": true}`},
	{"both.json", `{"type": "string", "enum": ["a"], "nullable": true}`},
	{"enum with null.json", `{"type": "string", "enum": ["a", null], "nullable": true}`},
	{"const.json", `{"type": "string", "const": "a", "nullable": true}`},
	{"const null.json", `{"type": "string", "const": null, "nullable": true}`},
	{"format.json", `{"type": "string", "pattern": "^a", "nullable": true}`},
	{"number.json", `{"type": "integer", "minimum": 3, "nullable": true}`},
	{"off.json", `{"type": "string", "nullable": false}`},
	{"word.json", `{"type": "string", "nullable": "true"}`},
	{"nothing beside.json", `{"nullable": true, "minLength": 3}`},
	{"member.json", `{"type": "object", "properties": {"a": {"type": "string", "nullable": true}, "nullable": {"type": "boolean"}}, "additionalProperties": {"type": "array", "items": {"type": "integer", "nullable": true}, "nullable": true}}`},
	{"object.json", `{"type": "object", "required": ["a"], "nullable": true}`},
	{"reference.json", `{"$ref": "#/$defs/a", "$defs": {"a": {"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}, "b": {"enum": ["x"], "nullable": true}}, "nullable": true}}}`},
	{"beside a reference.json", `{"$ref": "#/$defs/a", "nullable": true, "$defs": {"a": {"type": "string"}}}`},
	{"beside in draft 7.json", `{"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"a": {"$ref": "#/definitions/a", "type": "integer", "nullable": true}}, "definitions": {"a": {"type": "string", "nullable": true}}}`},
	{"draft 4.json", `{"$schema": "http://json-schema.org/draft-04/schema#", "type": "number", "maximum": 3, "exclusiveMaximum": true, "nullable": true}`},
	{"draft 6.json", `{"$schema": "http://json-schema.org/draft-06/schema#", "type": "number", "exclusiveMaximum": 3, "nullable": true, "examples": {"a": 1}}`},
	{"draft 2019.json", `{"$schema": "https://json-schema.org/draft/2019-09/schema", "type": ["object"], "unevaluatedProperties": false, "properties": {"a": {"type": "string", "nullable": true}}, "nullable": true}`},
	{"anyOf.json", `{"anyOf": [{"type": "string", "nullable": true}, {"type": "integer"}]}`},
	{"oneOf.json", `{"oneOf": [{"type": "string", "nullable": true}, {"type": "integer", "nullable": true}]}`},
	{"allOf.json", `{"allOf": [{"type": "string", "nullable": true}], "type": "string"}`},
	{"not.json", `{"not": {"type": "string", "nullable": true}}`},
	{"if.json", `{"if": {"type": "string", "nullable": true}, "then": {"enum": ["a"], "nullable": true}}`},
	{"as a value.json", `{"const": {"type": "string", "nullable": true}}`},
	{"in an enum.json", `{"enum": [{"type": "string", "nullable": true}, "a"], "default": {"type": "string", "nullable": true}}`},
	{"names.json", `{"propertyNames": {"type": "string", "maxLength": 1, "nullable": true}, "patternProperties": {"^b": {"type": "string", "nullable": true}}}`},
	{"in an unknown keyword.json", `{"x-part": {"type": "string", "nullable": true}, "properties": {"a": {"$ref": "#/x-part"}}}`},
	{"with an anchor.json", `{"properties": {"a": {"$ref": "#x"}}, "$defs": {"a": {"$anchor": "x", "type": "string", "nullable": true}}}`},
	{"with an id.json", `{"properties": {"a": {"$ref": "https://example.com/x"}}, "$defs": {"a": {"$id": "https://example.com/x", "type": "string", "nullable": true, "examples": {"n": null}}}}`},
	{"examples.json", `{"type": "string", "examples": {"a": "x", "b": null}}`},
	{"no examples.json", `{"type": "string", "examples": {}}`},
	{"members called examples.json", `{"properties": {"examples": {"type": "string", "nullable": true, "examples": {"a": {"type": "x"}}}}}`},
	{"null word.yaml", "type: string\nenum: [a, null, ~]\n"},
	{"null word and nullable.yaml", "type: string\nenum: [a, null]\nnullable: true\n"},
	{"null word among types.yaml", "type: [string, 'null']\nenum: [a, null]\n"},
	{"null word without type.yaml", "enum: [a, null]\n"},
	{"tuple.json", `{"type": "array", "prefixItems": [{"type": "string", "nullable": true}], "items": {"type": "integer", "nullable": true}, "contains": {"type": "integer", "nullable": true}}`},
	{"dependent.json", `{"dependentSchemas": {"a": {"properties": {"b": {"type": "string", "nullable": true}}}}}`},
}

// documentsOfRepairs tell most schemas from what they are without the repair.
var documentsOfRepairs = strings.Fields(`null "a" "b" "ab" "x" "null" "~" 1 2 3 4 1.5 true {} [] [null] ["a",null] [1,null] ["a",1] ["a","b"]
	{"a":null} {"a":"x"} {"a":1} {"b":null} {"b":"x"} {"b":1} {"ab":null} {"nullable":null} {"nullable":true} {"c":null} {"c":[null]} {"c":["x"]}
	{"a":{"b":null}} {"a":{"a":null,"b":"x"}} {"a":{"b":"y"}} {"a":"x","b":null} {"a":"x","b":1} {"examples":null} {"examples":1} {"type":"string","nullable":true}`)

// TestRepairs: who reads the repaired text, and knows of no repairs, judges as the
// package does.
func TestRepairs(t *testing.T) {
	for _, r := range repairs {
		t.Run(r.file, func(t *testing.T) {
			w := &workspace.Workspace{FS: fstest.MapFS{r.file: {Data: []byte(r.text)}}, Dir: "."}
			c := config.Config{Packages: []config.Package{{Schema: r.file, Name: "p", Out: "p", Roots: []config.Root{{Name: "Root", Pointer: "#"}}}}}
			results, ds := compiler.Compile(context.Background(), w, c)
			if ds.HasErrors() {
				t.Fatal(ds)
			}
			text := results[0].Package.RepairedText
			if text == nil {
				text = results[0].Package.SchemaText
			}
			theirs := readByOthers(t, text)
			for _, doc := range documentsOfRepairs {
				value, err := jsonschema.UnmarshalJSON(strings.NewReader(doc))
				if err != nil {
					t.Fatal(err)
				}
				got := validate.Check(results[0].Program, results[0].Graph.Roots[0].ID, []byte(doc))
				if want := theirs.Validate(value); (got == nil) != (want == nil) {
					t.Errorf("verdicts differ on %s\nours: %v\nv6: %v\n%s", doc, got, want, text)
				}
			}
		})
	}
}

// readByOthers compiles a schema by jsonschema v6.
func readByOthers(t *testing.T, text []byte) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("https://example.com/schema", doc); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	s, err := c.Compile("https://example.com/schema")
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return s
}
