package generator_test

import (
	"context"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator"
)

// What other tools look for in schemas: the rules of Spectral for the schemas of OpenAPI,
// and what check-jsonschema refuses by the meta-schemas with their formats asserted. The
// rules are those of their documentation, the inputs are ours. A row without a code is
// none of a mistake in a JSON Schema, for the reason that it gives.
var foreignRules = []struct {
	rule, schema string
	code         generator.Code
	why          string
}{
	{"spectral/duplicated-entry-in-enum", `{"enum": [1, 2, 2]}`, "B0227", ""},
	{"spectral/typed-enum", `{"type": "integer", "enum": [1, "a"]}`, "B1012", ""},
	{"spectral/no-$ref-siblings, up to draft 7", `{"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"a": {"$ref": "#/definitions/x", "maxLength": 3}}, "definitions": {"x": {}}}`, "B0224", ""},
	{"spectral/no-$ref-siblings, later", `{"properties": {"a": {"$ref": "#/$defs/x", "maxLength": 3}}, "$defs": {"x": {}}}`, "", "since 2019-09 what stands beside $ref holds"},
	{"spectral/array-items", `{"type": "array"}`, "", "an array of anything is what it says"},
	{"spectral/oas3-valid-schema-example", `{"type": "string", "examples": [1]}`, "B1001", ""},
	{"spectral/oas3-valid-schema-example, default", `{"type": "string", "default": 1}`, "B1002", ""},
	{"spectral/oas3-unused-component", `{"type": "object", "properties": {"a": {}}, "$defs": {"x": {"type": "string"}}}`, "B1009", ""},
	{"spectral/oas3-schema", `{"type": "object", "properties": [1]}`, "B0201", ""},
	{"spectral/oas2-anyOf", `{"$schema": "http://json-schema.org/draft-04/schema#", "anyOf": [{"type": "string"}]}`, "", "all drafts have anyOf"},
	{"spectral/oas2-discriminator", `{"type": "object", "discriminator": "kind", "properties": {"a": {}}}`, "", "the keyword is of OpenAPI; which member tells branches apart is found by their constants"},
	{"spectral/no-script-tags-in-markdown", `{"type": "string", "description": "<script>alert(1)</script>"}`, "", "comments and pages show the text and run nothing"},
	{"spectral/no-eval-in-markdown", `{"type": "string", "title": "eval(1)"}`, "", "comments and pages show the text and run nothing"},

	{"meta-schema/type is a name", `{"type": "strng"}`, "B0201", ""},
	{"meta-schema/types are different", `{"type": ["string", "string"]}`, "B0201", ""},
	{"meta-schema/types are some", `{"type": []}`, "B0201", ""},
	{"meta-schema/enum is a list", `{"enum": "a"}`, "B0201", ""},
	{"meta-schema/enum of draft 4 has values", `{"$schema": "http://json-schema.org/draft-04/schema#", "enum": []}`, "B1008", ""},
	{"meta-schema/enum of 2020-12 may have none", `{"enum": []}`, "B1008", ""},
	{"meta-schema/multipleOf is above zero", `{"multipleOf": 0}`, "B0201", ""},
	{"meta-schema/counts are not negative", `{"minLength": -1}`, "B0201", ""},
	{"meta-schema/counts are whole", `{"maxItems": 1.5}`, "B0201", ""},
	{"meta-schema/counts may be 3.0", `{"type": "array", "maxItems": 3.0}`, "", "a number is whole by its value (2020-12 Core 6.3)"},
	{"meta-schema/bounds are numbers", `{"minimum": "1"}`, "B0201", ""},
	{"meta-schema/exclusive bounds are numbers", `{"exclusiveMaximum": true}`, "B0201", ""},
	{"meta-schema/required is a list of strings", `{"required": [1]}`, "B0201", ""},
	{"meta-schema/required names once", `{"required": ["a", "a"]}`, "B0201", ""},
	{"meta-schema/properties are schemas", `{"properties": {"a": 1}}`, "B0201", ""},
	{"meta-schema/definitions are schemas", `{"$defs": {"a": "string"}}`, "B0201", ""},
	{"meta-schema/additionalProperties is a schema", `{"additionalProperties": "no"}`, "B0201", ""},
	{"meta-schema/items is a schema", `{"items": [{}]}`, "B0201", ""},
	{"meta-schema/prefixItems are some", `{"prefixItems": []}`, "B0201", ""},
	{"meta-schema/allOf has schemas", `{"allOf": []}`, "B0201", ""},
	{"meta-schema/not is a schema", `{"not": 1}`, "B0201", ""},
	{"meta-schema/dependentRequired lists names", `{"dependentRequired": {"a": "b"}}`, "B0201", ""},
	{"meta-schema/uniqueItems is a boolean", `{"uniqueItems": "yes"}`, "B0201", ""},
	{"meta-schema/title is a string", `{"title": 1}`, "B0201", ""},
	{"meta-schema/description is a string", `{"description": ["a"]}`, "B0201", ""},
	{"meta-schema/$comment is a string", `{"$comment": {}}`, "B0201", ""},
	{"meta-schema/examples are a list", `{"examples": "a"}`, "B0201", ""},
	{"meta-schema/deprecated is a boolean", `{"deprecated": "soon"}`, "B0201", ""},
	{"meta-schema/format is a string", `{"format": 1}`, "B0201", ""},
	{"meta-schema/contentEncoding is a string", `{"contentEncoding": 64}`, "B0201", ""},
	{"meta-schema/$anchor is a name", `{"$anchor": "a b"}`, "B0201", ""},
	{"meta-schema/$id has no fragment", `{"$id": "http://example.com/a#b"}`, "B0201", ""},
	{"meta-schema/$vocabulary has URIs", `{"$vocabulary": {"a": "yes"}}`, "B0201", ""},
	{"format/regex", `{"pattern": "("}`, "B0215", ""},
	{"format/regex of names", `{"patternProperties": {"[": {}}}`, "B0215", ""},
	{"format/uri-reference", `{"properties": {"a": {"$ref": "#/$defs/a b"}}, "$defs": {"a b": {}}}`, "B1017", ""},
	{"format/uri", `{"$schema": "draft-07"}`, "B0201", ""},
	{"format/uri-reference of $id", `{"$id": "http://[", "type": "string"}`, "B1017", ""},
}

func TestLint_foreignRules(t *testing.T) {
	for _, test := range foreignRules {
		t.Run(test.rule, func(t *testing.T) {
			w := &generator.Workspace{FS: fstest.MapFS{"s.json": {Data: []byte(test.schema)}}, Dir: "."}
			var codes []generator.Code
			for _, d := range generator.Lint(context.Background(), w, generator.Config{Packages: []generator.Package{{
				Schema: "s.json", Name: "p", Out: "gen/p", Roots: []generator.Root{{Name: "P", Pointer: "#"}},
			}}}) {
				if d.Severity > generator.Info || d.Code == test.code {
					codes = append(codes, d.Code)
				}
			}
			switch {
			case (test.code == "") != (test.why != ""):
				t.Error("a row has a code, or the reason for none")
			case test.code == "" && len(codes) > 0, test.code != "" && !slices.Contains(codes, test.code):
				t.Errorf("got %q, want %q", codes, test.code)
			}
		})
	}
}
