package trouble

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator/internal/compiled"
	"github.com/bindery-go/bindery/runtime/validate"
)

// nevers are schemas that no value satisfies. Some of them show it at once, of
// others it follows only from what they say of their parts.
var nevers = []string{
	`false`,
	`{"not": {}}`,
	`{"type": "string", "allOf": [{"type": "integer"}]}`,
	`{"type": "boolean", "enum": ["a"]}`,
	`{"type": "number", "minimum": 2, "maximum": 1}`,
	`{"type": "string", "not": {"minLength": 0}}`,
	`{"type": "object", "required": ["z"], "additionalProperties": false}`,
	`{"type": "object", "required": ["z"], "properties": {"z": {"type": "object", "required": ["y"], "unevaluatedProperties": {"not": {}}}}}`,
	`{"type": "object", "minProperties": 1, "propertyNames": false}`,
	`{"type": "object", "minProperties": 2, "properties": {"z": {}}, "additionalProperties": {"not": {}}}`,
	`{"type": "array", "minItems": 1, "items": {"not": {}}}`,
	`{"type": "array", "contains": {"not": {}}}`,
	`{"oneOf": [{"not": {}}, {"type": "null", "enum": [1]}]}`,
	`{"type": ["object", "string"], "anyOf": [{"not": {}}, {"allOf": [{"not": {"type": ["string", "object"]}}]}]}`,
	`{"type": "object", "if": {}, "then": {"not": {}}}`,
	`{"type": "string", "if": {"maxLength": 3}, "then": {"not": {}}, "else": {"not": {}}}`,
	`{"type": "object", "required": ["r"], "properties": {"r": {"$ref": "#/$defs/endless"}}}`,
}

// places are schemas with room for another in each position that holds one.
var places = []string{
	`{"allOf": [%s]}`,
	`{"anyOf": [%s, {"type": "string"}, {"type": "object"}]}`,
	`{"oneOf": [{"type": ["string", "null"]}, %s, {"type": "array"}]}`,
	`{"anyOf": [{"type": "null"}, %s]}`,
	`{"oneOf": [%s, {"type": "object", "properties": {"a": {"const": "x"}}, "required": ["a"]}, {"type": "object", "properties": {"a": {"const": "y"}}, "required": ["a"]}]}`,
	`{"type": "string", "anyOf": [%s, {"minLength": 2}]}`,
	`{"type": "object", "properties": {"a": {}}, "oneOf": [%s, {"required": ["a"]}]}`,
	`{"not": %s}`,
	`{"type": "object", "not": %s}`,
	`{"if": %s, "then": {"type": "string"}, "else": {"type": "object"}}`,
	`{"type": "object", "properties": {"a": {}}, "if": {"required": ["a"]}, "then": %s}`,
	`{"type": "object", "properties": {"a": {}}, "if": {"required": ["a"]}, "then": {"required": ["b"]}, "else": %s}`,
	`{"type": "string", "if": {"minLength": 1}, "then": %s}`,
	`{"type": "object", "properties": {"a": {}}, "dependentSchemas": {"a": %s}}`,
	`{"type": "object", "properties": {"a": %s, "b": {"type": "string"}}}`,
	`{"type": "object", "properties": {"a": %s}, "required": ["a"]}`,
	`{"type": ["object", "null"], "properties": {"a": %s}, "required": ["a"]}`,
	`{"properties": {"a": %s}, "required": ["a"]}`,
	`{"type": "object", "additionalProperties": %s}`,
	`{"type": "object", "required": ["a"], "additionalProperties": %s}`,
	`{"type": "object", "minProperties": 1, "additionalProperties": %s}`,
	`{"type": "object", "properties": {"b": {}}, "required": ["a"], "additionalProperties": %s}`,
	`{"type": "object", "required": ["a"], "unevaluatedProperties": %s}`,
	`{"type": "object", "properties": {"b": {"type": "integer"}}, "required": ["b"], "unevaluatedProperties": %s}`,
	`{"type": "object", "patternProperties": {"^a": %s}, "required": ["ab"]}`,
	`{"type": "object", "patternProperties": {"^a": {"type": "string"}, "b$": %s}, "additionalProperties": false}`,
	`{"type": "object", "patternProperties": {"^a": %s}, "additionalProperties": {"type": "string"}}`,
	`{"type": "object", "propertyNames": %s}`,
	`{"type": "object", "propertyNames": %s, "required": ["a"], "additionalProperties": {"type": "integer"}}`,
	`{"type": "array", "items": %s}`,
	`{"type": "array", "items": %s, "minItems": 1}`,
	`{"type": "array", "prefixItems": [%s], "items": {"type": "integer"}}`,
	`{"type": "array", "prefixItems": [{"type": "string"}, %s], "minItems": 2}`,
	`{"type": "array", "prefixItems": [{"type": "string"}], "items": %s}`,
	`{"type": "array", "prefixItems": [{"type": "string"}], "unevaluatedItems": %s}`,
	`{"type": "array", "uniqueItems": true, "items": %s}`,
	`{"type": "array", "contains": %s}`,
	`{"type": "array", "contains": %s, "minContains": 0, "items": {"type": "string"}}`,
	`{"type": "array", "items": {"type": "object", "additionalProperties": %s, "required": ["a"]}}`,
	`{"type": ["array", "object", "string"], "items": %s, "additionalProperties": %s}`,
}

// TestUnsatisfiable puts schemas that nothing satisfies into every position:
// what is left to be read and checked must compile. Every schema meets every twelfth
// position, and every position every twelfth schema; where tests are exhaustive, all meet
// all.
func TestUnsatisfiable(t *testing.T) {
	instances := []string{
		`null`, `true`, `1`, `"a"`, `"abc"`, `[]`, `["a"]`, `["a", "b"]`, `[{}]`, `[{"a": 1}]`, `{}`, `{"a": 1}`, `{"a": "x"}`,
		`{"b": 1}`, `{"a": 1, "b": "c"}`, `{"z": {"y": 1}}`, `[`, `{"a": 1,}`,
	}
	var cases []compiled.Case
	for i, never := range nevers {
		var definitions []string
		c := compiled.Case{Name: never, Schema: "main.json", Instances: instances}
		for j, place := range places {
			if (i+j)%compiled.Every(12) != 0 {
				continue
			}
			name := fmt.Sprint("p", j)
			definitions = append(definitions, fmt.Sprintf("%q: %s", name, strings.ReplaceAll(place, "%s", never)))
			c.Roots = append(c.Roots, "#/$defs/"+name)
		}
		c.Files = fstest.MapFS{"main.json": &fstest.MapFile{Data: fmt.Appendf(nil,
			`{"$defs": {"endless": {"type": "object", "required": ["r"], "properties": {"r": {"$ref": "#/$defs/endless"}}}, "n": %s, %s}}`,
			nevers[i], strings.Join(definitions, ", "))}}
		cases = append(cases, c)
	}
	for i, out := range compiled.RunEach(t, cases) {
		switch {
		case out.Result == nil:
			t.Errorf("%s: %v", cases[i].Name, out.Diagnostics)
			continue
		case out.Refusal != "":
			t.Errorf("%s does not compile:\n%s", cases[i].Name, out.Refusal)
			continue
		}
		for j, root := range out.Result.Package.Roots {
			for k, instance := range instances {
				want := validate.Holds(out.Result.Program, root.Node, []byte(instance))
				if problem := out.Verdicts[j][k].Problem(instance, want); problem != "" {
					t.Errorf("%s in %s: %s", nevers[i], cases[i].Roots[j], problem)
				}
			}
		}
	}
}
